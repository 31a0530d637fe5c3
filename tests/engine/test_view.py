"""What a bot is given: the view of one agent, and nothing behind it."""

import numpy as np
import pytest

from tests.engine.play import finished, position, positions
from tests.games import Setting, every_game, every_size

KEY = np.array([7], np.uint64)


@every_size
def test_a_view_shows_what_the_environment_shows_its_agent(setting: Setting) -> None:
    for env in positions(setting, seed=1, every=11):
        for seat, agent in enumerate(env.possible_agents):
            view, seen = env.view(agent), env.observe(agent)
            assert (view.agent, view.seat, view.num_players) == (agent, seat, setting.num_players)
            assert view.game == setting.name
            assert view.observation.tobytes() == seen["observation"].tobytes()
            assert view.observation.dtype == np.float32
            assert view.action_mask.tobytes() == seen["action_mask"].tobytes()
            assert view.legal_actions == np.flatnonzero(seen["action_mask"]).tolist()
        assert env.view().agent == env.agent_selection


@every_game
def test_pieces_are_the_named_parts_of_the_observation(setting: Setting) -> None:
    env = position(setting, plies=25)
    view = env.view()
    assert list(view.pieces) == [piece.name for piece in env.layout.pieces]
    parts = np.concatenate([piece.reshape(-1) for piece in view.pieces.values()])
    assert parts.tobytes() == view.observation.tobytes()
    for piece in env.layout.pieces:
        axes = tuple(axis.size for axis in piece.axes)
        assert view.pieces[piece.name].shape in (axes, ())
        assert view.pieces[piece.name].size == piece.size


@every_game
def test_actions_have_words_both_ways(setting: Setting) -> None:
    view = position(setting).view()
    size = setting.game.num_actions
    for action in range(size):
        assert view.parse(view.describe(action)) == action
    with pytest.raises(ValueError, match=f"0 to {size - 1}"):
        view.describe(size)
    with pytest.raises(ValueError, match="look like"):
        view.parse("fly R5")


@every_game
def test_each_answer_is_a_fresh_array(setting: Setting) -> None:
    view = position(setting).view()
    view.observation[:] = 99
    view.action_mask[:] = 1
    assert (view.observation <= setting.game.layout.high).all()
    assert view.action_mask.sum() == len(view.legal_actions) < setting.game.num_actions


@every_game
def test_a_view_resamples_for_its_agent(setting: Setting) -> None:
    env = position(setting, plies=25)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    for agent in (env.agent_selection, other):
        twin = env.view(agent).resample(3)
        assert twin.state().tobytes() == env.resample(agent, seed=3).state().tobytes()
        assert twin.observe(agent)["observation"].tobytes() == env.observe(agent)["observation"].tobytes()
        assert twin.state().tobytes() != env.state().tobytes()


@every_game
def test_rules_decide_for_the_agent_on_turn(setting: Setting) -> None:
    view = position(setting, plies=20).view()
    for rule in setting.game.policies:
        assert view.rule_action(rule, KEY) in view.legal_actions
    with pytest.raises(ValueError, match="clever"):
        view.rule_action("clever", KEY)


@every_game
def test_search_is_refused_where_there_is_nothing_to_decide(setting: Setting) -> None:
    env = position(setting, plies=20)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    for view in (env.view(waiting), finished(setting).view()):
        with pytest.raises(ValueError, match="not on turn"):
            view.search_values(1, KEY)


@every_game
def test_a_rule_is_refused_where_there_is_nothing_to_decide(setting: Setting) -> None:
    """It would decide with the hand of the agent on turn, which the owner of the view must not see."""
    env = position(setting, plies=25)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    for view in (env.view(waiting), finished(setting).view()):
        for rule in setting.game.policies:
            with pytest.raises(ValueError, match="not on turn"):
                view.rule_action(rule, KEY)
