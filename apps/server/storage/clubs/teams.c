#include "teams.h"

#include "server/storage/database/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists of members: numbers with a comma behind each ---- */

enum { LIST_SIZE = TEAM_ROSTER * 12 + 1 };

static void write_list(const int *list, int count, char out[LIST_SIZE])
{
    int size = 0;
    out[0] = '\0';
    for (int i = 0; i < count && list[i]; i++)
        size += snprintf(out + size, (size_t)(LIST_SIZE - size), "%d,", list[i]);
}

static int read_list(storage_query *st, int column, int *out, int capacity)
{
    char text[LIST_SIZE], *at = text;
    int count = 0;
    storage_column_text(st, column, text, sizeof text);
    while (*at && count < capacity) {
        char *end;
        const long number = strtol(at, &end, 10);
        if (end == at || *end != ',' || number < 1 || number > INT32_MAX) break;
        out[count++] = (int)number;
        at = end + 1;
    }
    for (int i = count; i < capacity; i++) out[i] = 0;
    return count;
}

/* ---- writing ---- */

static alea_status put_team(storage *s, const char *id, const storage_club_team *t)
{
    char list[4][LIST_SIZE]; /* bound text is not copied */
    storage_query *st = storage_statement(
        s, ST_TEAM_PUT,
        "INSERT INTO club_teams (club, number, name0, name1, captain0, captain1,"
        " roster0, roster1, boards, length, rounds, round, hours, reserve, step, time,"
        " until, ended, state, lineup0, lineup1, board_hours, boards_until, guest)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
        " ?)"
        " ON CONFLICT (club, number) DO UPDATE SET round = excluded.round,"
        " until = excluded.until, ended = excluded.ended, state = excluded.state,"
        " lineup0 = excluded.lineup0, lineup1 = excluded.lineup1,"
        " name1 = excluded.name1, captain1 = excluded.captain1,"
        " roster1 = excluded.roster1,"
        " boards_until = excluded.boards_until");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, t->number);
    for (int side = 0; side < 2; side++) {
        storage_bind_text(st, 3 + side, t->name[side]);
        storage_bind_number(st, 5 + side, t->captain[side]);
        write_list(t->roster[side], t->roster_size[side], list[side]);
        storage_bind_text(st, 7 + side, list[side]);
    }
    storage_bind_number(st, 9, t->boards);
    storage_bind_number(st, 10, t->length);
    storage_bind_number(st, 11, t->rounds);
    storage_bind_number(st, 12, t->round);
    storage_bind_number(st, 13, t->hours);
    storage_bind_number(st, 14, t->reserve_s);
    storage_bind_number(st, 15, t->step_s);
    storage_bind_number(st, 16, t->time);
    storage_bind_number(st, 17, t->until);
    storage_bind_number(st, 18, t->ended);
    storage_bind_number(st, 19, t->state);
    for (int side = 0; side < 2; side++) {
        write_list(t->lineup[side], t->boards, list[2 + side]);
        storage_bind_text(st, 20 + side, list[2 + side]);
    }
    storage_bind_number(st, 22, t->board_hours);
    storage_bind_number(st, 23, t->boards_until);
    storage_bind_text(st, 24, t->guest);
    return storage_run(st);
}

static alea_status put_board(storage *s, const char *id, int team,
                             const storage_club_match *b)
{
    storage_query *st = storage_statement(
        s, ST_TEAM_BOARD_PUT,
        "INSERT INTO club_boards (club, team, number, member0, member1, time, ended,"
        " state, game, games, winner, told0, told1, score0, score1)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (club, team, number) DO UPDATE SET ended = excluded.ended,"
        " state = excluded.state, game = excluded.game, games = excluded.games,"
        " winner = excluded.winner, told0 = excluded.told0, told1 = excluded.told1,"
        " score0 = excluded.score0, score1 = excluded.score1");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, team);
    storage_bind_number(st, 3, b->number);
    storage_bind_number(st, 4, b->member[0]);
    storage_bind_number(st, 5, b->member[1]);
    storage_bind_number(st, 6, b->time);
    storage_bind_number(st, 7, b->ended);
    storage_bind_number(st, 8, b->state);
    storage_bind_text(st, 9, b->game);
    storage_bind_number(st, 10, b->games);
    storage_bind_number(st, 11, b->winner);
    storage_bind_number(st, 12, b->told[0]);
    storage_bind_number(st, 13, b->told[1]);
    storage_bind_number(st, 14, b->has_score ? b->score[0] : -1);
    storage_bind_number(st, 15, b->has_score ? b->score[1] : -1);
    return storage_run(st);
}

alea_status storage_team_put(storage *s, const storage_club_change *c)
{
    if (!c->team) return ALEA_OK;
    alea_status status = put_team(s, c->club->id, c->team);
    for (int i = 0; i < c->boards && status == ALEA_OK; i++)
        status = put_board(s, c->club->id, c->team->number, &c->board[i]);
    return status;
}

/* ---- reading ---- */

#define TEAM                                                                           \
    "SELECT number, name0, name1, captain0, captain1, roster0, roster1, boards,"       \
    " length, rounds, round, hours, reserve, step, time, until, ended, state,"         \
    " lineup0, lineup1, board_hours, boards_until, club, guest FROM club_teams WHERE "

