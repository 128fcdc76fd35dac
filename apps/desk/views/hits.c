#include "hits.h"

#include <alea/notation.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float cost(const desk_row *row)
{
    return isnan(row->loss) ? -1 : row->loss;
}

static void fill(desk_hit *h, const desk_found *f)
{
    h->match = f->match->id;
    h->length = f->match->length;
    snprintf(h->name[0], sizeof h->name[0], "%s", f->match->player[f->row->by]);
    snprintf(h->name[1], sizeof h->name[1], "%s", f->match->player[1 - f->row->by]);
    snprintf(h->date, sizeof h->date, "%s", f->match->date);
    h->row = *f->row;
}

/* Keeps the first `limit`, or with by_error the costliest: a heap with the cheapest on
 * top. */
static void sift(desk_hits *s, size_t i)
{
    for (;;) {
        size_t least = i;
        for (size_t k = 2 * i + 1; k <= 2 * i + 2 && k < s->hits; k++)
            if (cost(&s->hit[k].row) < cost(&s->hit[least].row)) least = k;
        if (least == i) return;
        const desk_hit swap = s->hit[i];
        s->hit[i] = s->hit[least];
        s->hit[least] = swap;
        i = least;
    }
}

bool desk_keep_hit(void *context, const desk_found *f)
{
    desk_hits *s = context;
    s->found++;
    if (s->hits < (size_t)s->limit) {
        if (s->hits == s->capacity) {
            const size_t more = s->capacity ? s->capacity * 2 : 64;
            desk_hit *block = realloc(s->hit, more * sizeof *block);
            if (!block) {
                s->failed = true;
                return false;
            }
            s->hit = block;
            s->capacity = more;
        }
        fill(&s->hit[s->hits++], f);
        if (s->by_error && s->hits == (size_t)s->limit)
            for (size_t i = s->hits; i-- > 0;) sift(s, i);
    } else if (s->by_error && s->hits && cost(f->row) > cost(&s->hit[0].row)) {
        fill(&s->hit[0], f);
        sift(s, 0);
    }
    return true;
}

static int by_cost(const void *a, const void *b)
{
    const float x = cost(&((const desk_hit *)a)->row),
                y = cost(&((const desk_hit *)b)->row);
    return (x < y) - (x > y);
}

void desk_sort_hits(desk_hits *s)
{
    if (s->by_error && s->hits) qsort(s->hit, s->hits, sizeof *s->hit, by_cost);
}

json_t *desk_hit_json(const desk_hit *h)
{
    char xgid[ALEA_XGID_SIZE] = "";
    alea_position position;
    desk_row_position(&h->row, h->length, &position);
    alea_xgid_write(&position, xgid);
    const char *action = alea_event_name((alea_event_type)h->row.action);
    json_t *o = json_pack("{s:I,s:I,s:i,s:i,s:s,s:s,s:s,s:s,s:s,s:s}", "match",
                          (json_int_t)h->match, "entry", (json_int_t)h->row.entry,
                          "game", (int)h->row.game, "turn", (int)h->row.turn, "player",
                          h->name[0], "opponent", h->name[1], "date", h->date, "kind",
                          alea_judged_name((alea_judged)h->row.kind), "action", action,
                          "id", xgid);
    const bool known = !isnan(h->row.loss);
    json_object_set_new(o, "loss",
                        known ? json_real((double)h->row.loss) : json_null());
    return o;
}
