/* The matches of a desk as a list, the newest first. */
#ifndef ALEA_DESK_VIEWS_MATCHES_H
#define ALEA_DESK_VIEWS_MATCHES_H

#include "desk/find.h"

#include <jansson.h>

typedef struct matches_query {
    const char *text;   /* in title, names, event, note or tags; "" = all */
    const terms *terms; /* one decision of the match has them; NULL = all */
    const char *me;     /* whose PR is listed; "" = nobody's */
    bool positions;     /* they are listed, too */
    int limit, offset;
} matches_query;

/* {"matches", "found"}: all that match are counted, `limit` of them after `offset` are
 * listed. *out is a new reference. */
alea_status desk_matches_json(desk *d, const matches_query *q, json_t **out,
                              alea_error *error);

#endif
