/* Iterates over a record with the state before and after each entry. */
#ifndef ALEA_FORMATS_TOOLKIT_WALK_H
#define ALEA_FORMATS_TOOLKIT_WALK_H

#include <alea/record.h>

typedef struct record_walk {
    const alea_record *record;
    size_t index;      /* of the entry `walk_next` gave */
    alea_match before; /* the state before that entry */
    alea_match now;    /* the state after it */
    bool begun;
} record_walk;

void walk_start(record_walk *walk, const alea_record *record);
/* The next entry, or NULL at the end. */
const alea_record_entry *walk_next(record_walk *walk);
/* The play of the current PLAY entry as single moves, seen by the mover; false for an
 * illegal play that stood. */
bool walk_play(const record_walk *walk, alea_board *board, alea_play *play);

#endif
