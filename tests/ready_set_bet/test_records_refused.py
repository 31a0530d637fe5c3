"""Records: what is read, and what is refused with the number of the event and the reason."""

import copy
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import horse_envs
from tests.ready_set_bet.driver import random_events, record_of, without_action
from tests.ready_set_bet.table import Table, events_of, is_over, legal_words, new_env
from tests.reference.ready_set_bet import ReferenceGame, RuleBroken
from tests.reference.ready_set_bet_box import Setup
from tests.reference.ready_set_bet_events import FIELDS, Event

Record = dict[str, Any]
SETUPS = {
    "plain": Setup(3, None, 3),
    "bets": Setup(3, "bets", 4),
    "rotation": Setup(4, "rotation", 3),
}
# A game of House Rotation has an event of every kind.
EVENTS = {name: random_events(setup, seed=21, patience=0.5) for name, setup in SETUPS.items()}
EVERY_GAME = pytest.mark.parametrize("name", SETUPS)


def without_actions(events: list[Event]) -> list[Event]:
    """Events as they are compared: an offer of two cards has no order."""
    plain = [without_action(event) for event in events]
    for event in plain:
        if event.get("chance") == "vip":
            event["offers"] = {agent: sorted(cards) for agent, cards in event["offers"].items()}
    return plain


def whole(name: str = "rotation") -> Record:
    return record_of(SETUPS[name], copy.deepcopy(EVENTS[name]))


def number_of_kind(record: Record, kind: str, nth: int = 0) -> int:
    """Where the nth event of a kind such as `do bet` stands in the record."""
    key, value = kind.split()
    return [i for i, event in enumerate(record["events"]) if event.get(key) == value][nth]


def refusal(record: Record) -> str:
    with pytest.raises(ValueError, match=r"\S") as caught:
        horse_envs.replay(record)
    return str(caught.value)


def refused_at(record: Record, number: int) -> None:
    """Refused, with the number of the event (the first one is 0) and more words than that."""
    message = refusal(record)
    assert re.search(rf"\bevent {number}\b", message), message
    assert len(message.split()) > 3, message


def refused_after(kind: str, change: Callable[[Event], object], nth: int = 0, name: str = "rotation") -> None:
    record = whole(name)
    number = number_of_kind(record, kind, nth)
    change(record["events"][number])
    refused_at(record, number)


# What is read


@EVERY_GAME
def test_a_complete_record_is_read_and_comes_out_as_it_went_in(name: str) -> None:
    env = horse_envs.replay(json.loads(json.dumps(whole(name))))
    written = env.unwrapped.record()
    assert without_actions(written["events"]) == without_actions(EVENTS[name])
    assert written["format"] == 1
    assert written["game"] == "ready_set_bet_v0"
    assert written["options"] == SETUPS[name].record_options()
    assert written["players"] == SETUPS[name].agents
    assert is_over(env)


@EVERY_GAME
def test_decisions_are_written_with_their_action(name: str) -> None:
    for event in events_of(horse_envs.replay(whole(name))):
        assert ("action" in event) == ("do" in event)
        assert type(event.get("action", 0)) is int


@EVERY_GAME
def test_a_record_cut_off_anywhere_is_a_game_in_progress(name: str) -> None:
    """What was cut off and is not a decision happens again by luck or by rule."""
    events = EVENTS[name]
    for length in range(0, len(events), 17):
        env = horse_envs.replay(record_of(SETUPS[name], events[:length]))
        written = events_of(env)
        assert without_actions(written[:length]) == without_actions(events[:length])
        assert all("do" not in event for event in written[length:])


@EVERY_GAME
def test_a_record_with_its_actions_is_read_again_and_goes_on_alike(name: str) -> None:
    """Seed and events are all there is: two copies have one future."""
    env, rng = new_env(SETUPS[name], 12), random.Random(1)
    for _ in range(50):
        env.step(env.unwrapped.parse_action(rng.choice(sorted(legal_words(env)))))
    copied = horse_envs.replay(json.loads(json.dumps(env.unwrapped.record())))
    for _ in range(80):
        if is_over(env):
            break
        word = rng.choice(sorted(legal_words(env)))
        for one in (env, copied):
            one.step(one.unwrapped.parse_action(word))
    assert env.unwrapped.record() == copied.unwrapped.record()


def test_the_seed_may_be_null_and_then_a_fresh_one_is_drawn() -> None:
    drawn = [str(events_of(horse_envs.replay(record_of(Setup(8), [], seed=None)))) for _ in range(2)]
    assert drawn[0] != drawn[1]