static void read_team(storage_query *st, storage_club_team *out)
{
    out->number = (int)storage_column_number(st, 0);
    for (int side = 0; side < 2; side++) {
        storage_column_text(st, 1 + side, out->name[side], sizeof out->name[side]);
        out->captain[side] = (int)storage_column_number(st, 3 + side);
        out->roster_size[side] =
            read_list(st, 5 + side, out->roster[side], TEAM_ROSTER);
    }
    out->boards = (int)storage_column_number(st, 7);
    out->length = (int)storage_column_number(st, 8);
    out->rounds = (int)storage_column_number(st, 9);
    out->round = (int)storage_column_number(st, 10);
    out->hours = (int)storage_column_number(st, 11);
    out->reserve_s = (int)storage_column_number(st, 12);
    out->step_s = (int)storage_column_number(st, 13);
    out->time = storage_column_number(st, 14);
    out->until = storage_column_number(st, 15);
    out->ended = storage_column_number(st, 16);
    out->state = (club_match_state)storage_column_number(st, 17);
    for (int side = 0; side < 2; side++)
        read_list(st, 18 + side, out->lineup[side], TEAM_BOARDS);
    out->board_hours = (int)storage_column_number(st, 20);
    out->boards_until = storage_column_number(st, 21);
    storage_column_text(st, 22, out->club, sizeof out->club);
    storage_column_text(st, 23, out->guest, sizeof out->guest);
}

int storage_teams_of(storage *s, const char *id, storage_club_team *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st =
        storage_statement(s, ST_TEAMS_OF,
                          TEAM "club = ?1 OR (guest = ?1 AND guest <> '')"
                               " ORDER BY time DESC, number DESC LIMIT ?2");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_team(st, &out[count++]);
    return storage_listed(st, code, count);
}

int64_t storage_teams_open(storage *s, const char *id)
{
    storage_query *st = storage_statement(
        s, ST_TEAMS_OPEN,
        "SELECT count(*) FROM club_teams WHERE club = ? AND state IN (0, 3)");
    storage_bind_text(st, 1, id);
    return storage_single(st);
}

int64_t storage_teams_asked(storage *s, const char *guest, const char *host)
{
    storage_query *st = storage_statement(
        s, ST_TEAMS_ASKED,
        "SELECT count(*) FROM club_teams WHERE guest = ?1 AND guest <> ''"
        " AND state = 3 AND (?2 = '' OR club = ?2)");
    storage_bind_text(st, 1, guest);
    storage_bind_text(st, 2, host);
    return storage_single(st);
}

storage_answer storage_team_get(storage *s, const char *id, int number,
                                storage_club_team *out)
{
    storage_query *st =
        storage_statement(s, ST_TEAM_GET, TEAM "club = ? AND number = ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, number);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_team(st, out);
    storage_reset(st);
    return answer;
}

static void read_board(storage_query *st, storage_club_match *out)
{
    out->number = (int)storage_column_number(st, 0);
    out->time = storage_column_number(st, 3);
    out->ended = storage_column_number(st, 4);
    out->state = (club_match_state)storage_column_number(st, 5);
    storage_column_text(st, 6, out->game, sizeof out->game);
    out->games = (int)storage_column_number(st, 7);
    out->winner = (int)storage_column_number(st, 8);
    for (int side = 0; side < 2; side++) {
        out->member[side] = (int)storage_column_number(st, 1 + side);
        out->told[side] = (int)storage_column_number(st, 9 + side);
        out->score[side] = (int)storage_column_number(st, 11 + side);
    }
    out->has_score = out->score[0] >= 0;
}

int storage_team_boards(storage *s, const char *id, int team, storage_club_match *out,
                        int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_TEAM_BOARDS,
        "SELECT number, member0, member1, time, ended, state, game, games, winner,"
        " told0, told1, score0, score1 FROM club_boards WHERE club = ? AND team = ?"
        " ORDER BY number LIMIT ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, team);
    storage_bind_number(st, 3, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_board(st, &out[count++]);
    return storage_listed(st, code, count);
}

static void read_place(storage_query *st, storage_team_game *out)
{
    storage_column_text(st, 0, out->club, sizeof out->club);
    out->team = (int)storage_column_number(st, 1);
    out->board = (int)storage_column_number(st, 2);
    storage_column_text(st, 3, out->game, sizeof out->game);
}

int storage_team_games_over(storage *s, storage_team_game *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_TEAM_GAMES_OVER,
        "SELECT b.club, b.team, b.number, b.game, g.winner, g.score0, g.score1"
        " FROM club_boards b JOIN games g ON g.id = b.game"
        " WHERE b.state = 0 AND b.game <> '' AND g.stage = 2"
        " ORDER BY g.changed, b.game LIMIT ?");
    storage_bind_number(st, 1, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_team_game *g = &out[count++];
        read_place(st, g);
        g->winner = (int)storage_column_number(st, 4);
        g->score[0] = (int)storage_column_number(st, 5);
        g->score[1] = (int)storage_column_number(st, 6);
    }
    return storage_listed(st, code, count);
}

int storage_team_boards_late(storage *s, int64_t time, int64_t changes,
                             storage_team_game *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_TEAM_BOARDS_LATE,
        "SELECT b.club, b.team, b.number, b.game FROM club_teams t"
        " JOIN clubs c ON c.id = t.club"
        " JOIN club_boards b ON b.club = t.club AND b.team = t.number"
        " WHERE t.state = 0 AND t.boards_until > 0 AND t.boards_until <= ?"
        " AND c.removed = 0 AND c.last < ? AND b.state = 0"
        " AND (b.told0 < 0 OR b.told1 < 0)"
        " AND NOT EXISTS (SELECT 1 FROM games g WHERE g.id = b.game)"
        " ORDER BY t.boards_until, b.club, b.team, b.number LIMIT ?");
    storage_bind_number(st, 1, time);
    storage_bind_number(st, 2, changes);
    storage_bind_number(st, 3, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_team_game *g = &out[count++];
        *g = (storage_team_game){.winner = -1};
        read_place(st, g);
    }
    return storage_listed(st, code, count);
}
