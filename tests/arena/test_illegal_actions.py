"""An illegal action of a bot is never repaired: it is counted, and the game is lost."""

from typing import Any

import numpy as np
import pytest

import horse_envs
from tests.arena.bots import Fixed, FixedForMany, Nearly, NearlyForMany
from tests.games import Setting, every_name, every_size

# The first two stand for an action that is not legal at the first decision and for the number after the last action.
ANSWERS = ["masked", "one too high", -1, 10**6, -(10**9), 2**70, None, 2.5, 60.0, "play R5", True, [0], b"0"]


def around(bot: Any) -> list[Any]:
    """A table of four with the bot on its second seat: each deal is played four times."""
    return ["random", bot, "random", "random"]


def answer_of(name: str, answer: Any) -> Any:
    env = Setting(name, 4).raw_env()
    env.reset(seed=1)
    mask = env.view().action_mask
    return {"masked": len(mask) - 1 - int(mask[::-1].argmin()), "one too high": len(mask)}.get(str(answer), answer)


@every_name
@pytest.mark.parametrize("answer", [*ANSWERS, np.float64(3)], ids=repr)
def test_an_illegal_action_is_counted_and_the_game_is_lost(answer: Any, name: str) -> None:
    rows = horse_envs.evaluate(name, around(Fixed(answer_of(name, answer))), deals=3).seats
    assert [row.illegal for row in rows] == [0, 12, 0, 0]
    assert rows[1].win_share == 0
    assert rows[1].verdict == "below"
    assert rows[1].margin == pytest.approx(-1)
    for row in (rows[0], rows[2], rows[3]):
        assert row.win_share == pytest.approx(1 / 3)
        assert row.margin == pytest.approx(1 / 3)


@every_name
@pytest.mark.parametrize("answer", ["masked", "one too high", -1, 10**6, -(10**9), 60.5, 60.0], ids=repr)
def test_the_same_holds_for_a_bot_that_decides_in_many_games_at_once(answer: Any, name: str) -> None:
    result = horse_envs.evaluate(name, around(FixedForMany(answer_of(name, answer))), deals=3)
    assert [row.illegal for row in result.seats] == [0, 12, 0, 0]
    assert result.seats[1].win_share == 0


CHANGES: dict[str, Any] = {
    "float": float,
    "half": lambda action: action + 0.5,
    "str": str,
    "from the end": lambda action: action - 5000,
}


@every_name
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", [Nearly, NearlyForMany])
def test_an_answer_that_is_no_action_is_not_made_into_one(kind: type[Nearly], change: str, name: str) -> None:
    result = horse_envs.evaluate(name, around(kind(CHANGES[change])), deals=2)
    assert [row.illegal for row in result.seats] == [0, 8, 0, 0]


def someone_is_ahead(view: Any) -> bool:
    """Whether the seats have different amounts of what the game is about."""
    amounts = view.pieces["money" if "money" in view.pieces else "coins"][: view.num_players]
    return bool((amounts != amounts[0]).any())


class BySeat:
    """Each seat has its own way to choose, so that they come to have different amounts."""

    def act(self, view: Any) -> int:
        return int(view.legal_actions[view.seat % len(view.legal_actions)])


class IllegalOnceAhead(BySeat):
    def act(self, view: Any) -> int:
        return len(view.action_mask) if someone_is_ahead(view) else super().act(view)


@every_size
def test_the_loss_comes_on_top_of_what_was_paid_before(setting: Setting) -> None:
    """The safe environment pays -1 and shares it among the others, and so does a table."""
    seat, num_players = 1, setting.num_players
    table = [IllegalOnceAhead() if place == seat else BySeat() for place in range(num_players)]
    result = horse_envs.evaluate(setting.name, table, deals=2, seed=9)
    seeds = setting.batch_env(2)
    seeds.reset(seed=9)
    margins, lost = np.zeros(num_players), 0
    for deal in range(2):
        for offender in range(num_players):
            env = setting.env()
            env.reset(seed=int(seeds.seeds[deal]))
            paid = dict.fromkeys(env.possible_agents, 0.0)
            while not any(env.terminations.values()):
                view = env.view()
                bad = view.seat == offender and someone_is_ahead(view)
                lost += bad
                env.step(int(view.action_mask.argmin()) if bad else BySeat().act(view))
                for agent in paid:
                    paid[agent] += env.rewards[agent]
            for place in range(num_players):
                margins[(place - offender + seat) % num_players] += paid[f"player_{place}"] / (2 * num_players)
    assert [row.margin for row in result.seats] == pytest.approx(margins.tolist(), abs=1e-5)
    assert [row.illegal for row in result.seats] == [lost if i == seat else 0 for i in range(num_players)]
    assert lost > 0


@every_name
def test_only_the_games_with_an_illegal_action_are_lost(name: str) -> None:
    class Careless:
        def act(self, view: Any) -> int:
            return len(view.action_mask) if view.agent == "player_2" else int(view.legal_actions[0])

    result = horse_envs.evaluate(name, [Careless(), "random", "random", "random"], deals=8)
    assert result.seats[0].illegal == 8
    assert sum(row.win_share for row in result.seats) == pytest.approx(1)


@every_name
def test_an_error_of_a_bot_is_not_hidden(name: str) -> None:
    class Broken:
        def act(self, view: Any) -> int:
            raise ZeroDivisionError("my own mistake")

    with pytest.raises(ZeroDivisionError, match="my own mistake"):
        horse_envs.evaluate(name, [Broken(), "random", "random"], deals=2)
