/* What two records of one match must agree on whatever the format between them: every
 * roll, the board after every play, every cube action, every result and score. */
#ifndef ALEA_TESTS_SUPPORT_SAME_MATCH_H
#define ALEA_TESTS_SUPPORT_SAME_MATCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include <alea/file.h>

/* The next entry that changes the game for good; the state after it in *after. */
static inline const alea_record_entry *same_match_next(const alea_record *record,
                                                       size_t *index, alea_match *after)
{
    while (*index < record->entries) {
        const alea_record_entry *entry = &record->entry[(*index)++];
        alea_event_type type = entry->event.type;
        if (!entry->unknown_play) alea_match_apply(after, &entry->event, NULL);
        bool rejected = type == ALEA_EVENT_RESIGN && *index < record->entries &&
                        record->entry[*index].event.type == ALEA_EVENT_REJECT_RESIGN;
        if (entry->unknown_play || rejected || type == ALEA_EVENT_REJECT_RESIGN ||
            type == ALEA_EVENT_SET)
            continue;
        /* A tie in the opening leaves no trace in most formats. */
        if (type == ALEA_EVENT_OPENING && after->phase == ALEA_MATCH_OPENING) continue;
        return entry;
    }
    return NULL;
}

static inline void same_match_check(const alea_record *a, const alea_record *b,
                                    const char *what)
{
    alea_match x, y;
    size_t i = 0, j = 0;
    alea_match_start(&x, &a->rules);
    alea_match_start(&y, &b->rules);
    for (;;) {
        const alea_record_entry *p = same_match_next(a, &i, &x);
        const alea_record_entry *q = same_match_next(b, &j, &y);
        if (!p != !q)
            fail_msg("%s: one ends at entry %zu, the other at %zu", what, i, j);
        if (!p) break;
        bool same_type = p->event.type == q->event.type;
        bool same = same_type && alea_board_equal(&x.board, &y.board) &&
                    x.turn == y.turn && x.cube_log2 == y.cube_log2 &&
                    x.cube_owner == y.cube_owner && x.phase == y.phase &&
                    alea_match_points(&x, ALEA_A) == alea_match_points(&y, ALEA_A) &&
                    alea_match_points(&x, ALEA_B) == alea_match_points(&y, ALEA_B);
        bool same_dice =
            (x.roll.die[0] == y.roll.die[0] && x.roll.die[1] == y.roll.die[1]) ||
            (x.roll.die[0] == y.roll.die[1] && x.roll.die[1] == y.roll.die[0]);
        if (!same || !same_dice)
            fail_msg("%s: entries %zu and %zu differ (%s, %s; %d%d and %d%d)", what, i,
                     j, alea_event_name(p->event.type), alea_event_name(q->event.type),
                     x.roll.die[0], x.roll.die[1], y.roll.die[0], y.roll.die[1]);
    }
}

#endif
