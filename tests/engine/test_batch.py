"""Many games at once: the same games as one by one, and nothing changed by what is refused."""

from typing import Any

import numpy as np
import pytest

from horse_envs import IllegalActionError
from horse_envs.engine.errors import NotResetError
from tests.engine.play import legal_in, result_of, shown
from tests.games import Setting, every_game, every_size


def started(setting: Setting, num_envs: int = 8, **settings: Any) -> Any:
    batch = setting.batch_env(num_envs, **settings)
    batch.reset(seed=3)
    return batch


@pytest.mark.parametrize("reward", ["margin", "win"])
@every_size
def test_each_place_plays_the_games_of_its_seeds(setting: Setting, reward: str) -> None:
    """Some whole games in each place: seeds, observations, masks, rewards and ends are those of raw_env."""
    num_players = setting.num_players
    batch = setting.batch_env(3, reward=reward)
    batch.reset(seed=5)
    envs = [setting.raw_env(reward=reward) for _ in range(3)]
    for i, env in enumerate(envs):
        env.reset(seed=int(batch.seeds[i]))
    random = np.random.default_rng(num_players)
    ended = 0
    while ended < 7:
        for i, env in enumerate(envs):
            seen = env.last()[0]
            assert env.agent_selection == f"player_{batch.to_act[i]}"
            assert seen["observation"].tobytes() == batch.observation[i].tobytes()
            assert seen["action_mask"].tobytes() == batch.action_mask[i].tobytes()
        actions = legal_in(batch, random)
        rewards, done = batch.step(actions)
        assert rewards.dtype == np.float32
        assert done.dtype == np.bool_
        for i, env in enumerate(envs):
            env.step(int(actions[i]))
            paid = [env.rewards[agent] for agent in env.possible_agents]
            assert rewards[i].tobytes() == np.array(paid, np.float32).tobytes()
            assert done[i] == all(env.terminations.values())
            if done[i]:
                money, won = result_of(env)
                assert batch.final_money[i].tolist() == list(money.values())
                assert [f"player_{seat}" for seat in range(num_players) if batch.final_winners[i] >> seat & 1] == won
                env.reset(seed=int(batch.seeds[i]))
                ended += 1


@every_game
def test_a_finished_game_goes_on_with_the_seed_that_follows_as_in_raw_env(setting: Setting) -> None:
    batch = started(setting, 1)
    env = setting.raw_env()
    env.reset(seed=int(batch.seeds[0]))
    random = np.random.default_rng(1)
    done = np.array([False])
    while not done[0]:
        _, done = batch.step(legal_in(batch, random))
    env.reset()
    assert env.observe(f"player_{batch.to_act[0]}")["observation"].tobytes() == batch.observation[0].tobytes()


@every_game
def test_a_seed_gives_each_game_a_seed_of_its_own(setting: Setting) -> None:
    batch = started(setting, 100)
    assert len(set(batch.seeds.tolist())) == 100
    before = shown(batch)
    batch.reset(seed=3)
    assert shown(batch) == before
    batch.reset(seed=4)
    assert shown(batch) != before


@every_game
def test_seeds_can_be_given_one_by_one(setting: Setting) -> None:
    batch = started(setting, 4)
    seeds = [0, 7, 2**53, 2**63 - 1]
    batch.reset(seed=np.array(seeds))
    assert batch.seeds.tolist() == seeds
    for i, seed in enumerate(seeds):
        env = setting.raw_env()
        env.reset(seed=seed)
        assert env.last()[0]["observation"].tobytes() == batch.observation[i].tobytes()


@every_game
def test_a_second_reset_without_a_seed_goes_on_and_can_be_repeated(setting: Setting) -> None:
    first, second = started(setting, 5), started(setting, 5)
    for batch in (first, second):
        batch.reset()
    assert shown(first) == shown(second)
    assert not set(first.seeds.tolist()) & set(started(setting, 5).seeds.tolist())


