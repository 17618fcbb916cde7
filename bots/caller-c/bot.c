/* Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank. */
#include "arena.h"

#include <stdlib.h>
#include <string.h>

static int place(const char *letters, char letter) { return (int)(strchr(letters, letter) - letters); }

static int by_rank(const void *one, const void *other)
{
    const char *a = *(const char *const *)one, *b = *(const char *const *)other;
    int ranks = place("23456789TJQKA", a[0]) - place("23456789TJQKA", b[0]);
    return ranks != 0 ? ranks : place("cdhs", a[1]) - place("cdhs", b[1]);
}

static json_t *arranged(const json_t *cards)
{
    const char *sorted[25];
    for (size_t i = 0; i < 25; i++)
        sorted[i] = json_string_value(json_array_get(cards, i));
    qsort(sorted, 25, sizeof *sorted, by_rank);
    json_t *packets = json_array();
    for (size_t i = 0; i < 25; i++) {
        if (i % 5 == 0)
            json_array_append_new(packets, json_array());
        json_array_append_new(json_array_get(packets, i / 5), json_string(sorted[i]));
    }
    return json_pack("{s:s, s:o}", "kind", "arrange", "packets", packets);
}

static json_t *decide(const json_t *act)
{
    const json_t *legal = json_object_get(act, "legal");
    const json_t *cards = json_object_get(json_object_get(act, "view"), "cards");
    const json_t *raise_to = json_object_get(legal, "raise_to"), *discard = json_object_get(legal, "discard");
    if (json_object_get(legal, "check") != NULL)
        return json_pack("{s:s}", "kind", "check");
    if (json_object_get(legal, "call") != NULL)
        return json_pack("{s:s}", "kind", "call");
    if (raise_to != NULL)
        return json_pack("{s:s, s:O}", "kind", "raise", "to", json_array_get(raise_to, 0));
    if (discard != NULL) {
        json_t *given = json_array();
        for (json_int_t i = 0; i < json_integer_value(json_array_get(discard, 0)); i++)
            json_array_append(given, json_array_get(cards, (size_t)i));
        return json_pack("{s:s, s:o}", "kind", "discard", "cards", given);
    }
    if (json_object_get(legal, "arrange") != NULL)
        return arranged(cards);
    return json_pack("{s:s}", "kind", "fold");
}

int main(int argc, char **argv) { return arena_run(argc, argv, "caller-c", decide); }
