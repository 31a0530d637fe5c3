"""The vector environment of self-play: what the learner is paid and shown is what its seat earns and sees."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

import horse_envs
from horse_envs.engine.batch import BatchEnv
from horse_envs.games.trick_stakes.game import GAME
from tests.training.small import network
from training.opponents import Opponents
from training.selfplay import SelfPlayVecEnv


class Recorder(BatchEnv):
    """A batch that writes down the seed and the actions of each game of each place."""

    def reset(self, seed: int | ArrayLike | None = None) -> None:
        super().reset(seed)
        self.games: list[list[tuple[int, list[int]]]] = [[(int(each), [])] for each in self.seeds]

    def step(self, actions: ArrayLike, games: ArrayLike | None = None) -> Any:
        places = np.arange(self.num_envs) if games is None else np.asarray(games)
        rewards, done = super().step(actions, games)
        for place, action, ended in zip(places, np.asarray(actions), done, strict=True):
            self.games[place][-1][1].append(int(action))
            if ended:
                self.games[place].append((int(self.seeds[place]), []))
        return rewards, done


class Tables:
    """Self-play at tables for four and for three, with random moves of the learner."""

    def __init__(self, reward: str = "margin", scale: float = 0.5, seed: int = 1, shares: Any = None) -> None:
        self.reward, self.scale = reward, scale
        self.batches = [Recorder(GAME, {"num_players": n}, num_envs=5, reward=reward) for n in (4, 3)]
        opponents = Opponents(network(), shares or {"random": 1.0, "dummy": 1.0, "current": 1.0}, 2, seed)
        self.env = SelfPlayVecEnv(self.batches, opponents, scale, seed)
        self.random = np.random.default_rng(seed)
        self.observation = self.env.reset()

    def learners(self) -> list[int]:
        """The seats of the learners: they are on turn whenever the learner is asked."""
        return [int(seat) for batch in self.batches for seat in batch.to_act]

    def step(self) -> Any:
        noise = np.where(self.env.action_masks(), self.random.random((10, GAME.num_actions)), -1)
        self.env.step_async(noise.argmax(1))
        result = self.env.step_wait()
        self.observation = result[0]
        return result

    def game(self, place: int, number: int) -> tuple[int, list[int]]:
        return self.batches[place // 5].games[place % 5][number]

    def replay(self, place: int, number: int) -> tuple[Any, dict[str, float]]:
        """A game of a place played again in an environment, and what its agents were paid in all."""
        seed, actions = self.game(place, number)
        env = horse_envs.trick_stakes_v0.raw_env(num_players=4 - place // 5, reward=self.reward)
        env.reset(seed=seed)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        for action in actions:
            env.step(action)
            for agent in paid:
                paid[agent] += env.rewards[agent]
        return env, paid


@pytest.mark.parametrize("reward", ["margin", "win"])
def test_what_the_learner_is_paid_is_the_return_of_its_seat(reward: str) -> None:
    """Every finished game is played again one by one; others' moves pay the learner too, their last one included."""
    tables = Tables(reward)
    seats, sums, lengths = tables.learners(), np.zeros(10), np.zeros(10, int)
    ended = [0] * 10
    paid_at_the_end = last_by_others = 0
    while min(ended) < 3:
        _, rewards, dones, infos = tables.step()
        sums += rewards
        lengths += 1
        for place in map(int, np.flatnonzero(dones)):
            env, paid = tables.replay(place, ended[place])
            assert all(env.terminations.values())
            agent = f"player_{seats[place]}"
            assert sums[place] == pytest.approx(tables.scale * paid[agent], abs=1e-4)
            assert infos[place]["episode"]["r"] == pytest.approx(paid[agent], abs=1e-4)
            assert infos[place]["episode"]["l"] == lengths[place]
            won = env.record()["events"][-1]["winners"] == [agent]
            returned, share = tables.env.finished.pop(0)
            assert (returned, share) == (pytest.approx(paid[agent], abs=1e-4), float(won))
            last = [event for event in env.record()["events"] if event.get("action") is not None][-1]
            last_by_others += last["player"] != agent
            paid_at_the_end += rewards[place] != 0
            sums[place], lengths[place] = 0, 0
            ended[place] += 1
        for place, seat in enumerate(tables.learners()):
            assert dones[place] or seat == seats[place], "the learner keeps its seat while the game lasts"
            seats[place] = seat
    assert not tables.env.finished
    assert last_by_others > 5
    assert paid_at_the_end > 5


