"""Records: made by bots, read, checked."""

import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import horse_envs
from horse_envs.cli.arguments import STANDARD, Entry, checked_seed, new_env, read_json, seated
from horse_envs.cli.output import note, print_json, say, write_record
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.errors import RecordError
from horse_envs.engine.game import Game


def seed_or_random(seed: int | None) -> int:
    """The seed, checked, or a random one."""
    return secrets.randbits(53) if seed is None else checked_seed(seed)


def play_game(game: Game, options: dict[str, Any], entries: Sequence[Entry], seed: int) -> dict[str, Any]:
    """The record of a game between bots; the same for the same seed.

    Raises:
        ValueError: for an unknown bot or a wrong number of them.
    """
    env = new_env(game, options)
    agents = env.possible_agents
    bots = [entry.bot(game, seed, seat) for seat, entry in enumerate(seated(entries, agents))]
    env.reset(seed=seed)
    while not all(env.terminations.values()):
        env.step(bots[agents.index(env.agent_selection)].act(env.view()))
    return env.record()


def write(out: Path, record: dict[str, Any], force: bool, as_json: bool) -> None:
    """Write a record and say what it holds: as JSON, or in a line on standard error."""
    write_record(out, record, force)
    if str(out) == STANDARD:
        return
    result = record["events"][-1]
    if as_json:
        print_json({"out": str(out), "seed": record["seed"], "events": len(record["events"]), "result": result})
    else:
        note(f"{out}: {len(record['events'])} events, seed {record['seed']}, won by {' and '.join(result['winners'])}")


def report_on(path: Path, as_json: bool) -> bool:
    """Check a record and say what is found; whether it is valid.

    Raises:
        OSError: if the file cannot be read.
    """
    try:
        record = read_json(path)
        env = horse_envs.replay(record, render_mode="ansi")
    except ValueError as error:
        _refuse(path, error, as_json)
        return False
    found = _found(record, env)
    if as_json:
        print_json(found)
        return True
    say(f"{path}: a valid record of {found['game']} with {len(found['players'])} players")
    say(f"{found['events']} events, {found['decisions']} decisions; {_end(found)}")
    say()
    say(str(env.render()))
    return True


def _refuse(path: Path, error: ValueError, as_json: bool) -> None:
    reason = str(error)
    where = re.match(r"event (\d+) ", reason) if isinstance(error, RecordError) else None
    if as_json:
        print_json({"valid": False, "event": int(where[1]) if where else None, "reason": reason})
    else:
        note(f"{path}: not valid: {reason}")


def _found(record: dict[str, Any], env: GameEnv) -> dict[str, Any]:
    events = record["events"]
    complete = bool(events) and events[-1].get("result") == "game"
    over = all(env.terminations.values())
    return {
        "valid": True,
        "game": record["game"],
        "options": env.game.options_dict(env.options),
        "seed": record["seed"],
        "players": record["players"],
        "events": len(events),
        "decisions": sum(event.get("player") in record["players"] for event in events if "do" in event),
        "complete": complete,
        "on_turn": None if over else env.agent_selection,
        "result": events[-1] if complete else None,
    }


def _end(found: dict[str, Any]) -> str:
    if found["complete"]:
        return f"the game is over, won by {' and '.join(found['result']['winners'])}"
    if found["on_turn"] is None:
        return "the record stops before the result of the game, which the rules give"
    return f"a game in progress, {found['on_turn']} is on turn"
