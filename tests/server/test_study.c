/* The study part of the server, by requests without a network: positions, the editor,
 * pictures, jobs of every kind, uploads, matches, analysis, files, history, statistics,
 * wildbg's interface, and who may see what. Long because all of it shares one server,
 * one browser and one uploaded match.
 * ctest labels: slow */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <time.h>

#include "asking.h"
#include "report/themes.h"
#include "server/study/analysis.h"
#include "server/study/render/match_json.h"
#include "server/study/routes.h"
#include "server/study/study.h"
#include "server/study/work.h"
#include "server/support/compressed.h"
#include "server/support/limits.h"
#include "support/routes.h"
#include "support/waiting.h"

#include <alea/file.h>
#include <alea/notation.h>

#define START      "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
#define START_31   "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
#define MATCH_FILE "tests/golden/formats/base.mat"

static server here;

static browser guest(void)
{
    browser b = {.s = &here, .origin = "http://127.0.0.1:8127"};
    assert_int_equal(ask(&b, HTTP_GET, "/api/me", NULL), 200);
    return b;
}

static void leave(browser *b)
{
    forget_reply(b);
}

static const json_t *at(const browser *b, const char *field)
{
    return json_object_get(b->json, field);
}

static bool has_ended(browser *b, const char *path)
{
    jobs_poll(here.work);
    assert_int_equal(ask(b, HTTP_GET, path, NULL), 200);
    return strcmp(told(b, "status"), "queued") != 0 &&
           strcmp(told(b, "status"), "running") != 0;
}

/* Waits for the job that the last answer names; its description is the answer then. */
static void wait_for_job(browser *b)
{
    char path[64];
    snprintf(path, sizeof path, "/api/jobs/%s", told(b, "job"));
    WAIT_UNTIL(has_ended(b, path));
}

static const json_t *do_job(browser *b, const char *body)
{
    assert_int_equal(ask(b, HTTP_POST, "/api/jobs", body), 202);
    wait_for_job(b);
    assert_string_equal(told(b, "status"), "done");
    return at(b, "result");
}

static char *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, 1 << 20);
    assert_non_null(file);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (1 << 20) - 1, file);
    fclose(file);
    return bytes;
}

/* ---- positions ---- */

static void identifiers_are_read(void **state)
{
    (void)state;
    static const char *const ids[] = {
        START_31, "4HPwATDgc/ABMA:cInlAAAAAAAE",
        "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:31:W:R:0:0:7:0"};
    char path[400];
    browser b = guest();
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        snprintf(path, sizeof path, "/api/position?id=%s", ids[i]);
        assert_int_equal(ask(&b, HTTP_GET, path, NULL), 200);
        assert_string_equal(told(&b, "xgid"), ids[0]);
        assert_string_equal(told(&b, "gnubg"), ids[1]);
        assert_string_equal(told(&b, "ogid"), ids[2]);
        assert_string_equal(told(&b, "kind"), "play");
        assert_int_equal(json_integer_value(json_array_get(at(&b, "board"), 24)), 2);
        const json_t *nodes = json_object_get(at(&b, "tree"), "nodes");
        assert_true(json_array_size(nodes) > 10);
        assert_int_equal(
            json_array_size(json_object_get(json_array_get(nodes, 0), "moves")), 7);
    }
    assert_int_equal(ask(&b, HTTP_GET, "/api/position?id=" START, NULL), 200);
    assert_string_equal(told(&b, "kind"), "cube");
    assert_true(json_is_null(at(&b, "tree")));
    leave(&b);
}

static void bad_identifiers_are_told_where(void **state)
{
    (void)state;
    browser b = guest();
    assert_int_equal(
        ask(&b, HTTP_GET,
            "/api/position?id=XGID=-b----E-C---eE---c-e----B-:0:0:1:9x:0:0:0:7:10",
            NULL),
        400);
    assert_string_equal(error_code(&b), "bad_position");
    assert_int_equal(json_integer_value(json_object_get(at(&b, "error"), "column")),
                     39);
    assert_int_equal(ask(&b, HTTP_GET, "/api/position", NULL), 400);
    assert_int_equal(ask(&b, HTTP_GET, "/api/position?id=%ff%fe", NULL), 400);
    char path[1200] = "/api/position?id=";
    memset(path + strlen(path), 'A', 1000);
    assert_int_equal(ask(&b, HTTP_GET, path, NULL), 400);
    leave(&b);
}

#define BOARD "[0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0]"

static void the_editor_makes_ids_or_says_why_not(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        int status;
        const char *code;
    } bad[] = {
        {"{}", 400, "bad_request"},
        {"{\"board\":[1,2]}", 400, "bad_request"},
        {"{\"board\":" BOARD ",\"turn\":2}", 400, "bad_request"},
        {"{\"board\":" BOARD ",\"cube\":3}", 400, "bad_request"},
        {"{\"board\":" BOARD ",\"dice\":[7,1]}", 400, "bad_request"},
        {"{\"board\":" BOARD ",\"crawford\":1}", 400, "bad_request"},
        {"{\"board\":" BOARD ",\"match_length\":5,\"score\":[5,0]}", 422, "impossible"},
        {"{\"board\":" BOARD ",\"match_length\":5,\"jacoby\":true}", 422, "impossible"},
        {"{\"board\":" BOARD ",\"score\":[1,0]}", 422, "impossible"},
        {"{\"board\":" BOARD ",\"owner\":1}", 422, "impossible"},
        {"{\"board\":" BOARD ",\"match_length\":5,\"score\":[1,2],\"crawford\":true}",
         422, "impossible"},
        {"{\"board\":[0,0,0,0,0,0,16,0,0,0,0,0,0,0,0,0,0,0,0,-5,0,0,0,0,0,0]}", 400,
         "bad_request"},
        {"{\"board\":[0,0,0,0,0,0,15,1,0,0,0,0,0,0,0,0,0,0,0,-5,0,0,0,0,0,0]}", 422,
         "impossible"},
        {"{\"board\":[0,0,0,0,0,0,15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}", 422,
         "impossible"},
        {"nonsense", 400, "bad_json"},
    };
    browser b = guest();
    assert_int_equal(ask(&b, HTTP_POST, "/api/position",
                         "{\"board\":" BOARD ",\"turn\":0,\"dice\":[3,1],"
                         "\"match_length\":7,\"owner\":null}"),
                     200);
    assert_string_equal(told(&b, "xgid"), START_31);
    assert_int_equal(ask(&b, HTTP_POST, "/api/position",
                         "{\"board\":" BOARD ",\"turn\":1,\"cube\":4,\"owner\":1,"
                         "\"match_length\":9,\"score\":[8,3]}"),
                     200);
    assert_string_equal(told(&b, "xgid"),
                        "XGID=-b----E-C---eE---c-e----B-:2:-1:-1:00:8:3:0:9:10");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const int status = ask(&b, HTTP_POST, "/api/position", bad[i].body);
        if (status != bad[i].status) fail_msg("%s: %d", bad[i].body, status);
        assert_string_equal(error_code(&b), bad[i].code);
    }
    leave(&b);
}

