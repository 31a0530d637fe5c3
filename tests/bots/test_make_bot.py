"""Bots by their names, and bots of one's own."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import horse_envs
from horse_envs.bots import Bot
from horse_envs.bots.learned import PolicyError, save_policy
from tests.bots.policies import small_policy, write
from tests.engine.play import positions
from tests.games import NAMES, SMALLEST_AND_LARGEST, VARIANTS, Setting, every_game, every_name, every_size

NAMED = [(each, bot) for each in SMALLEST_AND_LARGEST + VARIANTS for bot in horse_envs.bot_names(each.name)]


@pytest.mark.parametrize(("setting", "name"), NAMED, ids=str)
def test_every_named_bot_plays_whole_games_without_an_illegal_action(name: str, setting: Setting) -> None:
    settings = {"worlds": 1} if name == "search" else {}
    bot = horse_envs.make_bot(setting.name, name, **settings)
    assert isinstance(bot, Bot)
    # Search and networks decide a hundred times slower than rules, and each deal is played once for each seat.
    deals = max(10, 180 // setting.num_players) if name in setting.game.policies else 2 if name == "search" else 5
    result = horse_envs.evaluate(setting.name, [bot] * setting.num_players, deals=deals, options=dict(setting.more))
    assert sum(seat.illegal for seat in result.seats) == 0
    assert {seat.bot for seat in result.seats} == {name}
    for env in positions(setting, seed=2, every=13):
        assert bot.act(env.view()) in env.view().legal_actions


@every_name
def test_the_names_are_those_of_the_design(name: str) -> None:
    names = horse_envs.bot_names(name)
    assert {"random", "dummy", "greedy", "search"} <= set(names)
    assert names[:3] == ["random", "dummy", "greedy"]


def test_unknown_games_are_refused_and_the_known_ones_named() -> None:
    known = ", ".join(NAMES)
    with pytest.raises(ValueError, match=f"'chess'.*{known}"):
        horse_envs.bot_names("chess")
    with pytest.raises(ValueError, match=f"'chess_v3'.*{known}"):
        horse_envs.make_bot("chess_v3", "random")


@every_name
@pytest.mark.parametrize("bot", ["champ", "Random", "", "best bot"], ids=repr)
def test_an_unknown_bot_is_refused_and_the_known_ones_named(bot: str, name: str) -> None:
    with pytest.raises(ValueError, match=r"random, dummy, greedy, .*search") as caught:
        horse_envs.make_bot(name, bot)
    assert repr(bot) in str(caught.value)
    assert "npz" in str(caught.value), "a policy can be given by its path"


@every_name
@pytest.mark.parametrize(
    ("bot", "settings", "allowed"),
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
    name: str, bot: str, settings: dict[str, Any], allowed: str
) -> None:
    with pytest.raises(ValueError, match=rf"'{next(iter(settings))}'.*settings: {allowed}"):
        horse_envs.make_bot(name, bot, **settings)


@every_name
@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True], ids=repr)
@pytest.mark.parametrize("bot", ["random", "search"])
def test_a_wrong_seed_is_refused(name: str, bot: str, seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        horse_envs.make_bot(name, bot, seed=seed)


@every_game
def test_a_policy_is_made_by_its_path(setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_policy(tmp_path / "mine.npz", setting.game, small_policy(game=setting.game))
    monkeypatch.chdir(tmp_path)
    for path in (str(tmp_path / "mine.npz"), "mine.npz", "./mine.npz"):
        bot = horse_envs.make_bot(setting.name, path)
        assert bot.name == "mine"  # type: ignore[attr-defined]
    with pytest.raises(FileNotFoundError, match="missing"):
        horse_envs.make_bot(setting.name, "missing.npz")
    write(tmp_path / "wrong.npz", {"array": np.zeros(3)})
    with pytest.raises(PolicyError, match="wrong"):
        horse_envs.make_bot(setting.name, "wrong.npz")


# A bot of one's own


class Shortest:
    """The legal action with the shortest words."""

    name = "shortest"

    def act(self, view: Any) -> int:
        return min(view.legal_actions, key=lambda action: len(view.describe(action)))


@every_size
def test_a_bot_of_ones_own_sits_at_a_table(setting: Setting) -> None:
    table = [Shortest(), "dummy", *["random"] * (setting.num_players - 2)]
    result = horse_envs.evaluate(setting.name, table, deals=4)
    assert [seat.bot for seat in result.seats][:2] == ["shortest", "dummy"]
    assert sum(seat.illegal for seat in result.seats) == 0
    assert sum(seat.win_share for seat in result.seats) == pytest.approx(1)
    assert isinstance(Shortest(), Bot)


class Thinker:
    """Looks at the worlds that it cannot tell from the real one, now and then."""

    def __init__(self) -> None:
        self.asked = 0
        self.worlds = 0
        self.different = 0

    def act(self, view: Any) -> int:
        self.asked += 1
        if self.asked % 5 == 0 and self.worlds < 20:
            world, other = view.resample(1), view.resample(2)
            for env in (world, other):
                assert env.agent_selection == view.agent
                assert env.observe(view.agent)["observation"].tobytes() == view.observation.tobytes()
                assert env.observe(view.agent)["action_mask"].tobytes() == view.action_mask.tobytes()
            self.different += world.state().tobytes() != other.state().tobytes()
            world.step(view.legal_actions[0])
            self.worlds += 1
        return int(view.legal_actions[-1])


@every_size
def test_a_bot_can_resample_its_view_at_a_table(setting: Setting) -> None:
    bot = Thinker()
    result = horse_envs.evaluate(setting.name, [bot, *["dummy"] * (setting.num_players - 1)], deals=2)
    assert bot.worlds >= 10
    assert bot.different > 0, "there was something to redraw"
    assert result.seats[0].bot == "Thinker"
    assert sum(seat.illegal for seat in result.seats) == 0
