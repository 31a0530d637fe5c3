"""Broken: actions, rewards and copies of environments."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import Game
from tests.conformance import toy
from tests.conformance.breaking.tools import RULES, Patch
from tests.conformance.broken import variant
from tests.conformance.toy import GAME


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
