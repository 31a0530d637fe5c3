"""What lies in the box of Huuue!, as words, and the options that a game can be played with."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

HORSES = ("cocotte", "vertige", "noiro", "rubis", "soleil", "ivoire")
CROP = "crop"
TIPS_PER_HORSE = ("0", "0", "1", "1", "2", "2", CROP)
PAY = {2: 1, 1: 2, 0: 3}

Programme = dict[str, int]


def programme(text: str) -> Programme:
    """`"cocotte 1 noiro 2"` as runners and their values."""
    words = text.split()
    return {horse: int(value) for horse, value in zip(words[::2], words[1::2], strict=True)}


# HU-14: our choice.
PROGRAMMES = {
    "R01": programme("cocotte 1 noiro 1 soleil 0 ivoire 2"),
    "R02": programme("cocotte 1 vertige 2 noiro 1 rubis 0"),
    "R03": programme("cocotte 1 vertige 2 rubis 0 ivoire 1"),
    "R04": programme("cocotte 1 rubis 0 soleil 2 ivoire 1"),
    "R05": programme("cocotte 1 vertige 1 noiro 2 rubis 0 soleil 2"),
    "R06": programme("vertige 0 noiro 1 rubis 2 soleil 1 ivoire 2"),
    "R07": programme("cocotte 0 vertige 1 rubis 2 soleil 2 ivoire 1"),
    "R08": programme("cocotte 0 vertige 0 noiro 1 soleil 1 ivoire 2"),
    "R09": programme("vertige 1 noiro 2 rubis 0 soleil 0 ivoire 1"),
    "R10": programme("cocotte 0 vertige 2 noiro 2 rubis 0 soleil 1 ivoire 1"),
    "R11": programme("cocotte 0 vertige 1 noiro 1 rubis 2 soleil 0 ivoire 2"),
    "R12": programme("cocotte 0 vertige 1 noiro 2 rubis 2 soleil 0 ivoire 1"),
    "R13": programme("cocotte 1 vertige 0 noiro 1 rubis 2 soleil 0 ivoire 2"),
    "R14": programme("cocotte 0 vertige 0 noiro 2 rubis 2 soleil 1 ivoire 1"),
}


@dataclass(frozen=True)
class Setup:
    """How a game is played: the options of its record, and the tables of the box."""

    num_players: int = 4
    crop: str = "last_turn"
    open_bets: bool = False
    bets: str = "single"
    target: int = 6
    max_races: int = 40
    components: dict[str, Any] | None = field(default=None, hash=False)

    @property
    def agents(self) -> list[str]:
        return [f"player_{i}" for i in range(self.num_players)]

    @property
    def programmes(self) -> dict[str, Programme]:
        replaced = (self.components or {}).get("programmes")
        if replaced is None:
            return PROGRAMMES
        return {
            f"R{number:02}": {horse.lower(): value for horse, value in entry["values"].items()}
            for number, entry in enumerate(replaced, 1)
        }

    @property
    def tips_per_horse(self) -> list[str]:
        return [str(value) for value in (self.components or {}).get("tips_per_horse", TIPS_PER_HORSE)]

    @property
    def pay(self) -> dict[int, int]:
        return {int(value): coins for value, coins in (self.components or {}).get("pay", PAY).items()}

    def tips_of(self, runners: Iterable[str]) -> list[str]:
        """All tip cards of these runners, in the order of the box."""
        return in_box_order(f"{horse}:{value}" for horse in runners for value in self.tips_per_horse)

    def record_options(self) -> dict[str, Any]:
        options = {
            "num_players": self.num_players,
            "crop": self.crop,
            "open_bets": self.open_bets,
            "bets": self.bets,
            "target": self.target,
            "max_races": self.max_races,
        }
        return options | ({} if self.components is None else {"components": self.components})


def in_box_order(tips: Iterable[str]) -> list[str]:
    """Tips by horse, and 0, 1, 2 before the crop."""
    return sorted(tips, key=lambda tip: (HORSES.index(horse_of(tip)), ("0", "1", "2", CROP).index(value_of(tip))))


def horse_of(tip: str) -> str:
    return tip.split(":")[0]


def value_of(tip: str) -> str:
    """`0`, `1`, `2` or `crop`."""
    return tip.split(":")[1]
