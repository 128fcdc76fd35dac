/* A club's ladder: looked at, entered and left. */
#include "routes.h"

#include "ask.h"
#include "host.h"
#include "ladder_look.h"
#include "places.h"
#include "sheet.h"

#include "server/support/csv.h"

#include <string.h>

static const int64_t day_ms = 24LL * 3600 * 1000;

static void answer_ladder(club_request *c)
{
    if (c->club.reach)
        ladder_answer(c);
    else
        http_refuse(c->reply, 404, "no_ladder", "The club has no ladder.");
}

static void ladder_get(void *part, http_request *request, http_reply *reply)
{
    clubs_settle(part, request->id[0]);
    club_look(part, request, reply, answer_ladder);
}

/* ---- as CSV ---- */

static bool put_places(const club_request *c, FILE *out)
{
    places p;
    const bool is_read = places_read(c->all, c->club.id, &p);
    fputs("rank,name,last_match\r\n", out);
    for (int i = 0; i < p.count; i++) {
        fprintf(out, "%d,", i + 1);
        csv_text(out, p.row[i].name);
        fputc(',', out);
        sheet_time(out, p.row[i].played);
        fputs("\r\n", out);
    }
    places_free(&p);
    return is_read;
}

static void answer_csv(club_request *c)
{
    if (c->club.reach)
        sheet_answer(c, "ladder", put_places);
    else
        answer_ladder(c);
}

static void csv_get(void *part, http_request *request, http_reply *reply)
{
    clubs_settle(part, request->id[0]);
    club_look(part, request, reply, answer_csv);
}

/* ---- entered and left ---- */

/* At the end; back a day after leaving it at the earliest. */
static void enter(club_request *c, const places *p)
{
    if (p->count >= LADDER_PLACES) {
        http_refuse(c->reply, 409, "full", "The ladder has %d places.", LADDER_PLACES);
        return;
    }
    if (c->me.played && server_now() - c->me.played < day_ms) {
        http_refuse(c->reply, 409, "too_often",
                    "You left the ladder within the last day: come back later.");
        return;
    }
    c->member[0] = c->me;
    c->member[0].rung = p->count ? p->row[p->count - 1].rung + 1 : 1;
    c->member[0].played = server_now();
    c->change.member[0] = &c->member[0];
    club_note(c, "entered", c->me.number, 0);
    c->change.line.rank[1] = p->count + 1;
}

static void leave(club_request *c, const places *p)
{
    c->member[0] = c->me;
    c->member[0].rung = 0;
    c->member[0].played = server_now();
    c->change.member[0] = &c->member[0];
    club_note(c, "quit", c->me.number, 0);
    c->change.line.rank[0] = places_rank(p, c->me.number);
}

static void decide_place(club_request *c)
{
    const json_t *on = json_object_get(c->body, "on");
    places p = {NULL, 0};
    c->answer = answer_ladder;
    if (!json_is_boolean(on))
        http_refuse(c->reply, 400, "bad_request", "'on' is true or false.");
    else if (!c->club.reach)
        answer_ladder(c);
    else if (!places_read(c->all, c->club.id, &p))
        http_refuse_storage(c->reply);
    else if (json_is_true(on) && !c->me.rung)
        enter(c, &p);
    else if (json_is_false(on) && c->me.rung)
        leave(c, &p);
    places_free(&p);
}

static void ladder_post(void *part, http_request *request, http_reply *reply)
{
    club_change_by(part, request, reply, CLUB_RIGHT_OF_MEMBER, decide_place);
}

const http_route clubs_ladder_routes[] = {
    {HTTP_GET, "/api/clubs/{id}/ladder", ROUTE_OPEN, ladder_get},
    {HTTP_POST, "/api/clubs/{id}/ladder", ROUTE_CHANGE, ladder_post},
    {HTTP_GET, "/api/clubs/{id}/ladder.csv", ROUTE_OPEN, csv_get},
    {0},
};
