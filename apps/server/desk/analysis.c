/* A desk is analysed in slices, each a job of some seconds, so that a thousand matches of
 * one user keep no worker from the others. Each match is stored when it is done. */
#include "analysis.h"

#include "base/clock.h"
#include "desk/analyse.h"
#include "own.h"
#include "place.h"
#include "server/study/progress.h"

#include <alea/rollout.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    SLICE_MS = 10000,
    TASKS_MOST = 1000,
    RETRY_MS = 2000,
    SWEEP_MS = 3600 * 1000,
    SWEEP_SOME = 16,
    KEPT_S = 91 * 24 * 3600 /* storage_tidy forgets guests a day before */
};
static const double least_loss = 0.08;

typedef struct task task;
struct task {
    task *next;
    study *study;
    http_person who;
    char address[64], folder[DESK_PATH], job[ID_SIZE];
    alea_effort level;
    bool ordered; /* a job of it exists */
    bool stopped;
    int64_t tried;
    size_t done, left; /* after the last slice */
    bool counted;
};

/* One slice: the worker's own copy. */
typedef struct slice {
    char user[ID_SIZE], folder[DESK_PATH];
    bool guest;
    alea_effort level;
    size_t before, done, left;
    job *j;
} slice;

struct desk_tasks {
    task *first;
    int count;
    DIR *walk;
    int64_t walked;
};

/* ---- on a worker ---- */

static bool go_on(void *context, size_t done, size_t all)
{
    const slice *s = context;
    (void)done, (void)all;
    return !job_is_cancelled(s->j);
}

static alea_status run_slice(slice *s, desk *d, alea_engine *engine, alea_error *error)
{
    int64_t *match = NULL, made;
    size_t count = 0;
    const int64_t until = alea_clock_ms() + SLICE_MS;
    alea_status status = desk_unanalysed(d, false, &match, &count, error);
    alea_analysis_settings settings = alea_analysis_settings_default();
    settings.plies = alea_effort_get(s->level)->plies;
    settings.rolled = alea_effort_get(s->level)->rolled;
    settings.progress = go_on;
    settings.context = s;
    for (size_t i = 0; status == ALEA_OK && i < count && alea_clock_ms() < until; i++) {
        job_progress(s->j, (double)(s->before + i), (double)(s->before + count), NULL);
        status = desk_analyse(d, match[i], engine, &settings, false, error);
        if (status == ALEA_OK) s->done++;
    }
    s->left = count - s->done;
    free(match);
    if (status == ALEA_OK) status = desk_make_cards(d, "", least_loss, &made, error);
    return status;
}

static json_t *work(job *j, alea_engine *engine, void *input, alea_error *error)
{
    slice *s = input;
    desk d;
    bool exists;
    s->j = j;
    alea_status status =
        desk_place_open(&d, s->folder, s->user, s->guest, false, &exists, error);
    if (status == ALEA_OK && exists) status = run_slice(s, &d, engine, error);
    desk_close(&d);
    return status == ALEA_OK ? json_pack("{s:I,s:I}", "done", (json_int_t)s->done,
                                         "left", (json_int_t)s->left)
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

static void slice_ended(server *ignored, void *context, const char *id,
                        job_status status, json_t *result, const alea_error *error)
{
    task *t = context;
    (void)ignored, (void)id;
    t->ordered = false;
    t->tried = 0;
    const size_t done = (size_t)json_integer_value(json_object_get(result, "done"));
    t->left = (size_t)json_integer_value(json_object_get(result, "left"));
    t->done += done;
    t->counted = true;
    if (status == JOB_FAILED)
        server_log(NULL, "error", "desk_analysis", "user", t->who.user, "reason",
                   error->reason, NULL);
    if (status != JOB_DONE || done == 0 || t->left == 0 || t->stopped ||
        t->study->stopping)
        drop(t->study, t);
}

static void order_slice(study *s, task *t)
{
    slice *input = calloc(1, sizeof *input);
    t->tried = server_ticks();
    if (!input) return;
    memcpy(input->user, t->who.user, ID_SIZE);
    memcpy(input->folder, t->folder, sizeof input->folder);
    input->guest = t->who.guest;
    input->level = t->level;
    input->before = t->done;
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
    if (!t || t->stopped) return json_null();
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

void desk_analysis_post(study *s, http_request *request, http_reply *reply)
{
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
    task *t = find(s, request->who.user);
    if (!t && tasks_of(s) && s->desks->count < TASKS_MOST) t = calloc(1, sizeof *t);
    if (!t) {
        study_refuse_full(reply);
        return;
    }
    if (!t->study) {
        t->study = s;
        t->who = request->who;
        t->level = (alea_effort)effort;
        snprintf(t->address, sizeof t->address, "%s", request->address);
        snprintf(t->folder, sizeof t->folder, "%s", s->parts.desks);
        t->next = s->desks->first;
        s->desks->first = t;
        s->desks->count++;
        order_slice(s, t);
    }
    t->stopped = false;
    http_answer(reply, 202,
                json_pack("{s:o}", "analysis", desk_analysis_state(s, t->who.user)));
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

void desk_analysis_delete(study *s, http_request *request, http_reply *reply)
{
    stop(s, request->who.user);
    http_answer(reply, 200, json_pack("{s:n}", "analysis"));
}

void desk_forget(study *s, const char *user)
{
    stop(s, user);
    desk_place_remove(s->parts.desks, user);
}

/* ---- desks that nobody has any more ---- */

static void sweep(study *s, desk_tasks *all)
{
    for (int i = 0; i < SWEEP_SOME; i++) {
        const struct dirent *entry = readdir(all->walk);
        char user[ID_SIZE], path[DESK_PATH];
        struct stat st;
        storage_user found;
        if (!entry) {
            closedir(all->walk);
            all->walk = NULL;
            return;
        }
        if (strlen(entry->d_name) != ID_SIZE - 1 + 3 ||
            strcmp(entry->d_name + ID_SIZE - 1, ".db") != 0)
            continue;
        memcpy(user, entry->d_name, ID_SIZE - 1);
        user[ID_SIZE - 1] = '\0';
        if (desk_place(s->parts.desks, user, path) && stat(path, &st) == 0 &&
            server_now() / 1000 - st.st_mtime > KEPT_S &&
            storage_holds(s->parts.store) &&
            storage_user_get(s->parts.store, user, &found) == ANSWER_ABSENT)
            desk_place_remove(s->parts.desks, user);
    }
}

void desk_tick(study *s)
{
    const int64_t now = server_ticks();
    desk_tasks *all = tasks_of(s);
    if (!all || s->stopping) return;
    for (task *t = all->first; t; t = t->next)
        if (!t->ordered && !t->stopped && now - t->tried >= RETRY_MS) order_slice(s, t);
    if (!all->walk && (!all->walked || now - all->walked >= SWEEP_MS)) {
        all->walked = now;
        all->walk = opendir(s->parts.desks);
    }
    if (all->walk) sweep(s, all);
}

void desk_stop(study *s)
{
    if (!s || !s->desks) return;
    while (s->desks->first) drop(s, s->desks->first);
    if (s->desks->walk) closedir(s->desks->walk);
    free(s->desks);
    s->desks = NULL;
}
