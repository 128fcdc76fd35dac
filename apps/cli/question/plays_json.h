/* The legal plays of a roll as JSON, for `alea plays` and the referee's "legal". */
#ifndef ALEA_CLI_QUESTION_PLAYS_JSON_H
#define ALEA_CLI_QUESTION_PLAYS_JSON_H

#include <alea/play.h>

/* Everything one list needs, allocated once: about 500 kB. */
typedef struct plays_work plays_work;

/* NULL without memory. */
plays_work *plays_work_new(void);
void plays_work_free(plays_work *work);

/* Writes `[{"move": "...", "position": "..."}, ...]`, sorted by position, of the player
 * who sees `board`. Returns the text, valid until the next call; its length and how
 * many plays in *length and *count. */
const char *plays_json(plays_work *work, const alea_board *board, alea_roll roll,
                       const alea_play_rules *rules, size_t *length, int *count);

#endif
