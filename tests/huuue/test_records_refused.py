"""Records: what is read, and what is refused with the number of the event and the reason."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import horse_envs
from tests.huuue.driver import BETS, COUNTS, every_setup, random_events, record_of, without_action
from tests.huuue.table import Table, events_of, is_over, legal_words, new_env, play
from tests.reference.huuue_box import Setup

Record = dict[str, Any]
Event = dict[str, Any]
SETUP = Setup(num_players=3)
EVENTS = random_events(SETUP, seed=21)
SHORT = every_setup(max_races=2)


def whole() -> Record:
    return record_of(SETUP, copy.deepcopy(EVENTS))


def number_of_kind(record: Record, kind: str, nth: int = 0) -> int:
    """Where the nth event of a kind such as `do tip` stands in the record."""
    key, value = kind.split()
    return [i for i, event in enumerate(record["events"]) if event.get(key) == value][nth]


def refusal(record: object) -> str:
    with pytest.raises(horse_envs.RecordError, match=r"\S") as caught:
        horse_envs.replay(record)
    return str(caught.value)


def refused_at(record: Record, number: int) -> None:
    """Refused, with the number of the event (the first one is 0) and more words than that."""
    message = refusal(record)
    assert re.search(rf"\bevent {number}\b", message), message
    assert len(message.split()) > 3, message


def refused_after(kind: str, change: Callable[[Event], object], nth: int = 0) -> None:
    record = whole()
    number = number_of_kind(record, kind, nth)
    change(record["events"][number])
    refused_at(record, number)


# What is read


@pytest.mark.parametrize("setup", SHORT, ids=str)
def test_a_complete_record_is_read_and_comes_out_as_it_went_in(setup: Setup) -> None:
    record = record_of(setup, random_events(setup, seed=3))
    env = horse_envs.replay(json.loads(json.dumps(record)))
    written = env.unwrapped.record()
    assert [without_action(event) for event in written["events"]] == record["events"]
    assert {**written, "events": []} == {**record, "events": []}
    assert is_over(env)


def test_the_tips_of_a_hand_may_be_written_in_any_order() -> None:
    record = whole()
    for hand in record["events"][2]["hands"].values():
        hand.reverse()
    assert events_of(horse_envs.replay(record))[-1] == EVENTS[-1]


def test_agents_decisions_are_written_with_their_action() -> None:
    for event in events_of(horse_envs.replay(whole())):
        assert ("action" in event) == ("do" in event)
        assert type(event.get("action", 0)) is int


def test_a_record_cut_off_anywhere_is_a_game_in_progress() -> None:
    """What was cut off and is not a decision happens again by luck or by rule."""
    for length in range(0, len(EVENTS), 3):
        env = horse_envs.replay(record_of(SETUP, EVENTS[:length]))
        written = [without_action(event) for event in events_of(env)]
        assert written[:length] == EVENTS[:length]
        assert all("do" not in event for event in written[length:])


@pytest.mark.parametrize("bets", BETS)
@pytest.mark.parametrize("num_players", COUNTS)
def test_a_record_with_its_actions_is_read_again_and_goes_on_alike(num_players: int, bets: str) -> None:
    """Seed and events are all there is: two copies have one future."""
    env = new_env(Setup(num_players=num_players, bets=bets, target=100), seed=12)
    for _ in range(17):
        play(env, sorted(legal_words(env))[0])
    copied = horse_envs.replay(json.loads(json.dumps(env.unwrapped.record())))
    for _ in range(60):
        word = sorted(legal_words(env))[-1]
        for one in (env, copied):
            play(one, word)
    assert env.unwrapped.record() == copied.unwrapped.record()


def test_the_seed_may_be_null_and_then_a_fresh_one_is_drawn() -> None:
    decks = [
        [event for event in events_of(horse_envs.replay(record_of(SETUP, EVENTS[:1], seed=None))) if "chance" in event]
        for _ in range(2)
    ]
    assert decks[0][:1] == decks[1][:1]
    assert decks[0] != decks[1]


def test_chance_is_taken_from_the_record_and_never_from_the_seed() -> None:
    for seed in (1, 2):
        written = events_of(horse_envs.replay(record_of(SETUP, EVENTS[:40], seed=seed)))
        assert [without_action(event) for event in written][:40] == EVENTS[:40]


def test_reset_with_a_record_plays_its_luck_again_without_its_decisions() -> None:
    record = whole()
    env = horse_envs.huuue_v0.raw_env(num_players=3)
    env.reset(seed=5, options={"record": record})
    while not is_over(env):
        play(env, sorted(legal_words(env))[0])
    luck = [[event for event in events if "chance" in event] for events in (events_of(env), record["events"])]
    both = min(len(chances) for chances in luck)
    assert luck[0][:both] == luck[1][:both]
    assert [without_action(event) for event in events_of(env)] != record["events"]


def test_the_luck_of_a_record_of_other_options_is_refused() -> None:
    env = horse_envs.huuue_v0.raw_env(num_players=3, bets="win_place")
    with pytest.raises(ValueError, match="bets"):
        env.reset(options={"record": whole()})


# The frame


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"format": None},
        {"game": "huuue_v9"},
        {"game": "trick_stakes_v0"},
        {"options": SETUP.record_options() | {"num_players": 4}},
        {"options": SETUP.record_options() | {"num_players": 8}},
        {"options": SETUP.record_options() | {"crop": "never"}},
        {"options": SETUP.record_options() | {"bets": "all"}},
        {"options": SETUP.record_options() | {"horses": 6}},
        {"players": ["player_0", "player_1"]},
        {"players": ["player_1", "player_0", "player_2"]},
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


ALL_KINDS = [
    *("chance dealer", "chance programme", "chance tips", "chance race_deck"),
    *("do bet", "chance race_card", "do tip", "result race", "result game"),
]


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_an_unknown_field_is_refused(kind: str) -> None:
    refused_after(kind, lambda event: event.update(mood="good"))


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_a_missing_field_is_refused(kind: str) -> None:
    for field in [field for field in EVENTS[number_of_kind(whole(), kind)] if field != kind.split()[0]]:
        refused_after(kind, lambda event, field=field: event.pop(field))


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("value", [None, 3, "", [], {}, [[]], {"a": 1}, 1.5], ids=str)
def test_a_field_of_another_type_is_refused(kind: str, value: object) -> None:
    """With a reason, and not by an error of another kind."""
    for field in [field for field in EVENTS[number_of_kind(whole(), kind)] if field != kind.split()[0]]:
        refused_after(kind, lambda event, field=field: event.update({field: value}))


@pytest.mark.parametrize("event", [{"chance": "weather"}, {"do": "nap", "player": "player_0"}, {}, "tip", None])
@pytest.mark.parametrize("number", [0, 3, 5, 12])
def test_an_unknown_event_is_refused(event: object, number: int) -> None:
    record = whole()
    record["events"][number] = event
    refused_at(record, number)


def test_an_event_of_two_kinds_is_refused() -> None:
    refused_after("do bet", lambda event: event.update(chance="race_card"))


def test_a_left_out_event_is_refused_at_its_place() -> None:
    """What follows cannot take its place."""
    for number in range(0, len(EVENTS) - 1, 2):
        refused_at(record_of(SETUP, EVENTS[:number] + EVENTS[number + 1 :]), number)


def test_a_repeated_event_is_refused() -> None:
    for number in range(1, len(EVENTS), 2):
        refused_at(record_of(SETUP, EVENTS[: number + 1] + EVENTS[number:]), number + 1)


def test_an_event_after_the_end_is_refused() -> None:
    record = whole()
    record["events"].append(copy.deepcopy(record["events"][1]))
    refused_at(record, len(record["events"]) - 1)


# A sound record out of a hand-made position is read: else the refusals above would say little


def test_hand_made_positions_are_read() -> None:
    assert legal_words(Table().race().env())
    assert legal_words(Table(7).deal("R10").env())
