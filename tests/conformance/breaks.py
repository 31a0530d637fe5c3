"""The table of broken promises: how each is broken, and the checks that must notice."""

from collections.abc import Callable
from dataclasses import dataclass

from horse_envs.engine.game import Game
from tests.conformance.breaking.environments import (
    a_rule_that_cheats,
    any_card,
    copies_share_the_state,
    copy_without,
    double_for_the_first,
    looking_changes,
    lost_between_turns,
    never_the_highest,
    nothing_at_the_end,
    often_the_first,
    one_less,
    one_more,
    own_arrays_given_out,
    paid,
    penalty_not_shared,
    repaired,
    replay_without_rewards,
    to_the_next_player,
    two_actions_with_the_same_words,
)
from tests.conformance.breaking.luck import (
    batch_with_other_seeds,
    few_deals,
    from_another_seat,
    hands_but_not_kept_cards,
    luck_by_money,
    luck_from_elsewhere,
    often_the_real_world,
    only_the_seed,
    reset_forgets_the_seed,
    stale_infos,
    the_same_game_again,
    with_the_old_seed,
)
from tests.conformance.breaking.observations import (
    explain_copies,
    float64,
    forget_played,
    forget_the_phase,
    leak_after_the_end,
    leak_hand,
    leak_kept_in_play,
    leak_the_luck,
    leak_to_those_off_turn,
    mask_of_all,
    money_unscaled,
    new_space_each_time,
    score_before_the_kept_cards_are_shown,
    symmetry_that_loses_an_entry,
    table_without_a_row,
    text_for_spectators_only,
    view_of_the_acting_agent,
)
from tests.conformance.breaking.records import (
    action_without_words,
    careless_reader,
    deal_filled_up,
    deal_that_loses_a_card,
    own_past_rewritten,
    record_of_the_real_world,
    result_that_is_no_result,
)
from tests.conformance.breaking.tools import (
    Patch,
    after,
    narrator,
    rule,
)
from tests.conformance.broken import variant
from tests.conformance.toy import GAME


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


LEAK = "no_leak resample_in_every_phase"

