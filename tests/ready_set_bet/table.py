"""Sets up positions by hand as records, and looks at environments through their public doors.

A test says what it cares about: who bets what when, how the dice fall, where the horses end, who picks which VIP
card. The builder fills in the rest so that the record keeps the rules, and states the results.
"""

import copy
import json
from functools import cache
from typing import Any

import horse_envs
from tests.ready_set_bet.driver import event_of, record_of, word_of
from tests.reference.ready_set_bet import ReferenceGame
from tests.reference.ready_set_bet_box import EXOTICS, FINISH, HORSES, Setup
from tests.reference.ready_set_bet_course import Course
from tests.reference.ready_set_bet_events import Event

Env = Any
SEATS = P0, P1, P2, P3, *_ = [f"player_{i}" for i in range(9)]
# Choices that a test does not care about, in this order: without a bet most of them do nothing.
IDLE_VIPS = ("V16", "V15", "V12", "V11", "V10", "V09", "V13", "V14", "V06", "V05", "V04", "V03", "V02", "V01")
MONEY_VIPS = ("V07", "V08")
# Spots that cost nothing; they lose in the finish below.
HOUSE_SPOTS = "4.show2 4.place2 4.win2 10.show2 10.place2 10.win2"
PLAIN_FINISH = {"7": 15, "8": 14, "6": 13}


