"""What lies in the box of Ready Set Bet: horses, spots of the bet board, cards and tokens.

The figures stand in components.json. A user can replace a table by passing one of the same form; names and ids stay,
because actions are called by them.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

HORSES = ("2/3", "4", "5", "6", "7", "8", "9", "10", "11/12")
NUM_HORSES = 9

MAX_SEATS = 9
NUM_RACES = 4
OPEN_PROPS = 5
NONE = 255
"""No spot, no card, nobody."""

DEFAULTS: dict[str, Any] = json.loads((Path(__file__).parent / "components.json").read_text(encoding="utf-8"))

BOARD_SPOTS = tuple(str(row["id"]) for row in DEFAULTS["spots"])
PROP_CARDS = tuple(str(row["id"]) for row in DEFAULTS["prop_cards"])
EXOTIC_CARDS = tuple(str(row["id"]) for row in DEFAULTS["exotic_cards"])
VIP_CARDS = tuple(str(row["id"]) for row in DEFAULTS["vip_cards"])
NUM_BOARD = len(BOARD_SPOTS)
NUM_PROPS = len(PROP_CARDS)
NUM_EXOTICS = len(EXOTIC_CARDS)
NUM_VIP = len(VIP_CARDS)
SPOTS_A_CARD = 3

FIRST_PROP = NUM_BOARD
FIRST_EXOTIC = FIRST_PROP + NUM_PROPS
NUM_SPOTS = FIRST_EXOTIC + SPOTS_A_CARD * NUM_EXOTICS
SPOTS = (*BOARD_SPOTS, *PROP_CARDS, *(f"{card}.{i + 1}" for card in EXOTIC_CARDS for i in range(SPOTS_A_CARD)))
SPOT_BY_NAME = {name: spot for spot, name in enumerate(SPOTS)}

WIN_SPOT, PLACE_SPOT, SHOW_SPOT, COLOUR_SPOT, PROP_SPOT, EXOTIC_SPOT = range(6)
_KINDS = {"win": WIN_SPOT, "place": PLACE_SPOT, "show": SHOW_SPOT, "color": COLOUR_SPOT}
SPOT_KIND = np.array(
    [_KINDS[row["kind"]] for row in DEFAULTS["spots"]]
    + [PROP_SPOT] * NUM_PROPS
    + [EXOTIC_SPOT] * (SPOTS_A_CARD * NUM_EXOTICS),
    np.int64,
)
SPOT_HORSE = np.array(
    [HORSES.index(row["horse"]) if "horse" in row else NONE for row in DEFAULTS["spots"]]
    + [NONE] * (NUM_SPOTS - NUM_BOARD),
    np.int64,
)
"""The horse of a win, place or show spot."""
FIRST_COLOUR = BOARD_SPOTS.index("blue_wins")
"""The spots of blue, orange and red follow each other; then comes 'seven fifth or worse'."""
SEVEN_WORSE = BOARD_SPOTS.index("seven_5th_or_worse")

TOKEN_VALUES = (2, 3, 4, 5)
BONUS_VALUES = (2, 3, 4, 5, 6, 7)
NUM_OWN_KINDS = len(TOKEN_VALUES)
NUM_TOKEN_KINDS = NUM_OWN_KINDS + len(BONUS_VALUES)
TOKEN_VALUE = np.array([*TOKEN_VALUES, *BONUS_VALUES], np.int64)
"""The value of each kind of token: own ones of 2 to 5, then bonus tokens of 2 to 7."""
TOKENS = (*map(str, TOKEN_VALUES), *(f"bonus {value}" for value in BONUS_VALUES))
VALUE_3 = TOKEN_VALUES.index(3)
"""The kind of the own token of value 3."""
HOUSE_VALUES = (3, 4, 5)
NUM_HOUSE_TOKENS = 6

V07, V08, V09, V10, V11, V12, V13, V14, V15, V16 = range(6, 16)
"""VIP cards by number from 0; the first six bring bonus tokens, of 7 down to 2."""

TABLES = tuple(DEFAULTS)
"""The tables that can be replaced."""

_TEXTS = ("name", "effect", "condition", "color")


def checked_components(tables: Any, vip_players: int) -> dict[str, Any]:
    """Replaced tables, checked, as plain values.

    Args:
        tables: a mapping of some of `TABLES`, each in the form of `DEFAULTS`.
        vip_players: how many players are offered VIP cards.

    Returns:
        A copy of the tables.

    Raises:
        ValueError: naming the table, what is wrong and what is allowed.
    """
    if not isinstance(tables, dict):
        raise ValueError(f"components={tables!r} is not possible; it is a mapping of {', '.join(TABLES)}")
    try:
        copy: dict[str, Any] = json.loads(json.dumps(tables))
    except (TypeError, ValueError) as error:
        raise ValueError(f"components are plain JSON values: {error}") from None
    for name, table in copy.items():
        if name not in TABLES:
            raise ValueError(f"components has no table {name!r}; tables: {', '.join(TABLES)}")
        _check_table(name, table)
    needed = 4 * vip_players
    cards = sum(row["copies"] for row in (copy.get("vip_cards") or DEFAULTS["vip_cards"]))
    if cards < needed or cards % 2:
        raise ValueError(
            f"vip_cards has {cards} cards in all; {vip_players} players need an even number, {needed} or more"
        )
    return copy


def _check_table(name: str, table: Any) -> None:
    if name == "spots":
        _check_rows(name, table, BOARD_SPOTS, {"multiplier": (0, 100), "penalty": (0, 100)}, ("horse", "kind"))
    elif name == "exotic_cards":
        _check_rows(name, table, EXOTIC_CARDS, {"multiplier": (0, 100), "penalty": (0, 100)}, (), {"spots": (3, 3)})
    elif name == "vip_cards":
        _check_rows(name, table, VIP_CARDS, {"copies": (0, 3)}, (), {"amount": (0, 100)})
        for row, default in zip(table, DEFAULTS[name], strict=True):
            if "amount" in row and "amount" not in default:
                raise ValueError(
                    f"vip_cards {row['id']} has no amount; those that have one are V07 to V12, V15 and V16"
                )
    elif name == "prop_cards":
        _check_props(table)
    elif name == "bonus_tokens":
        _check_bonus_tokens(table)
    elif name == "house_rotation_pay":
        if not isinstance(table, dict) or sorted(table) != ["2", "3", "4"]:
            raise ValueError(f"{name}={table!r} is not possible; it names the money before each of the races 2, 3, 4")
        for race, money in table.items():
            _check_number(f"{name}[{race!r}]", money, 0, 1000)
    elif name == "house_start_money":
        _check_number(name, table, 0, 1000)
    elif name == "house_tokens":
        _check_tokens(name, table, HOUSE_VALUES, NUM_HOUSE_TOKENS, NUM_HOUSE_TOKENS, NUM_HOUSE_TOKENS)
    else:
        _check_tokens(name, table, TOKEN_VALUES, 1, 5, 3)


def _check_rows(
    name: str,
    table: Any,
    ids: tuple[str, ...],
    numbers: dict[str, tuple[int, int]],
    fixed: tuple[str, ...] = (),
    optional: dict[str, tuple[int, int]] | None = None,
) -> None:
    """Check a table of rows with ids in the package's order, numbers in ranges, and fields that cannot be changed."""
    given = [row.get("id") if isinstance(row, dict) else None for row in table] if isinstance(table, list) else []
    if given != list(ids):
        raise ValueError(f"{name} is a list of rows with the ids {ids[0]} ... {ids[-1]}, {len(ids)} in this order")
    for row, default in zip(table, DEFAULTS[name], strict=True):
        known = {"id", *numbers, *fixed, *(optional or {}), *_TEXTS}
        _check_fields(f"{name} {row['id']}", row, known, set(numbers))
        for field, (low, high) in {**numbers, **(optional or {})}.items():
            if field in row:
                _check_number(f"{field} of {name} {row['id']}", row[field], low, high)
        for field in fixed:
            if field in row and row[field] != default.get(field):
                raise ValueError(f"{field} of {name} {row['id']} is {default.get(field)!r} and cannot be replaced")


