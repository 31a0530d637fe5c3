"""V13 and V14: a token beside another player's, and a token after "no more bets"; alone and together."""

import pytest

from tests.ready_set_bet.table import (
    P0,
    P1,
    P2,
    Table,
    events_of,
    legal_words,
    named,
    result,
    spots_of,
    tokens_of,
)
from tests.reference.ready_set_bet_box import BOARD

# 4 and 10 reach the red line, 5 space 8, 7 space 1; two more rolls of 5 close the betting.
NEARLY = (4, 4, 4, 4, 10, 10, 10, 10, 5, 5, 5, 5, 7)
CLOSING = (5, 5)


def holding(*cards: str, num_players: int = 2, rolls_per_window: int = 1, **others: str) -> Table:
    """The start of a race in which player 0 has these cards, and others the one that is named for them."""
    table = Table(num_players, rolls_per_window=rolls_per_window).finish()
    for number, card in enumerate(cards):
        if number:
            table.finish()
        table.next_race({P0: card} | others)
    return table


# V13


def beside(table: Table, spot: str, token: str) -> bool:
    """Whether player 0, now on turn, may put this token there."""
    env = table.env()
    assert env.agent_selection == P0
    return spot in spots_of(legal_words(env), token)


def test_without_v13_nobody_joins_a_token() -> None:
    table = holding("V16").open(P1, P0).do("bet 4 on 7.win1")
    assert not any(beside(table, "7.win1", token) for token in "2345")


@pytest.mark.parametrize("spot", ["7.win1", "blue_wins", "P06", "X1.1"])
def test_rsb_20_v13_lets_a_2_or_a_3_join_a_token_of_another_player(spot: str) -> None:
    table = holding("V13").open(P1, P0).do(f"bet 4 on {spot}")
    assert [beside(table, spot, token) for token in "2345"] == [True, True, False, False]


def test_rsb_20_bonus_tokens_of_2_and_3_too() -> None:
    for card, token, may in (("V05", "bonus 3", True), ("V06", "bonus 2", True), ("V04", "bonus 4", False)):
        table = holding("V13", card).open(P1, P0).do("bet 4 on 7.win1")
        assert beside(table, "7.win1", token) == may


def test_rsb_20_both_tokens_are_resolved() -> None:
    table = holding("V13").open(P1, P0).do("bet 4 on 7.win1", "bet 3 on 7.win1").finish(h7=15)
    assert table.money() == {P0: 9, P1: 12}
    table = holding("V13").bet({P0: "5 on 7.win1", P1: "5 on 7.win2"}).roll(8).open(P1, P0)
    table.do("bet 3 on 2/3.show1", "bet 2 on 2/3.show1").finish(h7=15, h8=14, h6=13)
    assert table.money() == {P0: 11, P1: 11}


def test_rsb_20_not_beside_an_own_token() -> None:
    table = holding("V13").bet({P0: "4 on 7.win1"}).roll(8).open(P0, P1)
    assert not beside(table, "7.win1", "2")


def test_rsb_20_not_on_a_card_that_holds_an_own_token() -> None:
    """RSB-11 still holds: one own token on an exotic card."""
    table = holding("V13").bet({P0: "4 on X1.1", P1: "4 on 7.win1"}).roll(8).open(P0, P1)
    assert not beside(table, "X1.1", "3")
    table = holding("V13").bet({P1: "4 on X1.1"}).roll(8).bet({P0: "4 on X1.2"}).roll(7).open(P0, P1)
    assert not beside(table, "X1.1", "3")
    assert not beside(table, "X1.3", "3")


def test_rsb_20_a_spot_never_holds_more_than_two() -> None:
    """Both player 0 and player 2 have the card."""
    table = holding("V13", num_players=3, player_2="V13").open(P1, P2, P0).do("bet 4 on 7.win1")
    table.do("bet 3 on 7.win1")
    assert not beside(table, "7.win1", "3")
    assert not beside(table, "7.win1", "2")


