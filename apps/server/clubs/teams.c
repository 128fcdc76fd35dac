/* Matches of two teams: made, line-ups, results, called off. */
#include "routes.h"

#include "ask.h"
#include "look.h"
#include "sheet.h"
#include "team.h"

#include "server/people/account_names.h"
#include "server/people/names.h"
#include "server/support/csv.h"

#include <stdlib.h>
#include <string.h>

enum {
    LENGTH_MOST = 25,
    HOURS_MOST = 336,
    BOARD_HOURS_MOST = 1440,
    RESERVE_MOST = 600,
    STEP_MOST = 60
};

/* ---- looking ---- */

static void list_get(void *part, http_request *request, http_reply *reply)
{
    club_look(part, request, reply, team_answer_all);
}

static void answer_one(club_request *c)
{
    if (team_load(c)) team_answer(c);
}

static void one_get(void *part, http_request *request, http_reply *reply)
{
    club_look(part, request, reply, answer_one);
}

static bool put_boards(const club_request *c, FILE *out)
{
    fputs("round,board,first,second,points_1,points_2\r\n", out);
    for (int i = 0; i < c->boards; i++) {
        const storage_club_match *b = &c->board[i];
        fprintf(out, "%d,%d", (b->number - 1) / TEAM_BOARDS + 1,
                (b->number - 1) % TEAM_BOARDS + 1);
        for (int side = 0; side < 2; side++) {
            storage_club_member m;
            if (storage_club_member_at(c->all->parts.store, c->club.id, b->member[side],
                                       &m) != ANSWER_FOUND)
                return false;
            fputc(',', out);
            csv_text(out, m.name);
        }
        if (b->has_score)
            fprintf(out, ",%d,%d\r\n", b->score[0], b->score[1]);
        else
            fputs(",,\r\n", out);
    }
    return true;
}

static void answer_csv(club_request *c)
{
    if (team_load(c)) sheet_answer(c, "teams", put_boards);
}

static void csv_get(void *part, http_request *request, http_reply *reply)
{
    club_look(part, request, reply, answer_csv);
}

/* ---- making ---- */

static bool read_number(const json_t *body, const char *name, int least, int most,
                        int *out)
{
    const json_t *given = json_object_get(body, name);
    const json_int_t value = given ? json_integer_value(given) : *out;
    if ((given && !json_is_integer(given)) || value < least || value > most)
        return false;
    *out = (int)value;
    return true;
}

/* Members' numbers, each once. */
static bool read_members(const json_t *given, int *out, size_t most)
{
    const size_t count = json_array_size(given);
    if (count > most) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(given, i);
        const json_int_t value = json_integer_value(one);
        if (!json_is_integer(one) || value < 1 || value > INT32_MAX) return false;
        out[i] = (int)value;
        for (size_t k = 0; k < i; k++)
            if (out[k] == out[i]) return false;
    }
    return true;
}

static bool has(const int *list, int count, int member)
{
    for (int i = 0; i < count; i++)
        if (list[i] == member) return true;
    return false;
}

/* Name, captain and players of one team. */
static bool read_side(club_request *c, const json_t *given, int side)
{
    storage_club_team *t = &c->team;
    const char *name = http_text(given, "name");
    const json_t *members = json_object_get(given, "members");
    const json_int_t captain = json_integer_value(json_object_get(given, "captain"));
    if (!name || !account_clean_name(name, t->name[side]) ||
        !name_is_plain(t->name[side]))
        return false;
    t->roster_size[side] = (int)json_array_size(members);
    if (t->roster_size[side] < t->boards ||
        !read_members(members, t->roster[side], TEAM_ROSTER))
        return false;
    t->captain[side] = (int)captain;
    return captain > 0 && captain <= INT32_MAX &&
           has(t->roster[side], t->roster_size[side], (int)captain);
}

/* Whether all are members of the side's club now; false after filling the reply. */
static bool are_members(club_request *c, int side, const int *list, int count)
{
    for (int i = 0; i < count; i++) {
        const storage_answer found = team_player(c, side, list[i], &c->member[0]);
        if (found == ANSWER_FAILED)
            http_refuse_storage(c->reply);
        else if (found == ANSWER_ABSENT)
            http_refuse(c->reply, 409, "gone",
                        "Somebody of the team is not a member of the club.");
        if (c->reply->status) return false;
    }
    return true;
}

static void refuse_team(club_request *c)
{
    http_refuse(c->reply, 422, "bad_team",
                "A match has two 'teams', each with a 'name', 'members' (one for "
                "each board at least, %d at most, each once) and one of them as "
                "'captain', or the second nothing but 'club', another club; 2 to %d "
                "'boards', 1 to %d 'rounds'.",
                TEAM_ROSTER, TEAM_BOARDS, TEAM_ROUNDS);
}

