/* A tournament as JSON (docs/api.md). */
#ifndef ALEA_SERVER_TOURNAMENT_LOOK_H
#define ALEA_SERVER_TOURNAMENT_LOOK_H

#include "parts.h"

#include <jansson.h>

/* The whole of it, as that account sees it ("" = nobody's), but for matches that have
 * not changed after event `after`; NULL: it cannot be read. */
json_t *tournament_state_json(tournaments *all, const live_tournament *live,
                              const char *user, int64_t after);
/* Its players and its table: {"players", "standings"}. */
json_t *tournament_table_json(const tournament *t);
/* Its facts, for lists. */
json_t *tournament_row_json(const storage_tournament *row);
/* Is the account a director: its own, or of the club whose tournament it is? */
storage_answer tournament_is_director(tournaments *all, const storage_tournament *row,
                                      const char *user);

#endif
