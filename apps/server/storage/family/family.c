#include "family.h"

#include "server/storage/database/driver.h"
#include "server/storage/queue.h"

#include <string.h>

/* ---- writing ---- */

static alea_status put_row(storage *s, const storage_family *row)
{
    storage_query *st = storage_statement(
        s, ST_FAMILY_PUT,
        "INSERT INTO family_tables (id, user0, user1, seats, stage, game, head, dice,"
        " dice_game, created, changed, last, clock, step, bank, reserve0,"
        " reserve1, due, lost, level)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, 0, ?)"
        " ON CONFLICT (id) DO NOTHING");
    storage_bind_text(st, 1, row->id);
    storage_bind_text(st, 2, row->user[0]);
    storage_bind_text(st, 3, row->user[1]);
    storage_bind_number(st, 4, row->seats);
    storage_bind_number(st, 5, row->stage);
    storage_bind_text(st, 6, row->game);
    storage_bind_text(st, 7, row->head);
    storage_bind_text(st, 8, row->dice);
    storage_bind_text(st, 9, row->dice_game);
    storage_bind_number(st, 10, row->created);
    storage_bind_number(st, 11, row->created);
    storage_bind_number(st, 12, row->clock);
    storage_bind_number(st, 13, row->step_ms);
    storage_bind_number(st, 14, row->bank_ms);
    storage_bind_number(st, 15, row->reserve_ms[0]);
    storage_bind_number(st, 16, row->reserve_ms[1]);
    storage_bind_number(st, 17, row->due);
    storage_bind_number(st, 18, row->level);
    return storage_run(st);
}

alea_status storage_family_make(storage *s, const storage_family *row)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    /* The identifier is random: a row that is there is that of a try before. */
    do status = put_row(s, row);
    while (status != ALEA_OK && storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status == ALEA_OK ? ALEA_OK : ALEA_ERROR_FILE;
}

/* The row serves as the lock: only a writer that has seen the last line changes it. */
static alea_status move_row(storage *s, const storage_family *after, int64_t before)
{
    storage_query *st = storage_statement(
        s, ST_FAMILY_MOVE,
        "UPDATE family_tables SET user1 = ?, stage = ?, dice = ?, changed = ?,"
        " last = ?,"
        " reserve0 = ?, reserve1 = ?, due = ?, lost = ?, stood = ?, runs = ?"
        " WHERE id = ? AND last = ?");
    storage_bind_text(st, 1, after->user[1]);
    storage_bind_number(st, 2, after->stage);
    storage_bind_text(st, 3, after->dice);
    storage_bind_number(st, 4, after->changed);
    storage_bind_number(st, 5, after->last);
    storage_bind_number(st, 6, after->reserve_ms[0]);
    storage_bind_number(st, 7, after->reserve_ms[1]);
    storage_bind_number(st, 8, after->due);
    storage_bind_number(st, 9, after->lost);
    storage_bind_number(st, 10, after->stood);
    storage_bind_number(st, 11, after->runs);
    storage_bind_text(st, 12, after->id);
    storage_bind_number(st, 13, before);
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_REFUSED : status;
}

static alea_status put_line(storage *s, const storage_family *row, int64_t seq,
                            const char *line)
{
    storage_query *st = storage_statement(
        s, ST_FAMILY_LINE,
        "INSERT INTO family_lines (family, seq, time, line) VALUES (?, ?, ?, ?)");
    storage_bind_text(st, 1, row->id);
    storage_bind_number(st, 2, seq);
    storage_bind_number(st, 3, row->changed);
    storage_bind_text(st, 4, line);
    return storage_run(st);
}

static alea_status meet_vacation(storage *s, storage_family *after)
{
    if (after->clock != FAMILY_DAYS || (after->runs != 0 && after->runs != 1))
        return ALEA_OK;
    const alea_status status = vacations_hold(s);
    if (status != ALEA_OK) return status;
    return turn_meet_vacation(s, after->user[after->runs], after->changed, &after->due,
                              &after->stood);
}

static alea_status append(storage *s, storage_family *after,
                          const storage_family_line *line, int count,
                          const storage_word *word)
{
    const int64_t before = after->last - count;
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = meet_vacation(s, after);
    if (status == ALEA_OK) status = move_row(s, after, before);
    for (int i = 0; i < count && status == ALEA_OK; i++)
        status = put_line(s, after, before + 1 + i, line[i].text);
    if (status == ALEA_OK && *word->person) status = word_due_put(s, word);
    return storage_end(s, status);
}

