import json
from pathlib import Path
from typing import Any

import pytest

import horse_envs
from horse_envs.cli.output import record_text
from horse_envs.cli.watching import frames_of
from tests.cli.conftest import Call


def test_record_prints_a_whole_game(call: Call) -> None:
    called = call("record", "trick_stakes_v0", "--players", 3, "--bots", "random", "--seed", 7)
    assert called.code == 0
    assert called.json["seed"] == 7
    assert called.json["options"] == {"num_players": 3}
    assert called.json["events"][-1]["result"] == "game"
    horse_envs.replay(called.json)


def test_the_same_seed_is_the_same_game(call: Call) -> None:
    arguments = ("record", "trick_stakes_v0", "--bots", "random,dummy,greedy,search:worlds=1", "--seed", 3)
    assert call(*arguments).out == call(*arguments).out


def test_a_table_of_three_is_a_game_for_three(call: Call) -> None:
    assert call("record", "trick_stakes_v0", "--bots", "random,dummy,greedy").json["options"] == {"num_players": 3}


def test_a_line_for_each_event(recorded: Path) -> None:
    record = json.loads(recorded.read_text())
    assert record_text(record) == recorded.read_text()
    assert len(recorded.read_text().splitlines()) == len(record["events"]) + 7


def test_a_file_is_not_overwritten_silently(call: Call, recorded: Path) -> None:
    before = recorded.read_text()
    called = call("record", "trick_stakes_v0", "--seed", 8, "--out", recorded)
    assert called.code == 2
    assert "--force" in called.err
    assert recorded.read_text() == before
    called = call("record", "trick_stakes_v0", "--seed", 8, "--out", recorded, "--force", "--json")
    assert called.code == 0
    assert called.json["seed"] == 8
    assert called.json["result"]["result"] == "game"
    assert json.loads(recorded.read_text())["seed"] == 8
    assert [path.name for path in recorded.parent.iterdir()] == [recorded.name]


def test_replay_says_where_a_record_ends(call: Call, recorded: Path) -> None:
    called = call("replay", recorded)
    assert called.code == 0
    assert "valid" in called.out
    assert "the game is over, won by" in called.out
    found = call("replay", recorded, "--json").json
    record = json.loads(recorded.read_text())
    assert found["valid"] is True
    assert found["complete"] is True
    assert found["on_turn"] is None
    assert found["events"] == len(record["events"])
    assert found["result"] == record["events"][-1]


def test_replay_of_a_game_in_progress(call: Call, recorded: Path) -> None:
    record = json.loads(recorded.read_text())
    del record["events"][10:]
    found = call("replay", "-", "--json", typed=json.dumps(record)).json
    assert found["complete"] is False
    assert found["on_turn"] == horse_envs.replay(record).agent_selection
    assert found["result"] is None
    called = call("replay", "-", typed=json.dumps(record))
    assert f"in progress, {found['on_turn']} is on turn" in called.out


def broken(record: dict[str, Any]) -> int:
    """Spoil a card of the record; returns the number of the event."""
    number = next(i for i, event in enumerate(record["events"]) if event.get("do") == "play")
    record["events"][number]["card"] = "R13"
    return number


def test_replay_names_the_event_that_is_wrong(call: Call, recorded: Path) -> None:
    record = json.loads(recorded.read_text())
    number = broken(record)
    called = call("replay", "-", typed=json.dumps(record))
    assert called.code == 1
    assert called.out == ""
    assert f"event {number} " in called.err
    assert "R13" in called.err
    called = call("replay", "-", "--json", typed=json.dumps(record))
    assert called.code == 1
    assert called.json["valid"] is False
    assert called.json["event"] == number
    assert "R13" in called.json["reason"]


@pytest.mark.parametrize("text", ["nonsense", "", "[1, 2]", '{"game": 3}', "[" * 100_000])
def test_replay_of_what_is_no_record(call: Call, text: str) -> None:
    called = call("replay", "-", "--json", typed=text)
    assert called.code == 1
    assert called.json["valid"] is False
    assert called.json["event"] is None


def test_watch_prints_all_at_once(call: Call, recorded: Path) -> None:
    called = call("watch", recorded, "--all")
    assert called.code == 0
    decisions = call("replay", recorded, "--json").json["decisions"]
    assert called.out.count("\n--- ") == decisions
    assert "result of the game: " in called.out
    assert call("watch", recorded, "--delay", 0).out == called.out


def test_watch_goes_where_it_is_told(call: Call, recorded: Path) -> None:
    called = call("watch", recorded, typed="\n\nb\nwhat\n5\n100000\n\n")
    assert called.code == 0
    assert "'what' is not understood" in called.err
    last = len(frames_of(json.loads(recorded.read_text()), None)) - 1
    shown = [line.removeprefix("> ").split()[1] for line in called.out.splitlines() if "--- " in line]
    assert [int(number) for number in shown] == [0, 1, 2, 1, 1, 5, last]


def test_watch_ends_when_asked(call: Call, recorded: Path) -> None:
    assert call("watch", recorded, typed="q\n").out.count("--- ") == 1


def test_watch_prints_the_rest_where_nothing_more_can_be_typed(call: Call, recorded: Path) -> None:
    assert "result of the game: " in call("watch", recorded, typed="\n").out


def test_watch_of_a_wrong_record_or_seat(call: Call, recorded: Path) -> None:
    assert "'player_3'" in call("watch", recorded, "--seat", "player_4").err
    record = json.loads(recorded.read_text())
    number = broken(record)
    recorded.write_text(json.dumps(record))
    called = call("watch", recorded)
    assert called.code == 2
    assert f"event {number} " in called.err


@pytest.mark.parametrize("num_players", [3, 4])
def test_a_seat_is_shown_nothing_that_it_cannot_know(num_players: int) -> None:
    """In a world that the seat cannot tell apart the same frames are shown."""
    env = horse_envs.trick_stakes_v0.raw_env(num_players=num_players)
    env.reset(seed=5)
    bots = [horse_envs.make_bot("trick_stakes_v0", "random", seed=seat) for seat in range(num_players)]
    decisions = 0
    while not all(env.terminations.values()):
        if decisions in (1, num_players + 1, 2 * num_players + 2, 20, 70):
            for agent in env.possible_agents:
                twin = env.resample(agent, seed=decisions)
                assert twin.record()["events"] != env.record()["events"]
                assert frames_of(twin.record(), agent) == frames_of(env.record(), agent)
        env.step(bots[env.possible_agents.index(env.agent_selection)].act(env.view()))
        decisions += 1


def test_a_spectator_is_shown_everything(recorded: Path) -> None:
    record = json.loads(recorded.read_text())
    text = "\n".join(frames_of(record, None))
    assert ", hidden" not in text
    for event in record["events"]:
        if event.get("do") == "discard":
            assert f"{event['player']}: discard {event['card']}\n" in text
