"""Sets up positions by hand as records, and looks at environments through their public doors.

A test says what it cares about: which horses run, how the race deck lies, which tips a hand holds. The builder fills
in the rest so that the record keeps the rules, and states the results.
"""

import copy
import json
from typing import Any

import horse_envs
from tests.huuue.driver import event_of, record_of, word_of
from tests.reference.huuue import ReferenceGame
from tests.reference.huuue_box import HORSES, Setup, in_box_order, value_of
from tests.reference.huuue_events import Event

Env = Any
Lines = list[list[str]]
SEATS = [f"player_{i}" for i in range(7)]


class Table:
    """A game that a test lays out card by card."""

    def __init__(self, num_players: int = 2, dealer: str = "player_0", **options: Any) -> None:
        self.game = ReferenceGame(Setup(num_players=num_players, **options))
        self.events: list[Event] = []
        self.add({"chance": "dealer", "player": dealer})

    def add(self, event: Event) -> None:
        """Appends an event, and those that it forces: race cards and results."""
        self.game.apply(event)
        self.events.append(event)
        forced = self.game.forced()
        if forced is not None:
            self.add(forced)

    def deal(self, programme: str = "R05", deck: str = "", hands: dict[str, str] | None = None) -> "Table":
        """The luck of a race. `deck` names the first race cards, `hands` some tips as `"vertige:2 noiro:crop"`."""
        values = self.game.setup.programmes[programme]
        self.add({"chance": "programme", "id": programme, "values": values})
        self.add({"chance": "tips", "hands": self._complete_hands(hands or {})})
        first = deck.split()
        self.add({"chance": "race_deck", "top_to_bottom": first + [horse for horse in values if horse not in first]})
        return self

    def _complete_hands(self, wishes: dict[str, str]) -> dict[str, list[str]]:
        wished = {agent: wishes.get(agent, "").split() for agent in self.game.agents}
        stock = self.game.setup.tips_of(self.game.values)
        for tip in (tip for tips in wished.values() for tip in tips):
            stock.remove(tip)
        size = len(self.game.values)
        hands = {agent: tips + [stock.pop(0) for _ in range(size - len(tips))] for agent, tips in wished.items()}
        return {agent: in_box_order(tips) for agent, tips in hands.items()}

    def bet(self, wishes: dict[str, str] | str = "") -> "Table":
        """All bets of the race: one line of horses for each player in the order asked, or one for everybody.

        What is not said goes to the first horse that may be backed.
        """
        while self.game.expected() == "do bet":
            player = self.game.to_act or ""
            wanted = (wishes if isinstance(wishes, str) else wishes.get(player, "")).split()
            made = len(self.game.bets[player])
            verb = sorted(self.game.legal())[0].split()[0]
            horses = wanted[made : made + 1] or [h for h in HORSES if f"{verb} {h}" in self.game.legal()]
            self.do(f"{verb} {horses[0]}")
        return self

    def race(
        self,
        deck: str = "",
        hands: dict[str, str] | None = None,
        bets: dict[str, str] | str = "",
        programme: str = "R05",
    ) -> "Table":
        """Dealt and bet: the first race card lies open."""
        return self.deal(programme, deck, hands).bet(bets)

    def do(self, *words: str) -> "Table":
        for word in words:
            self.add(event_of(self.game, word))
        return self

    def tip(self, *tips: str) -> "Table":
        """Tips of whoever is on turn, as `"vertige:2"`."""
        return self.do(*(f"tip {tip.replace(':', ' ')}" for tip in tips))

    def still(
        self,
        deck: str,
        bets: dict[str, str] | str = "",
        programme: str = "R05",
        moves: dict[int, str] | None = None,
    ) -> "Table":
        """A whole race in which only race cards move horses, and in these turns a tip of its first player."""
        values = self.game.setup.programmes[programme]
        stock = self.game.setup.tips_of(values)
        for tip in (moves or {}).values():
            stock.remove(tip)
        order, tips = self.game.clockwise(), []
        for turn, horse in enumerate(deck.split()):
            for agent in order:
                if turn in (moves or {}) and agent == order[0]:
                    tips.append((moves or {})[turn])
                else:
                    tips.append(next(tip for tip in stock if value_of(tip) == str(values[horse])))
                    stock.remove(tips[-1])
        hands = {agent: " ".join(tips[i :: len(order)]) for i, agent in enumerate(order)}
        return self.race(deck, hands, bets, programme).tip(*tips)

    def rest_of_turn(self) -> "Table":
        """Tips until the next race card is turned over."""
        cards = len(self.game.cards)
        while len(self.game.cards) == cards:
            self.tip(self.game.hands[self.game.to_act or ""][0])
        return self

    def rest(self) -> "Table":
        """The race played to its end, each player playing the first tip of its hand."""
        while self.game.expected() == "do tip":
            self.tip(self.game.hands[self.game.to_act or ""][0])
        return self

    def record(self, events: int | None = None, seed: int | None = 7) -> dict[str, Any]:
        """The record, or its first events, as it comes from a file."""
        record: dict[str, Any] = json.loads(json.dumps(record_of(self.game.setup, self.events[:events], seed)))
        return record

    def env(self, events: int | None = None, seed: int | None = 7) -> Env:
        return horse_envs.replay(self.record(events, seed))

    def live(self) -> Env:
        """The env in which the last decision was stepped: what follows is its own doing, not the record's."""
        last = max(i for i, event in enumerate(self.events) if "do" in event)
        return play(self.env(last), word_of(self.events[last]))

    def copy(self) -> "Table":
        return copy.deepcopy(self)