@every_game
def test_a_first_reset_without_a_seed_is_drawn_at_random(setting: Setting) -> None:
    batches = [setting.batch_env(2), setting.batch_env(2)]
    for batch in batches:
        batch.reset()
    assert batches[0].seeds.tolist() != batches[1].seeds.tolist()


@every_game
def test_games_steps_some_and_leaves_the_others(setting: Setting) -> None:
    batch, every = started(setting, 6), started(setting, 6)
    random = np.random.default_rng(2)
    games = np.array([4, 0, 3])
    actions = legal_in(batch, random)
    others = [1, 2, 5]
    before = [array[others].tobytes() for array in (batch.observation, batch.action_mask, batch.to_act)]
    rewards, done = batch.step(actions[games], games=games)
    every.step(actions)
    assert rewards.shape == (3, setting.num_players)
    assert done.shape == (3,)
    assert [array[others].tobytes() for array in (batch.observation, batch.action_mask, batch.to_act)] == before
    assert batch.observation[games].tobytes() == every.observation[games].tobytes()
    batch.step(actions[others], games=others)
    assert shown(batch) == shown(every)


@every_size
def test_threads_change_nothing(setting: Setting) -> None:
    batches = [started(setting, 64, threads=threads) for threads in (1, 2, 3)]
    for _ in range(230):
        actions = legal_in(batches[0], np.random.default_rng(int(batches[0].observation.sum())))
        paid = [batch.step(actions) for batch in batches]
        assert len({(rewards.tobytes(), done.tobytes()) for rewards, done in paid}) == 1
        assert len({shown(batch) for batch in batches}) == 1
    assert batches[0].final_winners.any(), "games ended and began anew"


# What is refused


@every_game
@pytest.mark.parametrize("wrong", [-1, "one too high", 10**9, -(2**62), "masked"])
def test_a_batch_with_an_illegal_action_is_refused_and_nothing_changes(wrong: int | str, setting: Setting) -> None:
    batch, untouched = started(setting), started(setting)
    random = np.random.default_rng(3)
    actions = legal_in(batch, random)
    for game in (5, 2, 6):
        masked = np.flatnonzero(batch.action_mask[game] == 0)[-1]
        actions[game] = {"masked": masked, "one too high": setting.game.num_actions}.get(str(wrong), wrong)
    before = shown(batch)
    with pytest.raises(IllegalActionError, match=r"^game 2: "):
        batch.step(actions)
    assert shown(batch) == before
    legal = legal_in(untouched, np.random.default_rng(3))
    batch.step(legal)
    untouched.step(legal)
    assert shown(batch) == shown(untouched)


@every_game
def test_the_refusal_says_what_was_wrong(setting: Setting) -> None:
    batch = started(setting)
    actions = legal_in(batch, np.random.default_rng(1))
    masked = int(np.flatnonzero(batch.action_mask[3] == 0)[0])
    actions[3] = masked
    with pytest.raises(IllegalActionError) as caught:
        batch.step(actions)
    words = batch.game.describe_action(masked)
    assert f"'{words}' ({masked}) is not legal for player_{batch.to_act[3]}" in str(caught.value)
    with pytest.raises(IllegalActionError, match=r"^game 3: .*not legal"):
        batch.step(actions[[5, 3]], games=[5, 3])
    actions[3] = setting.game.num_actions
    with pytest.raises(IllegalActionError, match=f"0 to {setting.game.num_actions - 1}"):
        batch.step(actions)


@every_game
@pytest.mark.parametrize(
    "actions",
    [np.zeros(7, int), np.zeros((8, 1), int), np.zeros(8), np.zeros(8, bool), [None] * 8, ["a"] * 8, 3, []],
    ids=str,
)
def test_actions_of_a_wrong_shape_or_kind_are_refused(actions: Any, setting: Setting) -> None:
    batch = started(setting)
    before = shown(batch)
    with pytest.raises(ValueError, match=r"integers of shape \(8,\)"):
        batch.step(actions)
    assert shown(batch) == before


