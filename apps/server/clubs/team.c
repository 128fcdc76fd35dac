#include "team.h"

#include "look.h"

#include <stdlib.h>
#include <string.h>

enum { TEAMS_SHOWN = 30 };

/* ---- rights ---- */

int team_captain(const club_request *c)
{
    const storage_club_team *t = &c->team;
    const bool is_member = c->me.role >= CLUB_MEMBER;
    if (!c->me.number) return -1;
    if (t->captain[0] == c->me.number) return is_member ? 0 : -1;
    if (t->captain[1] == c->me.number)
        return (*t->guest ? c->visits : is_member) ? 1 : -1;
    return -1;
}

bool team_has(const storage_club_team *t, int member)
{
    for (int side = 0; side < 2; side++) {
        if (member && t->captain[side] == member) return true;
        for (int i = 0; i < t->roster_size[side]; i++)
            if (t->roster[side][i] == member) return true;
    }
    return false;
}

storage_answer team_player(club_request *c, int side, int member,
                           storage_club_member *out)
{
    storage *store = c->all->parts.store;
    storage_club_member own;
    storage_answer found = storage_club_member_at(store, c->club.id, member, out);
    if (found != ANSWER_FOUND) return found;
    if (side == 0 || !*c->team.guest)
        return out->role >= CLUB_MEMBER ? ANSWER_FOUND : ANSWER_ABSENT;
    if (!c->has_guest || out->role == CLUB_BANNED || !*out->person)
        return ANSWER_ABSENT;
    found = storage_club_member_of(store, c->guest.id, out->person, &own);
    return found == ANSWER_FOUND && own.role < CLUB_MEMBER ? ANSWER_ABSENT : found;
}

bool team_takes_part(club_request *c)
{
    if (c->me.role >= CLUB_MEMBER || c->visits) return true;
    http_refuse(c->reply, 403, "not_member", "Only members can do that.");
    return false;
}

bool team_decides(const club_request *c)
{
    return club_directs(c) && !team_has(&c->team, c->me.number);
}

/* ---- counting ---- */

bool team_is_open(const storage_club_team *t)
{
    return t->lineup[0][0] && t->lineup[1][0];
}

void team_score(const storage_club_match *board, int count, int won[2], int points[2])
{
    won[0] = won[1] = points[0] = points[1] = 0;
    for (int i = 0; i < count; i++) {
        if (board[i].state != CLUB_MATCH_COUNTED) continue;
        won[board[i].winner != 0]++;
        for (int side = 0; side < 2; side++) points[side] += board[i].score[side];
    }
}

int team_winner(const storage_club_team *t, const storage_club_match *board, int count)
{
    int won[2], points[2];
    team_score(board, count, won, points);
    if (t->state != CLUB_MATCH_COUNTED) return -1;
    if (won[0] != won[1]) return won[1] > won[0];
    return points[0] == points[1] ? -1 : points[1] > points[0];
}

void team_count(storage_club_team *t, const storage_club_match *board, int count,
                storage_club_match *one, int winner, int points,
                storage_club_change *change)
{
    const int first = winner > 0;
    int others = 0;
    one->winner = winner;
    one->has_score = winner >= 0;
    if (winner >= 0) {
        one->score[winner] = t->length;
        one->score[1 - winner] = points < t->length ? points : t->length - 1;
    }
    one->state = winner < 0 ? CLUB_MATCH_OFF : CLUB_MATCH_COUNTED;
    one->ended = server_now();
    for (int i = 0; i < count; i++)
        others += board[i].number != one->number && board[i].state == CLUB_MATCH_OPEN;
    if (!others && t->round == t->rounds) {
        t->state = CLUB_MATCH_COUNTED;
        t->ended = one->ended;
    } else if (!others) {
        t->round++;
        t->until = one->ended + t->hours * 3600000LL;
        t->boards_until = 0;
        memset(t->lineup, 0, sizeof t->lineup);
    }
    change->team = t;
    change->board = one;
    change->boards = 1;
    strcpy(change->line.what, winner < 0 ? "board_off" : "board_won");
    change->line.about[0] = one->member[first];
    change->line.about[1] = one->member[1 - first];
}

