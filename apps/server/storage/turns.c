/* Games that are played over days: whose turn it is, and vacations. A game that nobody
 * looks at is in no memory; its deadline is found by an index. Words to who is away
 * that wait. */
#include "games.h"
#include "queue.h"
#include "server/storage/database/driver.h"
#include "server/support/days.h"

#define TURN_COLUMNS "game, seq, player, deadline, stood, card"

/* Who may send a word: its owner, or, if that one is gone, anybody; ?1 is the server
 * that asks. What is on its way from the owner is nobody's. */
#define CLAIMABLE(table, now)                                                          \
    "told <> 1 AND ((owner = ?1 AND told = 0)"                                         \
    " OR (owner <> ?1 AND NOT " LEASE_IS_ALIVE(table, now) "))"
/* With ?2 = 0 no word that is the asking server's own or that has no owner. */
#define FREE(table, now)                                                               \
    CLAIMABLE(table, now) " AND (?2 > 0 OR (owner <> ?1 AND owner <> ''))"
#define BY_CLOCK(s, sql)                                                               \
    storage_sql(s, sql(LEASE_SQLITE_NOW), sql(LEASE_POSTGRESQL_NOW))

alea_status turn_put_within(storage *s, const char *game_id, const storage_turn *turn,
                            const char *holder)
{
    storage_query *st = storage_statement(
        s, ST_TURN_PUT,
        "INSERT INTO turns (" TURN_COLUMNS ", told, owner)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7)"
        " ON CONFLICT (game) DO UPDATE SET told ="
        " CASE WHEN turns.player = excluded.player THEN turns.told ELSE 0 END,"
        " owner = CASE WHEN turns.player = excluded.player THEN turns.owner"
        " ELSE excluded.owner END,"
        " seq = excluded.seq,"
        " player = excluded.player, deadline = excluded.deadline,"
        " stood = excluded.stood, card = excluded.card");
    storage_bind_text(st, 1, game_id);
    storage_bind_number(st, 2, turn->seq);
    storage_bind_text(st, 3, turn->player);
    storage_bind_number(st, 4, turn->deadline);
    storage_bind_number(st, 5, turn->stood);
    storage_bind_text(st, 6, turn->card);
    storage_bind_text(st, 7, holder);
    return storage_run_later(st);
}