def _check_props(table: Any) -> None:
    fewest = OPEN_PROPS * NUM_RACES
    count = len(table) if isinstance(table, list) else 0
    ids = [row.get("id") if isinstance(row, dict) else None for row in table] if count else []
    if not fewest <= count <= NUM_PROPS or ids != list(PROP_CARDS[:count]):
        raise ValueError(
            f"prop_cards is a list of {fewest} to {NUM_PROPS} rows with the ids P01, P02, ... in this order"
        )
    for row in table:
        where = f"prop_cards {row['id']}"
        needed = {"horse", "ahead_of", "multiplier", "penalty"}
        _check_fields(where, row, {"id", *needed, *_TEXTS}, needed)
        for field in ("multiplier", "penalty"):
            _check_number(f"{field} of {where}", row[field], 0, 100)
        others = row["ahead_of"]
        known = isinstance(others, list) and len(others) > 0 and all(horse in HORSES for horse in others)
        if row["horse"] not in HORSES or not known or row["horse"] in others:
            raise ValueError(f"{where}: horse and ahead_of (a list of others) name horses of {', '.join(HORSES)}")


def _check_bonus_tokens(table: Any) -> None:
    values = [row.get("value") if isinstance(row, dict) else None for row in table] if isinstance(table, list) else []
    if sorted(values, key=str) != list(BONUS_VALUES):
        raise ValueError(
            f"bonus_tokens is a list of rows with the values {', '.join(map(str, BONUS_VALUES))}, each once"
        )
    for row in table:
        where = f"bonus_tokens {row['value']}"
        needed = {"value", "extra_loss", "cancels_penalty"}
        _check_fields(where, row, {*needed, "copies", *_TEXTS}, needed)
        _check_number(f"extra_loss of {where}", row["extra_loss"], 0, 100)
        if not isinstance(row["cancels_penalty"], bool):
            raise ValueError(f"cancels_penalty of {where} is true or false, not {row['cancels_penalty']!r}")
        if row.get("copies", 2) != 2:
            raise ValueError(f"copies of {where}: a token comes with its VIP card; change the copies in vip_cards")


