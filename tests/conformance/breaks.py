"""Ways to break a promise: each makes a variant of the toy game, and names the checks that must notice."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Break:
    """One broken promise.

    Attributes:
        make: makes the broken game; what lies in the engine is broken by the monkeypatch.
        noticed_by: the names of the checks that are there to notice it, without `check_`.
        says: part of the message of the first of them.
        also: the names of other checks that may fail with it, as its luck has it; all the rest pass.
    """

    make: Callable[[Patch], Game]
    noticed_by: str
    says: str
    also: str = ""


def _after(name: str, more: Callable[..., Any]) -> Callable[..., Any]:
    """The rule, and then something more on the same arguments."""
    rule = RULES[name]

    def both(*arguments: Any) -> Any:
        result = rule(*arguments)
        more(*arguments)
        return result

    return both


def _rule(name: str, changed: Callable[..., Any]) -> Callable[[Patch], Game]:
    return lambda _: variant(GAME, {name: changed})


def _others(s: Any, me: int) -> list[int]:
    return [seat for seat in range(s.num_players) if seat != me]


# What a seat is given


def _leak_hand(s: Any, me: int, out: Any) -> None:
    out[AT.played + 3] = int(s.hand[_others(s, me)[0]]) / 4096


def _leak_kept_in_play(s: Any, me: int, out: Any) -> None:
    if s.phase == toy.PLAY:
        out[AT.played + 3] = s.kept[_others(s, me)[0]] / 12


def _leak_to_those_off_turn(s: Any, me: int, out: Any) -> None:
    if s.to_act not in (me, -1):
        _leak_hand(s, me, out)


def _leak_after_the_end(s: Any, me: int, out: Any) -> None:
    if s.phase == toy.OVER:
        _leak_hand(s, me, out)


def _leak_the_luck(s: Any, me: int, out: Any) -> None:
    out[AT.played + 3] = s.seed % 12 / 12


def _text_for_spectators_only(s: Any, observer: int | None) -> str:
    return toy.render_text(s, None if s.phase == toy.PLAY else observer)


def _score_before_the_kept_cards_are_shown(s: Any, seat: int) -> int:
    early = sum(card < 4 for card in s.kept) if s.pending == 0 and s.phase == toy.PLAY else 0
    return int(s.money[seat]) + (early if seat == 0 else 0)


def _mask_of_all(patch: Patch) -> Game:
    observe = GameEnv.observe

    def shown(env: GameEnv, agent: str) -> Any:
        seen = observe(env, agent)
        if isinstance(seen, dict):
            seen["action_mask"] = env._mask.copy()
        return seen

    patch.setattr(GameEnv, "observe", shown)
    return variant(GAME)


def _view_of_the_acting_agent(patch: Patch) -> Game:
    observe = GameEnv.observe
    patch.setattr(GameEnv, "observe", lambda env, agent: observe(env, vars(env).get("agent_selection", agent)))
    return variant(GAME)


def _money_unscaled(s: Any, me: int, out: Any) -> None:
    out[AT.money : AT.money + 4] *= 6


def _float64(patch: Patch) -> Game:
    observe = GameEnv.observe

    def shown(env: GameEnv, agent: str) -> Any:
        seen = observe(env, agent)
        return {**seen, "observation": seen["observation"].astype(np.float64)} if isinstance(seen, dict) else seen

    patch.setattr(GameEnv, "observe", shown)
    return variant(GAME)


def _new_space_each_time(patch: Patch) -> Game:
    patch.setattr(GameEnv, "observation_space", lambda env, agent: copy.deepcopy(env.observation_spaces[agent]))
    return variant(GAME)


def _forget_played(s: Any, me: int, out: Any) -> None:
    out[AT.played : AT.played + 4] = 0


def _forget_the_phase(s: Any, me: int, out: Any) -> None:
    out[AT.phase : AT.phase + 2] = 0
    out[AT.has_kept : AT.has_kept + 4] = 0
    out[AT.kept : AT.kept + 48] = 0


# Actions


def _one_more(s: Any, mask: Any) -> None:
    if s.to_act >= 0:
        mask[12 * s.phase + int(mask[12 * s.phase : 12 * s.phase + 12].argmin())] = 1


def _one_less(s: Any, mask: Any) -> None:
    if mask.sum() > 1:
        mask[np.flatnonzero(mask)[-1]] = 0


def _any_card(s: Any, action: int) -> bool:
    return bool(s.to_act >= 0 and 0 <= action < 24 and (action >= 12) == (s.phase == toy.PLAY))


def _never_the_highest(s: Any, key: Any) -> int:
    mask = np.zeros(24, np.int8)
    RULES["legal"](s, mask)
    legal = np.flatnonzero(mask)
    return int(legal[int(key) % max(1, len(legal) - 1)])


def _often_the_first(s: Any, key: Any) -> int:
    mask = np.zeros(24, np.int8)
    RULES["legal"](s, mask)
    legal = np.flatnonzero(mask)
    return int(legal[0] if int(key) % 2 else RULES["random_action"](s, np.uint64(key)))


def _a_rule_that_cheats(s: Any, policy: int, key: Any) -> int:
    return 11 if policy == 1 and s.phase == toy.KEEP else int(RULES["decide"](s, policy, np.uint64(key)))


def _repaired(patch: Patch) -> Game:
    """An illegal action is quietly replaced by a legal one."""
    patch.setattr(GameEnv, "_illegal", lambda env, number: env.step(int(np.flatnonzero(env._mask)[0])))
    return variant(GAME)


def _penalty_not_shared(patch: Patch) -> Game:
    pay, illegal = GameEnv._pay, GameEnv._illegal

    def punished(env: GameEnv, number: int) -> None:
        env._pay = lambda amounts: pay(env, [min(amount, 0.0) for amount in amounts])  # type: ignore[method-assign]
        try:
            illegal(env, number)
        finally:
            del env._pay

    patch.setattr(GameEnv, "_illegal", punished)
    return variant(GAME)


def _two_actions_with_the_same_words(_: Patch) -> Game:
    return variant(GAME, actions=(*GAME.actions[:-1], GAME.actions[0].upper()))


def _narrator(**members: Any) -> Callable[[Patch], Game]:
    return lambda _: variant(GAME, narrator=type("Narrator", (toy.Narrator,), members)())


def _action_without_words(self: Any, s: Any, event: Any) -> int:
    return int(event["action"] if "action" in event else toy.Narrator.action_of(self, s, event) ^ 1)


# Luck


_COUNTER = [0]


def _luck_from_elsewhere(s: Any) -> None:
    _COUNTER[0] += 1
    seed, s.seed = int(s.seed), _COUNTER[0]
    RULES["draw"](s)
    s.seed = seed


def _luck_by_money(s: Any) -> None:
    seed, s.seed = int(s.seed), int(s.seed) + int(s.money[0])
    RULES["draw"](s)
    s.seed = seed


def _few_deals(s: Any) -> None:
    seed, s.seed = int(s.seed), int(s.seed) % 2
    RULES["draw"](s)
    s.seed = seed


def _reset_forgets_the_seed(patch: Patch) -> Game:
    reset = GameEnv.reset

    def forgetful(env: GameEnv, seed: int | None = None, options: Any = None) -> None:
        env._next_seed = None
        reset(env, seed, options)

    patch.setattr(GameEnv, "reset", forgetful)
    return variant(GAME)


def _the_same_game_again(patch: Patch) -> Game:
    patch.setattr(aec, "next_seed", lambda seed: seed)
    return variant(GAME)


def _batch_with_other_seeds(_: Patch) -> Game:
    def reset_batch(*given: Any) -> None:
        states, blank, seeds, to_act, observations, masks, begin, end = given
        for i in range(begin, end):
            game.loops.new_game(states, i, blank, int(seeds[i]) + (i == 3))
            to_act[i] = game.loops.view(states, i, observations[i], masks[i])

    game = variant(GAME, changed_loops={"reset_batch": reset_batch})
    return game


# Rewards


def _paid(change: Callable[[Any, Any], None]) -> Callable[[Patch], Game]:
    def make(_: Patch) -> Game:
        def pay_rewards(s: Any, reward: int, rewards: Any) -> None:
            right.loops.pay_rewards(s, reward, rewards)
            change(s, rewards)

        right = variant(GAME)
        return variant(GAME, changed_loops={"pay_rewards": pay_rewards})

    return make


def _double_for_the_first(s: Any, rewards: Any) -> None:
    rewards[0] *= 2


def _nothing_at_the_end(s: Any, rewards: Any) -> None:
    if s.to_act < 0:
        rewards[:] = 0


def _to_the_next_player(s: Any, rewards: Any) -> None:
    rewards[:] = np.roll(rewards, 1)


def _lost_between_turns(patch: Patch) -> Game:
    step = GameEnv.step

    def forgetful(env: GameEnv, action: Any) -> None:
        step(env, action)
        if env._seat >= 0:
            env._cumulative_rewards = dict(env.rewards)

    patch.setattr(GameEnv, "step", forgetful)
    return variant(GAME)


# Copies


def _copy_without(name: str, value: Any) -> Callable[[Patch], Game]:
    def make(patch: Patch) -> Game:
        def state(env: GameEnv) -> dict[str, Any]:
            return {**vars(env), name: value(env)}

        patch.setattr(GameEnv, "__getstate__", state, raising=False)
        patch.setattr(GameEnv, "__setstate__", lambda env, kept: vars(env).update(kept), raising=False)
        return variant(GAME)

    return make


def _copies_share_the_state(patch: Patch) -> Game:
    def shared(env: GameEnv, memo: Any) -> GameEnv:
        twin = object.__new__(GameEnv)
        vars(twin).update({n: v if n == "_states" else copy.deepcopy(v, memo) for n, v in vars(env).items()})
        return twin

    patch.setattr(GameEnv, "__deepcopy__", shared, raising=False)
    return variant(GAME)


def _replay_without_rewards(patch: Patch) -> Game:
    begin = GameEnv._begin

    def forgetful(env: GameEnv, seed: int, script: Any, actions: Sequence[int] = ()) -> None:
        begin(env, seed, script, actions)
        env._cumulative_rewards = dict.fromkeys(env.agents, 0.0)

    patch.setattr(GameEnv, "_begin", forgetful)
    return variant(GAME)


def _looking_changes(patch: Patch) -> Game:
    record = GameEnv.record

    def nosy(env: GameEnv) -> Any:
        told = record(env)
        env.rewards = dict.fromkeys(env.rewards, 0.0)
        return told

    patch.setattr(GameEnv, "record", nosy)
    return variant(GAME)


def _own_arrays_given_out(patch: Patch) -> Game:
    observe = GameEnv.observe

    def shown(env: GameEnv, agent: str) -> Any:
        seen = observe(env, agent)
        if isinstance(seen, dict) and env._seats[agent] == env._seat:
            seen["action_mask"] = env._mask
        return seen

    patch.setattr(GameEnv, "observe", shown)
    return variant(GAME)


# Records


def _result_that_is_no_result(self: Any, pending: int, drawn: Any, resolved: Any) -> Any:
    event = toy.Narrator.pending_event(self, pending, drawn, resolved)
    return {**event, "result": "race"} if event.get("result") == "game" else event


def _deal_that_loses_a_card(self: Any, pending: int, drawn: Any, resolved: Any) -> Any:
    event = toy.Narrator.pending_event(self, pending, drawn, resolved)
    if pending == toy.DEAL:
        event["hands"] = {player: hand[:2] for player, hand in event["hands"].items()}
    return event


def _deal_filled_up(self: Any, s: Any, event: Any) -> None:
    left = sorted(set(range(12)) - {card for hand in event["hands"].values() for card in hand})
    hands = {player: [*hand, left.pop()] for player, hand in event["hands"].items()}
    toy.Narrator.set_chance(self, s, {**event, "hands": hands})


def _careless_reader(self: Any, s: Any, event: Any) -> int:
    return int(event["card"]) + (12 if event["do"] == "play" else 0)


# Resampling


def _only_the_seed(s: Any, me: int, seed: int) -> None:
    s.seed = seed + 12345


def _hands_but_not_kept_cards(s: Any, me: int, seed: int) -> None:
    kept = s.kept.copy()
    hands = s.hand.copy()
    RULES["resample"](s, me, seed)
    if any(kept[seat] != toy.NONE for seat in _others(s, me)):
        s.kept, s.hand = kept, hands


def _with_the_old_seed(s: Any, me: int, seed: int) -> None:
    kept = int(s.seed)
    RULES["resample"](s, me, seed)
    s.seed = kept


def _often_the_real_world(s: Any, me: int, seed: int) -> None:
    if seed % 3 == 0:
        _only_the_seed(s, me, seed)
    else:
        RULES["resample"](s, me, seed)


def _from_another_seat(s: Any, me: int, seed: int) -> None:
    RULES["resample"](s, _others(s, me)[0], seed)


def _record_of_the_real_world(self: Any, events: Any, old: Any, new: Any, seat: int, seed: int) -> Any:
    return list(events)


def _own_past_rewritten(self: Any, events: Any, old: Any, new: Any, seat: int, seed: int) -> Any:
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


def _stale_infos(patch: Patch) -> Game:
    resample = GameEnv.resample

    def stale(env: GameEnv, agent: str, seed: int) -> GameEnv:
        twin = resample(env, agent, seed)
        twin.infos = copy.deepcopy(env.infos)
        return twin

    patch.setattr(GameEnv, "resample", stale)
    return variant(GAME)


# The layout


def _explain_copies(patch: Patch) -> Game:
    explain = Layout.explain
    patch.setattr(Layout, "explain", lambda layout, given: copy.deepcopy(explain(layout, given)))
    return variant(GAME)


def _table_without_a_row(patch: Patch) -> Game:
    table = Layout.to_markdown
    patch.setattr(Layout, "to_markdown", lambda layout: "\n".join(table(layout).splitlines()[:-1]) + "\n")
    return variant(GAME)


def _symmetry_that_loses_an_entry(_: Patch) -> Game:
    indices = np.zeros(GAME.layout.size, np.int64), np.arange(GAME.num_actions)
    return variant(GAME, random_symmetry=lambda random: indices)


LEAK = "no_leak resample_in_every_phase"

BREAKS = {
    "an observation with another's hand": Break(_rule("observe", _after("observe", _leak_hand)), LEAK, "differs in"),
    "an observation with another's choice, in one phase": Break(
        _rule("observe", _after("observe", _leak_kept_in_play)), LEAK, "differs in played"
    ),
    "a leak to agents that are not on turn": Break(
        _rule("observe", _after("observe", _leak_to_those_off_turn)), LEAK, "differs in played"
    ),
    "a leak after the end": Break(
        _rule("observe", _after("observe", _leak_after_the_end)), "no_leak", "(over)", "resample_in_every_phase"
    ),
    "an observation of the luck to come": Break(
        _rule("observe", _after("observe", _leak_the_luck)), LEAK, "differs in played", "records"
    ),
    "a text with another's hand": Break(
        lambda _: variant(GAME, render_text=_text_for_spectators_only),
        LEAK,
        "rendered text differs",
        "observation_says_all",
    ),
    "a reward before it is public": Break(
        _rule("score", _score_before_the_kept_cards_are_shown),
        "no_leak",
        "score differs",
        "resample_in_every_phase observation_says_all",
    ),
    "the mask of the acting agent for all": Break(
        _mask_of_all, "no_leak", "all-zero mask", "spaces resample_in_every_phase illegal_actions"
    ),
    "the view of the acting agent for all": Break(
        _view_of_the_acting_agent, "no_leak state_is_untouched", "all-zero mask", "spaces resample_in_every_phase"
    ),
    "an observation outside its bounds": Break(
        _rule("observe", _after("observe", _money_unscaled)), "spaces invariants", "money"
    ),
    "an observation of another type": Break(
        _float64, "spaces", "float64", "resample_in_every_phase batch_equals_aec state_is_untouched"
    ),
    "a new space each time": Break(_new_space_each_time, "spaces", "same object"),
    "an observation without something seen": Break(
        _rule("observe", _after("observe", _forget_played)), "observation_says_all", "is in its observation"
    ),
    "an observation without the phase": Break(
        _rule("observe", _after("observe", _forget_the_phase)), "phases_are_shown", "'keep'"
    ),
    "a mask that is too wide": Break(_rule("legal", _after("legal", _one_more)), "mask_is_exact", "disagree on"),
    "a mask that is too narrow": Break(
        _rule("legal", _after("legal", _one_less)), "mask_is_exact", "disagree on", "invariants"
    ),
    "an environment that accepts too much": Break(
        _rule("is_legal", _any_card), "mask_is_exact illegal_actions", "disagree on"
    ),
    "a random action that is never the highest": Break(
        _rule("random_action", _never_the_highest), "mask_is_exact", "and no other"
    ),
    "a random action that is often the first": Break(
        _rule("random_action", _often_the_first), "mask_is_exact", "equally often"
    ),
    "a decision rule that cheats": Break(
        _rule("decide", _a_rule_that_cheats), "invariants batch_equals_aec", "gives a legal action"
    ),
    "an illegal action that is repaired": Break(_repaired, "mask_is_exact illegal_actions", "the environment does not"),
    "a penalty that is not shared": Break(_penalty_not_shared, "illegal_actions", "which the others share"),
    "two actions with the same words": Break(_two_actions_with_the_same_words, "actions_have_words", "is read as"),
    "words that do not say the action": Break(
        _narrator(action_of=_action_without_words), "actions_have_words records", "which action it is"
    ),
    "luck from elsewhere": Break(
        _rule("draw", _luck_from_elsewhere),
        "seeds",
        "same bytes",
        "spaces illegal_actions rewards batch_equals_aec state_is_untouched copies records resample_in_every_phase "
        "resample_redraws",
    ),
    "luck that depends on decisions": Break(_rule("draw", _luck_by_money), "seeds", "whatever the players do"),
    "seeds that give the same game": Break(_rule("draw", _few_deals), "seeds", "Other seeds", "resample_is_uniform"),
    "a reset that forgets the seed": Break(_reset_forgets_the_seed, "seeds copies batch_equals_aec", "goes on"),
    "the same game at each reset": Break(_the_same_game_again, "seeds batch_equals_aec", "a game came twice"),
    "a batch with other seeds": Break(_batch_with_other_seeds, "batch_equals_aec", "place 3"),
    "rewards that do not sum to zero": Break(
        _paid(_double_for_the_first), "rewards invariants batch_equals_aec", "sum to zero"
    ),
    "a last move that is not paid": Break(_paid(_nothing_at_the_end), "rewards invariants batch_equals_aec", "paid"),
    "rewards for the next player": Break(_paid(_to_the_next_player), "rewards invariants batch_equals_aec", "paid"),
    "rewards that are lost between turns": Break(_lost_between_turns, "rewards", "learner"),
    "a copy that forgets the next game": Break(
        _copy_without("_next_seed", lambda env: 1), "copies", "in the next game"
    ),
    "a copy that forgets the turn": Break(
        _copy_without("agent_selection", lambda env: env.possible_agents[0]),
        "copies",
        "agent_selection",
        "mask_is_exact",
    ),
    "copies that share the state": Break(
        _copies_share_the_state,
        "copies",
        "",
        "mask_is_exact state_is_untouched resample_in_every_phase resample_redraws",
    ),
    "a replay without rewards": Break(_replay_without_rewards, "copies records", "_cumulative_rewards"),
    "looking that changes something": Break(
        _looking_changes, "state_is_untouched", "record", "illegal_actions copies records"
    ),
    "arrays of the environment's own": Break(_own_arrays_given_out, "state_is_untouched", "last"),
    "a record without its end": Break(_narrator(pending_event=_result_that_is_no_result), "records", "complete"),
    "a record that loses a card": Break(
        _narrator(pending_event=_deal_that_loses_a_card, set_chance=_deal_filled_up),
        "records copies",
        "replays",
        "resample_in_every_phase resample_redraws",
    ),
    "a reader that asks no questions": Break(_narrator(action_of=_careless_reader), "records", "refused"),
    "a resample that redraws nothing": Break(_rule("resample", _only_the_seed), "resample_redraws", "never changes"),
    "a resample that forgets the kept cards": Break(
        _rule("resample", _hands_but_not_kept_cards), "resample_redraws", "never changes with it"
    ),
    "a resample that knows the future": Break(
        _rule("resample", _with_the_old_seed), "resample_redraws", "luck to come"
    ),
    "a resample that prefers the real world": Break(
        _rule("resample", _often_the_real_world), "resample_is_uniform", "uniform"
    ),
    "a resample of another seat": Break(
        _rule("resample", _from_another_seat), LEAK, "does not depend", "resample_redraws"
    ),
    "a resample with the real record": Break(
        _narrator(rewrite_hidden=_record_of_the_real_world), "resample_in_every_phase", "own state"
    ),
    "a resample with another past": Break(
        _narrator(rewrite_hidden=_own_past_rewritten), "resample_in_every_phase", "at every earlier decision"
    ),
    "a hidden decision that is called open": Break(
        _narrator(open_events=frozenset({"do keep", "do play"})), "resample_in_every_phase", "other events"
    ),
    "a resampled copy with the real mask": Break(_stale_infos, "resample_in_every_phase", "mask of its own state"),
    "named views that are copies": Break(_explain_copies, "layout", "is a copy"),
    "a table without a row": Break(_table_without_a_row, "layout", "row for each piece"),
    "a symmetry that loses an entry": Break(_symmetry_that_loses_an_entry, "layout", "symmetry"),
}
