"""Setting up: cards, tokens, money and players; and what a table of each size looks like."""

from typing import Any

import pytest

import horse_envs
from tests.ready_set_bet.driver import EVERY_TABLE
from tests.ready_set_bet.table import (
    P0,
    P1,
    P2,
    SEATS,
    Table,
    events_of,
    legal_words,
    money_now,
    named,
    new_env,
    spots_of,
    tokens_of,
)
from tests.reference.ready_set_bet_box import BOARD, Setup


@pytest.mark.parametrize(("house", "num_players"), EVERY_TABLE)
def test_rsb_17_every_player_count(house: str | None, num_players: int) -> None:
    env = new_env(Setup(num_players, house), seed=3)
    assert env.possible_agents == SEATS[:num_players]
    assert env.unwrapped.record()["options"] == {"num_players": num_players, "house": house, "rolls_per_window": 1}


@pytest.mark.parametrize(
    ("house", "num_players"), [(None, 1), (None, 9), ("bets", 1), ("bets", 10), ("rotation", 9), ("rotation", 1)]
)
def test_rsb_17_other_player_counts_are_refused(house: str | None, num_players: int) -> None:
    with pytest.raises(ValueError, match=rf"num_players={num_players}\b"):
        horse_envs.ready_set_bet_v0.raw_env(num_players=num_players, house=house)


