#include "tournaments.h"

#include "queue.h"
#include "server/storage/database/driver.h"

#include <string.h>

/* ---- events ---- */

static alea_status put_event(storage *s, const char *id,
                             const storage_tournament_event *e)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_EVENT,
        "INSERT INTO tournament_events (tournament, seq, time, actor, person, name,"
        " json) VALUES (?, ?, ?, ?, ?, ?, ?)");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, e->seq);
    storage_bind_number(st, 3, e->time);
    storage_bind_text(st, 4, e->actor);
    storage_bind_text(st, 5, e->person);
    storage_bind_text(st, 6, e->name);
    storage_bind_text(st, 7, e->json);
    return storage_run(st);
}

alea_status storage_tournament_events(storage *s, const char *id, int64_t after,
                                      storage_tournament_fn *each, void *context)
{
    int code;
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_EVENTS,
        "SELECT seq, time, actor, person, name, json FROM tournament_events"
        " WHERE tournament = ? AND seq > ? ORDER BY seq");
    char actor[ID_SIZE], person[ID_SIZE], name[132];
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, after);
    while ((code = storage_step(st)) == STORAGE_ROW) {
        storage_column_text(st, 2, actor, sizeof actor);
        storage_column_text(st, 3, person, sizeof person);
        storage_column_text(st, 4, name, sizeof name);
        const storage_tournament_event e = {
            .seq = storage_column_number(st, 0),
            .time = storage_column_number(st, 1),
            .actor = actor,
            .person = person,
            .name = name,
            .json = storage_column_string(st, 5),
        };
        if (!each(context, &e)) break;
    }
    storage_reset(st);
    return code == STORAGE_FAILED ? ALEA_ERROR_FILE : ALEA_OK;
}

/* ---- directors ---- */

static alea_status put_director(storage *s, const char *id, const char *person,
                                int64_t time)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_DIRECT,
        "INSERT INTO tournament_directors (tournament, person, time) VALUES (?, ?, ?)"
        " ON CONFLICT (tournament, person) DO NOTHING");
    storage_bind_text(st, 1, id);
    storage_bind_text(st, 2, person);
    storage_bind_number(st, 3, time);
    return storage_run(st);
}

alea_status storage_tournament_direct(storage *s, const char *id, const char *person,
                                      bool is_director)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    if (is_director) return put_director(s, id, person, server_now());
    storage_query *st = storage_statement(s, ST_TOURNAMENT_DIRECT_NOT,
                                          "DELETE FROM tournament_directors"
                                          " WHERE tournament = ? AND person = ?");
    storage_bind_text(st, 1, id);
    storage_bind_text(st, 2, person);
    return storage_run(st);
}

int storage_tournament_directors(storage *s, const char *id, storage_director *out,
                                 int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_DIRECTORS,
        "SELECT d.person, u.name FROM tournament_directors d JOIN users u"
        " ON u.id = d.person WHERE d.tournament = ? ORDER BY d.time, d.person LIMIT ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_column_text(st, 0, out[count].id, sizeof out[count].id);
        storage_column_text(st, 1, out[count].name, sizeof out[count].name);
        count++;
    }
    return storage_listed(st, code, count);
}

int64_t storage_tournaments_directed(storage *s, const char *person)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENTS_DIRECTED,
        "SELECT count(DISTINCT coalesce(s.season, t.id))"
        " FROM tournament_directors d JOIN tournaments t ON t.id = d.tournament"
        " LEFT JOIN season_divisions s ON s.tournament = t.id"
        " WHERE d.person = ? AND t.stage < 2 AND t.removed = 0");
    storage_bind_text(st, 1, person);
    return storage_single(st);
}

/* ---- games of matches ---- */

static alea_status put_game(storage *s, const char *game, const char *id)
{
    storage_query *st =
        storage_statement(s, ST_TOURNAMENT_GAME,
                          "INSERT INTO tournament_games (game, tournament, waits)"
                          " VALUES (?, ?, 1)");
    storage_bind_text(st, 1, game);
    storage_bind_text(st, 2, id);
    return storage_run(st);
}

static alea_status end_game(storage *s, const char *game)
{
    storage_query *st =
        storage_statement(s, ST_TOURNAMENT_GAME_DONE,
                          "UPDATE tournament_games SET waits = 0 WHERE game = ?");
    storage_bind_text(st, 1, game);
    return storage_run(st);
}

alea_status storage_tournament_game_done(storage *s, const char *game)
{
    return storage_settle(s, NULL) ? end_game(s, game) : ALEA_ERROR_FILE;
}

storage_answer storage_tournament_of_game(storage *s, const char *game,
                                          char out[ID_SIZE])
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_OF_GAME,
        "SELECT tournament FROM tournament_games WHERE game = ? AND waits = 1");
    storage_bind_text(st, 1, game);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) storage_column_text(st, 0, out, ID_SIZE);
    storage_reset(st);
    return answer;
}

