"""Colours and horses are names: under other names a game is the same game."""

from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import horse_envs
from horse_envs.games.trick_stakes.components import COLOUR_LETTERS, HORSES
from horse_envs.games.trick_stakes.game import GAME
from horse_envs.games.trick_stakes.symmetry import random_symmetry, renaming
from tests.engine.play import finished, over, positions
from tests.games import Setting
from training.teaching import _renamed

Permutation = NDArray[np.int64]


def new_names(colours: Permutation, horses: Permutation) -> dict[str, str]:
    """The new word for each old one; `colours` and `horses` have the old one for each new."""
    names = {HORSES[old]: HORSES[new] for new, old in enumerate(horses)}
    for new, old in enumerate(colours):
        for number in range(1, 13):
            names[f"{COLOUR_LETTERS[old]}{number}"] = f"{COLOUR_LETTERS[new]}{number}"
    return names


def renamed(thing: Any, names: dict[str, str]) -> Any:
    """Events under new names, without the numbers of their actions."""
    if isinstance(thing, dict):
        return {names.get(key, key): renamed(value, names) for key, value in thing.items() if key != "action"}
    if isinstance(thing, list):
        return [renamed(value, names) for value in thing]
    return names.get(thing, thing) if isinstance(thing, str) else thing


def permutations(seed: int) -> tuple[Permutation, Permutation]:
    """Vanilla Beans keeps its name: who draws it starts, by the rules."""
    random = np.random.default_rng(seed)
    return random.permutation(4), np.append(0, 1 + random.permutation(3))


def masks(env: Any) -> NDArray[np.int8]:
    mask: NDArray[np.int8] = env.view().action_mask
    return mask


