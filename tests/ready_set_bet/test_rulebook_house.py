"""The House variants: its tokens, its money, and who is House next."""

import pytest

from tests.ready_set_bet.table import (
    HOUSE_SPOTS,
    P0,
    P1,
    P2,
    P3,
    SEATS,
    Table,
    events_of,
    legal_words,
    money_now,
    named,
    new_env,
    result,
    spots_of,
    tell_apart,
)
from tests.reference.ready_set_bet_box import BOARD, Setup

BOTH = pytest.mark.parametrize("house", ["bets", "rotation"])


# House tokens


@BOTH
def test_rsb_13_the_house_is_drawn_by_chance_and_recorded(house: str) -> None:
    drawn = {events_of(new_env(Setup(3, house), seed))[0]["player"] for seed in range(40)}
    assert drawn == {P0, P1, P2}
    assert events_of(new_env(Setup(3, house), 0))[0]["chance"] == "house"


@BOTH
def test_rsb_13_six_tokens_in_the_order_3_3_4_4_5_5_and_no_pass(house: str) -> None:
    table, asked = Table(3, house, P1), []
    for spot in HOUSE_SPOTS.split():
        env = table.env()
        assert env.agent_selection == P1
        words = legal_words(env)
        (token,) = {word.split()[1] for word in words}
        assert all(word.startswith("house ") for word in words)
        asked.append(token)
        table.do(f"house {token} on {spot}")
    assert asked == ["3", "3", "4", "4", "5", "5"]
    assert table.game.expected() == "chance order"
    assert events_of(table.live())[-1]["chance"] == "order"


@BOTH
def test_rsb_13_different_spots_and_one_on_a_card(house: str) -> None:
    table = Table(2, house, props="P01 P02 P03 P04 P05", exotic="X2")

    def open_spots() -> set[str]:
        return {word.split(" on ")[1] for word in legal_words(table.env())}

    everything = {*BOARD, "P01", "P02", "P03", "P04", "P05", "X2.1", "X2.2", "X2.3"}
    assert open_spots() == everything
    table.do("house 3 on X2.2")
    assert open_spots() == everything - {"X2.1", "X2.2", "X2.3"}
    table.do("house 3 on P04", "house 4 on 7.win1")
    assert open_spots() == everything - {"X2.1", "X2.2", "X2.3", "P04", "7.win1"}


@BOTH
def test_rsb_13_house_tokens_do_not_block_players(house: str) -> None:
    table = Table(2, house, props="P01", exotic="X2").house("7.win1 P01 X2.1 6.win1 8.win1 blue_wins").open(P1)
    everything = {*BOARD, "P01", "P02", "P03", "P04", "P05", "X2.1", "X2.2", "X2.3"}
    assert spots_of(legal_words(table.env()), "5") == everything


@BOTH
def test_rsb_13_house_tokens_are_seen_by_all(house: str) -> None:
    one, other = (
        Table(3, house).house(spots).open(P1, P2).env()
        for spots in (HOUSE_SPOTS, " ".join(reversed(HOUSE_SPOTS.split())))
    )
    assert tell_apart(one, other) == {P0, P1, P2}


@BOTH
def test_rsb_13_they_are_resolved_like_other_tokens(house: str) -> None:
    """3 x 3 and 3 x 3 on 7, 4 x 2 to place, 4 x 1 to show, less 4 and 3 on 2/3."""
    table = Table(2, house).house("7.win1 7.win2 7.place1 7.show1 2/3.show1 2/3.show2")
    table.bet({P1: "5 on 7.win1"}).finish(h7=15, h6=12, h8=9)
    start = 18 if house == "bets" else 0
    assert table.money() == {P0: start + 9 + 9 + 8 + 4 - 4 - 3, P1: 15}


def test_rsb_13_the_money_of_a_house_does_not_fall_below_nothing() -> None:
    """24 of penalties and 18 there; in House Rotation nothing."""
    spots = "2/3.show1 2/3.place1 11/12.show1 11/12.place1 2/3.show2 6.place1"
    for house in ("bets", "rotation"):
        table = Table(2, house).house(spots).finish(h7=15, h8=14, h9=13)
        assert table.money() == {P0: 0, P1: 0}


@BOTH
def test_rsb_13_the_house_places_no_tokens_of_its_own(house: str) -> None:
    """It is in no order and never asked in a window."""
    table = Table(3, house, P1).bet().roll(7).open()
    orders = [event["players"] for event in events_of(table.live()) if event.get("chance") == "order"]
    assert all(sorted(order) == [P0, P2] for order in orders)
    assert len(orders) == 2
    assert not named(table.env(), P1)["tokens"][0].any()


