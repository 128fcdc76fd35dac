/* Games, their events, and the files kept with them. */
#ifndef ALEA_SERVER_STORAGE_GAMES_H
#define ALEA_SERVER_STORAGE_GAMES_H

#include "interface.h"
#include "server/storage/database/driver.h"

/* An event as passed to storage_event_append. */
typedef struct storage_event {
    const char *game, *user, *key, *json;
    const char *holder; /* the server that must hold the game; "" = none */
    int64_t seq, time;
    const storage_game *fields; /* NULL: stay */
    const char *head;           /* NULL: stays */
} storage_event;

/* Whether it is of a game that is played over days, and whose turn it is then. */
bool storage_event_has_turn(const storage_event *e);
/* Within a transaction, once vacations_hold: `turn`, that of the event, as the vacation
 * of its player has it. */
alea_status storage_event_meet(storage *s, const storage_event *e, storage_turn *turn);
/* storage_event_append, synchronously. */
alea_status storage_append_now(storage *s, const storage_event *e);
/* The same within the caller's transaction, perhaps deferred to its end. */
alea_status storage_append_within(storage *s, const storage_event *e);
/* Whether that very event is there. */
storage_answer storage_event_is_stored(storage *s, const storage_event *e);

#endif