int storage_tournament_games_over(storage *s, storage_tournament_game *out,
                                  int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_GAMES_OVER,
        "SELECT w.game, w.tournament, g.winner, g.score0, g.score1"
        " FROM tournament_games w JOIN games g ON g.id = w.game"
        " WHERE w.waits = 1 AND g.stage = 2 ORDER BY g.changed, w.game LIMIT ?");
    storage_bind_number(st, 1, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_tournament_game *g = &out[count++];
        storage_column_text(st, 0, g->game, sizeof g->game);
        storage_column_text(st, 1, g->tournament, sizeof g->tournament);
        g->winner = (int)storage_column_number(st, 2);
        g->score[0] = (int)storage_column_number(st, 3);
        g->score[1] = (int)storage_column_number(st, 4);
    }
    return storage_listed(st, code, count);
}

/* ---- the tournament itself ---- */

static alea_status put_row(storage *s, const storage_tournament *t)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_PUT,
        "INSERT INTO tournaments (id, name, text, maker, kind, starts, stage, removed,"
        " players, players_most, round, rounds, created, changed, last, due, club,"
        " members_only)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    storage_bind_text(st, 1, t->id);
    storage_bind_text(st, 2, t->name);
    storage_bind_text(st, 3, t->text);
    storage_bind_text(st, 4, t->maker);
    storage_bind_text(st, 5, t->kind);
    storage_bind_number(st, 6, t->starts);
    storage_bind_number(st, 7, t->stage);
    storage_bind_number(st, 8, t->players);
    storage_bind_number(st, 9, t->players_most);
    storage_bind_number(st, 10, t->round);
    storage_bind_number(st, 11, t->rounds);
    storage_bind_number(st, 12, t->created);
    storage_bind_number(st, 13, t->changed);
    storage_bind_number(st, 14, t->last);
    storage_bind_number(st, 15, t->due);
    storage_bind_text(st, 16, t->club);
    storage_bind_number(st, 17, t->members_only);
    return storage_run(st);
}

alea_status storage_tournament_put(storage *s, const storage_new_tournament *t)
{
    const storage_tournament *row = t->row;
    alea_status status = put_row(s, row);
    for (int i = 0; i < t->events && status == ALEA_OK; i++)
        status = put_event(s, row->id, &t->event[i]);
    return status == ALEA_OK ? put_director(s, row->id, row->maker, row->created)
                             : status;
}

alea_status storage_tournament_make(storage *s, const storage_new_tournament *t)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    const alea_status status = storage_begin(s);
    return status == ALEA_OK ? storage_end(s, storage_tournament_put(s, t)) : status;
}

/* Changes the tournament's row, which serves as the lock: only a writer that has seen
 * the last event can change it. */
static alea_status move_row(storage *s, const storage_tournament *t)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_MOVE,
        "UPDATE tournaments SET stage = ?1, players = ?2, round = ?3, rounds = ?4,"
        " changed = ?5, last = ?6, due = ?8 WHERE id = ?7 AND last = ?6 - 1");
    storage_bind_number(st, 1, t->stage);
    storage_bind_number(st, 2, t->players);
    storage_bind_number(st, 3, t->round);
    storage_bind_number(st, 4, t->rounds);
    storage_bind_number(st, 5, t->changed);
    storage_bind_number(st, 6, t->last);
    storage_bind_text(st, 7, t->id);
    storage_bind_number(st, 8, t->due);
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_REFUSED : status;
}

static alea_status append(storage *s, const storage_tournament *t,
                          const storage_tournament_event *e, const storage_beside *b)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = move_row(s, t);
    if (status == ALEA_OK) status = put_event(s, t->id, e);
    if (status == ALEA_OK && b->game) status = put_game(s, b->game, t->id);
    if (status == ALEA_OK && b->done) status = end_game(s, b->done);
    for (int i = 0; i < b->words && status == ALEA_OK; i++)
        status = word_due_put(s, &b->word[i]);
    return storage_end(s, status);
}

/* Whether that very event is there: of a try whose answer was lost. */
static storage_answer is_stored(storage *s, const char *id,
                                const storage_tournament_event *e)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_STORED,
        "SELECT 1 FROM tournament_events WHERE tournament = ? AND seq = ? AND time = ?"
        " AND actor = ? AND person = ? AND json = ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, e->seq);
    storage_bind_number(st, 3, e->time);
    storage_bind_text(st, 4, e->actor);
    storage_bind_text(st, 5, e->person);
    storage_bind_text(st, 6, e->json);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