/* Whether somebody is in both teams; then the reply is filled. */
static bool is_in_both(club_request *c)
{
    const storage_club_team *t = &c->team;
    for (int i = 0; i < t->roster_size[1]; i++)
        if (has(t->roster[0], t->roster_size[0], t->roster[1][i])) {
            http_refuse(c->reply, 409, "in_both", "Somebody is in both teams.");
            return true;
        }
    return false;
}

/* The second team is another club's, which is asked, and names its players itself. */
static bool read_guest(club_request *c, const json_t *given)
{
    storage *store = c->all->parts.store;
    storage_club_team *t = &c->team;
    const char *id = http_text(given, "club");
    if (!id || json_object_size(given) != 1 || strlen(id) >= ID_SIZE ||
        strcmp(id, c->club.id) == 0) {
        refuse_team(c);
        return false;
    }
    const storage_answer found = storage_club_get(store, id, &c->guest);
    const int64_t asked = storage_teams_asked(store, id, ""),
                  mine = storage_teams_asked(store, id, c->club.id);
    if (found == ANSWER_FAILED || asked < 0 || mine < 0)
        http_refuse_storage(c->reply);
    else if (found == ANSWER_ABSENT || c->guest.removed)
        http_refuse(c->reply, 409, "no_such_club", "There is no such club.");
    else if (mine)
        http_refuse(c->reply, 409, "asked", "That club has not answered yet.");
    else if (asked >= TEAMS_ASKED)
        http_refuse(c->reply, 409, "too_many",
                    "That club has %d invitations to answer.", TEAMS_ASKED);
    if (c->reply->status) return false;
    snprintf(t->guest, sizeof t->guest, "%s", id);
    memcpy(t->name[1], c->guest.name, sizeof t->name[1]);
    t->state = CLUB_MATCH_ASKED;
    c->accepts = storage_club_directs(store, id, c->request->who.user) == ANSWER_FOUND;
    return true;
}

static bool read_team(club_request *c)
{
    storage_club_team *t = &c->team;
    const json_t *sides = json_object_get(c->body, "teams");
    const json_t *second = json_array_get(sides, 1);
    const bool asks = json_object_get(second, "club") != NULL;
    const bool is_good =
        read_number(c->body, "boards", 2, TEAM_BOARDS, &t->boards) &&
        read_number(c->body, "length", 1, LENGTH_MOST, &t->length) &&
        read_number(c->body, "rounds", 1, TEAM_ROUNDS, &t->rounds) &&
        read_number(c->body, "hours", 1, HOURS_MOST, &t->hours) &&
        read_number(c->body, "board_hours", 0, BOARD_HOURS_MOST, &t->board_hours) &&
        read_number(c->body, "reserve_s", 10, RESERVE_MOST, &t->reserve_s) &&
        read_number(c->body, "step_s", 0, STEP_MOST, &t->step_s) &&
        json_array_size(sides) == 2 && read_side(c, json_array_get(sides, 0), 0) &&
        (asks || read_side(c, second, 1));
    if (!is_good) {
        refuse_team(c);
        return false;
    }
    return are_members(c, 0, t->roster[0], t->roster_size[0]) &&
           (asks
                ? read_guest(c, second)
                : !is_in_both(c) && are_members(c, 1, t->roster[1], t->roster_size[1]));
}

static void decide_team(club_request *c)
{
    const int64_t open = storage_teams_open(c->all->parts.store, c->club.id);
    c->answer = team_answer;
    c->team = (storage_club_team){.number = (int)c->club.last + 1,
                                  .boards = 4,
                                  .length = 5,
                                  .rounds = 1,
                                  .round = 1,
                                  .hours = 48,
                                  .reserve_s = 120,
                                  .step_s = 12,
                                  .time = server_now()};
    if (open < 0)
        http_refuse_storage(c->reply);
    else if (open >= TEAMS_OPEN)
        http_refuse(c->reply, 409, "too_many", "The club has %d open matches of teams.",
                    TEAMS_OPEN);
    else if (read_team(c)) {
        c->team.until = c->team.time + c->team.hours * 3600000LL;
        c->change.team = &c->team;
        c->status = 201;
        snprintf(c->team.club, sizeof c->team.club, "%s", c->club.id);
        club_note(c, *c->team.guest ? "teams_invited" : "teams", c->me.number,
                  c->team.captain[0]);
        c->change.line.about[1] = c->team.captain[1];
    }
}

