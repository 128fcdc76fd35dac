/* The game of a match of the ladder, or of a board of two teams. Its identifier is
 * stored with the match before it is made, so that however the server ends there is one
 * game for a match, or, until somebody asks again, none. */
#include "routes.h"

#include "ask.h"
#include "host.h"
#include "ladder_look.h"
#include "team.h"

#include "server/game/host/commit.h"
#include "server/game/host/make.h"

#include <stdio.h>
#include <string.h>

enum { RESERVE_A_POINT_S = 120, STEP_S = 12, MAKING_MS = 5000 };

static void answer_game(club_request *c)
{
    char url[ID_SIZE + 4];
    snprintf(url, sizeof url, "/g/%s", c->match.game);
    http_answer(c->reply, c->status,
                json_pack("{s:s,s:s}", "game", c->match.game, "url", url));
}

/* Whether the match has a game that can be played, or the reply is filled. A game whose
 * identifier another server has just stored is being made there. */
static bool has_game(club_request *c)
{
    storage *store = c->all->parts.store;
    storage_game found;
    if (!*c->match.game) return false;
    const storage_answer known = storage_game_get(store, c->match.game, &found, NULL);
    const bool is_being_made = known == ANSWER_ABSENT && storage_is_shared(store) &&
                               server_now() - c->club.changed < MAKING_MS;
    c->answer = answer_game;
    if (known == ANSWER_FAILED)
        http_refuse_storage(c->reply);
    else if (known == ANSWER_FOUND && found.stage == STAGE_OVER) {
        clubs_game_over(c->all);
        http_refuse(c->reply, 409, "over",
                    "The game of this match is over; its result comes in a moment.");
    } else if (known == ANSWER_ABSENT && !is_being_made)
        return false;
    return true;
}

static bool may_make(club_request *c)
{
    const char *code;
    char text[240];
    if (c->match.games >= LADDER_GAMES) {
        http_refuse(c->reply, 409, "too_many",
                    "%d games were made for this match: tell its result.",
                    LADDER_GAMES);
        return false;
    }
    if (game_may_make(c->all->parts.play, c->request->address, &c->request->who, &code,
                      text))
        return true;
    const int status = strcmp(code, "too_often") == 0 ? 429
                       : strcmp(code, "storage") == 0 ? 503
                                                      : 409;
    http_refuse(c->reply, status, code, "%s", text);
    return false;
}

/* Seat 0 is side 0 of the match: the result is assigned by it. Length and clock are
 * those of c->team. */
static void make_game(club_request *c)
{
    game_plan plan = {.rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT),
                      .opponent = OPPONENT_LINK,
                      .rated = true,
                      .spectators = true,
                      .clock = CLOCK_DELAY,
                      .reserve_ms = 1000LL * c->team.reserve_s * c->team.length,
                      .step_ms = 1000LL * c->team.step_s};
    game_seat seats[2];
    alea_status status = ALEA_OK;
    plan.rules.match_length = c->team.length;
    for (int i = 0; i < 2; i++) {
        seats[i] = (game_seat){.kind = SEAT_PERSON};
        snprintf(seats[i].user, sizeof seats[i].user, "%s", c->member[i].person);
        snprintf(seats[i].name, sizeof seats[i].name, "%s", c->member[i].name);
    }
    game *g = game_make_as(c->all->parts.play, c->match.game, &plan, seats,
                           c->request->who.user, &status);
    if (!g) {
        http_refuse(c->reply, 503, "not_stored",
                    "The server could not store the game. Try again.");
        return;
    }
    publish_call(c->all->parts.play, g, c->me.number == c->match.member[0], "joined");
    c->status = 201;
    answer_game(c);
    game_unhold(c->all->parts.play, g);
}

/* Both members as they are now; false after filling the reply. */
static bool read_players(club_request *c)
{
    for (int i = 0; i < 2; i++) {
        const storage_answer found = storage_club_member_at(
            c->all->parts.store, c->club.id, c->match.member[i], &c->member[i]);
        if (found == ANSWER_FAILED) http_refuse_storage(c->reply);
        if (found == ANSWER_ABSENT ||
            (found == ANSWER_FOUND && c->member[i].role < CLUB_MEMBER))
            http_refuse(c->reply, 409, "gone", "One of the two has left the club.");
    }
    return c->reply->status == 0;
}

static bool read_board_players(club_request *c)
{
    for (int side = 0; side < 2; side++) {
        const storage_answer found =
            team_player(c, side, c->match.member[side], &c->member[side]);
        if (found == ANSWER_FAILED) http_refuse_storage(c->reply);
        if (found == ANSWER_ABSENT)
            http_refuse(c->reply, 409, "gone", "One of the two has left the club.");
        if (found != ANSWER_FOUND) return false;
    }
    return true;
}

static void decide_game(club_request *c)
{
    const int side = ladder_match_side(c);
    if (c->reply->status) return;
    if (side < 0)
        http_refuse(c->reply, 403, "not_yours", "This is a match of others.");
    else if (c->match.state != CLUB_MATCH_OPEN)
        http_refuse(c->reply, 409, "decided", "This match is over.");
    else if (read_players(c) && !has_game(c) && may_make(c)) {
        server_new_id(c->match.game);
        c->match.games++;
        c->change.match = &c->match;
        c->team.length = c->club.length;
        c->team.reserve_s = RESERVE_A_POINT_S;
        c->team.step_s = STEP_S;
        c->answer = make_game;
        club_note(c, "game", c->me.number, c->match.member[1 - side]);
    }
}

/* A game of a board is not made after its time; false after filling the reply. */
static bool is_in_time(club_request *c)
{
    const int64_t until = c->team.boards_until;
    if (c->reply->status || !until || server_now() <= until) return !c->reply->status;
    http_refuse(c->reply, 409, "late", "The time for this board is over.");
    return false;
}

static void decide_board(club_request *c)
{
    if (!team_load_board(c) || !team_takes_part(c)) return;
    const int *member = c->match.member;
    const int side = member[0] == c->me.number ? 0 : member[1] == c->me.number ? 1 : -1;
    if (side < 0)
        http_refuse(c->reply, 403, "not_yours", "This is a board of others.");
    else if (c->match.state != CLUB_MATCH_OPEN)
        http_refuse(c->reply, 409, "decided", "This board is over.");
    else if (read_board_players(c) && !has_game(c) && is_in_time(c) && may_make(c)) {
        server_new_id(c->match.game);
        c->match.games++;
        c->change.team = &c->team;
        c->change.board = &c->match;
        c->change.boards = 1;
        c->answer = make_game;
        club_note(c, "game", c->me.number, member[1 - side]);
    }
}

static void board_post(void *part, http_request *request, http_reply *reply)
{
    club_change(part, request, reply, CLUB_RIGHT_OF_ALL, decide_board);
}

static void game_post(void *part, http_request *request, http_reply *reply)
{
    club_change(part, request, reply, CLUB_RIGHT_OF_MEMBER, decide_game);
}

const http_route clubs_game_routes[] = {
    {HTTP_POST, "/api/clubs/{id}/ladder/matches/{n}/game", ROUTE_CHANGE, game_post},
    {HTTP_POST, "/api/clubs/{id}/teams/{n}/boards/{n}/game", ROUTE_CHANGE, board_post},
    {0},
};