static void boards_are_pictures(void **state)
{
    (void)state;
    browser b = guest();
    assert_int_equal(ask(&b, HTTP_GET,
                         "/api/diagram.svg?id=" START_31 "&view=1&left=1&moves=8/5+6/5",
                         NULL),
                     200);
    assert_string_equal(b.reply.type, "image/svg+xml");
    assert_memory_equal(b.reply.body, "<svg", 4);
    assert_non_null(strstr(b.reply.body, "class=\"arrow\""));
    assert_int_equal(
        ask(&b, HTTP_GET, "/api/diagram.svg?id=" START_31 "&moves=x", NULL), 400);
    assert_string_equal(error_code(&b), "bad_moves");
    static const unsigned char magic[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    for (int width = 64; width <= 1240; width += 588) {
        char path[200];
        snprintf(path, sizeof path, "/api/diagram.png?id=" START_31 "&width=%d", width);
        assert_int_equal(ask(&b, HTTP_GET, path, NULL), 200);
        assert_string_equal(b.reply.type, "image/png");
        assert_memory_equal(b.reply.body, magic, 8);
        const unsigned char *size = (const unsigned char *)b.reply.body + 16;
        assert_int_equal(size[2] << 8 | size[3], width);
    }
    assert_int_equal(ask(&b, HTTP_GET, "/api/diagram.png?id=" START "&width=63", NULL),
                     400);
    assert_int_equal(
        ask(&b, HTTP_GET, "/api/diagram.png?id=" START "&width=99999", NULL), 400);
    leave(&b);
}

/* ---- jobs ---- */

static void plays_are_ranked_and_one_is_judged(void **state)
{
    (void)state;
    browser b = guest();
    const json_t *r =
        do_job(&b, "{\"kind\":\"plays\",\"id\":\"" START_31 "\",\"ply\":1}");
    const json_t *list = json_object_get(r, "candidates");
    assert_int_equal(json_integer_value(json_object_get(r, "count")), 16);
    assert_int_equal(json_array_size(list), 16);
    const json_t *best = json_array_get(list, 0);
    assert_string_equal(json_string_value(json_object_get(best, "move")), "8/5 6/5");
    double last = 10;
    for (size_t i = 0; i < 16; i++) {
        const json_t *c = json_array_get(list, i);
        const double equity = json_number_value(json_object_get(c, "equity"));
        if (json_integer_value(json_object_get(c, "ply")) == 1)
            assert_true(equity <= last + 1e-9);
        last = equity;
        assert_true(json_number_value(json_object_get(c, "loss")) >= 0);
    }
    r = do_job(&b, "{\"kind\":\"plays\",\"id\":\"" START_31
                   "\",\"ply\":1,\"moves\":[[24,21],[24,23]]}");
    assert_true(json_number_value(json_object_get(r, "loss")) > .08);
    assert_string_equal(json_string_value(json_object_get(r, "mark")), "blunder");
    assert_true(json_string_length(json_object_get(r, "explanation")) > 20);
    r = do_job(&b, "{\"kind\":\"plays\",\"id\":\"" START_31
                   "\",\"ply\":0,\"move\":\"8/5 6/5\"}");
    assert_true(json_number_value(json_object_get(r, "loss")) == 0);
    leave(&b);
}

static void bad_jobs_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        int status;
        const char *code;
    } bad[] = {
        {"{}", 400, "bad_request"},
        {"{\"kind\":\"analysis\"}", 400, "bad_request"},
        {"{\"kind\":\"plays\"}", 400, "bad_position"},
        {"{\"kind\":\"plays\",\"id\":\"" START "\"}", 422, "no_dice"},
        {"{\"kind\":\"plays\",\"id\":\"" START_31 "\",\"ply\":4}", 400, "bad_request"},
        {"{\"kind\":\"plays\",\"id\":\"" START_31 "\",\"ply\":\"2\"}", 400,
         "bad_request"},
        {"{\"kind\":\"plays\",\"id\":\"" START_31 "\",\"move\":\"8/2\"}", 422,
         "illegal_play"},
        {"{\"kind\":\"plays\",\"id\":\"" START_31 "\",\"moves\":[[8]]}", 400,
         "bad_moves"},
        {"{\"kind\":\"plays\",\"id\":\"" START_31 "\",\"moves\":[[99,1]]}", 400,
         "bad_moves"},
        {"{\"kind\":\"rollout\",\"id\":\"" START_31 "\",\"moves\":[7]}", 400,
         "bad_moves"},
        {"{\"kind\":\"rollout\",\"id\":\"" START "\",\"moves\":[\"8/5\"]}", 422,
         "no_dice"},
        {"{\"kind\":\"rollout\",\"id\":\"" START_31 "\",\"level\":\"vast\"}", 400,
         "bad_request"},
    };
    browser b = guest();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const int status = ask(&b, HTTP_POST, "/api/jobs", bad[i].body);
        if (status != bad[i].status) fail_msg("%s: %d", bad[i].body, status);
        assert_string_equal(error_code(&b), bad[i].code);
    }
    assert_int_equal(ask(&b, HTTP_GET, "/api/jobs/aaaaaaaaaaaa", NULL), 404);
    assert_int_equal(ask(&b, HTTP_DELETE, "/api/jobs/aaaaaaaaaaaa", NULL), 404);
    leave(&b);
}

