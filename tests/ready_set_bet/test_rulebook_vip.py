"""VIP cards: how they come, and those that bring money or spare it, alone and together."""

from collections import Counter

import pytest

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
)
from tests.reference.ready_set_bet_box import BOARD, Setup


def holding(*cards: str, num_players: int = 2, rolls_per_window: int = 100) -> Table:
    """The first window of a race in which player 0 has these cards (up to three) and $15."""
    table = Table(num_players, rolls_per_window=rolls_per_window).bet({P0: "5 on 7.win1"}).finish(h7=15)
    for number, card in enumerate(cards):
        if number:
            table.finish()
        table.next_race({P0: card})
    return table


def gain(*cards: str, bets: str = "", finish: str = "7", dice: tuple[str, ...] = ()) -> int:
    """What player 0 has more after a race with these cards than before it, V07 and V08 apart."""
    table = holding(*cards, rolls_per_window=1)
    before = table.game.money[P0]
    if bets:
        table.bets(player_0=bets)
    table.roll(*dice).finish_at(dict(table.game.spaces) | {finish: 15} | AHEAD[finish])
    return table.money()[P0] - before


# Who runs second and third, so that 2/3, 4 and 10 show nowhere.
AHEAD = {"7": {"6": 12, "8": 11}, "6": {"7": 12, "8": 11}, "2/3": {"6": 12, "8": 11}}


# How they come


def test_rsb_12_each_player_is_offered_two_cards_and_keeps_one() -> None:
    table = Table(3).finish()
    table._new_cards("", "")
    table.offer({P0: "V01", P1: "V07", P2: "V16"}, {P0: "V02", P1: "V08", P2: "V15"})
    for agent, words in ((P0, {"V01", "V02"}), (P1, {"V07", "V08"}), (P2, {"V15", "V16"})):
        env = table.env()
        assert env.agent_selection == agent
        assert legal_words(env) == {f"vip {card}" for card in words}
        table.do(f"vip {min(words)}")
    kept = named(table.open(P0).env(), P0)["vip"]
    assert [[i + 1 for i in range(16) if row[i]] for row in kept[:3]] == [[1], [7], [15]]


def test_rsb_12_an_offer_may_hold_two_alike() -> None:
    table = Table().finish()
    table._new_cards("", "")
    table.offer({P0: "V05"}, {P0: "V05"})
    assert legal_words(table.env()) == {"vip V05"}


def test_rsb_12_cards_are_kept_for_the_rest_of_the_game() -> None:
    table = holding("V01", "V09", "V11")
    kept = named(table.open(P0).env(), P0)["vip"][0]
    assert [i + 1 for i in range(16) if kept[i]] == [1, 9, 11]


@pytest.mark.parametrize("num_players", [6, 7, 8])
def test_rsb_12_the_rest_of_the_deck_is_dealt_before_the_rejected_cards(num_players: int) -> None:
    """With seven, 28 of 32 cards are dealt in two races: the last four come first, then ten rejected ones."""
    for seed in range(12):
        env = new_env(Setup(num_players, rolls_per_window=100), seed)
        while not all(env.unwrapped.terminations.values()):
            words = legal_words(env)
            env.step(env.unwrapped.parse_action("pass" if "pass" in words else max(words)))
        events = events_of(env)
        offers = [[card for two in e["offers"].values() for card in two] for e in events if e.get("chance") == "vip"]
        kept = [event["card"] for event in events if event.get("do") == "vip"]
        rest = Counter([f"V{n:02}" for n in range(1, 17)] * 2)
        rest.subtract(offers[0] + offers[1])
        assert Counter(offers[2]) >= +rest
        rejected = Counter(offers[0] + offers[1])
        rejected.subtract(kept[: 2 * num_players])
        assert Counter(offers[2]) <= +rest + +rejected


def test_rsb_12_the_same_deck_is_dealt_on_while_it_lasts() -> None:
    """Four players see 24 cards: no card more than twice."""
    for seed in range(12):
        env = new_env(Setup(4, rolls_per_window=100), seed)
        while not all(env.unwrapped.terminations.values()):
            words = legal_words(env)
            env.step(env.unwrapped.parse_action("pass" if "pass" in words else max(words)))
        offers = [event["offers"] for event in events_of(env) if event.get("chance") == "vip"]
        dealt = Counter(card for offer in offers for two in offer.values() for card in two)
        assert max(dealt.values()) <= 2
        assert sum(dealt.values()) == 24


# V07 and V08: money between races


