"""An independent reading of the rules of Huuue!, fed with the events of a record.

It knows nothing of horse_envs. It takes luck and decisions from the events and derives all the rest itself.
"""

from typing import Any, NamedTuple

from tests.reference import huuue_knowledge
from tests.reference.huuue_box import CROP, Programme, Setup, horse_of, in_box_order, value_of
from tests.reference.huuue_course import Course
from tests.reference.huuue_events import FIELDS, Event, RuleBroken, demand, fields_of, kind_of

__all__ = ["Bet", "Card", "ReferenceGame", "RuleBroken"]

VERBS = {"win": "bet", "place": "place", "show": "show"}


class Bet(NamedTuple):
    kind: str
    horse: str


class Card(NamedTuple):
    """A race card."""

    horse: str
    value: int


class ReferenceGame:
    """A game of Huuue!. All attributes are words, numbers, lists and dicts that may be read."""

    def __init__(self, setup: Setup) -> None:
        demand(2 <= setup.num_players <= 7, "two to seven play")
        self.setup = setup
        self.agents = setup.agents
        self.next_kind = "chance dealer"
        self.race = 0
        self.dealer = ""
        self.coins = dict.fromkeys(self.agents, 0)
        self.winners: list[str] = []
        self.past_races: list[dict[str, Any]] = []
        self._clear_race()

    def _clear_race(self) -> None:
        self.programme_id = ""
        self.values: Programme = {}
        self.hands: dict[str, list[str]] = {}
        self.deck: list[str] = []
        self.course = Course([])
        self.bets: dict[str, list[Bet]] = {agent: [] for agent in self.agents}
        self.cards: list[Card] = []
        self.played: list[tuple[str, str]] = []
        self.crops_in_turn = 0
        self.turns: list[str] = []

    # What comes next

    def expected(self) -> str:
        """The kind of event that must come next, `end` after the last one."""
        return self.next_kind

    @property
    def to_act(self) -> str | None:
        """The player whose decision is next, if one is."""
        return self.turns[0] if self.next_kind.startswith("do ") else None

    @property
    def lines(self) -> list[list[str]]:
        return self.course.lines

    @property
    def open_card(self) -> Card:
        return self.cards[-1]

    def legal(self) -> set[str]:
        """The words of all that the player on turn may do."""
        player = self.to_act
        if player is None:
            return set()
        if self.next_kind == "do tip":
            return {f"tip {tip.replace(':', ' ')}" for tip in self.hands[player]}
        kind = self.next_bet(player)
        return {f"{VERBS[kind]} {horse}" for horse in self.may_be_backed(player, kind)}

    def bet_kinds(self) -> list[str]:
        """The bets of each player in this race, in the order in which they are asked (HU-13)."""
        kinds = {
            "single": ["win"],
            "two_winners": ["win", "win"],
            "win_place": ["win", "place"],
            "win_place_show": ["win", "place", "show"],
        }[self.setup.bets]
        return [kind for kind in kinds if kind != "show" or len(self.values) >= 5]

    def next_bet(self, player: str) -> str:
        return self.bet_kinds()[len(self.bets[player])]

    def may_be_backed(self, player: str, kind: str) -> list[str]:
        if kind == "show":
            return [horse for horse, value in self.values.items() if value < 2]
        backed = {bet.horse for bet in self.bets[player]} if self.setup.bets == "two_winners" else set()
        return [horse for horse in self.values if horse not in backed]

    def forced(self) -> Event | None:
        """The next event where nothing is left to choose: the next race card, or a result."""
        if self.next_kind == "chance race_card":
            horse = self.deck[len(self.cards)]
            return {"chance": "race_card", "horse": horse, "value": self.values[horse]}
        if self.next_kind == "result race":
            return {"result": "race", "lines": self.lines, "coins": self.coins_after_race()}
        if self.next_kind == "result game":
            return {"result": "game", "coins": dict(self.coins), "winners": self.find_winners()}
        return None

    def knows(self, player: str) -> dict[str, Any]:
        """All that this player has the right to know now, and nothing else."""
        return huuue_knowledge.knows(self, player)

    # Feeding events

    def apply(self, event: Event) -> None:
        kind = kind_of(event)
        demand(kind == self.next_kind, f"'{kind}' where '{self.next_kind}' must come")
        optional = {"action"} if self.to_act else set()
        demand(fields_of(event) - optional == FIELDS[kind], f"the fields of '{kind}' are {sorted(FIELDS[kind])}")
        steps = {
            "chance dealer": self._dealer,
            "chance programme": self._programme,
            "chance tips": self._tips,
            "chance race_deck": self._race_deck,
            "do bet": self._bet,
            "chance race_card": self._race_card,
            "do tip": self._tip,
            "result race": self._result_race,
            "result game": self._result_game,
        }
        if kind.startswith("do "):
            demand(event["player"] == self.turns[0], f"{event['player']} is not on turn")
        steps[kind](event)

    def _dealer(self, event: Event) -> None:
        demand(event["player"] in self.agents, "a player deals")
        self.dealer = event["player"]
        self._begin_race()

    def _begin_race(self) -> None:
        self._clear_race()
        self.race += 1
        self.next_kind = "chance programme"

    def _programme(self, event: Event) -> None:
        demand(event["id"] in self.setup.programmes, f"there is no programme {event['id']}")
        demand(event["values"] == self.setup.programmes[event["id"]], f"{event['id']} has other runners or values")
        self.programme_id, self.values = event["id"], dict(event["values"])
        self.course = Course(self.values)
        self.next_kind = "chance tips"

    def _tips(self, event: Event) -> None:
        hands = event["hands"]
        demand(set(hands) == set(self.agents), "a hand for each player")
        demand(all(len(hand) == len(self.values) for hand in hands.values()), "as many tips as runners (HU-1)")
        stock = self.setup.tips_of(self.values)
        for tip in (tip for hand in hands.values() for tip in hand):
            demand(tip in stock, f"there is no {tip} left to deal")
            stock.remove(tip)
        self.hands = {agent: in_box_order(hands[agent]) for agent in self.agents}
        self.next_kind = "chance race_deck"

    def _race_deck(self, event: Event) -> None:
        demand(sorted(event["top_to_bottom"]) == sorted(self.values), "one race card for each runner (HU-1)")
        self.deck = list(event["top_to_bottom"])
        # Chosen at once and asked one after the other; with open bets in turn (HU-9, HU-10). The order is the same.
        self.turns = [agent for agent in self.clockwise() for _ in self.bet_kinds()]
        self.next_kind = "do bet"

    def _bet(self, event: Event) -> None:
        player, bet = event["player"], Bet(event["kind"], event["horse"])
        demand(bet.kind == self.next_bet(player), f"{player} is asked for a {self.next_bet(player)} bet")
        demand(bet.horse in self.may_be_backed(player, bet.kind), f"{player} cannot back {bet.horse}")
        self.bets[player].append(bet)
        self.turns.pop(0)
        if not self.turns:
            self.next_kind = "chance race_card"

    def _race_card(self, event: Event) -> None:
        demand(event == self.forced(), f"the next race card is {self.forced()}")
        self.cards.append(Card(event["horse"], event["value"]))
        self.crops_in_turn = 0
        self.course.move(self.open_card.horse, self.open_card.value)
        self.turns = self.clockwise()
        self.next_kind = "do tip"

    def _tip(self, event: Event) -> None:
        player, tip = event["player"], event["tip"]
        demand(tip in self.hands[player], f"{player} holds no {tip}")
        self.hands[player].remove(tip)
        self.played.append((player, tip))
        places = self.tip_value(tip) - self.open_card.value
        if not (places < 0 and self.is_safe(horse_of(tip))):
            self.course.move(horse_of(tip), places)
        self.crops_in_turn += value_of(tip) == CROP
        self.turns.pop(0)
        if not self.turns:
            self.next_kind = "chance race_card" if len(self.cards) < len(self.deck) else "result race"

    def tip_value(self, tip: str) -> int:
        """HU-6 for the crop."""
        if value_of(tip) != CROP:
            return int(value_of(tip))
        if self.setup.crop == "first":
            return 3 if self.crops_in_turn == 0 else 2
        return 3 if len(self.cards) == len(self.deck) else 2

    def is_safe(self, horse: str) -> bool:
        """A favourite loses no place while its own card lies open (HU-4)."""
        return self.open_card == Card(horse, 2)

    def _result_race(self, event: Event) -> None:
        demand(same_result(event, self.forced() or {}), f"the result of race {self.race} is {self.forced()}")
        self.coins = self.coins_after_race()
        self.past_races.append(huuue_knowledge.seen_by_all(self))
        if max(self.coins.values()) >= self.setup.target or self.race == self.setup.max_races:
            self.next_kind = "result game"
            return
        self.dealer = self.clockwise()[0]
        self._begin_race()

    def _result_game(self, event: Event) -> None:
        demand(event == self.forced(), f"the result of the game is {self.forced()}")
        self.winners = self.find_winners()
        self.next_kind = "end"

    # Orders and sums

    def clockwise(self) -> list[str]:
        """From the dealer's left, dealer last (HU-7)."""
        after = self.agents.index(self.dealer) + 1
        return self.agents[after:] + self.agents[:after]

    def coins_after_race(self) -> dict[str, int]:
        return {agent: self.coins[agent] + sum(map(self.pay_of, self.bets[agent])) for agent in self.agents}

    def pay_of(self, bet: Bet) -> int:
        """HU-11 for several winners; HU-13 for bets beyond the base game's."""
        rank, coins = self.course.rank(bet.horse), self.setup.pay[self.values[bet.horse]]
        if bet.kind == "show":
            return 1 if rank <= 3 else 0
        if bet.kind == "place":
            return max(1, coins - 1) if rank <= 2 else 0
        if rank > 1:
            return 0
        return max(1, coins - 1) if self.setup.bets == "two_winners" else coins

    def find_winners(self) -> list[str]:
        """Most coins; equals share (HU-12)."""
        most = max(self.coins.values())
        return [agent for agent in self.agents if self.coins[agent] == most]


def same_result(one: Event, other: Event) -> bool:
    """Horses on one line have no order."""
    return {**one, "lines": [sorted(line) for line in one["lines"]]} == {
        **other,
        "lines": [sorted(line) for line in other["lines"]],
    }
