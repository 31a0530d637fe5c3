"""The reference itself: dice, ranks, spots and money by hand, and complete random games with what must hold."""

import copy
import random
from collections import Counter

import pytest

from tests.ready_set_bet.driver import EVERY_TABLE, event_of, random_events
from tests.ready_set_bet.table import P0, P1, SEATS, Table
from tests.reference.ready_set_bet import ReferenceGame, RuleBroken
from tests.reference.ready_set_bet_box import (
    ALL_SPOTS,
    BOARD,
    EXOTICS,
    FINISH,
    HORSES,
    PROPS,
    VIP_IDS,
    Setup,
    Token,
    card_of,
)
from tests.reference.ready_set_bet_course import Course, rank, wins
from tests.reference.ready_set_bet_events import Event, kind_of
from tests.reference.ready_set_bet_money import Bet, losses, winnings

GAMES = [(Setup(count, house, 1 + count % 3), seed) for house, count in EVERY_TABLE for seed in (1, 2)]


def course_of(**spaces: int) -> Course:
    course = Course()
    course.spaces |= {name.removeprefix("h").replace("_", "/"): at for name, at in spaces.items()}
    return course


def test_the_box_has_the_right_number_of_everything() -> None:
    assert len(BOARD) == 67
    assert len(PROPS) == 28
    assert len(EXOTICS) == 5
    assert len(ALL_SPOTS) == 110 == len(set(ALL_SPOTS))
    assert Counter(Setup().deck()) == dict.fromkeys(VIP_IDS, 2)


def test_each_sum_of_two_dice_moves_one_horse_and_each_horse_has_one() -> None:
    moved = set()
    for total in range(2, 13):
        course = Course()
        course.roll(max(1, total - 6), min(6, total - 1))
        (horse,) = [horse for horse in HORSES if course.spaces[horse]]
        assert str(total) in horse.split("/")
        moved.add(horse)
    assert moved == set(HORSES)


def test_ranks_of_the_rulebooks_ties() -> None:
    spaces = course_of(h7=15, h6=12, h8=12, h5=11, h9=11).spaces
    assert [rank(spaces, horse) for horse in ("7", "6", "8", "5", "9", "4")] == [1, 2, 2, 4, 4, 6]
    assert wins("6.place1", spaces, Setup())
    assert wins("8.show1", spaces, Setup())
    assert not wins("5.show1", spaces, Setup())


def test_money_of_one_race_by_hand() -> None:
    """3 on a winner at 3 to 1 and 2 more of V15; a bonus 7 loses 5 and its spot's 4; V10 and V09 take off 8."""
    setup, course = Setup(), course_of(h7=15, h6=12, h8=11)
    course.rolls = [(1, 1), (6, 6), (1, 1)]
    bets = [Bet(P0, Token(3), "7.win3"), Bet(P0, Token(7, True), "2/3.show1"), Bet(P0, Token(2), "blue_wins")]
    assert winnings(setup, course, bets, []) == 9
    assert winnings(setup, course, bets, ["V11", "V12", "V12"]) == 9 + 4 + 4
    assert losses(setup, course, bets, []) == 10
    assert losses(setup, course, bets, ["V10"]) == 5
    assert losses(setup, course, bets, ["V10", "V09"]) == 2
    assert losses(setup, course, bets, ["V10", "V10", "V09"]) == 0


def test_the_builder_finishes_a_race_as_asked() -> None:
    for goal in ({"7": 15}, {"2/3": 15}, {"8": 15, "9": 14, "4": 14}, dict.fromkeys(HORSES, 6) | {"5": 15}):
        table = Table().finish_at(dict.fromkeys(HORSES, 0) | goal)
        assert table.events[-1]["spaces"] == dict.fromkeys(HORSES, 0) | goal


