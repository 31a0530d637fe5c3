"""The riding crop: 2, in the last turn 3; and variant 1 (HU-6)."""

from tests.huuue.table import lines_at, ridden

# Tips that move nothing: two for each card of value 1, 0 and 2 in this order of the race deck.
STILL = {
    "cocotte": ("cocotte:1", "vertige:1"),
    "rubis": ("rubis:0", "cocotte:0"),
    "vertige": ("cocotte:1", "vertige:1"),
    "noiro": ("noiro:2", "cocotte:2"),
    "soleil": ("noiro:2", "cocotte:2"),
}
DECK = "cocotte rubis vertige noiro soleil"


def after(turns: int, deck: str = DECK) -> list[str]:
    """The still tips of so many turns."""
    return [tip for horse in deck.split()[:turns] for tip in STILL[horse]]


# The base rule


def test_hu_6_before_the_last_turn_a_crop_is_worth_2_under_an_underdog() -> None:
    """Two places up: out of the line and past Cocotte."""
    assert lines_at(ridden(DECK, *after(1), "noiro:crop"))[:2] == [["noiro"], ["cocotte"]]


def test_hu_6_before_the_last_turn_a_crop_is_worth_2_under_an_outsider() -> None:
    assert lines_at(ridden(DECK, "noiro:crop"))[:2] == [["cocotte"], ["noiro"]]


def test_hu_6_before_the_last_turn_a_crop_is_worth_2_under_a_favourite() -> None:
    """The fourth turn of five."""
    still = lines_at(ridden(DECK, *after(3)))
    assert still == [["cocotte"], ["noiro"], ["vertige"], ["rubis", "soleil"]]
    assert lines_at(ridden(DECK, *after(3), "vertige:crop")) == still


def test_hu_6_in_the_last_turn_a_crop_is_worth_3_under_a_favourite() -> None:
    assert lines_at(ridden(DECK, *after(4))) == [["cocotte"], ["noiro"], ["soleil"], ["vertige"], ["rubis"]]
    crop = lines_at(ridden(DECK, *after(4), "vertige:crop"))
    assert crop == [["cocotte"], ["noiro"], ["vertige"], ["soleil"], ["rubis"]]


def test_hu_6_in_the_last_turn_a_crop_is_worth_3_under_an_underdog() -> None:
    deck = "cocotte soleil vertige noiro rubis"
    assert lines_at(ridden(deck, *after(4, deck))) == [["soleil"], ["cocotte"], ["noiro"], ["vertige"], ["rubis"]]
    crop = lines_at(ridden(deck, *after(4, deck), "rubis:crop"))
    assert crop == [["soleil"], ["rubis"], ["cocotte"], ["noiro"], ["vertige"]]


def test_hu_6_in_the_last_turn_every_crop_is_worth_3() -> None:
    """The race is not over before the third player has played, so both crops show."""
    deck = "noiro rubis cocotte soleil vertige"
    favourite, underdog = ["noiro:2", "cocotte:2", "soleil:2"], ["rubis:0", "cocotte:0", "noiro:0"]
    still = [*favourite, *underdog, "cocotte:1", "vertige:1", "rubis:1", *favourite]
    before = lines_at(ridden(deck, *still, num_players=3))
    assert before == [["noiro"], ["soleil"], ["cocotte"], ["vertige"], ["rubis"]]
    crops = lines_at(ridden(deck, *still, "cocotte:crop", "rubis:crop", num_players=3))
    assert crops == [["cocotte"], ["noiro"], ["rubis"], ["soleil"], ["vertige"]]


def test_hu_6_the_last_turn_is_the_fourth_of_four_runners() -> None:
    """R01: Cocotte 1, Noiro 1, Soleil 0, Ivoire 2."""
    deck = "cocotte noiro soleil ivoire"
    still = ("cocotte:1", "noiro:1", "cocotte:1", "noiro:1", "soleil:0", "soleil:0")
    before = lines_at(ridden(deck, *still, programme="R01"))
    assert before == [["cocotte"], ["ivoire"], ["noiro"], ["soleil"]]
    crop = lines_at(ridden(deck, *still, "noiro:crop", programme="R01"))
    assert crop == [["cocotte"], ["noiro"], ["ivoire"], ["soleil"]]


# Variant 1


def test_hu_6_variant_1_the_first_crop_of_a_turn_is_worth_3_and_the_next_2() -> None:
    """Under a card of value 1: two places for Noiro, one for Soleil."""
    table = ridden(DECK, "noiro:crop", "soleil:crop", crop="first")
    assert lines_at(table) == [["noiro"], ["cocotte"], ["soleil"], ["vertige", "rubis"]]
    base = ridden(DECK, "noiro:crop", "soleil:crop")
    assert lines_at(base) == [["cocotte"], ["noiro"], ["soleil"], ["vertige", "rubis"]]


def test_hu_6_variant_1_tips_without_a_crop_do_not_count() -> None:
    table = ridden(DECK, "cocotte:1", "noiro:crop", crop="first")
    assert lines_at(table) == [["noiro"], ["cocotte"], ["vertige", "rubis", "soleil"]]


def test_hu_6_variant_1_each_turn_has_its_first_crop() -> None:
    """Soleil's card of value 2 follows a turn with a crop: a crop of 3 is one place up, the second one none."""
    table = ridden("cocotte soleil rubis", "cocotte:1", "noiro:crop", "rubis:crop", "vertige:crop", crop="first")
    assert lines_at(table)[:4] == [["noiro"], ["soleil"], ["cocotte"], ["rubis"]]


def test_hu_6_variant_1_replaces_the_rule_of_the_last_turn() -> None:
    """The second crop of the last turn is worth 2: nothing under a favourite."""
    deck = "cocotte noiro soleil ivoire"
    tips = ("cocotte:1", "noiro:1", "soleil:1", "cocotte:1", "noiro:1", "soleil:1", "soleil:0", "noiro:0", "cocotte:0")
    before = [["cocotte"], ["ivoire"], ["noiro"], ["soleil"]]
    assert lines_at(ridden(deck, *tips, num_players=3, programme="R01")) == before
    for crop, expected in (
        ("first", [["cocotte"], ["noiro"], ["ivoire"], ["soleil"]]),
        ("last_turn", [["cocotte"], ["noiro"], ["soleil"], ["ivoire"]]),
    ):
        table = ridden(deck, *tips, "noiro:crop", "soleil:crop", num_players=3, programme="R01", crop=crop)
        assert lines_at(table) == expected
