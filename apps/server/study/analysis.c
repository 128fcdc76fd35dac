#include "analysis.h"

#include "base/error.h"
#include "desk/analyse.h"
#include "notes.h"
#include "progress.h"
#include "report/shared.h"
#include "report/themes.h"
#include "report/writers.h"
#include "server/support/coded.h"
#include "server/support/compressed.h"
#include "shared_analysis.h"
#include "json/shapes.h"

#include <alea/report.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Helpers that share an analysis, at most. */
enum { SHARES_MOST = 16 };

/* The input of the job and the results of the worker, which the loop stores. */
typedef struct study_task task;
struct study_task {
    /* of the queued and running tasks; the loop thread's, as the next two */
    task *next;
    study *study;
    char id[ID_SIZE], user[ID_SIZE], also[ID_SIZE];
    char match[ID_SIZE];
    alea_effort level;
    char *journal;
    size_t journal_size;
    char *analysis, *report, *figures, *annotated, *judged;
    size_t analysis_size, report_size, figures_size, annotated_size, judged_size;
    double pr[2], luck;
    bool is_made; /* but not stored yet */
    /* In a helper of a page: the share of `shares` that is asked, and the answer to it;
     * or what others have answered. */
    size_t share, shares;
    json_t *part, *parts;
};

static void task_free(task *t)
{
    free(t->journal);
    free(t->analysis);
    free(t->report);
    free(t->figures);
    free(t->annotated);
    free(t->judged);
    json_decref(t->part);
    json_decref(t->parts);
    free(t);
}

/* ---- on the worker ---- */

/* A's winning chances after each play: match chances, or game chances for money. */
static json_t *curve_json(const report *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->analysis->judgements; i++) {
        const alea_judgement *j = &r->analysis->judgement[i];
        if (j->kind != ALEA_JUDGED_PLAY) continue;
        const alea_cube *cube = &j->decision.cube;
        const bool match = cube->match_length > 0;
        const float equity = j->made_candidate.equity;
        const float chance = match ? alea_cube_chance_of_equity(cube, r->met, equity)
                                   : j->made_candidate.probs.win;
        const bool a = j->by == ALEA_A;
        json_array_append_new(
            list, json_pack("{s:i,s:i,s:o,s:o}", "game", j->game, "turn", j->turn,
                            "equity", number_json((double)(a ? equity : -equity)),
                            "chance", number_json((double)(a ? chance : 1 - chance))));
    }
    return list;
}

static json_t *luck_json(const alea_analysis *a)
{
    json_t *list = json_array();
    for (size_t i = 0; i < a->rolls; i++) {
        const alea_roll_luck *r = &a->roll[i];
        json_array_append_new(list, json_pack("{s:i,s:i,s:i,s:[ii],s:o}", "game",
                                              r->game, "turn", r->turn, "by", r->by,
                                              "roll", r->roll.die[0], r->roll.die[1],
                                              "luck", number_json((double)r->luck)));
    }
    return list;
}

/* The report's object as docs/api.md has it. */
static json_t *analysis_json(const report *r)
{
    json_t *o = report_value(r), *decision;
    size_t i;
    json_object_del(o, "file");
    json_object_del(o, "rolls");
    json_object_set_new(o, "curve", curve_json(r));
    json_object_set_new(o, "luck", luck_json(r->analysis));
    json_array_foreach(json_object_get(o, "decisions"), i, decision)
    {
        json_t *id = json_object_get(decision, "id");
        const alea_judgement *j = &r->analysis->judgement[i];
        if (id) json_object_set(decision, "xgid", id);
        if (j->counted)
            json_object_set_new(decision, "theme",
                                json_string(theme_name(theme_of(j))));
    }
    return o;
}

static char *dump(json_t *value, size_t *size)
{
    char *text =
        value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(value);
    *size = text ? strlen(text) : 0;
    return text;
}

static char *dump_packed(json_t *value, size_t *size)
{
    size_t length = 0;
    char *text = dump(value, &length);
    char *packed = text ? pack(text, length, size) : NULL;
    free(text);
    return packed;
}

/* The HTML report; its board diagrams compress well. */
static char *page_packed(const report *r, size_t *size)
{
    char *html = NULL;
    size_t length = 0;
    const report_choice errors = {0};
    report copy = *r;
    FILE *to = report_list(&copy, &errors) > 0 ? open_memstream(&html, &length) : NULL;
    if (!to) {
        free(copy.listed);
        return NULL;
    }
    report_html(&copy, to);
    free(copy.listed);
    char *packed = fclose(to) == 0 ? pack(html, length, size) : NULL;
    free(html);
    return packed;
}

