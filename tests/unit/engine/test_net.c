/* Inference against the plain float net, incremental against from scratch, kernels
 * against each other, and the net file's reader against damaged files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <alea/eval.h>

#include "engine/evaluate/evaluator.h"
#include "engine/net/file.h"
#include "unit/random_net.h"

static const alea_net_shape wide[ALEA_NET_KINDS] = {
    {256, 64, 32, ALEA_OUTPUT_BUCKETS}, {64, 32, 0, 1}, {32, 32, 0, 1}};
static const alea_net_shape full[ALEA_NET_KINDS] = {
    {64, 32, 32, 1}, {64, 32, 32, 1}, {32, 32, 32, 1}};
static const alea_net_shape flat[ALEA_NET_KINDS] = {
    {96, 0, 0, 8}, {32, 0, 0, 1}, {32, 0, 0, 1}};

static alea_evaluator *opened(const random_nets *nets)
{
    alea_evaluator *e = NULL;
    alea_error error = {0};
    assert_int_equal(alea_evaluator_open_memory(&e, nets->bytes, nets->size, &error),
                     ALEA_OK);
    return e;
}

static bool is_contact(const alea_board *board)
{
    return alea_board_phase(board) == ALEA_PHASE_CONTACT;
}

/* A random game: visit(context, board before the roll, its results) at every turn. */
typedef void visitor(void *context, const alea_board *before, const alea_board *results,
                     int count);

static void random_game(unsigned *state, visitor *visit, void *context)
{
    static alea_board results[ALEA_MAX_PLAYS];
    alea_play_rules rules = alea_play_rules_standard();
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    while (alea_board_phase(&board) != ALEA_PHASE_OVER) {
        alea_roll roll = alea_roll_at((int)(test_random(state) % ALEA_ROLLS));
        int count = alea_positions_after(&board, roll, &rules, results);
        visit(context, &board, results, count);
        board = alea_board_swap(&results[test_random(state) % (unsigned)count]);
    }
}

typedef struct comparison {
    const random_nets *nets;
    alea_evaluator *evaluator;
    double worst;
    int seen;
} comparison;

static void against_float(void *context, const alea_board *before,
                          const alea_board *results, int count)
{
    comparison *c = context;
    (void)results;
    (void)count;
    alea_phase phase = alea_board_phase(before);
    if (phase == ALEA_PHASE_BEAROFF) return; /* the tables' */
    alea_net_kind kind = is_contact(before) ? ALEA_NET_CONTACT : ALEA_NET_RACE;
    double want[ALEA_OUTCOMES];
    alea_probs got;
    float_outcomes(&c->nets->params[kind], kind, before, want);
    alea_eval(c->evaluator, before, &got);
    double wanted[5] = {want[0] + want[1] + want[2], want[1] + want[2], want[2],
                        want[4] + want[5], want[5]};
    double is[5] = {(double)got.win, (double)got.win_gammon, (double)got.win_backgammon,
                    (double)got.lose_gammon, (double)got.lose_backgammon};
    for (int i = 0; i < 5; i++) {
        c->worst = fmax(c->worst, fabs(is[i] - wanted[i]));
        if (wanted[i] == 0) assert_true(is[i] == 0);
    }
    c->seen++;
}

static void test_equals_float(void **unused)
{
    (void)unused;
    const alea_net_shape *shapes[2] = {wide, flat};
    for (int s = 0; s < 2; s++) {
        unsigned state = 5;
        random_nets nets = random_nets_new(shapes[s], 77 + (unsigned)s);
        comparison c = {&nets, opened(&nets), 0, 0};
        for (int game = 0; game < 20; game++) random_game(&state, against_float, &c);
        assert_true(c.seen > 500);
        assert_true(c.worst < 0.0025);
        alea_evaluator_close(c.evaluator);
        random_nets_free(&nets);
    }
}