def test_rsb_20_a_house_token_does_not_count_for_v13() -> None:
    """Beside a house token alone V13 is not used; beside it and a player's token a 3 may still go."""
    table = Table(3, "bets", P2, rolls_per_window=1).finish().next_race({P0: "V13"})
    table.house("7.win1 7.win2 7.win3 6.win1 8.win1 9.win1").bet({P0: "2 on 7.win1", P1: "4 on 7.win2"})
    table.roll(8).open(P0)
    assert {spot for spot in spots_of(legal_words(table.env()), "3") if spot[0] == "7"} >= {"7.win2", "7.win3"}
    table.do("bet 3 on 7.win2", "pass").finish()
    assert table.money() == {P0: 6 + 9, P1: 12, P2: 18 + 9 + 9 + 12 - 2 - 2 - 2}


# House Bets


def test_rsb_13_the_house_starts_with_18_and_the_others_with_nothing() -> None:
    assert money_now(Table(3, "bets", P2).env()) == {P0: 0, P1: 0, P2: 18}


def test_rsb_13_the_house_is_the_same_all_game_and_places_before_each_race() -> None:
    table = Table(3, "bets", P1)
    for race in range(4):
        if race:
            table.next_race()
        assert table.env().agent_selection == P1
        table.house().finish()
    bets = [event for event in events_of(table.live()) if event.get("do") == "house_bet"]
    assert [event["player"] for event in bets] == [P1] * 24
    assert [event["token"] for event in bets] == [3, 3, 4, 4, 5, 5] * 4
    assert events_of(table.live())[-1]["money"] == {P0: 0, P1: 18, P2: 0}
    assert events_of(table.live())[-1]["winners"] == [P1]


@pytest.mark.parametrize("num_players", [2, 9])
def test_rsb_13_the_house_draws_no_vip_cards(num_players: int) -> None:
    table = Table(num_players, "bets", P1).finish().next_race()
    env = table.live()
    offers = next(event for event in events_of(env) if event.get("chance") == "vip")["offers"]
    assert sorted(offers) == sorted(set(SEATS[:num_players]) - {P1})
    assert not any(event.get("do") == "house" for event in events_of(env))
    assert not named(env, P1)["vip"][0].any()
    assert env.agent_selection == P1


# House Rotation


def test_rsb_14_the_first_house_starts_with_nothing_and_is_not_paid_for_race_1() -> None:
    assert money_now(Table(3, "rotation", P2).env()) == {P0: 0, P1: 0, P2: 0}


def between_races(num_players: int = 4, first_house: str = P1) -> Table:
    """Race 1 is over and the VIP cards are chosen."""
    table = Table(num_players, "rotation", first_house).finish()
    table._new_cards("", "")
    return table.vip()


def test_rsb_14_the_old_house_is_asked_first_and_may_stay() -> None:
    table = between_races()
    env = table.env()
    assert env.agent_selection == P1
    assert legal_words(env) == {"take house", "leave house"}
    env = table.do("take house").live()
    assert env.agent_selection == P1
    assert next(iter(legal_words(env))).startswith("house 3 on ")


def test_rsb_14_then_the_others_clockwise_from_its_left_until_one_takes_it() -> None:
    table = between_races().do("leave house")
    for agent in (P2, P3, P0):
        assert table.env().agent_selection == agent
        assert table.copy().do("take house").env().agent_selection == agent
        assert table.copy().do("take house").game.house == agent
        if agent != P0:
            table.do("leave house")


@pytest.mark.parametrize("num_players", range(2, 9))
def test_rsb_14_if_nobody_takes_it_the_left_neighbour_must(num_players: int) -> None:
    """It is not asked again: the next question is where its first token goes."""
    old = SEATS[num_players - 1]
    table = between_races(num_players, old).do(*["leave house"] * num_players)
    env = table.live()
    assert env.agent_selection == P0
    assert next(iter(legal_words(env))).startswith("house 3 on ")
    asked = [event["player"] for event in events_of(env) if event.get("do") == "house"]
    assert asked == [old, *SEATS[: num_players - 1]]


def test_rsb_14_the_old_house_bets_like_the_others_then() -> None:
    table = between_races().do("leave house", "take house").house().open(P1)
    env = table.live()
    assert env.agent_selection == P1
    assert sorted(events_of(env)[-1]["players"]) == [P0, P1, P3]
    assert "bet 5 on 7.win1" in legal_words(env)


