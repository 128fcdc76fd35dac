/* Answers of the commands as JSON. */
#ifndef ALEA_CLI_QUESTION_ANSWERS_H
#define ALEA_CLI_QUESTION_ANSWERS_H

#include <alea/play.h>
#include <alea/rules.h>
#include <alea/status.h>

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The legal plays of a roll as JSON, for `alea plays` and the referee's "legal". */

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

/* Rules as a JSON object, as the referee protocol and --rules write them. */
enum { RULES_MESSAGE_SIZE = 320 };

/* Parses a line that holds one JSON object; the caller's to decref. NULL with a message
 * otherwise. */
json_t *rules_json_object(const char *line, size_t length,
                          char message[RULES_MESSAGE_SIZE]);
/* Reads {"rules": {...}}; `bare_allowed`: or the inner object alone. False with a
 * message and `rules` untouched. */
bool rules_json_read(const char *line, size_t length, bool bare_allowed,
                     alea_rules *rules, char message[RULES_MESSAGE_SIZE]);

/* The error of one input, as a line of JSON. */

/* Prints {"id", "error"} as one line on stdout; `id` is what was asked, NULL = null. */
void question_print_error(const char *id, const char *code, const alea_error *error);

#endif
