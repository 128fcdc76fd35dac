/* Members: joining, being let in, leaving; directors, bans, and the owner. */
#include "routes.h"

#include "ask.h"
#include "look.h"

#include <stdlib.h>
#include <string.h>

enum { MEMBERS_USUAL = 100, MEMBERS_MOST = 500 };

/* ---- the list ---- */

static void answer_members(club_request *c)
{
    int64_t after, limit;
    char list[16] = "members";
    club_role least = CLUB_MEMBER, most = CLUB_OWNER;
    http_query(c->request, "list", list, sizeof list);
    if (strcmp(list, "applied") == 0)
        least = most = CLUB_APPLIED;
    else if (strcmp(list, "banned") == 0)
        least = most = CLUB_BANNED;
    else if (strcmp(list, "members") != 0) {
        http_refuse(c->reply, 400, "bad_list",
                    "'list' is members, or for directors applied or banned.");
        return;
    }
    if (most != CLUB_OWNER && !club_directs(c)) {
        http_refuse(c->reply, 403, "not_director",
                    "Only directors of the club see this list.");
        return;
    }
    if (!http_query_number(c->request, "limit", MEMBERS_USUAL, 1, MEMBERS_MOST,
                           &limit) ||
        !http_query_number(c->request, "after", 0, 0, INT32_MAX, &after)) {
        http_refuse(c->reply, 400, "bad_limit",
                    "'limit' is 1 to %d, 'after' the number of a member.",
                    MEMBERS_MOST);
        return;
    }
    storage_club_member *found = malloc((size_t)limit * sizeof *found);
    json_t *listed = json_array();
    const int count = found
                          ? storage_club_members(c->all->parts.store, c->club.id, least,
                                                 most, (int)after, found, (int)limit)
                          : -1;
    for (int i = 0; i < count; i++)
        json_array_append_new(listed, club_member_json(&c->club, &found[i]));
    free(found);
    if (count >= 0) {
        http_answer(c->reply, 200, json_pack("{s:o}", "members", listed));
        return;
    }
    json_decref(listed);
    http_refuse_storage(c->reply);
}

static void members_get(void *part, http_request *request, http_reply *reply)
{
    club_look(part, request, reply, answer_members);
}

/* ---- joining ---- */

static bool may_join(club_request *c, club_role role)
{
    storage *store = c->all->parts.store;
    const int64_t joined = storage_clubs_of(store, c->request->who.user, CLUB_APPLIED);
    const int64_t applied =
        storage_club_count(store, c->club.id, CLUB_APPLIED, CLUB_APPLIED);
    if (joined < 0 || applied < 0)
        http_refuse_storage(c->reply);
    else if (c->me.role == CLUB_BANNED)
        http_refuse(c->reply, 403, "banned", "The club does not let you in.");
    else if (c->me.joins >= CLUB_JOINS)
        http_refuse(c->reply, 409, "too_often",
                    "You have joined this club %d times: ask a director.", CLUB_JOINS);
    else if (joined >= CLUBS_JOINED)
        http_refuse(c->reply, 409, "too_many", "You are in %d clubs: leave one first.",
                    CLUBS_JOINED);
    else if (c->club.members >= CLUB_MEMBERS ||
             (role == CLUB_APPLIED && applied >= CLUB_APPLICANTS))
        http_refuse(c->reply, 409, "full", "The club takes no more members.");
    else
        return true;
    return false;
}

/* A club of which nobody is left belongs to the first person who joins. */
static void decide_joining(club_request *c)
{
    const bool is_let_in = c->club.is_open || !c->club.owner;
    const club_role role = is_let_in ? CLUB_MEMBER : CLUB_APPLIED;
    if (c->me.role >= CLUB_APPLIED || !may_join(c, role)) return;
    storage_club_member *m = &c->member[0];
    *m = c->me;
    if (!m->number) m->number = (int)c->club.last + 1;
    memcpy(m->person, c->request->who.user, sizeof m->person);
    m->role = role;
    m->rung = 0;
    m->joins++;
    m->since = server_now();
    c->change.member[0] = m;
    c->status = 201;
    club_note(c, is_let_in ? "joined" : "applied", m->number, 0);
}

static void members_post(void *part, http_request *request, http_reply *reply)
{
    club_change(part, request, reply, CLUB_RIGHT_OF_ALL, decide_joining);
}

/* ---- roles ---- */

static bool read_role(const json_t *body, club_role *out)
{
    static const struct {
        const char *name;
        club_role role;
    } roles[] = {{"banned", CLUB_BANNED},
                 {"gone", CLUB_GONE},
                 {"member", CLUB_MEMBER},
                 {"director", CLUB_DIRECTOR},
                 {"owner", CLUB_OWNER}};
    const char *given = http_text(body, "role");
    for (size_t i = 0; given && i < sizeof roles / sizeof *roles; i++)
        if (strcmp(roles[i].name, given) == 0) {
            *out = roles[i].role;
            return true;
        }
    return false;
}