alea_status storage_tournament_append(storage *s, const storage_tournament *t,
                                      const storage_tournament_event *e,
                                      const storage_beside *beside)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = append(s, t, e, beside);
    while (status != ALEA_OK && status != ALEA_ERROR_REFUSED &&
           storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    if (status != ALEA_ERROR_REFUSED || tries == 0) return status;
    const storage_answer stored = is_stored(s, t->id, e);
    return stored == ANSWER_FOUND    ? ALEA_OK
           : stored == ANSWER_ABSENT ? ALEA_ERROR_REFUSED
                                     : ALEA_ERROR_FILE;
}

alea_status storage_tournament_describe(storage *s, const char *id, const char *text,
                                        int64_t starts, int64_t due)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_DESCRIBE,
        "UPDATE tournaments SET text = ?, starts = ?, due = ? WHERE id = ?");
    storage_bind_text(st, 1, text);
    storage_bind_number(st, 2, starts);
    storage_bind_number(st, 3, due);
    storage_bind_text(st, 4, id);
    return storage_run(st);
}

alea_status storage_tournament_remove(storage *s, const char *id, int64_t time)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_REMOVE, "UPDATE tournaments SET removed = ? WHERE id = ?");
    storage_bind_number(st, 1, time);
    storage_bind_text(st, 2, id);
    return storage_run(st);
}

/* ---- looking ---- */

#define FACTS                                                                          \
    "id, name, maker, kind, starts, stage, removed, players, players_most, round,"     \
    " rounds, created, changed, last, due, club, members_only"

static void read_row(storage_query *st, storage_tournament *out)
{
    storage_column_text(st, 0, out->id, sizeof out->id);
    storage_column_text(st, 1, out->name, sizeof out->name);
    storage_column_text(st, 2, out->maker, sizeof out->maker);
    storage_column_text(st, 3, out->kind, sizeof out->kind);
    out->text[0] = '\0';
    out->starts = storage_column_number(st, 4);
    out->stage = (int)storage_column_number(st, 5);
    out->removed = storage_column_number(st, 6);
    out->players = (int)storage_column_number(st, 7);
    out->players_most = (int)storage_column_number(st, 8);
    out->round = (int)storage_column_number(st, 9);
    out->rounds = (int)storage_column_number(st, 10);
    out->created = storage_column_number(st, 11);
    out->changed = storage_column_number(st, 12);
    out->last = storage_column_number(st, 13);
    out->due = storage_column_number(st, 14);
    storage_column_text(st, 15, out->club, sizeof out->club);
    out->members_only = storage_column_number(st, 16) != 0;
}

storage_answer storage_tournament_get(storage *s, const char *id,
                                      storage_tournament *out)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENT_GET, "SELECT " FACTS ", text FROM tournaments WHERE id = ?");
    storage_bind_text(st, 1, id);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) {
        read_row(st, out);
        storage_column_text(st, 17, out->text, sizeof out->text);
    }
    storage_reset(st);
    return answer;
}

static int read_rows(storage_query *st, storage_tournament *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_row(st, &out[count++]);
    return storage_listed(st, code, count);
}

int storage_tournaments_in(storage *s, int least, int most, storage_tournament *out,
                           int capacity)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENTS_IN,
        "SELECT " FACTS " FROM tournaments WHERE removed = 0 AND stage BETWEEN ? AND ?"
        " ORDER BY changed DESC, id LIMIT ?");
    storage_bind_number(st, 1, least);
    storage_bind_number(st, 2, most);
    storage_bind_number(st, 3, capacity);
    return read_rows(st, out, capacity);
}

int storage_tournaments_of_club(storage *s, const char *club, storage_tournament *out,
                                int capacity)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENTS_OF_CLUB,
        "SELECT " FACTS " FROM tournaments WHERE club = ? AND club <> ''"
        " AND removed = 0 ORDER BY stage, changed DESC, id LIMIT ?");
    storage_bind_text(st, 1, club);
    storage_bind_number(st, 2, capacity);
    return read_rows(st, out, capacity);
}

int storage_tournaments_due(storage *s, int64_t time, char (*out)[ID_SIZE],
                            int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st =
        storage_statement(s, ST_TOURNAMENTS_DUE,
                          "SELECT id FROM tournaments WHERE removed = 0 AND due > 0"
                          " AND due <= ? ORDER BY due, id LIMIT ?");
    storage_bind_number(st, 1, time);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        storage_column_text(st, 0, out[count++], ID_SIZE);
    return storage_listed(st, code, count);
}

int storage_tournaments_of(storage *s, const char *person, storage_tournament *out,
                           int capacity)
{
    storage_query *st = storage_statement(
        s, ST_TOURNAMENTS_OF,
        "SELECT " FACTS " FROM tournaments WHERE id IN"
        " (SELECT tournament FROM tournament_directors WHERE person = ?1"
        " UNION SELECT tournament FROM tournament_events"
        " WHERE person = ?1 AND person <> '') ORDER BY changed DESC, id LIMIT ?2");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, capacity);
    return read_rows(st, out, capacity);
}
