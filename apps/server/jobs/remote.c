#include "remote.h"

#include "base/clock.h"
#include "base/error.h"
#include "internal.h"
#include "list.h"
#include "server/support/system.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char remote_workers[] = "jobs.workers", remote_answers[] = "jobs.answers",
           remote_cancel[] = "jobs.cancel";
const char *const remote_questions[REMOTE_CLASSES] = {"jobs.machine", "jobs.asked",
                                                      "jobs.long"};

/* A worker from which no message came for this long is gone. */
static const double silent_s = 3.5;
/* By class: a job that was sent is taken back after this long without a message. The
 * bus itself gives a long job to another worker if the first died. */
static const double late_s[REMOTE_CLASSES] = {.3, 3, 15};
static const double look_s = .05;

void remote_hash(const json_t *question, char hash[JOBS_HASH])
{
    unsigned char bytes[16] = {0};
    char *text = json_dumps(question, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    if (text)
        crypto_generichash(bytes, sizeof bytes, (const unsigned char *)text,
                           strlen(text), NULL, 0);
    free(text);
    sodium_bin2hex(hash, JOBS_HASH, bytes, sizeof bytes);
}

bool remote_publish(bus *b, const char *topic, const char *audience, json_t *message)
{
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
    const bool sent = text && bus_publish(b, topic, audience, text, strlen(text));
    free(text);
    json_decref(message);
    return sent;
}

/* ---- workers ---- */

/* The caller holds the lock. */
static void count_capacity(remote *r)
{
    memset(r->capacity, 0, sizeof r->capacity);
    for (int i = 0; i < r->helpers; i++)
        for (int c = 0; c < JOB_CLASSES; c++)
            r->capacity[c] += r->helper[i].capacity[c];
}

static helper *helper_of(remote *r, const char *id)
{
    for (int i = 0; i < r->helpers; i++)
        if (strcmp(r->helper[i].id, id) == 0) return &r->helper[i];
    if (r->helpers == HELPERS_MOST) return NULL;
    helper *h = &r->helper[r->helpers++];
    snprintf(h->id, sizeof h->id, "%s", id);
    return h;
}

static void on_worker(void *context, const bus_message *message)
{
    enum { CAPACITY_MOST = 4096 };
    jobs *q = context;
    if (!message->text) return;
    json_t *o = json_loadb(message->text, message->size, 0, NULL);
    const char *id = json_string_value(json_object_get(o, "worker"));
    const json_t *capacity = json_object_get(o, "room");
    if (id && *id && strlen(id) < ID_SIZE &&
        json_array_size(capacity) == REMOTE_CLASSES) {
        pthread_mutex_lock(&q->lock);
        helper *h = helper_of(q->remote, id);
        for (size_t c = 0; h && c < REMOTE_CLASSES; c++) {
            const json_int_t n = json_integer_value(json_array_get(capacity, c));
            h->capacity[c] = n < 0 ? 0 : n > CAPACITY_MOST ? CAPACITY_MOST : (int)n;
            h->heard = alea_clock_seconds();
        }
        count_capacity(q->remote);
        pthread_mutex_unlock(&q->lock);
    }
    json_decref(o);
}

static void forget_silent(jobs *q, double now)
{
    remote *r = q->remote;
    pthread_mutex_lock(&q->lock);
    for (int i = r->helpers; i-- > 0;)
        if (now - r->helper[i].heard > silent_s) r->helper[i] = r->helper[--r->helpers];
    count_capacity(r);
    pthread_cond_broadcast(&q->work); /* jobs that have waited long enough run here */
    pthread_mutex_unlock(&q->lock);
}

/* ---- what goes ---- */

static bool may_go(const jobs *q, const job *j, double now)
{
    (void)q, (void)now;
    return j->order.form && !j->stays;
}

static bool send(jobs *q, job *j)
{
    json_t *question = j->order.form->write(j->order.input);
    if (!question) return false;
    remote_hash(question, j->hash);
    return remote_publish(q->remote->bus, remote_questions[j->order.class_], j->id,
                          json_pack("{s:s,s:s,s:s,s:s,s:o}", "job", j->id, "kind",
                                    j->order.form->kind, "hash", j->hash, "front",
                                    q->remote->name, "question", question));
}

static void back_home(jobs *q, job *j)
{
    j->is_away = false;
    j->stays = true;
    q->remote->away[j->order.class_]--;
    job_put_back(q, j);
}

static void send_some(jobs *q, int c, double now)
{
    remote *r = q->remote;
    while (r->away[c] < r->capacity[c] && bus_is_connected(r->bus)) {
        pthread_mutex_lock(&q->lock);
        job *j = shares_next(q, (job_class)c, (job_class)c, may_go);
        if (j) {
            job_begin(q, j);
            j->is_away = true;
            j->heard = now;
            r->away[c]++;
        }
        pthread_mutex_unlock(&q->lock);
        if (!j) return;
        /* No lock is needed: only this thread ends a remote job. */
        if (send(q, j)) {
            r->figures.sent++;
            continue;
        }
        pthread_mutex_lock(&q->lock);
        back_home(q, j);
        pthread_mutex_unlock(&q->lock);
    }
}

/* ---- what comes ---- */

static job *find_away(jobs *q, const char *id, const char *hash)
{
    pthread_mutex_lock(&q->lock);
    job *j = q->running.first;
    while (j && (!j->is_away || strcmp(j->id, id) != 0)) j = j->next;
    pthread_mutex_unlock(&q->lock);
    return j && strcmp(j->hash, hash) == 0 ? j : NULL;
}

/* Loop's thread, for a remote job. Consumes `result`. */
static void end_away(jobs *q, job *j, json_t *result, const alea_error *error)
{
    job_input_free(j);
    pthread_mutex_lock(&q->lock);
    j->is_away = false;
    q->remote->away[j->order.class_]--;
    job_end(q, j, result, error);
    pthread_cond_broadcast(&q->work);
    pthread_mutex_unlock(&q->lock);
}

/* "partial" or "result", a new reference; NULL: neither that nor "parts". */
static json_t *said_of(const job *j, const json_t *o, const char *key)
{
    const json_t *value = json_object_get(o, key), *parts = json_object_get(o, "parts");
    if (parts && j->order.form->join) return j->order.form->join(j->order.input, parts);
    return value && !json_is_null(value) ? json_deep_copy(value) : NULL;
}

static void take_answer(jobs *q, job *j, const json_t *o)
{
    const job_form *form = j->order.form;
    json_t *result = said_of(j, o, "result");
    const char *reason = json_string_value(json_object_get(o, "reason"));
    alea_error error = {0};
    bool good = result != NULL;
    if (good && form->read_answer)
        good = form->read_answer(j->order.input, json_object_get(o, "answer"));
    if (!good)
        alea_error_set(&error, 0, 0, "%s",
                       reason ? reason : "a worker's answer is damaged");
    q->remote->figures.answered++;
    if (!good) json_decref(result);
    end_away(q, j, good ? result : NULL, &error);
}

static void on_answer(void *context, const bus_message *message)
{
    jobs *q = context;
    if (!message->text) return;
    json_t *o = json_loadb(message->text, message->size, 0, NULL);
    const char *id = json_string_value(json_object_get(o, "job"));
    const char *hash = json_string_value(json_object_get(o, "hash"));
    const char *state = json_string_value(json_object_get(o, "state"));
    job *j = id && hash && state ? find_away(q, id, hash) : NULL;
    if (!j) {
        q->remote->figures.ignored++; /* taken back, answered, or another's */
    } else if (strcmp(state, "running") == 0) {
        j->heard = alea_clock_seconds();
        if (json_number_value(json_object_get(o, "of")) > 0)
            job_moved(q, j, json_number_value(json_object_get(o, "done")),
                      json_number_value(json_object_get(o, "of")),
                      said_of(j, o, "partial"));
    } else if (strcmp(state, "returned") == 0) {
        pthread_mutex_lock(&q->lock);
        q->remote->figures.taken_back++;
        back_home(q, j);
        j->is_called_back = false;
        j->stays = json_is_true(json_object_get(o, "stays"));
        pthread_mutex_unlock(&q->lock);
    } else {
        take_answer(q, j, o);
    }
    json_decref(o);
}

/* The first remote job to call back: cancelled, or silent for too long. */
static job *next_late(jobs *q, double now, bool *is_late)
{
    pthread_mutex_lock(&q->lock);
    job *j = q->running.first;
    for (; j; j = j->next) {
        if (!j->is_away) continue;
        *is_late = now - j->heard > late_s[j->order.class_];
        if (*is_late || (atomic_load(&j->cancelled) && !j->is_called_back)) break;
    }
    pthread_mutex_unlock(&q->lock);
    return j;
}

static void call_back(jobs *q, double now)
{
    static const alea_error none = {0};
    bool is_late = false;
    job *j;
    while ((j = next_late(q, now, &is_late))) {
        remote_publish(q->remote->bus, remote_cancel, "",
                       json_pack("{s:s}", "job", j->id));
        j->is_called_back = true;
        if (!is_late) continue;
        q->remote->figures.taken_back++;
        if (atomic_load(&j->cancelled)) {
            end_away(q, j, NULL, &none);
            continue;
        }
        pthread_mutex_lock(&q->lock);
        back_home(q, j);
        pthread_mutex_unlock(&q->lock);
    }
}

void remote_tick(jobs *q, double now)
{
    if (!q->remote || q->closing) return;
    for (int c = 0; c < REMOTE_CLASSES; c++) send_some(q, c, now);
    if (now - q->remote->looked < look_s) return;
    q->remote->looked = now;
    forget_silent(q, now);
    call_back(q, now);
}

/* ---- from the start to the end ---- */

bool remote_open(jobs *q, bus *b)
{
    remote *r = calloc(1, sizeof *r);
    if (!r) return false;
    r->bus = b;
    server_new_id(r->name);
    pthread_mutex_lock(&q->lock);
    q->remote = r;
    pthread_mutex_unlock(&q->lock);
    return bus_subscribe(b, remote_workers, NULL, on_worker, q) &&
           bus_subscribe(b, remote_answers, r->name, on_answer, q);
}

void remote_close(jobs *q)
{
    static const alea_error none = {0};
    if (!q->remote) return;
    while (q->running.first) {
        job *j = q->running.first;
        remote_publish(q->remote->bus, remote_cancel, "",
                       json_pack("{s:s}", "job", j->id));
        atomic_store(&j->cancelled, true);
        end_away(q, j, NULL, &none);
    }
    free(q->remote);
    q->remote = NULL;
}
