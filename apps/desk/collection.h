/* The matches of a desk as a collection: titles, dates, the games of a server that they
 * come from, and the bin. */
#ifndef ALEA_DESK_COLLECTION_H
#define ALEA_DESK_COLLECTION_H

#include "store.h"

#include <stdint.h>

enum { COLLECTION_TITLE = 200 };

/* Whether the game was added to the desk before, even if its match was removed. */
alea_status collection_has_game(desk *d, const char *game, bool *has,
                                alea_error *error);
/* The match that the game is; 0: none. */
alea_status collection_match_of_game(desk *d, const char *game, int64_t *match,
                                     alea_error *error);
/* Calls `each` for every game whose journal is the source of a match that is not
 * analysed. */
alea_status collection_open_games(desk *d,
                                  void (*each)(void *context, const char *game,
                                               int64_t match),
                                  void *context, alea_error *error);
/* Notes that the game is match `match`, or with 0 that it has no match. `played`: on
 * this server, else a file imported there. `date` ("YYYY-MM-DD", "" = unknown) is that
 * of the match if it was added from this game; NULL: the match keeps its date. */
alea_status collection_note_game(desk *d, const char *game, int64_t match, bool played,
                                 const char *date, alea_error *error);
/* "" removes the title. ALEA_ERROR_ARGUMENT: there is no such match, or the title is
 * longer than COLLECTION_TITLE bytes, no UTF-8 or has control characters. */
alea_status collection_set_title(desk *d, int64_t match, const char *title,
                                 alea_error *error);
/* Removes the match with its labels and analyses, and those of its cards that were
 * never asked. Games that came from a server are not fetched again.
 * ALEA_ERROR_ARGUMENT: there is no such match. */
alea_status collection_remove(desk *d, int64_t match, alea_error *error);

/* ---- the bin ---- */

enum { COLLECTION_BIN_DAYS = 30 };

/* Removes the match as collection_remove does, but keeps all of it in the bin for
 * COLLECTION_BIN_DAYS; `now` in ms since 1970. Older ones in the bin are forgotten. */
alea_status collection_bin(desk *d, int64_t match, int64_t now, alea_error *error);
/* Puts it back with its number, labels and cards. ALEA_ERROR_ARGUMENT: it is not in the
 * bin, or was added again meanwhile. */
alea_status collection_restore(desk *d, int64_t match, alea_error *error);
/* Deletes matches that have been in the bin for COLLECTION_BIN_DAYS; writes only if
 * there are any. */
alea_status collection_expire_bin(desk *d, int64_t now, alea_error *error);
/* Forgets what was removed before `time`. */
alea_status collection_empty_bin(desk *d, int64_t time, alea_error *error);

#endif
