"""Sets up positions by hand as records, and looks at environments through their public doors.

A test says what it cares about: who rides what, which cards a hand holds, which tickets lie where. The
builder fills in the rest so that the record keeps the rules, plays the dummy and states the results.
"""

import copy
import json
import random
from typing import Any

import horse_envs
from tests.reference.trick_stakes import ReferenceGame
from tests.reference.trick_stakes_cards import CARDS, COLOURS, DUMMY, HAND, HORSES, in_order, number_of
from tests.reference.trick_stakes_events import Event
from tests.trick_stakes.driver import event_of, record_of, seats_clockwise

Env = Any


class Table:
    """A game that a test lays out card by card."""

    def __init__(
        self,
        num_players: int = 4,
        horses: dict[str, str] | None = None,
        hands: dict[str, str] | None = None,
        void: dict[str, str] | None = None,
    ) -> None:
        """Cards are written as `"R5 B10"`; `void` names the colours that a hand must not hold."""
        self.game = ReferenceGame(num_players)
        self.events: list[Event] = []
        horses = horses or dict(zip([*self.game.agents, DUMMY], HORSES, strict=False))
        start_player = next(seat for seat in horses if horses[seat] == HORSES[0])
        clockwise = seats_clockwise(num_players, start_player)
        self.add({"chance": "seats", "clockwise": clockwise, "horses": horses})
        wishes = {seat: (hands or {}).get(seat, "").split() for seat in clockwise}
        self.kept = {card for cards in wishes.values() for card in cards}
        self.add({"chance": "deal", "hands": complete_hands(wishes, void or {})})

    def add(self, event: Event) -> None:
        """Appends an event, and those that it forces: the dummy's plays and results."""
        self.game.apply(event)
        self.events.append(event)
        forced = self.game.forced()
        if forced is not None:
            self.add(forced)

    def start_race(
        self,
        gate: list[str] | None = None,
        number: int | None = None,
        opened: dict[str, str] | None = None,
        down: dict[str, str] | None = None,
        keep: str | None = None,
        up: dict[str, str] | None = None,
        below: dict[str, str] | None = None,
    ) -> "Table":
        """Paddock and tickets of a race: `up` are face-up tickets, `below` face-down ones."""
        return self.paddock(gate, number, opened, keep).discard(down).tickets(up, below)

    def paddock(
        self,
        gate: list[str] | None = None,
        number: int | None = None,
        opened: dict[str, str] | None = None,
        keep: str | None = None,
    ) -> "Table":
        """Chance only. The wished-for cards, or those in `keep`, do not become discards."""
        self.add({"chance": "gate", "bottom_to_top": gate or list(HORSES)})
        self.kept = self.kept if keep is None else set(keep.split())
        fixed = {seat: self.game.fixed_hands[self.game.horse_of[seat]] for seat in self.game.clockwise}
        out = {seat: cards.split() for seat, cards in (opened or {}).items()}
        top = self._top_card(fixed[self.game.start_player], out.get(self.game.start_player, []), number)
        for seat, hand in fixed.items():
            spare = self._spare([card for card in hand if card != top or number_of(top) == 1])
            out.setdefault(seat, spare if seat == DUMMY else spare[:1])
        if number_of(top) == 1:
            out[self.game.start_player] = [top]
        packs = {seat: lay_pack(fixed[seat], out[seat], number_of(top), top) for seat in fixed}
        self.add({"chance": "packs", "top_to_bottom": packs})
        return self

    def _spare(self, hand: list[str]) -> list[str]:
        """Two cards that the test does not care about; the later ones of the hand first."""
        last_first = hand[::-1]
        last_first.sort(key=lambda card: card in self.kept)
        return last_first[:2]

    def _top_card(self, hand: list[str], opened: list[str], number: int | None) -> str:
        """A card with this number; without one any that can lie on top of another open discard."""
        for card in hand:
            if number_of(card) == number or (number is None and number_of(card) > 1 and card not in opened):
                return card
        raise AssertionError(f"the start player holds no {number}")

    def discard(self, down: dict[str, str] | None = None) -> "Table":
        while self.game.expected() == "do discard":
            player = self.game.to_act or ""
            card = (down or {}).get(player) or self._spare(self.game.hands[player])[0]
            self.do(f"discard {card}")
        return self

    def tickets(self, up: dict[str, str] | None = None, below: dict[str, str] | None = None) -> "Table":
        while self.game.expected() in ("do ticket_up", "do ticket_down"):
            player = self.game.to_act or ""
            chosen = up if self.game.expected() == "do ticket_up" else below
            self.do(f"ticket {(chosen or {}).get(player) or self._any_ticket(up, player)}")
        return self

    def _any_ticket(self, up: dict[str, str] | None, player: str) -> str:
        """A ticket that leaves the others what they want."""
        wanted = {ticket for other, ticket in (up or {}).items() if other != player}
        free = sorted(self.game.legal(), key=lambda word: (word.split()[1] in wanted, word))
        return free[0].split()[1]

    def do(self, *words: str) -> "Table":
        for word in words:
            self.add(event_of(self.game, word))
        return self

    def play(self, *cards: str) -> "Table":
        """Cards of whoever is on turn: `"R5"`, or with a whip `"whip R5"`."""
        return self.do(*(card if " " in card else f"play {card}" for card in cards))

    def trick(self, winner: str, number: int, throw_lowest: bool = False) -> "Table":
        """One trick of one-colour hands: the winner leads or whips, the others throw away."""
        leader = self.game.leader
        for _ in range(len([turn for turn in self.game.turns if turn != DUMMY])):
            player = self.game.to_act or ""
            hand = sorted(self.game.hands[player], key=number_of, reverse=not throw_lowest)
            card = next(card for card in hand if number_of(card) == number) if player == winner else hand[0]
            self.play(f"whip {card}" if player == winner != leader else card)
        return self

    def tricks(self, *wins: tuple[str, int], throw_lowest: bool = False) -> "Table":
        for winner, number in wins:
            self.trick(winner, number, throw_lowest)
        return self

    def record(self, events: int | None = None, seed: int | None = 7) -> dict[str, Any]:
        """The record, or its first events, as it comes from a file; hands are in the order of the box."""
        record = json.loads(json.dumps(record_of(self.game.num_players, self.events[:events], seed)))
        for event in record["events"]:
            if event.get("chance") == "deal":
                event["hands"] = {seat: in_order(hand) for seat, hand in event["hands"].items()}
        return record

    def env(self, events: int | None = None, seed: int | None = 7) -> Env:
        return horse_envs.replay(self.record(events, seed))

    def live(self) -> Env:
        """The env in which the last decision was stepped: what follows is its own doing, not the record's."""
        last = max(i for i, event in enumerate(self.events) if "do" in event and event["player"] != DUMMY)
        return play(self.env(last), word_of(self.events[last]))


