"""What a bot is given: the view of one agent, and nothing behind it."""

import numpy as np
import pytest

from tests.engine.play import PLAYERS, finished, position, positions

KEY = np.array([7], np.uint64)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_view_shows_what_the_environment_shows_its_agent(num_players: int) -> None:
    for env in positions(num_players, seed=1, every=11):
        for seat, agent in enumerate(env.possible_agents):
            view, seen = env.view(agent), env.observe(agent)
            assert (view.agent, view.seat, view.num_players) == (agent, seat, num_players)
            assert view.game == "trick_stakes_v0"
            assert view.observation.tobytes() == seen["observation"].tobytes()
            assert view.observation.dtype == np.float32
            assert view.action_mask.tobytes() == seen["action_mask"].tobytes()
            assert view.legal_actions == np.flatnonzero(seen["action_mask"]).tolist()
        assert env.view().agent == env.agent_selection


def test_pieces_are_the_named_parts_of_the_observation() -> None:
    env = position(plies=50)
    view = env.view()
    assert list(view.pieces) == [piece.name for piece in env.layout.pieces]
    parts = np.concatenate([piece.reshape(-1) for piece in view.pieces.values()])
    assert parts.tobytes() == view.observation.tobytes()
    assert view.pieces["hand"].shape == (48,)
    assert view.pieces["discard_number"].shape == ()


def test_actions_have_words_both_ways() -> None:
    view = position().view()
    for action in range(149):
        assert view.parse(view.describe(action)) == action
    with pytest.raises(ValueError, match="0 to 148"):
        view.describe(149)
    with pytest.raises(ValueError, match="look like"):
        view.parse("fly R5")


def test_each_answer_is_a_fresh_array() -> None:
    view = position().view()
    view.observation[:] = 9
    view.action_mask[:] = 1
    assert view.observation.max() <= 2
    assert view.action_mask.sum() == len(view.legal_actions) < 149


def test_a_view_resamples_for_its_agent() -> None:
    env = position(plies=60)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    for agent in (env.agent_selection, other):
        twin = env.view(agent).resample(3)
        assert twin.state().tobytes() == env.resample(agent, seed=3).state().tobytes()
        assert twin.observe(agent)["observation"].tobytes() == env.observe(agent)["observation"].tobytes()
        assert twin.state().tobytes() != env.state().tobytes()


def test_rules_decide_for_the_agent_on_turn() -> None:
    view = position(plies=20).view()
    for rule in ("random", "dummy", "greedy"):
        assert view.rule_action(rule, KEY) in view.legal_actions
    with pytest.raises(ValueError, match="clever"):
        view.rule_action("clever", KEY)


def test_search_is_refused_where_there_is_nothing_to_decide() -> None:
    env = position(plies=20)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    for view in (env.view(waiting), finished().view()):
        with pytest.raises(ValueError, match="not on turn"):
            view.search_values(1, KEY)


@pytest.mark.parametrize("rule", ["random", "dummy", "greedy"])
def test_a_rule_is_refused_where_there_is_nothing_to_decide(rule: str) -> None:
    """It would decide with the hand of the agent on turn, which the owner of the view must not see."""
    env = position(plies=60)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    for view in (env.view(waiting), finished().view()):
        with pytest.raises(ValueError, match="not on turn"):
            view.rule_action(rule, KEY)