void team_lapse(storage_club_team *t, const storage_club_match *board, int count,
                storage_club_match *one, storage_club_change *change)
{
    const int told = one->told[0] >= 0 ? one->told[0] : one->told[1];
    if (told < 0)
        team_count(t, board, count, one, -1, 0, change);
    else
        team_count(t, board, count, one, told / 100, told % 100, change);
}

bool team_reopen(storage_club_team *t, const storage_club_match *board, int count,
                 storage_club_match *one, int64_t until, storage_club_change *change)
{
    const int round = (one->number - 1) / TEAM_BOARDS + 1;
    const bool is_before = round == t->round - 1;
    if (round < t->round && !(is_before && !t->lineup[0][0] && !t->lineup[1][0]))
        return false;
    for (int i = 0; i < count && is_before; i++) {
        const int first = (round - 1) * TEAM_BOARDS + 1, at = board[i].number - first;
        for (int side = 0; side < 2 && at >= 0 && at < TEAM_BOARDS; side++)
            t->lineup[side][at] = board[i].member[side];
    }
    t->round = round;
    t->state = CLUB_MATCH_OPEN;
    t->ended = 0;
    if (t->board_hours && t->boards_until < until) t->boards_until = until;
    one->state = CLUB_MATCH_OPEN;
    one->winner = one->told[0] = one->told[1] = -1;
    one->has_score = false;
    one->ended = 0;
    change->team = t;
    change->board = one;
    change->boards = 1;
    strcpy(change->line.what, "board_open");
    memcpy(change->line.about, one->member, sizeof one->member);
    return true;
}

/* ---- as JSON ---- */

/* The names of both rosters; the captains are on them. */
typedef struct roster_names {
    int count, number[2 * TEAM_ROSTER];
    char name[2 * TEAM_ROSTER][132];
} roster_names;

static bool read_names(const club_request *c, roster_names *out)
{
    const storage_club_team *t = &c->team;
    storage_club_member m;
    out->count = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < t->roster_size[side]; i++) {
            if (storage_club_member_at(c->all->parts.store, c->club.id,
                                       t->roster[side][i], &m) != ANSWER_FOUND)
                return false;
            out->number[out->count] = m.number;
            memcpy(out->name[out->count++], m.name, sizeof m.name);
        }
    return true;
}

static const char *name_of(const roster_names *n, int member)
{
    for (int i = 0; i < n->count; i++)
        if (n->number[i] == member) return n->name[i];
    return "";
}

static json_t *people_json(const roster_names *n, const int *list, int count)
{
    json_t *out = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(out, json_pack("{s:i,s:s}", "member", list[i], "name",
                                             name_of(n, list[i])));
    return out;
}

static json_t *told_json(const storage_club_match *b, int side)
{
    const int told = b->told[side];
    if (told < 0) return json_null();
    return json_pack("{s:i,s:i}", "winner", b->member[told >= 100], "points",
                     told % 100);
}

static json_t *boards_json(const club_request *c, const roster_names *n)
{
    json_t *out = json_array();
    for (int i = 0; i < c->boards; i++) {
        const storage_club_match *b = &c->board[i];
        json_array_append_new(
            out,
            json_pack("{s:i,s:i,s:[ii],s:[ss],s:b,s:o,s:o,s:[oo],s:o}", "board",
                      b->number, "round", (b->number - 1) / TEAM_BOARDS + 1, "members",
                      b->member[0], b->member[1], "names", name_of(n, b->member[0]),
                      name_of(n, b->member[1]), "over", b->state != CLUB_MATCH_OPEN,
                      "game", *b->game ? json_string(b->game) : json_null(), "winner",
                      b->winner < 0 ? json_null() : json_integer(b->member[b->winner]),
                      "told", told_json(b, 0), told_json(b, 1), "score",
                      b->has_score ? json_pack("[ii]", b->score[0], b->score[1])
                                   : json_null()));
    }
    return out;
}

