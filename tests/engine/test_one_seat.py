"""One seat of a game as a Gymnasium environment."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.games import Setting, every_game, every_size


class Opponent:
    """Takes the first legal action, and can be heard to have been asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def act(self, view: Any) -> int:
        self.asked.append(view.agent)
        return int(view.legal_actions[0])


def any_legal(env: Any, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(env.action_masks())))


@pytest.mark.parametrize("reward", ["margin", "win"])
@every_size
def test_the_rewards_of_an_episode_sum_to_the_return_of_the_seat(setting: Setting, reward: str) -> None:
    """What others' moves bring is paid too, their last one included: the record is played again one by one."""
    env = setting.one_seat_env(opponents="random", reward=reward)
    random = np.random.default_rng(1)
    for seed in range(8):
        env.reset(seed=seed)
        total, done = 0.0, False
        while not done:
            assert env.game_env.agent_selection == env.agent
            _, paid, done, truncated, _ = env.step(any_legal(env, random))
            assert isinstance(paid, float)
            assert not truncated
            total += paid
        record = env.game_env.record()
        again = setting.raw_env(reward=reward)
        again.reset(seed=record["seed"])
        expected = 0.0
        for event in record["events"]:
            if "action" in event:
                again.step(event["action"])
                expected += again.rewards[env.agent]
        assert total == pytest.approx(expected, abs=1e-6)


@every_game
@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_it_shows_what_its_seat_sees(mask_in: str, setting: Setting) -> None:
    env = setting.one_seat_env(opponents="random", mask_in=mask_in)
    random = np.random.default_rng(2)
    seen, info = env.reset(seed=1)
    done = False
    while not done:
        assert env.observation_space.contains(seen)
        mask = info["action_mask"] if mask_in == "info" else seen["action_mask"]
        vector = seen if mask_in == "info" else seen["observation"]
        assert (env.action_masks() == (mask == 1)).all()
        assert env.action_masks().dtype == np.bool_
        assert vector.tobytes() == env.game_env.view(env.agent).observation.tobytes()
        seen, _, done, _, info = env.step(any_legal(env, random))
    assert not env.action_masks().any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@every_game
def test_a_seed_gives_the_whole_episode(setting: Setting) -> None:
    def told(env: Any, seed: int | None) -> list[Any]:
        random = np.random.default_rng(0)
        seen, _ = env.reset(seed=seed)
        heard, done = [seen["observation"].tobytes()], False
        while not done:
            seen, paid, done, _, _ = env.step(any_legal(env, random))
            heard += [seen["observation"].tobytes(), paid, env.agent]
        return heard

    env, other = (setting.one_seat_env(opponents="random") for _ in range(2))
    first = told(env, 3)
    assert first == told(env, 3) == told(other, 3)
    # And so do the games that follow without a seed.
    second = told(env, None)
    assert second == told(other, None)
    assert second != first
    assert told(env, 4) != first


@every_size
def test_opponents_sit_in_the_order_of_the_seats_after_the_own_one(setting: Setting) -> None:
    count = setting.num_players
    for seat in range(count):
        opponents = [Opponent() for _ in range(count - 1)]
        env = setting.one_seat_env(opponents=opponents, seat=seat)
        env.reset(seed=1)
        done = False
        while not done:
            _, _, done, _, _ = env.step(int(env.action_masks().argmax()))
        for number, opponent in enumerate(opponents):
            assert set(opponent.asked) == {f"player_{(seat + 1 + number) % count}"}
        assert env.agent == f"player_{seat}"


@every_game
def test_the_own_seat_is_drawn_for_each_game(setting: Setting) -> None:
    env = setting.one_seat_env(opponents="random")
    agents = []
    for seed in range(60):
        env.reset(seed=seed)
        agents.append(env.agent)
    assert set(agents) == set(env.game_env.possible_agents)


@every_game
def test_an_illegal_action_ends_the_episode_with_minus_one(setting: Setting) -> None:
    env = setting.one_seat_env(opponents="random")
    env.reset(seed=1)
    _, paid, done, truncated, _ = env.step(int(env.action_masks().argmin()))
    assert (paid, done, truncated) == (-1.0, True, False)


@every_game
def test_what_is_no_action_is_refused_and_changes_nothing(setting: Setting) -> None:
    env, size = setting.one_seat_env(opponents="random"), setting.game.num_actions
    env.reset(seed=1)
    before = env.game_env.record()
    for action in (-1, size, 2.5, None, "x"):
        with pytest.raises(ValueError, match=f"0 to {size - 1}"):
            env.step(action)
        assert env.game_env.record() == before
    env.step(int(env.action_masks().argmax()))


@every_size
def test_gymnasiums_checker_has_nothing_to_say(setting: Setting) -> None:
    """It plays unmasked random actions, which must end in a defined way."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(setting.one_seat_env(opponents="random"), skip_render_check=True)


@every_game
@pytest.mark.parametrize("seat", [-1, 9, "player_0", 1.0, True], ids=repr)
def test_wrong_seats_are_refused(seat: Any, setting: Setting) -> None:
    with pytest.raises(ValueError, match="seat"):
        setting.one_seat_env(opponents="random", seat=seat)


@every_game
def test_wrong_opponents_are_refused(setting: Setting) -> None:
    others = setting.num_players - 1
    random = ["random"] * others
    for opponents in ([*random, "random"], random[1:], "clever", 5, [*random[1:], 5]):
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            setting.one_seat_env(opponents=opponents)


@every_game
def test_it_is_rendered_as_its_seat_sees_it(setting: Setting) -> None:
    env = setting.one_seat_env(opponents="random", render_mode="ansi")
    for seed in range(3):
        env.reset(seed=seed)
        assert f"{env.agent} (you)" in str(env.render())


@pytest.mark.slow
def test_it_trains_in_processes_of_its_own() -> None:
    """MaskablePPO asks each process for its masks. One game stands for all: it is about processes."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import SubprocVecEnv

    def make() -> Any:
        return Setting("trick_stakes_v0", 3).one_seat_env(opponents="random")

    games = SubprocVecEnv([make, make])
    try:
        model = MaskablePPO("MultiInputPolicy", games, n_steps=16, batch_size=32, n_epochs=1, device="cpu")
        model.learn(128)
        assert model.num_timesteps == 128
        masks = games.env_method("action_masks")
        assert all(mask.any() for mask in masks)
        # No episode was ended by an illegal action: each lasted as long as a game does.
        assert all(episode["l"] > 10 for episode in model.ep_info_buffer or [])
    finally:
        games.close()


@every_size
def test_gymnasium_makes_it_by_its_id(setting: Setting) -> None:
    env = gymnasium.make(setting.gymnasium_id, **setting.options, opponents="random", seat=1)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert env.unwrapped.agent == "player_1"  # type: ignore[attr-defined]
    env.close()
