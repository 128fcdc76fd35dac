/* Events on their way to the storage: the event loop adds them, a writer thread takes
 * all that are there at once. */
#ifndef ALEA_SERVER_STORAGE_QUEUE_H
#define ALEA_SERVER_STORAGE_QUEUE_H

#include "games.h"

typedef struct pending pending;
struct pending {
    pending *next;
    int64_t number;
    storage_event event; /* points into this struct */
    storage_game fields;
    /* Instead of an event: the clocks at `at`, server_ticks(). */
    bool is_clocks;
    storage_clocks clocks;
    int64_t at;
    storage_turn turn;
    char *head, *card;
    char game[ID_SIZE], user[ID_SIZE], holder[ID_SIZE], key[48];
    char json[];
};

storage_queue *queue_new(void); /* NULL without memory */
void queue_free(storage_queue *q);

/* ---- the event loop's side ---- */
alea_status queue_take(storage_queue *q, const storage_event *e);
/* They have no number of their own. Without memory they are left out. */
void queue_take_clocks(storage_queue *q, const char *game_id, const char *holder,
                       const storage_clocks *clocks);
/* The seq of a queued event with that key; 0 = none. */
int64_t queue_find_key(storage_queue *q, const char *game_id, const char *user,
                       const char *key);
/* Blocks until all queued events of the game (NULL: of all games) are written. No
 * effect without a writer. The loop's own writes (people, new games, files) do so
 * first, so that the order is kept. False if it took too long for storage_hurry: they
 * fail then. */
bool storage_settle(storage *s, const char *game_id);
int64_t queue_taken(const storage_queue *q);
/* The number up to which events are kept or lost; *lost is the caller's to free. */
int64_t queue_kept(storage_queue *q, pending **lost);
void queue_stop(storage_queue *q);
void pending_free(pending *p); /* and all after it */

/* ---- the writer's side ---- */
/* Waits for events and returns all of them; NULL after queue_stop, once no event is
 * left. */
pending *queue_next(storage_queue *q);
/* Called under the lock after the batch was written: removes the events that `write`
 * returned as `lost` from the batch and frees it. */
typedef pending *queue_write_fn(void *context, pending **batch);
void queue_done(storage_queue *q, queue_write_fn *write, void *context);

#endif
