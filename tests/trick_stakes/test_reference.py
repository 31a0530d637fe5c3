"""The reference itself: complete random games, with what must hold whatever the cards."""

import copy
import random

import pytest

from tests.reference.trick_stakes import ReferenceGame, RuleBroken
from tests.reference.trick_stakes_cards import CARDS, DUMMY, HORSES, marks
from tests.reference.trick_stakes_events import Event, kind_of
from tests.trick_stakes.driver import event_of, hidden_pair, random_events, swapped

SEEDS = range(200)


@pytest.fixture(scope="module", params=[3, 4], ids=["3 players", "4 players"])
def games(request: pytest.FixtureRequest) -> list[list[Event]]:
    """The events of 200 complete games."""
    return [random_events(request.param, seed) for seed in SEEDS]


def players_of(events: list[Event]) -> int:
    return len(set(events[0]["clockwise"]) - {DUMMY})


def test_the_48_cards_are_conserved(games: list[list[Event]]) -> None:
    for events in games:
        game = ReferenceGame(players_of(events))
        for event in events:
            game.apply(event)
            if game.packs:
                groups = [*game.hands.values(), *game.open_discards.values(), list(game.down.values())]
                everywhere = [card for cards in groups for card in cards] + [play.card for play in game.played]
                assert sorted(everywhere) == sorted(CARDS)


def test_each_race_ends_by_two_finishers_or_empty_hands(games: list[list[Event]]) -> None:
    for events in games:
        game = ReferenceGame(players_of(events))
        races = 0
        for event in events:
            if kind_of(event) == "result race":
                races += 1
                finished = [horse for horse in HORSES if game.spaces[horse] == 7]
                assert len(finished) == 2 or (len(finished) < 2 and not any(game.hands.values()))
                assert len(game.played) % 4 == 0
            game.apply(event)
        assert races == players_of(events)
        assert game.expected() == "end"


def test_money_of_a_race_is_prizes_and_payouts(games: list[list[Event]]) -> None:
    for events in games:
        game = ReferenceGame(players_of(events))
        for event in events:
            before, horses, odds, tickets = (
                dict(game.money),
                dict(game.horse_of),
                dict(game.odds),
                game.tickets,
            )
            game.apply(event)
            if kind_of(event) != "result race":
                continue
            first, second = event["order"][:2]
            for agent in game.agents:
                gain = {first: 5, second: 3}.get(horses[agent], 0)
                gain += odds[first] * (set(tickets[agent]) == {"win", first})
                gain += (odds[first] + odds[second]) * (set(tickets[agent]) == {first, second})
                assert game.money[agent] == before[agent] + gain == event["money"][agent]


def test_odds_grow_by_place(games: list[list[Event]]) -> None:
    for events in games:
        odds = dict.fromkeys(HORSES, 2)
        for event in events:
            if "odds_next" in event:
                assert {horse: event["odds_next"][horse] - odds[horse] for horse in odds} == {
                    horse: place for place, horse in enumerate(event["order"])
                }
                odds = event["odds_next"]


def test_a_horse_moves_only_by_marks_of_its_own_winning_cards(games: list[list[Event]]) -> None:
    for events in games:
        game = ReferenceGame(players_of(events))
        for event in events:
            before, course = dict(game.spaces), game.course
            game.apply(event)
            moved = [horse for horse in before if course.spaces[horse] != before[horse]]
            if kind_of(event) != "do play":
                assert game.course is not course or not moved
                continue
            assert len(moved) <= 1
            for horse in moved:
                winner = next(seat for seat in game.clockwise if game.horse_of[seat] == horse)
                card = next(play.card for play in game.played[-4:] if play.seat == winner)
                assert winner == game.leader
                assert course.spaces[horse] == min(7, before[horse] + marks(card))


def test_each_horse_has_the_same_twelve_cards_in_every_race(games: list[list[Event]]) -> None:
    for events in games:
        game = ReferenceGame(players_of(events))
        for event in events:
            game.apply(event)
            if kind_of(event) == "chance packs":
                for seat, pack in event["top_to_bottom"].items():
                    assert sorted(pack) == sorted(game.fixed_hands[game.horse_of[seat]])


def test_each_player_rides_each_race_another_horse(games: list[list[Event]]) -> None:
    for events in games:
        game = ReferenceGame(players_of(events))
        for event in events:
            game.apply(event)
        assert all(len(game.ridden[agent]) == game.races for agent in game.agents)


def test_whips_never_leave_nought_to_two(games: list[list[Event]]) -> None:
    for events in games:
        game = ReferenceGame(players_of(events))
        for event in events:
            game.apply(event)
            assert all(0 <= whips <= 2 for whips in game.whips_up.values())


def test_one_winner_with_the_most_money(games: list[list[Event]]) -> None:
    for events in games:
        last = events[-1]
        assert len(last["winners"]) == 1
        assert last["money"][last["winners"][0]] == max(last["money"].values())


def test_whoever_is_on_turn_can_do_something_and_every_legal_word_is_accepted(
    games: list[list[Event]],
) -> None:
    for events in games:
        game = ReferenceGame(players_of(events))
        for number, event in enumerate(events):
            if game.to_act:
                assert game.legal()
                # Copies are slow; one position in 64 is enough.
                for word in sorted(game.legal()) if number % 64 == 0 else []:
                    copy.deepcopy(game).apply(event_of(game, word))
            game.apply(event)


def test_an_event_of_another_kind_is_refused(games: list[list[Event]]) -> None:
    rng = random.Random(1)
    for events in games:
        game = ReferenceGame(players_of(events))
        for number, event in enumerate(events):
            other = rng.choice(events)
            if number % 16 == 0 and kind_of(other) != kind_of(event):
                with pytest.raises(RuleBroken):
                    copy.deepcopy(game).apply(other)
            game.apply(event)


def test_only_who_rode_a_horse_can_tell_its_unseen_cards(games: list[list[Event]]) -> None:
    """Two cards that nobody has shown change places."""
    compared = 0
    for events in games:
        race_1 = events[: [kind_of(event) for event in events].index("result race")]
        game = fed(race_1)
        pair = hidden_pair(game)
        if pair is None:
            continue
        twin = fed(swapped(race_1, *pair))
        owners = {seat for seat in game.clockwise for card in pair if card in game.packs[seat]}
        for agent in game.agents:
            assert (game.knows(agent) == twin.knows(agent)) == (agent not in owners)
        compared += 1
    assert compared > 100


def fed(events: list[Event]) -> ReferenceGame:
    game = ReferenceGame(players_of(events))
    for event in events:
        game.apply(event)
    return game