/* The journal with the analysis, from which SGF is exported. */
static char *annotated_packed(const alea_analysis *analysis, alea_record *record,
                              size_t *size)
{
    char *journal, *packed = NULL;
    size_t length;
    if (alea_analysis_into_record(analysis, record) == ALEA_OK &&
        alea_export(record, ALEA_FORMAT_JOURNAL, NULL, &journal, &length, NULL) ==
            ALEA_OK) {
        packed = pack(journal, length, size);
        free(journal);
    }
    return packed;
}

/* The analysis as desks take it. */
static char *judged_packed(const report *r, size_t *size)
{
    size_t length;
    char *text = desk_analysis_write(r->record, r->analysis, r->met, &length);
    char *packed = text ? pack(text, length, size) : NULL;
    free(text);
    return packed;
}

static bool tell(task *t, const report *r, alea_record *record)
{
    for (int p = 0; p < 2; p++) {
        alea_totals totals;
        alea_analysis_totals(r->analysis, (alea_player)p, 0, &totals);
        const double luck =
            r->analysis->match_length > 0 ? totals.luck_chance : totals.luck_points;
        t->pr[p] = totals.all_decisions > 0 ? totals.pr : (double)NAN;
        t->luck += p == 0 ? luck : -luck;
    }
    t->analysis = dump_packed(analysis_json(r), &t->analysis_size);
    t->figures = dump(
        json_pack("{s:s,s:[oo]}", "level", alea_effort_get(t->level)->name, "players",
                  figures_json(r->analysis, ALEA_A), figures_json(r->analysis, ALEA_B)),
        &t->figures_size);
    t->report = page_packed(r, &t->report_size);
    t->judged = judged_packed(r, &t->judged_size);
    t->annotated = annotated_packed(r->analysis, record, &t->annotated_size);
    return t->analysis && t->figures && t->report && t->annotated && t->judged;
}

typedef struct watching {
    job *j;
    const char *match;
} watching;

static bool progress(void *context, size_t done, size_t all)
{
    const watching *w = context;
    job_progress(w->j, (double)done, (double)all,
                 json_pack("{s:s}", "match", w->match));
    return !job_is_cancelled(w->j);
}

/* What helpers judged, each a part. */
static alea_status join(const task *t, alea_analysis **out)
{
    alea_analysis *part[SHARES_MOST] = {NULL};
    const size_t parts = json_array_size(t->parts);
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < parts && status == ALEA_OK; i++) {
        part[i] = shared_analysis_read(json_array_get(t->parts, i));
        if (!part[i]) status = ALEA_ERROR_ARGUMENT;
    }
    if (status == ALEA_OK)
        status = alea_analysis_join((const alea_analysis *const *)part, parts, out);
    for (size_t i = 0; i < parts; i++) alea_analysis_free(part[i]);
    return status;
}

static bool judge(job *j, alea_engine *engine, task *t, alea_record *record,
                  const alea_import_report *import, alea_error *error)
{
    alea_analysis *analysis = NULL;
    watching watched = {j, t->match};
    alea_analysis_settings settings = alea_analysis_settings_default();
    settings.plies = alea_effort_get(t->level)->plies;
    settings.rolled = alea_effort_get(t->level)->rolled;
    /* The first analysis keeps what the file says where that is deep enough; a deeper
     * level that a reader asks for judges every decision anew. */
    settings.use_filed = t->level == ALEA_EFFORT_FAST;
    settings.progress = progress;
    settings.context = &watched;
    if (t->shares) {
        settings.from = record->entries * t->share / t->shares;
        settings.to = record->entries * (t->share + 1) / t->shares;
    }
    const alea_status status =
        t->parts ? join(t, &analysis)
                 : alea_analyse(engine, record, &settings, &analysis, error);
    bool done = false;
    if (status == ALEA_OK && t->shares) {
        t->part = shared_analysis_write(analysis);
        done = t->part != NULL;
    } else if (status == ALEA_OK) {
        report r;
        report_begin(&r, analysis, record, engine, import);
        done = tell(t, &r, record);
    }
    if (!done && !error->reason[0])
        alea_error_set(error, 0, 0, "%s",
                       status == ALEA_OK ? "no memory" : alea_status_text(status));
    alea_analysis_free(analysis);
    return done;
}

static json_t *work(job *j, alea_engine *engine, void *input, alea_error *error)
{
    task *t = input;
    alea_record record;
    alea_import_report import = {0};
    const alea_import_options options = {.format = ALEA_FORMAT_JOURNAL, .resume = true};
    if (alea_import(t->journal, t->journal_size, &options, &record, &import, error) !=
        ALEA_OK)
        return NULL;
    const bool judged = judge(j, engine, t, &record, &import, error);
    alea_record_clear(&record);
    return judged ? json_pack("{s:s}", "match", t->match) : NULL;
}