@pytest.mark.parametrize("num_players", [3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_under_other_names_shows_the_same_under_other_names(num_players: int, seed: int) -> None:
    """Two whole games, one the record of the other under new names: every observation and every mask, to the bit."""
    colours, horses = permutations(seed)
    of_observation, of_action = renaming(colours, horses)
    record = finished(Setting(GAME.name, num_players), seed).record()
    other_record = renamed(record, new_names(colours, horses))
    assert other_record != record
    end = horse_envs.replay(other_record)
    assert over(end)
    env, other = (horse_envs.trick_stakes_v0.raw_env(num_players=num_players) for _ in range(2))
    env.reset(seed=seed, options={"record": record})
    other.reset(seed=seed, options={"record": other_record})
    actions = [event["action"] for event in record["events"] if "action" in event]
    other_actions = [event["action"] for event in end.record()["events"] if "action" in event]
    assert len(actions) == len(other_actions) > 50
    for action, other_action in zip(actions, other_actions, strict=True):
        assert of_action[other_action] == action
        assert (masks(other) == masks(env)[of_action]).all()
        for agent in env.possible_agents:
            seen, other_seen = env.view(agent).observation, other.view(agent).observation
            assert other_seen.tobytes() == seen[of_observation].tobytes()
        env.step(action)
        other.step(other_action)
        assert env.rewards == other.rewards
    assert over(env)
    assert over(other)


# Each field of a state by what it holds: arrays by horse, and values that are horses, cards or tickets.
BY_HORSE = {"odds", "rider", "space", "standing"}
CARD_SETS_BY_HORSE = {"fixed", "seen"}
CARD_SETS = {"hand", "played"}
CARDS = {"pack", "open_discard", "closed_discard", "tricks"}
HORSE_VALUES = {"horse", "gate", "order"}
TICKETS = {"ticket_up", "ticket_down"}
OTHERS = {"ridden", "spaces"}
NAMELESS = {"seed", "money", "winners", "num_players", "race", "phase", "pending", "to_act", "start", "number", "left"}
NAMELESS |= {"clockwise", "whips", "moves", "finished", "leader", "trick", "cards_in_trick", "whip_by"}
NAMELESS |= {"whips_by_trick"}


def renamed_states(states: Any, colours: Permutation, horses: Permutation) -> Any:
    """States under new names, field by field."""
    new_colour, new_horse = np.argsort(colours), np.argsort(horses)
    cards = np.array([new_colour[card // 12] * 12 + card % 12 if card < 48 else card for card in range(256)])
    values = np.array([new_horse[value] if value < 4 else value for value in range(256)])
    other = states.copy()
    for name in states.dtype.names:
        old = states[name]
        if name in BY_HORSE | {"spaces"}:
            other[name] = old[..., horses]
        elif name in CARD_SETS | CARD_SETS_BY_HORSE:
            sets = np.zeros_like(old)
            for card in range(48):
                sets |= ((old >> np.uint64(card)) & np.uint64(1)) << np.uint64(cards[card])
            other[name] = sets[..., horses] if name in CARD_SETS_BY_HORSE else sets
        elif name in CARDS:
            other[name] = cards[old]
        elif name in HORSE_VALUES | TICKETS:
            other[name] = values[old]
        elif name == "ridden":
            other[name] = sum(((old >> horse) & 1) << int(new_horse[horse]) for horse in range(4))
    return other


def test_every_field_of_a_state_is_known_to_this_test() -> None:
    known = BY_HORSE | CARD_SETS_BY_HORSE | CARD_SETS | CARDS | HORSE_VALUES | TICKETS | OTHERS | NAMELESS
    assert set(GAME.state_dtype.names or ()) == known


@pytest.mark.parametrize("num_players", [3, 4])
def test_a_position_under_any_of_the_names_shows_the_same(num_players: int) -> None:
    """Vanilla Beans may change its name too: the position is then one that no game begins with, and still the same."""
    random = np.random.default_rng(num_players)
    loops = GAME.loops
    for env in positions(Setting(GAME.name, num_players), seed=num_players, every=4):
        colours, horses = random.permutation(4), random.permutation(4)
        of_observation, of_action = renaming(colours, horses)
        states = renamed_states(env._states, colours, horses)
        mask, seen = np.zeros(GAME.num_actions, np.int8), np.zeros(GAME.layout.size, np.float32)
        loops.legal_one(states, 0, mask)
        assert (mask == masks(env)[of_action]).all()
        for seat, agent in enumerate(env.possible_agents):
            loops.observe_one(states, 0, seat, seen)
            assert seen.tobytes() == env.view(agent).observation[of_observation].tobytes()
        # A step and then other names is other names and then the step, while the race lasts.
        twin = env._states.copy()
        action = int(random.choice(np.flatnonzero(mask)))
        race = int(twin["race"][0])
        loops.step_game(states, 0, action)
        loops.step_game(twin, 0, int(of_action[action]))
        if twin["race"][0] == race:
            expected = renamed_states(twin, colours, horses)
            assert all((states[name] == expected[name]).all() for name in states.dtype.names)


def test_nothing_renamed_is_the_same() -> None:
    of_observation, of_action = renaming(np.arange(4), np.arange(4))
    assert (of_observation == np.arange(GAME.layout.size)).all()
    assert (of_action == np.arange(GAME.num_actions)).all()


def test_two_renamings_after_each_other_are_one() -> None:
    random = np.random.default_rng(1)
    for _ in range(20):
        first, second = [(random.permutation(4), random.permutation(4)) for _ in range(2)]
        together = renaming(first[0][second[0]], first[1][second[1]])
        for one, other, both in zip(renaming(*first), renaming(*second), together, strict=True):
            assert (one[other] == both).all()


def test_random_symmetries_are_all_576() -> None:
    random = np.random.default_rng(1)
    seen = {random_symmetry(random)[1].tobytes() for _ in range(8000)}
    assert len(seen) == 576


def test_teaching_renames_observations_masks_and_values_alike() -> None:
    random, same = np.random.default_rng(3), np.random.default_rng(3)
    env = next(positions(Setting(GAME.name, 4), seed=2, begin=40))
    view = env.view()
    values = view.search_values(1, np.array([1], np.uint64))
    tensors = [torch.from_numpy(array[None]) for array in (view.observation, view.action_mask == 1, values)]
    observations, of_masks, of_values = _renamed(GAME, random, *tensors)
    of_observation, of_action = random_symmetry(same)
    assert (observations[0].numpy() == view.observation[of_observation]).all()
    assert (of_masks[0].numpy() == (view.action_mask == 1)[of_action]).all()
    assert (of_values[0].numpy() == values[of_action]).all()
    assert (of_values[0].numpy()[~of_masks[0].numpy()] == 0).all()