@pytest.mark.parametrize("words", ["take house", "leave house, take house"])
def test_rsb_14_the_house_is_paid_3_6_9_before_races_2_3_4(words: str) -> None:
    """Player 1 starts; who is House then is paid, before its tokens are placed."""
    table, paid = Table(2, "rotation", P1), dict.fromkeys((P0, P1), 0)
    for pay in (3, 6, 9):
        table.house().finish().next_race(house=words)
        paid[table.game.house] += pay
        assert money_now(table.live()) == paid
        assert table.live().agent_selection == table.game.house
    assert paid == ({P0: 0, P1: 18} if words == "take house" else {P0: 12, P1: 6})


def test_rsb_14_the_house_draws_a_vip_card_after_the_race_like_the_others() -> None:
    table = Table(3, "rotation", P1).finish()
    table._new_cards("", "")
    offers = table.offer({P1: "V01"}).events[-1]["offers"]
    assert sorted(offers) == [P0, P1, P2]
    for agent in (P0, P1, P2):
        assert table.env().agent_selection == agent
        table.do(f"vip {offers[agent][0]}")


def rotation(*cards: str, house: str = "take house") -> Table:
    """Player 0 is House in race 1, and has these cards, one for each race; it stays House unless `house` says so."""
    table = Table(2, "rotation", P0)
    for card in cards:
        table.house().finish().next_race({P0: card}, house=house)
    return table


def test_rsb_14_the_house_cannot_use_its_cards_against_losses() -> None:
    """3 + 6 of pay; 4 and 4 to pay on 2/3, with V09 and V10."""
    table = rotation("V09", "V10").house("2/3.show1 2/3.place1 4.win2 4.place2 10.win2 10.place2")
    assert table.finish(h7=15, h8=14, h9=13).money()[P0] == 3 + 6 - 8


def test_rsb_14_the_house_gets_nothing_for_doubles_and_nothing_more_for_winners() -> None:
    table = rotation("V11", "V12").house("7.win1 4.win2 4.place2 10.win2 10.place2 10.show2").roll("1 1", "6 6")
    assert table.finish().money()[P0] == 9 + 9
    table = rotation("V15", "V16").house("red_wins 4.win2 4.place2 10.win2 10.place2 10.show2")
    assert table.finish(h6=15, h8=14, h7=13).money()[P0] == 9 + 6


def test_rsb_14_the_house_gets_nothing_for_v07_while_it_is_house() -> None:
    """3 for race 2, 6 for race 3; as a betting player again $3 before race 4."""
    table = rotation("V07", "V01")
    assert money_now(table.live())[P0] == 9
    table.house().finish().next_race(house="leave house, take house")
    assert money_now(table.live()) == {P0: 9 + 3, P1: 9}


def test_rsb_18_v08_is_paid_to_the_house_of_the_race_just_ended_too() -> None:
    assert money_now(rotation("V08").live())[P0] == 8 + 3


def test_rsb_18_the_houses_pay_and_v07_come_when_the_race_begins() -> None:
    """Not yet while the players are asked who will be House."""
    table = Table(2, "rotation", P0).finish()
    table._new_cards("", "")
    table.vip({P1: "V07"})
    assert money_now(table.env()) == {P0: 0, P1: 0}
    assert money_now(table.do("take house").live()) == {P0: 3, P1: 3}


def test_rsb_14_the_house_has_no_bonus_tokens_and_no_v13_or_v14() -> None:
    """After the close nobody is asked, though the House has V14; a betting player with it is."""
    table = rotation("V01", "V14").house()
    totals = (4, 4, 4, 4, 10, 10, 10, 10, 5, 5, 5, 5, 7, 5, 5)
    assert table.roll(*totals).game.expected() == "chance roll"
    assert result(table.finish().live(), "race") == table.events[-1]
    assert not named(table.env(), P0)["tokens"][0].any()


def test_rsb_14_the_cards_work_again_when_another_is_house() -> None:
    table = rotation("V01", "V09").house().finish().next_race(house="leave house, take house").house()
    env = table.open(P0).env()
    assert "bet bonus 7 on 7.win1" in legal_words(env)
    table.do("bet bonus 7 on 7.win1").roll(7).bet({P0: "3 on 2/3.show1"}).finish(h7=15, h8=14, h6=13)
    assert table.money()[P0] == 9 + 21 - 1
    assert events_of(table.live())[-1]["result"] == "game"


def test_rsb_14_who_is_house_is_seen_by_all() -> None:
    one = between_races().do("take house").env()
    other = between_races().do("leave house", "take house").env()
    assert tell_apart(one, other) == {P0, P1, P2, P3}
    for observer in (P0, P3):
        place = (1 - SEATS.index(observer)) % 4
        assert named(one, observer)["house"][place] == 1
