"""The reference itself: the pictures of the rulebook, and complete random games with what must always hold."""

import copy
import random
from collections import Counter
from itertools import pairwise

import pytest

from tests.huuue.driver import event_of, every_setup, random_events
from tests.reference.huuue import ReferenceGame, RuleBroken
from tests.reference.huuue_box import Setup
from tests.reference.huuue_course import Course
from tests.reference.huuue_events import Event, kind_of

Game = tuple[Setup, list[Event]]


def course(text: str) -> Course:
    """`"cocotte, vertige noiro"`: Cocotte in front, two abreast behind."""
    lines = [line.split() for line in text.split(",")]
    made = Course(horse for line in lines for horse in line)
    made._lines = [set(line) for line in lines]
    return made


def text(made: Course) -> str:
    return ", ".join(" ".join(line) for line in made.lines)


@pytest.mark.parametrize(
    ("before", "horse", "places", "after"),
    [
        # The four pictures of moving up, and of losing a place.
        ("cocotte, vertige", "vertige", 1, "vertige, cocotte"),
        ("cocotte, vertige, noiro", "noiro", 1, "cocotte, noiro, vertige"),
        ("cocotte vertige noiro", "noiro", 1, "noiro, cocotte vertige"),
        ("cocotte, vertige noiro rubis", "noiro", 1, "cocotte, noiro, vertige rubis"),
        ("cocotte, vertige", "cocotte", -1, "vertige, cocotte"),
        ("cocotte, vertige, noiro", "cocotte", -1, "vertige, cocotte, noiro"),
        ("cocotte vertige noiro", "noiro", -1, "cocotte vertige, noiro"),
        ("vertige noiro rubis, cocotte", "noiro", -1, "vertige rubis, noiro, cocotte"),
        # HU-2: a horse alone passes a whole line.
        ("cocotte vertige, noiro", "noiro", 1, "noiro, cocotte vertige"),
        ("noiro, cocotte vertige", "noiro", -1, "cocotte vertige, noiro"),
        # HU-2: several places one by one; what is left over is lost.
        ("cocotte, vertige noiro", "noiro", 2, "noiro, cocotte, vertige"),
        ("cocotte, vertige, noiro", "noiro", 5, "noiro, cocotte, vertige"),
        ("cocotte vertige, noiro", "vertige", -2, "cocotte, noiro, vertige"),
        ("cocotte, vertige", "vertige", -1, "cocotte, vertige"),
        ("cocotte, vertige", "cocotte", 1, "cocotte, vertige"),
        ("cocotte, vertige", "cocotte", 0, "cocotte, vertige"),
        # HU-3.
        ("cocotte vertige, noiro", "vertige", 1, "vertige, cocotte, noiro"),
        ("noiro, cocotte vertige", "vertige", -1, "noiro, cocotte, vertige"),
    ],
)
def test_moves(before: str, horse: str, places: int, after: str) -> None:
    made = course(before)
    made.move(horse, places)
    assert text(made) == after


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """One random game of each variant and player count."""
    return [(setup, random_events(setup, seed)) for seed, setup in enumerate(every_setup())]


def test_each_runner_is_on_one_line(games: list[Game]) -> None:
    for setup, events in games:
        game = ReferenceGame(setup)
        for event in events:
            game.apply(event)
            assert Counter(horse for line in game.lines for horse in line) == Counter(list(game.values))
            assert all(game.lines) or not game.values


def test_tips_are_conserved_and_each_race_empties_the_hands(games: list[Game]) -> None:
    for setup, events in games:
        game = ReferenceGame(setup)
        for event in events:
            if kind_of(event) == "result race":
                assert not any(game.hands.values())
                assert len(game.cards) == len(game.values)
            game.apply(event)
            if game.hands:
                tips = Counter(tip for hand in game.hands.values() for tip in hand)
                tips.update(tip for _, tip in game.played)
                assert sum(tips.values()) == len(game.values) * setup.num_players
                assert tips <= Counter(setup.tips_of(game.values))


def test_coins_never_fall_and_the_game_ends_by_target_or_by_races(games: list[Game]) -> None:
    for setup, events in games:
        results = [event["coins"] for event in events if kind_of(event) == "result race"]
        for before, after in pairwise(results):
            assert all(before[agent] <= after[agent] for agent in setup.agents)
            assert max(before.values()) < setup.target
        assert max(results[-1].values()) >= setup.target or len(results) == setup.max_races
        best = max(results[-1].values())
        assert events[-1]["winners"] == [agent for agent in setup.agents if results[-1][agent] == best]


def test_whoever_is_on_turn_can_do_something_and_every_legal_word_is_accepted(games: list[Game]) -> None:
    for setup, events in games:
        game = ReferenceGame(setup)
        for number, event in enumerate(events):
            if game.to_act:
                assert game.legal()
                # Copies are slow; one position in 64 is enough.
                for word in sorted(game.legal()) if number % 64 == 0 else []:
                    copy.deepcopy(game).apply(event_of(game, word))
            game.apply(event)


def test_an_event_of_another_kind_is_refused(games: list[Game]) -> None:
    rng = random.Random(1)
    for setup, events in games:
        game = ReferenceGame(setup)
        for number, event in enumerate(events):
            other = rng.choice(events)
            if number % 32 == 0 and kind_of(other) != kind_of(event):
                with pytest.raises(RuleBroken):
                    copy.deepcopy(game).apply(other)
            game.apply(event)
