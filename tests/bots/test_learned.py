"""Learned bots: always by the mask, the best or drawn by their scores."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import horse_envs
from horse_envs.bots.learned import LearnedBot, Policy, PolicyError, load_policy, save_policy
from horse_envs.bots.make import shipped_policies
from tests.bots.policies import GAME, small_policy
from tests.engine.play import PLAYERS, assert_uniform, finished, position, positions

POLICIES = Path(horse_envs.__file__).parent / "policies"
SHIPPED = sorted(path.name for path in POLICIES.glob("*.npz"))


def flat(scores: dict[int, float]) -> Policy:
    """A policy with the same scores everywhere."""
    bias = np.zeros(GAME.num_actions, np.float32)
    for action, score in scores.items():
        bias[action] = score
    return Policy([np.zeros((GAME.layout.size, GAME.num_actions), np.float32)], [bias])


def test_best_takes_the_legal_action_with_the_highest_score() -> None:
    policy = small_policy()
    bot = LearnedBot(GAME, policy)
    for num_players in PLAYERS:
        for env in positions(num_players, seed=1, every=5):
            view = env.view()
            scores = policy.scores(view.observation[None])[0]
            assert bot.act(view) == max(view.legal_actions, key=lambda action: float(scores[action]))


def test_a_masked_action_is_not_chosen_however_good_its_score() -> None:
    view = position().view()
    masked = [action for action in range(149) if action not in view.legal_actions]
    policy = flat(dict.fromkeys(masked, 1e6) | {view.legal_actions[3]: -5.0})
    for choice in ("best", "sample"):
        bot = LearnedBot(GAME, policy, choice=choice, seed=1)
        assert {bot.act(view) for _ in range(50)} <= set(view.legal_actions)


def test_sample_draws_with_the_softmax_of_the_scores() -> None:
    view = position().view()
    one, other, *rest = view.legal_actions
    bot = LearnedBot(GAME, flat({one: 2.0, other: 1.0} | dict.fromkeys(rest, -30.0)), choice="sample", seed=4)
    drawn = [bot.act(view) for _ in range(4000)]
    share = np.exp(2) / (np.exp(2) + np.exp(1))
    assert abs(drawn.count(one) / 4000 - share) < 5 * np.sqrt(share * (1 - share) / 4000)
    assert drawn.count(one) + drawn.count(other) == 4000
    fair = LearnedBot(GAME, flat({}), choice="sample", seed=5)
    assert_uniform((fair.act(view) for _ in range(3000)), len(view.legal_actions))


def test_sampling_repeats_itself_by_its_seed_and_best_needs_none() -> None:
    view = position().view()

    def drawn(choice: str, seed: int | None) -> list[int]:
        bot = LearnedBot(GAME, flat({}), choice=choice, seed=seed)
        return [bot.act(view) for _ in range(30)]

    assert drawn("sample", 1) == drawn("sample", 1) != drawn("sample", 2)
    assert drawn("sample", None) != drawn("sample", None)
    assert len(set(drawn("best", None))) == 1


def test_many_games_are_decided_as_one_by_one() -> None:
    batch = horse_envs.trick_stakes_v0.batch_env(num_envs=20)
    batch.reset(seed=1)
    bot = LearnedBot(GAME, small_policy())
    games = np.array([3, 19, 0, 7])
    assert bot.act_many(batch, games).tolist() == [bot.act(batch.view(int(game))) for game in games]


NO_MASKS: dict[str, Any] = {
    "none": None,
    "all zero": np.zeros((1, 149), np.int8),
    "of another length": np.ones((1, 148), np.int8),
    "one number": np.ones((1, 1), np.int8),
    "for other games": np.ones((3, 149), np.int8),
}


@pytest.mark.parametrize("case", NO_MASKS)
@pytest.mark.parametrize("choice", ["best", "sample"])
def test_a_policy_cannot_be_asked_without_a_mask(case: str, choice: str) -> None:
    bot = LearnedBot(GAME, small_policy(), choice=choice, seed=1)
    observation = position().view().observation[None]
    with pytest.raises(ValueError, match="mask"):
        bot.choose(observation, NO_MASKS[case])
    with pytest.raises(TypeError):
        bot.choose(observation)  # type: ignore[call-arg]


def test_a_policy_is_not_asked_where_there_is_nothing_to_decide() -> None:
    env = position(plies=20)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    for view in (env.view(waiting), finished().view()):
        with pytest.raises(ValueError, match=r"not on turn|mask"):
            LearnedBot(GAME, small_policy()).act(view)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"choice='worst'.*'best', 'sample'"):
        LearnedBot(GAME, small_policy(), choice="worst")
    with pytest.raises(PolicyError):
        LearnedBot(GAME, Policy([np.zeros((3, 149), np.float32)], [np.zeros(149, np.float32)]))
    with pytest.raises(ValueError, match="seed"):
        LearnedBot(GAME, small_policy(), seed=-1)


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("choice", ["best", "sample"])
def test_a_policy_plays_whole_games_without_an_illegal_action(tmp_path: Path, choice: str, num_players: int) -> None:
    save_policy(tmp_path / "mine.npz", GAME, small_policy())
    bot = horse_envs.make_bot(GAME.name, str(tmp_path / "mine.npz"), choice=choice, seed=1)
    result = horse_envs.evaluate(GAME.name, [bot, str(tmp_path / "mine.npz"), *["dummy"] * (num_players - 2)], deals=20)
    assert sum(seat.illegal for seat in result.seats) == 0
    assert result.seats[0].bot == "mine"


# What ships


def test_every_shipped_file_is_a_policy_of_a_game_and_known_by_its_name() -> None:
    names = {f"{GAME.name}-{name}.npz" for name in shipped_policies(GAME)}
    assert set(SHIPPED) == names
    assert set(shipped_policies(GAME)) <= set(horse_envs.bot_names(GAME.name))
    assert not set(shipped_policies(GAME)) & {*GAME.policies, "search"}
    assert sum((POLICIES / name).stat().st_size for name in SHIPPED) < 20 * 2**20


@pytest.mark.parametrize("num_players", PLAYERS)
def test_shipped_policies_load_and_play_legally(num_players: int) -> None:
    for name in shipped_policies(GAME):
        policy = load_policy(POLICIES / f"{GAME.name}-{name}.npz", GAME)
        assert policy.made, "a shipped policy says how it came about"
        for choice in ("best", "sample"):
            bot = horse_envs.make_bot(GAME.name, name, choice=choice, seed=1)
            result = horse_envs.evaluate(GAME.name, [bot, name, *["greedy"] * (num_players - 2)], deals=10)
            assert sum(seat.illegal for seat in result.seats) == 0


@pytest.mark.parametrize("num_players", PLAYERS)
def test_shipped_policies_are_better_than_the_dummy(num_players: int) -> None:
    for name in shipped_policies(GAME):
        result = horse_envs.evaluate(GAME.name, [name, *["dummy"] * (num_players - 1)], deals=150)
        assert result.seats[0].verdict == "above"