static void list_post(void *part, http_request *request, http_reply *reply)
{
    enum { BOARDS_BYTES = TEAM_ROWS * 120 };
    if (club_may_store(part, request, BOARDS_BYTES, reply))
        club_change_by(part, request, reply, CLUB_RIGHT_OF_DIRECTOR, decide_team);
}

/* ---- invitations ---- */

/* The players by their numbers in the other club get numbers of this one; false after
 * filling the reply. */
static bool take_visitors(club_request *c)
{
    storage *store = c->all->parts.store;
    storage_club_team *t = &c->team;
    const int captain = t->captain[1];
    for (int i = 0; i < t->roster_size[1]; i++) {
        storage_club_member own, here;
        storage_answer found =
            storage_club_member_at(store, t->guest, t->roster[1][i], &own);
        if (found == ANSWER_ABSENT ||
            (found == ANSWER_FOUND && (own.role < CLUB_MEMBER || !*own.person)))
            http_refuse(c->reply, 409, "gone",
                        "Somebody of the team is not a member of the club.");
        if (found == ANSWER_FOUND && !c->reply->status)
            found = storage_club_member_of(store, c->club.id, own.person, &here);
        if (found == ANSWER_FAILED) http_refuse_storage(c->reply);
        if (found == ANSWER_FOUND && !c->reply->status && here.role == CLUB_BANNED)
            http_refuse(c->reply, 409, "banned", "%.130s is banned from that club.",
                        own.name);
        if (c->reply->status) return false;
        if (found == ANSWER_ABSENT) {
            here = (storage_club_member){.number =
                                             (int)c->club.last + 1 + c->change.visitors,
                                         .role = CLUB_GONE};
            memcpy(here.person, own.person, sizeof here.person);
            c->visitor[c->change.visitors++] = here;
        }
        if (t->roster[1][i] == captain) t->captain[1] = here.number;
        t->roster[1][i] = here.number;
    }
    c->change.visitor = c->visitor;
    return !is_in_both(c);
}

/* After it the asker may be a captain. */
static void answer_anew(club_request *c)
{
    if (club_load(c) && team_load(c)) team_answer(c);
}

static void decide_accept(club_request *c)
{
    storage_club_team *t = &c->team;
    c->answer = answer_anew;
    if (!team_load(c)) return;
    if (t->state != CLUB_MATCH_ASKED) {
        http_refuse(c->reply, 409, "decided", "This is no open invitation.");
        return;
    }
    if (!c->accepts) {
        http_refuse(c->reply, 403, "not_director",
                    "Only a director of the club that is invited can do that.");
        return;
    }
    if (!read_side(c, c->body, 1)) {
        refuse_team(c);
        return;
    }
    if (!take_visitors(c)) return;
    t->state = CLUB_MATCH_OPEN;
    t->until = server_now() + t->hours * 3600000LL;
    c->change.team = t;
    club_note(c, "teams_accepted", c->me.number, t->captain[0]);
    c->change.line.about[1] = t->captain[1];
}

static void accept_post(void *part, http_request *request, http_reply *reply)
{
    club_change_by(part, request, reply, CLUB_RIGHT_OF_ALL, decide_accept);
}

/* ---- line-ups ---- */

/* Both are in: the boards. */
static void open_boards(club_request *c)
{
    storage_club_team *t = &c->team;
    if (t->board_hours) t->boards_until = server_now() + t->board_hours * 3600000LL;
    for (int i = 0; i < t->boards; i++)
        c->board[i] =
            (storage_club_match){.number = (t->round - 1) * TEAM_BOARDS + i + 1,
                                 .member = {t->lineup[0][i], t->lineup[1][i]},
                                 .time = server_now(),
                                 .winner = -1,
                                 .told = {-1, -1}};
    c->change.board = c->board;
    c->change.boards = t->boards;
}

/* The side of which a line-up may be given; -1 after filling the reply. A captain gives
 * his own until the deadline; after it a director in neither team gives what is
 * missing. */
static int lineup_side(club_request *c)
{
    const storage_club_team *t = &c->team;
    const json_t *given = json_object_get(c->body, "side");
    const int captain = team_captain(c);
    const json_int_t side = given ? json_integer_value(given) : captain;
    const bool is_late = server_now() > t->until;
    if ((given && !json_is_integer(given)) || side > 1 || (given && side < 0))
        http_refuse(c->reply, 400, "bad_request", "'side' is 0 or 1.");
    else if (side < 0 || (side != captain && !team_decides(c)))
        http_refuse(c->reply, 403, "not_yours", "A captain lines up his own team.");
    else if (t->state == CLUB_MATCH_ASKED)
        http_refuse(c->reply, 409, "asked", "The other club has not answered yet.");
    else if (t->state != CLUB_MATCH_OPEN)
        http_refuse(c->reply, 409, "decided", "This match is over.");
    else if (team_is_open(t))
        http_refuse(c->reply, 409, "open", "Both line-ups are in.");
    else if (side == captain && is_late)
        http_refuse(c->reply, 409, "late",
                    "The time for line-ups is over: a director gives yours.");
    else if (side != captain && (!is_late || t->lineup[side][0]))
        http_refuse(c->reply, 409, "early", "This line-up is its captain's.");
    else
        return (int)side;
    return -1;
}