/* ---- for a worker elsewhere ---- */

static json_t *question_write(const void *input)
{
    const task *t = input;
    return json_pack("{s:s,s:s,s:s%}", "match", t->match, "level",
                     alea_effort_get(t->level)->name, "journal", t->journal,
                     t->journal_size);
}

static void *question_read(const json_t *question, alea_error *error)
{
    const char *match = json_string_value(json_object_get(question, "match"));
    const char *level = json_string_value(json_object_get(question, "level"));
    const json_t *journal = json_object_get(question, "journal");
    const int found = level ? alea_effort_find(level) : -1;
    task *t = match && found >= 0 && strlen(match) < ID_SIZE && json_is_string(journal)
                  ? calloc(1, sizeof *t)
                  : NULL;
    if (t) {
        t->level = (alea_effort)found;
        t->journal_size = json_string_length(journal);
        t->journal = malloc(t->journal_size + 1);
        snprintf(t->match, sizeof t->match, "%s", match);
    }
    if (t && t->journal) {
        memcpy(t->journal, json_string_value(journal), t->journal_size + 1);
        return t;
    }
    free(t);
    alea_error_set(error, 0, 0, "no question of an analysis");
    return NULL;
}

/* {"share": [which, of how many]}, or {"parts": [what each has answered]}. */
static bool question_share(void *input, const json_t *message, alea_error *error)
{
    task *t = input;
    json_t *parts = json_object_get(message, "parts");
    const json_t *share = json_object_get(message, "share");
    const json_int_t which = json_integer_value(json_array_get(share, 0));
    const json_int_t of = json_integer_value(json_array_get(share, 1));
    if (share ? !(0 <= which && which < of && of <= SHARES_MOST)
              : parts && json_array_size(parts) > SHARES_MOST) {
        alea_error_set(error, 0, 0, "no share of an analysis");
        return false;
    }
    t->share = (size_t)which;
    t->shares = (size_t)of;
    t->parts = json_incref(parts);
    return true;
}

static json_t *answer_write(const void *input)
{
    const task *t = input;
    if (t->part) return json_pack("{s:O}", "part", t->part);
    return json_pack("{s:o,s:o,s:o,s:o,s:s%,s:o,s:o,s:f}", "analysis",
                     coded_bytes(t->analysis, t->analysis_size), "report",
                     coded_bytes(t->report, t->report_size), "annotated",
                     coded_bytes(t->annotated, t->annotated_size), "judged",
                     coded_bytes(t->judged, t->judged_size), "figures", t->figures,
                     t->figures_size, "a", number_json(t->pr[0]), "b",
                     number_json(t->pr[1]), "luck", t->luck);
}