class Table:
    """A game that a test lays out event by event."""

    def __init__(
        self,
        num_players: int = 2,
        house: str | None = None,
        first_house: str = P0,
        props: str = "",
        exotic: str = "",
        **options: Any,
    ) -> None:
        self.game = ReferenceGame(Setup(num_players, house, **options))
        self.events: list[Event] = []
        if house:
            self.add({"chance": "house", "player": first_house})
        self._new_cards(props, exotic)

    def add(self, event: Event) -> None:
        """Appends an event, and those that it forces: results."""
        self.game.apply(event)
        self.events.append(event)
        forced = self.game.forced()
        if forced is not None:
            self.add(forced)

    def _new_cards(self, props: str, exotic: str) -> None:
        """These prop cards, filled up to five with the first that were not open yet, and this exotic card."""
        wanted = props.split()
        spare = [card for card in self.game.setup.props if card not in wanted and card not in self.game.past_props]
        self.add({"chance": "props", "cards": [*wanted, *spare][:5]})
        free = [card for card in EXOTICS if card not in self.game.exotics]
        self.add({"chance": "exotic", "card": exotic or free[0]})

    def house(self, spots: str = HOUSE_SPOTS) -> "Table":
        for spot in spots.split():
            self.do(f"house {self.game.house_token} on {spot}")
        return self

    def do(self, *words: str) -> "Table":
        """Decisions of whoever is on turn."""
        for word in words:
            self.add(event_of(self.game.to_act, word))
        return self

    def open(self, *first: str) -> "Table":
        """The next window: its order, these players first."""
        if self.game.expected() == "do house_bet":
            self.house()
        players = [*first, *(agent for agent in self.game.betting() if agent not in first)]
        self.add({"chance": "order", "players": players})
        return self

    def bet(self, bets: dict[str, str] | None = None, *first: str) -> "Table":
        """A whole window: `{"player_0": "3 on 7.win1"}`, the others pass."""
        self.open(*first)
        while self.game.expected() == "do bet":
            wish = (bets or {}).get(self.game.to_act or "")
            self.do("pass" if wish is None else f"bet {wish}")
        return self

    def bets(self, **bets: str) -> "Table":
        """Several tokens each: `player_0="3 on 7.win1, 2 on P07"`, one a window with horse 7 moving in between."""
        wishes = {player: words.split(", ") for player, words in bets.items()}
        for turn in range(max(len(words) for words in wishes.values())):
            if turn:
                self.roll(7)
            self.bet({player: words[turn] for player, words in wishes.items() if turn < len(words)})
        return self

    def roll(self, *totals: int | str) -> "Table":
        """Rolls, as totals or as dice `"3 4"`; in windows that were not bet in everybody passes."""
        for total in totals:
            while self.game.expected() in ("chance order", "do house_bet"):
                self.bet()
            dice = [int(die) for die in total.split()] if isinstance(total, str) else dice_of(total)
            self.add({"chance": "roll", "dice": dice})
        return self

    def finish(self, **spaces: int) -> "Table":
        """The race played to its end so that the horses end on these spaces: `h7=15, h2_3=4`; others stay."""
        named = {name.removeprefix("h").replace("_", "/"): at for name, at in spaces.items()}
        return self.finish_at(dict(self.game.spaces) | (named or PLAIN_FINISH))

    def finish_at(self, goal: dict[str, int]) -> "Table":
        course = self.game.course
        return self.roll(*rolls_to(dict(self.game.spaces), goal, course.last, course.run))

    def vip(self, choose: dict[str, str] | None = None, reject: dict[str, str] | None = None) -> "Table":
        """Offers and, if `choose` is given for at least one, choices: those named here, others idle ones."""
        self.offer(choose or {}, reject or {})
        while self.game.expected() == "do vip":
            player = self.game.to_act or ""
            idle = min(self.game.offers[player], key=order)
            self.do(f"vip {(choose or {}).get(player, idle)}")
        return self

    def offer(self, one: dict[str, str], other: dict[str, str] | None = None) -> "Table":
        """Offers of these cards; the rest is dealt so that it does as little as possible."""
        game, wishes = self.game, [one, other or {}]
        drawing = game.betting() if game.setup.house == "bets" else game.agents
        offers = {agent: [wish[agent] for wish in wishes if agent in wish] for agent in drawing}
        stock = list(game.deck)
        if len(stock) < 2 * len(drawing):
            stock += game.discard
        for card in (card for cards in offers.values() for card in cards):
            stock.remove(card)
        for agent in drawing:
            while len(offers[agent]) < 2:
                # A card's last copy stays in the deck as long as may be: the test may want it later.
                last = {card for card in stock if stock.count(card) == 1}
                offers[agent].append(min(stock, key=lambda card: (card in MONEY_VIPS, card in last, order(card))))
                stock.remove(offers[agent][-1])
        self.add({"chance": "vip", "offers": offers})
        return self

    def next_race(
        self,
        vips: dict[str, str] | None = None,
        props: str = "",
        exotic: str = "",
        house: str = "take house",
    ) -> "Table":
        """All that lies between two races; `house` are the words of House Rotation, divided by commas."""
        self._new_cards(props, exotic)
        self.vip(vips)
        if self.game.expected() == "do house":
            self.do(*house.split(", "))
        return self

    def record(self, events: int | None = None, seed: int | None = 7) -> dict[str, Any]:
        """The record, or its first events, as it comes from a file."""
        record: dict[str, Any] = json.loads(json.dumps(record_of(self.game.setup, self.events[:events], seed)))
        return record

    def env(self, events: int | None = None, seed: int | None = 7) -> Env:
        return horse_envs.replay(self.record(events, seed))

    def live(self, seed: int = 7) -> Env:
        """The same luck in an env of its own, with the same decisions stepped: it is not told any result."""
        env = new_env(self.game.setup, seed, record=self.record())
        return play(env, *(word_of(event) for event in self.events if "do" in event))

    def money(self, env: Env | None = None) -> dict[str, int]:
        """What the implementation says each player had after the last race."""
        paid: dict[str, int] = result(env or self.live(), "race")["money"]
        return paid

    def copy(self) -> "Table":
        return copy.deepcopy(self)


def order(card: str) -> int:
    """Cards that matter less in a race in which nobody bets come first."""
    return (IDLE_VIPS + MONEY_VIPS).index(card)


def dice_of(total: int) -> list[int]:
    """No double where it can be helped, for doubles are paid."""
    one = max(1, total - 6)
    return [one, total - one]


