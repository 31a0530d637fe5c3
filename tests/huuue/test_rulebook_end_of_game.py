"""Setup of each race, the end of the game and its winners (HU-1, HU-7, HU-12)."""

from collections.abc import Callable

import pytest

import horse_envs
from tests.huuue.driver import BETS, COUNTS, random_events, record_of
from tests.huuue.table import SEATS, Env, Table, events_of, is_over, legal_words, new_env, play, result
from tests.reference.huuue_box import Setup

P0, P1, P2 = SEATS[:3]
RUBIS_WINS = "rubis cocotte vertige noiro soleil"
COCOTTE_WINS = "cocotte vertige noiro rubis soleil"


def rubis(table: Table, *backers: str) -> Table:
    """A race won by the underdog: 3 coins for whoever backed it."""
    return table.still(RUBIS_WINS, dict.fromkeys(backers, "rubis"), moves={0: "rubis:1"})


def cocotte(table: Table, *backers: str) -> Table:
    """A race won by an outsider: 2 coins for whoever backed it."""
    bets = {agent: "cocotte" if agent in backers else "vertige" for agent in table.game.agents}
    return table.still(COCOTTE_WINS, bets)


# Setup


@pytest.mark.parametrize("num_players", COUNTS)
@pytest.mark.parametrize(("programme", "runners"), [("R01", 4), ("R05", 5), ("R10", 6)])
def test_hu_1_as_many_tips_and_turns_as_runners(num_players: int, programme: str, runners: int) -> None:
    table = Table(num_players).race(programme=programme).rest()
    env = table.live()
    events = events_of(env)
    race = events[: 1 + next(i for i, event in enumerate(events) if "result" in event)]
    hands = next(event["hands"] for event in race if event.get("chance") == "tips")
    assert {len(hand) for hand in hands.values()} == {runners}
    assert sum(event.get("chance") == "race_card" for event in race) == runners
    assert sum(event.get("do") == "tip" for event in race) == runners * num_players


@pytest.mark.parametrize("num_players", COUNTS)
def test_every_player_count_plays_to_the_end(num_players: int) -> None:
    env = new_env(Setup(num_players=num_players), seed=num_players)
    assert env.possible_agents == SEATS[:num_players]
    while not is_over(env):
        play(env, sorted(legal_words(env))[-1])
    assert set(result(env, "game")["coins"]) == set(SEATS[:num_players])


def test_hu_7_the_dealer_turns_a_card_and_the_others_play_first() -> None:
    env = Table(3, dealer=P1).race().env()
    for player in [P2, P0, P1] * 2:
        assert env.agent_selection == player
        play(env, sorted(legal_words(env))[0])
    cards = [event for event in events_of(env) if event.get("chance") == "race_card"]
    assert len(cards) == 3


def test_hu_7_the_dealer_moves_on_clockwise_each_race() -> None:
    table = Table(3, dealer=P1, target=100)
    for first in (P2, P0, P1, P2):
        table.deal()
        assert table.env().agent_selection == first
        table.bet()
        assert table.env().agent_selection == first
        table.rest()


def test_a_played_tip_is_gone() -> None:
    env = Table().race("vertige", {P1: "noiro:2 noiro:crop vertige:1 rubis:0 soleil:1"}).env()
    assert legal_words(env) == {f"tip {tip}" for tip in ("noiro 2", "noiro crop", "vertige 1", "rubis 0", "soleil 1")}
    play(env, "tip noiro crop")
    play(env, sorted(legal_words(env))[0])
    assert legal_words(env) == {f"tip {tip}" for tip in ("noiro 2", "vertige 1", "rubis 0", "soleil 1")}


def test_of_two_tips_alike_one_is_left() -> None:
    env = Table().race("vertige", {P1: "noiro:2 noiro:2 vertige:1 rubis:0 soleil:1"}).env()
    assert len(legal_words(env)) == 4
    play(env, "tip noiro 2")
    play(env, sorted(legal_words(env))[0])
    assert "tip noiro 2" in legal_words(env)


# The end


def test_the_game_goes_on_with_five_coins() -> None:
    env = cocotte(rubis(Table(3), P0), P0).live()
    assert result(env)["coins"][P0] == 5
    assert not is_over(env)


