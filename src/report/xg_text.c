#include "shared.h"
#include "writers.h"
#include "xg_position.h"

#include <string.h>

/* A level of eXtreme Gammon as its text has it. */
static const char *level_of(const report *r, const alea_filed *f, int i)
{
    const char *level =
        i < 0 ? f->level : r->record->filed_candidate[f->first + (size_t)i].level;
    return strcmp(level, "rollout") == 0 ? "Rollout" : level;
}

static void put_play(const report *r, const alea_judgement *j,
                     const alea_position *position, FILE *to)
{
    alea_candidate list[ALEA_JUDGEMENT_CANDIDATES + 1];
    const char *level[ALEA_JUDGEMENT_CANDIDATES + 1];
    const alea_filed *f = report_filed_of(r, j);
    const bool xg = f && strcmp(f->program, "eXtreme Gammon") == 0;
    int count = j->candidates;
    bool listed = false;
    for (int i = 0; i < count; i++) {
        list[i] = j->candidate[i];
        if (xg) level[i] = level_of(r, f, i);
        listed |= alea_board_equal(&list[i].play.board, &j->made_candidate.play.board);
    }
    if (!listed) {
        if (xg) level[count] = level_of(r, f, f->made);
        list[count++] = j->made_candidate;
    }
    xg_text_play(to, position, r->names, list, xg ? level : NULL, count, r->met);
}

void report_xg_text(const report *r, bool all, FILE *to)
{
    for (size_t i = 0; i < r->analysis->judgements; i++) {
        const alea_judgement *j = &r->analysis->judgement[i];
        alea_position position;
        if ((!all && j->mark == ALEA_MARK_NONE) || j->forced ||
            !report_position(r, j, &position))
            continue;
        if (j->kind == ALEA_JUDGED_PLAY)
            put_play(r, j, &position, to);
        else
            xg_text_cube(to, &position, r->names, &j->cube, r->met);
    }
}
