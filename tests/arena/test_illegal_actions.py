"""An illegal action of a bot is never repaired: it is counted, and the game is lost."""

from typing import Any

import numpy as np
import pytest

import horse_envs
from tests.arena.bots import Fixed, FixedForMany, Nearly, NearlyForMany, Spy
from tests.engine.play import PLAYERS

GAME = "trick_stakes_v0"
# The first two are numbers of actions that are never legal in the first phase; the others are no actions at all.
ANSWERS = [148, 60, -1, 149, 10**6, -(10**9), 2**70, None, 2.5, 60.0, "play R5", True, np.float64(3), [0], b"0"]


@pytest.mark.parametrize("answer", ANSWERS, ids=repr)
def test_an_illegal_action_is_counted_and_the_game_is_lost(answer: Any) -> None:
    result = horse_envs.evaluate(GAME, ["random", Fixed(answer), "random", "random"], deals=3)
    rows = result.seats
    assert [row.illegal for row in rows] == [0, 12, 0, 0]
    assert rows[1].win_share == 0
    assert rows[1].verdict == "below"
    assert rows[1].margin == pytest.approx(-1)
    for row in (rows[0], rows[2], rows[3]):
        assert row.win_share == pytest.approx(1 / 3)
        assert row.margin == pytest.approx(1 / 3)


@pytest.mark.parametrize("answer", [148, -1, 149, 10**6, -(10**9), 60.5, 60.0], ids=repr)
def test_the_same_holds_for_a_bot_that_decides_in_many_games_at_once(answer: Any) -> None:
    result = horse_envs.evaluate(GAME, ["random", FixedForMany(answer), "random", "random"], deals=3)
    assert [row.illegal for row in result.seats] == [0, 12, 0, 0]
    assert result.seats[1].win_share == 0


@pytest.mark.parametrize(
    "change", [float, lambda a: a + 0.5, str, lambda a: a - 149], ids=["float", "half", "str", "-149"]
)
@pytest.mark.parametrize("kind", [Nearly, NearlyForMany])
def test_an_answer_that_is_no_action_is_not_made_into_one(kind: type[Nearly], change: Any) -> None:
    result = horse_envs.evaluate(GAME, ["random", kind(change), "random", "random"], deals=2)
    assert [row.illegal for row in result.seats] == [0, 8, 0, 0]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_loss_comes_on_top_of_what_was_paid_before(num_players: int) -> None:
    """The safe environment pays -1 and shares it among the others, and so does a table."""
    seat = 1
    table: list[Any] = [Spy(f"spy {i}") for i in range(num_players)]
    table[seat] = Fixed(149, after=1)
    result = horse_envs.evaluate(GAME, table, deals=2, seed=9)
    assert [row.illegal for row in result.seats] == [2 * num_players if i == seat else 0 for i in range(num_players)]
    seeds = horse_envs.trick_stakes_v0.batch_env(num_envs=2, num_players=num_players)
    seeds.reset(seed=9)
    margins = np.zeros(num_players)
    for deal in range(2):
        for offender in range(num_players):
            env = horse_envs.trick_stakes_v0.env(num_players=num_players)
            env.reset(seed=int(seeds.seeds[deal]))
            paid = dict.fromkeys(env.possible_agents, 0.0)
            while not any(env.terminations.values()):
                mask = env.last()[0]["action_mask"]
                late = env.view().pieces["race"][0] == 0
                bad = late and env.agent_selection == f"player_{offender}"
                env.step(int((mask == (0 if bad else 1)).argmax()))
                for agent in paid:
                    paid[agent] += env.rewards[agent]
            for place in range(num_players):
                margins[(place - offender + seat) % num_players] += paid[f"player_{place}"] / (2 * num_players)
    assert [row.margin for row in result.seats] == pytest.approx(margins.tolist(), abs=1e-5)


def test_only_the_games_with_an_illegal_action_are_lost() -> None:
    class Careless:
        def act(self, view: Any) -> int:
            return 149 if view.agent == "player_2" else int(view.legal_actions[0])

    result = horse_envs.evaluate(GAME, [Careless(), "random", "random", "random"], deals=8)
    assert result.seats[0].illegal == 8
    assert sum(row.win_share for row in result.seats) == pytest.approx(1)


def test_an_error_of_a_bot_is_not_hidden() -> None:
    class Broken:
        def act(self, view: Any) -> int:
            raise ZeroDivisionError("my own mistake")

    with pytest.raises(ZeroDivisionError, match="my own mistake"):
        horse_envs.evaluate(GAME, [Broken(), "random", "random"], deals=2)
