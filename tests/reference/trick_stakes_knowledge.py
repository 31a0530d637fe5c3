"""What a player of Trick Stakes knows: the table, the backs, its own cards and what it remembers."""

from typing import TYPE_CHECKING, Any

from tests.reference.trick_stakes_cards import DUMMY, HORSES, colour_of, colours, in_order

if TYPE_CHECKING:
    from tests.reference.trick_stakes import ReferenceGame


def knows(game: "ReferenceGame", player: str) -> dict[str, Any]:
    return {
        **seen_on_table(game),
        **seen_backs(game),
        **own_view(game, player),
        "past_races": game.past_races,
    }


def seen_on_table(game: "ReferenceGame") -> dict[str, Any]:
    """All that lies open now."""
    return {
        "next": (game.expected(), game.turns[:]),
        "clockwise": list(game.clockwise),
        "race": game.race,
        "horse_of": dict(game.horse_of),
        "start_player": game.start_player,
        "leader": game.leader,
        "money": dict(game.money),
        "winners": list(game.winners),
        "odds": dict(game.odds),
        "gate": list(game.gate),
        "spaces": dict(game.course.spaces),
        "stacks": {space: list(stack) for space, stack in game.course.stacks.items()},
        "arrivals": list(game.course.arrivals),
        "whips_up": dict(game.whips_up),
        "top_card": game.top_card,
        "discard_number": game.discard_number,
        "open_discards": {seat: list(cards) for seat, cards in game.open_discards.items()},
        "tickets_up": dict(game.tickets_up),
        "played": list(game.played),
        "trick": list(game.trick),
        "dummy_hand": list(game.hands.get(DUMMY, [])),
    }


def seen_backs(game: "ReferenceGame") -> dict[str, Any]:
    """Colours. A face-down discard counts as held until all have chosen theirs."""
    all_chosen = game.expected() != "do discard"
    down = {seat: [card] for seat, card in game.down.items() if not all_chosen}
    held = {seat: hand + down.get(seat, []) for seat, hand in game.hands.items()}
    return {
        "hand_backs": {seat: colours(cards) for seat, cards in held.items()},
        "down_backs": {seat: colour_of(card) for seat, card in game.down.items() if all_chosen},
        "horse_backs": {horse: colours(cards) for horse, cards in game.fixed_hands.items()},
    }


def own_view(game: "ReferenceGame", player: str) -> dict[str, Any]:
    """The own cards and tickets, and the cards of each horse that this player can name."""
    ridden = game.ridden[player] if game.fixed_hands else set()
    return {
        "hand": in_order(game.hands.get(player, [])),
        "own_down": game.down.get(player),
        "own_ticket_down": game.tickets_down.get(player),
        "horse_cards": {
            horse: in_order(game.fixed_hands[horse] if horse in ridden else game.shown[horse]) for horse in HORSES
        },
        "horse_cards_known_to_all": {horse: in_order(game.shown[horse]) for horse in HORSES},
    }


def seen_by_all(game: "ReferenceGame") -> dict[str, Any]:
    """What stays in everybody's mind of a race that is over, the tickets turned up included."""
    return {
        "horse_of": dict(game.horse_of),
        "tickets_up": dict(game.tickets_up),
        "tickets_down": dict(game.tickets_down),
        "played": list(game.played),
        "open_discards": {seat: list(cards) for seat, cards in game.open_discards.items()},
        "order": game.order_now(),
        "spaces": dict(game.course.spaces),
        "money": dict(game.money),
    }