def _check_tokens(name: str, table: Any, values: tuple[int, ...], fewest: int, most: int, alike: int) -> None:
    good = isinstance(table, list) and fewest <= len(table) <= most
    good = good and all(type(value) is int and value in values for value in table)
    if not good or any(table.count(value) > alike for value in values):
        size = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        limit = f", at most {alike} alike" if alike < most else ""
        raise ValueError(f"{name}={table!r} is not possible; it is a list of {size} values of {values}{limit}")


def _check_fields(where: str, row: dict[str, Any], known: set[str], needed: set[str]) -> None:
    for field in row:
        if field not in known:
            raise ValueError(f"{where} has an unknown field {field!r}; fields: {', '.join(sorted(known))}")
    for field in sorted(needed):
        if field not in row:
            raise ValueError(f"{where} lacks the field {field!r}")


def _check_number(what: str, value: Any, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{what} is a whole number of {low} to {high}, not {value!r}")


def set_of_horses(names: list[str]) -> int:
    """Horses as bits."""
    return sum(1 << HORSES.index(name) for name in names)


def write_components(s: Any, replaced: dict[str, Any] | None) -> None:
    """Write the tables into a state."""
    tables = {**DEFAULTS, **(replaced or {})}
    for spot, row in enumerate([*tables["spots"], *tables["prop_cards"]]):
        s.multiplier[spot] = row["multiplier"]
        s.penalty[spot] = row["penalty"]
    for card, row in enumerate(tables["exotic_cards"]):
        for spot in range(FIRST_EXOTIC + SPOTS_A_CARD * card, FIRST_EXOTIC + SPOTS_A_CARD * (card + 1)):
            s.multiplier[spot] = row["multiplier"]
            s.penalty[spot] = row["penalty"]
    s.num_props = len(tables["prop_cards"])
    for card, row in enumerate(tables["prop_cards"]):
        s.prop_horse[card] = HORSES.index(row["horse"])
        s.prop_behind[card] = set_of_horses(row["ahead_of"])
    for card, row in enumerate(tables["vip_cards"]):
        s.vip_copies[card] = row["copies"]
        s.amount[card] = row.get("amount", DEFAULTS["vip_cards"][card].get("amount", 0))
    for row in tables["bonus_tokens"]:
        s.extra_loss[NUM_OWN_KINDS + BONUS_VALUES.index(row["value"])] = row["extra_loss"]
        s.cancels[NUM_OWN_KINDS + BONUS_VALUES.index(row["value"])] = row["cancels_penalty"]
    for value in tables["player_tokens"]:
        s.tokens_of_few += 1 << 2 * TOKEN_VALUES.index(value)
    for value in tables["player_tokens_with_7_or_8"]:
        s.tokens_of_many += 1 << 2 * TOKEN_VALUES.index(value)
    s.house_tokens[:] = tables["house_tokens"]
    s.house_start_money = tables["house_start_money"]
    for race in range(2, NUM_RACES + 1):
        s.house_pay[race - 1] = tables["house_rotation_pay"][str(race)]