static void decide_lineup(club_request *c)
{
    storage_club_team *t = &c->team;
    const json_t *members = json_object_get(c->body, "members");
    int list[TEAM_BOARDS] = {0};
    c->answer = team_answer;
    const int side = team_load(c) && team_takes_part(c) ? lineup_side(c) : -1;
    if (side < 0) return;
    bool is_good = (int)json_array_size(members) == t->boards &&
                   read_members(members, list, TEAM_BOARDS);
    for (int i = 0; i < t->boards && is_good; i++)
        is_good = has(t->roster[side], t->roster_size[side], list[i]);
    if (!is_good) {
        http_refuse(c->reply, 422, "bad_lineup",
                    "'members' has %d players of the team, each once.", t->boards);
        return;
    }
    if (!are_members(c, side, list, t->boards)) return;
    if (memcmp(t->lineup[side], list, sizeof list) == 0) return; /* repeated */
    memcpy(t->lineup[side], list, sizeof list);
    c->change.team = t;
    if (team_is_open(t)) open_boards(c);
    club_note(c, "lined_up", c->me.number, t->captain[side]);
}

static void lineup_post(void *part, http_request *request, http_reply *reply)
{
    club_change_by(part, request, reply, CLUB_RIGHT_OF_ALL, decide_lineup);
}

/* ---- results ---- */

enum { NOBODY = 1000 }; /* as a result */

/* 100 * side + points of the loser; NOBODY, of a director (side < 0); -1 after filling
 * the reply. */
static int read_result(club_request *c, int told_by)
{
    const json_t *winner = json_object_get(c->body, "winner"),
                 *points = json_object_get(c->body, "points");
    const json_int_t lost = json_integer_value(points);
    if (told_by < 0 && json_is_null(winner)) return NOBODY;
    for (int side = 0; side < 2 && json_is_integer(winner); side++)
        if (c->match.member[side] == json_integer_value(winner) &&
            json_is_integer(points) && lost >= 0 && lost < c->team.length)
            return 100 * side + (int)lost;
    http_refuse(c->reply, 422, "bad_result",
                "'winner' is the number of one of the two, 'points' are the loser's, "
                "less than %d.",
                c->team.length);
    return -1;
}

static void count(club_request *c, int told)
{
    const int winner = told == NOBODY ? -1 : told / 100;
    team_count(&c->team, c->board, c->boards, &c->match, winner, told % 100,
               &c->change);
    c->change.line.by = c->me.number;
}

/* A captain's counts when the other says the same; a director's at once. */
static void take_result(club_request *c, int side, int told)
{
    if (side < 0) {
        count(c, told);
        return;
    }
    if (c->match.told[side] >= 0 && c->match.told[side] != told) {
        http_refuse(c->reply, 409, "told",
                    "You have told another result: a director decides.");
        return;
    }
    if (c->match.told[side] == told) return;
    c->match.told[side] = told;
    if (c->match.told[1 - side] == told) {
        count(c, told);
        return;
    }
    c->change.team = &c->team;
    c->change.board = &c->match;
    c->change.boards = 1;
    club_note(c, "told", c->me.number, c->match.member[told / 100]);
}

static void decide_result(club_request *c)
{
    c->answer = team_answer;
    if (!team_load_board(c) || !team_takes_part(c)) return;
    const storage_club_match *m = &c->match;
    const int side = team_captain(c);
    if (side < 0 && !team_decides(c)) {
        http_refuse(c->reply, 403, "not_yours",
                    "Both captains give results, or a director who is in neither "
                    "team.");
        return;
    }
    const int told = read_result(c, side);
    if (told < 0) return;
    const bool is_same = told == NOBODY ? m->state == CLUB_MATCH_OFF
                                        : m->winner == told / 100 && m->winner >= 0 &&
                                              m->score[1 - m->winner] == told % 100;
    if (m->state == CLUB_MATCH_OPEN && c->team.state == CLUB_MATCH_OPEN)
        take_result(c, side, told);
    else if (!is_same)
        http_refuse(c->reply, 409, "decided", "This board is over.");
}

