/* The fit against finite differences, and against itself on other numbers of
 * threads; the order of units, which changes nothing but the time. */
#include "trainer/fit/arrange.h"
#include "trainer/support/random.h"
#include "trainer/support/reason.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = 40, WIDTH = 64, TAILS = 3, BATCH = 37 };

static void fill(example *e, uint64_t seed)
{
    random_stream r = random_open(seed, 5);
    for (int i = 0; i < BATCH; i++) {
        float sum = 0;
        e[i].row_count = 0;
        for (int row = 0; row < ROWS; row++)
            if (random_below(&r, 4) == 0) e[i].row[e[i].row_count++] = (uint16_t)row;
        e[i].output_bucket = (uint8_t)random_below(&r, TAILS);
        e[i].sibling = i % MODEL_RUN > 0 && random_below(&r, 3) > 0;
        e[i].possible = (uint8_t)(random_below(&r, 3) ? 63 : 0x1b);
        for (int k = 0; k < MODEL_OUTPUTS; k++) {
            e[i].target[k] = e[i].possible >> k & 1 ? random_unit(&r) : 0;
            sum += e[i].target[k];
        }
        for (int k = 0; k < MODEL_OUTPUTS; k++) e[i].target[k] /= sum;
    }
}

static model *small_model(int middle)
{
    model_shape shape = {ROWS, WIDTH, TAILS, middle};
    model *m = model_new(&shape, 3);
    assert_non_null(m);
    return m;
}

static double loss_of(const model *m, const example *e)
{
    double loss = 0;
    for (int i = 0; i < BATCH; i++) {
        float p[MODEL_OUTPUTS];
        model_evaluate(m, 0, e[i].row, e[i].row_count, e[i].output_bucket,
                       e[i].possible, p);
        for (int k = 0; k < MODEL_OUTPUTS; k++)
            if (e[i].possible >> k & 1)
                loss -= (double)e[i].target[k] * log((double)p[k]);
    }
    return loss / BATCH;
}

/* Half the squares of what siblings' errors differ by from their mean. */
static double siblings_loss_of(const model *m, const example *e)
{
    static const double points[MODEL_OUTPUTS] = {1, 2, 3, -1, -2, -3};
    double loss = 0, sum = 0, square = 0;
    int n = 0;
    for (int i = 0; i <= BATCH; i++) {
        if (i == BATCH || !e[i].sibling) {
            if (n > 1) loss += (square - sum * sum / n) / 2;
            sum = square = n = 0;
        }
        if (i == BATCH) break;
        float p[MODEL_OUTPUTS];
        double error = 0;
        model_evaluate(m, 0, e[i].row, e[i].row_count, e[i].output_bucket,
                       e[i].possible, p);
        for (int k = 0; k < MODEL_OUTPUTS; k++)
            error += points[k] * (double)(p[k] - e[i].target[k]);
        sum += error;
        square += error * error;
        n++;
    }
    return loss / BATCH;
}

static void check_gradient(int middle, float between)
{
    model *m = small_model(middle);
    optimizer *f = optimizer_new(m, BATCH);
    alea_pool *p = NULL;
    assert_int_equal(alea_pool_open(&p, 2), ALEA_OK);
    fill(optimizer_examples(f), 1);
    float *before = malloc(m->at.total * sizeof *before);
    memcpy(before, m->weight, m->at.total * sizeof *before);
    double expected = loss_of(m, optimizer_examples(f));
    model_step how = {1.0f, 0.9f, between, 1};
    assert_true(fabs(optimizer_step(f, p, BATCH, &how) - expected) < 1e-5);
    float *slope = malloc(m->at.total * sizeof *slope);
    for (size_t i = 0; i < m->at.total; i++) slope[i] = before[i] - m->weight[i];
    int checked = 0, wrong = 0;
    for (size_t i = 0; i < m->at.total; i += 7) {
        if (fabsf(slope[i]) < 1e-3f) continue;
        const float h = 1e-3f;
        memcpy(m->weight, before, m->at.total * sizeof *before);
        m->weight[i] = before[i] + h;
        double up = loss_of(m, optimizer_examples(f)) +
                    (double)between * siblings_loss_of(m, optimizer_examples(f));
        m->weight[i] = before[i] - h;
        double down = loss_of(m, optimizer_examples(f)) +
                      (double)between * siblings_loss_of(m, optimizer_examples(f));
        double numeric = (up - down) / (2.0 * (double)h);
        checked++;
        /* A kink of a clip may lie inside the step: a few may differ. */
        if (fabs(numeric - (double)slope[i]) > 2e-4 + 0.05 * fabs(numeric)) wrong++;
    }
    assert_true(checked > 100);
    assert_true(wrong * 50 < checked);
    /* Every group of weights has slopes, or the check would have missed a layer. */
    const size_t groups[] = {m->at.first,       m->at.first_bias, m->at.second,
                             m->at.second_bias, m->at.third,      m->at.third_bias,
                             m->at.last,        m->at.last_bias,  m->at.total};
    for (int g = 0; g < 8; g++) {
        double size = 0;
        for (size_t i = groups[g]; i < groups[g + 1]; i++)
            size += fabs((double)slope[i]);
        assert_true(size > 1e-3);
    }
    free(slope);
    free(before);
    alea_pool_close(p);
    optimizer_free(f);
    model_free(m);
}

static void test_gradient(void **state)
{
    (void)state;
    check_gradient(32, 0.0f);
    check_gradient(64, 0.0f);
    check_gradient(32, 2.0f);
    check_gradient(64, 2.0f);
}

