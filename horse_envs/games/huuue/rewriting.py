"""The events of a game rewritten, so that they tell of a world that one seat cannot tell from the real one."""

from typing import Any

import numpy as np

from horse_envs.engine.game import Event
from horse_envs.games.huuue.components import HORSES, NUM_HORSES, TIP_BY_NAME
from horse_envs.games.huuue.names import horses_of, seat_names, tips_of
from horse_envs.games.huuue.state import BET_KINDS


class Rewriting:
    """One rewriting of a game's hidden events.

    Of the race in progress the hands of others, the order of the race deck and secret bets become those of the new
    state; the tips that others have played stay in their hands. Of a race that is over all that was hidden has been
    shown, for every tip that was dealt has been played; only in which order others named two winners is drawn here.

    Args:
        events: the events as they were.
        new: the state with all redrawn that the seat cannot know.
        seat: the seat whose knowledge is kept.
        seed: the seed of what is drawn here.
    """

    def __init__(self, events: list[Event], new: Any, seat: int, seed: int) -> None:
        self._events = events
        self._new = new
        self._names = seat_names(new)
        self._me = self._names[seat]
        self._random = np.random.default_rng(seed)

    def events(self) -> list[Event]:
        """The rewritten events."""
        rewritten: list[Event] = []
        begins = [i for i, event in enumerate(self._events) if event.get("chance") == "programme"]
        ends = [*begins[1:], len(self._events)]
        rewritten += self._events[: begins[0]]
        for begin, end in zip(begins, ends, strict=True):
            race = self._events[begin:end]
            if not any(event.get("result") == "race" for event in race):
                race = [self._dealt(event, race) for event in race]
                race = self._with_bets(race, in_progress=True)
            else:
                race = self._with_bets(race, in_progress=False)
            rewritten += race
        return rewritten

    def _dealt(self, event: Event, race: list[Event]) -> Event:
        """The deal of the race in progress in the new world; any other event as it is."""
        if event.get("chance") == "race_deck":
            return {**event, "top_to_bottom": [HORSES[horse] for horse in self._new.deck if horse >= 0]}
        if event.get("chance") != "tips":
            return event
        hands = {}
        for seat, name in enumerate(self._names):
            played = [each["tip"] for each in race if each.get("do") == "tip" and each["player"] == name]
            hands[name] = sorted(played + tips_of(self._new.hand[seat]), key=TIP_BY_NAME.__getitem__)
        return {**event, "hands": hands}

    def _with_bets(self, race: list[Event], in_progress: bool) -> list[Event]:
        """A race with the secret bets of others as they are in the new world."""
        if self._new.open_bets:
            return race
        rewritten = list(race)
        for seat, name in enumerate(self._names):
            bets = [i for i, event in enumerate(race) if event.get("do") == "bet" and event["player"] == name]
            if name == self._me:
                continue
            for kind, kind_name in enumerate(BET_KINDS):
                places = [i for i in bets if race[i]["kind"] == kind_name]
                horses = [str(race[i]["horse"]) for i in places]
                if in_progress:
                    horses = horses_of(self._new.backed[seat, kind])
                for i, chosen in zip(places, self._random.permutation(len(horses)), strict=True):
                    horse = horses[chosen]
                    action = kind * NUM_HORSES + HORSES.index(horse)
                    rewritten[i] = {**race[i], "horse": horse, "action": action}
        return rewritten
