/* Analysis that other programs left in a file: read, kept in the record, written. */
#include "support/same_match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REAL "../shared/real/xg/"

static bool close_to(float a, float b, float slack)
{
    return (isnan(a) && isnan(b)) || fabsf(a - b) <= slack;
}

static void import(const char *bytes, size_t size, alea_record *record)
{
    alea_error error = {0};
    if (alea_import(bytes, size, NULL, record, NULL, &error))
        fail_msg("line %zu: %s", error.line, error.reason);
}

static const char sgf[] =
    "(;FF[4]GM[6]AP[GNU Backgammon:1.08]MI[length:0][game:0][ws:0][bs:0]PW[A]PB[B]\n"
    ";W[31hefe]A[1][mjxw E ver 3 0.5 0.14 0.006 0.13 0.005 -0.01 2C 0 1 0.0 1]"
    "[hefe E ver 3 0.55 0.16 0.01 0.12 0.004 0.16 2C 0 1 0.0 1]\n"
    ";B[42qusu]DA[E ver 3 2C 1 0.0 1 0.44 0.12 0.005 0.16 0.01 -0.16 -0.2 "
    "0.44 0.12 0.005 0.16 0.01 -0.3 -0.7]\n"
    ";W[double]DA[E ver 3 0C 1 0.0 1 0.6 0.1 0.01 0.1 0.01 0.2 0.3 "
    "0.6 0.1 0.01 0.1 0.01 0.4 0.35]\n;B[take])\n";

static void test_gnubg(void **state)
{
    (void)state;
    alea_record record;
    import(sgf, sizeof sgf - 1, &record);
    assert_int_equal(record.fileds, 3);
    const alea_filed *f = &record.filed[0];
    assert_int_equal(f->kind, ALEA_FILED_PLAY);
    assert_int_equal(record.entry[f->entry].event.type, ALEA_EVENT_PLAY);
    assert_string_equal(f->program, "GNU Backgammon");
    assert_string_equal(f->level, "2-ply");
    assert_int_equal(f->candidates, 2);
    assert_int_equal(f->made, 1);
    assert_true(close_to(record.filed_candidate[f->first + 1].equity, 0.16F, 1e-6F));
    assert_true(close_to(record.filed_candidate[f->first].chance[1], 0.14F, 1e-6F));
    /* Not doubling hangs on the roll, a double on its event. */
    assert_int_equal(record.entry[record.filed[1].entry].event.type, ALEA_EVENT_ROLL);
    assert_int_equal(record.filed[1].by, ALEA_B);
    assert_true(close_to(record.filed[1].no_double, -0.2F, 1e-6F));
    assert_true(close_to(record.filed[1].double_take, -0.7F, 1e-6F));
    assert_int_equal(record.entry[record.filed[2].entry].event.type, ALEA_EVENT_DOUBLE);
    assert_ptr_equal(alea_record_filed(&record, record.filed[2].entry, NULL),
                     &record.filed[2]);
    assert_null(alea_record_filed(&record, record.filed[2].entry, &record.filed[2]));
    /* What is taken back takes its analysis along. */
    assert_int_equal(alea_record_drop_last(&record, 2), ALEA_OK);
    assert_int_equal(record.fileds, 2);
    alea_filed late = record.filed[0];
    assert_int_equal(alea_record_add_filed(&record, &late, NULL), ALEA_ERROR_ARGUMENT);
    alea_record_clear(&record);
}

static void check_same(const alea_record *a, const alea_record *b, const char *what)
{
    if (a->fileds != b->fileds)
        fail_msg("%s: %zu, not %zu", what, b->fileds, a->fileds);
    for (size_t i = 0; i < a->fileds; i++) {
        const alea_filed *f = &a->filed[i], *g = &b->filed[i];
        bool same = f->kind == g->kind && f->by == g->by && f->made == g->made &&
                    f->candidates == g->candidates && f->flagged == g->flagged &&
                    strcmp(f->program, g->program) == 0 &&
                    strcmp(f->level, g->level) == 0 && close_to(f->loss, g->loss, 0) &&
                    close_to(f->luck, g->luck, 0) &&
                    close_to(f->double_take, g->double_take, 0);
        for (int c = 0; c < f->candidates && same; c++) {
            const alea_filed_candidate *x = &a->filed_candidate[f->first + (size_t)c],
                                       *y = &b->filed_candidate[g->first + (size_t)c];
            same = x->moves == y->moves && close_to(x->equity, y->equity, 0) &&
                   close_to(x->chance[4], y->chance[4], 0) &&
                   strcmp(x->level, y->level) == 0;
        }
        if (!same) fail_msg("%s: analysis %zu differs", what, i);
    }
}

/* Every play that XG judged: the play made is among its candidates, and costs what the
 * file says. */
static void check_xg(const alea_record *record, const char *name)
{
    size_t plays = 0, cubes = 0, found = 0;
    for (size_t i = 0; i < record->fileds; i++) {
        const alea_filed *f = &record->filed[i];
        cubes += f->kind == ALEA_FILED_CUBE;
        if (f->kind != ALEA_FILED_PLAY || f->candidates == 0) continue;
        const alea_filed_candidate *c = &record->filed_candidate[f->first];
        plays++;
        for (int k = 0; k < f->candidates; k++) {
            if (!(c[k].chance[0] >= c[k].chance[1] - 0.05F))
                fail_msg("%s: %zu.%d: %f %f %s", name, f->entry, k,
                         (double)c[k].chance[0], (double)c[k].chance[1], c[k].level);
            assert_true(c[k].chance[1] >= c[k].chance[2] - 0.05F);
            assert_true(1 - c[k].chance[0] >= c[k].chance[3] - 0.05F);
        }
        if (f->made < 0) continue;
        found++;
        if (!close_to(c[0].equity - c[f->made].equity, f->loss, 0.002F))
            fail_msg("%s: entry %zu: %f, the file says %f", name, f->entry,
                     (double)(c[0].equity - c[f->made].equity), (double)f->loss);
    }
    if (plays < 50 || cubes < 30 || found + plays / 50 < plays)
        fail_msg("%s: %zu plays, %zu made found, %zu cubes", name, plays, found, cubes);
}

static void test_xg_files(void **state)
{
    (void)state;
    static const char *const names[] = {"test.xg", "match_with_comment.xg", "ronde3.xg",
                                        "charlot1-charlot2_7p_2025-11-08-2305.xg"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[200];
        snprintf(path, sizeof path, REAL "%s", names[i]);
        FILE *file = fopen(path, "rb");
        if (!file) {
            print_message("skipped: %s is absent\n", path);
            skip();
        }
        char *bytes = malloc(4 << 20);
        size_t size = fread(bytes, 1, 4 << 20, file);
        fclose(file);
        alea_record record, again;
        import(bytes, size, &record);
        free(bytes);
        check_xg(&record, names[i]);
        static const alea_format formats[] = {ALEA_FORMAT_JOURNAL, ALEA_FORMAT_SGF};
        for (int k = 0; k < 2; k++) {
            alea_error error = {0};
            assert_int_equal(
                alea_export(&record, formats[k], NULL, &bytes, &size, &error), ALEA_OK);
            import(bytes, size, &again);
            check_same(&record, &again, alea_format_name(formats[k]));
            alea_record_clear(&again);
            free(bytes);
        }
        alea_record_clear(&record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gnubg),
        cmocka_unit_test(test_xg_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
