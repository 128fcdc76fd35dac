/* "Your match": the game of a match between two accounts. Its identifier is stored with
 * the match before the game is made, so that however the server ends there is one game
 * for a match, or, until somebody asks again, none. */
#include "routes.h"

#include "ask.h"
#include "make.h"

#include "server/game/host/commit.h"
#include "server/game/host/make.h"

#include <stdlib.h>
#include <string.h>

enum { MAKING_MS = 5000 };

typedef struct wanted_game {
    tournaments *all;
    const http_request *request;
    http_reply *reply;
    live_tournament *live;
    int number; /* of the match */
    int side;   /* of the asker */
    char game[ID_SIZE];
} wanted_game;

static void answer(const wanted_game *w, int status, const char *id)
{
    char url[TOURNAMENT_ID + 4];
    snprintf(url, sizeof url, "/g/%s", id);
    http_answer(w->reply, status, json_pack("{s:s,s:s}", "game", id, "url", url));
}

/* ---- checks ---- */

/* False after filling the reply. */
static bool is_for_asker(wanted_game *w)
{
    const tournament *t = w->live->t;
    const int me = tournament_player_of(t, w->request->who.user);
    if (w->number < 0 || w->number >= t->matches) {
        http_refuse(w->reply, 404, "no_such_match", "There is no such match.");
        return false;
    }
    const tournament_match *m = &t->match[w->number];
    w->side = m->player[0] == me ? 0 : 1;
    if (me < 0 || m->player[w->side] != me)
        http_refuse(w->reply, 403, "not_yours", "This is a match of others.");
    else if (!m->is_open)
        http_refuse(w->reply, 409, "not_open", "This match is not to be played now.");
    else if (!t->plan.online || !*t->player[m->player[1 - w->side]].user)
        http_refuse(w->reply, 409, "real_board",
                    "This match is played at a real board: report its result.");
    else
        return true;
    return false;
}

/* Notes, once, that the asker has come to the game: by the deadline that counts. */
static void come(const wanted_game *w)
{
    const tournament_match *m = &w->live->t->match[w->number];
    const tournament_change change = {w->request->who.user, NULL, NULL};
    tournament_event *e = m->came[w->side] ? NULL : calloc(1, sizeof *e);
    if (!e) return;
    e->kind = TOURNAMENT_CAME;
    e->match = w->number;
    e->who = m->player[w->side];
    tournaments_commit(w->all, w->live, e, &change, NULL);
    free(e);
}

/* Answers with the match's game if it has one. A game whose identifier another server
 * has just stored is being made there. */
static bool has_game(wanted_game *w)
{
    const tournament_match *m = &w->live->t->match[w->number];
    storage *store = w->all->parts.store;
    storage_game found;
    if (!*m->game) return false;
    const storage_answer known = storage_game_get(store, m->game, &found, NULL);
    const bool is_being_made = known == ANSWER_ABSENT && storage_is_shared(store) &&
                               server_now() - w->live->row.changed < MAKING_MS;
    if (known == ANSWER_FAILED)
        http_refuse_storage(w->reply);
    else if (is_being_made || (known == ANSWER_FOUND && found.stage != STAGE_OVER)) {
        answer(w, 200, m->game);
        if (known == ANSWER_FOUND) come(w);
    } else if (known == ANSWER_FOUND && found.winner >= 0) {
        tournaments_game_over(w->all);
        http_refuse(w->reply, 409, "over",
                    "The game of this match is over; its result comes in a moment.");
    } else if (m->games >= TOURNAMENT_GAMES_MOST)
        http_refuse(w->reply, 409, "too_many",
                    "%d games were made for this match: report its result.",
                    TOURNAMENT_GAMES_MOST);
    else
        return false;
    return true;
}

static bool may_make(wanted_game *w)
{
    const char *code;
    char text[240];
    if (game_may_make(w->all->parts.play, w->request->address, &w->request->who, &code,
                      text))
        return true;
    const int status = strcmp(code, "too_often") == 0 ? 429
                       : strcmp(code, "storage") == 0 ? 503
                                                      : 409;
    http_refuse(w->reply, status, code, "%s", text);
    return false;
}

/* ---- making it ---- */

/* Stores a new game's identifier with the match. */
static bool note(wanted_game *w)
{
    tournament_event *e = calloc(1, sizeof *e);
    tournament_refusal why = {"", ""};
    char before[TOURNAMENT_ID];
    if (!e) {
        http_refuse_storage(w->reply);
        return false;
    }
    memcpy(before, w->live->t->match[w->number].game, sizeof before);
    server_new_id(w->game);
    e->kind = TOURNAMENT_GAME;
    e->match = w->number;
    e->who = w->live->t->match[w->number].player[w->side];
    memcpy(e->game, w->game, sizeof w->game);
    memcpy(e->instead, before, sizeof e->instead);
    const tournament_change change = {w->request->who.user, w->game,
                                      *before ? before : NULL};
    const alea_status status = tournaments_commit(w->all, w->live, e, &change, &why);
    free(e);
    if (status == ALEA_OK) return true;
    if (status == ALEA_ERROR_REFUSED && strcmp(why.code, "has_game") == 0)
        answer(w, 200, w->live->t->match[w->number].game);
    else
        ask_refuse(status, &why, w->reply);
    return false;
}

static void make(wanted_game *w)
{
    if (play_make(w->all, w->live, w->number, w->side, w->request->who.user))
        answer(w, 201, w->game);
    else
        http_refuse(w->reply, 503, "not_stored",
                    "The server could not store the game. Try again.");
}

static void game_post(void *part, http_request *request, http_reply *reply)
{
    wanted_game w = {.all = part, .request = request, .reply = reply};
    w.live = ask_change(part, request, RIGHT_OF_ALL, reply);
    w.number = ask_number(request, "/matches/");
    if (w.live && is_for_asker(&w) && !has_game(&w) && may_make(&w) && note(&w))
        make(&w);
}

const http_route tournament_game_routes[] = {
    {HTTP_POST, "/api/tournaments/{id}/matches/{n}/game", ROUTE_CHANGE, game_post},
    {0},
};