static void assert_consistent(const alea_probs *p)
{
    assert_true(p->win >= 0 && p->win <= 1);
    assert_true(p->win_gammon <= p->win && p->win_backgammon <= p->win_gammon);
    assert_true(p->lose_gammon <= 1 - p->win && p->lose_backgammon <= p->lose_gammon);
    assert_true(p->win_backgammon >= 0 && p->lose_backgammon >= 0);
}

static void from_scratch(void *context, const alea_board *before,
                         const alea_board *results, int count)
{
    alea_evaluator *e = context;
    static alea_probs together[ALEA_MAX_PLAYS];
    alea_eval_results(e, before, results, count, together);
    for (int i = 0; i < count; i++) {
        alea_board next = alea_board_swap(&results[i]);
        alea_probs alone;
        alea_eval(e, &next, &alone);
        assert_consistent(&alone);
        assert_consistent(&together[i]);
        alone = alea_probs_flip(&alone);
        assert_memory_equal(&alone, &together[i], sizeof alone);
        alone = alea_probs_flip(&alone);
        alone = alea_probs_flip(&alone);
        assert_memory_equal(&alone, &together[i], sizeof alone);
        if (alea_board_checkers(&results[i], false) < ALEA_CHECKERS)
            assert_true(together[i].win_gammon == 0);
        if (alea_board_checkers(&results[i], true) < ALEA_CHECKERS)
            assert_true(together[i].lose_gammon == 0);
    }
}

static void test_incremental(void **unused)
{
    (void)unused;
    unsigned state = 9;
    random_nets nets = random_nets_new(wide, 3);
    alea_evaluator *e = opened(&nets);
    for (int game = 0; game < 6; game++) random_game(&state, from_scratch, e);
    alea_evaluator_close(e);
    random_nets_free(&nets);
}

typedef struct rivals {
    alea_evaluator *evaluator;
    const net_kernels *other;
    int encoded;
} rivals;

/* The last group vectors of a roll's results. */
typedef struct last_groups {
    _Alignas(64) uint8_t value[1 + NET_LOOK_BACK][ENCODE_STRIDE];
    int count;
} last_groups;

/* Kernels find the candidate from which the fewest rows are added and removed. */
static void nearest_is_found(const net_kernels *other, last_groups *last,
                             const uint8_t *groups)
{
    enum { MOST = 1 + NET_LOOK_BACK };
    const uint8_t *candidate[MOST];
    const int count = last->count < MOST ? last->count : MOST;
    int nearest = 0, fewest = 1000;
    for (int c = 0; c < count; c++) {
        candidate[c] = last->value[c];
        int rows = 0;
        for (int i = 0; i < ENCODE_STRIDE; i++) {
            if (candidate[c][i] == groups[i]) continue;
            if (candidate[c][i]) rows++;
            if (groups[i]) rows++;
        }
        if (rows < fewest) fewest = rows, nearest = c;
    }
    if (count > 0) {
        assert_int_equal(net_kernels_portable.nearest(groups, candidate, count),
                         nearest);
        assert_int_equal(other->nearest(groups, candidate, count), nearest);
    }
    memcpy(last->value[last->count++ % MOST], groups, ENCODE_STRIDE);
}

static void same_bits(void *context, const alea_board *before,
                      const alea_board *results, int count)
{
    rivals *r = context;
    static alea_probs a[ALEA_MAX_PLAYS], b[ALEA_MAX_PLAYS];
    last_groups last = {.count = 0};
    for (int i = 0; i < count; i++) {
        _Alignas(64) uint8_t plain[ENCODE_STRIDE], other[ENCODE_STRIDE];
        if (alea_board_phase(&results[i]) == ALEA_PHASE_OVER) continue;
        encode_facts fact, facts;
        net_kernels_portable.encode_contact(&results[i], plain, &fact);
        r->other->encode_contact(&results[i], other, &facts);
        assert_int_equal(fact.output_bucket, facts.output_bucket);
        assert_int_equal(fact.possible, facts.possible);
        assert_memory_equal(plain, other, sizeof plain);
        nearest_is_found(r->other, &last, other);
        r->encoded++;
    }
    evaluator_use(r->evaluator, &net_kernels_portable);
    alea_eval_results(r->evaluator, before, results, count, a);
    evaluator_use(r->evaluator, r->other);
    alea_eval_results(r->evaluator, before, results, count, b);
    assert_memory_equal(a, b, (size_t)count * sizeof *a);
    evaluator_use(r->evaluator, &net_kernels_portable);
    alea_eval_results_prune(r->evaluator, before, results, count, a);
    evaluator_use(r->evaluator, r->other);
    alea_eval_results_prune(r->evaluator, before, results, count, b);
    assert_memory_equal(a, b, (size_t)count * sizeof *a);
}

