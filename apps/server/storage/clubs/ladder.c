#include "ladder.h"

#include "server/storage/database/driver.h"

#include <string.h>

int storage_ladder_of(storage *s, const char *id, storage_club_member *out,
                      int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_LADDER_OF,
        "SELECT m.number, m.person, coalesce(u.name, 'somebody ' || m.number), m.role,"
        " m.rung, m.joins, m.since, m.played FROM club_members m LEFT JOIN users u"
        " ON u.id = m.person WHERE m.club = ? AND m.rung > 0 AND m.role >= 2"
        " ORDER BY m.rung, m.number LIMIT ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_club_member *m = &out[count++];
        m->number = (int)storage_column_number(st, 0);
        storage_column_text(st, 1, m->person, sizeof m->person);
        storage_column_text(st, 2, m->name, sizeof m->name);
        m->role = (club_role)storage_column_number(st, 3);
        m->rung = (int)storage_column_number(st, 4);
        m->joins = (int)storage_column_number(st, 5);
        m->since = storage_column_number(st, 6);
        m->played = storage_column_number(st, 7);
    }
    return storage_listed(st, code, count);
}

#define MATCH                                                                          \
    "SELECT number, member0, member1, time, ended, state, game, games, winner, told0," \
    " told1, score0, score1 FROM club_matches WHERE club = "

static void read_match(storage_query *st, storage_club_match *out)
{
    out->number = (int)storage_column_number(st, 0);
    out->member[0] = (int)storage_column_number(st, 1);
    out->member[1] = (int)storage_column_number(st, 2);
    out->time = storage_column_number(st, 3);
    out->ended = storage_column_number(st, 4);
    out->state = (club_match_state)storage_column_number(st, 5);
    storage_column_text(st, 6, out->game, sizeof out->game);
    out->games = (int)storage_column_number(st, 7);
    out->winner = (int)storage_column_number(st, 8);
    out->told[0] = (int)storage_column_number(st, 9);
    out->told[1] = (int)storage_column_number(st, 10);
    out->score[0] = (int)storage_column_number(st, 11);
    out->score[1] = (int)storage_column_number(st, 12);
    out->has_score = out->score[0] >= 0;
}

int storage_ladder_matches(storage *s, const char *id, bool is_open,
                           storage_club_match *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(s, ST_LADDER_MATCHES,
                                          MATCH "? AND (state = 0) = (? = 1)"
                                                " ORDER BY number DESC LIMIT ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, is_open);
    storage_bind_number(st, 3, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_match(st, &out[count++]);
    return storage_listed(st, code, count);
}

storage_answer storage_ladder_match(storage *s, const char *id, int number,
                                    storage_club_match *out)
{
    storage_query *st = storage_statement(s, ST_LADDER_MATCH, MATCH "? AND number = ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, number);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_match(st, out);
    storage_reset(st);
    return answer;
}

int storage_ladder_games_over(storage *s, storage_ladder_game *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_LADDER_GAMES_OVER,
        "SELECT m.club, m.number, m.game, g.winner, g.score0, g.score1"
        " FROM club_matches m JOIN games g ON g.id = m.game"
        " WHERE m.state = 0 AND m.game <> '' AND g.stage = 2"
        " ORDER BY g.changed, m.game LIMIT ?");
    storage_bind_number(st, 1, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_ladder_game *g = &out[count++];
        storage_column_text(st, 0, g->club, sizeof g->club);
        g->number = (int)storage_column_number(st, 1);
        storage_column_text(st, 2, g->game, sizeof g->game);
        g->winner = (int)storage_column_number(st, 3);
        g->score[0] = (int)storage_column_number(st, 4);
        g->score[1] = (int)storage_column_number(st, 5);
    }
    return storage_listed(st, code, count);
}

int storage_ladders_due(storage *s, int64_t now, int64_t late, const char *after,
                        char out[][ID_SIZE], int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_LADDERS_DUE,
        "SELECT c.id FROM clubs c WHERE c.removed = 0 AND c.reach > 0 AND c.id > ?"
        " AND (EXISTS (SELECT 1 FROM club_matches m WHERE m.club = c.id AND m.state = 0"
        " AND m.game = '' AND (m.time < ? OR (SELECT count(*) FROM club_members p"
        " WHERE p.club = c.id AND p.number IN (m.member0, m.member1) AND p.rung > 0"
        " AND p.role >= 2) < 2))"
        " OR (c.idle_days > 0 AND EXISTS (SELECT 1 FROM club_members p"
        " WHERE p.club = c.id AND p.rung > 0 AND p.role >= 2"
        " AND p.played < ? - c.idle_days * 86400000)))"
        " ORDER BY c.id LIMIT ?");
    storage_bind_text(st, 1, after);
    storage_bind_number(st, 2, late);
    storage_bind_number(st, 3, now);
    storage_bind_number(st, 4, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        storage_column_text(st, 0, out[count++], ID_SIZE);
    return storage_listed(st, code, count);
}