def finish_race(table: Table, still: str | None = None) -> Table:
    """The race played on to its end at random, in some way in which this horse moves no further."""
    race = table.game.race
    for seed in range(2000):
        trial, rng = copy.deepcopy(table), random.Random(seed)
        while trial.game.expected() == "do play" and trial.game.race == race:
            trial.do(rng.choice(sorted(trial.game.legal())))
        spaces = [event for event in trial.events if event.get("result") == "race"][-1]["spaces"]
        if still is None or spaces[still] == table.game.spaces[still]:
            return trial
    raise AssertionError(f"{still} cannot be kept from winning")


def mono_table(num_players: int = 4, horses: dict[str, str] | None = None) -> Table:
    """Each seat holds all cards of one colour, in the order of COLOURS: only a whip beats the leader.

    The highest two cards become the discards of each race, if the test does not say otherwise.
    """
    seats = [f"player_{i}" for i in range(num_players)] + [DUMMY] * (num_players == 3)
    hands = {
        seat: " ".join(f"{colour}{number}" for number in range(1, 13))
        for seat, colour in zip(seats, COLOURS, strict=True)
    }
    table = Table(num_players, horses, hands)
    table.kept = set()
    return table


def complete_hands(wishes: dict[str, list[str]], void: dict[str, str]) -> dict[str, list[str]]:
    """Deals the cards that nobody asked for, so that each seat has twelve and none of a void colour."""
    asked = {card for cards in wishes.values() for card in cards}
    slots = [seat for seat in wishes for _ in range(HAND - len(wishes[seat]))]
    taken: dict[int, str] = {}

    def place(card: str, tried: set[int]) -> bool:
        """Finds a slot for a card, moving others on where needed (Kuhn's matching)."""
        for slot, seat in enumerate(slots):
            if slot in tried or card[0] in void.get(seat, ""):
                continue
            tried.add(slot)
            if slot not in taken or place(taken[slot], tried):
                taken[slot] = card
                return True
        return False

    for card in CARDS:
        if card not in asked:
            assert place(card, set()), f"no hand can take {card}"
    return {
        seat: wishes[seat] + in_order(card for slot, card in taken.items() if slots[slot] == seat) for seat in wishes
    }


def lay_pack(hand: list[str], out: list[str], number: int, top: str) -> list[str]:
    """A pack in which the cards at the discard number are those in `out`; `top` lies on top if it is here."""
    rest = [card for card in hand if card not in out]
    if top in rest:
        rest.insert(0, rest.pop(rest.index(top)))
    places = {(number - 1 + i) % HAND: card for i, card in enumerate(out)}
    return [places[i] if i in places else rest.pop(0) for i in range(HAND)]


def word_of(event: Event) -> str:
    if event["do"] == "play":
        return f"{'whip' if event['whip'] else 'play'} {event['card']}"
    return f"discard {event['card']}" if event["do"] == "discard" else f"ticket {event['ticket']}"


def legal_words(env: Env) -> set[str]:
    """What the mask allows the agent on turn, in words."""
    observation, _, termination, truncation, _ = env.last()
    if termination or truncation:
        return set()
    mask = observation["action_mask"]
    words = [env.unwrapped.describe_action(action) for action in range(len(mask)) if mask[action]]
    assert len(words) == len(set(words)), "two legal actions with the same words"
    return set(words)


def play(env: Env, *words: str) -> Env:
    """Steps the actions with these words, each of which must be legal."""
    for word in words:
        assert word in legal_words(env), f"{word} is not legal for {env.agent_selection}"
        env.step(env.unwrapped.parse_action(word))
    return env


def events_of(env: Env) -> list[Event]:
    return env.unwrapped.record()["events"]


def result(env: Env, kind: str | None = None) -> Event:
    """The last result, or the last one of a kind: `race` or `game`."""
    results = [event for event in events_of(env) if "result" in event]
    return [event for event in results if kind in (None, event["result"])][-1]


def seen(env: Env, agent: str) -> bytes:
    """What an agent is shown, on turn or not."""
    return env.observe(agent)["observation"].tobytes()


def cards(words: set[str], verb: str) -> set[str]:
    """The cards of all words that begin with this verb."""
    return {word.split()[1] for word in words if word.split()[0] == verb}


def count_whips(env: Env, player: str, tricks: int = 3) -> int:
    """How often a player whips in so many tricks of one-colour hands if it does so whenever it may."""
    whips = 0
    for _ in range(4 * tricks):
        words = legal_words(env)
        verb = "whip" if env.agent_selection == player and cards(words, "whip") else "play"
        play(env, f"{verb} {max(cards(words, verb), key=number_of)}")
        whips += verb == "whip"
    return whips