def test_chance_is_taken_from_the_record_and_never_from_the_seed() -> None:
    for seed in (1, 2):
        env = horse_envs.replay(record_of(SETUPS["rotation"], EVENTS["rotation"], seed=seed))
        assert without_actions(events_of(env)) == without_actions(EVENTS["rotation"])


def test_reset_with_a_record_plays_its_luck_again_without_its_decisions() -> None:
    """Other decisions, the same dice, orders, cards and offers, where no reshuffled discards are dealt."""
    env, first = new_env(Setup(3, None, 100), 5), []
    while not is_over(env):
        env.step(env.unwrapped.parse_action(min(legal_words(env))))
    first = events_of(env)
    again = new_env(Setup(3, None, 100), 99, record=env.unwrapped.record())
    while not is_over(again):
        again.step(again.unwrapped.parse_action(max(legal_words(again) - {"pass"})))
    chances = [[event for event in events if "chance" in event] for events in (first, events_of(again))]
    assert [chance for chance in chances[0] if chance["chance"] != "order"] == [
        chance for chance in chances[1] if chance["chance"] != "order"
    ]
    assert without_actions(first) != without_actions(events_of(again))


# The frame


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"format": None},
        {"game": "ready_set_bet_v9"},
        {"options": {"num_players": 9}},
        {"options": {"num_players": 3}},
        {"options": {"num_players": 4, "house": "bank"}},
        {"options": {"num_players": 4, "house": "rotation", "rolls_per_window": 0}},
        {"options": {"num_players": 4, "num_horses": 9}},
        {"players": ["player_0", "player_1", "player_2"]},
        {"players": ["player_1", "player_0", "player_2", "player_3"]},
        {"seed": "seven"},
        {"weather": "rain"},
        {"events": {}},
    ],
    ids=str,
)
def test_a_wrong_frame_is_refused(change: Record) -> None:
    refusal(whole() | change)


@pytest.mark.parametrize("key", ["format", "game", "players", "events"])
def test_a_missing_piece_of_the_frame_is_refused(key: str) -> None:
    record = whole()
    del record[key]
    refusal(record)


# The shape of events


@pytest.mark.parametrize("kind", FIELDS)
def test_an_unknown_field_is_refused(kind: str) -> None:
    refused_after(kind, lambda event: event.update(mood="good"))


@pytest.mark.parametrize("kind", FIELDS)
def test_a_missing_field_is_refused(kind: str) -> None:
    for field in FIELDS[kind]:
        refused_after(kind, lambda event, field=field: event.pop(field))  # type: ignore[misc]


@pytest.mark.parametrize("event", [{"chance": "weather"}, {"do": "nap", "player": "player_0"}, {}, "pass", None])
@pytest.mark.parametrize("number", [0, 3, 30])
def test_an_unknown_event_is_refused(event: object, number: int) -> None:
    record = whole()
    record["events"][number] = event
    refused_at(record, number)


def test_an_event_of_two_kinds_is_refused() -> None:
    refused_after("do pass", lambda event: event.update(chance="roll"))


@EVERY_GAME
def test_a_left_out_or_repeated_event_is_refused_where_the_reference_refuses_it(name: str) -> None:
    """At its place, or where it makes a difference: a roll more or less can show as late as in the result."""
    events = EVENTS[name]
    for number in range(0, len(events) - 1, 5):
        for changed in (events[:number] + events[number + 1 :], events[: number + 1] + events[number:]):
            refused = first_refused(SETUPS[name], changed)
            if refused is None:
                horse_envs.replay(record_of(SETUPS[name], changed))
            else:
                refused_at(record_of(SETUPS[name], changed), refused)


def first_refused(setup: Setup, events: list[Event]) -> int | None:
    game = ReferenceGame(setup)
    for number, event in enumerate(events):
        try:
            game.apply(event)
        except RuleBroken:
            return number
    return None


def test_an_event_after_the_end_is_refused() -> None:
    record = whole()
    record["events"].append({"chance": "roll", "dice": [1, 2]})
    refused_at(record, len(record["events"]) - 1)


# A sound record out of a hand-made position is read: else the refusals above would say little


def test_hand_made_positions_are_read() -> None:
    assert legal_words(Table().open().env())
    assert legal_words(Table(3, "bets").finish().next_race().env())
    assert legal_words(Table(8, "rotation").finish().next_race().open().env())
