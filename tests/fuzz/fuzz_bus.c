/* Messages that strangers put on the bus of several servers. The first byte says whose:
 *   w  to a server, of a worker that says what it has room for
 *   a  to a server, the answer to a job that is away, its id and hash filled in
 *   t  to a worker, as it comes
 *   q  to a worker: a line with the kind of the question, and the question
 *   s  a sealed message, changed where the second and third byte say
 * Any of them leaves server and worker at work. */
#include "server/bus/inbox.h"
#include "server/jobs/internal.h"
#include "server/jobs/remote.h"
#include "server/study/analysis.h"
#include "server/worker/tasks.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bus *wire;
static bus_seal *seal;
static jobs *front;     /* the server's */
static tasks taken;     /* the other side */
static json_t *sent;    /* the last question */
static size_t unsealed; /* bytes that were let through, 1 more; 0: none */

static void require(bool condition)
{
    if (!condition) abort();
}

static void wake(void *context)
{
    (void)context;
}

/* ---- a bus to nowhere ---- */

static bool is_connected(const void *driver)
{
    (void)driver;
    return true;
}

static bool publish(void *driver, const char *topic, const char *audience,
                    const char *text, size_t size)
{
    (void)driver, (void)audience;
    if (strcmp(topic, remote_questions[JOB_LONG]) != 0) return true;
    json_decref(sent);
    sent = json_loadb(text, size, 0, NULL);
    return true;
}

static bool subscribe(void *driver, bus_subscriber *s)
{
    (void)driver, (void)s;
    return true;
}

static void close_nothing(void *driver)
{
    (void)driver;
}

static const bus_driver nowhere = {.close = close_nothing,
                                   .is_connected = is_connected,
                                   .publish = publish,
                                   .subscribe = subscribe};

static void on_asked(void *context, const bus_message *message)
{
    tasks_take(context, JOB_ASKED, message);
}

static void on_sealed(void *context, const bus_message *message)
{
    (void)context;
    require(message->text && message->text[message->size] == '\0');
    unsealed = message->size + 1;
}

static bus_subscriber *subscriber(const char *topic)
{
    bus_subscriber *s = wire->subscribers;
    while (s && strcmp(s->topic, topic) != 0) s = s->next;
    require(s != NULL);
    return s;
}

static void give(const char *topic, const char *text, size_t size)
{
    require(bus_take(wire, subscriber(topic), topic, "", text, size, NULL, 1));
    bus_poll(wire);
}

static void make_seal(void)
{
    char path[] = "/tmp/fuzz_bus_XXXXXX", key[64];
    alea_error error;
    const int file = mkstemp(path);
    memset(key, '7', sizeof key);
    require(file >= 0 && write(file, key, sizeof key) == (ssize_t)sizeof key);
    close(file);
    require(seal_open(&seal, path, &error) == ALEA_OK);
    unlink(path);
}

static void begin(void)
{
    alea_error error;
    alea_evaluator *evaluator = NULL;
    require(sodium_init() >= 0);
    require(alea_evaluator_open(&evaluator, &error) == ALEA_OK);
    require(bus_open(&wire, NULL, NULL, "fuzz", wake, NULL, &error) == ALEA_OK);
    wire->call = &nowhere;
    require(jobs_open(&front, evaluator, 0, wake, NULL, &error) == ALEA_OK);
    require(jobs_use_bus(front, wire));
    taken.bus = wire;
    require(jobs_open(&taken.work, evaluator, 0, wake, NULL, &error) == ALEA_OK);
    require(bus_subscribe(wire, "asked", NULL, on_asked, &taken));
    require(bus_subscribe(wire, "sealed", NULL, on_sealed, NULL));
    make_seal();
}

/* ---- the server ---- */

static int ends;

static void on_end(void *context, const char *id, job_status status, json_t *result,
                   const alea_error *error)
{
    (void)context, (void)id, (void)error;
    require((status == JOB_DONE) == (result != NULL));
    ends++;
}

/* One analysis goes out, this comes back; then it is cancelled, and its worker says
 * that it failed. */
