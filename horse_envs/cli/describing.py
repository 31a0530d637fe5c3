"""What a game is, and which bots it has."""

import importlib
import inspect
import re
from itertools import groupby
from typing import Any

from horse_envs.bots import bot_names
from horse_envs.bots.learned import LearnedBot
from horse_envs.bots.make import make_bot
from horse_envs.engine.game import Game

_RANDOM = "any legal action, all equally likely"
_SEARCH = (
    "redraws what it cannot know, tries each legal action in many such worlds, plays on by rules, "
    "and takes the best mean"
)


def card_of(game: Game) -> str:
    """What the public module of a game says about it; its title if there is none."""
    try:
        door = importlib.import_module(f"horse_envs.{game.name}")
    except ModuleNotFoundError:
        return game.title
    return inspect.getdoc(door) or game.title


def described_options(game: Game) -> list[dict[str, Any]]:
    """The options of a game: name, default, and what the docstring of their class says about each."""
    doc = inspect.getdoc(game.options) or ""
    described = []
    for name, default in game.options_dict(game.options()).items():
        said = re.search(rf"^ +{name}: (.+?)(?=^ +\w+: |^\S|\Z)", doc, flags=re.DOTALL | re.MULTILINE)
        described.append({"name": name, "default": default, "meaning": " ".join(said[1].split()) if said else ""})
    return described


def explained(game: Game) -> dict[str, Any]:
    """A game as plain data."""
    pieces = []
    begin = 0
    for piece in game.layout.pieces:
        pieces.append(
            {
                "name": piece.name,
                "begin": begin,
                "end": begin + piece.size,
                "axes": [{"name": axis.name, "size": axis.size} for axis in piece.axes],
                "low": piece.low,
                "high": piece.high,
                "meaning": piece.meaning,
            }
        )
        begin += piece.size
    return {
        "game": game.name,
        "title": game.title,
        "about": card_of(game),
        "num_players": list(game.player_counts),
        "options": described_options(game),
        "observation": {"size": game.layout.size, "pieces": pieces},
        "num_actions": game.num_actions,
        "actions": list(game.actions),
        "bots": bot_names(game.name),
        "fingerprint": game.fingerprint,
    }


def explained_in_words(game: Game) -> str:
    """A game as Markdown: what it is, its options, observation and actions."""
    options = [
        f"- `{each['name']}`: {each['meaning']} By default {each['default']!r}." for each in described_options(game)
    ]
    return "\n".join(
        [
            f"# {game.title}: `{game.name}`",
            "",
            card_of(game),
            "",
            f"Players: {', '.join(map(str, game.player_counts))}",
            "",
            "## Options",
            "",
            *options,
            "",
            f"## Observation: {game.layout.size} numbers, float32",
            "",
            game.layout.to_markdown(),
            f"## Actions: {game.num_actions}",
            "",
            _actions_by_kind(game),
        ]
    )


def _actions_by_kind(game: Game) -> str:
    rows = ["| numbers | actions |", "| --- | --- |"]
    for _, each in groupby(range(game.num_actions), key=lambda action: game.actions[action].split()[0]):
        numbers = list(each)
        words = [f"`{game.actions[number]}`" for number in numbers]
        if len(words) > 6:
            words = [*words[:2], "...", words[-1]]
        span = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        rows.append(f"| {span} | {', '.join(words)} |")
    return "\n".join(rows) + "\n"


def action_table(game: Game) -> str:
    """Each action with its number, as Markdown."""
    rows = ["| number | action |", "| --- | --- |"]
    rows += [f"| {number} | `{words}` |" for number, words in enumerate(game.actions)]
    return "\n".join(rows) + "\n"


def described_bots(game: Game) -> list[dict[str, Any]]:
    """The bots of a game: name, kind, what it does, its settings."""
    bots: list[dict[str, Any]] = []
    for name in bot_names(game.name):
        if name in game.policies:
            bots.append({"bot": name, "kind": "rule", "about": _about_rule(game, name), "settings": ["seed"]})
        elif name == "search":
            bots.append({"bot": name, "kind": "search", "about": _SEARCH, "settings": ["worlds", "seconds", "seed"]})
        else:
            about = _about_policy(game, name)
            bots.append({"bot": name, "kind": "policy", "about": about, "settings": ["choice", "seed"]})
    return bots


def _about_rule(game: Game, name: str) -> str:
    """What the function of a compiled rule says of itself."""
    if name == game.policies[0]:
        return _RANDOM
    module = importlib.import_module(game.rules["decide"].__module__)
    rule = getattr(module, name, None) or getattr(module, f"{name}_rule", None)
    said = (inspect.getdoc(rule) or "a rule of this game").split("\n\n")[0]
    return " ".join((said[:1].lower() + said[1:]).rstrip(".").split())


def _about_policy(game: Game, name: str) -> str:
    bot = make_bot(game.name, name)
    if not isinstance(bot, LearnedBot):
        return "a policy"
    hidden = " x ".join(str(len(bias)) for bias in bot.policy.biases[:-1])
    said = bot.policy.made.get("about")
    return f"a learned policy that ships with the package ({hidden})" + (f": {said}" if said else "")