def ridden(deck: str, *tips: str, num_players: int = 2, programme: str = "R05", **options: Any) -> Table:
    """The first race, so far that these tips have been played; the players from the dealer's left hold them in turn."""
    table = Table(num_players, **options)
    hands = {agent: " ".join(tips[i::num_players]) for i, agent in enumerate(table.game.clockwise())}
    return table.race(deck, hands, programme=programme).tip(*tips)


def new_env(setup: Setup, seed: int, **settings: Any) -> Env:
    options = {**setup.record_options(), **settings}
    env = horse_envs.huuue_v0.raw_env(**options)
    env.reset(seed=seed)
    return env


def is_over(env: Env) -> bool:
    return all(env.unwrapped.terminations.values())


def legal_words(env: Env) -> set[str]:
    """What the mask allows the agent on turn, in words."""
    observation, _, termination, truncation, _ = env.last()
    if termination or truncation:
        return set()
    mask = observation["action_mask"]
    words = [env.unwrapped.describe_action(action) for action in mask.nonzero()[0]]
    assert len(words) == len(set(words)), "two legal actions with the same words"
    return set(words)


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


def lines(env: Env) -> Lines:
    """The lines from front to back as the agent on turn sees them."""
    on_line = named(env)["on_line"]
    found = [[HORSES[horse] for horse in on_line[:, line].nonzero()[0]] for line in range(on_line.shape[1])]
    return [line for line in found if line]


def lines_at(table: Table) -> Lines:
    """The lines at this point, which the reference reads alike."""
    found = lines(table.env())
    assert found == table.game.lines
    return found


def coins(env: Env, agent: str | None = None, target: int = 6) -> dict[str, int]:
    """The coins of all as an agent, by default the one on turn, sees them."""
    agents = env.possible_agents
    shown = named(env, agent)["coins"]
    own = agents.index(agent or env.agent_selection)
    return {other: round(float(shown[(i - own) % len(agents)]) * target) for i, other in enumerate(agents)}


def same_view(one: Env, other: Env, agent: str) -> bool:
    """Whether observation and mask of an agent are the same bytes."""
    return all(
        one.observe(agent)[piece].tobytes() == other.observe(agent)[piece].tobytes()
        for piece in ("observation", "action_mask")
    )


def tell_apart(one: Env, other: Env) -> set[str]:
    """The agents that are shown different things in the two positions."""
    return {agent for agent in one.unwrapped.possible_agents if seen(one, agent) != seen(other, agent)}