static void the_other_kinds_answer(void **state)
{
    (void)state;
    browser b = guest();
    const json_t *r = do_job(&b, "{\"kind\":\"cube\",\"id\":\"" START "\",\"ply\":1}");
    assert_string_equal(json_string_value(json_object_get(r, "action")), "no_double");
    assert_true(json_is_true(json_object_get(r, "take")));
    assert_true(json_is_object(json_object_get(r, "mwc")));
    assert_true(json_is_object(json_object_get(r, "points")));
    r = do_job(&b, "{\"kind\":\"eval\",\"id\":\"" START_31 "\",\"ply\":0}");
    assert_string_equal(json_string_value(json_object_get(r, "phase")), "contact");
    const double win =
        json_number_value(json_object_get(json_object_get(r, "probabilities"), "win"));
    assert_true(win > .5 && win < .6);
    r = do_job(&b, "{\"kind\":\"scores\",\"id\":\"" START "\",\"ply\":0}");
    assert_int_equal(json_array_size(json_object_get(r, "scores")), 61);
    r = do_job(&b, "{\"kind\":\"rollout\",\"id\":\"" START_31
                   "\",\"level\":\"deep\",\"moves\":[\"8/5 6/5\",\"24/20\"]}");
    assert_true(json_is_true(json_object_get(r, "done")));
    assert_int_equal(json_integer_value(json_object_get(r, "trials")), 360);
    const json_t *list = json_object_get(r, "candidates");
    assert_int_equal(json_array_size(list), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *c = json_array_get(list, i);
        const json_t *interval = json_object_get(c, "interval");
        const double equity = json_number_value(json_object_get(c, "equity"));
        assert_true(json_number_value(json_array_get(interval, 0)) < equity);
        assert_true(json_number_value(json_array_get(interval, 1)) > equity);
    }
    r = do_job(&b, "{\"kind\":\"rollout\",\"id\":\"" START "\",\"level\":\"deep\"}");
    assert_string_equal(json_string_value(json_object_get(r, "action")), "no_double");
    leave(&b);
}

static void a_rollout_is_seen_and_stopped(void **state)
{
    (void)state;
    char path[64];
    browser b = guest(), other = guest();
    assert_int_equal(ask(&b, HTTP_POST, "/api/jobs",
                         "{\"kind\":\"rollout\",\"id\":\"" START_31
                         "\",\"level\":\"rollout\"}"),
                     202);
    snprintf(path, sizeof path, "/api/jobs/%s", told(&b, "job"));
    assert_int_equal(ask(&other, HTTP_GET, path, NULL), 404);
    assert_int_equal(ask(&other, HTTP_DELETE, path, NULL), 404);
    double first = 0, width = 0;
    TRY_UNTIL (first > 0 && width < first) {
        jobs_poll(here.work);
        assert_int_equal(ask(&b, HTTP_GET, path, NULL), 200);
        assert_string_not_equal(told(&b, "status"), "done");
        const json_t *c =
            json_array_get(json_object_get(at(&b, "partial"), "candidates"), 0);
        const json_t *interval = json_object_get(c, "interval");
        width = json_number_value(json_array_get(interval, 1)) -
                json_number_value(json_array_get(interval, 0));
        if (first <= 0) first = width;
    }
    assert_true(width > 0 && width < first); /* it shrinks */
    assert_int_equal(ask(&b, HTTP_DELETE, path, NULL), 200);
    wait_for_job(&b);
    assert_string_equal(told(&b, "status"), "cancelled");
    const json_t *r = at(&b, "result");
    assert_true(json_is_false(json_object_get(r, "done")));
    assert_int_equal(json_array_size(json_object_get(r, "candidates")), 5);
    leave(&b);
    leave(&other);
}

/* The rollout of the opening by Vido's rules, whose gammons the net estimates: whole,
 * or that share of it. */
static study_question *vido_rollout(int share, int shares)
{
    const job_form *form = study_question_form("rollout");
    const alea_rules vido = alea_rules_preset(ALEA_PRESET_VIDO);
    alea_error error;
    json_t *asked =
        json_pack("{s:s,s:s,s:s}", "kind", "rollout", "id", START, "level", "deep");
    json_t *message = json_pack("{s:[i,i]}", "share", share, shares);
    study_question *q = form->read(asked, &error);
    assert_non_null(q);
    assert_int_equal(alea_decision_set_rules(&q->decision, &vido, &error), ALEA_OK);
    if (shares) assert_true(form->share(q, message, &error));
    json_decref(asked);
    json_decref(message);
    return q;
}

static void take_result(void *context, const char *id, job_status status,
                        json_t *result, const alea_error *error)
{
    (void)id, (void)error;
    assert_int_equal(status, JOB_DONE);
    *(json_t **)context = json_incref(result);
}

static json_t *rolled_out(int share, int shares)
{
    const job_form *form = study_question_form("rollout");
    json_t *result = NULL;
    char id[ID_SIZE];
    const job_order order = {.class_ = JOB_LONG,
                             .user = "useruseruse9",
                             .kind = "rollout",
                             .work = form->work,
                             .input = vido_rollout(share, shares),
                             .free_input = form->free_input,
                             .ended = take_result,
                             .context = &result};
    assert_true(jobs_add(here.work, &order, id));
    WAIT_UNTIL((jobs_poll(here.work), result));
    return result;
}

