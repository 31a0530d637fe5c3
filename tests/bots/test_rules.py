"""The compiled rules of every game keep to the rules and see nothing hidden."""

import itertools

import numpy as np
import pytest

import horse_envs
from tests.engine.play import assert_uniform, positions
from tests.games import SMALLEST_AND_LARGEST, VARIANTS, Setting, every_game, every_size

KEYS = [np.array([key], np.uint64) for key in (1, 2**40 + 3, 2**63 + 5)]


def of_every_rule(settings: list[Setting]) -> list[tuple[Setting, str]]:
    return [(setting, rule) for setting in settings for rule in setting.game.policies]


@pytest.mark.parametrize(("setting", "rule"), of_every_rule(SMALLEST_AND_LARGEST), ids=str)
def test_100_000_decisions_of_a_rule_are_all_legal(rule: str, setting: Setting) -> None:
    """`step` refuses a batch with an illegal action in it."""
    batch = setting.batch_env(400)
    batch.reset(seed=1)
    random = np.random.default_rng(2)
    games, decisions, ended = np.arange(400), 0, 0
    # Where games are long it takes more decisions until a good many have ended.
    while decisions < 100_000 or ended < 400:
        actions = batch.decide(rule, games, random.integers(2**64, size=400, dtype=np.uint64))
        assert (batch.action_mask[games, actions] == 1).all()
        ended += batch.step(actions)[1].sum()
        decisions += 400
        assert decisions < 1_000_000, "games end"


@pytest.mark.parametrize(("setting", "rule"), of_every_rule(VARIANTS), ids=str)
def test_decisions_of_a_rule_are_legal_in_variants(rule: str, setting: Setting) -> None:
    batch = setting.batch_env(100)
    batch.reset(seed=1)
    random = np.random.default_rng(2)
    games, ended = np.arange(100), 0
    while ended < 50:
        actions = batch.decide(rule, games, random.integers(2**64, size=100, dtype=np.uint64))
        assert (batch.action_mask[games, actions] == 1).all()
        ended += batch.step(actions)[1].sum()


@pytest.mark.parametrize(("setting", "rule"), of_every_rule(SMALLEST_AND_LARGEST + VARIANTS), ids=str)
def test_a_rule_does_not_look_at_what_is_hidden(rule: str, setting: Setting) -> None:
    """What it does with the same luck is the same in any world that its seat cannot tell apart."""
    hidden = 0
    for number, env in enumerate(positions(setting, seed=3, every=7)):
        view, world = env.view(), env.resample(env.agent_selection, seed=number)
        hidden += world.state().tobytes() != env.state().tobytes()
        twin = world.view()
        assert twin.agent == view.agent
        for key in KEYS:
            assert view.rule_action(rule, key) == twin.rule_action(rule, key)
    assert hidden > 0 or not setting.game.hidden, "there was something to hide"


@every_size
def test_random_takes_each_legal_action_equally_often(setting: Setting) -> None:
    tried = 0
    for env in itertools.islice(positions(setting, seed=1, every=14), 5):
        view = env.view()
        if len(view.legal_actions) == 1:
            continue
        count = 30 * len(view.legal_actions) + 1000
        keys = np.random.default_rng(tried).integers(2**64, size=(count, 1), dtype=np.uint64)
        taken = [view.rule_action("random", key) for key in keys]
        assert set(taken) == set(view.legal_actions)
        assert_uniform(taken, len(view.legal_actions))
        tried += 1
    assert tried > 1


@pytest.mark.parametrize(("setting", "rule"), of_every_rule(SMALLEST_AND_LARGEST), ids=str)
def test_a_bot_of_a_rule_repeats_itself_by_its_seed(rule: str, setting: Setting) -> None:
    def choices(seed: int | None) -> list[int]:
        bot = horse_envs.make_bot(setting.name, rule, seed=seed)
        return [bot.act(env.view()) for env in positions(setting, seed=1)]

    assert choices(5) == choices(5)
    if rule == "random":
        assert choices(5) != choices(6)
        assert choices(None) != choices(None)


@every_game
def test_every_game_has_the_rules_that_tables_name(setting: Setting) -> None:
    """`random`, `dummy` and `greedy` are opponents of every game."""
    assert setting.game.policies[:3] == ("random", "dummy", "greedy")
    assert set(setting.game.rollout_policies) <= set(setting.game.policies)
    assert horse_envs.bot_names(setting.name)[:3] == list(setting.game.policies[:3])
