"""What lies in the box of Ready Set Bet, as words and numbers, and the options that a game can be played with."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

Row = dict[str, Any]

FINISH, RED_LINE, LAST_RACE = 15, 10, 4
HORSES = ("2/3", "4", "5", "6", "7", "8", "9", "10", "11/12")
COLOURS = {
    **dict.fromkeys(("2/3", "4", "10", "11/12"), "blue"),
    **dict.fromkeys(("5", "9"), "orange"),
    **dict.fromkeys(("6", "8"), "red"),
    "7": "black",
}
BONUS = dict(zip(HORSES, (3, 3, 2, 1, 0, 1, 2, 3, 3), strict=True))
PLACES = ("show1", "show2", "place1", "place2", "win1", "win2", "win3")

# Multiplier and penalty of show, show, place, place, win, win, win.
PRICES = {
    "2/3": "4-4 4-3 5-4 5-3 7-2 8-2 9-2",
    "4": "3-1 3-0 4-1 4-0 5-1 6-0 7-0",
    "5": "2-3 2-0 2-2 3-2 4-2 4-0 5-0",
    "6": "1-2 1-0 2-5 2-4 3-2 3-1 3-0",
    "7": "1-3 1-1 2-6 2-5 3-4 3-3 3-2",
    "8": "1-2 1-0 2-5 2-4 3-2 3-1 3-0",
    "9": "2-3 2-0 2-2 3-2 4-2 4-0 5-0",
    "10": "3-1 3-0 4-1 4-0 5-1 6-0 7-0",
    "11/12": "4-4 4-3 5-4 5-3 7-2 8-2 9-2",
}
COLOUR_PRICES = {"blue_wins": "5-1", "orange_wins": "3-1", "red_wins": "2-1", "seven_5th_or_worse": "4-0"}
# RSB-22: mirrored cards differ in places, as found.
PROPS = {
    "P01": ("2/3", "5", "2-1"),
    "P02": ("2/3", "9", "3-3"),
    "P03": ("2/3", "6", "3-2"),
    "P04": ("2/3", "8", "4-3"),
    "P05": ("4", "9", "2-1"),
    "P06": ("4", "5", "3-3"),
    "P07": ("4", "8", "3-2"),
    "P08": ("4", "6", "4-3"),
    "P09": ("10", "9", "2-1"),
    "P10": ("10", "5", "3-3"),
    "P11": ("10", "8", "3-2"),
    "P12": ("10", "6", "4-3"),
    "P13": ("11/12", "5", "2-1"),
    "P14": ("11/12", "9", "3-3"),
    "P15": ("11/12", "6", "3-2"),
    "P16": ("11/12", "8", "4-3"),
    "P17": ("5", "6", "2-1"),
    "P18": ("5", "8", "3-3"),
    "P19": ("9", "8", "2-1"),
    "P20": ("9", "6", "3-3"),
    "P21": ("5", "7", "3-2"),
    "P22": ("9", "7", "4-4"),
    "P23": ("6", "5 9", "3-3"),
    "P24": ("8", "5 9", "3-3"),
    "P25": ("7", "5 9", "2-5"),
    "P26": ("6", "2/3 4 10 11/12", "3-5"),
    "P27": ("8", "2/3 4 10 11/12", "2-3"),
    "P28": ("7", "2/3 4 10 11/12", "2-6"),
}
EXOTICS = {
    "X1": ("by_a_nose", "5-3"),
    "X2": ("blow_out", "4-2"),
    "X3": ("tight_race", "6-2"),
    "X4": ("late_start", "4-1"),
    "X5": ("photo_finish", "5-3"),
}
VIP_IDS = tuple(f"V{number:02}" for number in range(1, 17))
# RSB-16: our choice, like all figures of the VIP cards.
HOUSE_TOKENS = [3, 3, 4, 4, 5, 5]
BONUS_LOSS = {7: 5, 6: 3, 5: 2, 4: 1, 3: 0, 2: 0}
BONUS_VALUE = {"V01": 7, "V02": 6, "V03": 5, "V04": 4, "V05": 3, "V06": 2}


class Token(NamedTuple):
    value: int
    bonus: bool = False

    @property
    def words(self) -> str:
        return f"bonus {self.value}" if self.bonus else f"{self.value}"


class Price(NamedTuple):
    multiplier: int
    penalty: int


def price(text: str) -> Price:
    multiplier, penalty = text.split("-")
    return Price(int(multiplier), int(penalty))


def price_of_row(row: Row) -> Price:
    return Price(row["multiplier"], row["penalty"])


def own_tables() -> dict[str, Any]:
    """The tables of the box in the form in which an option replaces them, the prices only where they count."""
    spots = [
        {"id": f"{horse}.{place}", "horse": horse, "kind": place[:-1], **price(text)._asdict()}
        for horse in HORSES
        for place, text in zip(PLACES, PRICES[horse].split(), strict=True)
    ]
    spots += [{"id": name, "kind": "color", **price(text)._asdict()} for name, text in COLOUR_PRICES.items()]
    return {
        "spots": spots,
        "prop_cards": [
            {"id": name, "horse": horse, "ahead_of": others.split(), **price(text)._asdict()}
            for name, (horse, others, text) in PROPS.items()
        ],
        "exotic_cards": [{"id": name, "name": word, **price(text)._asdict()} for name, (word, text) in EXOTICS.items()],
        "vip_cards": [{"id": name, "copies": 2} for name in VIP_IDS],
        "bonus_tokens": [
            {"value": value, "extra_loss": loss, "cancels_penalty": value == 2}
            for value, loss in sorted(BONUS_LOSS.items())
        ],
        "player_tokens": [2, 3, 3, 4, 5],
        "player_tokens_with_7_or_8": [2, 3, 4, 5],
        "house_tokens": list(HOUSE_TOKENS),
        "house_start_money": 18,
        "house_rotation_pay": {"2": 3, "3": 6, "4": 9},
    }


@dataclass(frozen=True)
class Setup:
    """How a game is played: the options of its record, and the tables of the box."""

    num_players: int = 4
    house: str | None = None
    rolls_per_window: int = 1
    components: dict[str, Any] | None = field(default=None, hash=False)

    @property
    def agents(self) -> list[str]:
        return [f"player_{i}" for i in range(self.num_players)]

    @cached_property
    def tables(self) -> dict[str, Any]:
        return own_tables() | (self.components or {})

    @cached_property
    def props(self) -> dict[str, tuple[str, list[str]]]:
        """The horse of each prop card, and those that it must be ahead of."""
        return {row["id"]: (row["horse"], row["ahead_of"]) for row in self.tables["prop_cards"]}

    @cached_property
    def prices(self) -> dict[str, Price]:
        """Multiplier and penalty by spot; the three spots of an exotic card share its own."""
        tables = self.tables
        found = {row["id"]: price_of_row(row) for row in tables["spots"] + tables["prop_cards"]}
        for row in tables["exotic_cards"]:
            found |= {spot: price_of_row(row) for spot in exotic_spots(row["id"])}
        return found

    def player_tokens(self) -> list[Token]:
        """RSB-17: seven or eight that bet have one number 3 less."""
        betting = self.num_players - (self.house is not None)
        name = "player_tokens_with_7_or_8" if betting >= 7 else "player_tokens"
        return [Token(value) for value in self.tables[name]]

    def deck(self) -> list[str]:
        return [row["id"] for row in self.tables["vip_cards"] for _ in range(row["copies"])]

    def bonus_row(self, value: int) -> Row:
        return next(row for row in self.tables["bonus_tokens"] if row["value"] == value)

    def record_options(self) -> dict[str, Any]:
        options = {
            "num_players": self.num_players,
            "house": self.house,
            "rolls_per_window": self.rolls_per_window,
        }
        return options | ({} if self.components is None else {"components": self.components})


def exotic_spots(card: str) -> list[str]:
    return [f"{card}.{number}" for number in (1, 2, 3)]


def card_of(spot: str) -> str:
    """The card that a spot is printed on; each spot of the board stands for itself (RSB-11)."""
    return spot.split(".")[0] if spot.startswith("X") else spot


BOARD = [row["id"] for row in own_tables()["spots"]]
ALL_SPOTS = [*BOARD, *PROPS, *(spot for card in EXOTICS for spot in exotic_spots(card))]