static double rating_of(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static bool answer_read(void *input, const json_t *answer)
{
    task *t = input;
    const json_t *figures = json_object_get(answer, "figures");
    t->analysis = decoded_bytes(json_object_get(answer, "analysis"), &t->analysis_size);
    t->report = decoded_bytes(json_object_get(answer, "report"), &t->report_size);
    t->annotated =
        decoded_bytes(json_object_get(answer, "annotated"), &t->annotated_size);
    t->judged = decoded_bytes(json_object_get(answer, "judged"), &t->judged_size);
    t->figures_size = json_string_length(figures);
    t->figures = json_is_string(figures) ? strdup(json_string_value(figures)) : NULL;
    t->pr[0] = rating_of(json_object_get(answer, "a"));
    t->pr[1] = rating_of(json_object_get(answer, "b"));
    t->luck = json_number_value(json_object_get(answer, "luck"));
    return t->analysis && t->report && t->annotated && t->figures && t->judged;
}

static void question_free(void *input)
{
    task_free(input);
}

/* A task of this server is freed by `ended`, not by its job. */
static const job_form form = {.kind = "analysis",
                              .work = work,
                              .free_input = question_free,
                              .write = question_write,
                              .read = question_read,
                              .share = question_share,
                              .write_answer = answer_write,
                              .read_answer = answer_read};

const job_form *study_analysis_form(void)
{
    return &form;
}

/* ---- on the loop ---- */

/* ALEA_OK too if the match was removed meanwhile. */
static alea_status keep(study *s, const task *t)
{
    storage_game game;
    const storage_answer found =
        storage_game_get(s->parts.store, t->match, &game, NULL);
    if (found != ANSWER_FOUND)
        return found == ANSWER_ABSENT ? ALEA_OK : ALEA_ERROR_FILE;
    game.pr[0] = t->pr[0];
    game.pr[1] = t->pr[1];
    game.luck = t->luck;
    if (storage_blob_put(s->parts.store, t->match, "report", t->report,
                         t->report_size) != ALEA_OK ||
        storage_blob_put(s->parts.store, t->match, "annotated", t->annotated,
                         t->annotated_size) != ALEA_OK ||
        storage_blob_put(s->parts.store, t->match, "judged", t->judged,
                         t->judged_size) != ALEA_OK ||
        storage_blob_put(s->parts.store, t->match, "figures", t->figures,
                         t->figures_size) != ALEA_OK ||
        storage_blob_put(s->parts.store, t->match, "analysis", t->analysis,
                         t->analysis_size) != ALEA_OK ||
        storage_game_put(s->parts.store, &game, NULL) != ALEA_OK)
        return ALEA_ERROR_FILE;
    return ALEA_OK;
}

static void unlink_task(study *s, const task *t)
{
    task **at = &s->analyses;
    while (*at != t) at = &(*at)->next;
    *at = t->next;
}

bool study_is_analysing(const study *s, const char *match)
{
    const task *t = s->analyses;
    while (t && strcmp(t->match, match) != 0) t = t->next;
    return t != NULL;
}

int study_analyses_of(const study *s, const char *user, char (*id)[ID_SIZE], int most)
{
    int count = 0;
    for (const task *t = s->analyses; t && count < most; t = t->next)
        if (strcmp(t->user, user) == 0 || strcmp(t->also, user) == 0)
            memcpy(id[count++], t->match, ID_SIZE);
    return count;
}

int study_analyses(const study *s)
{
    int count = 0;
    for (const task *t = s->analyses; t; t = t->next) count++;
    return count;
}

static void ended(void *context, const char *id, job_status status, json_t *result,
                  const alea_error *error)
{
    task *t = context;
    study *s = t->study;
    (void)id;
    (void)result;
    /* If it cannot be stored, study_analyses_keep tries again, and the next start makes
     * it again: the note stays. */
    t->is_made = status == JOB_DONE && keep(s, t) != ALEA_OK;
    if (t->is_made) {
        server_log("error", "storage", "call", "analysis", "match", t->match, NULL);
        return;
    }
    unlink_task(s, t);
    /* The next start takes up what the end of the server cut off. */
    if (s->stopping && status != JOB_DONE)
        note_renew(s->parts.store, t->match);
    else if (!study_is_analysing(s, t->match))
        note_remove(s->parts.store, t->match);
    if (status == JOB_FAILED)
        server_log("warning", "analysis", "match", t->match, "reason", error->reason,
                   NULL);
    task_free(t);
}

void study_analyses_keep(study *s)
{
    for (task **at = &s->analyses; *at;) {
        task *t = *at;
        if (!t->is_made || keep(s, t) != ALEA_OK) {
            at = &t->next;
            continue;
        }
        *at = t->next;
        if (!study_is_analysing(s, t->match)) note_remove(s->parts.store, t->match);
        task_free(t);
    }
}

void study_analyses_free(study *s)
{
    while (s->analyses) {
        task *t = s->analyses;
        s->analyses = t->next;
        task_free(t);
    }
}

bool study_analyse(study *s, const char *match, char *journal, size_t size,
                   alea_effort level, const char *user, const char *also,
                   const char *address, char id[ID_SIZE])
{
    for (const task *t = s->analyses; t; t = t->next)
        if (strcmp(t->match, match) == 0 && strcmp(t->user, user) == 0 &&
            t->level == level && !jobs_is_cancelled(s->parts.work, t->id, user)) {
            memcpy(id, t->id, ID_SIZE);
            free(journal);
            return true;
        }
    task *t = calloc(1, sizeof *t);
    if (!t) {
        free(journal);
        return false;
    }
    t->study = s;
    snprintf(t->user, sizeof t->user, "%s", user);
    snprintf(t->also, sizeof t->also, "%s", also ? also : "");
    snprintf(t->match, sizeof t->match, "%s", match);
    t->level = level;
    t->journal = journal;
    t->journal_size = size;
    job_order order = {.class_ = JOB_LONG,
                       .kind = "analysis",
                       .work = work,
                       .form = &form,
                       .input = t,
                       .ended = ended,
                       .context = t};
    study_charge(s, &order, address);
    if (study_order(s, &order, user, also, id)) {
        memcpy(t->id, id, ID_SIZE);
        t->next = s->analyses;
        s->analyses = t;
        return true;
    }
    task_free(t);
    return false;
}
