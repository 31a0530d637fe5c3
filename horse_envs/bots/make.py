"""Bots by their names."""

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from horse_envs.bots.learned import LearnedBot, load_policy
from horse_envs.bots.protocol import Bot
from horse_envs.bots.rule import RuleBot
from horse_envs.bots.search import SearchBot
from horse_envs.engine.game import Game, load_game

_SUFFIX = ".npz"


def shipped_policies(game: Game) -> list[str]:
    """Names of the policies that come with the package for this game."""
    start = f"{game.name}-"
    names = (entry.name for entry in files("horse_envs").joinpath("policies").iterdir())
    return sorted(n[len(start) : -len(_SUFFIX)] for n in names if n.startswith(start) and n.endswith(_SUFFIX))


def bot_names(game: str) -> list[str]:
    """The names that `make_bot` knows for a game, beside paths of policy files.

    Raises:
        ValueError: for an unknown game.
    """
    loaded = load_game(game)
    return [*loaded.policies, "search", *shipped_policies(loaded)]


def make_bot(game: str, name: str, **settings: Any) -> Bot:
    """A bot for a game.

    Args:
        game: the name of the game.
        name: `random`, `dummy`, `greedy`, `search`, the name of a shipped policy such as `champion`, or the path of a
            policy file (`.npz`).
        settings: `seed` for all but best-choice policies; `worlds` and `seconds` for `search`; `choice` (`"best"` or
            `"sample"`) for learned policies.

    Raises:
        ValueError: for an unknown game, bot or setting, or a policy that does not fit.
        FileNotFoundError: for a path at which there is no policy.
    """
    loaded = load_game(game)
    if name in loaded.policies:
        _check_settings(name, settings, ("seed",))
        return RuleBot(loaded, name, **settings)
    if name == "search":
        _check_settings(name, settings, ("worlds", "seconds", "seed"))
        return SearchBot(loaded, **settings)
    _check_settings(name, settings, ("choice", "seed"))
    if name in shipped_policies(loaded):
        with as_file(files("horse_envs").joinpath("policies", f"{loaded.name}-{name}{_SUFFIX}")) as path:
            return LearnedBot(loaded, load_policy(path, loaded), name, **settings)
    if name.endswith(_SUFFIX) or "/" in name or "\\" in name:
        return LearnedBot(loaded, load_policy(name, loaded), Path(name).stem, **settings)
    raise ValueError(
        f"there is no bot {name!r} for {game}; bots: {', '.join(bot_names(game))}, or the path of a policy file (.npz)"
    )


def _check_settings(name: str, settings: dict[str, Any], allowed: tuple[str, ...]) -> None:
    for setting in settings:
        if setting not in allowed:
            raise ValueError(f"the bot {name} has no setting {setting!r}; its settings: {', '.join(allowed)}")
