"""What lies in the box of Huuue!: horses, tips, programmes of races and what a bet pays.

The figures stand in components.json. A user can replace a table of `TABLES` by passing one of the same form.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

DEFAULTS: dict[str, Any] = json.loads((Path(__file__).parent / "components.json").read_text(encoding="utf-8"))
"""The package's own tables."""

TABLES = ("tips_per_horse", "programmes", "pay", "variant_pay")
"""The tables that can be replaced."""

HORSES = tuple(str(row["name"]).lower() for row in DEFAULTS["horses"])
NUM_HORSES = 6

KINDS = ("0", "1", "2", "crop")
NUM_KINDS = 4
CROP = 3
"""The kind of the tip that is a riding crop; the other kinds are the values 0, 1, 2."""
NUM_TIPS = NUM_HORSES * NUM_KINDS
"""Tips that differ; tip = horse * 4 + kind."""
MOST_ALIKE = 3
"""Tips alike of a horse: a hand counts them in two bits."""
MOST_TIPS_IN_BOX = NUM_HORSES * NUM_KINDS * MOST_ALIKE

CROP_WORTH = 2
CROP_AT_BEST = 3
FAVOURITE = 2
NUM_VALUES = 3
NOT_RUNNING = -1
"""The value of a horse that does not run in a race."""

FEWEST_RUNNERS = 4
FEWEST_RUNNERS_FOR_SHOW = 5
MAX_SEATS = 7
MAX_PROGRAMMES = 32
MAX_PAY = 100
NONE = -1
"""No tip, no horse."""

TIP_NAMES = tuple(f"{horse}:{kind}" for horse in HORSES for kind in KINDS)
TIP_BY_NAME = {name: tip for tip, name in enumerate(TIP_NAMES)}

_HORSE_NAMES = {str(row["name"]).lower(): str(row["name"]) for row in DEFAULTS["horses"]}


def programme_id(index: int) -> str:
    """The id of a programme by its number from 0: `R01` and so on."""
    return f"R{index + 1:02d}"


def checked_components(tables: Any, num_players: int) -> dict[str, Any]:
    """Replaced tables, checked, as plain values.

    Args:
        tables: a mapping of some of `TABLES`, each in the form of `DEFAULTS`.
        num_players: how many players have to be dealt tips.

    Returns:
        A copy of the tables.

    Raises:
        ValueError: naming the table, what is wrong and what is allowed.
    """
    if not isinstance(tables, Mapping):
        raise ValueError(f"components={tables!r} is not possible; it is a mapping of {', '.join(TABLES)}")
    checked: dict[str, Any] = {}
    for name, table in tables.items():
        if name == "tips_per_horse":
            checked[name] = _checked_tips(table, num_players)
        elif name == "programmes":
            checked[name] = _checked_programmes(table)
        elif name == "pay":
            checked[name] = _checked_numbers(name, table, ("2", "1", "0"))
        elif name == "variant_pay":
            checked[name] = _checked_numbers(name, table, ("less", "at_least", "show"))
        else:
            raise ValueError(f"components has no table {name!r}; tables: {', '.join(TABLES)}")
    return checked


def _checked_tips(table: Any, num_players: int) -> list[Any]:
    allowed = [0, 1, 2, "crop"]
    if not isinstance(table, list | tuple) or not all(type(tip) in (int, str) and tip in allowed for tip in table):
        raise ValueError(f"tips_per_horse={table!r} is not possible; it is a list of tips, each 0, 1, 2 or 'crop'")
    if len(table) < num_players:
        raise ValueError(
            f"tips_per_horse has {len(table)} tips; each of {num_players} players is dealt as many tips as there are "
            f"runners, so a horse has at least {num_players}"
        )
    if any(table.count(tip) > MOST_ALIKE for tip in allowed):
        raise ValueError(f"tips_per_horse={table!r} is not possible; at most {MOST_ALIKE} tips of a horse are alike")
    return list(table)


def _checked_programmes(table: Any) -> list[dict[str, Any]]:
    if not isinstance(table, list | tuple) or not 1 <= len(table) <= MAX_PROGRAMMES:
        raise ValueError(f"programmes={table!r} is not possible; it is a list of 1 to {MAX_PROGRAMMES} programmes")
    checked = []
    for index, row in enumerate(table):
        if not isinstance(row, Mapping) or set(row) != {"id", "values"} or row["id"] != programme_id(index):
            raise ValueError(
                f"programmes: {row!r} is not possible; each has an id and values, and the ids are R01, R02, ... in the "
                f"order of the list, so here {programme_id(index)!r}"
            )
        checked.append({"id": programme_id(index), "values": _checked_values(f"programme {row['id']}", row["values"])})
    return checked


def _checked_values(where: str, values: Any) -> dict[str, int]:
    if not isinstance(values, Mapping) or not FEWEST_RUNNERS <= len(values) <= NUM_HORSES:
        raise ValueError(f"{where}: values={values!r} is not possible; it has {FEWEST_RUNNERS} to {NUM_HORSES} runners")
    checked: dict[str, int] = {}
    for name, value in values.items():
        horse = _HORSE_NAMES.get(str(name).lower())
        if horse is None or horse in checked:
            raise ValueError(
                f"{where}: runner {name!r} is not possible; each is one of {', '.join(HORSES)}, named once"
            )
        if type(value) is not int or not 0 <= value < NUM_VALUES:
            raise ValueError(f"{where}: the value {value!r} of {name} is not possible; allowed: 0, 1, 2")
        checked[horse] = value
    return checked


def _checked_numbers(name: str, table: Any, keys: tuple[str, ...]) -> dict[str, int]:
    if not isinstance(table, Mapping) or set(table) != set(keys):
        raise ValueError(f"{name}={table!r} is not possible; it has a number of coins for each of {', '.join(keys)}")
    for key in keys:
        if type(table[key]) is not int or not 0 <= table[key] <= MAX_PAY:
            raise ValueError(f"{name}[{key!r}]={table[key]!r} is not possible; it is a whole number of 0 to {MAX_PAY}")
    return {key: table[key] for key in keys}


def write_components(s: Any, replaced: dict[str, Any] | None, two_winners: bool) -> None:
    """Write the tables into a state.

    Args:
        s: one state, zeroed.
        replaced: checked tables that take the place of the package's own, or None.
        two_winners: whether two horses are backed to win, for less (HU-13).
    """
    tables = {**DEFAULTS, **(replaced or {})}
    for tip in tables["tips_per_horse"]:
        s.alike[CROP if tip == "crop" else tip] += 1
    s.num_programmes = len(tables["programmes"])
    s.programmes[:] = NOT_RUNNING
    for index, row in enumerate(tables["programmes"]):
        for name, value in row["values"].items():
            s.programmes[index, HORSES.index(name.lower())] = value
    less = tables["variant_pay"]
    for value in range(NUM_VALUES):
        full = tables["pay"][str(value)]
        reduced = max(less["at_least"], full - less["less"])
        # By kind of bet: win, place, show (HU-13).
        s.pay[:, value] = (reduced if two_winners else full, reduced, 0 if value == FAVOURITE else less["show"])
