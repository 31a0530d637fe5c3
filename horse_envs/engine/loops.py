"""Compiled loops over many plies, written once for all games.

The functions named in `BOUND` use free names (`apply`, `legal`, `observe`, ...): `bind_functions` compiles a copy of
each with the functions of one game. A game that brings one of them itself (`estimate`, `horizon`, `is_beyond`,
`outlook`) is bound to its own. States are passed as an array and an index, which Numba takes from Python much faster
than a record.
"""

# ruff: noqa: F821  the free names are given by the game to which a loop is bound
from typing import Any

import numpy as np

from horse_envs.engine.luck import mix, next_seed, number

BOUND = (
    "proceed",
    "new_game",
    "step_game",
    "pay_rewards",
    "view",
    "act",
    "observe_one",
    "legal_one",
    "first_illegal",
    "reset_batch",
    "step_batch",
    "decide_batch",
    "play_games",
    "estimate",
    "horizon",
    "is_beyond",
    "outlook",
    "rollout",
    "search_values",
    "best_of",
    "play_searching",
)

start: Any
draw: Any
resolve: Any
apply: Any
is_legal: Any
legal: Any
observe: Any
resample: Any
score: Any
decide: Any

SEARCH = -1
"""The role of a seat that searches; other roles are numbers of compiled rules."""

ESTIMATED, TRIED = 1, 2
"""What search does with a legal action."""

MARGIN, WIN = 0, 1
REWARDS = ("margin", "win")


def proceed(s: Any) -> None:
    """Draw and resolve all that is pending, up to the next decision or the end."""
    while s.pending != 0:
        draw(s)
        resolve(s)


def new_game(states: Any, i: int, blank: Any, seed: int) -> None:
    """A fresh game, advanced to its first decision; `blank` holds the options."""
    states[i] = blank[0]
    start(states[i], seed)
    proceed(states[i])


def step_game(states: Any, i: int, action: int) -> None:
    """Apply a legal action and go on to the next decision or the end."""
    apply(states[i], action)
    proceed(states[i])


def pay_rewards(s: Any, reward: int, rewards: Any) -> None:
    """Turn minus the scores of before, in `rewards`, into the rewards of the step just made."""
    agents = rewards.shape[0]
    if reward == MARGIN:
        total = 0.0
        for agent in range(agents):
            rewards[agent] += score(s, agent)
            total += np.float64(rewards[agent])
        for agent in range(agents):
            own = np.float64(rewards[agent])
            rewards[agent] = own - (total - own) / (agents - 1)
        return
    winners = 0
    for agent in range(agents):
        winners += (s.winners >> agent) & 1
    for agent in range(agents):
        rewards[agent] = 0.0
        if s.to_act < 0 and winners < agents:
            if (s.winners >> agent) & 1:
                rewards[agent] = 1.0 / winners
            else:
                rewards[agent] = -1.0 / (agents - winners)


def view(states: Any, i: int, observation: Any, mask: Any) -> int:
    """Write observation and mask of the agent on turn; returns its seat, -1 at the end."""
    s = states[i]
    seat = np.int64(s.to_act)
    mask[:] = 0
    if seat >= 0:
        observe(s, seat, observation)
        legal(s, mask)
    return seat


def act(states: Any, i: int, action: int, reward: int, rewards: Any, observation: Any, mask: Any) -> int:
    """One step of one game with all that an environment shows after it.

    Returns:
        The seat on turn, -1 at the end, -2 if the action is illegal; then nothing is changed.
    """
    s = states[i]
    if not is_legal(s, action):
        return -2
    for agent in range(rewards.shape[0]):
        rewards[agent] = -score(s, agent)
    apply(s, action)
    proceed(s)
    pay_rewards(s, reward, rewards)
    return view(states, i, observation, mask)


def observe_one(states: Any, i: int, seat: int, observation: Any) -> None:
    """Write the observation of one seat."""
    observe(states[i], seat, observation)


def legal_one(states: Any, i: int, mask: Any) -> None:
    """Write the mask of the agent on turn."""
    mask[:] = 0
    legal(states[i], mask)


def first_illegal(states: Any, games: Any, actions: Any) -> int:
    """The index of the first action that its game does not allow, -1 if there is none."""
    for k in range(games.shape[0]):
        if not is_legal(states[games[k]], actions[k]):
            return k
    return -1