def test_rsb_20_once_a_race_and_again_in_the_next() -> None:
    table = holding("V13").open(P1, P0).do("bet 4 on 7.win1", "bet 3 on 7.win1").roll(8).open(P1, P0)
    table.do("bet 4 on 7.win2" if "bet 4 on 7.win2" in table.game.legal() else "bet 5 on 7.win2")
    assert not beside(table, "7.win2", "3")
    table.do("pass").finish(h7=15).next_race().open(P1, P0).do("bet 4 on 7.win1")
    assert beside(table, "7.win1", "3")


def test_rsb_20_an_ordinary_bet_of_a_2_does_not_use_it_up() -> None:
    table = holding("V13").bet({P0: "2 on 6.win1", P1: "4 on 7.win1"}).roll(8).open(P0)
    assert beside(table, "7.win1", "3")


def test_rsb_20_two_copies_join_twice() -> None:
    table = holding("V13", "V13").open(P1, P0).do("bet 4 on 7.win1", "bet 3 on 7.win1")
    table.roll(8).open(P1, P0).do("bet 5 on 7.win2")
    assert beside(table, "7.win2", "3")
    table.do("bet 3 on 7.win2").roll(6).open(P1, P0).do("bet 2 on 7.win3")
    assert not beside(table, "7.win3", "2")


def test_rsb_20_the_other_player_may_not_join_back() -> None:
    """Player 1 has no such card."""
    table = holding("V13").bet({P0: "3 on 7.win1"}).roll(8).open(P1)
    assert "7.win1" not in spots_of(legal_words(table.env()), "2")


def test_rsb_20_how_often_it_may_still_be_used_is_shown() -> None:
    table = holding("V13", "V13").open(P1, P0).do("bet 4 on 7.win1")
    before = named(table.env(), P1)["joins_left"]
    table.do("bet 3 on 7.win1").roll(8).open(P1)
    after = named(table.env(), P1)["joins_left"]
    assert before[1] == 2 * after[1] > 0


# V14


def closed(table: Table) -> Table:
    return table.roll(*NEARLY, *CLOSING)


def test_rsb_21_v14_is_asked_before_each_roll_after_the_close() -> None:
    table = closed(holding("V14"))
    assert table.game.expected() == "chance order"
    for total in (8, 9):
        env = table.open(P1, P0).env()
        assert env.agent_selection == P0
        assert named(env)["closed"]
        assert {"pass", "bet 2 on 7.win1", "bet 5 on blue_wins"} <= legal_words(env)
        table.do("pass").roll(total)
    assert table.open().live().agent_selection == P0


def test_rsb_21_any_spot_that_would_have_been_legal() -> None:
    table = holding("V14").bet({P0: "4 on X1.1", P1: "4 on 7.win1"})
    words = legal_words(closed(table).open().env())
    cards = {"P06", "P07", "P08", "P09", "P10", "X2.1", "X2.2", "X2.3"}
    assert spots_of(words, "5") == {*BOARD, *cards} - {"7.win1"}
    assert tokens_of(words) == {"2", "3", "5"}


def test_rsb_21_once_a_race() -> None:
    table = closed(holding("V14")).bet({P0: "5 on 7.win1"})
    assert table.roll(8).game.expected() == "chance roll"
    table.roll(7).finish(h7=15)
    assert result(table.live(), "race") == table.events[-1]
    assert table.money()[P0] == 15


def test_rsb_21_again_in_the_next_race() -> None:
    table = closed(closed(holding("V14")).bet({P0: "5 on 7.win1"}).finish(h7=15).next_race()).open()
    assert table.env().agent_selection == P0


def test_rsb_21_bets_before_the_close_do_not_use_it_up() -> None:
    table = closed(holding("V14").bet({P0: "5 on 7.win1"})).open()
    assert table.env().agent_selection == P0


def test_rsb_21_two_copies_give_two_a_race() -> None:
    table = closed(holding("V14", "V14")).bet({P0: "5 on 7.win1"}).roll(8).bet({P0: "4 on 7.win2"})
    assert table.roll(9).game.expected() == "chance roll"
    assert table.finish(h7=15).money()[P0] == 27


