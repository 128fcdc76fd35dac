/* Rounds, results, and when the two of a match meet. */
#include "routes.h"

#include "ask.h"
#include "look.h"

#include "tournament/draw.h"

#include <stdlib.h>
#include <string.h>

/* A request about a match, or about the rounds. */
typedef struct match_request {
    tournaments *all;
    const http_request *request;
    http_reply *reply;
    live_tournament *live;
    tournament_event *e;
    tournament_change change;
} match_request;

/* False after filling the reply. */
static bool begin(match_request *m, void *part, const http_request *request,
                  tournament_right right, http_reply *reply)
{
    *m = (match_request){.all = part, .request = request, .reply = reply};
    m->live = ask_change(part, request, right, reply);
    m->e = m->live ? calloc(1, sizeof *m->e) : NULL;
    m->change.actor = request->who.user;
    if (m->live && !m->e) http_refuse_storage(reply);
    return m->e != NULL;
}

static void commit(match_request *m)
{
    ask_commit(m->all, m->live, m->e, &m->change, m->request, 200, m->reply);
}

/* The match that the path names; NULL after filling the reply. */
static const tournament_match *find_match(match_request *m)
{
    const tournament *t = m->live->t;
    m->e->match = ask_number(m->request, "/matches/");
    if (m->e->match >= 0 && m->e->match < t->matches) return &t->match[m->e->match];
    http_refuse(m->reply, 404, "no_such_match", "There is no such match.");
    return NULL;
}

/* ---- results ---- */

/* The side of the player that the request says has won; -1 for null, if that may be.
 * False after filling the reply. */
static bool read_winner(match_request *m, const tournament_match *match,
                        const json_t *body, bool may_be_nobody)
{
    const json_t *winner = json_object_get(body, "winner");
    const json_int_t player = json_integer_value(winner);
    m->e->winner = -1;
    if (may_be_nobody && json_is_null(winner)) return true;
    for (int side = 0; side < 2 && json_is_integer(winner); side++)
        if (player >= 0 && match->player[side] == player) m->e->winner = side;
    if (m->e->winner >= 0) return true;
    http_refuse(m->reply, 422, "bad_result",
                "'winner' is the number of one of the two players.");
    return false;
}

/* Points in the order of the match's players. */
static bool read_score(match_request *m, const json_t *body)
{
    const json_t *score = json_object_get(body, "score");
    if (!score || json_is_null(score)) return true;
    m->e->has_score = true;
    for (size_t i = 0; i < 2; i++) {
        const json_t *value = json_array_get(score, i);
        const json_int_t points = json_integer_value(value);
        if (!json_is_integer(value) || points < 0 || points > 999 ||
            json_array_size(score) != 2) {
            http_refuse(m->reply, 422, "bad_result",
                        "'score' is the points of both, in the order of 'players'.");
            return false;
        }
        m->e->score[i] = (int)points;
    }
    return true;
}

/* Is it what stands already: a repeated request? */
static bool stands(const tournament_match *match, const tournament_event *e)
{
    return match->outcome == OUTCOME_PLAYED && match->winner == e->winner &&
           match->has_score == e->has_score &&
           (!e->has_score || memcmp(match->score, e->score, sizeof e->score) == 0);
}

/* Of a director it stands; of a player when the other says the same. */
static void take_result(match_request *m, const json_t *body)
{
    const char *user = m->request->who.user;
    const tournament_match *match = find_match(m);
    if (!match || !read_winner(m, match, body, false) || !read_score(m, body)) return;
    const storage_answer directs = tournament_is_director(m->all, &m->live->row, user);
    m->e->kind = directs == ANSWER_FOUND ? TOURNAMENT_RESULT : TOURNAMENT_REPORTED;
    m->e->who = tournament_player_of(m->live->t, user);
    if (directs == ANSWER_FAILED)
        http_refuse_storage(m->reply);
    else if (stands(match, m->e))
        ask_answer(m->all, m->live, m->request, 200, m->reply);
    else
        commit(m);
}

