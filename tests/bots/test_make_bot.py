"""Bots by their names, and bots of one's own."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import horse_envs
from horse_envs.bots import Bot
from horse_envs.bots.learned import PolicyError, save_policy
from tests.bots.policies import GAME, small_policy, write
from tests.engine.play import PLAYERS, positions

NAME = "trick_stakes_v0"


@pytest.mark.parametrize("name", horse_envs.bot_names(NAME))
@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_named_bot_plays_whole_games_without_an_illegal_action(name: str, num_players: int) -> None:
    settings = {"worlds": 1} if name == "search" else {}
    bot = horse_envs.make_bot(NAME, name, **settings)
    assert isinstance(bot, Bot)
    result = horse_envs.evaluate(NAME, [bot] * num_players, deals=4 if name == "search" else 60)
    assert sum(seat.illegal for seat in result.seats) == 0
    assert {seat.bot for seat in result.seats} == {name}
    for env in positions(num_players, seed=2, every=13):
        assert bot.act(env.view()) in env.view().legal_actions


def test_the_names_are_those_of_the_design() -> None:
    assert horse_envs.bot_names(NAME)[:4] == ["random", "dummy", "greedy", "search"]
    with pytest.raises(ValueError, match=r"'chess'.*trick_stakes_v0"):
        horse_envs.bot_names("chess")


@pytest.mark.parametrize("name", ["champ", "Random", "", "best bot"], ids=repr)
def test_an_unknown_bot_is_refused_and_the_known_ones_named(name: str) -> None:
    with pytest.raises(ValueError, match=r"random, dummy, greedy, search") as caught:
        horse_envs.make_bot(NAME, name)
    assert repr(name) in str(caught.value)
    assert "npz" in str(caught.value), "a policy can be given by its path"


def test_an_unknown_game_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=r"'chess_v3'.*trick_stakes_v0"):
        horse_envs.make_bot("chess_v3", "random")


@pytest.mark.parametrize(
    ("name", "settings", "allowed"),
    [
        ("random", {"worlds": 5}, "seed"),
        ("dummy", {"choice": "best"}, "seed"),
        ("greedy", {"speed": 1}, "seed"),
        ("search", {"choice": "best"}, "worlds, seconds, seed"),
        ("search", {"world": 5}, "worlds, seconds, seed"),
        ("mine.npz", {"worlds": 5}, "choice, seed"),
    ],
)
def test_an_unknown_setting_is_refused_and_the_known_ones_named(
    name: str, settings: dict[str, Any], allowed: str
) -> None:
    with pytest.raises(ValueError, match=rf"'{next(iter(settings))}'.*settings: {allowed}"):
        horse_envs.make_bot(NAME, name, **settings)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True], ids=repr)
@pytest.mark.parametrize("name", ["random", "search"])
def test_a_wrong_seed_is_refused(name: str, seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        horse_envs.make_bot(NAME, name, seed=seed)


def test_a_policy_is_made_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_policy(tmp_path / "mine.npz", GAME, small_policy())
    monkeypatch.chdir(tmp_path)
    for path in (str(tmp_path / "mine.npz"), "mine.npz", "./mine.npz"):
        bot = horse_envs.make_bot(NAME, path)
        assert bot.name == "mine"  # type: ignore[attr-defined]
    with pytest.raises(FileNotFoundError, match="missing"):
        horse_envs.make_bot(NAME, "missing.npz")
    write(tmp_path / "wrong.npz", {"array": np.zeros(3)})
    with pytest.raises(PolicyError, match="wrong"):
        horse_envs.make_bot(NAME, "wrong.npz")


# A bot of one's own


class Highest:
    """Ten lines: the highest card, and the own horse."""

    name = "highest"

    def act(self, view: Any) -> int:
        cards = [action for action in view.legal_actions if view.describe(action).startswith("play")]
        if cards:
            return max(cards, key=lambda action: action % 12)
        return view.legal_actions[0]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_bot_of_ones_own_sits_at_a_table(num_players: int) -> None:
    result = horse_envs.evaluate(NAME, [Highest(), "dummy", *["random"] * (num_players - 2)], deals=4)
    assert [seat.bot for seat in result.seats][:2] == ["highest", "dummy"]
    assert sum(seat.illegal for seat in result.seats) == 0
    assert sum(seat.win_share for seat in result.seats) == pytest.approx(1)
    assert isinstance(Highest(), Bot)


class Thinker:
    """Looks at the worlds that it cannot tell from the real one, now and then."""

    def __init__(self) -> None:
        self.worlds = 0

    def act(self, view: Any) -> int:
        if view.pieces["trick_number"] == np.float32(0.5) and self.worlds < 20:
            world, other = view.resample(1), view.resample(2)
            for env in (world, other):
                assert env.agent_selection == view.agent
                assert env.observe(view.agent)["observation"].tobytes() == view.observation.tobytes()
                assert env.observe(view.agent)["action_mask"].tobytes() == view.action_mask.tobytes()
            assert world.state().tobytes() != other.state().tobytes()
            world.step(view.legal_actions[0])
            self.worlds += 1
        return int(view.legal_actions[-1])


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_bot_can_resample_its_view_at_a_table(num_players: int) -> None:
    bot = Thinker()
    result = horse_envs.evaluate(NAME, [bot, *["dummy"] * (num_players - 1)], deals=2)
    assert bot.worlds > 10
    assert result.seats[0].bot == "Thinker"
    assert sum(seat.illegal for seat in result.seats) == 0