/* What two helpers have done is the same as what one does, the sentence about the rules
 * too; of a rollout that is not whole there is none. */
static void shares_of_a_rollout_are_joined(void **state)
{
    (void)state;
    const job_form *form = study_question_form("rollout");
    study_question *q = vido_rollout(0, 0);
    json_t *whole = rolled_out(0, 0), *parts = json_array();
    assert_true(json_is_true(json_object_get(whole, "done")));
    assert_non_null(json_string_value(json_object_get(whole, "approximate")));
    json_array_append_new(parts, rolled_out(0, 2));
    json_t *half = form->join(q, parts);
    assert_true(json_is_false(json_object_get(half, "done")));
    assert_null(json_object_get(half, "approximate"));
    json_array_append_new(parts, rolled_out(1, 2));
    json_t *joined = form->join(q, parts);
    assert_true(json_equal(joined, whole));
    json_decref(whole);
    json_decref(parts);
    json_decref(half);
    json_decref(joined);
    form->free_input(q);
}

static void a_user_has_only_so_many(void **state)
{
    (void)state;
    browser b = guest();
    int accepted = 0;
    while (ask(&b, HTTP_POST, "/api/jobs",
               "{\"kind\":\"rollout\",\"id\":\"" START_31
               "\",\"level\":\"rollout\"}") == 202) {
        accepted++;
        assert_true(accepted <= JOBS_RUNNING_A_USER + JOBS_WAITING_A_USER);
    }
    assert_int_equal(b.reply.status, 503);
    assert_string_equal(error_code(&b), "queue_full");
    assert_true(b.reply.retry_after_s > 0);
    assert_true(accepted >= JOBS_WAITING_A_USER);
    leave(&b);
}

/* ---- matches ---- */

static void upload(browser *b, const char *query, char match[ID_SIZE])
{
    size_t size;
    char path[128], *file = read_whole(MATCH_FILE, &size);
    snprintf(path, sizeof path, "/api/matches%s", query);
    assert_int_equal(ask(b, HTTP_POST, path, file), 201);
    free(file);
    snprintf(match, ID_SIZE, "%s", told(b, "match"));
    assert_string_equal(told(b, "format"), "mat");
    assert_int_equal(json_integer_value(at(b, "games")), 3);
    wait_for_job(b);
    assert_string_equal(told(b, "status"), "done");
}

static void check_turns(const browser *match, const json_t *analysis)
{
    const json_t *list = at(match, "games"), *d;
    size_t i, found = 0;
    json_array_foreach(json_object_get(analysis, "decisions"), i, d)
    {
        const json_int_t game = json_integer_value(json_object_get(d, "game"));
        const json_int_t turn = json_integer_value(json_object_get(d, "turn"));
        const json_t *t,
            *turns = json_object_get(json_array_get(list, (size_t)game - 1), "turns");
        size_t k;
        json_array_foreach(turns, k, t)
        {
            if (json_integer_value(json_object_get(t, "turn")) != turn) continue;
            found++;
            if (strcmp(json_string_value(json_object_get(d, "kind")), "play") != 0)
                continue;
            assert_string_equal(json_string_value(json_object_get(t, "xgid")),
                                json_string_value(json_object_get(d, "xgid")));
            const char *made = json_string_value(json_object_get(d, "made"));
            assert_string_equal(json_string_value(json_object_get(t, "text")),
                                strcmp(made, "(no play)") == 0 ? "" : made);
        }
    }
    assert_true(found > 50);
    assert_int_equal(found, i);
}

static void an_upload_is_a_match_with_an_analysis(void **state)
{
    (void)state;
    char match[ID_SIZE], path[96];
    browser b = guest(), other = guest();
    upload(&b, "?name=base.mat&you=1", match);
    snprintf(path, sizeof path, "/api/matches/%s/analysis", match);
    assert_int_equal(ask(&other, HTTP_GET, path, NULL), 200);
    json_t *analysis = json_incref(other.json);
    assert_true(json_is_true(json_object_get(analysis, "complete")));
    assert_true(json_array_size(json_object_get(analysis, "curve")) > 50);
    assert_true(json_array_size(json_object_get(analysis, "luck")) > 50);
    snprintf(path, sizeof path, "/api/matches/%s", match);
    assert_int_equal(ask(&b, HTTP_GET, path, NULL), 200);
    assert_string_equal(told(&b, "source"), "uploaded");
    assert_true(json_is_true(at(&b, "analysed")));
    assert_int_equal(json_integer_value(at(&b, "you")), 1);
    assert_int_equal(json_array_size(at(&b, "games")), 3);
    check_turns(&b, analysis);
    json_decref(analysis);
    assert_int_equal(ask(&other, HTTP_GET, path, NULL), 200);
    assert_true(json_is_null(at(&other, "you"))); /* the link is enough to see it */
    leave(&b);
    leave(&other);
}

static void files_come_out_as_they_went_in(void **state)
{
    (void)state;
    static const char *const formats[] = {"journal", "mat", "sgf"};
    char match[ID_SIZE], path[96];
    browser b = guest();
    upload(&b, "", match);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        alea_record record;
        snprintf(path, sizeof path, "/api/matches/%s/file?format=%s", match,
                 formats[i]);
        assert_int_equal(ask(&b, HTTP_GET, path, NULL), 200);
        assert_non_null(strstr(b.reply.disposition, "attachment"));
        assert_int_equal(
            alea_import(b.reply.body, b.reply.size, NULL, &record, NULL, NULL),
            ALEA_OK);
        assert_int_equal(alea_record_games(&record), 3);
        assert_int_equal(record.now.score[1], 9);
        alea_record_clear(&record);
    }
    snprintf(path, sizeof path, "/api/matches/%s/file?format=html", match);
    assert_int_equal(ask(&b, HTTP_GET, path, NULL), 200);
    assert_non_null(strstr(b.reply.type, "text/html"));
    assert_memory_equal(b.reply.body, "<!doctype html>", 15);
    assert_int_equal(b.reply.body[b.reply.size - 1], '\n');
    static const char *const wrong[] = {"xg", "exe", "", "../../etc/passwd"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(path, sizeof path, "/api/matches/%s/file?format=%s", match, wrong[i]);
        assert_int_equal(ask(&b, HTTP_GET, path, NULL), 400);
    }
    leave(&b);
}

