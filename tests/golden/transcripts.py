"""Golden transcripts: whole games of each registered game, and what every seat saw of them.

There is one for the smallest, a middle and the largest number of players, and one for each variant. A transcript is
two files. `NAME-PLAYERS.json` is the record of the game, one event a line. `NAME-PLAYERS.txt` is what the seats were
shown: at each decision the legal actions, a digest of each seat's observation, and the lines of each seat's text that
changed since the decision before; where a phase comes up first, the observation by its pieces. Of a long game the
text is written out for the first part, and then digests take its place.

A change that is meant is shown by the difference of the renewed files: `python -m tests.golden.renew`.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from horse_envs.engine.aec import GameEnv
from tests.games import NAMES, VARIANTS, Setting, with_counts

FOLDER = Path(__file__).parent
SEED = 7
WRITTEN_OUT, WRITTEN_OUT_OF_VARIANTS = 105_000, 25_000
"""When a transcript has so many characters, what follows is kept by digests."""
MOST_ACTIONS = 60
"""More legal actions than these are written out only where their phase comes up first."""


def cases() -> list[Setting]:
    """The settings that have transcripts."""
    return [setting for name in NAMES for setting in with_counts(name, {}, 0, 0.5, 1)] + VARIANTS


def record_file(case: Setting) -> Path:
    return FOLDER / f"{case}.json"


def views_file(case: Setting) -> Path:
    return FOLDER / f"{case}.txt"


def new_env(case: Setting) -> GameEnv:
    return GameEnv(case.game, case.options, safe=False, render_mode="ansi")


def played_record(case: Setting) -> dict[str, Any]:
    """The record of the game of this case. Its decisions are fixed by arithmetic, not by a random generator."""
    env = new_env(case)
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


def views_text(case: Setting, record: dict[str, Any]) -> str:
    """What the seats are shown while the decisions of a record are stepped."""
    env = new_env(case)
    env.reset(seed=record["seed"], options={"record": record})
    seen = _Seen(env, WRITTEN_OUT_OF_VARIANTS if case.more else WRITTEN_OUT)
    for event in record["events"]:
        if "action" in event:
            seen.look(event["do"])
            env.step(event["action"])
    seen.look("over")
    return "\n".join(seen.lines) + "\n"


class _Seen:
    """Writes down what changes in the views of the seats."""

    def __init__(self, env: GameEnv, written_out: int) -> None:
        self._env = env
        self._written_out = written_out
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
        legal = _by_verb([env.describe_action(action) for action in env.view().legal_actions])
        title = f"ply {self._ply}: {env.agent_selection}, {phase}"
        if sum(map(len, self.lines)) < self._written_out or phase not in self._phases:
            self.lines += ["", title, "observations: " + " ".join(digests)]
            if legal:
                self.lines.append("legal: " + (legal if self._is_short(phase) else _digest_of(legal)))
            self._write_changes()
        else:
            self.lines.append(f"{title}, {_digest_of(' '.join(digests) + legal + self._all_texts())}")
        if phase not in self._phases:
            self._phases.add(phase)
            self._write_pieces()
        self._ply += 1

    def _is_short(self, phase: str) -> bool:
        return phase not in self._phases or len(self._env.view().legal_actions) <= MOST_ACTIONS

    def _all_texts(self) -> str:
        return "".join(self._text(agent) for agent in self._env.possible_agents)

    def _text(self, agent: str) -> str:
        self._env.render_seat = agent
        return self._env.render() or ""

    def _digest(self, agent: str) -> str:
        return _digest_of(self._env.observe(agent)["observation"].tobytes())

    def _write_changes(self) -> None:
        changes: dict[tuple[int, str], str] = {}
        for seat, agent in enumerate(self._env.possible_agents):
            text = self._text(agent).split("\n")
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


def _digest_of(given: bytes | str) -> str:
    return hashlib.sha256(given.encode() if isinstance(given, str) else given).hexdigest()[:8]


def _by_verb(actions: list[str]) -> str:
    """`play R5 R7, whip R5` for a list of actions."""
    groups: dict[str, list[str]] = {}
    for words in actions:
        verb, _, rest = words.partition(" ")
        groups.setdefault(verb, []).append(rest)
    return ", ".join(" ".join([verb, *rest]).strip() for verb, rest in groups.items())
