/* What was done in a club, by whom, and its members and log as CSV: everybody may read
 * it, so that nobody has to trust a director. */
#include "routes.h"

#include "ask.h"
#include "look.h"
#include "sheet.h"

#include "server/support/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_USUAL = 100, LOG_MOST = 500 };

/* ---- as JSON ---- */

static json_t *name_json(const char *name)
{
    return *name ? json_string(name) : json_null();
}

static json_t *rank_json(int rank)
{
    return rank ? json_integer(rank) : json_null();
}

static json_t *line_json(const storage_club_line *l)
{
    return json_pack("{s:I,s:I,s:s,s:o,s:[oo],s:[oo]}", "seq", (json_int_t)l->seq,
                     "time", (json_int_t)l->time, "what", l->what, "by",
                     name_json(l->names[0]), "about", name_json(l->names[1]),
                     name_json(l->names[2]), "rank", rank_json(l->rank[0]),
                     rank_json(l->rank[1]));
}

static void answer_log(club_request *c)
{
    int64_t before, limit;
    if (!http_query_number(c->request, "limit", LOG_USUAL, 1, LOG_MOST, &limit) ||
        !http_query_number(c->request, "before", 0, 0, INT64_MAX, &before)) {
        http_refuse(c->reply, 400, "bad_limit",
                    "'limit' is 1 to %d, 'before' the number of a line.", LOG_MOST);
        return;
    }
    storage_club_line *found = malloc((size_t)limit * sizeof *found);
    json_t *listed = json_array();
    const int count = found ? storage_club_log_of(c->all->parts.store, c->club.id,
                                                  before, found, (int)limit)
                            : -1;
    for (int i = 0; i < count; i++) json_array_append_new(listed, line_json(&found[i]));
    free(found);
    if (count >= 0) {
        http_answer(c->reply, 200, json_pack("{s:o}", "log", listed));
        return;
    }
    json_decref(listed);
    http_refuse_storage(c->reply);
}

static void log_get(void *part, http_request *request, http_reply *reply)
{
    club_look(part, request, reply, answer_log);
}

/* ---- as CSV ---- */

/* False: it cannot be read. */
static bool put_log(const club_request *c, FILE *out)
{
    storage_club_line *found = malloc(LOG_MOST * sizeof *found);
    int64_t before = 0;
    int count = found ? 1 : -1;
    fputs("number,time,what,by,about_1,about_2,rank_before,rank_after\r\n", out);
    while (count > 0) {
        count = storage_club_log_of(c->all->parts.store, c->club.id, before, found,
                                    LOG_MOST);
        for (int i = 0; i < count; i++) {
            const storage_club_line *l = &found[i];
            fprintf(out, "%lld,", (long long)l->seq);
            sheet_time(out, l->time);
            fprintf(out, ",%s,", l->what);
            for (int k = 0; k < 3; k++) {
                csv_text(out, l->names[k]);
                fputc(',', out);
            }
            for (int k = 0; k < 2; k++) {
                if (l->rank[k]) fprintf(out, "%d", l->rank[k]);
                fputs(k ? "\r\n" : ",", out);
            }
            before = l->seq;
        }
    }
    free(found);
    return count == 0;
}

static bool put_members(const club_request *c, FILE *out)
{
    enum { AT_ONCE = 500 };
    static const char *const roles[] = {"member", "director", "owner"};
    storage_club_member *found = malloc(AT_ONCE * sizeof *found);
    int after = 0, count = found ? 1 : -1;
    fputs("name,role,since\r\n", out);
    while (count > 0) {
        count = storage_club_members(c->all->parts.store, c->club.id, CLUB_MEMBER,
                                     CLUB_OWNER, after, found, AT_ONCE);
        for (int i = 0; i < count; i++) {
            const storage_club_member *m = &found[i];
            const club_role role = m->number == c->club.owner ? CLUB_OWNER : m->role;
            csv_text(out, m->name);
            fprintf(out, ",%s,", roles[role - CLUB_MEMBER]);
            sheet_time(out, m->since);
            fputs("\r\n", out);
            after = m->number;
        }
    }
    free(found);
    return count == 0;
}

static void answer_log_csv(club_request *c)
{
    sheet_answer(c, "log", put_log);
}

static void answer_members_csv(club_request *c)
{
    sheet_answer(c, "members", put_members);
}

static void log_csv_get(void *part, http_request *request, http_reply *reply)
{
    club_look(part, request, reply, answer_log_csv);
}

static void members_csv_get(void *part, http_request *request, http_reply *reply)
{
    club_look(part, request, reply, answer_members_csv);
}

const http_route clubs_log_routes[] = {
    {HTTP_GET, "/api/clubs/{id}/log", ROUTE_OPEN, log_get},
    {HTTP_GET, "/api/clubs/{id}/log.csv", ROUTE_OPEN, log_csv_get},
    {HTTP_GET, "/api/clubs/{id}/members.csv", ROUTE_OPEN, members_csv_get},
    {0},
};
