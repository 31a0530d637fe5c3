"""An independent reading of the rules of Ready Set Bet, fed with the events of a record.

It knows nothing of horse_envs. It takes luck and decisions from the events and derives all the rest itself.
"""

from collections import Counter
from typing import Any

from tests.reference import ready_set_bet_knowledge
from tests.reference.ready_set_bet_box import (
    BOARD,
    BONUS_VALUE,
    EXOTICS,
    LAST_RACE,
    Setup,
    Token,
    card_of,
    exotic_spots,
)
from tests.reference.ready_set_bet_course import Course
from tests.reference.ready_set_bet_events import FIELDS, Event, RuleBroken, demand, fields_of, kind_of
from tests.reference.ready_set_bet_money import Bet, after_race

__all__ = ["ReferenceGame", "RuleBroken"]


class ReferenceGame:
    """A game of Ready Set Bet. All attributes are words, numbers, lists and dicts that may be read."""

    def __init__(self, setup: Setup) -> None:
        most = 9 if setup.house == "bets" else 8
        demand(2 <= setup.num_players <= most, f"two to {most} play")
        self.setup = setup
        self.agents = setup.agents
        self.next_kind = "chance house" if setup.house else "chance props"
        self.race = 0
        self.house = ""
        self.money = dict.fromkeys(self.agents, 0)
        self.vips: dict[str, list[str]] = {agent: [] for agent in self.agents}
        self.props: list[str] = []
        self.past_props: set[str] = set()
        self.exotics: list[str] = []
        self.deck = setup.deck()
        self.discard: list[str] = []
        self.offers: dict[str, list[str]] = {}
        self.chosen: dict[str, str] = {}
        self.turns: list[str] = []
        self.winners: list[str] = []
        self.log: list[Event] = []
        self._clear_race()

    def _clear_race(self) -> None:
        self.course = Course()
        self.bets: list[Bet] = []
        self.house_bets: list[Bet] = []
        self.tokens: dict[str, list[Token]] = {}
        self.joined = dict.fromkeys(self.agents, 0)
        self.late = dict.fromkeys(self.agents, 0)

    # What comes next

    def expected(self) -> str:
        """The kind of event that must come next, `end` after the last one; `do bet` stands for `do pass` too."""
        return self.next_kind

    @property
    def to_act(self) -> str | None:
        """The player whose decision is next, if one is."""
        return self.turns[0] if self.next_kind.startswith("do ") else None

    @property
    def spaces(self) -> dict[str, int]:
        return self.course.spaces

    def legal(self) -> set[str]:
        """The words of all that the player on turn may do."""
        player = self.to_act
        if player is None:
            return set()
        if self.next_kind == "do house":
            return {"take house", "leave house"}
        if self.next_kind == "do vip":
            return {f"vip {card}" for card in self.offers[player]}
        if self.next_kind == "do house_bet":
            return {f"house {self.house_token} on {spot}" for spot in self.house_spots()}
        bets = {f"bet {token.words} on {spot}" for token in self.tokens[player] for spot in self.open_to(player, token)}
        return {"pass"} | bets

    def spots(self) -> list[str]:
        """The board and the cards that lie open."""
        return [*BOARD, *self.props, *(spot for card in self.exotics for spot in exotic_spots(card))]

    @property
    def house_token(self) -> int:
        return int(self.setup.tables["house_tokens"][len(self.house_bets)])

    def house_spots(self) -> list[str]:
        """RSB-13: six different spots, at most one on a card."""
        taken = {card_of(bet.spot) for bet in self.house_bets}
        return [spot for spot in self.spots() if card_of(spot) not in taken]

    def open_to(self, player: str, token: Token) -> list[str]:
        """Where this player may put this token."""
        own = {card_of(bet.spot) for bet in self.bets if bet.player == player}
        lying = Counter(bet.spot for bet in self.bets)
        most = 1 if self._may_join(player, token) else 0
        return [spot for spot in self.spots() if card_of(spot) not in own and lying[spot] <= most]

    def _may_join(self, player: str, token: Token) -> bool:
        """RSB-20: beside one token, which is not the player's own as at most one of those lies on a card."""
        return self.vips[player].count("V13") > self.joined[player] and token.value in (2, 3)

    def betting(self) -> list[str]:
        return [agent for agent in self.agents if agent != self.house]

    def asked(self) -> list[str]:
        """Who is asked before the next roll, if anybody is."""
        with_token = [agent for agent in self.betting() if self.tokens[agent]]
        if self.course.closed:
            return [agent for agent in with_token if self.vips[agent].count("V14") > self.late[agent]]
        return with_token if len(self.course.rolls) % self.setup.rolls_per_window == 0 else []

    def forced(self) -> Event | None:
        """The next event where the rules leave no choice: a result."""
        if self.next_kind == "result race":
            return {"result": "race", "spaces": dict(self.spaces), "money": self.money_after_race()}
        if self.next_kind == "result game":
            return {"result": "game", "money": dict(self.money), "winners": self.find_winners()}
        return None

    def money_after_race(self) -> dict[str, int]:
        return {agent: self._money_of(agent) for agent in self.agents}

    def _money_of(self, agent: str) -> int:
        is_house = agent == self.house
        bets = self.house_bets if is_house else [bet for bet in self.bets if bet.player == agent]
        return after_race(self.setup, self.course, self.money[agent], bets, self.usable_vips(agent))

    def usable_vips(self, agent: str) -> list[str]:
        """RSB-14: the House cannot use its cards."""
        return [] if agent == self.house else self.vips[agent]

    def find_winners(self) -> list[str]:
        return [agent for agent in self.agents if self.money[agent] == max(self.money.values())]

    def knows(self, player: str) -> dict[str, Any]:
        """All that this player has the right to know now, and nothing else."""
        return ready_set_bet_knowledge.knows(self, player)

    # Feeding events

    def apply(self, event: Event) -> None:
        kind = kind_of(event)
        as_decision = "do bet" if kind == "do pass" else kind
        demand(as_decision == self.next_kind, f"'{kind}' where '{self.next_kind}' must come")
        optional = {"action"} if kind.startswith("do ") else set()
        demand(fields_of(event) - optional == FIELDS[kind], f"the fields of '{kind}' are {sorted(FIELDS[kind])}")
        if kind.startswith("do "):
            demand(event["player"] == self.turns[0], f"{event['player']} is not on turn")
        getattr(self, f"_{kind.replace(' ', '_')}")(event)
        self.log.append(event)

    def _chance_house(self, event: Event) -> None:
        demand(event["player"] in self.agents, "the House is one of the players")
        self.house = event["player"]
        if self.setup.house == "bets":
            self.money[self.house] = self.setup.tables["house_start_money"]
        self.next_kind = "chance props"

    def _chance_props(self, event: Event) -> None:
        cards = event["cards"]
        demand(len(cards) == 5 == len(set(cards)), "five different prop cards")
        demand(set(cards) <= set(self.setup.props) - self.past_props, "prop cards that were not open before")
        self.props = list(cards)
        self.past_props |= set(cards)
        self.next_kind = "chance exotic"

    def _chance_exotic(self, event: Event) -> None:
        demand(event["card"] in set(EXOTICS) - set(self.exotics), "a new exotic card")
        self.exotics.append(event["card"])
        if self.race == 0:
            self._begin_race()
        else:
            self.next_kind = "chance vip"

    def _begin_race(self) -> None:
        """RSB-18: V07 and the House's pay come before the house bets."""
        self.race += 1
        self._clear_race()
        for agent in self.agents:
            self.money[agent] += 3 * self.usable_vips(agent).count("V07")
        if self.setup.house == "rotation" and self.race > 1:
            self.money[self.house] += self.setup.tables["house_rotation_pay"][str(self.race)]
        for agent in self.betting():
            bonus = [Token(BONUS_VALUE[card], True) for card in self.vips[agent] if card in BONUS_VALUE]
            self.tokens[agent] = self.setup.player_tokens() + bonus
        if self.house:
            self.turns = [self.house] * len(self.setup.tables["house_tokens"])
            self.next_kind = "do house_bet"
        else:
            self._next_window()

    def _next_window(self) -> None:
        self.next_kind = "chance order" if self.asked() else "chance roll"

    def _do_house_bet(self, event: Event) -> None:
        demand(event["token"] == self.house_token, f"the next house token is {self.house_token}")
        demand(event["spot"] in self.house_spots(), f"no house token can go on {event['spot']}")
        self.house_bets.append(Bet(self.house, Token(event["token"]), event["spot"]))
        self.turns.pop(0)
        if not self.turns:
            self._next_window()

    def _chance_order(self, event: Event) -> None:
        demand(sorted(event["players"]) == self.betting(), "all betting players, each once")
        self.turns = [player for player in event["players"] if player in self.asked()]
        self.next_kind = "do bet"

    def _do_bet(self, event: Event) -> None:
        player, spot = event["player"], event["spot"]
        demand(set(event["token"]) in ({"value"}, {"value", "bonus"}), "a token has a value and may be a bonus token")
        token = Token(event["token"]["value"], event["token"].get("bonus", False))
        demand(token in self.tokens[player], f"{player} has no {token.words}")
        demand(spot in self.open_to(player, token), f"{player} cannot put {token.words} on {spot}")
        self.joined[player] += any(bet.spot == spot for bet in self.bets)
        self.late[player] += self.course.closed
        self.tokens[player].remove(token)
        self.bets.append(Bet(player, token, spot))
        self._end_turn()

    def _do_pass(self, event: Event) -> None:
        self._end_turn()

    def _end_turn(self) -> None:
        self.turns.pop(0)
        if not self.turns:
            self.next_kind = "chance roll"

    def _chance_roll(self, event: Event) -> None:
        dice = event["dice"]
        demand(len(dice) == 2 and all(die in range(1, 7) for die in dice), "two dice of 1 to 6")
        self.course.roll(*dice)
        if self.course.finished:
            self.next_kind = "result race"
        else:
            self._next_window()

    def _result_race(self, event: Event) -> None:
        demand(event == self.forced(), f"the result of race {self.race} is {self.forced()}")
        self.money = self.money_after_race()
        self.next_kind = "result game" if self.race == LAST_RACE else "chance props"

    def _chance_vip(self, event: Event) -> None:
        """RSB-12: two cards for each from the deck; the rejected ones are a new deck only when it is used up."""
        offers = event["offers"]
        drawing = self.betting() if self.setup.house == "bets" else self.agents
        demand(sorted(offers) == drawing, "an offer for each player that draws")
        demand(all(len(offer) == 2 for offer in offers.values()), "an offer is two cards")
        for card in (card for agent in drawing for card in offers[agent]):
            if not self.deck:
                self.deck, self.discard = self.discard, []
            demand(card in self.deck, f"{card} cannot be dealt")
            self.deck.remove(card)
        self.offers = {agent: list(offers[agent]) for agent in drawing}
        self.chosen = {}
        self.turns = list(drawing)
        self.next_kind = "do vip"

    def _do_vip(self, event: Event) -> None:
        player, card = event["player"], event["card"]
        demand(card in self.offers[player], f"{player} was not offered {card}")
        self.chosen[player] = card
        self.turns.pop(0)
        if not self.turns:
            self._show_choices()

    def _show_choices(self) -> None:
        for agent, card in self.chosen.items():
            self.vips[agent].append(card)
            self.money[agent] += 8 * (card == "V08")
            rejected = list(self.offers[agent])
            rejected.remove(card)
            self.discard += rejected
        if self.setup.house == "rotation":
            self.turns = [self.house]
            self.next_kind = "do house"
        else:
            self._begin_race()

    def _do_house(self, event: Event) -> None:
        """RSB-14: the old House, then the others clockwise; if nobody wants it, the left neighbour must."""
        player = self.turns.pop(0)
        demand(event["take"] in (True, False), "the House is taken or not")
        if event["take"]:
            self.house = player
            self._begin_race()
            return
        if player == self.house:
            place = self.agents.index(player)
            self.turns = self.agents[place + 1 :] + self.agents[:place]
        elif not self.turns:
            self.house = self.agents[(self.agents.index(self.house) + 1) % len(self.agents)]
            self._begin_race()

    def _result_game(self, event: Event) -> None:
        demand(event == self.forced(), f"the result of the game is {self.forced()}")
        self.winners = self.find_winners()
        self.next_kind = "end"
