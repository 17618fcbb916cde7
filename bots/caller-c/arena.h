/* The arena's side of a bot in C: connects, answers questions with `decide`, ends with the match.
 * The strategy is in bot.c; arena.h and arena.c are the same for every bot. */
#ifndef ARENA_H
#define ARENA_H

#include <jansson.h>

/* The move for one question; `act` holds "legal" and "view". The caller owns the result. */
typedef json_t *(*decide_fn)(const json_t *act);

/* Plays one match; the connection file is the last argument. Returns the exit code of the process. */
int arena_run(int argc, char **argv, const char *name, decide_fn decide);

#endif
