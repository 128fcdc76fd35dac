/* Matches of the ladder: challenges, results, called off. */
#include "routes.h"

#include "ask.h"
#include "host.h"
#include "ladder_look.h"
#include "look.h"
#include "places.h"

#include "server/storage/clubs/ladder.h"

#include <stdlib.h>
#include <string.h>

enum { RECENT = 200 };
static const int64_t day_ms = 24LL * 3600 * 1000;

/* ---- challenging ---- */

static bool is_busy(club_request *c, const storage_club_match *open, int count,
                    int other)
{
    for (int i = 0; i < count; i++) {
        if (open[i].member[0] == c->me.number) {
            http_refuse(c->reply, 409, "busy",
                        "You have challenged somebody already: play that match first.");
            return true;
        }
        if (open[i].member[1] == other) {
            http_refuse(c->reply, 409, "busy",
                        "Another member was faster: the match "
                        "comes first.");
            return true;
        }
    }
    return false;
}

/* Whether one's last challenge came to nothing within a day. */
static bool is_soon(club_request *c, const storage_club_match *closed, int count)
{
    for (int i = 0; i < count; i++)
        if (closed[i].state == CLUB_MATCH_OFF && closed[i].member[0] == c->me.number &&
            server_now() - closed[i].ended < day_ms) {
            http_refuse(c->reply, 409, "too_often",
                        "A challenge of yours was called off within the last day: wait "
                        "until tomorrow.");
            return true;
        }
    return false;
}

static bool may_challenge(club_request *c, const places *p, int other)
{
    storage *store = c->all->parts.store;
    storage_club_match *open = calloc(LADDER_PLACES, sizeof *open),
                       *closed = calloc(RECENT, sizeof *closed);
    const int now = open ? storage_ladder_matches(store, c->club.id, true, open,
                                                  LADDER_PLACES)
                         : -1,
              then = closed ? storage_ladder_matches(store, c->club.id, false, closed,
                                                     RECENT)
                            : -1;
    bool may = false;
    if (now < 0 || then < 0)
        http_refuse_storage(c->reply);
    else if (!places_rank(p, c->me.number))
        http_refuse(c->reply, 409, "not_on", "Enter the ladder first.");
    else if (!places_in_reach(p, &c->club, c->me.number, other))
        http_refuse(c->reply, 409, "out_of_reach",
                    "One challenges members at most %d places higher.", c->club.reach);
    else
        may = !is_busy(c, open, now, other) && !is_soon(c, closed, then);
    free(open);
    free(closed);
    return may;
}

static void decide_challenge(club_request *c)
{
    const json_t *given = json_object_get(c->body, "member");
    const int other = (int)json_integer_value(given);
    places p = {NULL, 0};
    c->answer = ladder_answer;
    if (!json_is_integer(given))
        http_refuse(c->reply, 400, "bad_request", "'member' is a member's number.");
    else if (!c->club.reach)
        http_refuse(c->reply, 404, "no_ladder", "The club has no ladder.");
    else if (!places_read(c->all, c->club.id, &p))
        http_refuse_storage(c->reply);
    else if (may_challenge(c, &p, other)) {
        c->match = (storage_club_match){.number = (int)c->club.last + 1,
                                        .member = {c->me.number, other},
                                        .time = server_now(),
                                        .winner = -1,
                                        .told = {-1, -1}};
        c->change.match = &c->match;
        c->status = 201;
        club_note(c, "challenged", c->me.number, other);
    }
    places_free(&p);
}

static void matches_post(void *part, http_request *request, http_reply *reply)
{
    clubs_settle(part, request->id[0]);
    club_change_by(part, request, reply, CLUB_RIGHT_OF_MEMBER, decide_challenge);
}

/* ---- results ---- */

/* The side that the request says has won; -1 after filling the reply. */
static int read_winner(club_request *c)
{
    const json_t *given = json_object_get(c->body, "winner");
    const json_int_t winner = json_integer_value(given);
    for (int side = 0; side < 2 && json_is_integer(given); side++)
        if (c->match.member[side] == winner) return side;
    http_refuse(c->reply, 422, "bad_result",
                "'winner' is the number of one of the two members.");
    return -1;
}

static void count(club_request *c, int winner)
{
    places p;
    if (places_read(c->all, c->club.id, &p)) {
        places_decide(&p, &c->match, winner, &c->change);
        c->change.line.by = c->me.number;
    } else {
        http_refuse_storage(c->reply);
    }
    places_free(&p);
}

/* One of the two: it counts when the other says the same. A director who is not one of
 * the two decides. */
static void take_result(club_request *c, int side, int winner)
{
    if (side < 0) {
        count(c, winner);
        return;
    }
    if (c->match.told[side] >= 0 && c->match.told[side] != winner) {
        http_refuse(c->reply, 409, "told",
                    "You have told another result: a director decides.");
        return;
    }
    if (c->match.told[side] == winner) return;
    c->match.told[side] = winner;
    if (c->match.told[1 - side] == winner) {
        count(c, winner);
        return;
    }
    c->change.match = &c->match;
    club_note(c, "told", c->me.number, c->match.member[winner]);
}

static void decide_result(club_request *c)
{
    const int side = ladder_match_side(c);
    c->answer = ladder_answer;
    if (c->reply->status) return;
    const int winner = read_winner(c);
    if (winner < 0) return;
    if (side < 0 && !club_directs(c))
        http_refuse(c->reply, 403, "not_yours", "This is a match of others.");
    else if (c->match.state == CLUB_MATCH_COUNTED && c->match.winner == winner)
        return; /* a repeated request */
    else if (c->match.state != CLUB_MATCH_OPEN)
        http_refuse(c->reply, 409, "decided", "This match is over.");
    else
        take_result(c, side, winner);
}

static void result_post(void *part, http_request *request, http_reply *reply)
{
    club_change_by(part, request, reply, CLUB_RIGHT_OF_MEMBER, decide_result);
}

/* ---- called off ---- */

static void decide_off(club_request *c)
{
    const int side = ladder_match_side(c);
    const bool decides = side < 0 && club_directs(c);
    c->answer = ladder_answer;
    if (c->reply->status) return;
    if (side < 0 && !decides)
        http_refuse(c->reply, 403, "not_yours", "This is a match of others.");
    else if (c->match.state != CLUB_MATCH_OPEN)
        http_refuse(c->reply, 409, "decided", "This match is over.");
    else if (!decides && *c->match.game)
        http_refuse(c->reply, 409, "playing",
                    "The match is being played: end it in its game.");
    else if (!decides && (c->match.told[0] >= 0 || c->match.told[1] >= 0))
        http_refuse(c->reply, 409, "told",
                    "There is a result already: confirm it, or let a director decide.");
    else {
        c->match.state = CLUB_MATCH_OFF;
        c->match.ended = server_now();
        c->change.match = &c->match;
        club_note(c, "called_off", c->me.number, c->match.member[0]);
        c->change.line.about[1] = c->match.member[1];
    }
}

static void match_delete(void *part, http_request *request, http_reply *reply)
{
    club_change(part, request, reply, CLUB_RIGHT_OF_MEMBER, decide_off);
}

const http_route clubs_challenge_routes[] = {
    {HTTP_POST, "/api/clubs/{id}/ladder/matches", ROUTE_CHANGE, matches_post},
    {HTTP_POST, "/api/clubs/{id}/ladder/matches/{n}/result", ROUTE_CHANGE, result_post},
    {HTTP_DELETE, "/api/clubs/{id}/ladder/matches/{n}", ROUTE_CHANGE, match_delete},
    {0},
};
