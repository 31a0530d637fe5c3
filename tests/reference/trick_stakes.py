"""An independent reading of the rules of Trick Stakes, fed with the events of a record.

It knows nothing of horse_envs. It takes luck and decisions from the events and derives all the rest itself.
"""

from itertools import chain
from typing import Any, NamedTuple

from tests.reference import trick_stakes_knowledge
from tests.reference.trick_stakes_cards import (
    CARDS,
    DUMMY,
    HAND,
    HORSES,
    TICKETS,
    WHIPS,
    colour_of,
    marks,
    number_of,
)
from tests.reference.trick_stakes_course import Course
from tests.reference.trick_stakes_events import FIELDS, Event, RuleBroken, demand, fields_of, kind_of

__all__ = ["Play", "ReferenceGame", "RuleBroken"]


class Play(NamedTuple):
    seat: str
    card: str
    whip: bool


class ReferenceGame:
    """A game of Trick Stakes. All attributes are words, numbers, lists and dicts that may be read."""

    def __init__(self, num_players: int) -> None:
        demand(num_players in (3, 4), "three or four play")
        self.num_players = num_players
        self.races = num_players
        self.agents = [f"player_{i}" for i in range(num_players)]
        self.next_kind = "chance seats"
        self.race = 0
        self.clockwise: list[str] = []
        self.horse_of: dict[str, str] = {}
        self.fixed_hands: dict[str, list[str]] = {}
        self.start_player = ""
        self.money = dict.fromkeys(self.agents, 0)
        self.odds = dict.fromkeys(HORSES, 2)
        self.whips_up: dict[str, int] = {}
        self.winners: list[str] = []
        # What is known of each horse's twelve cards: seen by all, and to those who have ridden it.
        self.shown: dict[str, set[str]] = {horse: set() for horse in HORSES}
        self.ridden: dict[str, set[str]] = {agent: set() for agent in self.agents}
        self.past_races: list[dict[str, Any]] = []
        self._clear_race()

    def _clear_race(self) -> None:
        self.gate: list[str] = []
        self.packs: dict[str, list[str]] = {}
        self.top_card = ""
        self.discard_number = 0
        self.open_discards: dict[str, list[str]] = {}
        self.down: dict[str, str] = {}
        self.hands: dict[str, list[str]] = {}
        self.tickets_up: dict[str, str] = {}
        self.tickets_down: dict[str, str] = {}
        self.course = Course([])
        self.leader = ""
        self.trick: list[Play] = []
        self.played: list[Play] = []
        self.turns: list[str] = []

    # What comes next

    def expected(self) -> str:
        """The kind of event that must come next, `end` after the last one."""
        return self.next_kind

    @property
    def to_act(self) -> str | None:
        """The player whose decision is next, if one is."""
        if self.next_kind.startswith("do ") and self.turns[0] != DUMMY:
            return self.turns[0]
        return None

    @property
    def spaces(self) -> dict[str, int]:
        return self.course.spaces

    @property
    def tickets(self) -> dict[str, tuple[str | None, str | None]]:
        """Face-up and face-down ticket of each player."""
        return {agent: (self.tickets_up.get(agent), self.tickets_down.get(agent)) for agent in self.agents}

    def legal(self) -> set[str]:
        """The words of all that the player on turn may do."""
        player = self.to_act
        if player is None:
            return set()
        if self.next_kind == "do discard":
            return {f"discard {card}" for card in self.hands[player]}
        if self.next_kind == "do ticket_up":
            return {f"ticket {ticket}" for ticket in set(TICKETS) - set(self.tickets_up.values())}
        if self.next_kind == "do ticket_down":
            return {f"ticket {ticket}" for ticket in set(TICKETS) - {self.tickets_up[player]}}
        words = {f"play {card}" for card in self.playable(player)}
        if self.may_whip(player):
            words |= {f"whip {card}" for card in self.playable(player)}
        return words

    def playable(self, seat: str) -> list[str]:
        """All cards when leading or void, else those of the led colour."""
        if not self.trick:
            return list(self.hands[seat])
        led = colour_of(self.trick[0].card)
        following = [card for card in self.hands[seat] if colour_of(card) == led]
        return following or list(self.hands[seat])

    def may_whip(self, seat: str) -> bool:
        return self.whips_up[seat] > 0 and not any(play.whip for play in self.trick)

    def forced(self) -> Event | None:
        """The next event where the rules leave no choice: the dummy's play, or a result."""
        if self.next_kind == "do play" and self.turns[0] == DUMMY:
            card, whip = self.dummy_play()
            return {"do": "play", "player": DUMMY, "card": card, "whip": whip}
        if self.next_kind == "result race":
            return self.race_result()
        if self.next_kind == "result game":
            return {"result": "game", "money": dict(self.money), "winners": self.find_winners()}
        return None

    def dummy_play(self) -> tuple[str, bool]:
        hand = self.hands[DUMMY]
        if not self.trick:
            return hand[0], False
        led = colour_of(self.trick[0].card)
        following = [card for card in hand if colour_of(card) == led]
        if following:
            return max(following, key=number_of), False
        return hand[0], self.may_whip(DUMMY)

    def knows(self, player: str) -> dict[str, Any]:
        """All that this player has the right to know now, and nothing else."""
        return trick_stakes_knowledge.knows(self, player)

    # Feeding events

    def apply(self, event: Event) -> None:
        kind = kind_of(event)
        demand(kind == self.next_kind, f"'{kind}' where '{self.next_kind}' must come")
        self._check_fields(kind, fields_of(event))
        steps = {
            "chance seats": self._seats,
            "chance deal": self._deal,
            "chance gate": self._gate,
            "chance packs": self._packs,
            "do discard": self._discard,
            "do ticket_up": self._ticket_up,
            "do ticket_down": self._ticket_down,
            "do play": self._play,
            "result race": self._result_race,
            "result game": self._result_game,
        }
        if kind.startswith("do "):
            demand(event["player"] == self.turns[0], f"{event['player']} is not on turn")
        steps[kind](event)

    def _check_fields(self, kind: str, fields: set[str]) -> None:
        needed = set(FIELDS[kind])
        if kind == "result race" and self.race == self.races:
            needed -= {"odds_next"}
        optional = {"action"} if self.to_act else set()
        demand(fields - optional == needed, f"the fields of '{kind}' are {sorted(needed)}")

    def _seats(self, event: Event) -> None:
        clockwise, horses = event["clockwise"], event["horses"]
        demand([seat for seat in clockwise if seat != DUMMY] == self.agents, "agents sit in their order")
        demand(len(clockwise) == 4 and clockwise[0] == self.agents[0], "four seats from player_0 on")
        demand(sorted(horses) == sorted(clockwise), "each seat has a horse")
        demand(sorted(horses.values()) == sorted(HORSES), "each horse has a seat")
        self.clockwise, self.horse_of = list(clockwise), dict(horses)
        self.start_player = next(seat for seat in clockwise if horses[seat] == HORSES[0])
        demand(self.start_player != DUMMY, "a player draws Vanilla Beans")
        if DUMMY in clockwise:
            demand(self.left_of(DUMMY) == self.start_player, "the dummy sits to the start player's right")
        self.whips_up = dict.fromkeys(clockwise, WHIPS)
        self.next_kind = "chance deal"

    def _deal(self, event: Event) -> None:
        hands = event["hands"]
        demand(set(hands) == set(self.clockwise), "a hand for each seat")
        demand(all(len(hand) == HAND for hand in hands.values()), "twelve cards a hand")
        demand(sorted(chain(*hands.values())) == sorted(CARDS), "48 different cards")
        self.fixed_hands = {self.horse_of[seat]: list(hands[seat]) for seat in self.clockwise}
        self._begin_race()

    def _begin_race(self) -> None:
        self._clear_race()
        self.race += 1
        for agent in self.agents:
            self.ridden[agent].add(self.horse_of[agent])
        self.next_kind = "chance gate"

    def _gate(self, event: Event) -> None:
        gate = event["bottom_to_top"]
        demand(sorted(gate) == sorted(HORSES), "the four horses stand on the gate")
        self.gate, self.course = list(gate), Course(gate)
        self.next_kind = "chance packs"

    def _packs(self, event: Event) -> None:
        packs = event["top_to_bottom"]
        demand(set(packs) == set(self.clockwise), "a pack for each seat")
        for seat in self.clockwise:
            fixed = self.fixed_hands[self.horse_of[seat]]
            demand(sorted(packs[seat]) == sorted(fixed), f"the pack of {seat} is not its horse's fixed hand")
        self.packs = {seat: list(packs[seat]) for seat in self.clockwise}
        self.top_card = self.packs[self.start_player][0]
        self.discard_number = number_of(self.top_card)
        self._show(self.start_player, self.top_card)
        for seat in self.clockwise:
            self._turn_up_discards(seat)
        self.turns = self.paddock_order()
        self.next_kind = "do discard"

    def _turn_up_discards(self, seat: str) -> None:
        pack, position = self.packs[seat], self.discard_number - 1
        out = [pack[position]]
        if seat == DUMMY:
            out.append(pack[(position + 1) % HAND])
            for card in pack:
                self._show(DUMMY, card)
        self._show(seat, out[0])
        self.open_discards[seat] = out
        self.hands[seat] = [card for card in pack if card not in out]

    def _show(self, seat: str, card: str) -> None:
        self.shown[self.horse_of[seat]].add(card)

    def _discard(self, event: Event) -> None:
        player, card = event["player"], event["card"]
        demand(f"discard {card}" in self.legal(), f"{player} cannot discard {card}")
        self.hands[player].remove(card)
        self.down[player] = card
        self.turns.pop(0)
        if not self.turns:
            self._turn_whips_up()
            self.turns = self.paddock_order()
            self.next_kind = "do ticket_up"

    def _turn_whips_up(self) -> None:
        for seat in self.clockwise:
            self.whips_up[seat] = WHIPS if seat == DUMMY else min(WHIPS, self.whips_up[seat] + 1)

    def _ticket_up(self, event: Event) -> None:
        player, ticket = event["player"], event["ticket"]
        demand(f"ticket {ticket}" in self.legal(), f"{player} cannot place {ticket} face up")
        self.tickets_up[player] = ticket
        self.turns.pop(0)
        if not self.turns:
            self.turns = self.paddock_order()
            self.next_kind = "do ticket_down"

    def _ticket_down(self, event: Event) -> None:
        player, ticket = event["player"], event["ticket"]
        demand(f"ticket {ticket}" in self.legal(), f"{player} cannot place {ticket} face down")
        self.tickets_down[player] = ticket
        self.turns.pop(0)
        if not self.turns:
            self.leader = self.start_player
            self.turns = self.trick_order()
            self.next_kind = "do play"

    def _play(self, event: Event) -> None:
        play = Play(event["player"], event["card"], event["whip"])
        demand(isinstance(play.whip, bool), "a whip is declared or not")
        if play.seat == DUMMY:
            demand((play.card, play.whip) == self.dummy_play(), "the dummy plays by its rules")
        else:
            word = "whip" if play.whip else "play"
            demand(f"{word} {play.card}" in self.legal(), f"{play.seat} cannot {word} {play.card}")
        self.hands[play.seat].remove(play.card)
        self.whips_up[play.seat] -= play.whip
        self._show(play.seat, play.card)
        self.trick.append(play)
        self.played.append(play)
        self.turns.pop(0)
        if not self.turns:
            self._end_trick()

    def _end_trick(self) -> None:
        best = self.best_of(self.trick)
        self.course.advance(self.horse_of[best.seat], marks(best.card))
        self.leader, self.trick = best.seat, []
        if len(self.course.arrivals) == 2 or not any(self.hands.values()):
            self.next_kind = "result race"
        else:
            self.turns = self.trick_order()

    def best_of(self, trick: list[Play]) -> Play:
        judging = next((play for play in trick if play.whip), trick[0])
        matching = [play for play in trick if colour_of(play.card) == colour_of(judging.card)]
        return max(matching, key=lambda play: number_of(play.card))

    def _result_race(self, event: Event) -> None:
        demand(event == self.race_result(), f"the result of race {self.race} is {self.race_result()}")
        self.money = self.money_after_race()
        self.past_races.append(trick_stakes_knowledge.seen_by_all(self))
        if self.race == self.races:
            self.next_kind = "result game"
            return
        self.odds = self.odds_after_race()
        self.horse_of = {self.left_of(seat): horse for seat, horse in self.horse_of.items()}
        self.start_player = self.left_of(self.start_player)
        self._begin_race()

    def _result_game(self, event: Event) -> None:
        demand(event == self.forced(), f"the result of the game is {self.forced()}")
        self.winners = self.find_winners()
        self.next_kind = "end"

    # Orders and sums

    def left_of(self, seat: str) -> str:
        return self.clockwise[(self.clockwise.index(seat) + 1) % 4]

    def from_seat(self, seat: str) -> list[str]:
        start = self.clockwise.index(seat)
        return self.clockwise[start:] + self.clockwise[:start]

    def paddock_order(self) -> list[str]:
        """Clockwise from the start player's left; the dummy decides nothing."""
        return [seat for seat in self.from_seat(self.left_of(self.start_player)) if seat != DUMMY]

    def trick_order(self) -> list[str]:
        """Clockwise from the leader; the dummy is first or last."""
        order = self.from_seat(self.leader)
        if DUMMY in order and self.leader != DUMMY:
            order.remove(DUMMY)
            order.append(DUMMY)
        return order

    def order_now(self) -> list[str]:
        """All horses, 1st to 4th, as they stand."""
        return self.course.order()

    def race_result(self) -> Event:
        result = {
            "result": "race",
            "order": self.order_now(),
            "spaces": dict(self.course.spaces),
            "money": self.money_after_race(),
        }
        if self.race < self.races:
            result["odds_next"] = self.odds_after_race()
        return result

    def odds_after_race(self) -> dict[str, int]:
        return {horse: self.odds[horse] + place for place, horse in enumerate(self.order_now())}

    def money_after_race(self) -> dict[str, int]:
        first, second = self.order_now()[:2]
        prizes = {first: 5, second: 3}
        return {
            agent: self.money[agent] + prizes.get(self.horse_of[agent], 0) + self.payout(agent) for agent in self.agents
        }

    def payout(self, agent: str) -> int:
        first, second = self.order_now()[:2]
        tickets = {self.tickets_up[agent], self.tickets_down[agent]}
        if tickets == {"win", first}:
            return self.odds[first]
        if tickets == {first, second}:
            return self.odds[first] + self.odds[second]
        return 0

    def find_winners(self) -> list[str]:
        """Most money; of equals the one whose horse was better in the last race."""
        most = max(self.money.values())
        rank = {horse: place for place, horse in enumerate(self.order_now())}
        richest = [agent for agent in self.agents if self.money[agent] == most]
        return [min(richest, key=lambda agent: rank[self.horse_of[agent]])]
