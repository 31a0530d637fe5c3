"""Golden transcripts: one whole game for each registered game and player count, and what every seat saw of it.

A transcript is two files. `NAME-PLAYERS.json` is the record of the game, one event a line. `NAME-PLAYERS.txt` is what
the seats were shown: at each decision the legal actions, a digest of each seat's observation, and the lines of each
seat's text that changed since the decision before; where a phase comes up first, the observation by its pieces.

A change that is meant is shown by the difference of the renewed files: `python -m tests.golden.renew`.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import Game, game_names, load_game

FOLDER = Path(__file__).parent
SEED = 7
MOST_PLAYERS = 9


def cases() -> list[tuple[str, int]]:
    """Every registered game with every player count that it allows."""
    return [(name, count) for name in game_names() for count in player_counts(load_game(name))]


def player_counts(game: Game) -> list[int]:
    counts = []
    for count in range(1, MOST_PLAYERS + 1):
        try:
            game.checked_options({"num_players": count})
        except ValueError:
            continue
        counts.append(count)
    return counts


def record_file(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.json"


def views_file(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.txt"


def new_env(name: str, players: int) -> GameEnv:
    return GameEnv(load_game(name), {"num_players": players}, safe=False, render_mode="ansi")


def played_record(name: str, players: int) -> dict[str, Any]:
    """The record of the game of this case. Its decisions are fixed by arithmetic, not by a random generator."""
    env = new_env(name, players)
    env.reset(seed=SEED)
    ply = 0
    while not env.terminations[env.agent_selection]:
        legal = env.view().legal_actions
        env.step(legal[(5 * ply + ply // 7 + 2) % len(legal)])
        ply += 1
    return env.record()


def record_text(record: dict[str, Any]) -> str:
    """The record as JSON, one event a line."""
    head = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in record.items() if name != "events"]
    events = ",\n  ".join(json.dumps(event) for event in record["events"])
    return "{\n" + ",\n".join(head) + ',\n "events": [\n  ' + events + "\n ]\n}\n"


def views_text(name: str, players: int, record: dict[str, Any]) -> str:
    """What the seats are shown while the decisions of a record are stepped."""
    env = new_env(name, players)
    env.reset(seed=record["seed"], options={"record": record})
    seen = _Seen(env)
    for event in record["events"]:
        if "action" in event:
            seen.look(event["do"])
            env.step(event["action"])
    seen.look("over")
    return "\n".join(seen.lines) + "\n"


class _Seen:
    """Writes down what changes in the views of the seats."""

    def __init__(self, env: GameEnv) -> None:
        self._env = env
        self._texts: dict[str, list[str]] = {agent: [] for agent in env.possible_agents}
        self._phases: set[str] = set()
        self._ply = 0
        options = ", ".join(f"{name}={value}" for name, value in env.game.options_dict(env.options).items())
        self.lines = [
            f"{env.game.name}, {options}: what the seats are shown at each decision.",
            "`012 5| text` is line 5 of the text of seats 0, 1 and 2, where it changed.",
        ]

    def look(self, phase: str) -> None:
        env = self._env
        digests = [self._digest(agent) for agent in env.possible_agents]
        self.lines += ["", f"ply {self._ply}: {env.agent_selection}, {phase}", "observations: " + " ".join(digests)]
        legal = env.view().legal_actions
        if legal:
            self.lines.append("legal: " + _by_verb([env.describe_action(action) for action in legal]))
        self._write_changes()
        if phase not in self._phases:
            self._phases.add(phase)
            self._write_pieces()
        self._ply += 1

    def _digest(self, agent: str) -> str:
        return hashlib.sha256(self._env.observe(agent)["observation"].tobytes()).hexdigest()[:8]

    def _write_changes(self) -> None:
        changes: dict[tuple[int, str], str] = {}
        for seat, agent in enumerate(self._env.possible_agents):
            self._env.render_seat = agent
            text = (self._env.render() or "").split("\n")
            before = self._texts[agent]
            for number in range(max(len(text), len(before))):
                line = text[number] if number < len(text) else "(gone)"
                if number >= len(before) or line != before[number]:
                    changes[number, line] = changes.get((number, line), "") + str(seat)
            self._texts[agent] = text
        for (number, line), seats in sorted(changes.items()):
            self.lines.append(f"{seats} {number}| {line}".rstrip())

    def _write_pieces(self) -> None:
        """The observation of the agent on turn, entries that are 0 left out."""
        vector = self._env.observe(self._env.agent_selection)["observation"]
        for name, piece in self._env.layout.explain(vector).items():
            flat = piece.reshape(-1)
            entries = [f"{i}:{flat[i]:.6g}" for i in np.flatnonzero(flat)]
            self.lines.append(f"  {name}{list(piece.shape)} " + (" ".join(entries) or "0"))


def _by_verb(actions: list[str]) -> str:
    """`play R5 R7, whip R5` for a list of actions."""
    groups: dict[str, list[str]] = {}
    for words in actions:
        verb, _, rest = words.partition(" ")
        groups.setdefault(verb, []).append(rest)
    return ", ".join(" ".join([verb, *rest]).strip() for verb, rest in groups.items())
