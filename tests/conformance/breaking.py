"""Ways to break a promise: each makes a variant of the toy game, or a part of one."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from horse_envs.engine import aec
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import Game
from horse_envs.engine.layout import Layout
from tests.conformance import toy
from tests.conformance.broken import variant
from tests.conformance.toy import GAME

Patch = pytest.MonkeyPatch
RULES = GAME.rules
AT = GAME.layout.at


def after(name: str, more: Callable[..., Any]) -> Callable[..., Any]:
    """The rule, and then something more on the same arguments."""
    rule = RULES[name]

    def both(*arguments: Any) -> Any:
        result = rule(*arguments)
        more(*arguments)
        return result

    return both


def rule(name: str, changed: Callable[..., Any]) -> Callable[[Patch], Game]:
    return lambda _: variant(GAME, {name: changed})


def others(s: Any, me: int) -> list[int]:
    return [seat for seat in range(s.num_players) if seat != me]


# What a seat is given


def leak_hand(s: Any, me: int, out: Any) -> None:
    out[AT.played + 3] = int(s.hand[others(s, me)[0]]) / 4096


def leak_kept_in_play(s: Any, me: int, out: Any) -> None:
    if s.phase == toy.PLAY:
        out[AT.played + 3] = s.kept[others(s, me)[0]] / 12


def leak_to_those_off_turn(s: Any, me: int, out: Any) -> None:
    if s.to_act not in (me, -1):
        leak_hand(s, me, out)


def leak_after_the_end(s: Any, me: int, out: Any) -> None:
    if s.phase == toy.OVER:
        leak_hand(s, me, out)


def leak_the_luck(s: Any, me: int, out: Any) -> None:
    out[AT.played + 3] = s.seed % 12 / 12


def text_for_spectators_only(s: Any, observer: int | None) -> str:
    return toy.render_text(s, None if s.phase == toy.PLAY else observer)


def score_before_the_kept_cards_are_shown(s: Any, seat: int) -> int:
    early = sum(card < 4 for card in s.kept) if s.pending == 0 and s.phase == toy.PLAY else 0
    return int(s.money[seat]) + (early if seat == 0 else 0)


def mask_of_all(patch: Patch) -> Game:
    observe = GameEnv.observe

    def shown(env: GameEnv, agent: str) -> Any:
        seen = observe(env, agent)
        if isinstance(seen, dict):
            seen["action_mask"] = env._mask.copy()
        return seen

    patch.setattr(GameEnv, "observe", shown)
    return variant(GAME)


def view_of_the_acting_agent(patch: Patch) -> Game:
    observe = GameEnv.observe
    patch.setattr(GameEnv, "observe", lambda env, agent: observe(env, vars(env).get("agent_selection", agent)))
    return variant(GAME)


def money_unscaled(s: Any, me: int, out: Any) -> None:
    out[AT.money : AT.money + 4] *= 6


def float64(patch: Patch) -> Game:
    observe = GameEnv.observe

    def shown(env: GameEnv, agent: str) -> Any:
        seen = observe(env, agent)
        return {**seen, "observation": seen["observation"].astype(np.float64)} if isinstance(seen, dict) else seen

    patch.setattr(GameEnv, "observe", shown)
    return variant(GAME)


def new_space_each_time(patch: Patch) -> Game:
    patch.setattr(GameEnv, "observation_space", lambda env, agent: copy.deepcopy(env.observation_spaces[agent]))
    return variant(GAME)


def forget_played(s: Any, me: int, out: Any) -> None:
    out[AT.played : AT.played + 4] = 0


def forget_the_phase(s: Any, me: int, out: Any) -> None:
    out[AT.phase : AT.phase + 2] = 0
    out[AT.has_kept : AT.has_kept + 4] = 0
    out[AT.kept : AT.kept + 48] = 0


# Actions


def one_more(s: Any, mask: Any) -> None:
    if s.to_act >= 0:
        mask[12 * s.phase + int(mask[12 * s.phase : 12 * s.phase + 12].argmin())] = 1


def one_less(s: Any, mask: Any) -> None:
    if mask.sum() > 1:
        mask[np.flatnonzero(mask)[-1]] = 0


def any_card(s: Any, action: int) -> bool:
    return bool(s.to_act >= 0 and 0 <= action < 24 and (action >= 12) == (s.phase == toy.PLAY))


def never_the_highest(s: Any, key: Any) -> int:
    mask = np.zeros(24, np.int8)
    RULES["legal"](s, mask)
    legal = np.flatnonzero(mask)
    return int(legal[int(key) % max(1, len(legal) - 1)])


def often_the_first(s: Any, key: Any) -> int:
    mask = np.zeros(24, np.int8)
    RULES["legal"](s, mask)
    legal = np.flatnonzero(mask)
    return int(legal[0] if int(key) % 2 else RULES["random_action"](s, np.uint64(key)))


def a_rule_that_cheats(s: Any, policy: int, key: Any) -> int:
    return 11 if policy == 1 and s.phase == toy.KEEP else int(RULES["decide"](s, policy, np.uint64(key)))


def repaired(patch: Patch) -> Game:
    """An illegal action is quietly replaced by a legal one."""
    patch.setattr(GameEnv, "_illegal", lambda env, number: env.step(int(np.flatnonzero(env._mask)[0])))
    return variant(GAME)


def penalty_not_shared(patch: Patch) -> Game:
    pay, illegal = GameEnv._pay, GameEnv._illegal

    def punished(env: GameEnv, number: int) -> None:
        env._pay = lambda amounts: pay(env, [min(amount, 0.0) for amount in amounts])  # type: ignore[method-assign]
        try:
            illegal(env, number)
        finally:
            del env._pay

    patch.setattr(GameEnv, "_illegal", punished)
    return variant(GAME)


def two_actions_with_the_same_words(_: Patch) -> Game:
    return variant(GAME, actions=(*GAME.actions[:-1], GAME.actions[0].upper()))


def narrator(**members: Any) -> Callable[[Patch], Game]:
    return lambda _: variant(GAME, narrator=type("Narrator", (toy.Narrator,), members)())


def action_without_words(self: Any, s: Any, event: Any) -> int:
    return int(event["action"] if "action" in event else toy.Narrator.action_of(self, s, event) ^ 1)


# Luck


COUNTER = [0]


def luck_from_elsewhere(s: Any) -> None:
    COUNTER[0] += 1
    seed, s.seed = int(s.seed), COUNTER[0]
    RULES["draw"](s)
    s.seed = seed


def luck_by_money(s: Any) -> None:
    seed, s.seed = int(s.seed), int(s.seed) + int(s.money[0])
    RULES["draw"](s)
    s.seed = seed


def few_deals(s: Any) -> None:
    seed, s.seed = int(s.seed), int(s.seed) % 2
    RULES["draw"](s)
    s.seed = seed


def reset_forgets_the_seed(patch: Patch) -> Game:
    reset = GameEnv.reset

    def forgetful(env: GameEnv, seed: int | None = None, options: Any = None) -> None:
        env._next_seed = None
        reset(env, seed, options)

    patch.setattr(GameEnv, "reset", forgetful)
    return variant(GAME)


def the_same_game_again(patch: Patch) -> Game:
    patch.setattr(aec, "next_seed", lambda seed: seed)
    return variant(GAME)


def batch_with_other_seeds(_: Patch) -> Game:
    def reset_batch(*given: Any) -> None:
        states, blank, seeds, to_act, observations, masks, begin, end = given
        for i in range(begin, end):
            game.loops.new_game(states, i, blank, int(seeds[i]) + (i == 3))
            to_act[i] = game.loops.view(states, i, observations[i], masks[i])

    game = variant(GAME, changed_loops={"reset_batch": reset_batch})
    return game


# Rewards


def paid(change: Callable[[Any, Any], None]) -> Callable[[Patch], Game]:
    def make(_: Patch) -> Game:
        def pay_rewards(s: Any, reward: int, rewards: Any) -> None:
            right.loops.pay_rewards(s, reward, rewards)
            change(s, rewards)

        right = variant(GAME)
        return variant(GAME, changed_loops={"pay_rewards": pay_rewards})

    return make


def double_for_the_first(s: Any, rewards: Any) -> None:
    rewards[0] *= 2


def nothing_at_the_end(s: Any, rewards: Any) -> None:
    if s.to_act < 0:
        rewards[:] = 0


def to_the_next_player(s: Any, rewards: Any) -> None:
    rewards[:] = np.roll(rewards, 1)


def lost_between_turns(patch: Patch) -> Game:
    step = GameEnv.step

    def forgetful(env: GameEnv, action: Any) -> None:
        step(env, action)
        if env._seat >= 0:
            env._cumulative_rewards = dict(env.rewards)

    patch.setattr(GameEnv, "step", forgetful)
    return variant(GAME)


# Copies


def copy_without(name: str, value: Any) -> Callable[[Patch], Game]:
    def make(patch: Patch) -> Game:
        def state(env: GameEnv) -> dict[str, Any]:
            return {**vars(env), name: value(env)}

        patch.setattr(GameEnv, "__getstate__", state, raising=False)
        patch.setattr(GameEnv, "__setstate__", lambda env, kept: vars(env).update(kept), raising=False)
        return variant(GAME)

    return make


def copies_share_the_state(patch: Patch) -> Game:
    def shared(env: GameEnv, memo: Any) -> GameEnv:
        twin = object.__new__(GameEnv)
        vars(twin).update({n: v if n == "_states" else copy.deepcopy(v, memo) for n, v in vars(env).items()})
        return twin

    patch.setattr(GameEnv, "__deepcopy__", shared, raising=False)
    return variant(GAME)


def replay_without_rewards(patch: Patch) -> Game:
    begin = GameEnv._begin

    def forgetful(env: GameEnv, seed: int, script: Any, actions: Sequence[int] = ()) -> None:
        begin(env, seed, script, actions)
        env._cumulative_rewards = dict.fromkeys(env.agents, 0.0)

    patch.setattr(GameEnv, "_begin", forgetful)
    return variant(GAME)


def looking_changes(patch: Patch) -> Game:
    record = GameEnv.record

    def nosy(env: GameEnv) -> Any:
        told = record(env)
        env.rewards = dict.fromkeys(env.rewards, 0.0)
        return told

    patch.setattr(GameEnv, "record", nosy)
    return variant(GAME)


def own_arrays_given_out(patch: Patch) -> Game:
    observe = GameEnv.observe

    def shown(env: GameEnv, agent: str) -> Any:
        seen = observe(env, agent)
        if isinstance(seen, dict) and env._seats[agent] == env._seat:
            seen["action_mask"] = env._mask
        return seen

    patch.setattr(GameEnv, "observe", shown)
    return variant(GAME)


# Records


def result_that_is_no_result(self: Any, pending: int, drawn: Any, resolved: Any) -> Any:
    event = toy.Narrator.pending_event(self, pending, drawn, resolved)
    return {**event, "result": "race"} if event.get("result") == "game" else event


def deal_that_loses_a_card(self: Any, pending: int, drawn: Any, resolved: Any) -> Any:
    event = toy.Narrator.pending_event(self, pending, drawn, resolved)
    if pending == toy.DEAL:
        event["hands"] = {player: hand[:2] for player, hand in event["hands"].items()}
    return event


def deal_filled_up(self: Any, s: Any, event: Any) -> None:
    left = sorted(set(range(12)) - {card for hand in event["hands"].values() for card in hand})
    hands = {player: [*hand, left.pop()] for player, hand in event["hands"].items()}
    toy.Narrator.set_chance(self, s, {**event, "hands": hands})


def careless_reader(self: Any, s: Any, event: Any) -> int:
    return int(event["card"]) + (12 if event["do"] == "play" else 0)


# Resampling


def only_the_seed(s: Any, me: int, seed: int) -> None:
    s.seed = seed + 12345


def hands_but_not_kept_cards(s: Any, me: int, seed: int) -> None:
    kept = s.kept.copy()
    hands = s.hand.copy()
    RULES["resample"](s, me, seed)
    if any(kept[seat] != toy.NONE for seat in others(s, me)):
        s.kept, s.hand = kept, hands


def with_the_old_seed(s: Any, me: int, seed: int) -> None:
    kept = int(s.seed)
    RULES["resample"](s, me, seed)
    s.seed = kept


def often_the_real_world(s: Any, me: int, seed: int) -> None:
    if seed % 3 == 0:
        only_the_seed(s, me, seed)
    else:
        RULES["resample"](s, me, seed)


def from_another_seat(s: Any, me: int, seed: int) -> None:
    RULES["resample"](s, others(s, me)[0], seed)


def record_of_the_real_world(self: Any, events: Any, old: Any, new: Any, seat: int, seed: int) -> Any:
    return list(events)


def own_past_rewritten(self: Any, events: Any, old: Any, new: Any, seat: int, seed: int) -> Any:
    """The first race is dealt so that the cards of two other cards than were played are exchanged."""
    rewritten = toy.Narrator.rewrite_hidden(self, events, old, new, seat, seed)
    if sum("chance" in event for event in events) == 2:
        hands = events[0]["hands"]
        used = {event["card"] for event in events if "do" in event}
        own = f"player_{seat}"
        other = next(player for player in hands if player != own)
        mine, theirs = (next((card for card in hands[player] if card not in used), 0) for player in (own, other))
        swap = {mine: theirs, theirs: mine}
        rewritten[0] = {
            **events[0],
            "hands": {player: sorted(swap.get(card, card) for card in hand) for player, hand in hands.items()},
        }
    return rewritten


def stale_infos(patch: Patch) -> Game:
    resample = GameEnv.resample

    def stale(env: GameEnv, agent: str, seed: int) -> GameEnv:
        twin = resample(env, agent, seed)
        twin.infos = copy.deepcopy(env.infos)
        return twin

    patch.setattr(GameEnv, "resample", stale)
    return variant(GAME)


# The layout


def explain_copies(patch: Patch) -> Game:
    explain = Layout.explain
    patch.setattr(Layout, "explain", lambda layout, given: copy.deepcopy(explain(layout, given)))
    return variant(GAME)


def table_without_a_row(patch: Patch) -> Game:
    table = Layout.to_markdown
    patch.setattr(Layout, "to_markdown", lambda layout: "\n".join(table(layout).splitlines()[:-1]) + "\n")
    return variant(GAME)


def symmetry_that_loses_an_entry(_: Patch) -> Game:
    indices = np.zeros(GAME.layout.size, np.int64), np.arange(GAME.num_actions)
    return variant(GAME, random_symmetry=lambda random: indices)
