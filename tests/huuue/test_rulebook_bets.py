"""Betting and winnings of the base game."""

from typing import Any

import pytest

from tests.huuue.driver import COUNTS
from tests.huuue.table import SEATS, Table, coins, legal_words, lines, play, result, tell_apart

P0, P1, P2, P3 = SEATS[:4]
# Races in which only one tip at most moves a horse: who wins, how the race deck lies, and that tip.
COCOTTE_WINS = "cocotte vertige noiro rubis soleil"
SOLEIL_WINS = "noiro soleil vertige cocotte rubis"
RUBIS_WINS = "rubis cocotte vertige noiro soleil"
RUBIS_MOVES = {0: "rubis:1"}


def test_only_runners_can_be_backed() -> None:
    """R01 has four runners, R10 six."""
    assert legal_words(Table().deal("R01").env()) == {"bet cocotte", "bet noiro", "bet soleil", "bet ivoire"}
    assert len(legal_words(Table().deal("R10").env())) == 6


def test_each_player_bets_on_one_horse() -> None:
    env = Table(num_players=4).deal().env()
    players = []
    while "bet noiro" in legal_words(env):
        players.append(env.agent_selection)
        play(env, "bet noiro")
    assert players == [P1, P2, P3, P0]
    assert all(word.startswith("tip ") for word in legal_words(env))


@pytest.mark.parametrize("dealer", range(4))
def test_bets_are_asked_clockwise_from_the_dealers_left(dealer: int) -> None:
    env = Table(num_players=4, dealer=SEATS[dealer]).deal().env()
    players = []
    for _ in range(4):
        players.append(env.agent_selection)
        play(env, "bet noiro")
    assert players == [SEATS[(dealer + i) % 4] for i in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("deck", "moves", "winner", "paid"),
    [
        (SOLEIL_WINS, {}, "soleil", 1),
        (COCOTTE_WINS, {}, "cocotte", 2),
        (RUBIS_WINS, RUBIS_MOVES, "rubis", 3),
    ],
    ids=["favourite", "outsider", "underdog"],
)
def test_the_winner_pays_by_its_value(deck: str, moves: dict[int, str], winner: str, paid: int) -> None:
    env = Table(num_players=3).still(deck, {P0: winner, P1: "noiro", P2: "vertige"}, moves=moves).live()
    race = result(env, "race")
    assert race["lines"][0] == [winner]
    assert race["coins"] == {P0: paid, P1: 0, P2: 0}


def test_everybody_who_backed_the_winner_is_paid_in_full() -> None:
    env = Table(num_players=4).still(COCOTTE_WINS, {P0: "cocotte", P1: "cocotte", P2: "cocotte", P3: "rubis"}).live()
    assert result(env)["coins"] == {P0: 2, P1: 2, P2: 2, P3: 0}


def test_second_place_pays_nothing() -> None:
    race = result(Table().still(COCOTTE_WINS, "noiro").live())
    assert race["lines"] == [["cocotte"], ["noiro"], ["soleil"], ["vertige"], ["rubis"]]
    assert race["coins"] == {P0: 0, P1: 0}


def test_the_winner_is_first_after_the_last_tip_and_not_before() -> None:
    """Soleil leads all the way; the very last tip takes it back."""
    table = Table(dealer=P0).race(
        "soleil vertige noiro rubis cocotte",
        {
            P1: "soleil:2 vertige:1 noiro:2 rubis:0 cocotte:1",
            P0: "noiro:2 cocotte:1 soleil:2 cocotte:0 soleil:0",
        },
        {P0: "noiro", P1: "soleil"},
    )
    table.tip("soleil:2", "noiro:2", "vertige:1", "cocotte:1", "noiro:2", "soleil:2", "rubis:0", "cocotte:0")
    before = table.tip("cocotte:1").env()
    assert lines(before)[:2] == [["soleil"], ["noiro"]]
    assert coins(before) == {P0: 0, P1: 0}
    race = result(play(before, "tip soleil 0"))
    assert race["lines"][0] == ["noiro"]
    assert race["coins"] == {P0: 1, P1: 0}