/* Whether that very line is there: of a try whose answer was lost. */
static storage_answer is_stored(storage *s, const storage_family *after,
                                const char *line)
{
    storage_query *st = storage_statement(
        s, ST_FAMILY_STORED,
        "SELECT 1 FROM family_lines WHERE family = ? AND seq = ? AND time = ?"
        " AND line = ?");
    storage_bind_text(st, 1, after->id);
    storage_bind_number(st, 2, after->last);
    storage_bind_number(st, 3, after->changed);
    storage_bind_text(st, 4, line);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

alea_status storage_family_append(storage *s, storage_family *after,
                                  const storage_family_line *line, int count,
                                  const storage_word *word)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = append(s, after, line, count, word);
    while (status != ALEA_OK && status != ALEA_ERROR_REFUSED &&
           storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    if (status == ALEA_OK) return ALEA_OK;
    if (status != ALEA_ERROR_REFUSED || tries == 0)
        return status == ALEA_ERROR_REFUSED ? status : ALEA_ERROR_FILE;
    const storage_answer stored = is_stored(s, after, line[count - 1].text);
    return stored == ANSWER_FOUND    ? ALEA_OK
           : stored == ANSWER_ABSENT ? ALEA_ERROR_REFUSED
                                     : ALEA_ERROR_FILE;
}

/* ---- reading ---- */

#define FACTS                                                                          \
    "f.id, f.user0, f.user1, COALESCE(a.name, ''), COALESCE(b.name, ''), f.seats,"     \
    " f.stage, f.game, f.created, f.changed, f.last, f.clock, f.step, f.bank,"         \
    " f.reserve0, f.reserve1, f.due, f.lost, f.level, f.stood"
#define FROM                                                                           \
    " FROM family_tables f LEFT JOIN users a ON a.id = f.user0"                        \
    " LEFT JOIN users b ON b.id = f.user1 "

enum { FACTS_COUNT = 20 };

static void read_row(storage_query *st, storage_family *out)
{
    storage_column_text(st, 0, out->id, sizeof out->id);
    for (int i = 0; i < 2; i++) {
        storage_column_text(st, 1 + i, out->user[i], sizeof out->user[i]);
        storage_column_text(st, 3 + i, out->name[i], sizeof out->name[i]);
    }
    out->seats = (family_seats)storage_column_number(st, 5);
    out->stage = (family_stage)storage_column_number(st, 6);
    storage_column_text(st, 7, out->game, sizeof out->game);
    out->created = storage_column_number(st, 8);
    out->changed = storage_column_number(st, 9);
    out->last = storage_column_number(st, 10);
    out->clock = (family_clock)storage_column_number(st, 11);
    out->step_ms = storage_column_number(st, 12);
    for (int i = 0; i < 2; i++) out->reserve_ms[i] = storage_column_number(st, 14 + i);
    out->bank_ms = storage_column_number(st, 13);
    out->due = storage_column_number(st, 16);
    out->lost = (int)storage_column_number(st, 17);
    out->level = (int)storage_column_number(st, 18);
    out->stood = storage_column_number(st, 19);
    out->head[0] = out->dice[0] = out->dice_game[0] = '\0';
}

storage_answer storage_family_get(storage *s, const char *id, storage_family *out)
{
    storage_query *st = storage_statement(
        s, ST_FAMILY_GET,
        "SELECT " FACTS ", f.head, f.dice, f.dice_game" FROM "WHERE f.id = ?");
    storage_bind_text(st, 1, id);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) {
        read_row(st, out);
        storage_column_text(st, FACTS_COUNT, out->head, sizeof out->head);
        storage_column_text(st, FACTS_COUNT + 1, out->dice, sizeof out->dice);
        storage_column_text(st, FACTS_COUNT + 2, out->dice_game, sizeof out->dice_game);
    }
    storage_reset(st);
    return answer;
}

alea_status storage_family_lines(storage *s, const char *id, int64_t after,
                                 storage_family_fn *each, void *context)
{
    int code;
    storage_query *st = storage_statement(
        s, ST_FAMILY_LINES,
        "SELECT seq, time, line FROM family_lines WHERE family = ? AND seq > ?"
        " ORDER BY seq");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, after);
    while ((code = storage_step(st)) == STORAGE_ROW) {
        char line[STORAGE_FAMILY_LINE];
        storage_column_text(st, 2, line, sizeof line);
        if (!each(context, storage_column_number(st, 0), storage_column_number(st, 1),
                  line))
            break;
    }
    storage_reset(st);
    return code == STORAGE_FAILED ? ALEA_ERROR_FILE : ALEA_OK;
}

int storage_families_of(storage *s, const char *user, bool open, storage_family *out,
                        int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_FAMILIES_OF,
        "SELECT " FACTS FROM "WHERE f.id IN"
        " (SELECT id FROM family_tables WHERE user0 = ?1"
        " UNION SELECT id FROM family_tables WHERE user1 = ?1)"
        " AND (f.stage < 2) = (?2 = 1) ORDER BY f.changed DESC, f.id LIMIT ?3");
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, open);
    storage_bind_number(st, 3, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_row(st, &out[count++]);
    return storage_listed(st, code, count);
}

