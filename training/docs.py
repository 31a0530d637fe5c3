"""The generated parts of the documentation: `python training/docs.py` writes them anew."""

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.game import Game, game_names, load_game
from horse_envs.testing import CHECKS
from training.config import Config

_DOCS = Path(__file__).resolve().parents[1] / "docs"


def actions_table(game: Game) -> str:
    """The table of actions, one row for each kind of word."""
    rows = ["| actions | words |", "| --- | --- |"]
    kinds: dict[str, list[int]] = {}
    for number, words in enumerate(game.actions):
        kinds.setdefault(words.split()[0], []).append(number)
    for numbers in kinds.values():
        first, last = game.actions[numbers[0]], game.actions[numbers[-1]]
        many = f"| {numbers[0]} to {numbers[-1]} | `{first}` to `{last}` |"
        rows.append(many if len(numbers) > 1 else f"| {numbers[0]} | `{first}` |")
    return "\n".join(rows) + "\n"


def config_table(section: type[BaseModel] = Config, prefix: str = "") -> str:
    """The table of config fields."""
    rows = [] if prefix else ["| key | default | meaning |", "| --- | --- | --- |"]
    for name, field in section.model_fields.items():
        kind: Any = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            rows.append(config_table(kind, f"{name}.").rstrip())
        else:
            default = "required" if field.is_required() else f"`{field.default}`"
            rows.append(f"| `{prefix}{name}` | {default} | {field.description} |")
    return "\n".join(rows) + "\n"


def checks_table() -> str:
    """The checks of the conformance kit, with the first line of what each says of itself."""
    rows = ["| check | what must hold |", "| --- | --- |"]
    for check in CHECKS:
        first = (check.__doc__ or "").strip().split("\n\n")[0]
        rows.append(f"| `{check.__name__}` | {' '.join(first.split())} |")
    return "\n".join(rows) + "\n"


def games_table() -> str:
    """The games side by side."""
    rows = [
        "| game | players | decisions a game | actions | observation | hidden | variants |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in game_names():
        game = load_game(name)
        about = f"[{game.title}]({page_of(game)}) `{name}`"
        size = f"{game.layout.size} numbers"
        decisions = f"{mean_decisions(game):.0f}"
        variants = ", ".join(f"`{_as_python(options)}`" for options in game.variants) or "none"
        cells = (about, _players(game), decisions, str(game.num_actions), size, game.hidden, variants)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def mean_decisions(game: Game) -> float:
    """Decisions of a game with the default options, over a thousand games of random players."""
    players = game.options().num_players
    batch = BatchEnv(game, {}, num_envs=1)
    return float(batch.play([game.policies[0]] * players, games=1000, seed=0).decisions.mean())


def _players(game: Game) -> str:
    plain = game.counts_with({})
    text = f"{plain[0]} to {plain[-1]}"
    more = [f"{game.counts_with(o)[-1]} with `{_as_python(o)}`" for o in game.variants if game.counts_with(o) != plain]
    return ", ".join([text, *more])


def _as_python(options: Mapping[str, Any]) -> str:
    """`bets="win_place"`, as it is passed."""
    return ", ".join(f"{name}={json.dumps(v) if isinstance(v, str) else v}" for name, v in options.items())


def page_of(game: Game) -> str:
    """The document of a game: that of `huuue_v0` is `huuue.md`."""
    return f"{game.name.rpartition('_')[0]}.md"


def generated() -> dict[str, dict[str, Callable[[], str]]]:
    """What makes the generated parts, by document and name."""
    games = [load_game(name) for name in game_names()]
    pages: dict[str, dict[str, Callable[[], str]]] = {
        page_of(game): {"observation": game.layout.to_markdown, "actions": partial(actions_table, game)}
        for game in games
    }
    return pages | {
        "games.md": {"games": games_table},
        "training.md": {"config": config_table},
        "testing.md": {"checks": checks_table},
    }


def filled_in(text: str, parts: Mapping[str, Callable[[], str]]) -> str:
    """A document with its generated parts as they have to be."""
    for name, make in parts.items():
        before, begin, rest = text.partition(f"<!-- {name}: generated -->\n")
        if not begin:
            raise ValueError(f"the document has no place for the generated part {name!r}")
        text = before + begin + make() + rest[rest.index("<!-- end -->") :]
    return text


def main() -> int:
    """Write the generated parts."""
    for name, parts in generated().items():
        document = _DOCS / name
        document.write_text(filled_in(document.read_text(), parts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