static void result_post(void *part, http_request *request, http_reply *reply)
{
    match_request m;
    json_t *body = http_json(request, reply);
    if (!body) return;
    if (begin(&m, part, request, RIGHT_OF_ALL, reply)) take_result(&m, body);
    free(m.e);
    json_decref(body);
}

static void forfeit_post(void *part, http_request *request, http_reply *reply)
{
    match_request m;
    json_t *body = http_json(request, reply);
    if (!body) return;
    if (begin(&m, part, request, RIGHT_OF_DIRECTOR, reply)) {
        const tournament_match *match = find_match(&m);
        m.e->kind = TOURNAMENT_FORFEIT;
        if (match && read_winner(&m, match, body, true)) commit(&m);
    }
    free(m.e);
    json_decref(body);
}

static void result_delete(void *part, http_request *request, http_reply *reply)
{
    match_request m;
    if (begin(&m, part, request, RIGHT_OF_DIRECTOR, reply)) {
        m.e->kind = TOURNAMENT_UNDONE;
        if (find_match(&m)) commit(&m);
    }
    free(m.e);
}

/* ---- when the two meet ---- */

/* As whom the asker acts: as a player of the match, or as a director who is neither of
 * the two. False after filling the reply. */
static bool find_asker(match_request *m, const tournament_match *match)
{
    const char *user = m->request->who.user;
    m->e->who = tournament_player_of(m->live->t, user);
    if (m->e->who >= 0 &&
        (match->player[0] == m->e->who || match->player[1] == m->e->who))
        return true;
    const storage_answer directs = tournament_is_director(m->all, &m->live->row, user);
    m->e->who = PLAYER_NOBODY;
    if (directs == ANSWER_FAILED)
        http_refuse_storage(m->reply);
    else if (directs == ANSWER_ABSENT)
        http_refuse(m->reply, 403, "not_yours",
                    "Only its two players agree when they meet.");
    return directs == ANSWER_FOUND;
}

/* What the other has proposed is agreed to; what stands already is answered again. */
static void take_time(match_request *m, const json_t *body)
{
    const json_t *time = json_object_get(body, "time");
    const tournament_match *match = find_match(m);
    if (!match || !find_asker(m, match)) return;
    if (!json_is_integer(time)) {
        http_refuse(m->reply, 422, "bad_time",
                    "'time' is when the two meet, in ms since 1970.");
        return;
    }
    const tournament_meeting *meeting = &match->meeting;
    const int side = match->player[0] == m->e->who   ? 0
                     : match->player[1] == m->e->who ? 1
                                                     : -1;
    m->e->meets = json_integer_value(time);
    const bool is_same = meeting->time && meeting->time == m->e->meets;
    const bool is_theirs = is_same && !meeting->is_agreed && side == 1 - meeting->by;
    m->e->kind = is_theirs && side >= 0 ? TOURNAMENT_AGREED : TOURNAMENT_PROPOSED;
    if (match->outcome == OUTCOME_NONE && is_same &&
        (meeting->is_agreed || side == meeting->by))
        ask_answer(m->all, m->live, m->request, 200, m->reply);
    else
        commit(m);
}

static void time_post(void *part, http_request *request, http_reply *reply)
{
    match_request m;
    json_t *body = http_json(request, reply);
    if (!body) return;
    if (begin(&m, part, request, RIGHT_OF_ALL, reply)) take_time(&m, body);
    free(m.e);
    json_decref(body);
}

static void time_delete(void *part, http_request *request, http_reply *reply)
{
    match_request m;
    if (begin(&m, part, request, RIGHT_OF_ALL, reply)) {
        const tournament_match *match = find_match(&m);
        m.e->kind = TOURNAMENT_CALLED_OFF;
        if (match && find_asker(&m, match)) commit(&m);
    }
    free(m.e);
}

/* ---- rounds ---- */