static void bad_uploads_leave_nothing(void **state)
{
    (void)state;
    browser b = guest();
    assert_int_equal(ask(&b, HTTP_POST, "/api/matches", NULL), 400);
    assert_int_equal(ask(&b, HTTP_POST, "/api/matches", "hello there"), 400);
    assert_string_equal(error_code(&b), "unknown_format");
    assert_int_equal(ask(&b, HTTP_POST, "/api/matches", START_31), 422);
    assert_string_equal(error_code(&b), "no_match");
    assert_string_equal(json_string_value(json_object_get(at(&b, "error"), "id")),
                        START_31);
    assert_int_equal(ask(&b, HTTP_GET, "/api/history", NULL), 200);
    assert_int_equal(json_array_size(at(&b, "matches")), 0);
    /* A bad cell ends its game with a warning that names the line. */
    assert_int_equal(ask(&b, HTTP_POST, "/api/matches",
                         " 5 point match\n\n Game 1\n Ann : 0   Bob : 0\n"
                         "  1) 31: 8/5 6/5   42: 8/4 6/4\n"
                         "  2) 31: 8/5 6/5   99: 1/2\n"),
                     201);
    const json_t *warning = json_array_get(at(&b, "warnings"), 0);
    assert_int_equal(json_integer_value(json_object_get(warning, "line")), 6);
    /* Somebody else's site may not send files in a person's name. */
    b.origin = "http://elsewhere.example";
    assert_int_equal(ask(&b, HTTP_POST, "/api/matches", START_31), 403);
    leave(&b);
}

static void too_long_a_match_is_refused(void **state)
{
    (void)state;
    const size_t capacity = 60 + 25000 * 120;
    char *text = malloc(capacity);
    browser b = guest();
    size_t used = (size_t)snprintf(text, capacity, " 0 point match\n\n");
    assert_non_null(text);
    for (int g = 1; g <= 6000; g++)
        used += (size_t)snprintf(text + used, capacity - used,
                                 " Game %d\n Ann : %d   Bob : 0\n"
                                 "  1) 31: 8/5 6/5     42: 8/4 6/4\n"
                                 "  2)  Doubles => 2     Drops\n      Wins 1 point\n\n",
                                 g, g - 1);
    assert_int_equal(ask(&b, HTTP_POST, "/api/matches", text), 413);
    assert_string_equal(error_code(&b), "too_long");
    free(text);
    leave(&b);
}

/* Large ones are read by a worker; those that wait for it take so much and no more. */
static void files_that_wait_are_bounded(void **state)
{
    (void)state;
    enum { SIZE = 100 * 1024 };
    http_request *r = calloc(1, sizeof *r);
    http_reply reply = {0};
    char *body = malloc(SIZE);
    assert_non_null(r);
    assert_non_null(body);
    memset(body, 'x', SIZE);
    r->ticket = 1;
    r->body = body;
    r->body_size = SIZE;
    snprintf(r->address, sizeof r->address, "192.0.2.9");
    snprintf(r->who.user, ID_SIZE, "aaaaaaaaaaaa");
    here.study->upload_bytes = 64 * 1024 * 1024 - SIZE + 1;
    route_handler(study_routes, "POST /api/matches")(here.study, r, &reply);
    assert_false(reply.later);
    assert_int_equal(reply.status, 503);
    assert_true(reply.retry_after_s > 0);
    here.study->upload_bytes = 0;
    http_reply_free(&reply);
    free(body);
    free(r);
}

/* Once short answers have used their share of the loop, workers make them. */
static void short_answers_leave_the_loop_to_others(void **state)
{
    (void)state;
    browser b = guest();
    http_request *r = calloc(1, sizeof *r);
    assert_non_null(r);
    upload(&b, "", r->id[0]);
    r->ticket = 1;
    here.study->upload_bytes = 65 * 1024 * 1024; /* no worker has room for any */
    const double much = here.study->loop_used_until + 1000;
    for (int i = 0; i < 2; i++) {
        http_reply reply = {0};
        here.study->loop_used_until = i == 0 ? 0 : much;
        route_handler(study_routes, "GET /api/matches/{id}")(here.study, r, &reply);
        assert_int_equal(reply.status, i == 0 ? 200 : 503);
        /* What was made at once is counted. */
        if (i == 0) assert_true(here.study->loop_used_until > 0);
        http_reply_free(&reply);
    }
    here.study->upload_bytes = 0;
    here.study->loop_used_until = 0;
    free(r);
    leave(&b);
}

/* Nobody knows how long a compressed file is before it is unpacked: never on the
 * loop. */
static void packed_files_go_to_a_worker(void **state)
{
    (void)state;
    static const char *const starts[] = {"RGMH", "MAT "};
    http_request *r = calloc(1, sizeof *r);
    assert_non_null(r);
    here.study->upload_bytes = 64 * 1024 * 1024; /* no worker has room for any */
    here.study->loop_used_until = 0;
    for (int i = 0; i < 2; i++) {
        char body[1000] = "";
        http_reply reply = {0};
        memcpy(body, starts[i], 4);
        r->ticket = 1;
        r->body = body;
        r->body_size = sizeof body;
        snprintf(r->address, sizeof r->address, "192.0.2.9");
        snprintf(r->who.user, ID_SIZE, "aaaaaaaaaaaa");
        route_handler(study_routes, "POST /api/matches")(here.study, r, &reply);
        assert_int_equal(reply.status, i == 0 ? 503 : 400);
        http_reply_free(&reply);
    }
    here.study->upload_bytes = 0;
    free(r);
}

