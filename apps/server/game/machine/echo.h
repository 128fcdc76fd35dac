/* Echo's knowledge of a person from earlier matches: the plays of the last ones against
 * it, judged once for each game in memory. */
#ifndef ALEA_SERVER_GAME_MACHINE_ECHO_H
#define ALEA_SERVER_GAME_MACHINE_ECHO_H

#include "server/game/host/registry.h"

enum { ECHO_MATCHES = 5 };

/* Copies of the last finished matches of a person against Echo. */
typedef struct echo_past {
    alea_record record[ECHO_MATCHES];
    alea_player person[ECHO_MATCHES];
    int count;
} echo_past;

/* A copy of the events; false: no memory. The caller clears it. */
bool echo_copy_record(const alea_record *from, alea_record *to);
/* Collects the matches made before `g` by the person in that seat of it. */
void echo_collect(games *all, const game *g, int person, echo_past *out);
/* Adds them to the form; runs on a worker. */
void echo_judge(alea_engine *engine, const echo_past *past, alea_form *form);
/* Frees the records. */
void echo_clear(echo_past *past);

#endif
