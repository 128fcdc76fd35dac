/* Sums over the decisions that a search finds. */
#ifndef ALEA_DESK_VIEWS_STATS_H
#define ALEA_DESK_VIEWS_STATS_H

#include "desk/find.h"

enum { STATS_KEY = 256, STATS_SEARCH = 560 };

typedef struct desk_group {
    char key[STATS_KEY];
    char search[STATS_SEARCH]; /* the terms, as a line, that find the same decisions */
    int64_t matches, last_match;
    int64_t decisions; /* analysed ones that count in the PR */
    int64_t hinted;    /* analysed ones that do not count because of a hint */
    int64_t marks[ALEA_MARKS];
    double loss;
    int64_t rolls;
    double luck;
    int64_t jokers, anti_jokers; /* rolls of at least 0.6, of at most -0.6 */
} desk_group;

typedef struct desk_stats {
    desk_group *group; /* ordered by key; to free() */
    size_t count;
} desk_stats;

/* "player", "month", ...; NULL past the end. Static storage. */
const char *desk_stats_by(int index);
/* Groups the decisions that match the terms. ALEA_ERROR_ARGUMENT for an unknown
 * `by`. */
alea_status desk_stats_of(desk *d, const terms *t, const char *by, desk_stats *out,
                          alea_error *error);
/* 500 x loss / decisions, or NAN without any. */
double desk_group_pr(const desk_group *g);

#endif