@pytest.mark.parametrize("further", [rubis, cocotte])
def test_the_first_with_six_coins_or_more_wins(further: Callable[..., Table]) -> None:
    """3 + 3, or 2 + 2 + 3."""
    table = Table(3)
    table = rubis(table, P0) if further is rubis else cocotte(cocotte(table, P0), P0)
    env = rubis(table, P0).live()
    game = result(env, "game")
    assert game["coins"][P0] == (6 if further is rubis else 7)
    assert game["winners"] == [P0]
    assert set(env.unwrapped.terminations.values()) == {True}
    assert set(env.unwrapped.truncations.values()) == {False}


def test_of_several_with_six_or_more_the_most_coins_win() -> None:
    table = cocotte(cocotte(rubis(Table(3), P0), P1), P1)
    game = result(rubis(table, P0, P1).live(), "game")
    assert game["coins"] == {P0: 6, P1: 7, P2: 0}
    assert game["winners"] == [P1]


def test_equals_split_the_victory() -> None:
    game = result(rubis(rubis(Table(3), P0, P2), P0, P2).live(), "game")
    assert game["coins"] == {P0: 6, P1: 0, P2: 6}
    assert game["winners"] == [P0, P2]


def test_a_shared_victory_shares_the_reward() -> None:
    table = rubis(rubis(Table(3), P0, P2), P0, P2)
    last = max(i for i, event in enumerate(table.events) if "do" in event)
    env = horse_envs.replay(table.record(last), reward="win")
    play(env, f"tip {table.events[last]['tip'].replace(':', ' ')}")
    assert env.unwrapped.rewards == {P0: pytest.approx(0.5), P1: pytest.approx(-1), P2: pytest.approx(0.5)}


def test_if_all_win_nobody_is_rewarded() -> None:
    table = rubis(rubis(Table(2), P0, P1), P0, P1)
    last = max(i for i, event in enumerate(table.events) if "do" in event)
    env = horse_envs.replay(table.record(last), reward="win")
    play(env, f"tip {table.events[last]['tip'].replace(':', ' ')}")
    assert is_over(env)
    assert env.unwrapped.rewards == {P0: 0, P1: 0}


@pytest.mark.parametrize("target", [1, 3, 7])
def test_target_is_the_number_of_coins_that_ends_the_game(target: int) -> None:
    table = Table(2, target=target)
    while table.game.coins[P0] < target:
        assert not is_over(table.env())
        rubis(table, P0)
    assert is_over(table.live())


@pytest.mark.parametrize("max_races", [1, 3])
def test_hu_12_the_game_is_cut_off_after_max_races(max_races: int) -> None:
    """Most coins win; by the rules, so it is not truncated."""
    table = Table(3, max_races=max_races)
    for race in range(max_races):
        assert not is_over(table.env())
        cocotte(table, P1) if race == 0 else cocotte(table)
    env = table.live()
    game = result(env, "game")
    assert game["coins"] == {P0: 0, P1: 2, P2: 0}
    assert game["winners"] == [P1]
    assert set(env.unwrapped.terminations.values()) == {True}
    assert set(env.unwrapped.truncations.values()) == {False}


def test_hu_12_cut_off_without_a_coin_all_share() -> None:
    game = result(cocotte(Table(3, max_races=1)).live(), "game")
    assert game["coins"] == {P0: 0, P1: 0, P2: 0}
    assert game["winners"] == [P0, P1, P2]


def test_hu_12_forty_races_by_default() -> None:
    table = Table(2)
    for _ in range(39):
        cocotte(table)
    assert not is_over(table.live())
    assert is_over(cocotte(table).live())


@pytest.mark.parametrize("num_players", COUNTS)
@pytest.mark.parametrize("bets", BETS)
def test_margin_rewards_add_up_to_the_final_margin(num_players: int, bets: str) -> None:
    """Over the whole game, each agent's rewards sum to its coins less the mean of the others'."""
    setup = Setup(num_players=num_players, bets=bets)
    env = horse_envs.replay(record_of(setup, random_events(setup, 1)[:4]))
    totals = rewards(env)
    coins = result(env, "game")["coins"]
    for agent, total in totals.items():
        others = [own for other, own in coins.items() if other != agent]
        assert total == pytest.approx(coins[agent] - sum(others) / len(others), abs=1e-5)


def rewards(env: Env) -> dict[str, float]:
    """Some game played on to its end; what each agent was paid on the way."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while not is_over(env):
        play(env, sorted(legal_words(env))[0])
        assert sum(env.unwrapped.rewards.values()) == pytest.approx(0, abs=1e-6)
        for agent, reward in env.unwrapped.rewards.items():
            totals[agent] += reward
    return totals
