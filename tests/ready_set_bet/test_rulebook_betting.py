"""Betting and paying: what may lie where, what a token brings and costs."""

import pytest

from tests.ready_set_bet.table import (
    P0,
    P1,
    P2,
    Table,
    events_of,
    legal_words,
    money_now,
    named,
    spots_of,
    tell_apart,
    tokens_of,
)

# Where a token may go


def test_no_token_goes_on_a_spot_that_holds_one() -> None:
    for spot in ("7.win1", "blue_wins", "seven_5th_or_worse", "P01", "X1.2"):
        table = Table(exotic="X1").open(P0, P1).do(f"bet 3 on {spot}")
        assert spot not in spots_of(legal_words(table.env()), "2")
        assert len(spots_of(legal_words(table.env()), "2")) == 67 + 5 + 3 - 1


def test_rsb_11_one_own_token_on_a_prop_card() -> None:
    table = Table().bet({P0: "3 on P01"}).roll(7).open(P0)
    assert "P01" not in spots_of(legal_words(table.env()), "4")


def test_rsb_11_one_own_token_on_an_exotic_card_and_others_may_take_its_other_spots() -> None:
    table = Table(exotic="X4").bet({P0: "3 on X4.2"}).roll(7).open(P0, P1)
    assert not spots_of(legal_words(table.env()), "4") & {"X4.1", "X4.2", "X4.3"}
    table.do("pass")
    assert spots_of(legal_words(table.env()), "4") & {"X4.1", "X4.2", "X4.3"} == {"X4.1", "X4.3"}


def test_rsb_11_the_other_exotic_cards_stay_open_to_the_player() -> None:
    table = Table(exotic="X4").finish().next_race(exotic="X2").bet({P0: "3 on X4.2"}).roll(7).open(P0)
    assert {spot for spot in spots_of(legal_words(table.env()), "4") if spot[0] == "X"} == {"X2.1", "X2.2", "X2.3"}


def test_rsb_11_several_spots_of_one_horse_are_allowed() -> None:
    table = Table().bets(player_0="2 on 7.win1, 3 on 7.win2, 3 on 7.place1, 4 on 7.show1, 5 on 7.win3")
    table.finish(h7=15)
    assert table.money()[P0] == 2 * 3 + 3 * 3 + 3 * 2 + 4 * 1 + 5 * 3


def test_a_token_lies_until_the_race_is_over() -> None:
    """There is no word to move or remove one, and it cannot be placed again."""
    table = Table().bet({P0: "5 on 7.win1"}).roll(7, 8).open(P0)
    assert tokens_of(legal_words(table.env())) == {"2", "3", "4"}
    assert "7.win1" not in spots_of(legal_words(table.env()), "2")


def test_rsb_11_there_are_two_number_3_tokens() -> None:
    table = Table().bets(player_0="3 on 7.win1, 3 on 7.win2").roll(7).open(P0)
    assert tokens_of(legal_words(table.env())) == {"2", "4", "5"}


def test_a_token_on_a_spot_is_public_with_its_owner_and_value() -> None:
    tables = [
        Table(3).bet({P0: "2 on 7.win1"}),
        Table(3).bet({P0: "3 on 7.win1"}),
        Table(3).bet({P1: "3 on 7.win1"}),
        Table(3).bet({P1: "3 on 7.win2"}),
    ]
    envs = [table.roll(8).open().env() for table in tables]
    for i, one in enumerate(envs):
        for other in envs[i + 1 :]:
            assert tell_apart(one, other) == {P0, P1, P2}


# What it brings


def test_a_winning_token_pays_its_number_times_the_multiplier() -> None:
    for token, spot, paid in ((2, "2/3.win3", 18), (5, "2/3.win1", 35), (3, "2/3.place2", 15), (4, "2/3.show1", 16)):
        assert Table().bet({P0: f"{token} on {spot}"}).finish(h2_3=15).money()[P0] == paid


def test_the_number_of_a_losing_token_means_nothing() -> None:
    """$15 on 7, less the 4 of 2/3's show spot, whatever lay on it."""
    for token in (2, 3, 4):
        table = Table().bets(player_0=f"5 on 7.win1, {token} on 2/3.show1").finish(h7=15, h6=5, h8=4)
        assert table.money()[P0] == 15 - 4


def test_a_spot_without_a_red_number_costs_nothing() -> None:
    table = Table().bets(player_0="5 on 7.win1, 4 on 10.win3").finish(h7=15)
    assert table.money()[P0] == 15


def test_rsb_9_all_winnings_come_before_all_losses() -> None:
    """5 x 3 on 7 and four penalties of 3, 4, 4 and 2; the order of placing does not matter."""
    lines = "2 on 2/3.show2, 3 on 2/3.show1, 3 on 2/3.place1, 4 on 2/3.win1, 5 on 7.win1"
    backwards = ", ".join(lines.split(", ")[::-1])
    for line in (lines, backwards):
        assert Table().bets(player_0=line).finish(h7=15, h6=8, h8=7).money()[P0] == 15 - 3 - 4 - 4 - 2


