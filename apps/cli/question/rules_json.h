/* Rules as a JSON object, as the referee protocol and --rules write them. */
#ifndef ALEA_CLI_QUESTION_RULES_JSON_H
#define ALEA_CLI_QUESTION_RULES_JSON_H

#include <alea/rules.h>

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { RULES_MESSAGE_SIZE = 320 };

/* Parses a line that holds one JSON object; the caller's to decref. NULL with a message
 * otherwise. */
json_t *rules_json_object(const char *line, size_t length,
                          char message[RULES_MESSAGE_SIZE]);
/* Reads {"rules": {...}}; `bare_allowed`: or the inner object alone. False with a
 * message and `rules` untouched. */
bool rules_json_read(const char *line, size_t length, bool bare_allowed,
                     alea_rules *rules, char message[RULES_MESSAGE_SIZE]);

#endif
