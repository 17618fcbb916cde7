/* Plays every variant by one simple figure for its hand, 0 to 1000. */
#include "arena.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_CARDS = 25,
    UNKNOWN = 400, /* a game without cards that are known here */
    STRONG = 800,
    FAIR = 450,
    CROWD = 60, /* what each opponent beyond the first takes off */
};
static const char RANKS[] = "23456789TJQKA", SUITS[] = "cdhs";

static int rank(const char *card) { return (int)(strchr(RANKS, card[0]) - RANKS); }
static int suit(const char *card) { return (int)(strchr(SUITS, card[1]) - SUITS); }

static int by_rank(const void *one, const void *other)
{
    const char *a = *(const char *const *)one, *b = *(const char *const *)other;
    return rank(a) != rank(b) ? rank(a) - rank(b) : suit(a) - suit(b);
}

/* The worth of up to five cards: what they make, and of what rank. */
static int strength(const char *const *cards, int size)
{
    if (size == 1)
        return cards[0][0] == 'J' ? 0 : cards[0][0] == 'Q' ? 500 : cards[0][0] == 'K' ? 1000 : UNKNOWN;
    if (size < 2 || size > 5)
        return UNKNOWN;
    int count[13] = {0}, high = 0, low = 12, most = 0, second = 0, best = 0, flush = 1;
    for (int i = 0; i < size; i++) {
        int r = rank(cards[i]);
        count[r]++;
        high = r > high ? r : high;
        low = r < low ? r : low;
        flush = flush && cards[i][1] == cards[0][1];
    }
    for (int r = 12; r >= 0; r--) { /* from the ace down, so that of equal groups the higher rank comes first */
        if (count[r] > most) {
            second = most;
            most = count[r];
            best = r;
        } else if (count[r] > second) {
            second = count[r];
        }
    }
    if (most == 4)
        return 990;
    if (most == 3)
        return second == 2 ? 980 : 930;
    if (most == 2)
        return second == 2 ? 880 : 500 + 25 * best;
    int straight = high - low == 4;
    if (size == 5 && (flush || straight))
        return flush && straight ? 985 : 970;
    return 35 * high;
}

static json_int_t whole_number(const json_t *list, size_t place)
{
    return json_integer_value(json_array_get(list, place));
}

static json_t *plain(const char *kind) { return json_pack("{s:s}", "kind", kind); }

static json_t *raise_to(json_int_t stake) { return json_pack("{s:s, s:I}", "kind", "raise", "to", stake); }

/* Bets all with a strong hand, stays in with a fair one, else pays only what is cheap. */
static json_t *bet(const json_t *legal, int worth, json_int_t pot)
{
    const json_t *raise = json_object_get(legal, "raise_to"), *call = json_object_get(legal, "call");
    if (worth >= STRONG && raise != NULL)
        return raise_to(whole_number(raise, 1));
    if (worth >= FAIR && call != NULL)
        return plain("call");
    if (worth >= FAIR && raise != NULL)
        return raise_to(whole_number(raise, 0));
    if (json_object_get(legal, "check") != NULL)
        return plain("check");
    if (call != NULL && 4 * json_integer_value(call) <= pot)
        return plain("call");
    if (json_object_get(legal, "fold") != NULL)
        return plain("fold");
    return call != NULL ? plain("call") : raise_to(whole_number(raise, 0));
}

/* What to give up: nothing of a straight or better, else what is no pair; without a pair the three lowest. */
static json_t *discards(const char **cards, int size, json_int_t most)
{
    const char *single[MOST_CARDS];
    int singles = 0;
    for (int i = 0; i < size; i++) {
        int equal = 0;
        for (int j = 0; j < size; j++)
            equal += cards[j][0] == cards[i][0];
        if (equal == 1)
            single[singles++] = cards[i];
    }
    if (singles == 5) {
        qsort(single, 5, sizeof *single, by_rank);
        singles = strength(cards, size) >= 970 ? 0 : 3;
    }
    json_t *given = json_array();
    for (int i = 0; i < singles && i < most; i++)
        json_array_append_new(given, json_string(single[i]));
    return json_pack("{s:s, s:o}", "kind", "discard", "cards", given);
}

/* Five cards of neighbouring ranks each, from weak to strong; and the weakest against the other's strongest. */
static json_t *arranged(const char **cards)
{
    int order[5], worth[5];
    qsort(cards, 25, sizeof *cards, by_rank);
    for (int i = 0; i < 5; i++) {
        int at = i;
        worth[i] = strength(cards + 5 * i, 5);
        for (; at > 0 && worth[order[at - 1]] > worth[i]; at--) /* equal ones stay as they lie */
            order[at] = order[at - 1];
        order[at] = i;
    }
    json_t *packets = json_array();
    for (int i = 1; i <= 5; i++) {
        json_t *packet = json_array();
        for (int j = 0; j < 5; j++)
            json_array_append_new(packet, json_string(cards[5 * order[i % 5] + j]));
        json_array_append_new(packets, packet);
    }
    return json_pack("{s:s, s:o}", "kind", "arrange", "packets", packets);
}

static int add(const char **cards, int size, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list) && size < MOST_CARDS; i++)
        cards[size++] = json_string_value(json_array_get(list, i));
    return size;
}

static json_t *decide(const json_t *act)
{
    const json_t *legal = json_object_get(act, "legal"), *view = json_object_get(act, "view");
    const json_t *discard = json_object_get(legal, "discard"), *active = json_object_get(view, "active"), *in;
    const char *cards[MOST_CARDS];
    size_t place, seat = (size_t)json_integer_value(json_object_get(act, "seat"));
    int others = -1, size = add(cards, 0, json_object_get(view, "cards"));
    if (discard != NULL)
        return discards(cards, size, whole_number(discard, 1));
    if (json_object_get(legal, "arrange") != NULL)
        return arranged(cards);
    /* Stud shows the hole card, everybody's upcards, and in a large game common cards. */
    if (json_object_get(view, "hole") != NULL) {
        cards[size++] = json_string_value(json_object_get(view, "hole"));
        size = add(cards, size, json_array_get(json_object_get(view, "up"), seat));
    }
    size = add(cards, size, json_object_get(view, "common"));
    json_array_foreach((json_t *)active, place, in) others += json_is_true(in);
    int worth = strength(cards, size) - CROWD * (others > 1 ? others - 1 : 0);
    return bet(legal, worth, json_integer_value(json_object_get(view, "pot")));
}

int main(int argc, char **argv) { return arena_run(argc, argv, "strength-c", decide); }
