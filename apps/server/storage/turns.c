/* Games that are played over days: whose turn it is, and vacations. A game that nobody
 * looks at is in no memory; its deadline is found by an index. Words to who is away
 * that wait. */
#include "games.h"
#include "queue.h"

#define TURN_COLUMNS "game, seq, player, deadline, stood, card"

alea_status turn_put_within(storage *s, const char *game_id, const storage_turn *turn)
{
    storage_query *st = storage_statement(
        s, ST_TURN_PUT,
        "INSERT INTO turns (" TURN_COLUMNS ", told)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)"
        " ON CONFLICT (game) DO UPDATE SET told ="
        " CASE WHEN turns.player = excluded.player THEN turns.told ELSE 0 END,"
        " seq = excluded.seq,"
        " player = excluded.player, deadline = excluded.deadline,"
        " stood = excluded.stood, card = excluded.card");
    storage_bind_text(st, 1, game_id);
    storage_bind_number(st, 2, turn->seq);
    storage_bind_text(st, 3, turn->player);
    storage_bind_number(st, 4, turn->deadline);
    storage_bind_number(st, 5, turn->stood);
    storage_bind_text(st, 6, turn->card);
    return storage_run_later(st);
}

alea_status storage_turn_put(storage *s, const storage_turn *turn)
{
    if (!storage_settle(s, turn->game)) return ALEA_ERROR_FILE;
    const alea_status status = storage_begin(s);
    return status == ALEA_OK ? storage_end(s, turn_put_within(s, turn->game, turn))
                             : status;
}

static void read_turn(storage_query *st, storage_turn *out)
{
    *out = (storage_turn){.seq = storage_column_number(st, 1),
                          .deadline = storage_column_number(st, 3),
                          .stood = storage_column_number(st, 4)};
    storage_column_text(st, 0, out->game, sizeof out->game);
    storage_column_text(st, 2, out->player, sizeof out->player);
}

storage_answer storage_turn_get(storage *s, const char *game_id, storage_turn *out)
{
    if (!storage_settle(s, game_id)) return ANSWER_FAILED;
    storage_query *st = storage_statement(
        s, ST_TURN_GET, "SELECT " TURN_COLUMNS " FROM turns WHERE game = ?");
    storage_bind_text(st, 1, game_id);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_turn(st, out);
    storage_reset(st);
    return answer;
}

alea_status storage_turns_of(storage *s, const char *user, storage_turn_fn *each,
                             void *context)
{
    int code;
    if (!*user) return ALEA_OK;
    storage_query *st = storage_statement(
        s, ST_TURNS_OF,
        "SELECT " TURN_COLUMNS " FROM turns WHERE game IN"
        " (SELECT id FROM games WHERE user0 = ?1 AND user0 <> '' AND +stage = 1"
        " UNION SELECT id FROM games WHERE user1 = ?1 AND user1 <> '' AND +stage = 1)");
    storage_bind_text(st, 1, user);
    while ((code = storage_step(st)) == STORAGE_ROW) {
        storage_turn turn;
        read_turn(st, &turn);
        turn.card = storage_column_string(st, 5);
        if (turn.card) each(context, &turn);
    }
    storage_reset(st);
    return code == STORAGE_DONE ? ALEA_OK : ALEA_ERROR_FILE;
}

static int read_ids(storage_query *st, char (*out)[ID_SIZE], int capacity)
{
    int count = 0, code = STORAGE_DONE;
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        storage_column_text(st, 0, out[count++], ID_SIZE);
    return storage_listed(st, code, count);
}

int storage_turns_due(storage *s, int64_t time, char (*out)[ID_SIZE], int capacity)
{
    storage_query *st =
        storage_statement(s, ST_TURNS_DUE,
                          "SELECT game FROM turns WHERE player <> '' AND deadline <= ?"
                          " ORDER BY deadline LIMIT ?");
    storage_bind_number(st, 1, time);
    storage_bind_number(st, 2, capacity);
    return read_ids(st, out, capacity);
}

int storage_turns_untold(storage *s, int wish, storage_turn *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_TURNS_UNTOLD,
        "SELECT " TURN_COLUMNS " FROM turns JOIN word_wishes ON person = player"
        " WHERE told = 0 AND player <> '' AND ((push & ?1) <> 0 OR (mail & ?1) <> 0)"
        " ORDER BY deadline LIMIT ?2");
    storage_bind_number(st, 1, wish);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_turn(st, &out[count++]);
    return storage_listed(st, code, count);
}

alea_status storage_turn_told(storage *s, const char *game_id, const char *player)
{
    if (!storage_settle(s, game_id)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(
        s, ST_TURN_TOLD,
        "UPDATE turns SET told = 1 WHERE game = ?1 AND player = ?2 AND told = 0");
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, player);
    return storage_run(st);
}

int storage_games_ticking(storage *s, char (*out)[ID_SIZE], int capacity)
{
    if (!storage_settle(s, NULL)) return -1;
    storage_query *st =
        storage_statement(s, ST_TICKING,
                          "SELECT id FROM games WHERE stage = 1 AND NOT EXISTS"
                          " (SELECT 1 FROM turns WHERE turns.game = games.id)"
                          " ORDER BY created DESC, id LIMIT ?");
    storage_bind_number(st, 1, capacity);
    return read_ids(st, out, capacity);
}

/* ---- vacations ---- */

