"""A tiny game of the contract: two races, three cards each, one kept face down, one played.

It shows how little a game needs, and the tests of the kit break it in every way that the kit promises to notice.

Each race every player is dealt three of twelve cards. In turn each keeps one of them face down; when all have, in turn
each plays one openly. The highest card played earns 2 coins. Then the kept cards are shown, and the lowest earns 1.
After two races the most coins win; equal coins share.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from horse_envs.engine.bits import count, has, lowest, nth, only, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.engine.errors import one_of
from horse_envs.engine.game import Event, Game
from horse_envs.engine.layout import Axis, Layout, Piece
from horse_envs.engine.luck import below, derived_seed, luck, mix, shuffle

SEATS = 4
CARDS = 12
HAND = 3
RACES = 2
NONE = 255

KEEP, PLAY, OVER = range(3)
NOTHING, DEAL, RACE_RESULT, GAME_RESULT = range(4)
KEEP_ACTIONS, PLAY_ACTIONS, NUM_ACTIONS = 0, CARDS, 2 * CARDS

ALL_CARDS = np.uint64((1 << CARDS) - 1)
EMPTY = np.uint64(0)

STATE = np.dtype(
    [
        ("seed", np.int64),
        ("hand", np.uint64, (SEATS,)),
        ("winners", np.int64),
        ("money", np.int64, (SEATS,)),
        ("num_players", np.int64),
        ("race", np.int64),
        ("phase", np.int64),
        ("pending", np.int64),
        ("to_act", np.int64),
        ("kept", np.int64, (SEATS,)),
        ("played", np.int64, (SEATS,)),
    ]
)


# Rules


@compiled
def start(s: Any, seed: int) -> None:
    s.seed = seed
    s.to_act = -1
    s.pending = DEAL


@compiled
def draw(s: Any) -> None:
    if s.pending == DEAL:
        deck = np.arange(CARDS)
        shuffle(deck, CARDS, luck(s.seed, s.race, DEAL, 0))
        for seat in range(s.num_players):
            hand = EMPTY
            for i in range(HAND * seat, HAND * (seat + 1)):
                hand |= only(deck[i])
            s.hand[seat] = hand


@compiled
def resolve(s: Any) -> None:
    if s.pending == DEAL:
        for seat in range(SEATS):
            s.kept[seat] = NONE
            s.played[seat] = NONE
        s.phase = KEEP
        s.to_act = 0
        s.pending = NOTHING
    elif s.pending == RACE_RESULT:
        pay(s)
        s.race += 1
        s.pending = DEAL if s.race < RACES else GAME_RESULT
    else:
        finish(s)


@compiled
def pay(s: Any) -> None:
    best = 0
    least = 0
    for seat in range(s.num_players):
        if s.played[seat] > s.played[best]:
            best = seat
        if s.kept[seat] < s.kept[least]:
            least = seat
    s.money[best] += 2
    s.money[least] += 1


@compiled
def finish(s: Any) -> None:
    most = 0
    for seat in range(s.num_players):
        most = max(most, s.money[seat])
    for seat in range(s.num_players):
        if s.money[seat] == most:
            s.winners |= 1 << seat
    s.phase = OVER
    s.to_act = -1
    s.pending = NOTHING


@compiled
def apply(s: Any, action: int) -> None:
    seat = s.to_act
    card = action % CARDS
    s.hand[seat] &= ~only(card)
    if s.phase == KEEP:
        s.kept[seat] = card
    else:
        s.played[seat] = card
    s.to_act += 1
    if s.to_act == s.num_players:
        s.to_act = 0
        s.phase += 1
        if s.phase == OVER:
            s.to_act = -1
            s.phase = PLAY
            s.pending = RACE_RESULT


@compiled
def is_legal(s: Any, action: int) -> bool:
    if s.to_act < 0 or action < 0 or action >= NUM_ACTIONS or (action >= PLAY_ACTIONS) != (s.phase == PLAY):
        return False
    return has(s.hand[s.to_act], action % CARDS)


@compiled
def legal(s: Any, mask: Any) -> None:
    if s.to_act >= 0:
        hand = s.hand[s.to_act]
        while hand != EMPTY:
            mask[(PLAY_ACTIONS if s.phase == PLAY else KEEP_ACTIONS) + lowest(hand)] = 1
            hand = without_lowest(hand)


@compiled
def random_action(s: Any, key: np.uint64) -> int:
    hand = s.hand[s.to_act]
    card = nth(hand, below(key, 0, count(hand)))
    return card + (PLAY_ACTIONS if s.phase == PLAY else KEEP_ACTIONS)


@compiled
def decide(s: Any, policy: int, key: np.uint64) -> int:
    if policy == 0:
        return random_action(s, key)
    return lowest(s.hand[s.to_act]) + (PLAY_ACTIONS if s.phase == PLAY else KEEP_ACTIONS)


@compiled
def score(s: Any, seat: int) -> int:
    return s.money[seat]


# What a seat sees

_SEAT, _CARD = Axis("seat", SEATS), Axis("card", CARDS)
LAYOUT = Layout(
    [
        Piece("phase", (Axis("phase", 2),), "one-hot: keep, play; none after the end"),
        Piece("race", (Axis("race", RACES),), "one-hot: the race"),
        Piece("players", (Axis("count", 1),), "players, /4"),
        Piece("on_turn", (_SEAT,), "one-hot: the seat on turn, 0 is the observer"),
        Piece("hand", (_CARD,), "1 for each card in the own hand"),
        Piece("kept", (_SEAT, _CARD), "one-hot: the kept card, others' when they are shown"),
        Piece("has_kept", (_SEAT,), "1 for each seat that has kept a card"),
        Piece("played", (_SEAT,), "the card played by each seat, (card + 1)/12"),
        Piece("money", (_SEAT,), "coins, /6"),
    ]
)
AT = LAYOUT.at


@compiled
def observe(s: Any, me: int, out: Any) -> None:
    out[:] = 0.0
    if s.phase != OVER:
        out[AT.phase + s.phase] = 1.0
        out[AT.race + s.race] = 1.0
    out[AT.players] = s.num_players / 4.0
    for seat in range(s.num_players):
        r = (seat - me + s.num_players) % s.num_players
        if seat == s.to_act:
            out[AT.on_turn + r] = 1.0
        if s.kept[seat] != NONE:
            out[AT.has_kept + r] = 1.0
            if seat == me or s.phase == OVER:
                out[AT.kept + r * CARDS + s.kept[seat]] = 1.0
        if s.played[seat] != NONE:
            out[AT.played + r] = (s.played[seat] + 1) / 12.0
        out[AT.money + r] = s.money[seat] / 6.0
    hand = s.hand[me]
    while hand != EMPTY:
        out[AT.hand + lowest(hand)] = 1.0
        hand = without_lowest(hand)


@compiled
def resample(s: Any, me: int, seed: int) -> None:
    s.seed = derived_seed(seed, 1)
    key = mix(np.uint64(seed) ^ np.uint64(0x1234567))
    pool = ALL_CARDS & ~s.hand[me]
    if s.kept[me] != NONE:
        pool &= ~only(s.kept[me])
    for seat in range(s.num_players):
        if s.played[seat] != NONE:
            pool &= ~only(s.played[seat])
        if s.phase == OVER:
            pool &= ~only(s.kept[seat])
    drawn = 0
    for seat in range(s.num_players):
        if seat != me:
            hand = EMPTY
            for _ in range(count(s.hand[seat])):
                card = nth(pool, below(key, drawn, count(pool)))
                drawn += 1
                hand |= only(card)
                pool &= ~only(card)
            s.hand[seat] = hand
            if s.kept[seat] != NONE and s.phase != OVER:
                s.kept[seat] = nth(pool, below(key, drawn, count(pool)))
                drawn += 1
                pool &= ~only(s.kept[seat])


# Words


def _cards(bits: Any) -> list[int]:
    return [card for card in range(CARDS) if int(bits) >> card & 1]


def _check_fields(event: Event, names: set[str]) -> None:
    if set(event) - {"action"} != names or (event.get("chance") and "action" in event):
        raise ValueError(f"the fields of this event are {sorted(names)}")


class Narrator:
    open_events = frozenset({"do play"})
    counted_by: Mapping[str, str] = MappingProxyType({})

    def is_chance(self, pending: int) -> bool:
        return pending == DEAL

    def pending_event(self, pending: int, drawn: Any, resolved: Any) -> Event:
        players = [f"player_{seat}" for seat in range(drawn.num_players)]
        if pending == DEAL:
            hands = {player: _cards(drawn.hand[seat]) for seat, player in enumerate(players)}
            return {"chance": "deal", "hands": hands}
        money = {player: int(resolved.money[seat]) for seat, player in enumerate(players)}
        if pending == RACE_RESULT:
            kept = {player: int(drawn.kept[seat]) for seat, player in enumerate(players)}
            return {"result": "race", "kept": kept, "money": money}
        winners = [player for seat, player in enumerate(players) if int(resolved.winners) >> seat & 1]
        return {"result": "game", "money": money, "winners": winners}

    def set_chance(self, s: Any, event: Event) -> None:
        if event.get("chance") != "deal":
            raise ValueError("a deal has to come here")
        _check_fields(event, {"chance", "hands"})
        hands = event["hands"]
        if not isinstance(hands, dict) or list(hands) != [f"player_{seat}" for seat in range(s.num_players)]:
            raise ValueError("hands has to name each player")
        dealt = [card for hand in hands.values() for card in hand]
        if len(set(dealt)) != HAND * s.num_players or any(card not in range(CARDS) for card in dealt):
            raise ValueError("each player gets three cards, none twice")
        for seat, hand in enumerate(hands.values()):
            s.hand[seat] = np.uint64(sum(1 << card for card in hand))

    def decision_event(self, s: Any, action: int) -> Event:
        word = "play" if action >= PLAY_ACTIONS else "keep"
        return {"do": word, "player": f"player_{s.to_act}", "card": action % CARDS, "action": action}

    def action_of(self, s: Any, event: Event) -> int:
        word = "play" if s.phase == PLAY else "keep"
        if event["do"] != word or event.get("player") != f"player_{s.to_act}":
            raise ValueError(f"player_{s.to_act} has to {word} here")
        _check_fields(event, {"do", "player", "card"})
        if event["card"] not in range(CARDS) or isinstance(event["card"], bool):
            raise ValueError("a card is 0 to 11")
        return int(event["card"]) + (PLAY_ACTIONS if word == "play" else KEEP_ACTIONS)

    def rewrite_hidden(self, events: list[Event], old: Any, new: Any, seat: int, seed: int) -> list[Event]:
        """The cards of the last race; those of an earlier one make no difference any more."""
        rewritten = list(events)
        last = max(i for i, event in enumerate(events) if "chance" in event)
        hands = {}
        for each in range(new.num_players):
            shown = (new.kept[each], new.played[each])
            hands[f"player_{each}"] = sorted([*_cards(new.hand[each]), *(int(card) for card in shown if card != NONE)])
        rewritten[last] = {"chance": "deal", "hands": hands}
        for i in range(last + 1, len(events)):
            if events[i].get("do") == "keep":
                card = int(new.kept[int(events[i]["player"].split("_")[1])])
                rewritten[i] = {**events[i], "card": card, "action": KEEP_ACTIONS + card}
        return rewritten


def render_text(s: Any, observer: int | None) -> str:
    lines = [f"race {min(s.race, RACES - 1) + 1}, {('keep', 'play', 'over')[s.phase]}, on turn: {s.to_act}"]
    for seat in range(s.num_players):
        mine = observer is None or observer == seat
        hand = _cards(s.hand[seat]) if mine else "hidden"
        kept = "-" if s.kept[seat] == NONE else s.kept[seat] if mine or s.phase == OVER else "hidden"
        played = "-" if s.played[seat] == NONE else s.played[seat]
        lines.append(f"player_{seat}: {s.money[seat]} coins, hand {hand}, kept {kept}, played {played}")
    return "\n".join(lines)


@dataclass(frozen=True)
class ToyOptions:
    num_players: int = 3

    def __post_init__(self) -> None:
        one_of("num_players", self.num_players, (2, 3, 4))


def _write_options(s: Any, options: ToyOptions) -> None:
    s.num_players = options.num_players


GAME = Game(
    name="toy_v0",
    title="Toy",
    module=__name__,
    options=ToyOptions,
    state_dtype=STATE,
    write_options=_write_options,
    rules={
        "start": start,
        "draw": draw,
        "resolve": resolve,
        "apply": apply,
        "is_legal": is_legal,
        "legal": legal,
        "random_action": random_action,
        "score": score,
        "observe": observe,
        "resample": resample,
        "decide": decide,
    },
    layout=LAYOUT,
    actions=tuple(f"{word} {card}" for word in ("keep", "play") for card in range(CARDS)),
    policies=("random", "low"),
    rollout_policies=("low",),
    narrator=Narrator(),
    render_text=render_text,
)
