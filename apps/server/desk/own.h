/* The player that a desk is about, and the searches that requests send. On a worker. */
#ifndef ALEA_SERVER_DESK_OWN_H
#define ALEA_SERVER_DESK_OWN_H

#include "desk/store.h"
#include "place.h"
#include "server/http/request.h"

enum { DESK_WORDS = HTTP_QUERY_SIZE };

/* SQL: names of players with their number of matches, most first; of equal numbers the
 * account's own name first. Its parameter is the limit. */
extern const char desk_names_sql[];
/* The name under which the account plays in its matches: the one it has chosen, or the
 * most frequent one; "" without matches. */
alea_status desk_me(desk *d, char out[DESK_SETTING], alea_error *error);
/* Errors of at least this much equity become cards automatically. */
#define DESK_CARD_LOSS 0.08

/* Makes cards of the errors that both searches find; a search "" stands for the
 * account's own. */
alea_status desk_make_cards(desk *d, const char *within, const char *text,
                            double least_loss, int64_t *made, alea_error *error);

#endif