static void a_game_going_on_is_closed(void **state)
{
    (void)state;
    static const char *const paths[] = {"", "/analysis", "/file?format=mat"};
    char path[96], body[] = "{\"level\":\"fast\"}";
    storage_game g = {.id = "aaaabbbbcccc",
                      .stage = STAGE_PLAYING,
                      .winner = -1,
                      .names = {"Ann", "Bob"},
                      .pr = {(double)NAN, (double)NAN},
                      .luck = (double)NAN};
    browser b = guest();
    assert_int_equal(storage_game_put(here.store, &g, "{\"rated\":true}"), ALEA_OK);
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "/api/matches/aaaabbbbcccc%s", paths[i]);
        assert_int_equal(ask(&b, HTTP_GET, path, NULL), 409);
        assert_string_equal(error_code(&b), "not_over");
    }
    assert_int_equal(ask(&b, HTTP_POST, "/api/matches/aaaabbbbcccc/analysis", body),
                     409);
    assert_int_equal(ask(&b, HTTP_GET, "/api/matches/zzzzzzzzzzzz", NULL), 404);
    study_game_over(here.study, "aaaabbbbcccc"); /* not over: nothing happens */
    study_game_over(here.study, "zzzzzzzzzzzz");
    leave(&b);
}

static bool is_wanted(const char *match)
{
    static char all[64][ID_SIZE];
    const int count = storage_wanted(here.store, all, 64);
    for (int i = 0; i < count; i++)
        if (strcmp(all[i], match) == 0) return true;
    return false;
}

static void a_game_that_ends_is_analysed_for_both(void **state)
{
    (void)state;
    size_t size, journal_size;
    char *file = read_whole(MATCH_FILE, &size), *journal;
    alea_record record;
    browser b[2] = {guest(), guest()};
    storage_game g = {.id = "ddddeeeeffff",
                      .stage = STAGE_OVER,
                      .created = server_now(),
                      .winner = 1,
                      .names = {"Ann", "Bob"},
                      .pr = {(double)NAN, (double)NAN},
                      .luck = (double)NAN};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(&b[i], HTTP_GET, "/api/me", NULL), 200);
        snprintf(g.user[i], ID_SIZE, "%s", told(&b[i], "id"));
    }
    assert_int_equal(alea_import(file, size, NULL, &record, NULL, NULL), ALEA_OK);
    assert_int_equal(
        alea_export(&record, ALEA_FORMAT_JOURNAL, NULL, &journal, &journal_size, NULL),
        ALEA_OK);
    assert_int_equal(storage_game_put(here.store, &g, "{}"), ALEA_OK);
    assert_int_equal(
        storage_blob_put(here.store, g.id, "journal", journal, journal_size), ALEA_OK);
    assert_int_equal(ask(&b[0], HTTP_GET, "/api/matches/ddddeeeeffff/analysis", NULL),
                     404);
    assert_string_equal(error_code(&b[0]), "not_analysed");
    const char *const users[2] = {g.user[0], g.user[1]};
    study_game_ends(here.study, g.id, users);
    assert_true(is_wanted(g.id));
    study_game_over(here.study, g.id);
    TRY_UNTIL (ask(&b[0], HTTP_GET, "/api/matches/ddddeeeeffff/analysis", NULL) == 200)
        jobs_poll(here.work);
    assert_false(is_wanted(g.id));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(&b[i], HTTP_GET, "/api/statistics", NULL), 200);
        assert_int_equal(json_integer_value(at(&b[i], "matches")), 1);
        assert_int_equal(json_integer_value(at(&b[i], "won")), i);
        assert_int_equal(json_array_size(at(&b[i], "pr")), 1);
        assert_int_equal(ask(&b[i], HTTP_GET, "/api/history", NULL), 200);
        const json_t *line = json_array_get(at(&b[i], "matches"), 0);
        assert_int_equal(json_integer_value(json_object_get(line, "you")), i);
        assert_int_equal(json_array_size(json_object_get(line, "pr")), 2);
        leave(&b[i]);
    }
    alea_record_clear(&record);
    free(journal);
    free(file);
}

/* Until no analysis of an earlier test is left, as a server ends its jobs before it
 * closes the rest. */
static void wait_for_analyses(void)
{
    TRY_UNTIL (study_analyses(here.study) == 0) jobs_poll(here.work);
}

/* What was on its way when a server went is begun by the next, but not for ever. */
static void a_match_cut_off_is_taken_up_again(void **state)
{
    (void)state;
    char note[96];
    storage_game g = {.id = "ggggggghhhhh", .stage = STAGE_OVER, .winner = 1};
    assert_int_equal(storage_game_put(here.store, &g, "{}"), ALEA_OK);
    assert_int_equal(storage_blob_put(here.store, g.id, "journal", "x", 1), ALEA_OK);
    for (int tries = 2; tries <= 3; tries++) {
        const int size = snprintf(
            note, sizeof note,
            "{\"plies\":2,\"tries\":%d,\"user\":\"zzzzzzzzzzzz\",\"also\":\"\"}",
            tries);
        assert_int_equal(
            storage_blob_put(here.store, g.id, "wanted", note, (size_t)size), ALEA_OK);
        const study_parts parts = here.study->parts;
        wait_for_analyses();
        const uintptr_t before = (uintptr_t)here.study;
        study_close(here.study); /* a server that finds the note */
        assert_int_equal(study_open(&here.study, &parts, NULL), ALEA_OK);
        for (http_room *room = here.rooms; room->tables; room++)
            if ((uintptr_t)room->part == before) room->part = here.study;
        study_tick(here.study);
        assert_int_equal(study_is_analysing(here.study, g.id), tries < 3);
        assert_int_equal(is_wanted(g.id), tries < 3);
        TRY_UNTIL (!study_is_analysing(here.study, g.id)) jobs_poll(here.work);
        assert_false(is_wanted(g.id)); /* that record is none: it fails, once */
    }
    assert_int_equal(storage_game_remove(here.store, g.id), ALEA_OK);
}

