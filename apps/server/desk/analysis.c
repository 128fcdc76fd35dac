/* A desk is analysed in slices, each a job of some seconds, so that a thousand matches
 * of one user keep no worker from the others. Each match is stored when it is done. */
#include "analysis.h"

#include "base/clock.h"
#include "base/error.h"
#include "desk/analyse.h"
#include "desk/collection.h"
#include "desk/source.h"
#include "own.h"
#include "place.h"
#include "routes.h"
#include "server/study/analysis.h"
#include "server/study/progress.h"

#include <alea/rollout.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SLICE_MS = 10000,
    TASKS_MOST = 1000,
    RETRY_MS = 2000,
    KEEP_TRIES = 30, /* time to store the engine's results */
    KEEP_PAUSE_S = 1,
    AWAITED_MOST = 16
};

typedef struct task task;
struct task {
    task *next;
    study *study;
    http_person who;
    char address[64], job[ID_SIZE];
    alea_effort level;
    bool ordered; /* a job of it exists */
    bool stopped;
    int64_t tried;
    size_t done, left; /* after the last slice */
    bool counted;
};

/* One slice: the worker's own copy. */
typedef struct slice {
    desk_images *images;
    char user[ID_SIZE];
    bool guest;
    alea_effort level;
    size_t before; /* matches done by earlier slices */
    /* Games whose own analysis is running: the desk will take that analysis. */
    char awaited[AWAITED_MOST][ID_SIZE];
    int awaits;
    job *j;
    alea_engine *engine;
    alea_analysis_settings settings;
    int64_t *match;
    size_t count, at;
    alea_record record; /* of the match at hand */
    alea_analysis *analysis;
    desk_fault fault; /* of the last visit */
    int64_t grew;
} slice;

struct desk_tasks {
    task *first;
    int count;
};

/* ---- on a worker ---- */

static bool go_on(void *context, size_t done, size_t all)
{
    const slice *s = context;
    (void)done, (void)all;
    return !job_is_cancelled(s->j);
}

static alea_status visit(slice *s, desk_step *step, bool writes, alea_error *error)
{
    desk_visit v = {.images = s->images,
                    .user = s->user,
                    .guest = s->guest,
                    .writes = writes,
                    .step = step,
                    .context = s};
    const alea_status status = desk_visit_run(&v, error);
    s->grew += v.grew;
    s->fault = v.fault;
    return status;
}

static alea_status list_matches(desk *d, void *context, alea_error *error)
{
    slice *s = context;
    free(s->match);
    s->match = NULL;
    s->count = 0;
    alea_status status =
        d ? desk_unanalysed(d, false, &s->match, &s->count, error) : ALEA_OK;
    for (int i = 0; d && status == ALEA_OK && i < s->awaits; i++) {
        int64_t match;
        size_t left = 0;
        status = collection_match_of_game(d, s->awaited[i], &match, error);
        for (size_t k = 0; k < s->count; k++)
            if (s->match[k] != match) s->match[left++] = s->match[k];
        s->count = left;
    }
    return status;
}

static alea_status read_match(desk *d, void *context, alea_error *error)
{
    slice *s = context;
    alea_record_clear(&s->record);
    if (d) return desk_record(d, s->match[s->at], &s->record, error);
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "the desk is gone");
}

static alea_status keep_match(desk *d, void *context, alea_error *error)
{
    const slice *s = context;
    if (!d)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "the desk is gone");
    return desk_keep_analysis(d, s->match[s->at], &s->record, s->analysis, s->engine,
                              false, error);
}

static alea_status make_cards(desk *d, void *context, alea_error *error)
{
    int64_t made;
    (void)context;
    return d ? desk_make_cards(d, "", "", DESK_CARD_LOSS, &made, error) : ALEA_OK;
}

/* Stores the engine's results again and again for a while, because a storage that is
 * away for a moment, or a desk that changes all the time, must not lose them. */