int storage_families_running(storage *s, storage_family *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st =
        storage_statement(s, ST_FAMILIES_RUNNING,
                          "SELECT " FACTS ", f.dice, f.dice_game" FROM
                          "WHERE f.stage < 2 ORDER BY f.changed DESC, f.id LIMIT ?");
    storage_bind_number(st, 1, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_family *row = &out[count++];
        read_row(st, row);
        storage_column_text(st, FACTS_COUNT, row->dice, sizeof row->dice);
        storage_column_text(st, FACTS_COUNT + 1, row->dice_game, sizeof row->dice_game);
    }
    return storage_listed(st, code, count);
}

/* ---- clocks ---- */

int storage_families_due(storage *s, storage_family *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(s, ST_FAMILIES_DUE,
                                          "SELECT id, due FROM family_tables"
                                          " WHERE due > 0 ORDER BY due LIMIT ?");
    storage_bind_number(st, 1, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_column_text(st, 0, out[count].id, sizeof out[count].id);
        out[count++].due = storage_column_number(st, 1);
    }
    return storage_listed(st, code, count);
}

int storage_families_machine(storage *s, int64_t after, storage_family *out,
                             int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_FAMILIES_MACHINE,
        "SELECT id, changed FROM family_tables WHERE seats = 2 AND stage = 1"
        " AND runs = 1 AND changed > ? ORDER BY changed LIMIT ?");
    storage_bind_number(st, 1, after);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_column_text(st, 0, out[count].id, sizeof out[count].id);
        out[count++].changed = storage_column_number(st, 1);
    }
    return storage_listed(st, code, count);
}

static storage_answer last_beat(storage *s, int64_t *out)
{
    storage_query *st =
        storage_statement(s, ST_FAMILY_BEAT, "SELECT time FROM family_beat");
    const storage_answer answer = storage_first(st);
    *out = answer == ANSWER_FOUND ? storage_column_number(st, 0) : 0;
    storage_reset(st);
    return answer;
}

/* ALEA_ERROR_REFUSED: another server was first. */
static alea_status put_beat(storage *s, int64_t before, int64_t now)
{
    storage_query *st = storage_statement(
        s, ST_FAMILY_BEAT_PUT,
        "INSERT INTO family_beat (id, time) VALUES (1, ?1) ON CONFLICT (id)"
        " DO UPDATE SET time = excluded.time WHERE family_beat.time = ?2");
    storage_bind_number(st, 1, now);
    storage_bind_number(st, 2, before);
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_REFUSED : status;
}

/* Nobody pays for the time since the last beat, or since his clock was begun after. */
static alea_status put_off(storage *s, int64_t before, int64_t now)
{
    storage_query *st =
        storage_statement(s, ST_FAMILIES_PUT_OFF,
                          "UPDATE family_tables SET due = due + ?1 -"
                          " (CASE WHEN changed > ?2 THEN changed ELSE ?2 END)"
                          " WHERE due > 0 AND clock <> 2");
    storage_bind_number(st, 1, now);
    storage_bind_number(st, 2, before);
    return storage_run(st);
}

alea_status storage_families_beat(storage *s, int64_t now, int64_t gap_ms,
                                  bool *was_away)
{
    enum { BEAT_MS = 3000 };
    int64_t before;
    *was_away = false;
    if (!storage_settle(s, NULL) || last_beat(s, &before) == ANSWER_FAILED)
        return ALEA_ERROR_FILE;
    const bool is_away = now - before > gap_ms || now < before;
    if (!is_away && now - before < BEAT_MS) return ALEA_OK;
    alea_status status = storage_begin(s);
    if (status == ALEA_OK) {
        status = put_beat(s, before, now);
        if (status == ALEA_OK && is_away) status = put_off(s, before, now);
        status = storage_end(s, status);
    }
    *was_away = is_away && status == ALEA_OK;
    return status;
}

/* ---- those that wait ---- */

int64_t storage_families_open(storage *s, const char *user)
{
    storage_query *st = storage_statement(
        s, ST_FAMILIES_OPEN,
        "SELECT count(*) FROM (SELECT id FROM family_tables"
        " WHERE user0 = ?1 AND stage < 2 UNION SELECT id"
        " FROM family_tables WHERE user1 = ?1 AND stage < 2) AS mine");
    storage_bind_text(st, 1, user);
    return storage_single(st);
}

int storage_families_offered(storage *s, int64_t since, storage_family *out,
                             int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_FAMILIES_OFFERED,
        "SELECT " FACTS ", f.head" FROM "WHERE f.seats = 3 AND f.stage = 0"
        " AND f.created > ? ORDER BY f.created DESC, f.id LIMIT ?");
    storage_bind_number(st, 1, since);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        read_row(st, &out[count]);
        storage_column_text(st, FACTS_COUNT, out[count].head, sizeof out[count].head);
        count++;
    }
    return storage_listed(st, code, count);
}

int64_t storage_families_offered_by(storage *s, const char *user)
{
    storage_query *st = storage_statement(
        s, ST_FAMILIES_OFFERED_BY,
        "SELECT count(*) FROM family_tables WHERE user0 = ? AND user0 <> ''"
        " AND seats = 3 AND stage = 0");
    storage_bind_text(st, 1, user);
    return storage_single(st);
}
