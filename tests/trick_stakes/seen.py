"""Positions for bots of Trick Stakes: what the agent on turn sees, read in Python."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.engine.play import Env, positions
from tests.games import Setting

KEYS = [np.array([key], np.uint64) for key in (1, 2**40 + 3, 2**63 + 5)]


class Seen:
    """The words of a view, with which rules are checked."""

    def __init__(self, view: Any) -> None:
        self.view = view
        self.pieces = view.pieces
        self.legal = {view.describe(action) for action in view.legal_actions}
        self.phase = ("discard", "ticket up", "ticket down", "play")[int(self.pieces["phase"].argmax())]
        self.leads = not self.pieces["led_colour"].any()
        self.led = None if self.leads else "RBYG"[int(self.pieces["led_colour"].argmax())]
        self.last = self.pieces["still_to_play"].sum() == 1
        self.may_whip = any(words.startswith("whip") for words in self.legal)
        self.finished = self.pieces["seat_spaces"][0] == 1
        self.horse = int(self.pieces["riders"][:, 0].argmax())

    def cards(self, piece: str) -> set[str]:
        """The cards of a piece with an entry for each card."""
        return {"RBYG"[card // 12] + str(card % 12 + 1) for card in np.flatnonzero(self.pieces[piece])}

    @property
    def hand(self) -> set[str]:
        return self.cards("hand")

    @property
    def playable(self) -> set[str]:
        return {words.split()[1] for words in self.legal if words.startswith(("play", "discard"))}


def number_of(card: str) -> int:
    return int(card[1:])


def decisions(seeds: range = range(3), every: int = 1) -> Iterator[tuple[Env, Seen]]:
    """The environment and what the agent on turn sees, through random games for three and four players."""
    for num_players in (3, 4):
        for seed in seeds:
            for env in positions(Setting("trick_stakes_v0", num_players), seed, every):
                yield env, Seen(env.view())