static alea_status keep_patiently(slice *s, alea_error *error)
{
    alea_status status;
    for (int i = 0;; i++) {
        status = visit(s, keep_match, true, error);
        if ((s->fault != DESK_LOST && s->fault != DESK_BUSY) || i == KEEP_TRIES ||
            job_is_cancelled(s->j))
            return status;
        nanosleep(&(struct timespec){KEEP_PAUSE_S, 0}, NULL);
    }
}

/* The desk is not held while the engine works. */
static alea_status analyse_match(slice *s, alea_error *error)
{
    alea_status status = visit(s, read_match, false, error);
    if (status == ALEA_OK)
        status =
            desk_judge(&s->record, s->engine, &s->settings, false, &s->analysis, error);
    if (status == ALEA_OK) status = keep_patiently(s, error);
    alea_analysis_free(s->analysis);
    alea_record_clear(&s->record);
    s->analysis = NULL;
    return status;
}

static alea_status run_slice(slice *s, alea_error *error)
{
    const int64_t until = alea_clock_ms() + SLICE_MS;
    alea_status status = visit(s, list_matches, false, error);
    s->settings = alea_analysis_settings_default();
    s->settings.plies = alea_effort_get(s->level)->plies;
    s->settings.rolled = alea_effort_get(s->level)->rolled;
    s->settings.progress = go_on;
    s->settings.context = s;
    while (status == ALEA_OK && s->at < s->count && alea_clock_ms() < until) {
        job_progress(s->j, (double)(s->before + s->at), (double)(s->before + s->count),
                     NULL);
        status = analyse_match(s, error);
        if (status == ALEA_OK) s->at++;
    }
    if (status == ALEA_OK) status = visit(s, make_cards, true, error);
    return status;
}

static json_t *work(job *j, alea_engine *engine, void *input, alea_error *error)
{
    slice *s = input;
    s->j = j;
    s->engine = engine;
    const alea_status status = run_slice(s, error);
    free(s->match);
    s->match = NULL;
    return status == ALEA_OK
               ? json_pack("{s:I,s:I,s:I}", "done", (json_int_t)s->at, "left",
                           (json_int_t)(s->count - s->at), "grew", (json_int_t)s->grew)
               : NULL;
}

/* ---- on the loop ---- */

static task *find(const study *s, const char *user)
{
    task *t = s->desks ? s->desks->first : NULL;
    while (t && strcmp(t->who.user, user) != 0) t = t->next;
    return t;
}

static void drop(study *s, task *gone)
{
    task **at = &s->desks->first;
    while (*at != gone) at = &(*at)->next;
    *at = gone->next;
    s->desks->count--;
    free(gone);
}

static void slice_ended(void *context, const char *id, job_status status,
                        json_t *result, const alea_error *error)
{
    task *t = context;
    (void)id;
    t->ordered = false;
    t->tried = 0;
    const size_t done = (size_t)json_integer_value(json_object_get(result, "done"));
    t->left = (size_t)json_integer_value(json_object_get(result, "left"));
    t->done += done;
    const double grew =
        (double)json_integer_value(json_object_get(result, "grew")) / 1024;
    if (grew > 0)
        limits_settle_storage(t->study->parts.limit, t->address, t->who.user,
                              t->who.guest, grew, server_ticks());
    const bool has_room =
        limits_take_storage(t->study->parts.limit, t->address, t->who.user,
                            t->who.guest, 0, server_ticks(), NULL);
    t->counted = true;
    if (status == JOB_FAILED)
        server_log("error", "desk_analysis", "user", t->who.user, "reason",
                   error->reason, NULL);
    if (status != JOB_DONE || done == 0 || !has_room || t->left == 0 || t->stopped ||
        t->study->stopping)
        drop(t->study, t);
}

static void order_slice(study *s, task *t)
{
    slice *input = calloc(1, sizeof *input);
    t->tried = server_ticks();
    if (!input) return;
    memcpy(input->user, t->who.user, ID_SIZE);
    input->images = s->parts.desks;
    input->guest = t->who.guest;
    input->level = t->level;
    input->before = t->done;
    input->awaits = study_analyses_of(s, t->who.user, input->awaited, AWAITED_MOST);
    job_order order = {.class_ = JOB_LONG,
                       .kind = "desk_analysis",
                       .work = work,
                       .input = input,
                       .free_input = free,
                       .ended = slice_ended,
                       .context = t};
    memcpy(order.user, t->who.user, ID_SIZE);
    study_charge(s, &order, t->address);
    t->ordered = jobs_add(s->parts.work, &order, t->job);
}

