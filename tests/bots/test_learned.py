"""Learned bots: always by the mask, the best or drawn by their scores."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import horse_envs
from horse_envs.bots.learned import LearnedBot, Policy, PolicyError, load_policy, save_policy
from horse_envs.bots.make import shipped_policies
from horse_envs.engine.game import load_game
from tests.bots.policies import GAME, small_policy
from tests.engine.play import assert_uniform, finished, position, positions
from tests.games import NAMES, SMALLEST_AND_LARGEST, VARIANTS, Setting, every_size

ONE = Setting(GAME.name, 4)
POLICIES = Path(horse_envs.__file__).parent / "policies"
SHIPPED = sorted(path.name for path in POLICIES.glob("*.npz"))


def flat(scores: dict[int, float]) -> Policy:
    """A policy with the same scores everywhere."""
    bias = np.zeros(GAME.num_actions, np.float32)
    for action, score in scores.items():
        bias[action] = score
    return Policy([np.zeros((GAME.layout.size, GAME.num_actions), np.float32)], [bias])


@every_size
def test_best_takes_the_legal_action_with_the_highest_score(setting: Setting) -> None:
    policy = small_policy(game=setting.game)
    bot = LearnedBot(setting.game, policy)
    for env in positions(setting, seed=1, every=5):
        view = env.view()
        scores = policy.scores(view.observation[None])[0]
        assert bot.act(view) == max(view.legal_actions, key=lambda action: float(scores[action]))


def test_a_masked_action_is_not_chosen_however_good_its_score() -> None:
    view = position(ONE).view()
    masked = [action for action in range(149) if action not in view.legal_actions]
    policy = flat(dict.fromkeys(masked, 1e6) | {view.legal_actions[3]: -5.0})
    for choice in ("best", "sample"):
        bot = LearnedBot(GAME, policy, choice=choice, seed=1)
        assert {bot.act(view) for _ in range(50)} <= set(view.legal_actions)


def test_sample_draws_with_the_softmax_of_the_scores() -> None:
    view = position(ONE).view()
    one, other, *rest = view.legal_actions
    bot = LearnedBot(GAME, flat({one: 2.0, other: 1.0} | dict.fromkeys(rest, -30.0)), choice="sample", seed=4)
    drawn = [bot.act(view) for _ in range(4000)]
    share = np.exp(2) / (np.exp(2) + np.exp(1))
    assert abs(drawn.count(one) / 4000 - share) < 5 * np.sqrt(share * (1 - share) / 4000)
    assert drawn.count(one) + drawn.count(other) == 4000
    fair = LearnedBot(GAME, flat({}), choice="sample", seed=5)
    assert_uniform((fair.act(view) for _ in range(3000)), len(view.legal_actions))


def test_sampling_repeats_itself_by_its_seed_and_best_needs_none() -> None:
    view = position(ONE).view()

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
    observation = position(ONE).view().observation[None]
    with pytest.raises(ValueError, match="mask"):
        bot.choose(observation, NO_MASKS[case])
    with pytest.raises(TypeError):
        bot.choose(observation)  # type: ignore[call-arg]


def test_a_policy_is_not_asked_where_there_is_nothing_to_decide() -> None:
    env = position(ONE, plies=20)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    for view in (env.view(waiting), finished(ONE).view()):
        with pytest.raises(ValueError, match=r"not on turn|mask"):
            LearnedBot(GAME, small_policy()).act(view)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"choice='worst'.*'best', 'sample'"):
        LearnedBot(GAME, small_policy(), choice="worst")
    with pytest.raises(PolicyError):
        LearnedBot(GAME, Policy([np.zeros((3, 149), np.float32)], [np.zeros(149, np.float32)]))
    with pytest.raises(ValueError, match="seed"):
        LearnedBot(GAME, small_policy(), seed=-1)


@every_size
@pytest.mark.parametrize("choice", ["best", "sample"])
def test_a_policy_plays_whole_games_without_an_illegal_action(tmp_path: Path, choice: str, setting: Setting) -> None:
    path = tmp_path / "mine.npz"
    save_policy(path, setting.game, small_policy(game=setting.game))
    bot = horse_envs.make_bot(setting.name, str(path), choice=choice, seed=1)
    table = [bot, str(path), *["dummy"] * (setting.num_players - 2)]
    result = horse_envs.evaluate(setting.name, table, deals=20)
    assert sum(seat.illegal for seat in result.seats) == 0
    assert result.seats[0].bot == "mine"


# What ships


def shipped(settings: list[Setting]) -> list[tuple[Setting, str]]:
    return [(setting, name) for setting in settings for name in shipped_policies(setting.game)]


def test_every_shipped_file_is_a_policy_of_a_game_and_known_by_its_name() -> None:
    games = [load_game(name) for name in NAMES]
    assert set(SHIPPED) == {f"{game.name}-{name}.npz" for game in games for name in shipped_policies(game)}
    for game in games:
        assert set(shipped_policies(game)) <= set(horse_envs.bot_names(game.name))
        assert not set(shipped_policies(game)) & {*game.policies, "search"}
    assert sum((POLICIES / name).stat().st_size for name in SHIPPED) < 20 * 2**20


@pytest.mark.parametrize(("setting", "name"), shipped(SMALLEST_AND_LARGEST + VARIANTS), ids=str)
def test_shipped_policies_load_and_play_legally(setting: Setting, name: str) -> None:
    policy = load_policy(POLICIES / f"{setting.name}-{name}.npz", setting.game)
    assert policy.made, "a shipped policy says how it came about"
    for choice in ("best", "sample"):
        bot = horse_envs.make_bot(setting.name, name, choice=choice, seed=1)
        table = [bot, name, *["greedy"] * (setting.num_players - 2)]
        result = horse_envs.evaluate(setting.name, table, deals=10, options=dict(setting.more))
        assert sum(seat.illegal for seat in result.seats) == 0


@pytest.mark.parametrize(("setting", "name"), shipped(SMALLEST_AND_LARGEST), ids=str)
def test_shipped_policies_are_better_than_the_dummy(setting: Setting, name: str) -> None:
    table = [name, *["dummy"] * (setting.num_players - 1)]
    assert horse_envs.evaluate(setting.name, table, deals=150).seats[0].verdict == "above"
