"""The end of the game and its winner."""

import pytest

import horse_envs
from tests.reference.trick_stakes_cards import HORSES
from tests.trick_stakes.driver import random_events, record_of
from tests.trick_stakes.table import Env, Table, events_of, mono_table, play, result, word_of

VANILLA, FORET, SILVER, GATEAU = HORSES
P0, P1, P2, P3 = SEATS = [f"player_{i}" for i in range(4)]


def ridden_race(table: Table, first: str, second: str, gate: list[str] | None = None) -> Table:
    """A race in which nobody hits a bet, and these two seats come in."""
    horses = table.game.horse_of
    lost = [horses[seat] for seat in SEATS if seat not in (first, second)]
    others = [horse for horse in HORSES if horse not in lost]
    # Everybody bets on a quinella with a horse that comes in third or fourth.
    up = dict(zip(table.game.paddock_order(), [*lost, *others], strict=True))
    below = {seat: lost[0] if ticket != lost[0] else lost[1] for seat, ticket in up.items()}
    table.start_race(gate, up=up, below=below)
    return table.tricks((first, 1), (first, 2), (second, 1), (second, 2))


def whole_game(*races: tuple[str, str]) -> Env:
    """Money is prizes only: 5 and 3 for the seats named in each race."""
    table = mono_table()
    for first, second in races:
        ridden_race(table, first, second)
    return table.live()


@pytest.mark.parametrize("num_players", [3, 4])
def test_one_race_a_player(num_players: int) -> None:
    events = random_events(num_players, seed=5)
    env = horse_envs.replay(record_of(num_players, events))
    races = [event for event in events_of(env) if event.get("result") == "race"]
    assert len(races) == num_players
    assert all(env.unwrapped.terminations.values())


def test_the_game_goes_on_after_the_third_race_of_four() -> None:
    env = whole_game((P0, P1), (P0, P1), (P0, P1))
    assert not any(event.get("result") == "game" for event in events_of(env))
    assert not any(env.unwrapped.terminations.values())


def test_the_game_ends_with_the_fourth_race_for_all() -> None:
    env = whole_game((P0, P1), (P0, P1), (P0, P1), (P0, P1))
    assert events_of(env)[-1]["result"] == "game"
    assert set(env.unwrapped.terminations.values()) == {True}


def test_most_money_wins() -> None:
    game = result(whole_game((P2, P1), (P2, P3), (P1, P2), (P0, P1)), "game")
    assert game["money"] == {P0: 5, P1: 3 + 5 + 3, P2: 5 + 5 + 3, P3: 3}
    assert game["winners"] == [P2]


@pytest.mark.parametrize(
    ("races", "money", "winner"),
    [
        (((P0, P1), (P1, P0), (P0, P1), (P1, P0)), 16, P1),
        (((P1, P0), (P0, P1), (P1, P0), (P0, P1)), 16, P0),
        (((P2, P3), (P3, P2), (P2, P3), (P3, P2)), 16, P3),
    ],
)
def test_of_equals_the_better_finish_in_the_last_race_wins(
    races: tuple[tuple[str, str], ...], money: int, winner: str
) -> None:
    """TS-15, where the two were first and second in the last race."""
    game = result(whole_game(*races), "game")
    assert sorted(game["money"].values()) == [0, 0, money, money]
    assert game["winners"] == [winner]


@pytest.mark.parametrize(("upper", "lower"), [(P0, P1), (P1, P0)])
def test_equals_that_did_not_place_in_the_last_race_compare_their_lower_places(upper: str, lower: str) -> None:
    """Players 0 and 1 hit one quinella in race 3 and do not move in race 4: the gate stack decides."""
    table = mono_table()
    ridden_race(ridden_race(table, P0, P1), P1, P0)
    first, second = table.game.horse_of[P2], table.game.horse_of[P3]
    table.start_race(up={P0: first, P1: second, P2: "win"}, below={P0: second, P1: first, P2: second, P3: second})
    table.tricks((P2, 1), (P2, 2), (P3, 1), (P3, 2))
    assert table.game.money[P0] == table.game.money[P1] > 8
    gate = [table.game.horse_of[seat] for seat in (P2, P3, lower, upper)]
    game = result(ridden_race(table, P3, P2, gate).live(), "game")
    assert game["money"][P0] == game["money"][P1] > max(game["money"][P2], game["money"][P3])
    assert game["winners"] == [upper]


def test_there_is_always_one_winner() -> None:
    for seed in range(30):
        last = random_events(3 + seed % 2, seed)[-1]
        assert len(last["winners"]) == 1


def test_margin_rewards_add_up_to_the_final_margin() -> None:
    """Over the whole game, each agent's rewards sum to its money less the mean of the others'."""
    for num_players in (3, 4):
        events = random_events(num_players, seed=11)
        first = next(i for i, event in enumerate(events) if "do" in event)
        env = horse_envs.replay(record_of(num_players, events[:first]))
        totals = played_rewards(env, num_players, 11)
        money = result(env, "game")["money"]
        for agent, total in totals.items():
            others = [own for other, own in money.items() if other != agent]
            assert total == pytest.approx(money[agent] - sum(others) / len(others), abs=1e-5)


def played_rewards(env: Env, num_players: int, choice: int) -> dict[str, float]:
    """Some game played on to its end; what each agent was paid on the way."""
    totals = {f"player_{i}": 0.0 for i in range(num_players)}
    while not all(env.unwrapped.terminations.values()):
        observation, *_ = env.last()
        legal = [i for i, allowed in enumerate(observation["action_mask"]) if allowed]
        env.step(legal[choice % len(legal)])
        assert sum(env.unwrapped.rewards.values()) == pytest.approx(0, abs=1e-6)
        for agent, reward in env.unwrapped.rewards.items():
            totals[agent] += reward
    return totals


@pytest.mark.parametrize("num_players", [3, 4])
def test_win_rewards_are_one_for_the_winner_shared_among_the_losers(num_players: int) -> None:
    env = horse_envs.trick_stakes_v0.raw_env(num_players=num_players, reward="win")
    env.reset(seed=4)
    totals = played_rewards(env, num_players, 5)
    winner = result(env, "game")["winners"][0]
    loss = -1 / (num_players - 1)
    assert totals == {agent: pytest.approx(1 if agent == winner else loss) for agent in totals}


def test_the_last_card_of_the_game_pays_everybody() -> None:
    """Also those who did not play it."""
    table = mono_table()
    for first, second in ((P0, P1), (P0, P1), (P0, P1), (P0, P1)):
        ridden_race(table, first, second)
    last = max(i for i, event in enumerate(table.events) if "do" in event)
    env = play(table.env(last), word_of(table.events[last]))
    expected = {P0: 5 - 1, P1: 3 - 5 / 3, P2: -8 / 3, P3: -8 / 3}
    assert env.unwrapped.rewards == {agent: pytest.approx(reward) for agent, reward in expected.items()}