static void test_kernels_agree(void **unused)
{
    (void)unused;
    static const char *const names[] = {"avx512", "avx2", "neon"};
    static const alea_net_shape broad_prune[ALEA_NET_KINDS] = {
        {32, 0, 0, 1}, {32, 0, 0, 1}, {96, 32, 0, 1}};
    const alea_net_shape *shapes[4] = {wide, flat, full, broad_prune};
    for (int s = 0; s < 4; s++) {
        random_nets nets = random_nets_new(shapes[s], 11);
        for (int k = 0; k < 3; k++) {
            unsigned state = 21;
            rivals r = {opened(&nets), net_kernels_named(names[k]), 0};
            if (r.other)
                for (int game = 0; game < 8; game++) random_game(&state, same_bits, &r);
            alea_evaluator_close(r.evaluator);
        }
        random_nets_free(&nets);
    }
}

static void refused(const unsigned char *bytes, size_t size, alea_status want)
{
    alea_evaluator *e = NULL;
    alea_error error = {0};
    assert_int_equal(alea_evaluator_open_memory(&e, bytes, size, &error), want);
    assert_null(e);
    assert_true(error.reason[0] != 0);
}

static void test_bad_files(void **unused)
{
    (void)unused;
    random_nets nets = random_nets_new(flat, 4);
    unsigned char *bytes = nets.bytes;
    refused(bytes, 0, ALEA_ERROR_SYNTAX);
    refused(bytes, 7, ALEA_ERROR_SYNTAX);
    refused(bytes, 100, ALEA_ERROR_SYNTAX);
    refused(bytes, nets.size - 1, ALEA_ERROR_SYNTAX);
    for (size_t at = 128; at < nets.size; at += 997) {
        bytes[at] ^= 64;
        refused(bytes, nets.size, ALEA_ERROR_CHECKSUM);
        bytes[at] ^= 64;
    }
    bytes[8] = 99;
    refused(bytes, nets.size, ALEA_ERROR_VERSION);
    bytes[8] = 1;
    bytes[12] ^= 1;
    refused(bytes, nets.size, ALEA_ERROR_VERSION);
    bytes[12] ^= 1;
    alea_evaluator *e = opened(&nets);
    alea_evaluator_close(e);
    random_nets_free(&nets);
}

static void test_pack_refuses(void **unused)
{
    (void)unused;
    random_nets nets = random_nets_new(flat, 4);
    float *w1 = random_floats((size_t)(ALEA_CONTACT_ROWS * 96), 0.1F, &(unsigned){1});
    alea_net_params params[ALEA_NET_KINDS];
    memcpy(params, nets.params, sizeof params);
    params[0].w1 = w1;
    alea_error error = {0};
    w1[500] = 3000.0F;
    assert_int_equal(alea_net_pack(params, nets.bytes, nets.size, &error),
                     ALEA_ERROR_ARGUMENT);
    w1[500] = NAN;
    assert_int_equal(alea_net_pack(params, nets.bytes, nets.size, &error),
                     ALEA_ERROR_ARGUMENT);
    w1[500] = 0.0F;
    assert_int_equal(alea_net_pack(params, nets.bytes, nets.size, &error), ALEA_OK);
    params[1].shape.width = 33;
    assert_int_equal(alea_net_pack_size(params), 0);
    assert_int_equal(alea_net_pack(params, nets.bytes, nets.size, &error),
                     ALEA_ERROR_ARGUMENT);
    free(w1);
    random_nets_free(&nets);
}

