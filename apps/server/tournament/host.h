/* Tournaments by their identifier, and the one way to change them: an event is applied,
 * stored and published. */
#ifndef ALEA_SERVER_TOURNAMENT_HOST_H
#define ALEA_SERVER_TOURNAMENT_HOST_H

#include "parts.h"

#include "tournament/apply.h"

/* Changes that a commit stores beside the event; may be all zero. */
typedef struct tournament_change {
    const char *actor; /* the account; NULL = nobody */
    const char *game;  /* made for a match, and its result is awaited; NULL = none */
    const char *done;  /* a game that is no longer awaited; NULL = none */
} tournament_change;

/* The tournament as it is stored now, followed up (below). Valid until the next call
 * but tournaments_commit's. Unless *answer is ANSWER_FOUND, NULL. */
live_tournament *tournaments_fetch(tournaments *all, const char *id,
                                   storage_answer *answer);
/* A tournament to be stored: give the row text, maker, starts, club and members_only;
 * freed with tournaments_draft_free. */
typedef struct tournament_draft {
    storage_tournament row;
    storage_tournament_event *event;
    int events;
} tournament_draft;

/* Fills the rest from the event, CREATED, and the players who are entered then. The
 * draft keeps pointers into `player`; `first` is changed. ALEA_ERROR_REFUSED,
 * ALEA_ERROR_MEMORY. */
alea_status tournaments_draft(tournament_event *first, const tournament_player *player,
                              int players, tournament_draft *draft);
void tournaments_draft_free(tournament_draft *draft);
/* A new one. ALEA_ERROR_FILE: it could not be stored. */
alea_status tournaments_make(tournaments *all, tournament_event *first,
                             storage_tournament *row);
/* Commits the event and what follows from it: the next round of a Swiss tournament that
 * goes on by itself, the next wave of an arena. ALEA_ERROR_REFUSED: nothing has
 * changed, `refusal` has the reason. ALEA_ERROR_FILE: it could not be stored, and
 * `live` is to be fetched again. */
alea_status tournaments_commit(tournaments *all, live_tournament *live,
                               tournament_event *e, const tournament_change *change,
                               tournament_refusal *refusal);
/* When the server is to go on with it, if it begins at `starts` (0 = not said); 0 = it
 * waits for somebody. */
int64_t tournaments_due(const tournament *t, int64_t starts);
/* Results of games that are over go to their matches. */
void tournaments_collect(tournaments *all);
/* The same at once where a game is over, and otherwise once a second; and what is due
 * by the clock. */
void tournaments_tick(tournaments *all, int64_t ticks);
void tournaments_game_over(tournaments *all);
/* The account has opened the game: if a tournament waits for its result, that is coming
 * to it. */
void tournaments_seen(tournaments *all, const char *user, const char *game);
/* Tells those who watch the tournament, also at other servers, that it has changed:
 * event `seq` is the last. */
void tournaments_tell(tournaments *all, const char *id, int64_t seq);
/* The same to those of this server alone. */
void tournaments_tell_here(tournaments *all, const char *id, int64_t seq);
/* Nothing that was read before counts any more. */
void tournaments_drop(tournaments *all);

#endif
