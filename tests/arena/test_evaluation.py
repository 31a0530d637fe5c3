"""Evaluations: duplicate deals, every rotation, rows that are entries, results as plain data."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

import horse_envs
from horse_envs.arena import table as tables
from horse_envs.arena.strength import strength_card
from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.game import load_game
from tests.arena.bots import First, Spy
from tests.engine.play import result_of
from tests.games import Setting, every_name, every_size

GAME = "trick_stakes_v0"


def spies(num_players: int) -> list[Spy]:
    return [Spy(f"spy {i}") for i in range(num_players)]


@pytest.mark.parametrize("num_players", [3, 4])
def test_every_entry_holds_every_seat_of_every_deal_once(num_players: int) -> None:
    bots = spies(num_players)
    result = horse_envs.evaluate(GAME, bots, deals=6, seed=1)
    assert result.games == 6 * num_players
    every = {held for bot in bots for held in bot.seen}
    assert len(every) == 6 * num_players, "so many hands are dealt in six deals"
    for bot in bots:
        assert Counter(bot.seen) == Counter(every)
    for seat in range(num_players):
        assert sum(agent == f"player_{seat}" for agent, _ in every) == 6


@every_size
def test_bots_that_play_alike_come_out_alike(setting: Setting) -> None:
    """All rotations of a deal are the same game then, so each entry gets exactly its share."""
    num_players = setting.num_players
    result = horse_envs.evaluate(setting.name, [First(f"bot {i}") for i in range(num_players)], deals=5)
    for seat in result.seats:
        assert seat.win_share == pytest.approx(1 / num_players)
        assert seat.win_share_95 == pytest.approx((1 / num_players, 1 / num_players))
        # Rewards are added up in single precision.
        assert seat.margin == pytest.approx(0, abs=1e-6)
        assert seat.verdict == "inconclusive"


@every_size
def test_equal_bots_are_at_parity_within_the_interval(setting: Setting) -> None:
    """One interval in twenty misses, so at a large table one may."""
    num_players = setting.num_players
    result = horse_envs.evaluate(setting.name, ["random"] * num_players, deals=100, seed=4)
    within = [seat.win_share_95[0] < 1 / num_players < seat.win_share_95[1] for seat in result.seats]
    margins_within = [seat.margin_95[0] < 0 < seat.margin_95[1] for seat in result.seats]
    assert min(sum(within), sum(margins_within)) >= num_players - (num_players > 4)
    assert [seat.verdict == "inconclusive" for seat in result.seats] == within


@every_name
@pytest.mark.parametrize("place", range(4))
def test_row_i_is_entry_i(place: int, name: str) -> None:
    entries = ["random"] * 4
    entries[place] = "greedy"
    result = horse_envs.evaluate(name, entries, deals=60)
    assert [seat.bot for seat in result.seats] == entries
    assert [seat.verdict for seat in result.seats].count("above") == 1
    assert result.seats[place].verdict == "above"
    assert result.seats[place].margin > 0
    assert any(seat.verdict == "below" for seat in result.seats)


@every_name
def test_shares_and_margins_add_up(name: str) -> None:
    result = horse_envs.evaluate(name, ["greedy", "dummy", "random"], deals=40)
    assert sum(seat.win_share for seat in result.seats) == pytest.approx(1)
    assert sum(seat.margin for seat in result.seats) == pytest.approx(0, abs=1e-6)
    for seat in result.seats:
        assert seat.win_share_95[0] < seat.win_share < seat.win_share_95[1]
        assert seat.margin_95[0] < seat.margin < seat.margin_95[1]


class Last:
    def act(self, view: Any) -> int:
        return int(view.legal_actions[-1])


@every_size
def test_wins_and_margins_are_those_of_the_games_played_one_by_one(setting: Setting) -> None:
    """One entry takes its last legal action, the others their first."""
    num_players = setting.num_players
    table = [Last(), *(First(f"bot {i}") for i in range(1, num_players))]
    result = horse_envs.evaluate(setting.name, table, deals=2, seed=3)
    batch = setting.batch_env(2)
    batch.reset(seed=3)
    margins, wins = [], []
    for deal in range(2):
        for seat in range(num_players):
            env = setting.raw_env()
            env.reset(seed=int(batch.seeds[deal]))
            me = f"player_{seat}"
            while not any(env.terminations.values()):
                env.step(env.view().legal_actions[-1 if env.agent_selection == me else 0])
            money, winners = result_of(env)
            others = [amount for agent, amount in money.items() if agent != me]
            margins.append(money[me] - np.mean(others))
            wins.append((me in winners) / len(winners))
    assert result.seats[0].margin == pytest.approx(np.mean(margins), abs=1e-5)
    assert result.seats[0].win_share == pytest.approx(np.mean(wins))


@pytest.mark.parametrize(("winners", "share"), [(0b0011, 1 / 2), (0b0111, 1 / 3), (0b1111, 1 / 4)])
def test_a_shared_win_counts_its_share(monkeypatch: pytest.MonkeyPatch, winners: int, share: float) -> None:
    """Trick Stakes has one winner, so the ends of its games are made to be shared."""

    class Shared(BatchEnv):
        def step(self, actions: Any, games: Any = None) -> Any:
            stepped = super().step(actions, games)
            self.final_winners[:] = winners
            return stepped

    monkeypatch.setattr(tables, "BatchEnv", Shared)
    game = horse_envs.trick_stakes_v0.GAME
    bots = [horse_envs.make_bot(GAME, "random", seed=i) for i in range(4)]
    seating = np.array([[0, 1, 2, 3], [3, 0, 1, 2]])
    played = tables.Table(game, game.options(), bots).play(np.array([1, 2]), seating)
    for row in range(2):
        for seat in range(4):
            assert played.share[row, seating[row, seat]] == (share if winners >> seat & 1 else 0)
    result = horse_envs.evaluate(GAME, ["random"] * 4, deals=2)
    assert sum(seat.win_share for seat in result.seats) == pytest.approx(1)


@every_name
def test_the_same_seed_gives_the_same_result(name: str) -> None:
    table = ["greedy", "dummy", "random", "random"]
    first = horse_envs.evaluate(name, table, deals=20, seed=5)
    assert horse_envs.evaluate(name, table, deals=20, seed=5) == first
    assert horse_envs.evaluate(name, table, deals=20, seed=6).seats != first.seats
    assert horse_envs.evaluate(name, table, deals=20, seed=None).seed != first.seed


@every_name
def test_games_are_the_same_however_many_are_played_at_once(name: str) -> None:
    game = load_game(name)
    seeds, seating = np.arange(9), np.tile(np.arange(4), (9, 1))
    results = []
    for at_once in (1, 4, 1024):
        bots = [First(f"bot {i}") for i in range(4)]
        results.append(tables.Table(game, game.options(), bots, at_once).play(seeds, seating))
    assert len({(each.share.tobytes(), each.margin.tobytes(), each.illegal.tobytes()) for each in results}) == 1


def test_progress_is_reported_by_finished_games() -> None:
    reported: list[int] = []
    horse_envs.evaluate(GAME, ["random"] * 4, deals=300, report=reported.append)
    assert sum(reported) == 1200
    assert len(reported) > 1


# Plain data


@every_name
def test_to_dict_has_the_keys_of_the_design(name: str) -> None:
    result = horse_envs.evaluate(name, ["greedy", "dummy", "random"], deals=5, seed=2)
    told = result.to_dict()
    assert list(told) == ["game", "options", "deals", "games", "seed", "seats"]
    assert (told["game"], told["options"]["num_players"]) == (name, 3)
    game = load_game(name)
    assert told["options"] == game.options_dict(game.options(num_players=3)), "defaults are written out"
    assert (told["deals"], told["games"], told["seed"]) == (5, 15, 2)
    for row in told["seats"]:
        assert list(row) == ["bot", "win_share", "win_share_95", "margin", "margin_95", "illegal", "verdict"]
        assert row["verdict"] in ("above", "below", "inconclusive")
    again = json.loads(json.dumps(told))
    for row, seat in zip(again["seats"], result.seats, strict=True):
        assert row["win_share_95"] == list(seat.win_share_95)
        assert len(row["margin_95"]) == 2
        assert (row["win_share"], row["illegal"]) == (seat.win_share, 0)


def test_to_markdown_has_a_row_for_each_entry() -> None:
    lines = horse_envs.evaluate(GAME, ["greedy", "dummy", "random"], deals=5).to_markdown().splitlines()
    assert len(lines) == 5
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["greedy", "dummy", "random"]


def test_a_strength_card_has_a_row_for_each_table() -> None:
    card = strength_card(GAME, "greedy", against=("random", "dummy"), deals=3)
    assert [(name, len(result.seats)) for name, result in card.rows] == [
        ("random", 3),
        ("dummy", 3),
        ("random", 4),
        ("dummy", 4),
    ]
    assert card.bot == "greedy"
    assert [len(table["seats"]) for table in card.to_dict()["tables"]] == [3, 3, 4, 4]
    assert len(card.to_markdown().splitlines()) == 2 + 4
    assert json.dumps(card.to_dict())


# What is refused


def refused(table: Any, **settings: Any) -> str:
    with pytest.raises(ValueError, match=r"\S") as caught:
        horse_envs.evaluate(settings.pop("game", GAME), table, **{"deals": 2, **settings})
    return str(caught.value)


@every_name
@pytest.mark.parametrize("size", [0, 1, 10])
def test_a_table_of_a_wrong_size_is_refused(size: int, name: str) -> None:
    assert f"num_players={size}" in refused(["random"] * size, game=name)


def test_a_table_that_does_not_fit_the_options_is_refused() -> None:
    assert "3 entries" in refused(["random"] * 3, options={"num_players": 4})
    assert "one for each seat" in refused("random")


def test_an_unknown_bot_is_refused() -> None:
    assert "random, dummy, greedy, search" in refused(["random", "clever", "random"])
    assert "no bot" in refused(["random", 5, "random"])
    assert "no bot" in refused(["random", None, "random"])


def test_unknown_games_and_options_are_refused() -> None:
    assert "chess" in refused(["random"] * 3, game="chess")
    assert "speed" in refused(["random"] * 3, options={"speed": 1})


@pytest.mark.parametrize("deals", [1, 0, -3, 2.5, "10", None, True], ids=repr)
def test_wrong_numbers_of_deals_are_refused(deals: Any) -> None:
    """One deal has no interval."""
    assert f"deals={deals!r}" in refused(["random"] * 4, deals=deals)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True], ids=repr)
def test_wrong_seeds_are_refused(seed: Any) -> None:
    assert "seed" in refused(["random"] * 4, seed=seed)
