"""Records: what is read, and what is refused with the number of the event and the reason."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import horse_envs
from tests.trick_stakes.driver import random_events, record_of
from tests.trick_stakes.table import Table, events_of, legal_words, mono_table

Record = dict[str, Any]
Event = dict[str, Any]
EVENTS = {num_players: random_events(num_players, seed=21) for num_players in (3, 4)}


def whole(num_players: int = 4) -> Record:
    return record_of(num_players, copy.deepcopy(EVENTS[num_players]))


def number_of_kind(record: Record, kind: str, nth: int = 0) -> int:
    """Where the nth event of a kind such as `do play` stands in the record."""
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


def refused_after(kind: str, change: Callable[[Event], object], nth: int = 0, num_players: int = 4) -> None:
    record = whole(num_players)
    number = number_of_kind(record, kind, nth)
    change(record["events"][number])
    refused_at(record, number)


# What is read


@pytest.mark.parametrize("num_players", [3, 4])
def test_a_complete_record_is_read_and_comes_out_as_it_went_in(num_players: int) -> None:
    env = horse_envs.replay(json.loads(json.dumps(whole(num_players))))
    written = env.unwrapped.record()
    assert [without_action(event) for event in written["events"]] == EVENTS[num_players]
    assert written["format"] == 1
    assert written["game"] == "trick_stakes_v0"
    assert written["options"] == {"num_players": num_players}
    assert written["players"] == [f"player_{i}" for i in range(num_players)]


@pytest.mark.parametrize("num_players", [3, 4])
def test_the_cards_of_a_hand_may_be_written_in_any_order(num_players: int) -> None:
    """Only the packs have an order; a hand is twelve cards."""
    record = whole(num_players)
    for hand in record["events"][1]["hands"].values():
        hand.sort(key=lambda card: (int(card[1:]), card[0]))
    assert events_of(horse_envs.replay(record))[-1] == EVENTS[num_players][-1]


def without_action(event: Event) -> Event:
    return {key: value for key, value in event.items() if key != "action"}


@pytest.mark.parametrize("num_players", [3, 4])
def test_agents_decisions_are_written_with_their_action(num_players: int) -> None:
    env = horse_envs.replay(whole(num_players))
    for event in events_of(env):
        if "do" in event:
            assert ("action" in event) == (event["player"] != "dummy")
            assert type(event.get("action", 0)) is int
        else:
            assert "action" not in event


@pytest.mark.parametrize("num_players", [3, 4])
def test_a_record_cut_off_anywhere_is_a_game_in_progress(num_players: int) -> None:
    """What was cut off and is not a decision happens again by luck or by rule."""
    events = EVENTS[num_players]
    for length in range(len(events)):
        env = horse_envs.replay(record_of(num_players, events[:length]))
        written = [without_action(event) for event in events_of(env)]
        assert written[:length] == events[:length]
        assert all("do" not in event or event["player"] == "dummy" for event in written[length:])


def test_a_record_with_its_actions_is_read_again_and_goes_on_alike() -> None:
    """Seed and events are all there is: two copies have one future."""
    env = horse_envs.trick_stakes_v0.raw_env(num_players=4)
    env.reset(seed=12)
    for _ in range(60):
        env.step(env.unwrapped.parse_action(sorted(legal_words(env))[0]))
    copied = horse_envs.replay(json.loads(json.dumps(env.unwrapped.record())))
    for _ in range(80):
        word = sorted(legal_words(env))[-1]
        for one in (env, copied):
            one.step(one.unwrapped.parse_action(word))
    assert env.unwrapped.record() == copied.unwrapped.record()


def test_the_seed_may_be_null_and_then_a_fresh_one_is_drawn() -> None:
    events = EVENTS[4][:1]
    deals = [events_of(horse_envs.replay(record_of(4, events, seed=None)))[1] for _ in range(2)]
    assert deals[0] != deals[1]


def test_chance_is_taken_from_the_record_and_never_from_the_seed() -> None:
    for seed in (1, 2):
        written = events_of(horse_envs.replay(record_of(4, EVENTS[4][:40], seed=seed)))
        assert [without_action(event) for event in written] == EVENTS[4][:40]


def test_reset_with_a_record_plays_its_luck_again_without_its_decisions() -> None:
    record = whole()
    env = horse_envs.trick_stakes_v0.raw_env(num_players=4)
    env.reset(seed=5, options={"record": record})
    while not all(env.unwrapped.terminations.values()):
        env.step(env.unwrapped.parse_action(sorted(legal_words(env))[0]))
    chances = [[event for event in events if "chance" in event] for events in (events_of(env), record["events"])]
    assert chances[0] == chances[1]
    assert [without_action(event) for event in events_of(env)] != record["events"]


# The frame


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"format": None},
        {"game": "trick_stakes_v9"},
        {"options": {"num_players": 5}},
        {"options": {"num_players": 3}},
        {"options": {"num_players": 4, "num_horses": 4}},
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


ALL_KINDS = [
    *("chance seats", "chance deal", "chance gate", "chance packs"),
    *("do discard", "do ticket_up", "do ticket_down", "do play", "result race", "result game"),
]


@pytest.mark.parametrize("num_players", [3, 4])
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_an_unknown_field_is_refused(kind: str, num_players: int) -> None:
    refused_after(kind, lambda event: event.update(mood="good"), num_players=num_players)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_a_missing_field_is_refused(kind: str) -> None:
    for field in [field for field in EVENTS[4][number_of_kind(whole(), kind)] if field != kind.split()[0]]:
        refused_after(kind, lambda event, field=field: event.pop(field))


@pytest.mark.parametrize("event", [{"chance": "weather"}, {"do": "nap", "player": "player_0"}, {}, "play R5", None])
@pytest.mark.parametrize("number", [0, 3, 30])
def test_an_unknown_event_is_refused(event: object, number: int) -> None:
    record = whole()
    record["events"][number] = event
    refused_at(record, number)


def test_an_event_of_two_kinds_is_refused() -> None:
    refused_after("do discard", lambda event: event.update(chance="gate"))


@pytest.mark.parametrize("num_players", [3, 4])
def test_a_left_out_event_is_refused_at_its_place(num_players: int) -> None:
    """What follows cannot take its place, except if one player ends a trick and leads the next."""
    events = EVENTS[num_players]
    for number in range(len(events) - 1):
        if events[number].get("player", "nobody") != events[number + 1].get("player"):
            refused_at(record_of(num_players, events[:number] + events[number + 1 :]), number)


@pytest.mark.parametrize("num_players", [3, 4])
def test_a_repeated_event_is_refused(num_players: int) -> None:
    events = EVENTS[num_players]
    for number in range(len(events)):
        refused_at(record_of(num_players, events[: number + 1] + events[number:]), number + 1)


def test_an_event_after_the_end_is_refused() -> None:
    record = whole()
    record["events"].append({"chance": "gate", "bottom_to_top": record["events"][2]["bottom_to_top"]})
    refused_at(record, len(record["events"]) - 1)


# A sound record out of a hand-made position is read: else the refusals above would say little


def test_hand_made_positions_are_read() -> None:
    assert legal_words(mono_table().paddock().env())
    assert legal_words(Table(3).start_race().env())