static void statistics_add_up(void **state)
{
    (void)state;
    char match[ID_SIZE];
    browser b = guest(), other = guest();
    for (int i = 0; i < 3; i++) upload(&b, i < 2 ? "?you=0" : "", match);
    assert_int_equal(ask(&b, HTTP_GET, "/api/statistics", NULL), 200);
    assert_int_equal(json_integer_value(at(&b, "matches")), 2); /* the third: nobody */
    json_int_t decisions[3] = {0};
    double loss[2] = {0};
    const json_t *entry;
    size_t i;
    json_array_foreach(at(&b, "kinds"), i, entry)
    {
        decisions[0] += json_integer_value(json_object_get(entry, "decisions"));
        loss[0] += json_number_value(json_object_get(entry, "loss"));
    }
    double before = 1e9;
    json_array_foreach(at(&b, "themes"), i, entry)
    {
        const double cost = json_number_value(json_object_get(entry, "loss"));
        decisions[1] += json_integer_value(json_object_get(entry, "decisions"));
        loss[1] += cost;
        assert_true(cost <= before);
        assert_true(theme_find(json_string_value(json_object_get(entry, "theme"))) !=
                    THEMES);
        before = cost;
    }
    json_array_foreach(at(&b, "pr"), i, entry) decisions[2] +=
        json_integer_value(json_object_get(entry, "decisions"));
    assert_true(decisions[0] > 0 && loss[0] > 0);
    assert_int_equal(decisions[0], decisions[1]);
    assert_int_equal(decisions[0], decisions[2]);
    assert_true(fabs(loss[0] - loss[1]) < 1e-4);
    const double pr =
        json_number_value(json_object_get(json_array_get(at(&b, "pr"), 0), "pr"));
    assert_true(fabs(pr - 500 * loss[0] / (double)decisions[0]) < .01);
    assert_int_equal(ask(&b, HTTP_GET, "/api/history?limit=2", NULL), 200);
    assert_int_equal(json_array_size(at(&b, "matches")), 2);
    assert_true(json_is_true(at(&b, "more")));
    assert_int_equal(ask(&b, HTTP_GET, "/api/history?limit=0", NULL), 400);
    assert_int_equal(ask(&b, HTTP_GET, "/api/history?before=x", NULL), 400);
    assert_int_equal(ask(&other, HTTP_GET, "/api/history", NULL), 200);
    assert_int_equal(json_array_size(at(&other, "matches")), 0);
    leave(&b);
    leave(&other);
}

static void only_a_deeper_look_replaces_the_analysis(void **state)
{
    (void)state;
    char match[ID_SIZE], path[96], job_path[96];
    browser b = guest();
    upload(&b, "", match);
    snprintf(path, sizeof path, "/api/matches/%s/analysis", match);
    assert_int_equal(ask(&b, HTTP_POST, path, "{\"level\":\"vast\"}"), 400);
    assert_int_equal(ask(&b, HTTP_POST, path, "{\"level\":\"fast\"}"), 409);
    assert_string_equal(error_code(&b), "analysed");
    assert_int_equal(ask(&b, HTTP_POST, path, "{\"level\":\"standard\"}"), 202);
    snprintf(job_path, sizeof job_path, "/api/jobs/%s", told(&b, "job"));
    assert_int_equal(ask(&b, HTTP_DELETE, job_path, NULL), 200);
    /* Asked for again before the end of the first was noticed: another one. */
    char again[96];
    assert_int_equal(ask(&b, HTTP_POST, path, "{\"level\":\"standard\"}"), 202);
    snprintf(again, sizeof again, "/api/jobs/%s", told(&b, "job"));
    assert_string_not_equal(again, job_path);
    assert_int_equal(ask(&b, HTTP_GET, again, NULL), 200);
    assert_string_not_equal(told(&b, "status"), "cancelled");
    assert_int_equal(ask(&b, HTTP_DELETE, again, NULL), 200);
    WAIT_UNTIL(has_ended(&b, job_path));
    assert_string_equal(told(&b, "status"), "cancelled");
    assert_int_equal(ask(&b, HTTP_GET, again, NULL), 200);
    wait_for_job(&b);
    assert_string_equal(told(&b, "status"), "cancelled");
    assert_int_equal(ask(&b, HTTP_GET, path, NULL),
                     200); /* the old one is still there */
    assert_int_equal(json_integer_value(json_object_get(at(&b, "settings"), "plies")),
                     2);
    leave(&b);
}

static bool any_board_is_rated(void *context, const char *user, const alea_board *board)
{
    (void)context, (void)board;
    return *user != '\0';
}

static void no_advice_in_a_rated_game(void **state)
{
    (void)state;
    browser b = guest();
    const char *const body = "{\"kind\":\"plays\",\"id\":\"" START_31 "\"}";
    here.study->parts.is_rated_board = any_board_is_rated;
    assert_int_equal(ask(&b, HTTP_POST, "/api/jobs", body), 409);
    assert_string_equal(error_code(&b), "rated");
    static const char *const wildbg[] = {"/eval?p24=2&p1=-2",
                                         "/move?die1=3&die2=1&p24=2&p1=-2"};
    for (int i = 0; i < 2; i++)
        assert_int_equal(ask(&b, HTTP_GET, wildbg[i], NULL), 409);
    here.study->parts.is_rated_board = NULL;
    for (int i = 0; i < 2; i++)
        assert_int_equal(ask(&b, HTTP_GET, wildbg[i], NULL), 200);
    assert_int_equal(ask(&b, HTTP_POST, "/api/jobs", body), 202);
    leave(&b);
}