/* The places that a unit's first weights get, grown by `steps` hundredths. */
static int8_t packed_places(random_nets *nets, float *w1, const float *column,
                            int steps)
{
    const float grown = powf(1.01F, (float)steps);
    for (int row = 0; row < ALEA_CONTACT_ROWS; row++)
        w1[row * wide[0].width] = column[row] * grown;
    assert_int_equal(alea_net_pack(nets->params, nets->bytes, nets->size, NULL),
                     ALEA_OK);
    return ((const int8_t *)nets->bytes)[NET_FILE_SHAPES + 8];
}

/* One unit that reaches a little further than the others does not cost all a binary
 * place: it shrinks, what reads it grows, and the net still says the same. */
static void test_pack_shrinks_a_unit(void **unused)
{
    (void)unused;
    const int width = wide[0].width;
    random_nets nets = random_nets_new(wide, 31);
    float *w1 =
        random_floats((size_t)(ALEA_CONTACT_ROWS * width), 0.3F, &(unsigned){9});
    free_floats(nets.params[0].w1);
    nets.params[0].w1 = w1; /* freed with the rest */
    float column[ALEA_CONTACT_ROWS];
    for (int row = 0; row < ALEA_CONTACT_ROWS; row++) column[row] = w1[row * width];
    const int8_t before = packed_places(&nets, w1, column, 0);
    int fits = 0, shrinks = 200; /* the steps of growth with all places, with fewer */
    assert_true(packed_places(&nets, w1, column, shrinks) < before);
    while (shrinks - fits > 1) {
        const int step = (fits + shrinks) / 2;
        if (packed_places(&nets, w1, column, step) < before)
            shrinks = step;
        else
            fits = step;
    }
    assert_int_equal(packed_places(&nets, w1, column, fits), before);
    unsigned state = 8;
    comparison c = {&nets, opened(&nets), 0, 0};
    for (int game = 0; game < 20; game++) random_game(&state, against_float, &c);
    assert_true(c.seen > 500);
    assert_true(c.worst < 0.03);
    alea_evaluator_close(c.evaluator);
    random_nets_free(&nets);
}

static void test_embedded(void **unused)
{
    (void)unused;
    alea_evaluator *e = NULL;
    alea_error error = {0};
    assert_int_equal(alea_evaluator_open(&e, &error), ALEA_OK);
    alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    alea_probs probs;
    alea_eval(e, &start, &probs);
    assert_consistent(&probs);
    alea_evaluator_close(e);
    alea_evaluator_close(NULL);
}

static void test_ended(void **unused)
{
    (void)unused;
    random_nets nets = random_nets_new(flat, 4);
    alea_evaluator *e = opened(&nets);
    alea_board board = {{0}};
    board.point[20] = 15; /* mine, all in the winner's home */
    alea_probs p;
    alea_eval(e, &board, &p);
    assert_true(p.win == 0 && p.lose_gammon == 1 && p.lose_backgammon == 1);
    board.point[20] = 0;
    board.point[18] = 15;
    alea_eval(e, &board, &p);
    assert_true(p.lose_gammon == 1 && p.lose_backgammon == 0);
    board.point[18] = 14;
    board = alea_board_swap(&board);
    alea_eval(e, &board, &p);
    assert_true(p.win == 1 && p.win_gammon == 0 && p.lose_gammon == 0);
    alea_evaluator_close(e);
    random_nets_free(&nets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_float),
        cmocka_unit_test(test_incremental),
        cmocka_unit_test(test_kernels_agree),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_pack_refuses),
        cmocka_unit_test(test_pack_shrinks_a_unit),
        cmocka_unit_test(test_embedded),
        cmocka_unit_test(test_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