def test_rsb_9_money_never_falls_below_nothing_and_the_rest_is_forgiven() -> None:
    """8 owed and 6 there; what was forgiven is not paid in the next race."""
    table = Table().bets(player_0="2 on 7.win1, 3 on 2/3.show1, 3 on 2/3.place1").finish(h7=15, h6=8, h8=7)
    assert table.money()[P0] == 0
    table.next_race().bet({P0: "3 on 7.win1"}).finish(h7=15)
    assert table.money()[P0] == 9


def test_rsb_9_earlier_money_pays_for_losses() -> None:
    table = Table().bet({P0: "3 on 7.win1"}).finish(h7=15)
    table.next_race().bets(player_0="3 on 2/3.show1, 4 on 2/3.place1").finish(h7=15, h6=8, h8=7)
    assert table.money() == {P0: 9 - 8, P1: 0}


def test_every_player_is_paid_for_its_own_tokens() -> None:
    table = Table(3).bets(player_0="5 on 7.win1, 2 on 6.show1", player_1="5 on 6.win1", player_2="4 on 6.place1")
    table.finish(h6=15, h8=7, h9=6)
    assert table.money() == {P0: 2 * 1 - 2, P1: 15, P2: 8}


def test_money_is_paid_when_the_race_is_over_and_is_public() -> None:
    table = Table().bet({P0: "3 on 7.win1"}).roll(7, 7).open()
    assert money_now(table.env()) == {P0: 0, P1: 0}
    env = table.do("pass", "pass").finish(h7=15).live()
    assert money_now(env) == {P0: 9, P1: 0}
    assert round(float(named(env, P1)["money"][1]) * 100) == 9


# Bonus tokens


def with_bonus(card: str) -> Table:
    """Race 2; player 0 has $15 and this VIP card."""
    return Table().bet({P0: "5 on 7.win1"}).finish(h7=15).next_race({P0: card})


BONUS = [("V01", 7, 5), ("V02", 6, 3), ("V03", 5, 2), ("V04", 4, 1), ("V05", 3, 0), ("V06", 2, 0)]


@pytest.mark.parametrize(("card", "value", "extra"), BONUS)
def test_rsb_10_a_winning_bonus_token_pays_like_any_other(card: str, value: int, extra: int) -> None:
    table = with_bonus(card).bet({P0: f"bonus {value} on 7.win1"}).finish(h7=15)
    assert table.money()[P0] == 15 + 3 * value


@pytest.mark.parametrize(("card", "value", "extra"), BONUS)
def test_rsb_10_a_losing_bonus_token_costs_its_own_number_on_top(card: str, value: int, extra: int) -> None:
    """4 on the show spot of 2/3; the token with the symbol pays nothing."""
    table = with_bonus(card).bet({P0: f"bonus {value} on 2/3.show1"}).finish(h7=15, h6=5, h8=4)
    assert table.money()[P0] == 15 - (0 if card == "V06" else 4 + extra)


@pytest.mark.parametrize(("card", "value", "extra"), BONUS)
def test_rsb_10_where_nothing_is_printed_the_own_number_remains(card: str, value: int, extra: int) -> None:
    table = with_bonus(card).bet({P0: f"bonus {value} on 10.win3"}).finish(h7=15)
    assert table.money()[P0] == 15 - extra


@pytest.mark.parametrize(("card", "value", "extra"), BONUS)
def test_rsb_10_a_bonus_token_is_one_more_token_and_comes_back_each_race(card: str, value: int, extra: int) -> None:
    table = with_bonus(card).open(P0)
    assert tokens_of(legal_words(table.env())) == {"2", "3", "4", "5", f"bonus {value}"}
    table.do(f"bet bonus {value} on 7.win1", "pass").roll(7).open(P0)
    assert tokens_of(legal_words(table.env())) == {"2", "3", "4", "5"}
    table.do("pass", "pass").finish(h7=15).next_race().open(P0)
    assert f"bonus {value}" in tokens_of(legal_words(table.env()))


def test_rsb_10_a_bonus_3_is_not_a_3() -> None:
    """The record tells them apart, and so do the words."""
    table = with_bonus("V05").bet({P0: "bonus 3 on 7.win1"}).roll(7).open(P0)
    bets = [event for event in events_of(table.live()) if event.get("do") == "bet"]
    assert bets[-1]["token"] == {"value": 3, "bonus": True}
    assert bets[0]["token"] == {"value": 5}
    assert tokens_of(legal_words(table.env())) == {"2", "3", "4", "5"}


def test_rsb_16_two_copies_of_a_bonus_token_are_two_tokens() -> None:
    table = with_bonus("V01").finish(h7=15).next_race({P0: "V01"}).bet({P0: "bonus 7 on 7.win1"}).roll(7).open(P0)
    assert "bonus 7" in tokens_of(legal_words(table.env()))
    table.do("bet bonus 7 on 7.win2", "pass").finish(h7=15)
    assert table.money()[P0] == 15 + 21 + 21


def test_rsb_10_bonus_tokens_obey_the_spots_like_others() -> None:
    table = with_bonus("V01").bet({P1: "3 on 7.win1"}).roll(7).open(P0)
    words = legal_words(table.env())
    assert spots_of(words, "bonus 7") == spots_of(words, "5")