def test_rsb_21_not_without_a_token_left() -> None:
    table = holding("V14").bets(player_0="2 on 7.win1, 3 on 7.win2, 3 on 6.win1, 4 on 8.win1, 5 on 7.place1")
    table.roll(8, *NEARLY, *CLOSING)
    assert table.game.expected() == "chance roll"
    assert result(table.finish(h7=15).live(), "race") == table.events[-1]


def test_rsb_21_only_holders_are_asked_and_the_order_names_all() -> None:
    table = closed(holding("V14", num_players=3, player_2="V14")).open(P1, P2, P0)
    env = table.live()
    assert events_of(env)[-1]["chance"] == "order"
    assert sorted(events_of(env)[-1]["players"]) == [P0, P1, P2]
    assert env.agent_selection == P2
    assert table.do("pass").env().agent_selection == P0
    table.do("pass")
    assert table.game.expected() == "chance roll"
    assert events_of(table.live())[-2]["chance"] == "roll"


@pytest.mark.parametrize("rolls_per_window", [3, 100])
def test_rsb_2_after_the_close_it_is_before_each_single_roll(rolls_per_window: int) -> None:
    """However rare windows were before, and from the very next roll on, inside the group."""
    table = closed(holding("V14", rolls_per_window=rolls_per_window))
    for total in (8, 9, 8):
        assert table.game.expected() == "chance order"
        assert table.open().live().agent_selection == P0
        table.do("pass").roll(total)


def test_rsb_21_not_after_the_finish() -> None:
    """7 comes in with two horses behind it: there is no roll left to ask before."""
    table = holding("V14").roll(*[7] * 15)
    assert table.events[-1]["result"] == "race"
    assert result(table.live(), "race") == table.events[-1]


# Together


def late_and_beside(*cards: str) -> Table:
    """After the close, player 0 on turn and player 1's tokens on two spots of 7."""
    table = holding(*cards).bet({P1: "4 on 7.win1"}).roll(8).bet({P1: "5 on 7.win2"})
    return closed(table).open(P1, P0)


def test_v13_and_v14_a_late_token_beside_another() -> None:
    table = late_and_beside("V13", "V14")
    assert [beside(table, "7.win1", token) for token in "2345"] == [True, True, False, False]
    table.do("bet 3 on 7.win1")
    assert table.roll(9).game.expected() == "chance roll"
    assert table.finish(h7=15).money() == {P0: 9, P1: 27}


def test_v14_twice_and_v13_once() -> None:
    table = late_and_beside("V14", "V13", "V14").do("bet 3 on 7.win1").roll(9).open(P0)
    assert not beside(table, "7.win2", "3")
    assert beside(table, "7.win3", "3")


def test_v13_twice_and_v14_once() -> None:
    table = late_and_beside("V13", "V14", "V13").do("bet 3 on 7.win1")
    assert table.roll(9).game.expected() == "chance roll"


def test_v06_and_v14_the_symbol_late() -> None:
    """It costs nothing on the show spot of 2/3."""
    table = closed(holding("V06", "V14").bet({P0: "5 on 7.win1"})).bet({P0: "bonus 2 on 2/3.show1"})
    assert table.finish(h7=15).money()[P0] == 15


def test_v01_and_v13_a_7_may_not_join() -> None:
    table = holding("V01", "V13").open(P1, P0).do("bet 4 on 7.win1")
    assert not beside(table, "7.win1", "bonus 7")
    assert beside(table, "7.win1", "3")


def test_v13_and_v15_a_joined_prop_gets_the_addition() -> None:
    table = holding("V13", "V15", player_1="V12").open(P1, P0)
    card = table.game.props[0]
    table.do(f"bet 4 on {card}", f"bet 3 on {card}").roll(8)
    assert card == "P11"
    assert table.finish(h7=15, h10=12, h8=5).money() == {P0: 3 * 3 + 3, P1: 4 * 3}


def test_v14_and_v16_a_late_colour_token_gets_the_addition() -> None:
    table = closed(holding("V14", "V16")).bet({P0: "5 on seven_5th_or_worse"})
    assert table.finish(h6=15).money()[P0] == 20 + 4