@pytest.mark.parametrize(("setup", "seed"), GAMES)
def test_whole_random_games_keep_what_must_hold(setup: Setup, seed: int) -> None:
    events, game = random_events(setup, seed, patience=0.6), ReferenceGame(setup)
    money_before, lying = dict(game.money), Counter[str]()
    for event in events:
        game.apply(event)
        assert all(money >= 0 for money in game.money.values())
        assert max(game.spaces.values()) <= FINISH
        assert game.house not in game.betting()
        for agent in game.betting():
            own = [card_of(bet.spot) for bet in game.bets if bet.player == agent]
            assert len(own) == len(set(own))
        lying = Counter(bet.spot for bet in game.bets)
        joins = sum(cards.count("V13") for cards in game.vips.values())
        assert all(count <= 2 for count in lying.values())
        assert sum(count - 1 for count in lying.values()) <= joins
        if event.get("result") == "race":
            money_before = dict(game.money)
    assert money_before == game.money
    assert [event.get("result") for event in events if "result" in event] == ["race"] * 4 + ["game"]
    kinds = Counter(kind_of(event) for event in events)
    assert kinds["chance vip"] == 3
    assert kinds["chance props"] == kinds["chance exotic"] == 4
    drawing = setup.num_players - (setup.house == "bets")
    assert kinds["do vip"] == 3 * drawing
    assert kinds["do house_bet"] == (24 if setup.house else 0)


def test_the_vip_cards_are_always_two_of_each() -> None:
    """RSB-12: in deck, discard, hands and offers together."""
    for setup, seed in GAMES[::5]:
        game = ReferenceGame(setup)
        for event in random_events(setup, seed):
            game.apply(event)
            on_offer = [card for cards in game.offers.values() for card in cards] if game.to_act else []
            if game.expected() == "do vip":
                kept = [card for cards in game.vips.values() for card in cards]
                assert Counter(game.deck + game.discard + kept + on_offer) == dict.fromkeys(VIP_IDS, 2)


@pytest.mark.parametrize(("setup", "seed"), GAMES[::4])
def test_an_event_left_out_or_repeated_is_refused(setup: Setup, seed: int) -> None:
    """But not rolls, passes, house bets and orders, of which several alike may follow each other."""
    events = random_events(setup, seed, patience=0.5)
    alike = {"chance roll", "do pass", "do bet", "do house_bet", "chance order"}
    game, rng = ReferenceGame(setup), random.Random(1)
    for number, event in enumerate(events[:-1]):
        if kind_of(event) not in alike or rng.random() < 0.05:
            following = events[number + 1]
            if kind_of(following) != kind_of(event):
                refused(game, following)
            repeated = copy.deepcopy(game)
            repeated.apply(event)
            if kind_of(event) not in alike:
                refused(repeated, event)
        game.apply(event)


def refused(game: ReferenceGame, event: Event) -> None:
    with pytest.raises(RuleBroken):
        copy.deepcopy(game).apply(event)


def test_no_word_but_the_legal_ones_is_accepted() -> None:
    table = Table(3, props="P01 P02 P03 P04 P05").open(P1)
    legal = table.game.legal()
    assert len(legal) == 1 + 4 * (67 + 5 + 3)
    for spot in ALL_SPOTS:
        for value in range(2, 8):
            word = f"bet {value} on {spot}"
            if word not in legal:
                refused(table.game, event_of(P1, word))
    refused(table.game, event_of(SEATS[2], "pass"))


def test_offers_hide_from_others_and_choices_until_the_last() -> None:
    one, other = (Table(3).finish() for _ in range(2))
    for table, card in ((one, "V07"), (other, "V08")):
        table._new_cards("", "")
        table.offer({P0: "V07", P1: "V01"}, {P0: "V08", P1: "V02"})
        table.do(f"vip {card}")
    assert one.game.knows(P1) == other.game.knows(P1)
    assert one.game.knows(P0) != other.game.knows(P0)
    for table in (one, other):
        table.do("vip V01")
        table.do(sorted(table.game.legal())[0])
    assert one.game.knows(P1) != other.game.knows(P1)
