#include "look.h"

#include <stdlib.h>
#include <string.h>

enum { NEWS_SHOWN = 5 };

bool club_directs(const club_request *c)
{
    return c->me.role >= CLUB_DIRECTOR;
}

static const char *role_name(club_role role)
{
    switch (role) {
    case CLUB_BANNED: return "banned";
    case CLUB_GONE: return "gone";
    case CLUB_APPLIED: return "applied";
    case CLUB_MEMBER: return "member";
    case CLUB_DIRECTOR: return "director";
    case CLUB_OWNER: return "owner";
    }
    return "gone";
}

json_t *club_row_json(const storage_club *c)
{
    return json_pack("{s:s,s:s,s:s,s:b,s:i,s:I,s:I,s:I,s:b}", "club", c->id, "name",
                     c->name, "town", c->town, "open", c->is_open, "members",
                     c->members, "created", (json_int_t)c->created, "changed",
                     (json_int_t)c->changed, "seq", (json_int_t)c->last, "removed",
                     c->removed != 0);
}

json_t *club_member_json(const storage_club *c, const storage_club_member *m)
{
    const club_role role = m->number == c->owner ? CLUB_OWNER : m->role;
    return json_pack("{s:i,s:s,s:b,s:s,s:I}", "member", m->number, "name", m->name,
                     "account", *m->person != '\0', "role", role_name(role), "since",
                     (json_int_t)m->since);
}

json_t *club_news_json(const storage_club_news *n)
{
    return json_pack("{s:i,s:I,s:s,s:s}", "news", n->number, "time",
                     (json_int_t)n->time, "by", n->author, "text", n->text);
}

static json_t *ladder_json(const storage_club *c)
{
    if (!c->reach) return json_null();
    return json_pack("{s:i,s:i,s:i}", "reach", c->reach, "length", c->length,
                     "idle_days", c->idle_days);
}

/* The owner first. NULL: it cannot be read. */
static json_t *directors_json(const club_request *c)
{
    storage *store = c->all->parts.store;
    storage_club_member *found = calloc(CLUB_DIRECTORS + 1, sizeof *found);
    json_t *out = json_array();
    int count = found ? storage_club_members(store, c->club.id, CLUB_DIRECTOR,
                                             CLUB_OWNER, 0, found, CLUB_DIRECTORS)
                      : -1;
    bool has_owner = false;
    for (int i = 0; i < count; i++) has_owner |= found[i].number == c->club.owner;
    if (count >= 0 && !has_owner && c->club.owner) {
        if (storage_club_member_at(store, c->club.id, c->club.owner, &found[count]) ==
            ANSWER_FOUND)
            count++;
        else
            count = -1;
    }
    for (int i = 0; i < count; i++) {
        json_t *one = club_member_json(&c->club, &found[i]);
        if (found[i].number == c->club.owner)
            json_array_insert_new(out, 0, one);
        else
            json_array_append_new(out, one);
    }
    free(found);
    if (count >= 0) return out;
    json_decref(out);
    return NULL;
}

static json_t *news_json(const club_request *c)
{
    storage_club_news *found = malloc(NEWS_SHOWN * sizeof *found);
    json_t *out = json_array();
    const int count = found ? storage_club_news_of(c->all->parts.store, c->club.id, 0,
                                                   found, NEWS_SHOWN)
                            : -1;
    for (int i = 0; i < count; i++)
        json_array_append_new(out, club_news_json(&found[i]));
    free(found);
    if (count >= 0) return out;
    json_decref(out);
    return NULL;
}

/* How many wait to be let in: directors see it. -1: it cannot be read. */
static int64_t count_applied(const club_request *c)
{
    return club_directs(c) ? storage_club_count(c->all->parts.store, c->club.id,
                                                CLUB_APPLIED, CLUB_APPLIED)
                           : 0;
}

static json_t *me_json(const club_request *c)
{
    return json_pack("{s:o,s:s}", "member",
                     c->me.number ? json_integer(c->me.number) : json_null(), "role",
                     role_name(c->me.role));
}

void club_answer(club_request *c)
{
    storage *store = c->all->parts.store;
    const char *user = c->request->who.guest ? "" : c->request->who.user;
    /* Counts and roles are as after the change. */
    if (storage_club_get(store, c->club.id, &c->club) != ANSWER_FOUND ||
        (*user &&
         storage_club_member_of(store, c->club.id, user, &c->me) == ANSWER_FAILED)) {
        http_refuse_storage(c->reply);
        return;
    }
    if (c->me.number && c->me.number == c->club.owner) c->me.role = CLUB_OWNER;
    const int64_t applied = count_applied(c);
    json_t *directors = directors_json(c), *news = news_json(c);
    if (applied < 0 || !directors || !news) {
        json_decref(directors);
        json_decref(news);
        http_refuse_storage(c->reply);
        return;
    }
    json_t *out = club_row_json(&c->club);
    json_t *more = json_pack(
        "{s:s,s:o,s:o,s:o,s:o,s:o}", "text", c->club.text, "directors", directors,
        "news", news, "ladder", ladder_json(&c->club), "me", me_json(c), "applied",
        club_directs(c) ? json_integer((json_int_t)applied) : json_null());
    json_object_update(out, more);
    json_decref(more);
    http_answer(c->reply, c->status, out);
}
