#include "words.h"

#include "server/storage/database/driver.h"
#include "server/storage/queue.h"

#include <string.h>

static void read_bytes(storage_query *st, int column, uint8_t *out, size_t size)
{
    size_t found = 0;
    const void *bytes = storage_column_bytes(st, column, &found);
    memset(out, 0, size);
    if (bytes && found == size) memcpy(out, bytes, size);
}

/* A statement with one text that changes something. ALEA_ERROR_ARGUMENT: it did not. */
static alea_status run_on(storage *s, storage_query *st)
{
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_ARGUMENT : status;
}

/* ---- the key ---- */

storage_answer word_key_get(storage *s, uint8_t secret[WORD_SECRET])
{
    storage_query *st = storage_statement(s, ST_WORD_KEY_GET,
                                          "SELECT bytes FROM word_keys WHERE name = ?");
    storage_bind_text(st, 1, "vapid");
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_bytes(st, 0, secret, WORD_SECRET);
    storage_reset(st);
    return answer;
}

alea_status word_key_put(storage *s, const uint8_t secret[WORD_SECRET])
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(s, ST_WORD_KEY_PUT,
                                          "INSERT INTO word_keys (name, bytes)"
                                          " VALUES (?, ?)"
                                          " ON CONFLICT (name) DO NOTHING");
    storage_bind_text(st, 1, "vapid");
    storage_bind_bytes(st, 2, secret, WORD_SECRET);
    return storage_run(st);
}

/* ---- wishes ---- */

storage_answer word_wishes_get(storage *s, const char *person, storage_wishes *out)
{
    storage_query *st =
        storage_statement(s, ST_WORD_WISHES_GET,
                          "SELECT push, mail, address, off FROM word_wishes"
                          " WHERE person = ?");
    *out = (storage_wishes){.push = 0};
    storage_bind_text(st, 1, person);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) {
        out->push = (int)storage_column_number(st, 0);
        out->mail = (int)storage_column_number(st, 1);
        storage_column_text(st, 2, out->address, sizeof out->address);
        storage_column_text(st, 3, out->off, sizeof out->off);
    }
    storage_reset(st);
    return answer;
}

alea_status word_wishes_put(storage *s, const char *person, const storage_wishes *w)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st =
        storage_statement(s, ST_WORD_WISHES_PUT,
                          "INSERT INTO word_wishes (person, push, mail, address, off)"
                          " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (person) DO UPDATE"
                          " SET push = ?2, mail = ?3, address = ?4, off = ?5");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, w->push);
    storage_bind_number(st, 3, w->mail);
    storage_bind_text(st, 4, w->address);
    storage_bind_text(st, 5, w->off);
    return storage_run(st);
}

alea_status word_mail_off(storage *s, const char *off)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(s, ST_WORD_MAIL_OFF,
                                          "UPDATE word_wishes SET mail = 0"
                                          " WHERE off = ? AND off <> ''");
    storage_bind_text(st, 1, off);
    return run_on(s, st);
}

storage_answer word_person_of(storage *s, const char *address, char person[ID_SIZE])
{
    storage_query *st =
        storage_statement(s, ST_WORD_PERSON_OF,
                          "SELECT person FROM word_wishes JOIN users ON id = person"
                          " WHERE lower(address) = lower(?) AND address <> ''"
                          " ORDER BY created, person LIMIT 1");
    person[0] = '\0';
    storage_bind_text(st, 1, address);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) storage_column_text(st, 0, person, ID_SIZE);
    storage_reset(st);
    return answer;
}

/* ---- devices ---- */

static alea_status put_device(storage *s, const storage_device *d)
{
    storage_query *st = storage_statement(
        s, ST_WORD_DEVICE_PUT,
        "INSERT INTO word_devices (endpoint, id, person, point, auth, agent, created)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (endpoint) DO UPDATE"
        " SET id = ?2, person = ?3, point = ?4, auth = ?5, agent = ?6, created = ?7");
    storage_bind_text(st, 1, d->endpoint);
    storage_bind_text(st, 2, d->id);
    storage_bind_text(st, 3, d->person);
    storage_bind_bytes(st, 4, d->point, sizeof d->point);
    storage_bind_bytes(st, 5, d->auth, sizeof d->auth);
    storage_bind_text(st, 6, d->agent);
    storage_bind_number(st, 7, d->created);
    return storage_run(st);
}

alea_status word_device_put(storage *s, const storage_device *d)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = put_device(s, d);
    if (status == ALEA_OK) {
        storage_query *st =
            storage_statement(s, ST_WORD_DEVICES_MOST,
                              "DELETE FROM word_devices WHERE person = ?1 AND id NOT IN"
                              " (SELECT id FROM word_devices WHERE person = ?1"
                              " ORDER BY created DESC, id LIMIT ?2)");
        storage_bind_text(st, 1, d->person);
        storage_bind_number(st, 2, WORD_DEVICES);
        status = storage_run(st);
    }
    return storage_end(s, status);
}

