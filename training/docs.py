"""The generated parts of the documentation: `python training/docs.py` writes them anew."""

import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from horse_envs.engine.game import Game, load_game
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
        rows.append(f"| {numbers[0]} to {numbers[-1]} | `{first}` to `{last}` |")
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


def generated() -> dict[str, dict[str, str]]:
    """The generated parts by document and name."""
    game = load_game("trick_stakes_v0")
    return {
        "trick_stakes.md": {"observation": game.layout.to_markdown(), "actions": actions_table(game)},
        "training.md": {"config": config_table()},
        "testing.md": {"checks": checks_table()},
    }


def filled_in(text: str, parts: dict[str, str]) -> str:
    """A document with its generated parts as they have to be."""
    for name, part in parts.items():
        before, begin, rest = text.partition(f"<!-- {name}: generated -->\n")
        if not begin:
            raise ValueError(f"the document has no place for the generated part {name!r}")
        text = before + begin + part + rest[rest.index("<!-- end -->") :]
    return text


def main() -> int:
    """Write the generated parts."""
    for name, parts in generated().items():
        document = _DOCS / name
        document.write_text(filled_in(document.read_text(), parts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
