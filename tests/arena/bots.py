"""Bots that look, and bots that misbehave."""

from typing import Any

import numpy as np


class Spy:
    """Plays the first legal action and notes at its first decision of each game where it sits and what it holds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: list[tuple[str, bytes]] = []

    def act(self, view: Any) -> int:
        pieces = view.pieces
        if pieces["race"][0] == 1 and pieces["phase"][0] == 1:
            self.seen.append((view.agent, pieces["hand"].tobytes() + pieces["places"].tobytes()))
        return int(view.legal_actions[0])


class First:
    """Plays the first legal action."""

    def __init__(self, name: str) -> None:
        self.name = name

    def act(self, view: Any) -> int:
        return int(view.legal_actions[0])


class Fixed:
    """Gives the same answer whatever is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, view: Any) -> Any:
        return self.answer


class FixedForMany(Fixed):
    """The same for many games at once."""

    def act_many(self, batch: Any, games: np.ndarray) -> np.ndarray:
        return np.full(len(games), self.answer)


class Nearly:
    """Answers with something that is no action but could be taken for a legal one."""

    def __init__(self, change: Any) -> None:
        self.change = change

    def act(self, view: Any) -> Any:
        return self.change(view.legal_actions[0])


class NearlyForMany(Nearly):
    """The same for many games at once."""

    def act_many(self, batch: Any, games: np.ndarray) -> np.ndarray:
        return np.array([self.change(int(mask.argmax())) for mask in batch.action_mask[games]])
