/* The record of a chouette: a text file that is written event by event and replayed. */
#ifndef ALEA_CLI_CHOUETTE_RECORD_H
#define ALEA_CLI_CHOUETTE_RECORD_H

#include <alea/chouette_text.h>

#include <stdio.h>

enum { CHOUETTE_NAME_SIZE = 32, CHOUETTE_MOST_RECORD = 16 << 20 /* bytes */ };

/* The names by seat; "" = nobody has sat there yet. */
typedef struct chouette_names {
    char name[ALEA_CHOUETTE_SEATS][CHOUETTE_NAME_SIZE];
} chouette_names;

/* Sees each event of a record, and what it is applied to, before it is judged; `line`
 * counts from 1. */
typedef struct chouette_watch {
    void (*event)(void *context, const alea_chouette *before,
                  const alea_chouette_event *event, size_t line);
    void *context;
} chouette_watch;

/* Whether a name can stand in a record and be typed: 2 to 31 letters, digits, ".", "_",
 * "-", ":" or bytes above 127. */
bool chouette_name_is_good(const char *name);
/* Makes a new file for a record and writes its head: rules that are not the usual ones,
 * and the players. Returns an exit status; the message was written. */
int chouette_record_create(const char *path, const alea_chouette_rules *rules,
                           const chouette_names *names, int players, FILE **out);
/* Replays a record and opens it to be written on, without a line torn by a crash. */
int chouette_record_resume(const char *path, alea_chouette *c, chouette_names *names,
                           FILE **out);
/* Replays a whole record. The error has line and column. `end` (may be NULL) receives
 * where the last whole line ends: a line torn by a crash is not counted. `watch` may be
 * NULL. */
alea_status chouette_record_read(const char *text, size_t length, alea_chouette *c,
                                 chouette_names *names, size_t *end,
                                 const chouette_watch *watch, alea_error *error);
/* Why an event was refused, in a sentence, with its code. */
const char *chouette_refusal_words(alea_chouette_refusal refusal, alea_refusal by_game,
                                   alea_play_error play, const char **code);

#endif