/* Everybody may leave or step down, but for the owner. Directors let in, remove and
 * ban members; the owner also makes and dismisses directors and hands the club over. */
static bool may_set_role(const club_request *c, const storage_club_member *m,
                         club_role role)
{
    const club_role now = m->number == c->club.owner ? CLUB_OWNER : m->role;
    if (now == CLUB_OWNER) {
        http_refuse(c->reply, 409, "owner", "The owner hands the club over first.");
        return false;
    }
    if (m->number == c->me.number && role < now && role >= CLUB_GONE) return true;
    const club_role most = now > role ? now : role;
    const club_role needed =
        most >= CLUB_DIRECTOR && c->me.role < CLUB_OWNER ? CLUB_OWNER : CLUB_DIRECTOR;
    if (c->me.role < needed)
        http_refuse(c->reply, 403, needed == CLUB_OWNER ? "not_owner" : "not_director",
                    needed == CLUB_OWNER ? "Only the club's owner can do that."
                                         : "Only a director of the club can do that.");
    else if (!*m->person || (now <= CLUB_GONE && role > CLUB_GONE))
        http_refuse(c->reply, 409, "gone",
                    "Nobody is taken into a club who has not asked for it.");
    else
        return true;
    return false;
}

static const char *deed(const storage_club_member *before, club_role role, bool is_own)
{
    switch (role) {
    case CLUB_BANNED: return "banned";
    case CLUB_GONE:
        return is_own                         ? "left"
               : before->role == CLUB_BANNED  ? "unbanned"
               : before->role == CLUB_APPLIED ? "declined"
                                              : "expelled";
    case CLUB_MEMBER: return before->role == CLUB_APPLIED ? "let_in" : "dismissed";
    case CLUB_DIRECTOR: return "appointed";
    case CLUB_OWNER: return "handed_over";
    case CLUB_APPLIED: break;
    }
    return "changed";
}

static bool has_place(const club_request *c, const storage_club_member *m,
                      club_role role)
{
    storage *store = c->all->parts.store;
    if (role < CLUB_DIRECTOR) return true;
    const int64_t directors =
        storage_club_count(store, c->club.id, CLUB_DIRECTOR, CLUB_OWNER);
    if (directors < 0)
        http_refuse_storage(c->reply);
    else if (directors >= CLUB_DIRECTORS && m->role < CLUB_DIRECTOR)
        http_refuse(c->reply, 409, "too_many", "A club has at most %d directors.",
                    CLUB_DIRECTORS);
    else
        return true;
    return false;
}

/* The new owner has his own budget of clubs. */
static bool may_own(const club_request *c, const storage_club_member *m)
{
    const int64_t owned = storage_clubs_of(c->all->parts.store, m->person, CLUB_OWNER);
    if (owned < 0)
        http_refuse_storage(c->reply);
    else if (owned >= CLUBS_OWNED)
        http_refuse(c->reply, 409, "too_many", "He owns %d clubs already.",
                    CLUBS_OWNED);
    else
        return true;
    return false;
}

static void set_role(club_request *c, storage_club_member *m, club_role role)
{
    const char *what = deed(m, role, m->number == c->me.number);
    if (m->role == role || !may_set_role(c, m, role) || !has_place(c, m, role)) return;
    if (role == CLUB_OWNER && !may_own(c, m)) return;
    if (m->role == CLUB_APPLIED && role == CLUB_MEMBER) m->since = server_now();
    if (m->role == CLUB_BANNED && role == CLUB_GONE) m->joins = 0;
    if (role < CLUB_MEMBER) m->rung = 0;
    m->role = role;
    c->change.member[0] = m;
    if (role == CLUB_OWNER) {
        c->member[1] = c->me;
        c->member[1].role = CLUB_DIRECTOR;
        c->change.member[1] = &c->member[1];
    }
    club_note(c, what, c->me.number, m->number);
}

static void decide_role(club_request *c)
{
    const int number = club_number(c->request, "/members/");
    const storage_answer found =
        storage_club_member_at(c->all->parts.store, c->club.id, number, &c->member[0]);
    club_role role;
    if (found == ANSWER_FAILED)
        http_refuse_storage(c->reply);
    else if (found == ANSWER_ABSENT)
        http_refuse(c->reply, 404, "no_such_member", "There is no such member.");
    else if (!read_role(c->body, &role))
        http_refuse(c->reply, 400, "bad_role",
                    "'role' is member, director, owner, gone or banned.");
    else
        set_role(c, &c->member[0], role);
}

static void member_patch(void *part, http_request *request, http_reply *reply)
{
    club_change_by(part, request, reply, CLUB_RIGHT_OF_ALL, decide_role);
}

const http_route clubs_member_routes[] = {
    {HTTP_GET, "/api/clubs/{id}/members", ROUTE_OPEN, members_get},
    {HTTP_POST, "/api/clubs/{id}/members", ROUTE_CHANGE, members_post},
    {HTTP_PATCH, "/api/clubs/{id}/members/{n}", ROUTE_CHANGE, member_patch},
    {0},
};