@pytest.mark.parametrize(
    "options",
    [
        {"house": "Bets"},
        {"house": ""},
        {"house": True},
        {"house": "none"},
        {"rolls_per_window": 0},
        {"rolls_per_window": 101},
        {"rolls_per_window": -1},
        {"rolls_per_window": 1.5},
        {"rolls_per_window": "2"},
        {"rolls_per_window": True},
        {"num_players": 4.0},
        {"num_players": "4"},
        {"num_players": None},
    ],
    ids=str,
)
def test_wrong_options_are_refused_with_name_and_value(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(ValueError, match=name) as caught:
        horse_envs.ready_set_bet_v0.raw_env(**options)
    assert repr(options[name]) in str(caught.value)


def test_five_prop_cards_and_one_exotic_card_lie_open() -> None:
    env = Table(props="P07 P08 P21 P22 P28", exotic="X3").open(P0).env()
    open_cards = {spot for spot in spots_of(legal_words(env), "3") if spot not in BOARD}
    assert open_cards == {"P07", "P08", "P21", "P22", "P28", "X3.1", "X3.2", "X3.3"}


@pytest.mark.parametrize("num_players", range(2, 9))
def test_players_start_with_nothing(num_players: int) -> None:
    """RSB-9."""
    assert set(money_now(new_env(Setup(num_players), seed=1)).values()) == {0}


@pytest.mark.parametrize(("house", "num_players"), EVERY_TABLE)
def test_rsb_17_seven_or_eight_that_bet_have_one_number_3_less(house: str | None, num_players: int) -> None:
    """Player 1 puts a 3 down and, with fewer players, has another one."""
    table = Table(num_players, house).open(P1).do("bet 3 on 7.win1")
    while table.game.expected() == "do bet":
        table.do("pass")
    env = table.roll(7).open(P1).env()
    betting = num_players - (house is not None)
    assert tokens_of(legal_words(env)) == ({"2", "4", "5"} if betting >= 7 else {"2", "3", "4", "5"})
    assert env.agent_selection == P1


@pytest.mark.parametrize(("house", "num_players"), EVERY_TABLE)
def test_rsb_17_how_many_tokens_each_has_is_shown_to_all(house: str | None, num_players: int) -> None:
    """Seats are relative; the House has none, nor has an empty seat."""
    env = Table(num_players, house).open(P1).env()
    betting = num_players - (house is not None)
    for observer in env.possible_agents:
        left = named(env, observer)["tokens"]
        shown = [round(float(row.sum()) * 3) for row in left]
        place = env.possible_agents.index(observer)
        expected = [0 if house and agent == P0 else 4 if betting >= 7 else 5 for agent in env.possible_agents]
        assert shown == expected[place:] + expected[:place] + [0] * (9 - num_players)


def test_the_first_window_offers_every_token_on_every_open_spot_and_a_pass() -> None:
    words = legal_words(Table(3, props="P01 P02 P03 P04 P05", exotic="X1").open(P2).env())
    spots = {*BOARD, "P01", "P02", "P03", "P04", "P05", "X1.1", "X1.2", "X1.3"}
    assert words == {"pass"} | {f"bet {token} on {spot}" for token in (2, 3, 4, 5) for spot in spots}


def test_rsb_12_cards_are_new_each_race_and_exotic_cards_stay() -> None:
    table = Table(props="P01 P02 P03 P04 P05", exotic="X2").finish()
    table.next_race(props="P06 P07 P08 P09 P10", exotic="X5").open(P0)
    cards = {spot for spot in spots_of(legal_words(table.env()), "3") if spot not in BOARD}
    assert cards == {"P06", "P07", "P08", "P09", "P10", *(f"X{n}.{k}" for n in (2, 5) for k in (1, 2, 3))}
    table.do("pass", "pass").finish().next_race(exotic="X1").open(P0)
    assert len(spots_of(legal_words(table.env()), "3")) == 67 + 5 + 3 * 3
    table.do("pass", "pass").finish().next_race(exotic="X4").open(P0)
    assert len(spots_of(legal_words(table.env()), "3")) == 67 + 5 + 3 * 4


def test_rsb_12_no_prop_card_comes_twice_and_no_vip_after_the_last_race() -> None:
    """Whatever the luck: five times four different cards, four exotic cards, three offers."""
    for seed in range(20):
        env = new_env(Setup(2, rolls_per_window=100), seed)
        while not all(env.unwrapped.terminations.values()):
            env.step(env.unwrapped.parse_action("pass" if "pass" in legal_words(env) else min(legal_words(env))))
        events = events_of(env)
        props = [card for event in events if event.get("chance") == "props" for card in event["cards"]]
        exotics = [event["card"] for event in events if event.get("chance") == "exotic"]
        assert len(props) == len(set(props)) == 20
        assert len(exotics) == len(set(exotics)) == 4
        assert sum(event.get("chance") == "vip" for event in events) == 3


def test_rsb_12_what_comes_after_a_race_and_in_which_order() -> None:
    table = Table(2, "rotation").finish().next_race()
    kinds = [event.get("chance") or event.get("do") or event["result"] for event in table.events]
    start = kinds.index("race")
    expected = ["race", "props", "exotic", "vip", "vip", "vip", "house"]
    assert kinds[start : start + 7] == expected
    live = [event.get("chance") or event.get("do") or event["result"] for event in events_of(table.live())]
    assert live[start : start + 7] == expected
    assert table.env().agent_selection == P0


def test_all_tokens_come_back_after_the_race() -> None:
    """RSB-11."""
    table = Table().bets(player_0="2 on 7.win1, 3 on 7.win2, 3 on 6.win1, 4 on 8.win1, 5 on P01")
    table.finish(h7=15).next_race().open(P0)
    words = legal_words(table.env())
    assert tokens_of(words) == {"2", "3", "4", "5"}
    assert spots_of(words, "5") >= set(BOARD)


def test_rsb_15_the_game_ends_after_the_fourth_race_and_most_money_wins() -> None:
    table = Table(3)
    for race in range(4):
        if race:
            table.next_race()
        table.bet({P1: "3 on 7.win1", P2: "2 on 7.win2"}).finish(h7=15)
    end = events_of(table.live())[-1]
    assert end == {"result": "game", "money": {P0: 0, P1: 36, P2: 24}, "winners": [P1]}


def test_rsb_15_equal_money_shares_the_win() -> None:
    table = Table(3)
    for race in range(4):
        if race:
            table.next_race()
        table.bet({P1: "3 on 7.win1", P2: "3 on 7.win2"}).finish(h7=15)
    assert events_of(table.live())[-1]["winners"] == [P1, P2]


def test_rsb_15_without_money_all_win() -> None:
    table = Table(4)
    for race in range(4):
        if race:
            table.next_race()
        table.finish()
    assert events_of(table.live())[-1]["winners"] == SEATS[:4]