@every_game
@pytest.mark.parametrize(
    "games", [[0, 0], [-1], [8], [0.0], [[0]], 0, [True], ["a"], [2**40]], ids=lambda games: f"games={games}"
)
def test_wrong_games_are_refused(games: Any, setting: Setting) -> None:
    batch = started(setting)
    before = shown(batch)
    with pytest.raises(ValueError, match="game"):
        batch.step(np.zeros(np.shape(games), int), games=games)
    assert shown(batch) == before


@every_game
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64])
def test_every_kind_of_integer_is_an_action(dtype: Any, setting: Setting) -> None:
    batch, other = started(setting), started(setting)
    # The first legal ones fit into every kind.
    actions = batch.action_mask.argmax(1)
    assert actions.max() < 128
    batch.step(actions.astype(dtype))
    other.step(actions.tolist())
    assert shown(batch) == shown(other)


@every_game
def test_step_before_reset_is_refused(setting: Setting) -> None:
    with pytest.raises(NotResetError, match=r"reset\(\)"):
        setting.batch_env(2).step([0, 0])


@every_game
@pytest.mark.parametrize("name", ["num_envs", "threads"])
@pytest.mark.parametrize("value", [0, -1, 2.5, "4", None, True], ids=str)
def test_wrong_numbers_of_games_and_threads_are_refused(name: str, value: Any, setting: Setting) -> None:
    with pytest.raises(ValueError, match=name):
        setting.door.batch_env(**{name: value})


@every_game
@pytest.mark.parametrize(("name", "value"), [("num_players", 1), ("num_players", "4"), ("reward", "money")])
def test_wrong_options_are_refused_and_say_what_is_allowed(name: str, value: Any, setting: Setting) -> None:
    with pytest.raises(ValueError, match=f"{name}={value!r}.*allowed"):
        setting.door.batch_env(**{name: value})


@every_game
@pytest.mark.parametrize(
    "seed", [-1, 2**63, 1.5, "7", True, [1, 2], [[1] * 8], [1.0] * 8, [-1] * 8, [2**63] * 8, [2**70] * 8], ids=str
)
def test_wrong_seeds_are_refused_and_nothing_changes(seed: Any, setting: Setting) -> None:
    batch = started(setting)
    before = shown(batch)
    with pytest.raises(ValueError, match="seed"):
        batch.reset(seed=seed)
    assert shown(batch) == before


@every_game
def test_a_view_of_a_game_is_that_of_its_agent_on_turn(setting: Setting) -> None:
    batch = started(setting)
    for _ in range(9):
        batch.step(legal_in(batch, np.random.default_rng(4)))
    for game in range(8):
        view = batch.view(game)
        assert view.seat == batch.to_act[game]
        assert view.observation.tobytes() == batch.observation[game].tobytes()
        assert view.action_mask.tobytes() == batch.action_mask[game].tobytes()
    with pytest.raises(ValueError, match="resample"):
        batch.view(0).resample(1)


@every_game
def test_decide_refuses_an_unknown_rule(setting: Setting) -> None:
    known = ", ".join(map(repr, setting.game.policies))
    with pytest.raises(ValueError, match=f"'clever'.*{known}"):
        started(setting).decide("clever", range(8), np.arange(8, dtype=np.uint64))


@every_game
def test_decide_refuses_keys_that_are_not_one_for_each_game(setting: Setting) -> None:
    """Compiled code would read past the end of the keys."""
    with pytest.raises(ValueError, match="key"):
        started(setting).decide("random", range(8), np.arange(3, dtype=np.uint64))


@every_game
def test_decide_refuses_games_that_are_not_there(setting: Setting) -> None:
    """Compiled code would read past the end of the games."""
    with pytest.raises(ValueError, match="game"):
        started(setting).decide("random", [8], np.arange(1, dtype=np.uint64))