static void result_post(void *part, http_request *request, http_reply *reply)
{
    club_change_by(part, request, reply, CLUB_RIGHT_OF_ALL, decide_result);
}

/* Whether the board has a game with a winner, which stands; or the reply is filled. */
static bool was_played(club_request *c)
{
    storage_game found;
    const storage_answer known =
        *c->match.game
            ? storage_game_get(c->all->parts.store, c->match.game, &found, NULL)
            : ANSWER_ABSENT;
    if (known == ANSWER_FAILED) http_refuse_storage(c->reply);
    return known != ANSWER_ABSENT &&
           (known == ANSWER_FAILED || (found.stage == STAGE_OVER && found.winner >= 0));
}

static void decide_undo(club_request *c)
{
    int hours = 0;
    c->answer = team_answer;
    if (!team_load_board(c)) return;
    hours = c->team.hours;
    if (!team_decides(c))
        http_refuse(c->reply, 403, "not_yours",
                    "Only a director who is in neither team can do that.");
    else if (!read_number(c->body, "hours", 1, HOURS_MOST, &hours))
        http_refuse(c->reply, 422, "bad_team", "'hours' is 1 to %d.", HOURS_MOST);
    else if (c->team.state == CLUB_MATCH_OFF)
        http_refuse(c->reply, 409, "decided", "This match is called off.");
    else if (c->match.state == CLUB_MATCH_OPEN)
        return; /* repeated */
    else if (was_played(c)) {
        if (!c->reply->status)
            http_refuse(c->reply, 409, "played", "The game of this board is over.");
    } else if (!team_reopen(&c->team, c->board, c->boards, &c->match,
                            server_now() + hours * 3600000LL, &c->change))
        http_refuse(c->reply, 409, "later", "A later round has begun.");
    else
        c->change.line.by = c->me.number;
}

static void undo_post(void *part, http_request *request, http_reply *reply)
{
    club_change_by(part, request, reply, CLUB_RIGHT_OF_DIRECTOR, decide_undo);
}

/* ---- called off ---- */

static void call_off(club_request *c, const char *what)
{
    for (int i = 0; i < c->boards; i++)
        if (c->board[i].state == CLUB_MATCH_OPEN) c->board[i].state = CLUB_MATCH_OFF;
    c->team.state = CLUB_MATCH_OFF;
    c->team.ended = server_now();
    c->change.team = &c->team;
    c->change.board = c->board;
    c->change.boards = c->boards;
    club_note(c, what, c->me.number, c->team.captain[0]);
    c->change.line.about[1] = c->team.captain[1];
}

static void decide_off(club_request *c)
{
    c->answer = team_answer;
    if (!team_load(c)) return;
    if (c->accepts)
        call_off(c, "teams_declined");
    else if (!club_directs(c))
        http_refuse(c->reply, 403, "not_director",
                    "Only a director of the club can do that.");
    else if (!team_decides(c))
        http_refuse(c->reply, 403, "not_yours",
                    "Only a director who is in neither team can do that.");
    else if (c->team.state == CLUB_MATCH_COUNTED)
        http_refuse(c->reply, 409, "decided", "This match is over.");
    else if (c->team.state != CLUB_MATCH_OFF)
        call_off(c, "teams_off");
}

static void one_delete(void *part, http_request *request, http_reply *reply)
{
    club_change(part, request, reply, CLUB_RIGHT_OF_ALL, decide_off);
}

const http_route clubs_team_routes[] = {
    {HTTP_GET, "/api/clubs/{id}/teams", ROUTE_OPEN, list_get},
    {HTTP_POST, "/api/clubs/{id}/teams", ROUTE_CHANGE, list_post},
    {HTTP_GET, "/api/clubs/{id}/teams/{n}", ROUTE_OPEN, one_get},
    {HTTP_GET, "/api/clubs/{id}/teams/{n}/boards.csv", ROUTE_OPEN, csv_get},
    {HTTP_DELETE, "/api/clubs/{id}/teams/{n}", ROUTE_CHANGE, one_delete},
    {HTTP_POST, "/api/clubs/{id}/teams/{n}/accept", ROUTE_CHANGE, accept_post},
    {HTTP_POST, "/api/clubs/{id}/teams/{n}/lineup", ROUTE_CHANGE, lineup_post},
    {HTTP_POST, "/api/clubs/{id}/teams/{n}/boards/{n}/result", ROUTE_CHANGE,
     result_post},
    {HTTP_POST, "/api/clubs/{id}/teams/{n}/boards/{n}/undo", ROUTE_CHANGE, undo_post},
    {0},
};
