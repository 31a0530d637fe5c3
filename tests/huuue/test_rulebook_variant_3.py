"""Betting on several horses: variant 3 with our choice of pay (HU-13), and several horses on the front line (HU-11)."""

import pytest

from tests.huuue.table import SEATS, Table, legal_words, play, result

P0, P1 = SEATS[:2]
# Race decks of R05 (Cocotte 1, Vertige 1, Noiro 2, Rubis 0, Soleil 2) and the places they lead to with still tips.
ORDER = {
    "cocotte vertige noiro rubis soleil": ["cocotte", "noiro", "soleil", "vertige", "rubis"],
    "noiro soleil vertige cocotte rubis": ["soleil", "noiro", "vertige", "cocotte", "rubis"],
}
RUBIS = "rubis cocotte vertige noiro soleil"
RUBIS_ORDER = ["rubis", "cocotte", "soleil", "noiro", "vertige"]
DECKS = [(deck, None, order) for deck, order in ORDER.items()] + [(RUBIS, {0: "rubis:1"}, RUBIS_ORDER)]
WIN = {"cocotte": 2, "vertige": 2, "noiro": 1, "rubis": 3, "soleil": 1}
LESS = {"cocotte": 1, "vertige": 1, "noiro": 1, "rubis": 2, "soleil": 1}


def paid(bets: str, deck: str, moves: dict[int, str] | None, horses: str) -> int:
    """What player 1 gets for these bets."""
    race = result(Table(bets=bets).still(deck, {P1: horses, P0: "noiro vertige rubis"}, moves=moves).live(), "race")
    coins: dict[str, int] = race["coins"]
    return coins[P1]


@pytest.mark.parametrize(("deck", "moves", "order"), DECKS)
def test_the_races_of_these_tests(deck: str, moves: dict[int, str] | None, order: list[str]) -> None:
    assert result(Table().still(deck, moves=moves).live(), "race")["lines"] == [[horse] for horse in order]


# Two winners


def test_hu_13_two_winners_are_two_different_horses() -> None:
    env = Table(bets="two_winners").deal().env()
    assert legal_words(env) == {f"bet {horse}" for horse in WIN}
    play(env, "bet noiro")
    assert env.agent_selection == P1
    assert legal_words(env) == {f"bet {horse}" for horse in WIN if horse != "noiro"}
    play(env, "bet cocotte")
    assert env.agent_selection == P0
    assert legal_words(env) == {f"bet {horse}" for horse in WIN}


@pytest.mark.parametrize(("deck", "moves", "order"), DECKS)
@pytest.mark.parametrize("place", range(2))
def test_hu_13_each_of_two_winners_pays_one_coin_less_and_at_least_one(
    deck: str, moves: dict[int, str] | None, order: list[str], place: int
) -> None:
    """The winner may be named first or second."""
    pair = [order[3], order[3]]
    pair[place] = order[0]
    assert paid("two_winners", deck, moves, " ".join(pair)) == LESS[order[0]]


@pytest.mark.parametrize(("deck", "moves", "order"), DECKS)
def test_hu_13_two_losers_pay_nothing(deck: str, moves: dict[int, str] | None, order: list[str]) -> None:
    assert paid("two_winners", deck, moves, f"{order[1]} {order[2]}") == 0


# Win and place


def test_hu_13_place_may_name_any_runner_the_own_winner_too() -> None:
    env = play(Table(bets="win_place").deal().env(), "bet noiro")
    assert env.agent_selection == P1
    assert legal_words(env) == {f"place {horse}" for horse in WIN}
    play(env, "place noiro")
    assert env.agent_selection == P0
    assert legal_words(env) == {f"bet {horse}" for horse in WIN}


@pytest.mark.parametrize(("deck", "moves", "order"), DECKS)
@pytest.mark.parametrize("bets", ["win_place", "win_place_show"])
def test_hu_13_a_win_bet_pays_as_in_the_base_game(
    bets: str, deck: str, moves: dict[int, str] | None, order: list[str]
) -> None:
    show = next(horse for horse in order[3:] if WIN[horse] > 1)
    for horse in order:
        earned = WIN[horse] if horse == order[0] else 0
        assert paid(bets, deck, moves, f"{horse} {order[4]} {show}") == earned


@pytest.mark.parametrize(("deck", "moves", "order"), DECKS)
@pytest.mark.parametrize("bets", ["win_place", "win_place_show"])
def test_hu_13_a_place_bet_pays_for_first_and_second(
    bets: str, deck: str, moves: dict[int, str] | None, order: list[str]
) -> None:
    show = next(horse for horse in order[3:] if WIN[horse] > 1)
    for rank, horse in enumerate(order, 1):
        earned = LESS[horse] if rank <= 2 else 0
        assert paid(bets, deck, moves, f"{order[4]} {horse} {show}") == earned


# Show


def test_hu_13_a_favourite_cannot_be_backed_to_show() -> None:
    env = play(Table(bets="win_place_show").deal().env(), "bet vertige", "place vertige")
    assert env.agent_selection == P1
    assert legal_words(env) == {"show cocotte", "show vertige", "show rubis"}


def test_hu_13_show_may_name_a_horse_already_backed() -> None:
    env = play(Table(bets="win_place_show").deal().env(), "bet vertige", "place vertige", "show vertige")
    assert env.agent_selection == P0


