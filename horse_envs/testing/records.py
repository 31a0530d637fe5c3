"""Records: a whole game as JSON, which replays to the same game."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.errors import RecordError
from horse_envs.engine.game import Event, Game
from horse_envs.testing.play import (
    Moment,
    broken,
    bytes_of,
    case_of,
    case_of_env,
    difference_for_all,
    is_over,
    moments,
    replayed,
    sights,
    states_of,
    stops,
)
from horse_envs.testing.secrecy import changed, field_names

REPLAYS = "A record replays to the game that it was made of"
COMPLETE = "A record is complete when its last event is the result of the game, and never before"
REFUSED = "A record that breaks a rule or has another field is refused, with the event and the reason"
LUCK_AGAIN = "The luck of a record can be played again, without its decisions"
HEAD = {"format", "game", "options", "seed", "players", "events"}


def check_records(game: Game | str, *, games: int = 2, seed: int = 0, per_phase: int = 1, **options: Any) -> None:
    """Records are JSON, replay to the identical state, say what they must, and wrong ones are refused.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games and of the check.
        per_phase: at how many moments of each phase of each game.
        options: rule options.

    Raises:
        AssertionError: saying what is wrong, and where.
    """
    case = case_of(game, options, games, seed)
    for moment in stops(case, per_phase):
        assert_record_replays(moment.env, where=moment)
    refused: set[tuple[str, str]] = set()
    for moment in moments(case):
        if is_over(moment.env):
            _check_cuts(moment)
            _check_luck_again(moment)
            _check_refusals(moment, refused)


def assert_record_replays(env: GameEnv, where: object = "this position") -> None:
    """Write a record, send it through JSON, read it with and without `action`, and compare.

    Args:
        env: an environment in any position in which all agents are present.
        where: the name of the position for messages.

    Raises:
        AssertionError: saying what differs.
    """
    record = env.record()
    read = json.loads(json.dumps(record, allow_nan=False))
    if read != record:
        raise broken("A record is a JSON object", where, "JSON does not give it back as it is")
    _check_head(env, record, where)
    _check_events(env, record["events"], where)
    wordy = {**read, "events": [_without(event, "action") for event in read["events"]]}
    settings = {name: getattr(env, name) for name in ("reward", "mask_in", "safe")}
    replayed(env, where)
    for name, each in (("as it is", read), ("without actions", wordy), ("without a seed", {**read, "seed": None})):
        kept = copy.deepcopy(each)
        twin = case_of_env(env).replay(each, **settings)
        if each != kept:
            raise broken("Reading a record leaves it as it is", where, name)
        states = states_of(env), states_of(twin)
        differ = bytes_of(env) != bytes_of(twin) if each["seed"] is not None else changed(*states).any()
        if differ:
            fields = field_names(states[0], changed(*states))
            raise broken(REPLAYS, where, f"{name}: the state differs in {fields or 'its seed'}")
        found = difference_for_all(env.game, sights(env), sights(twin))
        if found:
            raise broken(REPLAYS, where, f"{name}: {found}")
        if twin.record()["events"] != record["events"]:
            raise broken(REPLAYS, where, f"{name}: its own record has other events")


def _check_head(env: GameEnv, record: dict[str, Any], where: object) -> None:
    if set(record) != HEAD:
        raise broken("A record has the fields of its format", where, f"{sorted(record)}")
    expected = {
        "format": 1,
        "game": env.game.name,
        "players": env.possible_agents,
        "options": env.game.options_dict(env.options),
    }
    for name, value in expected.items():
        if record[name] != value:
            raise broken("A record says what was played", where, f"{name} is {record[name]!r}, not {value!r}")
    if record["seed"] is not None and (type(record["seed"]) is not int or record["seed"] < 0):
        raise broken("A record says what was played", where, f"seed is {record['seed']!r}")


def _check_events(env: GameEnv, events: list[Event], where: object) -> None:
    for number, event in enumerate(events):
        if sum(kind in event for kind in ("chance", "do", "result")) != 1:
            raise broken("An event has one of the keys chance, do and result", where, f"event {number}: {event}")
        if "do" in event and event["player"] in env.possible_agents and type(event.get("action")) is not int:
            raise broken("The decision of an agent has its action", where, f"event {number}: {event}")
    ended = [number for number, event in enumerate(events) if event.get("result") == "game"]
    if ended != ([len(events) - 1] if is_over(env) else []):
        raise broken(COMPLETE, where, f"{len(events)} events, the result of the game at {ended}")
    if is_over(env):
        winners = int(states_of(env)["winners"][0])
        expected = [agent for seat, agent in enumerate(env.possible_agents) if winners >> seat & 1]
        if events[-1].get("winners") != expected:
            raise broken("The result names the winners", where, f"{events[-1]}, not {expected}")


def _without(event: Event, field: str) -> Event:
    return {name: value for name, value in event.items() if name != field}


def _check_cuts(moment: Moment) -> None:
    """A record cut off anywhere is a game in progress, and goes on with the same luck."""
    record = moment.env.record()
    events = record["events"]
    cuts = moment.case.random(3).choice(len(events), min(len(events), 24), replace=False)
    for cut in sorted({0, *(int(k) for k in cuts)}):
        twin = moment.case.replay({**record, "events": events[:cut]})
        if twin.record()["events"][:cut] != events[:cut]:
            raise broken(REPLAYS, moment, f"cut off after {cut} events it has other ones")
        decided = len(twin._actions)
        for action in moment.actions[decided:]:
            twin.step(action)
        if bytes_of(twin) != bytes_of(moment.env) or twin.record() != record:
            raise broken(REPLAYS, moment, f"cut off after {cut} events and played on, it ends differently")


def _check_luck_again(moment: Moment) -> None:
    env, case = moment.env, moment.case
    record = env.record()
    kept = copy.deepcopy(record)
    again = case.env()
    again.reset(seed=moment.seed ^ 1, options={"record": record, "unknown": 1})
    if len(again._actions) > 0 or is_over(again):
        raise broken(LUCK_AGAIN, moment, "there are decisions at once")
    for action in moment.actions:
        again.step(action)
    if again.record()["events"] != record["events"]:
        raise broken(LUCK_AGAIN, moment, "the same decisions lead to other events")
    if difference_for_all(case.game, sights(env), sights(again)):
        raise broken(LUCK_AGAIN, moment, "the same decisions lead to another end")
    chance = [event for event in record["events"] if "chance" in event]
    for other in moments(case, seeds=[moment.seed ^ 2], luck=record):
        if is_over(other.env):
            found = [event for event in other.env.record()["events"] if "chance" in event]
            first = next((i for i, pair in enumerate(zip(found, chance, strict=False)) if pair[0] != pair[1]), -1)
            beginning = _chance_before_first_decision(record["events"])
            if 0 <= first < beginning:
                raise broken(LUCK_AGAIN, moment, f"other decisions, and chance event {first} is another one")
    if record != kept:
        raise broken("Reading a record leaves it as it is", moment)


def _chance_before_first_decision(events: list[Event]) -> int:
    first = next((i for i, event in enumerate(events) if "do" in event), len(events))
    return sum("chance" in event for event in events[:first])


def _check_refusals(moment: Moment, seen: set[tuple[str, str]]) -> None:
    record = moment.env.record()
    for name in HEAD:
        _expect_refusal(moment, _without(record, name), f"without {name}")
    _expect_refusal(moment, {**record, "more": 1}, "with a field of the head that is unknown")
    for name, value in (
        ("format", 2),
        ("game", "chess"),
        ("seed", -1),
        ("players", []),
        ("events", {}),
        ("options", 0),
    ):
        _expect_refusal(moment, {**record, name: value}, f"with {name} {value!r}")
    _expect_refusal(moment, {**record, "events": [*record["events"], record["events"][-1]]}, "going on after the end")
    for number, event in enumerate(record["events"]):
        kind = next(name for name in ("chance", "do", "result") if name in event)
        # One event of each kind tells about all of them, and a long game has hundreds.
        if (kind, event[kind]) in seen:
            continue
        seen.add((kind, event[kind]))
        for how, wrong in _spoilt(event):
            events = [*record["events"][:number], wrong, *record["events"][number + 1 :]]
            message = _expect_refusal(moment, {**record, "events": events}, f"event {number} {how}")
            if str(number) not in message:
                raise broken(REFUSED, moment, f"event {number} {how}, but the message is {message!r}")


def _spoilt(event: Event) -> Iterator[tuple[str, Event]]:
    yield "with an unknown field", {**event, "more": 1}
    for name in event:
        if name != "action":
            yield f"without {name}", _without(event, name)
            yield f"with {name} null", {**event, name: None}
    if "action" in event:
        yield "with another action", {**event, "action": event["action"] + 1}
        yield "with an action that is no number", {**event, "action": "0"}


def _expect_refusal(moment: Moment, record: Any, how: str) -> str:
    try:
        moment.case.replay(record)
    except RecordError as refusal:
        return str(refusal)
    except Exception as error:
        raise broken(REFUSED, moment, f"{how} it raises {error!r}") from error
    raise broken(REFUSED, moment, f"{how} it is read")
