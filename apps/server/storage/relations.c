#include "relations.h"

#include "queue.h"
#include "server/storage/database/driver.h"

#include <stdio.h>
#include <string.h>

/* ---- friends, blocked, muted ---- */

alea_status relation_put(storage *s, const char *user, const storage_relation *r)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    storage_query *st = storage_statement(
        s, ST_RELATION_PUT,
        "INSERT INTO relations (person, other, friend, blocked, muted, time)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (person, other) DO UPDATE"
        " SET friend = ?3, blocked = ?4, muted = ?5, time = ?6");
    storage_bind_text(st, 1, user);
    storage_bind_text(st, 2, r->other);
    storage_bind_number(st, 3, r->is_friend);
    storage_bind_number(st, 4, r->blocked);
    storage_bind_number(st, 5, r->muted);
    storage_bind_number(st, 6, r->time);
    status = storage_run(st);
    if (status == ALEA_OK) {
        st = storage_statement(s, ST_RELATIONS_TIDY,
                               "DELETE FROM relations WHERE person = ? AND other = ?"
                               " AND friend = 0 AND blocked = 0 AND muted = 0");
        storage_bind_text(st, 1, user);
        storage_bind_text(st, 2, r->other);
        status = storage_run(st);
    }
    return storage_end(s, status);
}

storage_answer relation_get(storage *s, const char *user, const char *other,
                            storage_relation *out)
{
    storage_query *st =
        storage_statement(s, ST_RELATION_GET,
                          "SELECT friend, blocked, muted, time FROM relations"
                          " WHERE person = ? AND other = ?");
    *out = (storage_relation){.time = 0};
    snprintf(out->other, sizeof out->other, "%s", other);
    storage_bind_text(st, 1, user);
    storage_bind_text(st, 2, other);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) {
        out->is_friend = storage_column_number(st, 0) != 0;
        out->blocked = storage_column_number(st, 1) != 0;
        out->muted = storage_column_number(st, 2) != 0;
        out->time = storage_column_number(st, 3);
    }
    storage_reset(st);
    return answer;
}

storage_answer relation_blocks(storage *s, const char *user, const char *other)
{
    storage_relation r;
    if (!*user || !*other) return ANSWER_ABSENT;
    const storage_answer answer = relation_get(s, user, other, &r);
    return answer == ANSWER_FOUND && !r.blocked ? ANSWER_ABSENT : answer;
}

int relations_of(storage *s, const char *user, storage_relation *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st =
        storage_statement(s, ST_RELATIONS_OF,
                          "SELECT other, name, friend, blocked, muted, time"
                          " FROM relations JOIN users ON users.id = other"
                          " WHERE person = ? ORDER BY lower(name) LIMIT ?");
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_relation *r = &out[count++];
        storage_column_text(st, 0, r->other, sizeof r->other);
        storage_column_text(st, 1, r->name, sizeof r->name);
        r->is_friend = storage_column_number(st, 2) != 0;
        r->blocked = storage_column_number(st, 3) != 0;
        r->muted = storage_column_number(st, 4) != 0;
        r->time = storage_column_number(st, 5);
    }
    return storage_listed(st, code, count);
}

/* ---- challenges ---- */

static alea_status put_challenge(storage *s, const storage_challenge *c)
{
    storage_query *st =
        storage_statement(s, ST_CHALLENGE_PUT,
                          "INSERT INTO challenges (game, person, other, time, text)"
                          " VALUES (?, ?, ?, ?, ?)");
    storage_bind_text(st, 1, c->game);
    storage_bind_text(st, 2, c->from);
    storage_bind_text(st, 3, c->to);
    storage_bind_number(st, 4, c->time);
    storage_bind_text(st, 5, c->text);
    return storage_run(st);
}

alea_status challenge_put(storage *s, const storage_challenge *c)
{
    storage_word word = {.kind = WORD_CHALLENGE, .time = c->time};
    memcpy(word.person, c->to, sizeof word.person);
    memcpy(word.about, c->game, sizeof word.about);
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = put_challenge(s, c);
    if (status == ALEA_OK) status = word_due_put(s, &word);
    return storage_end(s, status);
}

#define CHALLENGES                                                                     \
    "SELECT c.game, c.person, c.other, a.name, b.name, c.time, c.text"                 \
    " FROM challenges c JOIN users a ON a.id = c.person JOIN users b ON b.id = c.other"