def rolls_to(spaces: dict[str, int], goal: dict[str, int], last: str = "", run: int = 0) -> list[int]:
    """Totals that move the horses from these spaces to the goal, the winner coming in with the last one."""
    winner = next(horse for horse in HORSES if goal[horse] == FINISH)
    failed: set[tuple[Any, ...]] = set()

    def search(at: dict[str, int], last: str, run: int) -> list[int] | None:
        if at == goal:
            return []
        key = (*at.values(), last, run % 2)
        if key in failed:
            return None
        failed.add(key)
        for horse in sorted(HORSES, key=lambda horse: (horse == last, at[horse] - goal[horse])):
            course = Course()
            course.spaces, course.last, course.run = dict(at), last, run
            total = 3 if horse == "2/3" else 11 if horse == "11/12" else int(horse)
            course.roll(*dice_of(total))
            now = course.spaces
            too_far = now[horse] > goal[horse] or (now[winner] == FINISH and now != goal)
            rest = None if too_far else search(now, course.last, course.run)
            if rest is not None:
                return [total, *rest]
        return None

    found = search(spaces, last, run)
    assert found is not None, f"no rolls lead from {spaces} to {goal}"
    return found


def new_env(setup: Setup, seed: int, record: dict[str, Any] | None = None, **settings: Any) -> Env:
    """A fresh game, with the luck of a record if one is given."""
    env = horse_envs.ready_set_bet_v0.raw_env(**setup.record_options(), **settings)
    env.reset(seed=seed, options=None if record is None else {"record": record})
    return env


def is_over(env: Env) -> bool:
    return all(env.unwrapped.terminations.values())


@cache
def all_words() -> list[str]:
    """The words of all actions; the table of actions is the same for every option."""
    env = horse_envs.ready_set_bet_v0.raw_env()
    env.reset(seed=0)
    return [env.unwrapped.describe_action(action) for action in range(len(env.observe(P0)["action_mask"]))]


def legal_words(env: Env) -> set[str]:
    """What the mask allows the agent on turn, in words."""
    observation, _, termination, truncation, _ = env.last()
    if termination or truncation:
        return set()
    words = [all_words()[action] for action in observation["action_mask"].nonzero()[0]]
    assert len(words) == len(set(words)), "two legal actions with the same words"
    return set(words)


def spots_of(words: set[str], token: str) -> set[str]:
    """Where this token, `3` or `bonus 6`, may go by these words."""
    return {word.split(" on ")[1] for word in words if word.startswith(f"bet {token} on ")}


def tokens_of(words: set[str]) -> set[str]:
    return {word.split(" on ")[0].removeprefix("bet ") for word in words if word.startswith("bet ")}


def play(env: Env, *words: str) -> Env:
    """Steps the actions with these words, each of which must be legal."""
    for word in words:
        assert word in legal_words(env), f"{word} is not legal for {env.agent_selection}"
        env.step(env.unwrapped.parse_action(word))
    return env


def events_of(env: Env) -> list[Event]:
    events: list[Event] = env.unwrapped.record()["events"]
    return events


def result(env: Env, kind: str | None = None) -> Event:
    """The last result, or the last one of a kind: `race` or `game`."""
    results = [event for event in events_of(env) if "result" in event]
    return [event for event in results if kind in (None, event["result"])][-1]


def seen(env: Env, agent: str) -> bytes:
    """What an agent is shown, on turn or not."""
    shown: bytes = env.observe(agent)["observation"].tobytes()
    return shown


def named(env: Env, agent: str | None = None) -> dict[str, Any]:
    """What an agent is shown, by the names of the pieces."""
    pieces: dict[str, Any] = env.unwrapped.layout.explain(env.observe(agent or env.agent_selection)["observation"])
    return pieces


def money_now(env: Env) -> dict[str, int]:
    """The money of all as player_0 sees it."""
    shown = named(env, P0)["money"]
    return {agent: round(float(shown[i]) * 100) for i, agent in enumerate(env.possible_agents)}


def tell_apart(one: Env, other: Env) -> set[str]:
    """The agents that are shown different things in the two positions."""
    return {agent for agent in one.possible_agents if seen(one, agent) != seen(other, agent)}