def reset_batch(
    states: Any, blank: Any, seeds: Any, to_act: Any, observations: Any, masks: Any, begin: int, end: int
) -> None:
    """Start the games `begin` to `end` with their seeds."""
    for i in range(begin, end):
        new_game(states, i, blank, seeds[i])
        to_act[i] = view(states, i, observations[i], masks[i])


def step_batch(
    states: Any,
    blank: Any,
    seeds: Any,
    games: Any,
    actions: Any,
    reward: int,
    rewards: Any,
    done: Any,
    to_act: Any,
    observations: Any,
    masks: Any,
    final_scores: Any,
    final_winners: Any,
    begin: int,
    end: int,
) -> None:
    """Step the games `games[begin:end]` with legal actions; finished ones start anew with the next seed."""
    for k in range(begin, end):
        i = games[k]
        s = states[i]
        paid = rewards[k]
        for agent in range(paid.shape[0]):
            paid[agent] = -score(s, agent)
        apply(s, actions[k])
        proceed(s)
        pay_rewards(s, reward, paid)
        done[k] = s.to_act < 0
        if done[k]:
            for agent in range(paid.shape[0]):
                final_scores[i, agent] = score(s, agent)
            final_winners[i] = s.winners
            seeds[i] = next_seed(seeds[i])
            new_game(states, i, blank, seeds[i])
        to_act[i] = view(states, i, observations[i], masks[i])


def decide_batch(states: Any, games: Any, policies: Any, keys: Any, actions: Any) -> None:
    """The actions of the agents on turn by compiled rules, one policy and one key a game."""
    for k in range(games.shape[0]):
        actions[k] = decide(states[games[k]], policies[k], keys[k])


def play_games(
    states: Any,
    blank: Any,
    seeds: Any,
    policies: Any,
    key: np.uint64,
    scores: Any,
    winners: Any,
    decisions: Any,
    begin: int,
    end: int,
) -> None:
    """Whole games by compiled rules; `states[begin]` is the place where this thread plays."""
    s = states[begin]
    agents = scores.shape[1]
    for game in range(begin, end):
        new_game(states, begin, blank, seeds[game])
        own = mix(key ^ mix(np.uint64(seeds[game])))
        plies = 0
        while s.to_act >= 0:
            apply(s, decide(s, policies[s.to_act], number(own, plies)))
            proceed(s)
            plies += 1
        for agent in range(agents):
            scores[game, agent] = score(s, agent)
        winners[game] = s.winners
        decisions[game] = plies


def estimate(s: Any, values: Any, plan: Any) -> None:
    """Say which actions search is to try: all legal ones. A game with hundreds brings an estimate of its own.

    Args:
        s: the state.
        values: (num_actions,) zeros; an estimate of each legal action's worth is written.
        plan: int8 (num_actions,) zeros; TRIED is written for actions to be played on, ESTIMATED for other legal ones.
    """
    legal(s, plan)
    for action in range(plan.shape[0]):
        if plan[action] != 0:
            plan[action] = TRIED


def horizon(s: Any) -> int:
    """How far search plays on, as a number that `is_beyond` compares: to the end of the race in progress."""
    return np.int64(s.race)


def is_beyond(s: Any, reached: int) -> bool:
    """Whether a state is past a horizon."""
    return s.race > reached


def outlook(s: Any, seat: int) -> float:
    """What a seat has where search stops playing on: its score; a game that stops in mid-race adds what is to come."""
    return np.float64(score(s, seat))


def rollout(s: Any, reached: int, policies: Any, key: np.uint64) -> None:
    """Play on to a horizon; each seat decides by one of the policies, drawn for the rollout."""
    choices = policies.shape[0]
    plies = 0
    while True:
        while s.pending != 0 and not is_beyond(s, reached):
            draw(s)
            resolve(s)
        if s.to_act < 0 or is_beyond(s, reached):
            return
        drawn = number(key, np.int64(s.to_act)) >> np.uint64(32)
        policy = policies[np.int64((drawn * np.uint64(choices)) >> np.uint64(32))]
        apply(s, decide(s, policy, number(key, 64 + plies)))
        plies += 1