def test_rsb_18_v07_brings_3_at_the_start_of_every_later_race() -> None:
    table, seen = holding("V07"), []
    for race in (2, 3, 4):
        seen.append(money_now(table.open(P0).env())[P0])
        table.do("pass", "pass").finish()
        if race < 4:
            table.next_race()
    assert seen == [18, 21, 24]
    assert table.game.money[P0] == 24


def test_rsb_18_v08_brings_8_once_when_the_choices_are_shown() -> None:
    table = holding()
    table._new_cards("", "")
    table.offer({P0: "V08"}).do("vip V08")
    assert money_now(table.env()) == {P0: 15, P1: 0}
    table.do(sorted(table.game.legal())[0]).open(P0)
    assert money_now(table.live()) == {P0: 23, P1: 0}
    table.do("pass", "pass").finish().next_race()
    assert table.money() == {P0: 23, P1: 0}
    assert money_now(table.open(P0).live())[P0] == 23


@pytest.mark.parametrize(("cards", "money"), [(("V07", "V07"), 24), (("V08", "V08"), 31), (("V07", "V08"), 29)])
def test_rsb_18_copies_and_both_together(cards: tuple[str, str], money: int) -> None:
    assert money_now(holding(*cards).open(P0).live())[P0] == money


# V09 and V10: less to pay


def test_rsb_19_v09_takes_off_up_to_3_from_all_losses_together() -> None:
    assert gain("V09", bets="3 on 2/3.show1") == -1
    assert gain("V09", bets="3 on 2/3.win1") == 0
    assert gain("V09", bets="3 on 2/3.show1, 4 on blue_wins, 2 on P06") == -(4 + 1 + 3 - 3)
    assert gain("V09", bets="4 on orange_wins") == 0


def test_rsb_19_v09_never_becomes_a_gain() -> None:
    assert gain("V09") == 0
    assert gain("V09", bets="2 on 7.win1") == 6


def test_rsb_19_v10_takes_off_up_to_5_from_losses_on_horses() -> None:
    assert gain("V10", bets="3 on 2/3.show1") == 0
    assert gain("V10", bets="3 on 2/3.show1, 3 on 2/3.place1") == -3
    assert gain("V10", bets="3 on 2/3.show1, 3 on 2/3.place1, 4 on 2/3.win1, 2 on 6.win1") == -(4 + 4 + 2 + 2 - 5)


def test_rsb_19_v10_spares_nothing_on_props_exotics_and_colours() -> None:
    assert gain("V10", bets="3 on blue_wins, 2 on P06") == -4
    assert gain("V10", bets="3 on blue_wins, 2 on 2/3.show1") == -1


def test_rsb_19_v10_covers_the_extra_loss_of_a_bonus_token_on_a_horse() -> None:
    assert gain("V01", "V10", bets="bonus 7 on 2/3.show1") == -(4 + 5 - 5)
    assert gain("V03", "V10", bets="bonus 5 on 10.win3") == 0
    assert gain("V03", "V10", bets="bonus 5 on blue_wins") == -3


def test_rsb_19_first_v10_then_v09_on_what_is_left() -> None:
    """8 on horses and 4 elsewhere: V10 leaves 3 and 4, V09 4 of them. And 4 and 4: V10 leaves 4, V09 one."""
    elsewhere = "2 on P14, 4 on blue_wins"
    assert gain("V09", "V10", bets=f"3 on 2/3.show1, 3 on 2/3.place1, {elsewhere}") == -4
    assert gain("V09", "V10", bets=f"3 on 2/3.show1, {elsewhere}") == -1


def test_rsb_19_copies_of_v09_and_of_v10_add_up() -> None:
    assert gain("V09", "V09", bets="3 on 2/3.show1, 3 on 2/3.place1") == -2
    losers = "3 on 2/3.show1, 3 on 2/3.place1, 2 on 6.win1"
    assert gain("V10", "V10", bets=losers) == 0
    assert gain("V10", "V10", bets=f"{losers}, 4 on 2/3.place2") == -3


def test_rsb_19_they_spare_the_own_losses_only() -> None:
    table = holding("V09", rolls_per_window=1).bet({P1: "3 on 7.win1", P0: "3 on 2/3.show1"})
    table.roll(7).bet({P1: "3 on 2/3.show2"})
    assert table.finish(h7=15, h6=8, h8=7).money() == {P0: 15 - 1, P1: 9 - 3}


# V11 and V12: doubles


def test_rsb_19_v11_counts_double_ones_and_v12_double_sixes() -> None:
    dice = ("1 1", "6 6", "1 2", "6 5", "3 3", "1 1", "2 1")
    assert gain("V11", dice=dice) == 4
    assert gain("V12", dice=dice) == 2
    assert gain("V11", "V12", dice=dice) == 6
    assert gain("V11", "V11", dice=dice) == 8
    assert gain("V09", dice=dice) == 0


