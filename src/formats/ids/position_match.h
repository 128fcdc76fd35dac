/* A position as a match: the rules it needs and the events that lead to it. */
#ifndef ALEA_FORMATS_IDS_POSITION_MATCH_H
#define ALEA_FORMATS_IDS_POSITION_MATCH_H

#include <alea/notation.h>

typedef struct position_events {
    alea_event event[7];
    int count;
} position_events;

/* Returns `base` with the rules that the position states. */
alea_rules position_rules(const alea_position *position, const alea_rules *base);
/* From a match just begun under those rules. */
position_events position_make_events(const alea_position *position,
                                     const alea_rules *rules);

#endif
