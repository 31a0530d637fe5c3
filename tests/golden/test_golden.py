"""The golden transcripts are what the games do today; `python -m tests.golden.renew` writes them anew."""

import json

import pytest

import horse_envs
from tests.games import Setting
from tests.golden.transcripts import (
    FOLDER,
    cases,
    played_record,
    record_file,
    record_text,
    views_file,
    views_text,
)

every_case = pytest.mark.parametrize("case", cases(), ids=str)
LARGEST = 150_000


def test_there_are_games() -> None:
    assert cases()


@every_case
def test_the_game_is_played_as_in_its_golden_record(case: Setting) -> None:
    assert record_text(played_record(case)) == record_file(case).read_text(encoding="utf-8")


@every_case
def test_the_golden_record_shows_the_seats_the_golden_views(case: Setting) -> None:
    record = json.loads(record_file(case).read_text(encoding="utf-8"))
    assert views_text(case, record) == views_file(case).read_text(encoding="utf-8")


@every_case
def test_the_golden_record_is_a_complete_game(case: Setting) -> None:
    record = json.loads(record_file(case).read_text(encoding="utf-8"))
    env = horse_envs.replay(record)
    assert all(env.terminations.values())
    assert env.record() == record


def test_no_game_or_variant_lacks_a_transcript_and_none_is_left_over() -> None:
    expected = {path.name for case in cases() for path in (record_file(case), views_file(case))}
    found = {path.name for path in FOLDER.iterdir() if path.suffix in (".json", ".txt")}
    assert found == expected


@every_case
def test_a_transcript_is_small_enough_to_be_read(case: Setting) -> None:
    assert record_file(case).stat().st_size < LARGEST
    assert views_file(case).stat().st_size < LARGEST
