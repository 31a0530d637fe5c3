"""Layouts: one list of pieces, and all that comes from it."""

import numpy as np
import pytest

from horse_envs.engine.layout import Axis, Layout, Piece

SEAT, CARD = Axis("seat", 2), Axis("card", 3)
PIECES = [
    Piece("turn", (SEAT,), "who is on turn"),
    Piece("cards", (SEAT, CARD), "who holds what", low=-1.0, high=2.0),
    Piece("money", (), "points/50", high=4.0),
    Piece("pairs", (CARD, CARD), "cards that fit"),
]


@pytest.fixture
def layout() -> Layout:
    return Layout(PIECES)


@pytest.fixture
def vector(layout: Layout) -> np.ndarray:
    return np.arange(layout.size, dtype=np.float32)


def test_pieces_lie_one_after_the_other(layout: Layout, vector: np.ndarray) -> None:
    named = layout.explain(vector)
    assert layout.size == 2 + 6 + 1 + 9
    assert list(named) == ["turn", "cards", "money", "pairs"]
    assert named["cards"].tolist() == [[2, 3, 4], [5, 6, 7]]
    assert named["money"].shape == ()
    assert named["money"] == 8
    assert np.concatenate([piece.reshape(-1) for piece in named.values()]).tolist() == vector.tolist()
    assert tuple(layout.at) == (0, 2, 8, 9)
    assert layout.at.pairs == 9


def test_named_views_share_memory_with_the_vector(layout: Layout, vector: np.ndarray) -> None:
    named = layout.explain(vector)
    named["cards"][1, 2] = 99.0
    named["money"][...] = -5.0
    assert vector[7] == 99.0
    assert vector[8] == -5.0
    assert all(np.shares_memory(piece, vector) for piece in named.values())


def test_many_vectors_are_explained_at_once(layout: Layout) -> None:
    vectors = np.arange(4 * 3 * layout.size, dtype=np.float32).reshape(4, 3, layout.size)
    named = layout.explain(vectors)
    assert named["pairs"].shape == (4, 3, 3, 3)
    assert named["money"].shape == (4, 3)
    assert all(np.shares_memory(piece, vectors) for piece in named.values())
    for name, piece in layout.explain(vectors[2, 1]).items():
        assert (named[name][2, 1] == piece).all()


@pytest.mark.parametrize("wrong", [np.zeros(17), np.zeros((18, 2)), np.float32(1.0), np.zeros(0)])
def test_a_vector_of_another_size_is_refused(layout: Layout, wrong: np.ndarray) -> None:
    with pytest.raises(ValueError, match="18 entries"):
        layout.explain(wrong)


def test_two_pieces_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="'turn'"):
        Layout([*PIECES, Piece("turn", (), "once more")])


def test_bounds_are_those_of_the_pieces(layout: Layout) -> None:
    assert layout.low.dtype == layout.high.dtype == np.float32
    assert layout.explain(layout.low)["cards"].tolist() == [[-1] * 3] * 2
    assert layout.explain(layout.high)["money"] == 4
    assert layout.explain(layout.high)["pairs"].max() == 1


def test_rearranged_moves_all_axes_of_a_name(layout: Layout, vector: np.ndarray) -> None:
    cards = np.array([2, 0, 1])
    before = {name: piece.copy() for name, piece in layout.explain(vector).items()}
    after = layout.explain(vector[layout.rearranged({"card": cards})])
    assert (after["turn"] == before["turn"]).all()
    assert after["money"] == before["money"]
    assert (after["cards"] == before["cards"][:, cards]).all()
    assert (after["pairs"] == before["pairs"][cards][:, cards]).all()


def test_rearranged_moves_several_names_at_once(layout: Layout, vector: np.ndarray) -> None:
    cards, seats = np.array([1, 2, 0]), np.array([1, 0])
    before = layout.explain(vector)
    after = layout.explain(vector[layout.rearranged({"card": cards, "seat": seats})])
    assert (after["turn"] == before["turn"][seats]).all()
    assert (after["cards"] == before["cards"][seats][:, cards]).all()


def test_nothing_rearranged_is_the_same_vector(layout: Layout) -> None:
    assert (layout.rearranged({}) == np.arange(layout.size)).all()


def test_the_table_has_a_row_for_each_piece(layout: Layout) -> None:
    lines = layout.to_markdown().splitlines()
    assert lines[0] == "| entries | piece | shape | range | meaning |"
    assert lines[2:] == [
        "| 0-1 | `turn` | 2 seat | 0 to 1 | who is on turn |",
        "| 2-7 | `cards` | 2 seat x 3 card | -1 to 2 | who holds what |",
        "| 8 | `money` | 1 | 0 to 4 | points/50 |",
        "| 9-17 | `pairs` | 3 card x 3 card | 0 to 1 | cards that fit |",
    ]


def test_the_fingerprint_changes_with_layout_and_actions(layout: Layout) -> None:
    others = [
        Layout(PIECES[::-1]).fingerprint(["pass"]),
        Layout([*PIECES[:3], Piece("pear", (CARD, CARD), "cards that fit")]).fingerprint(["pass"]),
        Layout([*PIECES[:3], Piece("pairs", (CARD, Axis("other card", 3)), "")]).fingerprint(["pass"]),
        Layout([*PIECES[:3], Piece("pairs", (CARD, CARD), "", high=3.0)]).fingerprint(["pass"]),
        layout.fingerprint(["bet"]),
        layout.fingerprint(["pass", "bet"]),
        layout.fingerprint(["pass"]),
    ]
    assert len(set(others)) == len(others)


def test_the_fingerprint_does_not_change_with_the_words(layout: Layout) -> None:
    reworded = Layout([Piece(p.name, p.axes, p.meaning.upper(), p.low, p.high) for p in PIECES])
    assert reworded.fingerprint(["pass"]) == layout.fingerprint(["pass"])