def test_coins_add_up_over_the_races() -> None:
    table = Table().still(COCOTTE_WINS, {P0: "cocotte", P1: "rubis"})
    table.still(RUBIS_WINS, {P0: "cocotte", P1: "rubis"}, moves=RUBIS_MOVES)
    env = table.still(SOLEIL_WINS, {P0: "soleil", P1: "soleil"}).live()
    assert result(env)["coins"] == {P0: 3, P1: 4}
    for agent in (P0, P1):
        assert coins(env, agent) == {P0: 3, P1: 4}


def test_nothing_is_paid_before_the_race_is_over() -> None:
    """The front horse is backed all the way; rewards come with the last tip."""
    env = Table().race(COCOTTE_WINS, bets={P0: "cocotte", P1: "rubis"}).env()
    while not any("result" in event for event in env.unwrapped.record()["events"]):
        assert not any(env.unwrapped.rewards.values())
        play(env, sorted(legal_words(env))[0])
    paid = result(env)["coins"]
    assert env.unwrapped.rewards == {P0: paid[P0] - paid[P1], P1: paid[P1] - paid[P0]}


# What others see of bets (HU-9)


def with_bet(horse: str, **options: Any) -> Table:
    """Player 1 is the first to bet; everything else is equal, and Cocotte wins."""
    return Table(num_players=3, **options).still(COCOTTE_WINS, {P1: horse, P2: "noiro", P0: "noiro"})


def at(table: Table, kind: str, nth: int = 0) -> int:
    """How many events there are up to and with the nth of this kind, such as `do bet`."""
    key, value = kind.split()
    return [i for i, event in enumerate(table.events) if event.get(key) == value][nth] + 1


@pytest.mark.parametrize(
    ("kind", "nth"), [("do bet", 0), ("do bet", 1), ("do bet", 2), ("do tip", 0), ("do tip", 7), ("do tip", 13)]
)
def test_bets_are_hidden_until_the_race_is_over(kind: str, nth: int) -> None:
    one, other = (table.env(at(table, kind, nth)) for table in (with_bet("rubis"), with_bet("soleil")))
    assert tell_apart(one, other) == {P1}
    assert legal_words(one) == legal_words(other)


def test_after_the_race_all_bets_are_shown() -> None:
    """Both lose alike, so only the sheets differ."""
    one, other = (with_bet(horse).deal().env() for horse in ("rubis", "soleil"))
    assert tell_apart(one, other) == {P0, P1, P2}


@pytest.mark.parametrize(("kind", "nth"), [("do bet", 0), ("do tip", 3)])
def test_hu_10_bets_are_open(kind: str, nth: int) -> None:
    one, other = (
        table.env(at(table, kind, nth))
        for table in (with_bet("rubis", open_bets=True), with_bet("soleil", open_bets=True))
    )
    assert tell_apart(one, other) == {P0, P1, P2}


@pytest.mark.parametrize("num_players", COUNTS)
def test_hu_10_bets_are_made_in_turn_from_the_dealers_left(num_players: int) -> None:
    env = Table(num_players, dealer=P1, open_bets=True).deal().env()
    players = []
    for _ in range(num_players):
        players.append(env.agent_selection)
        play(env, "bet noiro")
    assert players == [SEATS[(1 + i) % num_players] for i in range(1, num_players + 1)]


@pytest.mark.parametrize("bets", ["two_winners", "win_place", "win_place_show"])
def test_hu_10_a_player_makes_all_its_bets_in_its_turn(bets: str) -> None:
    env = Table(3, open_bets=True, bets=bets).deal().env()
    players = []
    while not any(word.startswith("tip") for word in legal_words(env)):
        players.append(env.agent_selection)
        play(env, sorted(legal_words(env))[0])
    each = 3 if bets == "win_place_show" else 2
    assert players == [P1] * each + [P2] * each + [P0] * each
