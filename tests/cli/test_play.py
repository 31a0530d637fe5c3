import json
import re
from pathlib import Path

import pytest

import horse_envs
from tests.cli.conftest import Call

PLAY = ("play", "trick_stakes_v0", "--bots", "greedy,dummy,search:worlds=1", "--seed", 7)


def test_a_whole_game_by_numbers_and_words(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    # The first number is always legal; nobody decides a hundred times in a game.
    called = call(*PLAY, "--seat", "player_2", "--save", path, typed="1\n" * 100)
    assert called.code == 0
    assert "player_2 (you)" in called.out
    assert "result of the game: " in called.out
    assert f"The record is in {path}." in called.out
    record = json.loads(path.read_text())
    assert record["seed"] == 7
    assert record["events"][-1]["result"] == "game"
    horse_envs.replay(record)


def test_hidden_decisions_of_others_are_not_told(call: Call) -> None:
    called = call(*PLAY, typed="1\n")
    assert "player_1: discard, hidden" in called.out
    assert not re.search(r"player_[123]: discard [RBYG]", called.out)
    assert "deal, hidden" in called.out


def first_actions(out: str) -> list[str]:
    shown = out.split("Your actions:")[1].split("player_0>")[0]
    numbered = re.findall(r"(\d+) (discard [RBYG]\d+)", shown)
    return [words for _, words in sorted(numbered, key=lambda each: int(each[0]))]


def test_actions_in_words(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    discard = first_actions(call(*PLAY).out)[2]
    called = call(*PLAY, "--save", path, typed=f"  {discard.upper()}\n ticket   win \nquit\n")
    assert called.code == 0
    mine = [event for event in json.loads(path.read_text())["events"] if event.get("player") == "player_0"]
    assert [event["do"] for event in mine] == ["discard", "ticket_up"]
    assert f"discard {mine[0]['card']}" == discard
    assert mine[1]["ticket"] == "win"


def test_the_last_word_is_enough_where_it_is_clear(call: Call) -> None:
    discard = first_actions(call(*PLAY).out)[0]
    assert f"player_0: {discard}" in call(*PLAY, typed=f"{discard.split()[1]}\n").out


def test_a_word_that_can_be_two_actions_is_asked_about(call: Call) -> None:
    out = call(*PLAY, typed="1\n1\n1\n").out
    card = re.findall(r"\d+ whip ([RBYG]\d+)", out)[-1]
    assert f"'{card}' can be play {card} or whip {card}." in call(*PLAY, typed=f"1\n1\n1\n{card}\n").out


def test_wrong_input_is_explained_and_changes_nothing(call: Call, tmp_path: Path) -> None:
    discard = first_actions(call(*PLAY).out)[0]
    typed = f"play R1\nhop\n{discard.replace('disc', 'dsic')}\n0\n99\n\nundo\nquit\n"
    called = call(*PLAY, "--save", tmp_path / "mine.json", typed=typed)
    assert "'play R1' is not legal now; legal: discard " in called.out
    assert "'hop' is no action of Trick Stakes; actions look like: " in called.out
    assert f"Did you mean '{discard}'?" in called.out
    assert "There is no number 0 in the list; it goes from 1 to 11." in called.out
    assert "There is no number 99 in the list" in called.out
    assert "There is nothing to take back." in called.out
    events = json.loads((tmp_path / "mine.json").read_text())["events"]
    assert not any(event.get("player") == "player_0" for event in events)


def test_help_table_and_hint(call: Call) -> None:
    called = call(*PLAY, typed="?\ntable\nhint\nhint 7\nhint none\n")
    assert "take your last action back" in called.out
    assert called.out.count("Your actions:") == 2
    assert "from 50 possible worlds" in called.out
    assert "`hint none` is not possible" in called.out
    bars = called.out.split("from 7 possible worlds:\n")[1].split("player_0>")[0].splitlines()
    values = [float(re.search(r"[+-]\d+\.\d\d", bar)[0]) for bar in bars]  # type: ignore[index]
    assert len(values) == 11
    assert values == sorted(values, reverse=True)
    assert len(bars[0].split()[-1]) > len(bars[-1].split()[-1])


def test_undo_takes_back_the_own_action_and_what_followed(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    words = first_actions(call(*PLAY).out)
    called = call(*PLAY, "--save", path, typed="1\n1\nundo\nundo\n2\nquit\n")
    assert f"Taken back: {words[0]}." in called.out
    mine = [event for event in json.loads(path.read_text())["events"] if event.get("player") == "player_0"]
    assert [f"discard {event['card']}" for event in mine] == [words[1]]


def test_quit_offers_to_save(call: Call, tmp_path: Path) -> None:
    there, new = tmp_path / "there.json", tmp_path / "new.json"
    there.write_text("mine")
    called = call(*PLAY, typed=f"1\nquit\n{there}\n{tmp_path / 'no' / 'game.json'}\n{new}\n")
    assert called.code == 0
    assert called.out.count("choose another name") == 2
    assert there.read_text() == "mine"
    assert horse_envs.replay(json.loads(new.read_text())).agent_selection == "player_0"
    assert call(*PLAY, typed="quit\n\n").code == 0


def test_an_end_of_input_leaves_the_game_and_saves_it(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    assert call(*PLAY, "--save", path, typed="1\n").code == 0
    assert len(json.loads(path.read_text())["events"]) > 4


def test_a_file_is_refused_before_the_game(call: Call, recorded: Path) -> None:
    called = call(*PLAY, "--save", recorded, typed="quit\n")
    assert called.code == 2
    assert called.out == ""
    assert "--force" in called.err
    assert call(*PLAY, "--save", recorded, "--force", typed="quit\n").code == 0


@pytest.mark.parametrize("players", [3, 4])
def test_one_bot_for_all_other_seats(call: Call, players: int) -> None:
    called = call("play", "trick_stakes_v0", "--players", players, "--bots", "random", typed="1\nquit\n\n")
    assert called.code == 0
    assert ("player_3" in called.out) == (players == 4)