def search_values(states: Any, i: int, policies: Any, worlds: int, key: np.uint64, scratch: Any, values: Any) -> None:
    """Flat Monte Carlo: the mean margin of each legal action over worlds that the agent on turn cannot tell apart.

    All actions are tried in the same worlds with the same luck, so that their differences are precise. What a game's
    `estimate` leaves untried gets its estimate, moved by as much as the best estimate was off; with no worlds, or
    nothing to be tried, all get their estimates. `scratch` is room for two states; `values` (num_actions,) is written
    at the legal actions and 0 elsewhere.
    """
    seat = np.int64(states[i].to_act)
    agents = np.int64(states[i].num_players)
    reached = horizon(states[i])
    found = np.zeros(values.shape[0], np.float64)
    plan = np.zeros(values.shape[0], np.int8)
    values[:] = 0.0
    estimate(states[i], values, plan)
    if worlds == 0 or not (plan == TRIED).any():
        return
    for w in range(worlds):
        scratch[0] = states[i]
        resample(scratch[0], seat, np.int64(number(key, 2 * w) >> np.uint64(11)))
        luck_of_world = number(key, 2 * w + 1)
        for action in range(values.shape[0]):
            if plan[action] != TRIED:
                continue
            scratch[1] = scratch[0]
            s = scratch[1]
            apply(s, action)
            rollout(s, reached, policies, luck_of_world)
            others = 0.0
            for agent in range(agents):
                if agent != seat:
                    others += outlook(s, agent)
            found[action] += outlook(s, seat) - others / (agents - 1)
    best = -1
    for action in range(values.shape[0]):
        if plan[action] == TRIED and (best < 0 or values[action] > values[best]):
            best = action
    off = found[best] / worlds - values[best]
    for action in range(values.shape[0]):
        if plan[action] == TRIED:
            values[action] = found[action] / worlds
        elif plan[action] == ESTIMATED:
            values[action] += off


def best_of(s: Any, values: Any) -> int:
    """The legal action with the highest value, the first among equals."""
    best = -1
    for action in range(values.shape[0]):
        if is_legal(s, action) and (best < 0 or values[action] > values[best]):
            best = action
    return best


def play_searching(
    states: Any,
    at: int,
    blank: Any,
    seeds: Any,
    roles: Any,
    worlds: int,
    rollout_policies: Any,
    stray: float,
    key: np.uint64,
    scores: Any,
    winners: Any,
    observations: Any,
    masks: Any,
    values: Any,
) -> int:
    """Whole games in which some seats search and others decide by rules; positions of searching seats are kept.

    Args:
        states: room for three states from `at` on.
        at: where this thread plays.
        blank: the options.
        seeds: (games,) the seed of each game.
        roles: (games, agents) the number of a compiled rule, or SEARCH.
        worlds: worlds a decision.
        rollout_policies: the rules with which search plays on.
        stray: the share of searched decisions that are replaced by a random action after they were kept.
        key: luck of the players.
        scores: (games, agents) final scores.
        winners: (games,) sets of winning seats.
        observations: (room, size) of the positions kept.
        masks: (room, actions) of these.
        values: (room, actions) of these.

    Returns:
        How many positions were kept; when the room is full the rest is played without keeping.
    """
    s = states[at]
    scratch = states[at + 1 : at + 3]
    room = observations.shape[0]
    kept = 0
    found = np.zeros(values.shape[1], np.float64)
    for game in range(seeds.shape[0]):
        new_game(states, at, blank, seeds[game])
        own = mix(key ^ mix(np.uint64(seeds[game])))
        plies = 0
        while s.to_act >= 0:
            role = roles[game, s.to_act]
            luck_of_ply = number(own, plies)
            if role == SEARCH:
                search_values(states, at, rollout_policies, worlds, luck_of_ply, scratch, found)
                action = best_of(s, found)
                if kept < room:
                    view(states, at, observations[kept], masks[kept])
                    for k in range(found.shape[0]):
                        values[kept, k] = found[k]
                    kept += 1
                if np.float64(number(luck_of_ply, 7) >> np.uint64(11)) < stray * 9007199254740992.0:
                    action = decide(s, 0, luck_of_ply)
            else:
                action = decide(s, role, luck_of_ply)
            apply(s, action)
            proceed(s)
            plies += 1
        for agent in range(scores.shape[1]):
            scores[game, agent] = score(s, agent)
        winners[game] = s.winners
    return kept
