#include "ladder_look.h"

#include "places.h"

#include "server/storage/clubs/ladder.h"

#include <stdlib.h>
#include <string.h>

enum { RESULTS_SHOWN = 30 };
static const int64_t day_ms = 24LL * 3600 * 1000;

/* ---- matches ---- */

/* NULL: it cannot be read. */
static json_t *name_json(const club_request *c, const places *p, int number)
{
    storage_club_member m;
    const int rank = places_rank(p, number);
    if (rank) return json_string(p->row[rank - 1].name);
    if (storage_club_member_at(c->all->parts.store, c->club.id, number, &m) !=
        ANSWER_FOUND)
        return NULL;
    return json_string(m.name);
}

static json_t *side_json(const storage_club_match *m, int side)
{
    return side < 0 ? json_null() : json_integer(m->member[side]);
}

static const char *state_name(club_match_state state)
{
    switch (state) {
    case CLUB_MATCH_OPEN: return "open";
    case CLUB_MATCH_COUNTED: return "counted";
    case CLUB_MATCH_ASKED: /* of two teams */
    case CLUB_MATCH_OFF: return "off";
    }
    return "off";
}

static json_t *match_json(const club_request *c, const places *p,
                          const storage_club_match *m)
{
    json_t *names[2] = {name_json(c, p, m->member[0]), name_json(c, p, m->member[1])};
    if (!names[0] || !names[1]) {
        json_decref(names[0]);
        json_decref(names[1]);
        return NULL;
    }
    return json_pack(
        "{s:i,s:[ii],s:[oo],s:s,s:I,s:I,s:o,s:o,s:o,s:[oo],s:o}", "match", m->number,
        "members", m->member[0], m->member[1], "names", names[0], names[1], "state",
        state_name(m->state), "time", (json_int_t)m->time, "until",
        (json_int_t)(m->time + LADDER_DAYS * day_ms), "ended",
        m->ended ? json_integer((json_int_t)m->ended) : json_null(), "game",
        *m->game ? json_string(m->game) : json_null(), "winner",
        side_json(m, m->winner), "told", side_json(m, m->told[0]),
        side_json(m, m->told[1]), "score",
        m->has_score ? json_pack("[ii]", m->score[0], m->score[1]) : json_null());
}

/* NULL: they cannot be read. */
static json_t *matches_json(const club_request *c, const places *p,
                            const storage_club_match *found, int count)
{
    json_t *out = json_array();
    for (int i = 0; i < count; i++) {
        json_t *one = match_json(c, p, &found[i]);
        if (!one) {
            json_decref(out);
            return NULL;
        }
        json_array_append_new(out, one);
    }
    return count < 0 ? json_decref(out), NULL : out;
}

/* ---- places ---- */

static bool is_busy(int member, int side, const storage_club_match *open, int count)
{
    for (int i = 0; i < count; i++)
        if (open[i].member[side] == member) return true;
    return false;
}

static json_t *places_json(const club_request *c, const places *p,
                           const storage_club_match *open, int count)
{
    json_t *out = json_array();
    const bool is_free = !is_busy(c->me.number, 0, open, count);
    for (int i = 0; i < p->count; i++) {
        const storage_club_member *m = &p->row[i];
        const bool may = is_free &&
                         places_in_reach(p, &c->club, c->me.number, m->number) &&
                         !is_busy(m->number, 1, open, count);
        json_array_append_new(out,
                              json_pack("{s:i,s:i,s:s,s:I,s:b}", "rank", i + 1,
                                        "member", m->number, "name", m->name, "played",
                                        (json_int_t)m->played, "may_challenge", may));
    }
    return out;
}

static json_t *rules_json(const storage_club *c)
{
    return json_pack("{s:i,s:i,s:i}", "reach", c->reach, "length", c->length,
                     "idle_days", c->idle_days);
}

static json_t *state_json(club_request *c, storage_club_match *open,
                          storage_club_match *closed)
{
    storage *store = c->all->parts.store;
    const char *id = c->club.id;
    places p;
    json_t *out = NULL;
    const bool is_read = places_read(c->all, id, &p);
    const int count = storage_ladder_matches(store, id, true, open, LADDER_PLACES),
              over = storage_ladder_matches(store, id, false, closed, RESULTS_SHOWN);
    json_t *now = is_read ? matches_json(c, &p, open, count) : NULL,
           *then = is_read ? matches_json(c, &p, closed, over) : NULL;
    if (now && then) {
        const int rank = places_rank(&p, c->me.number);
        out = json_pack("{s:s,s:I,s:o,s:o,s:O,s:O,s:{s:o,s:o}}", "club", id, "seq",
                        (json_int_t)c->club.last, "ladder", rules_json(&c->club),
                        "places", places_json(c, &p, open, count), "open", now,
                        "results", then, "me", "member",
                        c->me.number ? json_integer(c->me.number) : json_null(), "rank",
                        rank ? json_integer(rank) : json_null());
    }
    json_decref(now);
    json_decref(then);
    places_free(&p);
    return out;
}

void ladder_answer(club_request *c)
{
    storage_club_match *open = calloc(LADDER_PLACES, sizeof *open),
                       *closed = calloc(RESULTS_SHOWN, sizeof *closed);
    json_t *out = open && closed ? state_json(c, open, closed) : NULL;
    free(open);
    free(closed);
    if (out)
        http_answer(c->reply, c->status, out);
    else
        http_refuse_storage(c->reply);
}
