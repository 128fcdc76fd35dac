/* Tables of the family's games by their identifier, and the one way to change them: an
 * event is judged by the library, stored and published. */
#ifndef ALEA_SERVER_TABLES_HOST_H
#define ALEA_SERVER_TABLES_HOST_H

#include "parts.h"

/* The table as it is stored now; what the machine has to do there is done. Valid until
 * the next call but families_commit's. Unless *answer is ANSWER_FOUND, NULL. */
live_family *families_fetch(families *all, const char *id, storage_answer *answer);
/* Makes turns, steps and mind unless they are there; false: no memory. */
bool families_has_room(families *all);
/* The match as the row's head begins it; false: it cannot be read. */
bool families_begin(families *all, const storage_family *row, alea_tables_match *out);
/* A new one with its dice: give user, seats and stage of the row. */
alea_status families_make(families *all, const alea_tables_series *series,
                          storage_family *row);

typedef struct family_refusal {
    const char *code, *text;
} family_refusal;

/* Commits the event, whose dice are drawn here, and what the machine does after it.
 * ALEA_ERROR_REFUSED: nothing has changed, *why says why not. ALEA_ERROR_FILE: it could
 * not be stored, and `live` is to be fetched again. */
alea_status families_commit(families *all, live_family *live, alea_tables_event *event,
                            family_refusal *why);
/* Stores a remark and the row as it is to be then: who sits, the stage. The same
 * statuses. */
alea_status families_remark(families *all, live_family *live,
                            const storage_family *after, const char *remark);
/* Would the event be accepted? */
bool families_may(families *all, const live_family *live,
                  const alea_tables_event *event);
/* Tells those who watch the table, also at other servers: line `seq` is the last. */
void families_tell(families *all, const char *id, int64_t seq);
/* The same to those of this server alone. */
void families_tell_here(families *all, const char *id, int64_t seq);
/* The vacation of the account has changed: families_tell of its tables with a clock of
 * days. */
void families_vacation(families *all, const char *user);
/* Tells of a changed list of those that anybody may join, at most twice a second. */
void families_tick(families *all, int64_t ticks);
/* Nothing that was read before counts any more. */
void families_drop(families *all);
void families_close(families *all);

#endif
