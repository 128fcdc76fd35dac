/* The events of a game, and their JSON as it is stored and sent (docs/api.md). */
#ifndef ALEA_SERVER_GAME_MODEL_EVENT_H
#define ALEA_SERVER_GAME_MODEL_EVENT_H

#include "game.h"

#include "server/support/json_out.h"

#include <jansson.h>

typedef enum game_event_kind {
    GAME_EVENT_MATCH = 0, /* an event of the match */
    GAME_EVENT_JOINED,
    GAME_EVENT_COMMITTED,
    GAME_EVENT_CONTRIBUTED,
    GAME_EVENT_READY,
    GAME_EVENT_TAKEBACK_ASKED,
    GAME_EVENT_TAKEBACK,
    GAME_EVENT_TAKEBACK_REFUSED,
    GAME_EVENT_REMATCH_ASKED,
    GAME_EVENT_REMATCH,
    GAME_EVENT_ABORTED,
    GAME_EVENT_TIMEOUT,
    GAME_EVENT_SAID,
    GAME_EVENT_DICE_OPENED,
    /* a hint was requested: the decision at hand counts in no statistics */
    GAME_EVENT_HINT,
    GAME_EVENTS
} game_event_kind;

/* One numbered event of a game. Its texts are borrowed. */
typedef struct game_event {
    game_event_kind kind;
    int by;           /* seat; -1 = nobody, or a spectator who speaks */
    alea_event match; /* MATCH; game_apply puts the moves of a play in order */
    int entries;      /* TAKEBACK: the number of entries to drop from the record */
    int winner;       /* ABORTED, TIMEOUT */
    int points;       /* TIMEOUT */
    /* SAID: the message; COMMITTED: the hash; CONTRIBUTED: the entropy; DICE_OPENED:
     * the seed */
    const char *text;
    const char *name; /* SAID, JOINED */
    const char *user; /* JOINED; kept in the head, not in the event */
    bool guest;       /* JOINED, as `user` */
    const char *next; /* REMATCH */
    bool has_times;   /* read back: the times after the event; -1 = not in the event */
    int64_t clock_ms[2], away_ms[2];
    int64_t time;                        /* Unix ms */
    int64_t seq;                         /* filled by game_apply */
    char play_text[ALEA_PLAY_TEXT_SIZE]; /* of a play; filled by game_apply */
    char seed[DICE_SEED_HEX];            /* DICE_OPENED: memory for `text` */
} game_event;

void event_write(json_out *o, const game *g, const game_event *e);
/* Reads what event_write wrote; false if the storage is damaged. Text in `e` is
 * borrowed from `json`. */
bool event_read(const json_t *json, game_event *e);
/* [[from, to], ...] into the moves of `event`; false if it is no such list. */
bool event_read_moves(const json_t *value, alea_event *event);

#endif