@pytest.mark.parametrize(("programme", "asked"), [("R01", False), ("R04", False), ("R05", True), ("R10", True)])
def test_hu_13_show_is_asked_with_five_or_six_runners(programme: str, asked: bool) -> None:
    env = Table(bets="win_place_show").deal(programme).env()
    play(env, "bet cocotte", "place cocotte")
    assert (env.agent_selection == P1) == asked
    assert any(word.startswith("show ") for word in legal_words(env)) == asked


@pytest.mark.parametrize(("deck", "moves", "order"), DECKS)
def test_hu_13_a_show_bet_pays_one_coin_for_the_first_three(
    deck: str, moves: dict[int, str] | None, order: list[str]
) -> None:
    for rank, horse in enumerate(order, 1):
        if WIN[horse] > 1:
            earned = 1 if rank <= 3 else 0
            assert paid("win_place_show", deck, moves, f"{order[4]} {order[4]} {horse}") == earned


def test_hu_13_all_bets_on_one_horse_add_up() -> None:
    assert paid("win_place_show", RUBIS, {0: "rubis:1"}, "rubis rubis rubis") == 3 + 2 + 1


# Horses abreast. All cards but the first are an underdog's, so zeros move nothing.

ABREAST = {"programmes": [{"id": "R01", "values": {"Cocotte": 0, "Vertige": 0, "Noiro": 0, "Rubis": 1, "Soleil": 0}}]}
ZEROS = [f"{horse}:0" for horse in ("cocotte", "cocotte", "vertige", "vertige", "noiro", "rubis", "soleil", "soleil")]


def abreast(first: str, bets: str, horses: str) -> tuple[list[list[str]], int]:
    """The lines after a race in which only these first two tips moved, and what player 1 got for its bets."""
    tips = first.split() + ZEROS
    table = Table(bets=bets, components=ABREAST)
    table.race("rubis", {P1: " ".join(tips[::2]), P0: " ".join(tips[1::2])}, {P1: horses}, "R01")
    race = result(table.tip(*tips).live(), "race")
    return race["lines"], race["coins"][P1]


THREE_WIN = "rubis:0 noiro:0"
THREE_WIN_LINES = [["cocotte", "vertige", "soleil"], ["noiro"], ["rubis"]]
RUBIS_WINS = "cocotte:1 vertige:1"
RUBIS_WINS_LINES = [["rubis"], ["cocotte", "vertige", "noiro", "soleil"]]


@pytest.mark.parametrize("horse", ["cocotte", "vertige", "noiro", "rubis", "soleil"])
def test_hu_11_all_horses_on_the_front_line_win(horse: str) -> None:
    lines, coins = abreast(THREE_WIN, "single", horse)
    assert lines == THREE_WIN_LINES
    assert coins == (3 if horse in lines[0] else 0)


@pytest.mark.parametrize(
    ("pair", "coins"), [("cocotte vertige", 4), ("soleil cocotte", 4), ("vertige noiro", 2), ("noiro rubis", 0)]
)
def test_hu_11_both_of_two_winners_pay_if_both_win(pair: str, coins: int) -> None:
    assert abreast(THREE_WIN, "two_winners", pair) == (THREE_WIN_LINES, coins)


@pytest.mark.parametrize(("place", "coins"), [("cocotte", 2), ("soleil", 2), ("noiro", 0), ("rubis", 0)])
def test_hu_13_behind_three_winners_nobody_is_second(place: str, coins: int) -> None:
    """Noiro is on the second line and fourth."""
    assert abreast(THREE_WIN, "win_place", f"rubis {place}") == (THREE_WIN_LINES, coins)


@pytest.mark.parametrize(("show", "coins"), [("cocotte", 1), ("soleil", 1), ("noiro", 0), ("rubis", 0)])
def test_hu_13_behind_three_winners_nobody_shows(show: str, coins: int) -> None:
    assert abreast(THREE_WIN, "win_place_show", f"rubis rubis {show}") == (THREE_WIN_LINES, coins)


@pytest.mark.parametrize("horse", ["cocotte", "vertige", "noiro", "soleil"])
def test_hu_13_all_on_the_second_line_behind_one_winner_are_second(horse: str) -> None:
    """Place and show, for a horse of value 0; Cocotte does not win."""
    assert abreast(RUBIS_WINS, "win_place_show", f"cocotte {horse} {horse}") == (RUBIS_WINS_LINES, 2 + 1)


def test_hu_13_a_horse_behind_two_winners_is_third_and_not_second() -> None:
    """R01 here has four runners: Cocotte and Vertige win, Noiro is next."""
    four = {"programmes": [{"id": "R01", "values": {"Cocotte": 0, "Vertige": 0, "Noiro": 0, "Rubis": 1}}]}
    tips = ["rubis:0", "noiro:0", *ZEROS[:6]]
    table = Table(bets="win_place", components=four)
    hands = {P1: " ".join(tips[::2]), P0: " ".join(tips[1::2])}
    table.race("rubis", hands, {P1: "noiro noiro", P0: "noiro vertige"}, "R01")
    race = result(table.tip(*tips).live(), "race")
    assert race["lines"] == [["cocotte", "vertige"], ["noiro"], ["rubis"]]
    assert race["coins"] == {P1: 0, P0: 2}