static void answer(const char *text, size_t size)
{
    static const char room[] = "{\"worker\":\"w\",\"room\":[1,1,1]}";
    char id[ID_SIZE], failed[200];
    alea_error error;
    const job_form *form = study_analysis_form();
    json_t *question = json_pack("{s:s,s:s,s:s}", "match", "aaaaaaaaaaaa", "level",
                                 "fast", "journal", "x"),
           *o = json_loadb(text, size, 0, NULL);
    job_order order = {.class_ = JOB_LONG,
                       .user = "aaaaaaaaaaaa",
                       .kind = form->kind,
                       .work = form->work,
                       .input = form->read(question, &error),
                       .free_input = form->free_input,
                       .ended = on_end,
                       .form = form};
    json_decref(question);
    require(order.input != NULL);
    ends = 0;
    give(remote_workers, room, strlen(room));
    require(jobs_add(front, &order, id));
    front->remote->looked = 0;
    remote_tick(front, front->remote->looked);
    if (json_is_object(o) && sent) {
        json_object_set(o, "job", json_object_get(sent, "job"));
        json_object_set(o, "hash", json_object_get(sent, "hash"));
    }
    char *filled = o ? json_dumps(o, 0) : NULL;
    give(remote_answers, filled ? filled : text, filled ? strlen(filled) : size);
    free(filled);
    json_decref(o);
    jobs_poll(front); /* what came back goes out again */
    require(jobs_cancel(front, id, order.user));
    if (sent) {
        snprintf(failed, sizeof failed,
                 "{\"job\":\"%s\",\"hash\":\"%s\",\"state\":\"failed\"}", id,
                 json_string_value(json_object_get(sent, "hash")));
        give(remote_answers, failed, strlen(failed));
    }
    jobs_poll(front);
    require(ends == 1);
    json_decref(sent);
    sent = NULL;
}

/* ---- the worker ---- */

static void settle(void)
{
    while (workers_run_next(taken.work, NULL)) continue;
    jobs_poll(taken.work);
    require(!taken.list);
}

static void ask(const char *text, size_t size)
{
    const char *line = memchr(text, '\n', size);
    char hash[JOBS_HASH], kind[32];
    if (!line) return;
    snprintf(kind, sizeof kind, "%.*s", (int)(line - text < 31 ? line - text : 31),
             text);
    json_t *question = json_loadb(line + 1, size - (size_t)(line + 1 - text), 0, NULL);
    if (!question) return;
    remote_hash(question, hash);
    json_t *o = json_pack("{s:s,s:s,s:s,s:s,s:o}", "job", "bbbbbbbbbbbb", "kind", kind,
                          "hash", hash, "front", "aaaaaaaaaaaa", "question", question);
    char *whole = o ? json_dumps(o, 0) : NULL;
    json_decref(o);
    if (!whole) return;
    give("asked", whole, strlen(whole));
    free(whole);
    settle();
}

/* ---- the seal ---- */

static void unseal(const char *text, size_t size)
{
    size_t length = 0;
    if (size < 2) return;
    char *sealed = seal_message(seal, "sealed", "", text + 2, size - 2, &length);
    require(sealed != NULL);
    const size_t at = (uint8_t)text[0] % length;
    sealed[at] = (char)(sealed[at] ^ text[1]);
    wire->seal = seal;
    unsealed = 0;
    give("sealed", sealed, length);
    require(unsealed == (text[1] == 0 ? size - 1 : 0));
    unsealed = 0;
    give("sealed", sealed, length); /* again */
    give("sealed", sealed, at);     /* cut off */
    give("sealed", text, size);     /* without a seal */
    require(unsealed == 0);
    wire->seal = NULL;
    free(sealed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!wire) begin();
    if (size == 0) return 0;
    /* A copy of its own size, so that reading past it is seen. */
    char *text = malloc(size);
    require(text != NULL);
    memcpy(text, data + 1, size - 1);
    switch (*data) {
    case 'w': give(remote_workers, text, size - 1); break;
    case 'a': answer(text, size - 1); break;
    case 't':
        give("asked", text, size - 1);
        settle();
        break;
    case 'q': ask(text, size - 1); break;
    case 's': unseal(text, size - 1); break;
    default: break;
    }
    free(text);
    return 0;
}
