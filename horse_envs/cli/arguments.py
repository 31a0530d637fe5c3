"""What users type, read and checked: options of a game, tables of bots, records."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from horse_envs.bots import Bot, make_bot
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.errors import one_of, seed_of
from horse_envs.engine.game import Game, agent_names

STANDARD = "-"
"""A file name that means standard input or output."""


def value_of(text: str) -> Any:
    """The value that a text stands for: what JSON reads in it, else the text itself."""
    try:
        return json.loads(text.lower() if text in ("True", "False") else text)
    except ValueError:
        return text


def option_value(value: Any) -> Any:
    """The value of an option: `@tables.json` stands for what the JSON of a file says.

    Raises:
        ValueError: if the file is no JSON, with the place.
        OSError: if it cannot be read.
    """
    return read_json(Path(value[1:])) if isinstance(value, str) and value.startswith("@") else value


def named_values(texts: Sequence[str], what: str) -> dict[str, Any]:
    """Settings given as `name=value`.

    Raises:
        ValueError: for a text of another form, or a name that is given twice.
    """
    values: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise ValueError(f"{what} {text!r} is not possible; it is given as name=value")
        if name.strip() in values:
            raise ValueError(f"{what} {name.strip()!r} is given twice")
        values[name.strip()] = value_of(value.strip())
    return values


def game_options(game: Game, players: int | None, texts: Sequence[str], seats: int | None = None) -> dict[str, Any]:
    """The options of a game, checked, defaults written out.

    Args:
        game: the game.
        players: the number of players, where it is given.
        texts: options as `name=value`, or `name=@file.json`.
        seats: the number of players that follows from the rest of the call, for where none is given.

    Raises:
        ValueError: for an unknown option or a wrong value, saying what is allowed, or for a file that is no JSON.
        OSError: for a file that cannot be read.
    """
    values = {name: option_value(value) for name, value in named_values(texts, "--option").items()}
    if players is not None:
        if values.get("num_players", players) != players:
            raise ValueError(f"--players {players} and --option num_players={values['num_players']} disagree")
        values["num_players"] = players
    elif seats is not None:
        values.setdefault("num_players", seats)
    return game.options_dict(game.checked_options(values))


@dataclass(frozen=True)
class Entry:
    """A bot as it is typed: `greedy`, `search:worlds=20:seconds=0.5`, `policy.npz:choice=sample`.

    Attributes:
        text: what was typed.
        name: the name or path.
        settings: what follows it.
    """

    text: str
    name: str
    settings: Mapping[str, Any]

    def bot(self, game: Game, seed: int, seat: int) -> Bot:
        """The bot; what it draws follows from a seed and its seat."""
        own: dict[str, Any] = {"seed": (seed * 31 + seat + 1) % 2**63}
        bot = make_bot(game.name, self.name, **{**own, **self.settings})
        if self.settings:
            # Two searches with different settings have to be told apart in a table.
            bot.name = self.text  # type: ignore[attr-defined]  # each of the package's bots has a name
        return bot


def entries_of(text: str) -> list[Entry]:
    """A comma list of bots.

    Raises:
        ValueError: for an empty place, or settings of another form than `name=value`.
    """
    entries = []
    for typed in (part.strip() for part in text.split(",")):
        parts = typed.split(":")
        count = 1
        # A path may hold colons too: only what has an equals sign is a setting.
        while count < len(parts) and not all("=" in part for part in parts[count:]):
            count += 1
        name = ":".join(parts[:count])
        if not name:
            raise ValueError(f"the list of bots {text!r} has an empty place")
        entries.append(Entry(typed, name, named_values(parts[count:], f"setting of {name}")))
    return entries


def seated(entries: Sequence[Entry], seats: Sequence[str]) -> list[Entry]:
    """One entry for each of these seats; a single one sits on all.

    Raises:
        ValueError: if there are fewer or more than seats.
    """
    if len(entries) == 1:
        return list(entries) * len(seats)
    if len(entries) != len(seats):
        raise ValueError(
            f"{len(entries)} bots are given, {len(seats)} are needed, for {', '.join(seats)}; "
            "a single one is taken for all"
        )
    return list(entries)


def seat_of(name: str, players: int) -> str:
    """Check the name of a seat.

    Raises:
        ValueError: naming the seats that there are.
    """
    one_of("seat", name, agent_names(players))
    return name


def checked_seed(seed: int) -> int:
    """Check a seed; ValueError for a wrong one."""
    return seed_of(seed)


def new_env(game: Game, options: dict[str, Any], seat: str | None = None) -> GameEnv:
    """An environment that raises for illegal actions and renders text, for a seat or a spectator (None)."""
    return GameEnv(game, options, render_mode="ansi", render_seat=seat, safe=False)


def read_json(path: Path) -> Any:
    """What the JSON of a file says; `-` is standard input.

    Raises:
        ValueError: if it is no JSON, with the place.
        OSError: if it cannot be read.
    """
    try:
        text = sys.stdin.read() if str(path) == STANDARD else path.read_text(encoding="utf-8")
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is no JSON: {error}") from None
