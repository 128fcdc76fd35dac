#include "hits.h"

#include <alea/notation.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float cost(const desk_row *row)
{
    return isnan(row->loss) ? -1 : row->loss;
}

static bool grow(void **block, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity) return true;
    const size_t more = *capacity ? *capacity * 2 : 64;
    void *grown = realloc(*block, more * size);
    if (!grown) return false;
    *block = grown;
    *capacity = more;
    return true;
}

/* Decisions come match by match. */
static bool add_match(desk_hits *s, const term_match *m)
{
    if (s->matches && s->of[s->matches - 1].match == m->id) return true;
    void *of = s->of;
    const bool grown = grow(&of, &s->matches_capacity, s->matches, sizeof *s->of);
    s->of = of;
    if (!grown) return false;
    desk_hit_match *one = &s->of[s->matches++];
    one->match = m->id;
    one->length = m->length;
    for (int i = 0; i < 2; i++)
        snprintf(one->player[i], sizeof one->player[i], "%s", m->player[i]);
    snprintf(one->date, sizeof one->date, "%s", m->date);
    return true;
}

static void fill(desk_hits *s, desk_hit *h, const desk_found *f)
{
    h->of = (uint32_t)(s->matches - 1);
    h->row = *f->row;
}

static size_t kept(const desk_hits *s)
{
    return s->limit < 0 ? SIZE_MAX : (size_t)(s->limit + s->offset);
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
    const bool first = s->hits < kept(s);
    s->found++;
    if (!first && !(s->by_error && s->hits && cost(f->row) > cost(&s->hit[0].row)))
        return true;
    void *hit = s->hit;
    s->failed =
        !add_match(s, f->match) || !grow(&hit, &s->capacity, s->hits, sizeof *s->hit);
    s->hit = hit;
    if (s->failed) return false;
    if (!first) {
        fill(s, &s->hit[0], f);
        sift(s, 0);
        return true;
    }
    fill(s, &s->hit[s->hits++], f);
    if (s->by_error && s->hits == kept(s))
        for (size_t i = s->hits; i-- > 0;) sift(s, i);
    return true;
}

/* Decisions of equal cost stay in the order of the desk. */
static int by_cost(const void *a, const void *b)
{
    const desk_hit *h = a, *k = b;
    const float x = cost(&h->row), y = cost(&k->row);
    if (x != y) return (x < y) - (x > y);
    if (h->of != k->of) return h->of < k->of ? -1 : 1;
    return (h->row.entry > k->row.entry) - (h->row.entry < k->row.entry);
}

void desk_sort_hits(desk_hits *s)
{
    if (s->by_error && s->hits) qsort(s->hit, s->hits, sizeof *s->hit, by_cost);
    const size_t skip = (size_t)s->offset < s->hits ? (size_t)s->offset : s->hits;
    s->hits -= skip;
    if (s->hits) memmove(s->hit, s->hit + skip, s->hits * sizeof *s->hit);
}

void desk_hits_free(desk_hits *s)
{
    free(s->hit);
    free(s->of);
    *s = (desk_hits){0};
}

const desk_hit_match *desk_hit_of(const desk_hits *s, const desk_hit *h)
{
    return &s->of[h->of];
}

json_t *desk_hit_json(const desk_hits *s, const desk_hit *h)
{
    char xgid[ALEA_XGID_SIZE] = "";
    alea_position position;
    const desk_hit_match *m = desk_hit_of(s, h);
    const int by = h->row.by == 1;
    desk_row_position(&h->row, m->length, &position);
    alea_xgid_write(&position, xgid);
    const char *action = alea_event_name((alea_event_type)h->row.action);
    json_t *o = json_pack("{s:I,s:I,s:i,s:i,s:s,s:s,s:s,s:s,s:s,s:s}", "match",
                          (json_int_t)m->match, "entry", (json_int_t)h->row.entry,
                          "game", (int)h->row.game, "turn", (int)h->row.turn, "player",
                          m->player[by], "opponent", m->player[1 - by], "date", m->date,
                          "kind", alea_judged_name((alea_judged)h->row.kind), "action",
                          action, "id", xgid);
    const bool known = !isnan(h->row.loss);
    json_object_set_new(o, "loss",
                        known ? json_real((double)h->row.loss) : json_null());
    return o;
}
