#include "filed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void clear(float *value, int count)
{
    for (int i = 0; i < count; i++) value[i] = NAN;
}

void filed_name(char *out, size_t capacity, const char *name)
{
    snprintf(out, capacity, "%s", name);
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < ' ' || *c == ';') *c = ' ';
}

alea_filed filed_start(alea_filed_kind kind, alea_player by, const char *program)
{
    alea_filed filed = {.kind = kind, .by = by, .made = -1};
    filed_name(filed.program, sizeof filed.program, program);
    filed.loss = filed.luck = NAN;
    filed.no_double = filed.double_take = filed.double_drop = NAN;
    clear(filed.chance[0], 5);
    clear(filed.chance[1], 5);
    clear(filed.interval, 2);
    return filed;
}

alea_filed_candidate filed_candidate_start(void)
{
    alea_filed_candidate candidate = {0};
    candidate.equity = candidate.interval = NAN;
    clear(candidate.chance, 5);
    return candidate;
}

/* The board after a candidate's moves, whatever their order. */
static bool board_after(const alea_board *before, const alea_filed_candidate *c,
                        alea_board *after)
{
    bool done[ALEA_MAX_MOVES] = {false};
    *after = *before;
    for (int left = c->moves; left > 0; left--) {
        int i = 0;
        while (i < c->moves &&
               (done[i] || !alea_board_move(after, c->move[i].from, c->move[i].to)))
            i++;
        if (i == c->moves) return false;
        done[i] = true;
    }
    return true;
}

static alea_status keep(importer *in, const alea_filed *filed,
                        const alea_filed_candidate *candidate)
{
    alea_status status = alea_record_add_filed(in->record, filed, candidate);
    return status == ALEA_ERROR_MEMORY ? import_no_memory(in, 0) : ALEA_OK;
}

alea_status filed_keep_play(importer *in, alea_filed *filed,
                            const alea_filed_candidate *candidate,
                            const alea_board *before)
{
    const alea_record *record = in->record;
    if (record->entries == 0) return ALEA_OK;
    filed->entry = record->entries - 1;
    const alea_record_entry *entry = &record->entry[filed->entry];
    if (entry->event.type != ALEA_EVENT_PLAY || entry->event.by != filed->by)
        return ALEA_OK;
    alea_board made = alea_match_board(&record->now, filed->by), other;
    for (int i = 0; i < filed->candidates && filed->made < 0; i++)
        if (!entry->unknown_play && board_after(before, &candidate[i], &other) &&
            alea_board_equal(&other, &made))
            filed->made = i;
    return keep(in, filed, candidate);
}

alea_status filed_keep_cube(importer *in, alea_filed *filed, size_t entry)
{
    filed->entry = entry;
    return keep(in, filed, NULL);
}