static void uploads_an_hour_are_counted(void **state)
{
    (void)state;
    limits *none = here.limit;
    browser b = guest();
    int taken = 0;
    here.study->parts.limit = here.limit = limits_new(LIMIT_SOCKETS);
    b.address = "192.0.2.7";
    while (ask(&b, HTTP_POST, "/api/matches", "no match") == 400 && taken < 1000)
        taken++;
    assert_int_equal(taken, 120);
    assert_int_equal(b.reply.status, 429);
    assert_true(b.reply.retry_after_s > 0);
    limits_free(here.limit);
    here.study->parts.limit = here.limit = none;
    leave(&b);
}

static void packing_is_undone(void **state)
{
    (void)state;
    enum { SIZE = 100000 };
    char *plain = malloc(SIZE), *again;
    size_t packed_size, size;
    for (int i = 0; i < SIZE; i++) plain[i] = (char)((unsigned)i * (unsigned)i >> 7);
    char *packed = pack(plain, SIZE, &packed_size);
    assert_non_null(packed);
    assert_true(packed_size < SIZE);
    assert_non_null(again = unpack(packed, packed_size, &size));
    assert_int_equal(size, SIZE);
    assert_memory_equal(plain, again, SIZE);
    free(again);
    for (size_t cut = 0; cut < packed_size; cut += 97)
        assert_null(unpack(packed, cut, &size));
    packed[0] ^= 1; /* another length */
    assert_null(unpack(packed, packed_size, &size));
    free(packed);
    free(plain);
}

/* ---- wildbg ---- */

static void wildbg_is_answered_in_its_shape(void **state)
{
    (void)state;
    static const char start[] = "p24=2&p19=-5&p17=-3&p13=5&p12=-5&p8=3&p6=5&p1=-2";
    static const char *const bad[] = {
        "/move?die1=3&p24=2&p1=-2",          "/move?die1=0&die2=1&p24=2&p1=-2",
        "/move?die1=3&die2=1&p24=16",        "/eval?p0=1&p4=4&p5=-5",
        "/eval?p4=4&p5=-5&p25=-2",           "/eval?p4=4",
        "/eval?p4=4&p5=-5&x_away=1",         "/eval?p4=x&p5=-5",
        "/eval?p4=4&p5=-5&x_away=2&o_away=2"};
    char path[200];
    browser b = guest();
    snprintf(path, sizeof path, "/move?die1=3&die2=1&%s", start);
    assert_int_equal(ask(&b, HTTP_GET, path, NULL), 200);
    const json_t *moves = at(&b, "moves"), *best = json_array_get(moves, 0);
    assert_int_equal(json_array_size(moves), 16);
    const json_t *first = json_array_get(json_object_get(best, "play"), 0);
    assert_int_equal(json_array_size(json_object_get(best, "play")), 2);
    assert_int_equal(json_object_size(first), 2);
    assert_int_equal(json_integer_value(json_object_get(first, "to")), 5);
    const json_t *p = json_object_get(best, "probabilities");
    assert_int_equal(json_object_size(p), 5);
    assert_true(json_number_value(json_object_get(p, "win")) > .5);
    assert_true(json_number_value(json_object_get(p, "winG")) >
                json_number_value(json_object_get(p, "winBg")));
    snprintf(path, sizeof path, "/eval?%s&x_away=1&o_away=1", start);
    assert_int_equal(ask(&b, HTTP_GET, path, NULL), 200);
    assert_true(json_is_false(json_object_get(at(&b, "cube"), "double")));
    snprintf(path, sizeof path, "/eval?%s", start);
    assert_int_equal(ask(&b, HTTP_GET, path, NULL), 200);
    assert_true(json_is_true(json_object_get(at(&b, "cube"), "accept")));
    /* A roll that cannot be played: one entry, empty. */
    assert_int_equal(
        ask(&b, HTTP_GET, "/move?die1=6&die2=6&p25=1&p19=-2&p6=1&p5=-1", NULL), 200);
    assert_int_equal(json_array_size(at(&b, "moves")), 1);
    assert_int_equal(
        json_array_size(json_object_get(json_array_get(at(&b, "moves"), 0), "play")),
        0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (ask(&b, HTTP_GET, bad[i], NULL) != 400) fail_msg("%s", bad[i]);
        assert_true(strlen(told(&b, "message")) > 5);
    }
    leave(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identifiers_are_read),
        cmocka_unit_test(bad_identifiers_are_told_where),
        cmocka_unit_test(the_editor_makes_ids_or_says_why_not),
        cmocka_unit_test(boards_are_pictures),
        cmocka_unit_test(plays_are_ranked_and_one_is_judged),
        cmocka_unit_test(bad_jobs_are_refused),
        cmocka_unit_test(the_other_kinds_answer),
        cmocka_unit_test(a_rollout_is_seen_and_stopped),
        cmocka_unit_test(shares_of_a_rollout_are_joined),
        cmocka_unit_test(an_upload_is_a_match_with_an_analysis),
        cmocka_unit_test(files_come_out_as_they_went_in),
        cmocka_unit_test(bad_uploads_leave_nothing),
        cmocka_unit_test(too_long_a_match_is_refused),
        cmocka_unit_test(files_that_wait_are_bounded),
        cmocka_unit_test(packed_files_go_to_a_worker),
        cmocka_unit_test(short_answers_leave_the_loop_to_others),
        cmocka_unit_test(a_game_going_on_is_closed),
        cmocka_unit_test(a_game_that_ends_is_analysed_for_both),
        cmocka_unit_test(a_match_cut_off_is_taken_up_again),
        cmocka_unit_test(statistics_add_up),
        cmocka_unit_test(only_a_deeper_look_replaces_the_analysis),
        cmocka_unit_test(no_advice_in_a_rated_game),
        cmocka_unit_test(uploads_an_hour_are_counted),
        cmocka_unit_test(packing_is_undone),
        cmocka_unit_test(wildbg_is_answered_in_its_shape),
        cmocka_unit_test(a_user_has_only_so_many), /* the last: it leaves work behind */
    };
    if (!asking_server(&here, 0)) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    server_close(&here);
    return failed;
}