int word_devices_of(storage *s, const char *person, storage_device *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st =
        storage_statement(s, ST_WORD_DEVICES_OF,
                          "SELECT id, endpoint, point, auth, agent, created"
                          " FROM word_devices WHERE person = ?"
                          " ORDER BY created, id LIMIT ?");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_device *d = &out[count++];
        memcpy(d->person, person, strnlen(person, ID_SIZE - 1) + 1);
        storage_column_text(st, 0, d->id, sizeof d->id);
        storage_column_text(st, 1, d->endpoint, sizeof d->endpoint);
        read_bytes(st, 2, d->point, sizeof d->point);
        read_bytes(st, 3, d->auth, sizeof d->auth);
        storage_column_text(st, 4, d->agent, sizeof d->agent);
        d->created = storage_column_number(st, 5);
    }
    return storage_listed(st, code, count);
}

alea_status word_device_remove(storage *s, const char *person, const char *id)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st =
        storage_statement(s, ST_WORD_DEVICE_REMOVE,
                          "DELETE FROM word_devices WHERE person = ? AND id = ?");
    storage_bind_text(st, 1, person);
    storage_bind_text(st, 2, id);
    return run_on(s, st);
}

alea_status word_device_gone(storage *s, const char *endpoint)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(
        s, ST_WORD_DEVICE_GONE, "DELETE FROM word_devices WHERE endpoint = ?");
    storage_bind_text(st, 1, endpoint);
    return storage_run(st);
}

/* ---- tokens ---- */

static alea_status put_token(storage *s, const storage_token *t, int most)
{
    storage_query *st = storage_statement(s, ST_WORD_TOKENS_TIDY,
                                          "DELETE FROM word_tokens WHERE until <= ?");
    storage_bind_number(st, 1, server_now());
    alea_status status = storage_run(st);
    if (status != ALEA_OK) return status;
    st = storage_statement(s, ST_WORD_TOKENS_COUNT,
                           "SELECT count(*) FROM word_tokens WHERE purpose = ?1"
                           " AND (person = ?2 OR lower(address) = lower(?3))");
    storage_bind_number(st, 1, t->purpose);
    storage_bind_text(st, 2, t->person);
    storage_bind_text(st, 3, t->address);
    const int64_t there = storage_single(st);
    if (there < 0) return ALEA_ERROR_FILE;
    if (there >= most) return ALEA_ERROR_REFUSED;
    st = storage_statement(s, ST_WORD_TOKEN_PUT,
                           "INSERT INTO word_tokens (hash, purpose, person, address,"
                           " until, used) VALUES (?, ?, ?, ?, ?, 0)");
    storage_bind_bytes(st, 1, t->hash, sizeof t->hash);
    storage_bind_number(st, 2, t->purpose);
    storage_bind_text(st, 3, t->person);
    storage_bind_text(st, 4, t->address);
    storage_bind_number(st, 5, t->until);
    return storage_run(st);
}

alea_status word_token_put(storage *s, const storage_token *t, int most)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    const alea_status status = storage_begin(s);
    return status == ALEA_OK ? storage_end(s, put_token(s, t, most)) : status;
}

storage_answer word_token_get(storage *s, const uint8_t hash[WORD_HASH],
                              word_purpose purpose, storage_token *out)
{
    storage_query *st =
        storage_statement(s, ST_WORD_TOKEN_GET,
                          "SELECT person, address, until FROM word_tokens"
                          " WHERE hash = ? AND purpose = ? AND until > ? AND used = 0");
    *out = (storage_token){.purpose = purpose};
    memcpy(out->hash, hash, sizeof out->hash);
    storage_bind_bytes(st, 1, hash, WORD_HASH);
    storage_bind_number(st, 2, purpose);
    storage_bind_number(st, 3, server_now());
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) {
        storage_column_text(st, 0, out->person, sizeof out->person);
        storage_column_text(st, 1, out->address, sizeof out->address);
        out->until = storage_column_number(st, 2);
    }
    storage_reset(st);
    return answer;
}

/* The row stays until its time is over, so that it counts among those sent. */
alea_status word_token_take(storage *s, const uint8_t hash[WORD_HASH])
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(s, ST_WORD_TOKEN_TAKE,
                                          "UPDATE word_tokens SET used = 1"
                                          " WHERE hash = ? AND used = 0");
    storage_bind_bytes(st, 1, hash, WORD_HASH);
    const alea_status status = run_on(s, st);
    return status == ALEA_ERROR_ARGUMENT ? ALEA_ERROR_REFUSED : status;
}

storage_answer word_waiting(storage *s, const char *person, char address[WORD_ADDRESS])
{
    storage_query *st = storage_statement(
        s, ST_WORD_WAITING,
        "SELECT address FROM word_tokens WHERE person = ? AND purpose = ?"
        " AND until > ? AND used = 0 ORDER BY until DESC LIMIT 1");
    address[0] = '\0';
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, PURPOSE_CONFIRM);
    storage_bind_number(st, 3, server_now());
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) storage_column_text(st, 0, address, WORD_ADDRESS);
    storage_reset(st);
    return answer;
}

alea_status word_waiting_drop(storage *s, const char *person)
{
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    storage_query *st = storage_statement(s, ST_WORD_WAITING_DROP,
                                          "UPDATE word_tokens SET used = 1"
                                          " WHERE person = ? AND purpose = ?");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, PURPOSE_CONFIRM);
    return storage_run(st);
}
