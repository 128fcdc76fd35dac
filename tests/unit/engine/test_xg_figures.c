/* Figures of players against eXtreme Gammon's own analysis, which its files hold: what
 * counts as a decision, and PR. Real files beside the repository; skipped without.
 * ctest labels: slow */
#include <alea/analysis.h>
#include <alea/file.h>

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define REAL "../shared/real/xg/"
enum { PLAYERS = 64 };

typedef struct figures {
    int counted[2];
    double loss[2];
} figures;

/* eXtreme Gammon's rule on its own equities; its loss of a free double that was not
 * made is 0.0001 at equal equities. */
static void xg_figures(const alea_record *record, figures *out)
{
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < record->fileds; i++) {
        const alea_filed *f = &record->filed[i];
        if (strcmp(f->program, "eXtreme Gammon") != 0) continue;
        bool counted = true;
        if (f->kind == ALEA_FILED_PLAY) {
            const alea_filed_candidate *c = &record->filed_candidate[f->first];
            float best = -9, worst = 9;
            for (int k = 0; k < f->candidates; k++) {
                best = fmaxf(best, c[k].equity);
                worst = fminf(worst, c[k].equity);
            }
            counted = f->candidates > 1 && best > worst;
        } else if (record->entry[f->entry].event.type == ALEA_EVENT_ROLL) {
            float costs = f->no_double - fminf(f->double_take, f->double_drop);
            counted = fabsf(costs) > 0.001F ? costs < 0.2F : f->loss > 0;
        }
        if (!counted) continue;
        out->counted[f->by]++;
        if (isfinite(f->loss)) out->loss[f->by] += (double)f->loss;
    }
}

static bool import_file(const char *path, alea_record *record)
{
    alea_import_report report;
    alea_error error = {0};
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    char *bytes = malloc(ALEA_FILE_MAX_BYTES);
    size_t size = fread(bytes, 1, ALEA_FILE_MAX_BYTES, file);
    fclose(file);
    if (alea_import(bytes, size, NULL, record, &report, &error) != ALEA_OK)
        fail_msg("%s: %s", path, error.reason);
    free(bytes);
    return true;
}

static double correlation(const double *x, const double *y, int n)
{
    double sx = 0, sy = 0, xx = 0, yy = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        sx += x[i];
        sy += y[i];
    }
    for (int i = 0; i < n; i++) {
        double a = x[i] - sx / n, b = y[i] - sy / n;
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    return xy / sqrt(xx * yy);
}

static void test_players(void **state)
{
    (void)state;
    DIR *folder = opendir(REAL);
    alea_evaluator *evaluator;
    alea_engine *engine;
    double ours[PLAYERS], theirs[PLAYERS];
    int players = 0;
    if (!folder) skip();
    assert_int_equal(alea_evaluator_open(&evaluator, NULL), ALEA_OK);
    const alea_engine_options how = {2, 1 << 24}; /* too long for every sanitizer */
    assert_int_equal(alea_engine_open(&engine, evaluator, NULL, &how, NULL), ALEA_OK);
    for (struct dirent *d; (d = readdir(folder));) {
        char path[512];
        size_t length = strlen(d->d_name);
        if (length < 3 || strcmp(d->d_name + length - 3, ".xg") != 0) continue;
        snprintf(path, sizeof path, REAL "%s", d->d_name);
        alea_record record;
        alea_analysis *analysis;
        figures xg;
        assert_true(import_file(path, &record));
        const alea_analysis_settings settings = alea_analysis_settings_default();
        assert_int_equal(alea_analyse(engine, &record, &settings, &analysis, NULL), 0);
        xg_figures(&record, &xg);
        for (int p = 0; p < 2 && players < PLAYERS; p++) {
            alea_totals t;
            alea_analysis_totals(analysis, (alea_player)p, 0, &t);
            if (xg.counted[p] == 0) continue;
            print_message("%s %d: counted %d, XG %d; PR %.2f, XG %.2f\n", d->d_name, p,
                          t.all_decisions, xg.counted[p], t.pr,
                          500 * xg.loss[p] / xg.counted[p]);
            if (xg.counted[p] < 20) continue;
            assert_true(abs(t.all_decisions - xg.counted[p]) <= 3 + xg.counted[p] / 50);
            ours[players] = t.pr;
            theirs[players++] = 500 * xg.loss[p] / xg.counted[p];
        }
        alea_analysis_free(analysis);
        alea_record_clear(&record);
    }
    closedir(folder);
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    if (players < 4) skip();
    print_message("%d players, correlation %.4f\n", players,
                  correlation(ours, theirs, players));
    assert_true(correlation(ours, theirs, players) > 0.99);
}

/* What eXtreme Gammon's statistics window shows for the players of one match, as
 * published: plays, doubles and takes counted, and PR. */
static void test_windows(void **state)
{
    (void)state;
    static const struct {
        int decisions[ALEA_JUDGED_KINDS];
        double pr;
    } window[2] = {{{85, 3, 2}, 0.39}, {{64, 13, 2}, 0.42}};
    alea_record record;
    alea_analysis *analysis;
    alea_evaluator *evaluator;
    alea_engine *engine;
    const alea_engine_options how = {1, 1 << 20};
    if (!import_file(REAL "charlot1-charlot2_7p_2025-11-08-2305.xg", &record)) skip();
    assert_int_equal(alea_evaluator_open(&evaluator, NULL), ALEA_OK);
    assert_int_equal(alea_engine_open(&engine, evaluator, NULL, &how, NULL), ALEA_OK);
    alea_analysis_settings settings = alea_analysis_settings_default();
    settings.use_filed = true;
    settings.plies = 0;
    assert_int_equal(alea_analyse(engine, &record, &settings, &analysis, NULL), 0);
    for (int p = 0; p < 2; p++) {
        alea_totals t;
        alea_analysis_totals(analysis, (alea_player)p, 0, &t);
        for (int kind = 0; kind < ALEA_JUDGED_KINDS; kind++)
            assert_int_equal(t.decisions[kind], window[p].decisions[kind]);
        assert_true(fabs(t.pr - window[p].pr) <= 0.005);
    }
    alea_analysis_free(analysis);
    alea_record_clear(&record);
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_windows),
                                       cmocka_unit_test(test_players)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