/* Two numbers for each pair; the second null: a bye. */
static bool read_pairs(const json_t *pairs, tournament_event *e)
{
    const size_t count = json_array_size(pairs);
    if (!json_is_array(pairs) || count > TOURNAMENT_PLAYERS) return false;
    for (size_t i = 0; i < 2 * count; i++) {
        const json_t *pair = json_array_get(pairs, i / 2);
        const json_t *value = json_array_get(pair, i % 2);
        const json_int_t number = json_integer_value(value);
        const bool is_bye = i % 2 && json_is_null(value);
        if (json_array_size(pair) != 2 ||
            (!is_bye &&
             (!json_is_integer(value) || number < 0 || number >= TOURNAMENT_PLAYERS)))
            return false;
        e->order[i] = is_bye ? PLAYER_NOBODY : (int)number;
    }
    e->kind = TOURNAMENT_PAIRED;
    e->count = (int)count;
    e->by_hand = true;
    return true;
}

static void pair_round(match_request *m, const json_t *pairs)
{
    const tournament *t = m->live->t;
    const bool is_by_hand = pairs && !json_is_null(pairs);
    if (is_by_hand && !read_pairs(pairs, m->e)) {
        http_refuse(m->reply, 422, "bad_pairs",
                    "'pairs' is a list of two numbers of players each; null beside a "
                    "number is a bye.");
        return;
    }
    if (!is_by_hand && t->plan.kind == TOURNAMENT_ARENA) {
        http_refuse(m->reply, 409, "not_now",
                    "An arena pairs by itself: give the pairs to pair by hand.");
        return;
    }
    if (!is_by_hand && tournament_may_pair(t) && tournament_pair(t, m->e) != ALEA_OK) {
        http_refuse(
            m->reply, 409, "no_pairs",
            "There is no round in which nobody meets an opponent again: pair by "
            "hand, or end the tournament.");
        return;
    }
    m->e->kind = TOURNAMENT_PAIRED;
    if (ask_may_store(m->all, m->request, (size_t)t->players * TOURNAMENT_NUMBER_BYTES,
                      m->reply))
        commit(m);
}

static void rounds_post(void *part, http_request *request, http_reply *reply)
{
    match_request m;
    json_t *body = http_json(request, reply);
    if (!body) return;
    if (begin(&m, part, request, RIGHT_OF_DIRECTOR, reply))
        pair_round(&m, json_object_get(body, "pairs"));
    free(m.e);
    json_decref(body);
}

static void rounds_delete(void *part, http_request *request, http_reply *reply)
{
    match_request m;
    if (begin(&m, part, request, RIGHT_OF_DIRECTOR, reply)) {
        m.e->kind = TOURNAMENT_UNPAIRED;
        commit(&m);
    }
    free(m.e);
}

static void close_post(void *part, http_request *request, http_reply *reply)
{
    match_request m;
    if (begin(&m, part, request, RIGHT_OF_DIRECTOR, reply)) {
        m.e->kind = TOURNAMENT_CLOSED;
        commit(&m);
    }
    free(m.e);
}

const http_route tournament_match_routes[] = {
    {HTTP_POST, "/api/tournaments/{id}/matches/{n}/result", ROUTE_CHANGE, result_post},
    {HTTP_DELETE, "/api/tournaments/{id}/matches/{n}/result", ROUTE_CHANGE,
     result_delete},
    {HTTP_POST, "/api/tournaments/{id}/matches/{n}/forfeit", ROUTE_CHANGE,
     forfeit_post},
    {HTTP_POST, "/api/tournaments/{id}/matches/{n}/time", ROUTE_CHANGE, time_post},
    {HTTP_DELETE, "/api/tournaments/{id}/matches/{n}/time", ROUTE_CHANGE, time_delete},
    {HTTP_POST, "/api/tournaments/{id}/rounds", ROUTE_CHANGE, rounds_post},
    {HTTP_DELETE, "/api/tournaments/{id}/rounds", ROUTE_CHANGE, rounds_delete},
    {HTTP_POST, "/api/tournaments/{id}/close", ROUTE_CHANGE, close_post},
    {0},
};