/* The same bits whatever the number of threads. */
static void check_threads(int middle)
{
    model *m[2];
    for (int k = 0; k < 2; k++) {
        m[k] = small_model(middle);
        optimizer *f = optimizer_new(m[k], BATCH);
        alea_pool *p = NULL;
        assert_int_equal(alea_pool_open(&p, 1 + 3 * k), ALEA_OK);
        model_step how = {1e-2f, 0.99f, 1.0f, 0};
        for (int step = 0; step < 20; step++) {
            fill(optimizer_examples(f), (uint64_t)step);
            optimizer_step(f, p, BATCH, &how);
        }
        alea_pool_close(p);
        optimizer_free(f);
    }
    assert_memory_equal(m[0]->weight, m[1]->weight, m[0]->at.total * sizeof(float));
    assert_memory_equal(m[0]->average, m[1]->average, m[0]->at.total * sizeof(float));
    model_free(m[0]);
    model_free(m[1]);
}

static void test_threads(void **state)
{
    (void)state;
    check_threads(32);
    check_threads(64);
}

static void test_learns(void **state)
{
    (void)state;
    model *m = small_model(64);
    optimizer *f = optimizer_new(m, BATCH);
    alea_pool *p = NULL;
    assert_int_equal(alea_pool_open(&p, 1), ALEA_OK);
    model_step how = {1e-2f, 0.9f, 0.0f, 0};
    double first = 0, last = 0, floor = 0;
    for (int step = 0; step < 400; step++) {
        fill(optimizer_examples(f), 1);
        last = optimizer_step(f, p, BATCH, &how);
        if (step == 0) first = last;
    }
    fill(optimizer_examples(f), 1);
    for (int i = 0; i < BATCH; i++)
        for (int k = 0; k < MODEL_OUTPUTS; k++) {
            double t = (double)optimizer_examples(f)[i].target[k];
            if (t > 0) floor -= t * log(t) / BATCH;
        }
    assert_true(last < first);
    assert_true(last - floor < 0.02);
    alea_pool_close(p);
    optimizer_free(f);
    model_free(m);
}

/* What runs drew before the trainer had base/rng: the seeds of recorded runs give the
 * same nets. */
static void test_stream(void **state)
{
    (void)state;
    random_stream r = random_open(3, 7);
    assert_true(random_next(&r) == 16696734697255603006u);
    assert_true(random_next(&r) == 14190209252089313061u);
    assert_true(random_next(&r) == 9860593710659790598u);
    assert_int_equal(random_below(&r, 36), 33);
    assert_int_equal(random_below(&r, 36), 21);
    assert_int_equal(random_below(&r, 36), 4);
    assert_true(random_unit(&r) == 0x1.6dee32p-1F);
    assert_true(random_bell(&r) == -0x1.2ed81cp-2F);
}

static void test_reasons(void **state)
{
    char reason[40];
    (void)state;
    assert_int_equal(reason_no_memory(reason, sizeof reason), -1);
    assert_string_equal(reason, "out of memory");
    assert_int_equal(reason_no_threads(reason, sizeof reason), -1);
    assert_string_equal(reason, "out of memory or threads");
}

/* What an evaluator of `b` says of plays and of positions in a few games. */
static void opinions(const net_set *b, alea_probs *out, int count)
{
    char reason[256];
    const alea_play_rules rules = alea_play_rules_standard();
    static alea_board results[ALEA_MAX_PLAYS];
    static alea_probs values[ALEA_MAX_PLAYS];
    alea_evaluator *e = net_set_evaluator(b, reason, sizeof reason);
    assert_non_null(e);
    random_stream r = random_open(4, 4);
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int i = 0; i < count; i++) {
        const alea_roll roll = alea_roll_at((int)random_below(&r, ALEA_ROLLS));
        const int found = alea_results(&board, roll, &rules, results);
        alea_eval_results(e, &board, results, found, values);
        const int taken = (int)random_below(&r, (uint32_t)found);
        out[i] = values[taken];
        board = alea_board_swap(&results[taken]);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER)
            board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    }
    alea_evaluator_close(e);
}

static void test_arrange(void **state)
{
    (void)state;
    enum { OPINIONS = 600 };
    static alea_probs before[OPINIONS], after[OPINIONS];
    char reason[256];
    net_set b;
    arrangement share[ARRANGED_NETS], again[ARRANGED_NETS];
    const int width[ALEA_NET_KINDS] = {96, 64, 32};
    assert_int_equal(net_set_new(&b, width, 64, 21), 0);
    random_stream r = random_open(5, 5);
    for (int k = 0; k < ARRANGED_NETS; k++) /* no two units alike */
        for (int i = 0; i < width[k]; i++)
            b.net[k]->average[b.net[k]->at.first_bias + (size_t)i] =
                random_unit(&r) / 4;
    opinions(&b, before, OPINIONS);
    assert_int_equal(net_set_arrange(&b, share, reason, sizeof reason), 0);
    opinions(&b, after, OPINIONS);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(net_set_arrange(&b, again, reason, sizeof reason), 0);
    for (int k = 0; k < ARRANGED_NETS; k++) {
        assert_true(share[k].after < share[k].before && share[k].before < 1);
        assert_true(fabs(again[k].before - share[k].after) <
                    1e-9); /* it is what it says */
    }
    net_set_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stream),  cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_learns),
        cmocka_unit_test(test_reasons), cmocka_unit_test(test_arrange),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