json_t *desk_analysis_state(const study *s, const char *user)
{
    const task *t = find(s, user);
    if (!t || t->stopped) {
        char id[AWAITED_MOST][ID_SIZE];
        const int games = study_analyses_of(s, user, id, AWAITED_MOST);
        return games > 0 ? json_pack("{s:s,s:i,s:i}", "level",
                                     alea_effort_get(ALEA_EFFORT_FAST)->name, "done", 0,
                                     "of", games)
                         : json_null();
    }
    json_t *now = t->ordered ? jobs_describe(s->parts.work, t->job, user) : NULL;
    double done = (double)t->done, of = (double)(t->done + t->left);
    const json_t *a = json_object_get(now, "done"), *b = json_object_get(now, "of");
    if (json_number_value(b) > 0) {
        done = json_number_value(a);
        of = json_number_value(b);
    }
    json_decref(now);
    return json_pack("{s:s,s:f,s:f}", "level", alea_effort_get(t->level)->name, "done",
                     done, "of", of);
}

static desk_tasks *tasks_of(study *s)
{
    if (!s->desks) s->desks = calloc(1, sizeof *s->desks);
    return s->desks;
}

/* False: too many analyses are under way. */
static bool begin(study *s, const http_person *who, const char *address,
                  alea_effort level)
{
    task *t = find(s, who->user);
    if (!t && tasks_of(s) && s->desks->count < TASKS_MOST) t = calloc(1, sizeof *t);
    if (!t) return false;
    if (!t->study) {
        t->study = s;
        t->who = *who;
        t->level = level;
        snprintf(t->address, sizeof t->address, "%s", address);
        t->next = s->desks->first;
        s->desks->first = t;
        s->desks->count++;
        order_slice(s, t);
    }
    t->stopped = false;
    return true;
}

void desk_analysis_follow(study *s, const http_person *who, const char *address)
{
    begin(s, who, address, ALEA_EFFORT_FAST);
}

static void desk_analysis_post(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *level = http_text(body, "level");
    const int effort =
        json_object_get(body, "level") ? alea_effort_find(level ? level : "") : 0;
    json_decref(body);
    if (effort < 0) {
        http_refuse(reply, 400, "bad_request",
                    "\"level\" is fast, standard, deep or rollout.");
        return;
    }
    if (!begin(s, &request->who, request->address, (alea_effort)effort)) {
        study_refuse_full(reply);
        return;
    }
    http_answer(
        reply, 202,
        json_pack("{s:o}", "analysis", desk_analysis_state(s, request->who.user)));
}

static void stop(study *s, const char *user)
{
    task *t = find(s, user);
    if (!t) return;
    t->stopped = true;
    if (t->ordered)
        jobs_cancel(s->parts.work, t->job, user);
    else
        drop(s, t);
}

static void desk_analysis_delete(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    stop(s, request->who.user);
    http_answer(reply, 200, json_pack("{s:n}", "analysis"));
}

void desk_forget(study *s, const char *user)
{
    stop(s, user);
    desk_images_forget(s->parts.desks, user);
}

void desk_tick(study *s)
{
    const int64_t now = server_ticks();
    desk_tasks *all = tasks_of(s);
    if (!all || s->stopping) return;
    for (task *t = all->first; t; t = t->next)
        if (!t->ordered && !t->stopped && now - t->tried >= RETRY_MS) order_slice(s, t);
}

void desk_stop(study *s)
{
    if (!s || !s->desks) return;
    while (s->desks->first) drop(s, s->desks->first);
    free(s->desks);
    s->desks = NULL;
}

const http_route desk_analysis_routes[] = {
    {HTTP_POST, "/api/desk/analysis", ROUTE_CHANGE, desk_analysis_post},
    {HTTP_DELETE, "/api/desk/analysis", ROUTE_CHANGE, desk_analysis_delete},
    {0},
};