def test_observations_and_masks_are_those_of_the_learner_on_turn() -> None:
    tables = Tables(seed=2)
    games = [0] * 10
    for step in range(90):
        if step % 9 == 0:
            masks = tables.env.action_masks()
            assert masks.dtype == np.bool_
            for place, seat in enumerate(tables.learners()):
                env, _ = tables.replay(place, games[place])
                seen = env.last()[0]
                assert env.agent_selection == f"player_{seat}"
                assert tables.observation[place].tobytes() == seen["observation"].tobytes()
                assert (masks[place] == (seen["action_mask"] == 1)).all()
            for place, mask in enumerate(tables.env.env_method("action_masks")):
                assert (mask == masks[place]).all()
        games = [number + done for number, done in zip(games, tables.step()[2], strict=True)]
    assert min(games) >= 1, "every place has begun a second game"


def test_each_step_returns_fresh_arrays() -> None:
    """Stable-Baselines3 keeps what it was given and reads it later."""
    tables = Tables()
    kept = [(tables.observation, tables.observation.copy())]
    for _ in range(4):
        observation, rewards, dones, _ = tables.step()
        kept += [(array, array.copy()) for array in (observation, rewards, dones)]
    masks = tables.env.action_masks()
    kept.append((masks, masks.copy()))
    tables.step()
    for array, before in kept:
        assert (array == before).all()
    for one in range(len(kept)):
        assert not any(np.shares_memory(kept[one][0], kept[other][0]) for other in range(one))


def test_shapes_and_kinds_are_those_of_the_spaces() -> None:
    tables = Tables()
    assert tables.env.num_envs == 10
    while True:
        observation, rewards, dones, infos = tables.step()
        assert observation.shape == (10, GAME.layout.size)
        assert observation.dtype == np.float32
        assert all(tables.env.observation_space.contains(row) for row in observation)
        assert (rewards.shape, rewards.dtype) == ((10,), np.float32)
        assert (dones.shape, dones.dtype) == ((10,), np.bool_)
        assert len(infos) == 10
        for done, info in zip(dones, infos, strict=True):
            assert set(info) == ({"episode", "terminal_observation"} if done else set())
            if done:
                assert tables.env.observation_space.contains(info["terminal_observation"])
        if dones.any():
            break


def test_a_seed_gives_the_whole_of_the_self_play() -> None:
    def told(seed: int) -> list[bytes]:
        tables = Tables(seed=seed)
        tables.random = np.random.default_rng(0)
        return [array.tobytes() for _ in range(80) for array in tables.step()[:3]]

    assert told(4) == told(4)
    assert told(4) != told(5)


def test_the_learning_seat_changes_with_the_games() -> None:
    tables = Tables(seed=3)
    seats: list[set[int]] = [set(), set()]
    for _ in range(120):
        for place, seat in enumerate(tables.learners()):
            seats[place // 5].add(seat)
        tables.step()
    assert seats == [{0, 1, 2, 3}, {0, 1, 2}]


def test_maskable_ppo_finds_the_masks() -> None:
    env = Tables().env
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    assert len(env.env_method("action_masks", indices=[1, 3])) == 2
    with pytest.raises(ValueError, match="action_masks"):
        env.env_method("render")
    with pytest.raises(ValueError, match="settings"):
        env.set_attr("reward", "win")
    assert env.env_is_wrapped(object) == [False] * 10