storage_answer storage_vacation_get(storage *s, const char *person,
                                    storage_vacation *out)
{
    *out = (storage_vacation){0};
    if (!*person) return ANSWER_ABSENT;
    storage_query *st = storage_statement(
        s, ST_VACATION_GET,
        "SELECT year, used, since, until FROM vacations WHERE person = ?");
    storage_bind_text(st, 1, person);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND)
        *out = (storage_vacation){.year = storage_column_number(st, 0),
                                  .used = storage_column_number(st, 1),
                                  .since = storage_column_number(st, 2),
                                  .until = storage_column_number(st, 3)};
    storage_reset(st);
    return answer;
}

static alea_status put_vacation(storage *s, const char *person,
                                const storage_vacation *v)
{
    storage_query *st = storage_statement(
        s, ST_VACATION_PUT,
        "INSERT INTO vacations (person, year, used, since, until)"
        " SELECT id, ?2, ?3, ?4, ?5 FROM users WHERE id = ?1"
        " ON CONFLICT (person) DO UPDATE SET year = excluded.year,"
        " used = excluded.used, since = excluded.since, until = excluded.until");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, v->year);
    storage_bind_number(st, 3, v->used);
    storage_bind_number(st, 4, v->since);
    storage_bind_number(st, 5, v->until);
    return storage_run_later(st);
}

static alea_status move_deadlines(storage *s, const char *person,
                                  const storage_vacation *v, int64_t now,
                                  int64_t least_ms)
{
    const bool stands = v->until > now;
    storage_query *st = storage_statement(
        s, stands ? ST_TURNS_STAND : ST_TURNS_GO_ON,
        stands ? "UPDATE turns SET deadline = deadline + ?3 - ?2, stood = ?3"
                 " WHERE player = ?1 AND player <> '' AND stood <= ?2"
                 " AND deadline > ?4"
               : "UPDATE turns SET deadline = deadline - (stood - ?2), stood = 0"
                 " WHERE player = ?1 AND player <> '' AND stood > ?2");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, now);
    if (stands) storage_bind_number(st, 3, v->until);
    if (stands) storage_bind_number(st, 4, now + least_ms);
    return storage_run(st);
}

alea_status storage_vacation_put(storage *s, const char *person,
                                 const storage_vacation *v, int64_t now,
                                 int64_t least_ms)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do {
        status = storage_begin(s);
        if (status == ALEA_OK) {
            status = put_vacation(s, person, v);
            if (status == ALEA_OK) status = move_deadlines(s, person, v, now, least_ms);
            status = storage_end(s, status);
        }
    } while (status != ALEA_OK && storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status == ALEA_ERROR_REFUSED ? ALEA_ERROR_ARGUMENT : status;
}

/* ---- words that wait ---- */

alea_status word_due_put(storage *s, const storage_word *w)
{
    storage_query *st =
        storage_statement(s, ST_WORD_DUE_PUT,
                          "INSERT INTO word_due (person, kind, about, time, told)"
                          " SELECT person, ?2, ?3, ?4, 0 FROM word_wishes"
                          " WHERE person = ?1"
                          " AND ((push & ?5) <> 0 OR (mail & ?5) <> 0)"
                          " ON CONFLICT (person, kind, about) DO NOTHING");
    storage_bind_text(st, 1, w->person);
    storage_bind_number(st, 2, w->kind);
    storage_bind_text(st, 3, w->about);
    storage_bind_number(st, 4, w->time);
    storage_bind_number(st, 5, 1 << w->kind);
    return storage_run(st);
}

alea_status word_due_told(storage *s, const char *person, word_kind kind,
                          const char *about)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(s, ST_WORD_DUE_TOLD,
                                          "UPDATE word_due SET told = 1"
                                          " WHERE person = ? AND kind = ?"
                                          " AND about = ?");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, kind);
    storage_bind_text(st, 3, about);
    return storage_run(st);
}

alea_status word_due_seen(storage *s, const char *person, const char *about)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(
        s, ST_WORD_DUE_SEEN, "DELETE FROM word_due WHERE person = ? AND about = ?");
    storage_bind_text(st, 1, person);
    storage_bind_text(st, 2, about);
    return storage_run(st);
}

alea_status word_due_tidy(storage *s, int64_t time)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st =
        storage_statement(s, ST_WORD_DUE_TIDY, "DELETE FROM word_due WHERE time < ?");
    storage_bind_number(st, 1, time);
    return storage_run(st);
}

int word_due_list(storage *s, bool told, storage_word *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    if (!storage_settle(s, NULL)) return -1;
    storage_query *st = storage_statement(
        s, ST_WORD_DUE_LIST,
        "SELECT d.person, d.kind, d.about, d.time FROM word_due d WHERE d.told = ?1"
        " AND (d.told = 1 OR (d.kind = ?2 AND EXISTS (SELECT 1 FROM challenges c"
        " WHERE c.game = d.about AND c.other = d.person)) OR (d.kind <> ?2 AND EXISTS"
        " (SELECT 1 FROM tournaments t WHERE t.id = d.about AND t.removed = 0)))"
        " ORDER BY d.time, d.person LIMIT ?3");
    storage_bind_number(st, 1, told);
    storage_bind_number(st, 2, WORD_CHALLENGE);
    storage_bind_number(st, 3, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_word *w = &out[count++];
        *w = (storage_word){.kind = (word_kind)storage_column_number(st, 1),
                            .time = storage_column_number(st, 3),
                            .told = told};
        storage_column_text(st, 0, w->person, sizeof w->person);
        storage_column_text(st, 2, w->about, sizeof w->about);
    }
    return storage_listed(st, code, count);
}