BREAKS = {
    "an observation with another's hand": Break(rule("observe", after("observe", leak_hand)), LEAK, "differs in"),
    "an observation with another's choice, in one phase": Break(
        rule("observe", after("observe", leak_kept_in_play)), LEAK, "differs in played"
    ),
    "a leak to agents that are not on turn": Break(
        rule("observe", after("observe", leak_to_those_off_turn)), LEAK, "differs in played"
    ),
    "a leak after the end": Break(
        rule("observe", after("observe", leak_after_the_end)), "no_leak", "(over)", "resample_in_every_phase"
    ),
    "an observation of the luck to come": Break(
        rule("observe", after("observe", leak_the_luck)), LEAK, "differs in played", "records"
    ),
    "a text with another's hand": Break(
        lambda _: variant(GAME, render_text=text_for_spectators_only),
        LEAK,
        "rendered text differs",
        "observation_says_all",
    ),
    "a reward before it is public": Break(
        rule("score", score_before_the_kept_cards_are_shown),
        "no_leak",
        "score differs",
        "resample_in_every_phase observation_says_all",
    ),
    "the mask of the acting agent for all": Break(
        mask_of_all, "no_leak", "all-zero mask", "spaces resample_in_every_phase illegal_actions"
    ),
    "the view of the acting agent for all": Break(
        view_of_the_acting_agent, "no_leak state_is_untouched", "all-zero mask", "spaces resample_in_every_phase"
    ),
    "an observation outside its bounds": Break(
        rule("observe", after("observe", money_unscaled)), "spaces invariants", "money"
    ),
    "an observation of another type": Break(
        float64, "spaces", "float64", "resample_in_every_phase batch_equals_aec state_is_untouched"
    ),
    "a new space each time": Break(new_space_each_time, "spaces", "same object"),
    "an observation without something seen": Break(
        rule("observe", after("observe", forget_played)), "observation_says_all", "is in its observation"
    ),
    "an observation without the phase": Break(
        rule("observe", after("observe", forget_the_phase)), "phases_are_shown", "'keep'"
    ),
    "a mask that is too wide": Break(rule("legal", after("legal", one_more)), "mask_is_exact", "disagree on"),
    "a mask that is too narrow": Break(
        rule("legal", after("legal", one_less)), "mask_is_exact", "disagree on", "invariants"
    ),
    "an environment that accepts too much": Break(
        rule("is_legal", any_card), "mask_is_exact illegal_actions", "disagree on"
    ),
    "a random action that is never the highest": Break(
        rule("random_action", never_the_highest), "mask_is_exact", "and no other"
    ),
    "a random action that is often the first": Break(
        rule("random_action", often_the_first), "mask_is_exact", "equally often"
    ),
    "a decision rule that cheats": Break(
        rule("decide", a_rule_that_cheats), "invariants batch_equals_aec", "gives a legal action"
    ),
    "an illegal action that is repaired": Break(repaired, "mask_is_exact illegal_actions", "the environment does not"),
    "a penalty that is not shared": Break(penalty_not_shared, "illegal_actions", "which the others share"),
    "two actions with the same words": Break(two_actions_with_the_same_words, "actions_have_words", "is read as"),
    "words that do not say the action": Break(
        narrator(action_of=action_without_words), "actions_have_words records", "which action it is"
    ),
    "luck from elsewhere": Break(
        rule("draw", luck_from_elsewhere),
        "seeds",
        "same bytes",
        "spaces illegal_actions rewards batch_equals_aec state_is_untouched copies records resample_in_every_phase "
        "resample_redraws",
    ),
    "luck that depends on decisions": Break(rule("draw", luck_by_money), "seeds", "whatever the players do"),
    "seeds that give the same game": Break(rule("draw", few_deals), "seeds", "Other seeds", "resample_is_uniform"),
    "a reset that forgets the seed": Break(reset_forgets_the_seed, "seeds copies batch_equals_aec", "goes on"),
    "the same game at each reset": Break(the_same_game_again, "seeds batch_equals_aec", "a game came twice"),
    "a batch with other seeds": Break(batch_with_other_seeds, "batch_equals_aec", "place 3"),
    "rewards that do not sum to zero": Break(
        paid(double_for_the_first), "rewards invariants batch_equals_aec", "sum to zero"
    ),
    "a last move that is not paid": Break(paid(nothing_at_the_end), "rewards invariants batch_equals_aec", "paid"),
    "rewards for the next player": Break(paid(to_the_next_player), "rewards invariants batch_equals_aec", "paid"),
    "rewards that are lost between turns": Break(lost_between_turns, "rewards", "learner"),
    "a copy that forgets the next game": Break(copy_without("_next_seed", lambda env: 1), "copies", "in the next game"),
    "a copy that forgets the turn": Break(
        copy_without("agent_selection", lambda env: env.possible_agents[0]),
        "copies",
        "agent_selection",
        "mask_is_exact",
    ),
    "copies that share the state": Break(
        copies_share_the_state,
        "copies",
        "",
        "mask_is_exact state_is_untouched resample_in_every_phase resample_redraws",
    ),
    "a replay without rewards": Break(replay_without_rewards, "copies records", "_cumulative_rewards"),
    "looking that changes something": Break(
        looking_changes, "state_is_untouched", "record", "illegal_actions copies records"
    ),
    "arrays of the environment's own": Break(own_arrays_given_out, "state_is_untouched", "last"),
    "a record without its end": Break(narrator(pending_event=result_that_is_no_result), "records", "complete"),
    "a record that loses a card": Break(
        narrator(pending_event=deal_that_loses_a_card, set_chance=deal_filled_up),
        "records copies",
        "replays",
        "resample_in_every_phase resample_redraws",
    ),
    "a reader that asks no questions": Break(narrator(action_of=careless_reader), "records", "refused"),
    "a resample that redraws nothing": Break(rule("resample", only_the_seed), "resample_redraws", "never changes"),
    "a resample that forgets the kept cards": Break(
        rule("resample", hands_but_not_kept_cards), "resample_redraws", "never changes with it"
    ),
    "a resample that knows the future": Break(rule("resample", with_the_old_seed), "resample_redraws", "luck to come"),
    "a resample that prefers the real world": Break(
        rule("resample", often_the_real_world), "resample_is_uniform", "uniform"
    ),
    "a resample of another seat": Break(
        rule("resample", from_another_seat), LEAK, "does not depend", "resample_redraws"
    ),
    "a resample with the real record": Break(
        narrator(rewrite_hidden=record_of_the_real_world), "resample_in_every_phase", "own state"
    ),
    "a resample with another past": Break(
        narrator(rewrite_hidden=own_past_rewritten), "resample_in_every_phase", "at every earlier decision"
    ),
    "a hidden decision that is called open": Break(
        narrator(open_events=frozenset({"do keep", "do play"})), "resample_in_every_phase", "other events"
    ),
    "a resampled copy with the real mask": Break(stale_infos, "resample_in_every_phase", "mask of its own state"),
    "named views that are copies": Break(explain_copies, "layout", "is a copy"),
    "a table without a row": Break(table_without_a_row, "layout", "row for each piece"),
    "a symmetry that loses an entry": Break(symmetry_that_loses_an_entry, "layout", "symmetry"),
}