static void read_challenge(storage_query *st, storage_challenge *out)
{
    storage_column_text(st, 0, out->game, sizeof out->game);
    storage_column_text(st, 1, out->from, sizeof out->from);
    storage_column_text(st, 2, out->to, sizeof out->to);
    storage_column_text(st, 3, out->from_name, sizeof out->from_name);
    storage_column_text(st, 4, out->to_name, sizeof out->to_name);
    out->time = storage_column_number(st, 5);
    storage_column_text(st, 6, out->text, sizeof out->text);
}

storage_answer challenge_get(storage *s, const char *game, storage_challenge *out)
{
    storage_query *st =
        storage_statement(s, ST_CHALLENGE_GET, CHALLENGES " WHERE c.game = ?");
    storage_bind_text(st, 1, game);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_challenge(st, out);
    storage_reset(st);
    return answer;
}

int challenges_of(storage *s, const char *user, storage_challenge *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    if (!storage_settle(s, NULL)) return -1;
    storage_query *st = storage_statement(
        s, ST_CHALLENGES_OF,
        CHALLENGES
        " JOIN games g ON g.id = c.game WHERE (c.person = ?1 OR c.other = ?1)"
        " AND g.stage = 0 AND (g.user0 = '' OR g.user1 = '')"
        " ORDER BY c.time DESC, c.game LIMIT ?2");
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_challenge(st, &out[count++]);
    return storage_listed(st, code, count);
}

alea_status challenge_remove(storage *s, const char *game)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(s, ST_CHALLENGE_REMOVE,
                                          "DELETE FROM challenges WHERE game = ?");
    storage_bind_text(st, 1, game);
    return storage_run(st);
}

/* ---- reports ---- */

static alea_status put_report(storage *s, const storage_report *r)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    if (s->driver->is_postgresql)
        status = storage_run(storage_statement(
            s, ST_REPORTS_LOCK, "LOCK TABLE reports IN SHARE ROW EXCLUSIVE MODE"));
    if (status == ALEA_OK) {
        storage_query *st = storage_statement(
            s, ST_REPORT_PUT,
            "INSERT INTO reports (number, time, person, other, game, text)"
            " SELECT 1 + coalesce((SELECT max(number) FROM reports), 0), ?1, ?2, ?3,"
            " ?4, ?5");
        storage_bind_number(st, 1, r->time);
        storage_bind_text(st, 2, r->user);
        storage_bind_text(st, 3, r->other);
        storage_bind_text(st, 4, r->game);
        storage_bind_text(st, 5, r->text);
        status = storage_run(st);
    }
    return storage_end(s, status);
}

alea_status report_put(storage *s, const storage_report *r)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = put_report(s, r);
    while (status != ALEA_OK && storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}

alea_status reports(storage *s, storage_report_fn *each, void *context)
{
    int code;
    storage_query *st =
        storage_statement(s, ST_REPORTS,
                          "SELECT r.number, r.time, r.person, r.other, r.game, r.text,"
                          " coalesce(a.name, ''), coalesce(b.name, '') FROM reports r"
                          " LEFT JOIN users a ON a.id = r.person LEFT JOIN users b"
                          " ON b.id = r.other ORDER BY r.number DESC");
    storage_report r;
    while ((code = storage_step(st)) == STORAGE_ROW) {
        r.number = storage_column_number(st, 0);
        r.time = storage_column_number(st, 1);
        storage_column_text(st, 2, r.user, sizeof r.user);
        storage_column_text(st, 3, r.other, sizeof r.other);
        storage_column_text(st, 4, r.game, sizeof r.game);
        storage_column_text(st, 5, r.text, sizeof r.text);
        storage_column_text(st, 6, r.user_name, sizeof r.user_name);
        storage_column_text(st, 7, r.other_name, sizeof r.other_name);
        if (!each(context, &r)) break;
    }
    storage_reset(st);
    return code == STORAGE_FAILED ? ALEA_ERROR_FILE : ALEA_OK;
}

alea_status report_remove(storage *s, int64_t number)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st =
        storage_statement(s, ST_REPORT_REMOVE, "DELETE FROM reports WHERE number = ?");
    storage_bind_number(st, 1, number);
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_ARGUMENT : status;
}

int64_t reports_of(storage *s, const char *user, int64_t since)
{
    storage_query *st = storage_statement(
        s, ST_REPORTS_OF,
        "SELECT count(*) FROM reports WHERE person = ? AND time >= ?");
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, since);
    return storage_single(st);
}