alea_status storage_turn_put(storage *s, const storage_turn *turn)
{
    if (!storage_settle(s, turn->game)) return ALEA_ERROR_FILE;
    const alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    return storage_end(s, turn_put_within(s, turn->game, turn, s->holder));
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

#define UNTOLD(now)                                                                    \
    "SELECT " TURN_COLUMNS " FROM turns JOIN word_wishes ON person = player"           \
    " WHERE player <> '' AND ((push & ?3) <> 0 OR (mail & ?3) <> 0)"                   \
    " AND " FREE("turns", now) " ORDER BY deadline LIMIT ?4"

int storage_turns_untold(storage *s, const char *claimer, bool all, int wish,
                         storage_turn *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(s, ST_TURNS_UNTOLD, BY_CLOCK(s, UNTOLD));
    storage_bind_text(st, 1, claimer);
    storage_bind_number(st, 2, all);
    storage_bind_number(st, 3, wish);
    storage_bind_number(st, 4, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_turn(st, &out[count++]);
    return storage_listed(st, code, count);
}

/* A statement that changes one row, or none where another was faster. */
static storage_answer run_claim(storage *s, storage_query *st)
{
    if (storage_run(st) != ALEA_OK) return ANSWER_FAILED;
    return s->changed == 1 ? ANSWER_FOUND : ANSWER_ABSENT;
}

#define CLAIM_TURN(now)                                                                \
    "UPDATE turns SET told = 2, owner = ?1 WHERE game = ?2 AND player = ?3"            \
    " AND " CLAIMABLE("turns", now)

storage_answer storage_turn_claim(storage *s, const char *claimer, const char *game_id,
                                  const char *player)
{
    if (!storage_settle(s, game_id)) return ANSWER_FAILED;
    storage_query *st = storage_statement(s, ST_TURN_CLAIM, BY_CLOCK(s, CLAIM_TURN));
    storage_bind_text(st, 1, claimer);
    storage_bind_text(st, 2, game_id);
    storage_bind_text(st, 3, player);
    return run_claim(s, st);
}

alea_status storage_turn_return(storage *s, const char *claimer, const char *game_id,
                                const char *player)
{
    if (!storage_settle(s, game_id)) return ALEA_ERROR_FILE;
    storage_query *st =
        storage_statement(s, ST_TURN_RETURN,
                          "UPDATE turns SET told = 0 WHERE game = ?2 AND player = ?3"
                          " AND told = 2 AND owner = ?1");
    storage_bind_text(st, 1, claimer);
    storage_bind_text(st, 2, game_id);
    storage_bind_text(st, 3, player);
    return storage_run(st);
}

static alea_status end_turn_word(storage_query *st, const char *game_id,
                                 const char *player)
{
    storage_bind_text(st, 1, game_id);
    storage_bind_text(st, 2, player);
    return storage_run(st);
}

alea_status storage_turn_sent(storage *s, const char *game_id, const char *player)
{
    if (!storage_settle(s, game_id)) return ALEA_ERROR_FILE;
    return end_turn_word(
        storage_statement(
            s, ST_TURN_SENT,
            "UPDATE turns SET told = 1 WHERE game = ?1 AND player = ?2 AND told = 2"),
        game_id, player);
}

alea_status storage_turn_told(storage *s, const char *game_id, const char *player)
{
    if (!storage_settle(s, game_id)) return ALEA_ERROR_FILE;
    return end_turn_word(
        storage_statement(
            s, ST_TURN_TOLD,
            "UPDATE turns SET told = 1 WHERE game = ?1 AND player = ?2 AND told <> 1"),
        game_id, player);
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

/* In PostgreSQL a change of a vacation locks the table as any write does; in SQLite one
 * writes at a time. */
alea_status vacations_hold(storage *s)
{
    if (!s->driver->is_postgresql) return ALEA_OK;
    return storage_run(
        storage_statement(s, ST_VACATIONS_HOLD, "LOCK TABLE vacations IN SHARE MODE"));
}

alea_status turn_meet_vacation(storage *s, const char *person, int64_t now,
                               int64_t *deadline, int64_t *stood)
{
    storage_vacation v;
    if (!*person || !*deadline) return ALEA_OK;
    if (storage_vacation_get(s, person, &v) == ANSWER_FAILED)
        return storage_fault_status(s, s->fault);
    const days_turn met = days_meet((days_turn){*deadline, *stood}, v.until, now);
    *deadline = met.deadline;
    *stood = met.stood;
    return ALEA_OK;
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

/* Of those whose clocks of days run for person ?1: at ?2 he goes on vacation until ?3
 * if more than until ?4 is left, or is back. */
#define STAND(table, due, his)                                                         \
    "UPDATE " table " SET " due " = " due " + ?3 - ?2, stood = ?3"                     \
    " WHERE " his " AND stood <= ?2 AND " due " > ?4"
#define GO_ON(table, due, his)                                                         \
    "UPDATE " table " SET " due " = " due " - (stood - ?2), stood = 0"                 \
    " WHERE " his " AND stood > ?2"
#define HIS_TURN "player = ?1 AND player <> ''"
#define HIS_TABLE                                                                      \
    "due > 0 AND clock = 2"                                                            \
    " AND ((user0 = ?1 AND runs = 0) OR (user1 = ?1 AND runs = 1))"

static alea_status move_deadlines(storage *s, const char *person,
                                  const storage_vacation *v, int64_t now,
                                  int64_t least_ms)
{
    const bool stands = v->until > now;
    storage_query *st[] = {
        storage_statement(s, stands ? ST_TURNS_STAND : ST_TURNS_GO_ON,
                          stands ? STAND("turns", "deadline", HIS_TURN)
                                 : GO_ON("turns", "deadline", HIS_TURN)),
        storage_statement(s, stands ? ST_FAMILIES_STAND : ST_FAMILIES_GO_ON,
                          stands ? STAND("family_tables", "due", HIS_TABLE)
                                 : GO_ON("family_tables", "due", HIS_TABLE))};
    alea_status status = ALEA_OK;
    for (int i = 0; i < 2 && status == ALEA_OK; i++) {
        storage_bind_text(st[i], 1, person);
        storage_bind_number(st[i], 2, now);
        if (stands) storage_bind_number(st[i], 3, v->until);
        if (stands) storage_bind_number(st[i], 4, now + least_ms);
        status = storage_run(st[i]);
    }
    return status;
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
    storage_query *st = storage_statement(
        s, ST_WORD_DUE_PUT,
        "INSERT INTO word_due (person, kind, about, time, told, owner)"
        " SELECT person, ?2, ?3, ?4, 0, ?6 FROM word_wishes"
        " WHERE person = ?1"
        " AND ((push & ?5) <> 0 OR (mail & ?5) <> 0)"
        " ON CONFLICT (person, kind, about) DO NOTHING");
    storage_bind_text(st, 1, w->person);
    storage_bind_number(st, 2, w->kind);
    storage_bind_text(st, 3, w->about);
    storage_bind_number(st, 4, w->time);
    storage_bind_number(st, 5, 1 << w->kind);
    storage_bind_text(st, 6, s->holder);
    return storage_run(st);
}

#define CLAIM_WORD(now)                                                                \
    "UPDATE word_due SET told = 2, owner = ?1"                                         \
    " WHERE person = ?2 AND kind = ?3 AND about = ?4 AND " CLAIMABLE("word_due", now)

static void bind_word(storage_query *st, const char *person, word_kind kind,
                      const char *about)
{
    storage_bind_text(st, 2, person);
    storage_bind_number(st, 3, kind);
    storage_bind_text(st, 4, about);
}

storage_answer word_due_claim(storage *s, const char *claimer, const char *person,
                              word_kind kind, const char *about)
{
    if (!storage_settle(s, NULL)) return ANSWER_FAILED;
    storage_query *st =
        storage_statement(s, ST_WORD_DUE_CLAIM, BY_CLOCK(s, CLAIM_WORD));
    storage_bind_text(st, 1, claimer);
    bind_word(st, person, kind, about);
    return run_claim(s, st);
}

alea_status word_due_return(storage *s, const char *claimer, const char *person,
                            word_kind kind, const char *about)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st =
        storage_statement(s, ST_WORD_DUE_RETURN,
                          "UPDATE word_due SET told = 0 WHERE person = ?2 AND kind = ?3"
                          " AND about = ?4 AND told = 2 AND owner = ?1");
    storage_bind_text(st, 1, claimer);
    bind_word(st, person, kind, about);
    return storage_run(st);
}

alea_status word_due_sent(storage *s, const char *person, word_kind kind,
                          const char *about)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st =
        storage_statement(s, ST_WORD_DUE_TOLD,
                          "UPDATE word_due SET told = 1 WHERE person = ?1 AND kind = ?2"
                          " AND about = ?3 AND told = 2");
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

/* Words are put in transactions of the loop's own: nothing has to be settled. */
storage_answer word_due_there(storage *s, const char *person, const char *about)
{
    storage_query *st = storage_statement(
        s, ST_WORD_DUE_THERE,
        "SELECT 1 FROM word_due WHERE person = ? AND about = ? LIMIT 1");
    storage_bind_text(st, 1, person);
    storage_bind_text(st, 2, about);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

alea_status word_due_tidy(storage *s, int64_t time)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st =
        storage_statement(s, ST_WORD_DUE_TIDY, "DELETE FROM word_due WHERE time < ?");
    storage_bind_number(st, 1, time);
    return storage_run(st);
}

static int read_words(storage_query *st, storage_word *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_word *w = &out[count++];
        *w = (storage_word){.kind = (word_kind)storage_column_number(st, 1),
                            .time = storage_column_number(st, 3)};
        storage_column_text(st, 0, w->person, sizeof w->person);
        storage_column_text(st, 2, w->about, sizeof w->about);
    }
    return storage_listed(st, code, count);
}

int word_due_had(storage *s, storage_word *out, int capacity)
{
    if (!storage_settle(s, NULL)) return -1;
    storage_query *st =
        storage_statement(s, ST_WORD_DUE_HAD,
                          "SELECT person, kind, about, time FROM word_due"
                          " WHERE told = 1 ORDER BY time, person LIMIT ?");
    storage_bind_number(st, 1, capacity);
    return read_words(st, out, capacity);
}

#define FREE_WORDS(now)                                                                \
    "SELECT person, kind, about, time FROM word_due"                                   \
    " WHERE " FREE(                                                                    \
        "word_due",                                                                    \
        now) " AND ((kind = ?3 AND EXISTS (SELECT 1 FROM challenges"                   \
             " WHERE challenges.game = about AND challenges.other = word_due.person))" \
             " OR (kind = ?5 AND EXISTS (SELECT 1 FROM family_tables"                  \
             " WHERE family_tables.id = about AND stage < 2))"                         \
             " OR (kind <> ?3 AND kind <> ?5 AND EXISTS (SELECT 1 FROM tournaments"    \
             " WHERE tournaments.id = about AND removed = 0)))"                        \
             " ORDER BY time, person LIMIT ?4"

int word_due_free(storage *s, const char *claimer, bool all, storage_word *out,
                  int capacity)
{
    if (!storage_settle(s, NULL)) return -1;
    storage_query *st = storage_statement(s, ST_WORD_DUE_FREE, BY_CLOCK(s, FREE_WORDS));
    storage_bind_text(st, 1, claimer);
    storage_bind_number(st, 2, all);
    storage_bind_number(st, 3, WORD_CHALLENGE);
    storage_bind_number(st, 4, capacity);
    storage_bind_number(st, 5, WORD_TABLE);
    return read_words(st, out, capacity);
}