def test_rsb_19_every_roll_counts_the_last_and_those_after_the_close_too() -> None:
    """2/3 runs alone on double ones: seven rolls and the bonus bring it in."""
    table = holding("V11").roll(*["1 1"] * 6)
    assert table.events[-1]["result"] == "race"
    assert table.money()[P0] == 15 + 2 * 6


def test_rsb_19_doubles_of_an_earlier_race_do_not_count_again() -> None:
    table = Table().roll(*["1 1"] * 6).next_race({P0: "V11"}).roll("1 1").finish(h7=15)
    assert table.money()[P0] == 2


def test_rsb_19_doubles_are_paid_with_the_winnings_before_the_losses() -> None:
    """Nothing but $2 for a double one: of the 4 to pay 2 are forgiven and nothing is left."""
    table = Table().finish().next_race({P0: "V11"}).bet({P0: "3 on 2/3.show1"}).roll("1 1")
    assert table.finish(h7=15, h6=8, h8=7).money()[P0] == 0
    table = Table().finish().next_race({P0: "V12"}).bet({P0: "3 on 2/3.win1"}).roll("6 6", 7, "6 6")
    assert table.finish(h7=15, h6=8, h8=7).money()[P0] == 2


# V15 and V16: more for winners


def props(*cards: str, exotic: str = "X4") -> Table:
    """A race with P01 (2/3 ahead of 5), P17 (5 ahead of 6) and P25 (7 ahead of 5 and 9), and player 0's cards."""
    table = Table().bet({P0: "5 on 7.win1"}).finish(h7=15)
    for number, card in enumerate(cards):
        if number:
            table.finish()
        last = number == len(cards) - 1
        table.next_race({P0: card}, props="P10 P17 P25" if last else "P26 P27 P28", exotic=exotic if last else "")
    return table


def test_rsb_19_v15_adds_3_for_each_winning_prop_token() -> None:
    table = props("V15").bets(player_0="2 on P25, 3 on P17, 4 on P10, 5 on 7.win1")
    assert table.finish(h7=15, h5=5, h6=4, h10=5).money()[P0] == 15 + (4 + 3) + (6 + 3) - 3 + 15


def test_rsb_19_v16_adds_4_for_each_winning_exotic_or_colour_token() -> None:
    table = props("V16").bets(player_0="2 on X4.1, 3 on red_wins, 4 on seven_5th_or_worse, 5 on 6.win1")
    assert table.finish(h6=15, h5=5, h8=4, h10=5, h9=4, h7=3).money()[P0] == 15 + (8 + 4) + (6 + 4) + (16 + 4) + 15


def test_rsb_19_v16_adds_nothing_for_losers() -> None:
    table = props("V16").bets(player_0="2 on X4.1, 3 on red_wins, 4 on seven_5th_or_worse")
    goal = dict.fromkeys(("4", "5", "6", "8", "9", "10", "2/3"), 4)
    assert table.finish_at(dict(table.game.spaces) | goal | {"7": 15}).money()[P0] == 15 - 1 - 1


@pytest.mark.parametrize(
    ("cards", "paid"),
    [(("V15", "V15"), 4 + 6 + 6), (("V16", "V16"), 4 + 6 + 8), (("V15", "V16"), 4 + 3 + 6 + 4), (("V09",), 4 + 6)],
)
def test_rsb_19_copies_and_both_together(cards: tuple[str, ...], paid: int) -> None:
    table = props(*cards).bets(player_0="2 on P25, 3 on red_wins")
    spaces = dict.fromkeys(("6",), 15) | {"7": 8}
    assert table.finish_at(dict(table.game.spaces) | spaces).money()[P0] == 15 + paid


def test_rsb_19_a_winning_bonus_token_gets_them_too() -> None:
    table = props("V02", "V15").bet({P0: "bonus 6 on P25"}).finish(h7=15)
    assert table.money()[P0] == 15 + 12 + 3


# What is shown


def test_rsb_12_cards_are_shown_to_all_after_the_last_choice() -> None:
    env = holding("V13", num_players=3).open(P0).env()
    for observer in SEATS[:3]:
        place = (0 - SEATS.index(observer)) % 3
        assert named(env, observer)["vip"][place][12] > 0


def test_a_player_with_no_card_keeps_the_first_windows_words() -> None:
    """VIP cards add tokens and rights, they take none away."""
    words = legal_words(holding("V16").open(P0).env())
    assert {f"bet 2 on {spot}" for spot in BOARD} <= words
