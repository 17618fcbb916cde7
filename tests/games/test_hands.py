"""The hand order against section H of the rule book, its counts, and another library."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from treys import Card as OracleCard
from treys import Evaluator

from arena.games.cards import DECK_SIZES, pack
from arena.games.hands import Category, Order, category_order, ranking

RF, SF, FK, FH, FL, ST, TK, TP, OP, HC = (
    Category.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.TWO_PAIRS,
    Category.PAIR,
    Category.HIGH_CARD,
)


def hand(text: str) -> tuple[str, ...]:
    """`As Kd` as it stands; `AKQ` in suits of which no two neighbours are equal; `AKQ/s` in one suit."""
    if " " in text:
        return tuple(text.split())
    ranks, _, suit = text.partition("/")
    return tuple(rank + (suit or "cdhs"[place % 4]) for place, rank in enumerate(ranks))


def beats(winner: str, loser: str, **options: object) -> bool:
    scores = ranking(**options)  # type: ignore[arg-type]  # tests pass keywords through
    return scores.score(hand(winner)) > scores.score(hand(loser))


def ties(one: str, other: str) -> bool:
    return ranking().score(hand(one)) == ranking().score(hand(other))


def category(text: str, **options: object) -> Category:
    return ranking(**options).category(hand(text))  # type: ignore[arg-type]  # tests pass keywords through


# --- the sentences, by the worked comparisons ------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "loser", "expected"),
    [
        pytest.param("44442", "3333K", FK, id="E1_H10"),
        pytest.param("TTT55", "999AA", FH, id="E2_H13"),
        pytest.param("KJ932/h", "KJ765/c", FL, id="E3_H18"),
        pytest.param("55532", "444KQ", TK, id="E4_H25"),
        pytest.param("JJ224", "TT998", TP, id="E5_H30"),
        pytest.param("88663", "8855K", TP, id="E6_H32"),
        pytest.param("66432", "55AKQ", OP, id="E7_H35"),
        pytest.param("JJA93", "JJA87", OP, id="E8_H38"),
        pytest.param("AJ953", "AT964", HC, id="E9_H40"),
    ],
)
def test_the_worked_comparisons_come_out_as_written(winner: str, loser: str, expected: Category) -> None:
    assert category(winner) == category(loser) == expected
    assert beats(winner, loser)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("AKQJT/s", RF, id="H2_H3"),
        pytest.param("789TJ/d", SF, id="H5"),
        pytest.param("5432A/d", SF, id="H6"),
        pytest.param("432AK/d", FL, id="H7"),
        pytest.param("KKKK3", FK, id="H8"),
        pytest.param("KKKKA", FK, id="H9_any_fifth"),
        pytest.param("777TT", FH, id="H12"),
        pytest.param("KJ932/c", FL, id="H15_as_corrected"),
        pytest.param("QJT98", ST, id="H19"),
        pytest.param("AKQJT", ST, id="H21_high"),
        pytest.param("5432A", ST, id="H21_low"),
        pytest.param("2AKQJ", HC, id="H22"),
        pytest.param("55532", TK, id="H23"),
        pytest.param("JJ224", TP, id="H28"),
        pytest.param("JJJJ4", FK, id="H29"),
        pytest.param("66432", OP, id="H34"),
        pytest.param("AJ953", HC, id="H39"),
    ],
)
def test_membership_examples(text: str, expected: Category) -> None:
    assert category(text) == expected


def test_two_cards_of_one_rank_are_a_pair_whatever_their_suits__H27() -> None:
    for one, other in combinations("cdhs", 2):
        assert category(f"9{one} 9{other} Ac 5d 3h") == OP


def test_every_royal_flush_is_equal__H4() -> None:
    assert len({ranking().score(hand(f"AKQJT/{suit}")) for suit in "cdhs"}) == 1


def test_the_royal_flush_is_the_strongest__H1() -> None:
    assert beats("AKQJT/c", "KQJT9/s")


def test_the_fifth_card_decides_equal_quads__H11() -> None:
    assert beats("99993", "99992")
    assert ties("9c 9d 9h 9s 3c", "9c 9d 9h 9s 3d")


def test_the_pair_decides_equal_threes_of_a_full_house__H14() -> None:
    assert beats("99933", "99922")


def test_both_side_cards_decide_equal_threes__H26() -> None:
    assert beats("999A2", "999KQ")
    assert beats("999A3", "999A2")
    assert ties("9c 9d 9h Ac 3d", "9c 9d 9s Ad 3c")


def test_the_threes_decide_before_the_side_cards__H24() -> None:
    assert beats("TTT23", "999AK")


def test_each_card_of_a_flush_decides_in_turn__H16_H17() -> None:
    downwards = ["A9432/c", "KT864/c", "KT863/c", "KT853/c", "KT753/c", "K9753/c"]
    for better, worse in pairwise(downwards):
        assert beats(better, worse), (better, worse)


def test_the_top_card_of_a_straight_decides_and_the_ace_below_is_the_lowest__H20_H21() -> None:
    assert beats("AKQJT", "KQJT9")
    assert beats("65432", "5432A")
    assert beats("65432/c", "5432A/s")
    assert beats("5432A", "AAAKQ")


def test_equal_high_pairs_are_decided_by_the_low_pair_then_the_fifth_card__H31_H33() -> None:
    assert beats("88663", "8855A")
    assert beats("8855K", "8855Q")


def test_the_side_cards_of_equal_pairs_decide_in_turn__H36_H37() -> None:
    assert beats("JJA32", "JJKQT")
    assert beats("JJAK2", "JJAQT")
    assert beats("JJAK3", "JJAK2")


def test_every_card_of_a_high_card_hand_decides_in_turn__H40() -> None:
    assert beats("AJ952", "AJ943")
    assert beats("AJ953", "AJ952")


@given(st.permutations(pack(52)), st.permutations("cdhs"))
def test_neither_the_order_of_the_cards_nor_the_suits_matter__P4(cards: list[str], suits: list[str]) -> None:
    five = cards[:5]
    renamed = [card[0] + suits["cdhs".index(card[1])] for card in reversed(five)]
    assert ranking().score(five) == ranking().score(renamed)


# --- packs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECK_SIZES)
def test_the_categories_stand_as_the_table_of_the_pack_says__D2(deck: int) -> None:
    middle = [FL, FH, FK] if deck == 52 else [FH, FL, FK] if deck >= 36 else [FH, FK, FL]
    assert list(category_order(deck)) == [HC, OP, TP, TK, ST, *middle, SF, RF]
    rank = ranking(deck)
    ladder = ["AKQJ9", "AAKQJ", "AAKKQ", "AAAKQ", "AKQJT", "AAAKK", "AKQJ9/s", "AAAAK", "KQJT9/s", "AKQJT/s"]
    scores = {rank.category(hand(text)): rank.score(hand(text)) for text in ladder}
    assert sorted(scores, key=lambda found: scores[found]) == list(category_order(deck))


@pytest.mark.parametrize(
    ("order", "expected"), [("traditional", [FL, FH, FK]), ("short_deck", [FH, FK, FL]), ("by_deck", [FH, FK, FL])]
)
def test_the_order_can_be_chosen_whatever_the_pack__RP1(order: Order, expected: list[Category]) -> None:
    rank = ranking(32, order=order)
    texts = {FL: "AQJT8/c", FH: "AAAKK", FK: "7777K"}
    assert sorted(texts, key=lambda found: rank.score(hand(texts[found]))) == expected


@pytest.mark.parametrize("deck", DECK_SIZES)
def test_the_ace_may_stand_below_the_lowest_rank_of_the_pack__H21(deck: int) -> None:
    ranks = [card[0] for card in pack(deck)[::4]]
    low = "".join(ranks[3::-1]) + "A"
    assert category(low, deck=deck) == ST
    assert category(low + "/h", deck=deck) == SF
    assert beats("".join(ranks[4::-1]), low, deck=deck)
    assert category(low, deck=deck, ace_low_straight=False) == HC
    assert category(low + "/h", deck=deck, ace_low_straight=False) == FL


def test_a_card_or_a_pack_that_does_not_exist_is_refused() -> None:
    with pytest.raises(KeyError, match="2c"):
        ranking(32).score(hand("2c Ac Kc Qc Jc"))
    with pytest.raises(ValueError, match="no pack has 51 cards"):
        ranking(51)


# RF SF 4K FH FL ST 3K 2P 1P HC: the table of section 1 without ace-low straights, and what that straight changes.
COUNTS = {
    52: ((4, 32, 624, 3744, 5112, 9180, 54912, 123552, 1098240, 1303560), 2598960),
    48: ((4, 28, 528, 3168, 3136, 8160, 42240, 95040, 760320, 799680), 1712304),
    44: ((4, 24, 440, 2640, 1820, 7140, 31680, 71280, 506880, 464100), 1086008),
    40: ((4, 20, 360, 2160, 984, 6120, 23040, 51840, 322560, 250920), 658008),
    36: ((4, 16, 288, 1728, 484, 5100, 16128, 36288, 193536, 123420), 376992),
    32: ((4, 12, 224, 1344, 208, 4080, 10752, 24192, 107520, 53040), 201376),
    28: ((4, 8, 168, 1008, 72, 3060, 6720, 15120, 53760, 18360), 98280),
    24: ((4, 4, 120, 720, 16, 2040, 3840, 8640, 23040, 4080), 42504),
}
ACE_LOW = (0, 4, 0, 0, -4, 1020, 0, 0, 0, -1020)


@pytest.mark.parametrize("ace_low", [False, True])
@pytest.mark.parametrize("deck", DECK_SIZES)
def test_every_hand_of_the_pack_falls_into_the_category_that_the_table_counts__D2(deck: int, ace_low: bool) -> None:
    found = Counter(map(ranking(deck, ace_low_straight=ace_low).category, combinations(pack(deck), 5)))
    expected = [count + change * ace_low for count, change in zip(COUNTS[deck][0], ACE_LOW, strict=True)]
    assert [found[wanted] for wanted in (RF, SF, FK, FH, FL, ST, TK, TP, OP, HC)] == expected
    assert found.total() == COUNTS[deck][1]


def test_random_pairs_of_hands_are_ordered_as_another_library_orders_them() -> None:
    rng = random.Random(20240)
    rank, oracle = ranking(), Evaluator()
    oracle_card = {card: OracleCard.new(card) for card in pack(52)}
    for _ in range(25_000):
        ten = rng.sample(pack(52), 10)
        ours = [rank.score(five) for five in (ten[:5], ten[5:])]
        theirs = [oracle.evaluate([oracle_card[card] for card in five], []) for five in (ten[:5], ten[5:])]
        assert (ours[0] > ours[1]) == (theirs[0] < theirs[1]), ten
        assert (ours[0] == ours[1]) == (theirs[0] == theirs[1]), ten


def test_the_hands_of_one_pack_have_the_known_number_of_different_strengths() -> None:
    rank = ranking()
    assert len({rank.score(five) for five in combinations(pack(52), 5)}) == 7462


# --- the four-flush --------------------------------------------------------------------------------------


def test_a_four_flush_stands_between_a_pair_and_two_pairs__RS6() -> None:
    assert beats("2c 3c 4c 7c 9d", "As Ad Kc Qh Jd", four_flush=True)
    assert beats("2c 2d 3h 3s 4c", "Ac Kc Qc 9c 2d", four_flush=True)
    assert beats("As Ad Kc Qh Jd", "2c 3c 4c 7c 9d")


@pytest.mark.parametrize("text", ["2c 3c 4c 7d 9d", "2d 3c 4c 7c 9h", "2c 3d 4c 7d 9c"])
def test_three_of_one_suit_are_no_four_flush__RS6(text: str) -> None:
    assert beats("2s 2d 3h 4s 5c", text, four_flush=True)


@given(st.permutations(["2c", "3c", "4c", "7c", "9d"]))
def test_a_four_flush_is_found_wherever_the_odd_card_lies__RS6(cards: list[str]) -> None:
    rank = ranking(four_flush=True)
    assert rank.score(cards) > rank.score(hand("As Ad Kc Qh Jd"))


def test_a_pair_with_four_of_one_suit_is_a_four_flush__RS6() -> None:
    assert beats("2c 3c 4c 7c 7d", "As Ad Kc Qh Jd", four_flush=True)
    assert category("2c 3c 4c 7c 7d", four_flush=True) == OP
    assert category("2c 3c 4c 7c 8d", four_flush=True) == HC


def test_better_hands_with_four_of_one_suit_keep_their_place__RS6() -> None:
    for text in ("6c 5c 4c 3c 2d", "Kc Kd Kh 5c 2c", "AKQJ9/c"):
        assert ranking(four_flush=True).category(hand(text)) == category(text)
        assert beats(text, "Ac Kc Qc 9c 2d", four_flush=True)


def test_four_flushes_compare_the_suited_cards_and_then_the_odd_one__RS6() -> None:
    assert beats("Kc Qc 4c 3c 2d", "Kd Jd Td 9d As", four_flush=True)
    assert beats("Kc Qc 4c 3c As", "Kd Qd 4d 3d Ks", four_flush=True)
    rank = ranking(four_flush=True)
    assert rank.score(hand("Kc Qc 4c 3c As")) == rank.score(hand("Kd Qd 4d 3d Ah"))


# --- parts of hands --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "downwards",
    [
        ["A", "K", "2"],
        ["AA", "22", "AK", "AQ", "32"],
        ["222", "AAK", "22A", "22K", "AKQ", "AK2", "432"],
        ["2222", "AAAK", "222K", "AAKK", "3322", "AAKQ", "22AK", "22AQ", "AKQJ", "5432"],
    ],
)
def test_upcards_compare_as_part_of_a_hand_kickers_included__RS2(downwards: list[str]) -> None:
    rank = ranking()
    scores = [rank.exposed(hand(text)) for text in downwards]
    assert scores == sorted(set(scores), reverse=True)


def test_straights_and_flushes_of_upcards_do_not_count__S18() -> None:
    rank = ranking(four_flush=True)
    assert rank.exposed(hand("5432/c")) == rank.exposed(hand("5432"))
    assert rank.exposed(hand("22AK")) > rank.exposed(hand("AKQJ/c"))


def test_in_the_last_period_four_upcards_of_one_suit_act_before_a_pair__RS6() -> None:
    def strength(text: str, *, four_flush: bool) -> int:
        return ranking(four_flush=four_flush).exposed(hand(text), last_period=True)

    assert strength("5432/c", four_flush=True) > strength("AAKQ", four_flush=True)
    assert strength("3322", four_flush=True) > strength("AKQJ/c", four_flush=True)
    assert strength("AKQJ/c", four_flush=True) > strength("AKQ9/d", four_flush=True)
    assert strength("AAKQ", four_flush=False) > strength("5432/c", four_flush=False)


def test_hands_of_four_cards_know_no_straights_and_flushes__RS7() -> None:
    rank = ranking()
    assert rank.category(hand("5432/c")) == HC
    assert rank.score(hand("22AK")) > rank.score(hand("AKQJ/c"))
    assert rank.score(hand("5432/c")) == rank.score(hand("5432"))


def test_hands_of_four_cards_may_be_four_flushes__RS6() -> None:
    rank = ranking(four_flush=True)
    assert rank.score(hand("3322")) > rank.score(hand("5432/c")) > rank.score(hand("AAKQ"))


# --- writing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_cards", "written"),
    [
        ("2s Kc 2d 2h 2c", "2s 2h 2d 2c Kc"),
        ("Td 7c 7s Tc 7h", "7s 7h 7c Td Tc"),
        ("4c Jh 2d Js 2s", "Js Jh 2s 2d 4c"),
        ("As 4d 2c 3h 5s", "5s 4d 3h 2c As"),
        ("Ac 4c 2c 3c 5c", "5c 4c 3c 2c Ac"),
        ("6s 4d 2c 3h 5s", "6s 5s 4d 3h 2c"),
        ("Ts Ad Qc Kh Js", "Ad Kh Qc Js Ts"),
        ("As 5d 2c 3h 7s", "As 7s 5d 3h 2c"),
    ],
)
def test_a_hand_is_written_as_people_write_it(given_cards: str, written: str) -> None:
    assert ranking().best_order(hand(given_cards)) == hand(written)


def test_the_ace_of_a_low_straight_is_written_last_in_every_pack() -> None:
    assert ranking(32).best_order(hand("As Td 7c 9h 8s")) == hand("Td 9h 8s 7c As")
    assert ranking(24).best_order(hand("As Td Qc 9h Js")) == hand("Qc Js Td 9h As")
    assert ranking(24).best_order(hand("As Td Qc Kh Js")) == hand("As Kh Qc Js Td")