/* Facts for lists, by c->team and c->board. */
static json_t *facts_json(const club_request *c)
{
    static const char *const states[] = {"open", "over", "off", "asked"};
    const storage_club_team *t = &c->team;
    int won[2], points[2];
    team_score(c->board, c->boards, won, points);
    const int winner = team_winner(t, c->board, c->boards);
    return json_pack(
        "{s:i,s:s,s:o,s:[ss],s:i,s:i,s:i,s:i,s:I,s:I,s:o,s:o,s:s,s:[ii],s:[ii],s:o}",
        "team", t->number, "club", t->club, "guest",
        *t->guest ? json_string(t->guest) : json_null(), "names", t->name[0],
        t->name[1], "boards", t->boards, "length", t->length, "rounds", t->rounds,
        "round", t->round, "time", (json_int_t)t->time, "until", (json_int_t)t->until,
        "boards_until",
        t->boards_until ? json_integer((json_int_t)t->boards_until) : json_null(),
        "ended", t->ended ? json_integer((json_int_t)t->ended) : json_null(), "state",
        states[t->state], "won", won[0], won[1], "points", points[0], points[1],
        "winner", winner < 0 ? json_null() : json_integer(winner));
}

/* A line-up is seen by its captain, and by all when both are in or it is late. */
static json_t *lineup_json(const club_request *c, const roster_names *n, int side)
{
    const storage_club_team *t = &c->team;
    const bool is_seen =
        team_captain(c) == side || team_is_open(t) || server_now() > t->until;
    return t->lineup[side][0] && is_seen ? people_json(n, t->lineup[side], t->boards)
                                         : json_null();
}

static json_t *state_json(const club_request *c, const roster_names *n)
{
    const storage_club_team *t = &c->team;
    const int side = team_captain(c);
    json_t *out = facts_json(c);
    json_t *more = json_pack(
        "{s:I,s:[ii],s:[oo],s:i,s:i,s:{s:i,s:i},s:[bb],s:[oo],s:o,s:{s:o,s:o,s:b,s:b}}",
        "seq", (json_int_t)c->club.last, "captains", t->captain[0], t->captain[1],
        "rosters", people_json(n, t->roster[0], t->roster_size[0]),
        people_json(n, t->roster[1], t->roster_size[1]), "hours", t->hours,
        "board_hours", t->board_hours, "clock", "reserve_s", t->reserve_s, "step_s",
        t->step_s, "given", t->lineup[0][0] != 0, t->lineup[1][0] != 0, "lineups",
        lineup_json(c, n, 0), lineup_json(c, n, 1), "results", boards_json(c, n), "me",
        "member", c->me.number ? json_integer(c->me.number) : json_null(), "captain",
        side < 0 ? json_null() : json_integer(side), "decides", team_decides(c),
        "accepts", c->accepts && t->state == CLUB_MATCH_ASKED);
    json_object_update(out, more);
    json_decref(more);
    return out;
}

void team_answer(club_request *c)
{
    roster_names *names = malloc(sizeof *names);
    c->boards = storage_team_boards(c->all->parts.store, c->club.id, c->team.number,
                                    c->board, TEAM_ROWS);
    if (names && c->boards >= 0 && read_names(c, names))
        http_answer(c->reply, c->status, state_json(c, names));
    else
        http_refuse_storage(c->reply);
    free(names);
}

void team_answer_all(club_request *c)
{
    storage *store = c->all->parts.store;
    storage_club_team *found = calloc(TEAMS_SHOWN, sizeof *found);
    json_t *listed = json_array();
    const int count =
        found ? storage_teams_of(store, c->club.id, found, TEAMS_SHOWN) : -1;
    bool is_read = count >= 0;
    for (int i = 0; i < count && is_read; i++) {
        c->team = found[i];
        c->boards = storage_team_boards(store, c->team.club, c->team.number, c->board,
                                        TEAM_ROWS);
        is_read = c->boards >= 0;
        if (is_read) json_array_append_new(listed, facts_json(c));
    }
    free(found);
    if (is_read) {
        http_answer(c->reply, 200, json_pack("{s:o}", "teams", listed));
        return;
    }
    json_decref(listed);
    http_refuse_storage(c->reply);
}
