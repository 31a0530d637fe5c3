"""What a bot is."""

from typing import Any, Protocol, runtime_checkable

from numpy.typing import NDArray

from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.view import View


@runtime_checkable
class Bot(Protocol):
    """A player: anything with a method `act`. A `name` is used in tables where there is one."""

    def act(self, view: View) -> int:
        """Choose a legal action of the agent whose view this is."""
        ...


@runtime_checkable
class ManyGamesBot(Protocol):
    """A bot that can also decide in many games of a batch at once; matches use it for speed."""

    def act_many(self, batch: BatchEnv, games: NDArray[Any]) -> NDArray[Any]:
        """The actions of the agents on turn in these games, integers of the shape of `games`."""
        ...
