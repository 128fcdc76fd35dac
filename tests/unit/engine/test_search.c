/* Search: against a plain recursion without filters, against the exact table, and the
 * same whatever the threads, the cache or a stop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <alea/answers.h>
#include <alea/bearoff.h>
#include <alea/notation.h>
#include <alea/rollout.h>
#include <alea/search.h>

#include "engine/search/expectimax.h"

static alea_evaluator *evaluator;

static alea_engine *engine_of(int threads, size_t cache)
{
    alea_engine *engine;
    alea_engine_options options = {threads, cache};
    assert_int_equal(alea_engine_open(&engine, evaluator, NULL, &options, NULL),
                     ALEA_OK);
    return engine;
}

static alea_decision decision_of(const char *id, int high, int low)
{
    alea_decision d = {.cube = alea_cube_money(), .rules = alea_play_rules_standard()};
    assert_int_equal(alea_position_id_read(id, strlen(id), &d.board, NULL), ALEA_OK);
    d.roll = (alea_roll){{(uint8_t)high, (uint8_t)low}};
    return d;
}

/* Contact, prime against prime, race, the last three checkers of both sides. */
static const char *const ids[] = {"4HPwATDgc/ABMA", "ed8OAABs2woAHA", "tgEAQM4GAAAAAA",
                                  "4AAAAA4AAAAAAA"};

/* ---- the plain recursion ---- */

typedef struct chances {
    double p[5];
} chances;

static chances of(const alea_probs *q)
{
    return (chances){{(double)q->win, (double)q->win_gammon, (double)q->win_backgammon,
                      (double)q->lose_gammon, (double)q->lose_backgammon}};
}

static chances turned(chances c)
{
    return (chances){{1 - c.p[0], c.p[3], c.p[4], c.p[1], c.p[2]}};
}

static chances slow(const alea_board *board, int plies)
{
    static const alea_play_rules rules = {.double_moves = 4};
    alea_probs flat;
    if (plies == 0 || alea_board_phase(board) == ALEA_PHASE_OVER) {
        alea_eval(evaluator, board, &flat);
        return of(&flat);
    }
    chances sum = {{0}};
    alea_board *results = malloc(ALEA_MAX_PLAYS * sizeof *results);
    assert_non_null(results);
    for (int r = 0; r < ALEA_ROLLS; r++) {
        int count = alea_positions_after(board, alea_roll_at(r), &rules, results),
            best = 0;
        float top = -9;
        for (int i = 0; i < count; i++) {
            alea_board after = alea_board_swap(&results[i]);
            alea_eval(evaluator, &after, &flat);
            if (-alea_probs_equity(&flat) <= top) continue;
            top = -alea_probs_equity(&flat);
            best = i;
        }
        alea_board after = alea_board_swap(&results[best]);
        chances c = turned(slow(&after, plies - 1));
        for (int i = 0; i < 5; i++)
            sum.p[i] += c.p[i] * alea_roll_weight(alea_roll_at(r)) / 36;
    }
    free(results);
    return sum;
}

static void equals_plain_recursion(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(2, 1 << 20);
    for (size_t i = 0; i < 3; i++)
        for (int plies = 0; plies <= 2; plies++) {
            if (plies == 2 && i == 0) continue; /* the longest one */
            alea_decision d = decision_of(ids[i], 0, 0);
            d.cube.in_use = false;
            alea_search_settings s = alea_search_settings_default(plies);
            alea_cube_result result;
            s.replies = 0;
            assert_int_equal(alea_search_cube(engine, &d, &s, &result, NULL), ALEA_OK);
            chances a = of(&result.probs), b = slow(&d.board, plies);
            for (int k = 0; k < 5; k++)
                if (fabs(a.p[k] - b.p[k]) > 2e-5)
                    fail_msg("%s, %d plies, %d: %f is not %f", ids[i], plies, k, a.p[k],
                             b.p[k]);
        }
    alea_engine_close(engine);
}

/* One reply by the small net: the net judges its first choice among the results in
 * contact, and the best of the others stands beside it. */
static void one_reply_and_the_races(void **state)
{
    (void)state;
    static const char *const mixed[] = {"GQAAoG0HDgIBAA", "VM97AABiz8HBAA",
                                        "Wv0KBgCN3iYGAA", "a70KBgBWOyMHAA"};
    static alea_board results[ALEA_MAX_PLAYS];
    static alea_probs small[ALEA_MAX_PLAYS], full[ALEA_MAX_PLAYS];
    alea_engine *engine = engine_of(1, 0);
    int races_won = 0;
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++) {
        alea_decision d = decision_of(mixed[i], 0, 0);
        double sum = 0;
        for (int r = 0; r < ALEA_ROLLS; r++) {
            int count =
                alea_positions_after(&d.board, alea_roll_at(r), &d.rules, results);
            int first = -1, race = -1;
            alea_eval_results_prune(evaluator, &d.board, results, count, small);
            alea_eval_results(evaluator, &d.board, results, count, full);
            for (int k = 0; k < count; k++) {
                bool contact = alea_board_phase(&results[k]) == ALEA_PHASE_CONTACT;
                int *best = contact ? &first : &race;
                if (*best < 0 ||
                    alea_probs_equity(&small[k]) > alea_probs_equity(&small[*best]))
                    *best = k;
            }
            float by_net = first < 0 ? -9 : alea_probs_equity(&full[first]);
            float by_race = race < 0 ? -9 : alea_probs_equity(&full[race]);
            if (first >= 0 && by_race > by_net &&
                alea_probs_equity(&small[first]) > by_race)
                races_won++;
            sum +=
                (double)fmaxf(by_net, by_race) * alea_roll_weight(alea_roll_at(r)) / 36;
        }
        alea_search_settings s = alea_search_settings_default(1);
        alea_cube_result result;
        d.cube.in_use = false;
        s.replies = 1;
        assert_int_equal(alea_search_cube(engine, &d, &s, &result, NULL), ALEA_OK);
        if (fabs((double)alea_probs_equity(&result.probs) - sum) > 2e-5)
            fail_msg("%s: %f is not %f", mixed[i],
                     (double)alea_probs_equity(&result.probs), sum);
    }
    assert_true(races_won > 0);
    alea_engine_close(engine);
}

/* What the small net says of the replies to one roll: the result's board, the chance to
 * win; and which are chosen, in order. */
typedef struct shortlist_case {
    const char *race; /* 'r': a race, anything else: contact */
    float win[8];
    int most, chosen[8], count;
} shortlist_case;

/* The best two in contact, those within .08 points (.04 of a win) of the first, to at
 * most as many as asked for, and the best race. The same at a score, where a point is
 * worth what the score says. */
static void shortlist_goes_by_distance(void **state)
{
    (void)state;
    static const shortlist_case cases[] = {
        {"cccc", {.40F, .50F, .461F, .459F}, 12, {1, 2}, 2},
        {"cccc", {.40F, .50F, .461F, .465F}, 12, {1, 3, 2}, 3},
        {"cccc", {.40F, .50F, .461F, .465F}, 2, {1, 3}, 2},
        {"cccc", {.40F, .50F, .461F, .465F}, 1, {1}, 1},
        {"cccc", {.20F, .90F, .10F, .30F}, 12, {1, 3}, 2},
        {"ccccc", {.5F, .5F, .5F, .5F, .5F}, 4, {0, 1, 2, 3}, 4},
        {"c", {.5F}, 12, {0}, 1},
        {"rrr", {.2F, .7F, .6F}, 12, {1}, 1},
        {"crcr", {.5F, .1F, .4F, .2F}, 12, {0, 2, 3}, 3},
        {"crcr", {.5F, .9F, .4F, .8F}, 1, {0, 1}, 2},
    };
    const alea_board boards[2] = {decision_of(ids[0], 0, 0).board,
                                  decision_of(ids[3], 0, 0).board};
    alea_cube stakes[] = {alea_cube_money(), alea_cube_money()};
    static alea_met met;
    alea_decision standard = {.rules = alea_play_rules_standard()};
    alea_met_default(&met);
    stakes[1].match_length = 7;
    stakes[1].away[0] = 2;
    stakes[1].away[1] = 5;
    for (int k = 0; k < 2; k++) {
        cube_frame frame;
        cube_state root = {0, HOLDER_NONE};
        expectimax_plan plan;
        cube_frame_build(&frame, &stakes[k], &met);
        expectimax_plan_build(&plan, &frame, SIDE_ROOT, 1, &root, 1, &standard, 12);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const shortlist_case *c = &cases[i];
            int count = (int)strlen(c->race), chosen[EXPECTIMAX_SHORTLIST];
            alea_board board[8];
            alea_probs probs[8] = {{0}};
            for (int b = 0; b < count; b++) {
                board[b] = boards[c->race[b] == 'r'];
                probs[b].win = c->win[b];
            }
            int kept = expectimax_shortlist(&plan, SIDE_ROOT, board, probs, count,
                                            c->most, chosen);
            bool same = kept == c->count &&
                        memcmp(chosen, c->chosen, sizeof(int) * (size_t)kept) == 0;
            if (!same)
                fail_msg("stakes %d, case %zu: %d chosen, %d first", k, i, kept,
                         chosen[0]);
        }
    }
}

/* ---- the same answer, however it is found ---- */

static void same_with_any_threads(void **state)
{
    (void)state;
    alea_candidate first[8], other[8];
    alea_cube_result first_cube, other_cube;
    memset(&first_cube, 0, sizeof first_cube);
    for (size_t i = 0; i < 4; i++)
        for (int variant = 0; variant < 4; variant++) {
            static const int threads[] = {1, 2, 5, 30};
            alea_engine *engine =
                engine_of(threads[variant], variant == 2 ? 0 : 1 << 16);
            alea_decision d = decision_of(ids[i], 6, 3);
            d.cube.match_length = 7;
            d.cube.away[0] = 3;
            d.cube.away[1] = 5;
            alea_search_settings s = alea_search_settings_default(2);
            int count = 0;
            /* The last variant asks twice: the second time out of the cache. */
            for (int pass = 0; pass < (variant == 3 ? 2 : 1); pass++) {
                memset(other, 0, sizeof other);
                assert_int_equal(
                    alea_search_play(engine, &d, &s, other, 8, &count, NULL), ALEA_OK);
                assert_int_equal(alea_search_cube(engine, &d, &s, &other_cube, NULL),
                                 ALEA_OK);
            }
            if (variant == 0) {
                memcpy(first, other, sizeof first);
                first_cube = other_cube;
            }
            for (int k = 0; k < count; k++) {
                assert_true(
                    alea_board_equal(&first[k].play.board, &other[k].play.board));
                assert_memory_equal(&first[k].equity, &other[k].equity, sizeof(float));
                assert_memory_equal(&first[k].probs, &other[k].probs,
                                    sizeof(alea_probs));
            }
            assert_memory_equal(&first_cube.verdict.equity, &other_cube.verdict.equity,
                                sizeof(alea_cube_equities));
            alea_engine_close(engine);
        }
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

static void stopped_search_answers(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(2, 1 << 16);
    alea_decision d = decision_of(ids[0], 3, 1);
    alea_search_settings s = alea_search_settings_default(3);
    alea_candidate found[4];
    alea_cube_result cube;
    int count;
    s.cancelled = at_once;
    assert_int_equal(alea_search_play(engine, &d, &s, found, 4, &count, NULL), ALEA_OK);
    assert_int_equal(found[0].plies, 0);
    assert_int_equal(count, 4); /* of 16: what was written */
    assert_int_equal(alea_search_cube(engine, &d, &s, &cube, NULL), ALEA_OK);
    assert_int_equal(cube.plies, 0);
    s.cancelled = NULL;
    s.plies = 4;
    s.time_ms = 30;
    assert_int_equal(alea_search_play(engine, &d, &s, found, 4, &count, NULL), ALEA_OK);
    assert_true(found[0].plies < 4);
    alea_engine_close(engine);
}

/* ---- the cube ---- */

static void exact_where_the_table_reaches(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(1, 0);
    alea_bearoff *table;
    alea_bearoff_equity exact;
    assert_int_equal(alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &table, NULL),
                     ALEA_OK);
    alea_decision d = {.cube = alea_cube_money(), .rules = alea_play_rules_standard()};
    d.board.point[3] = 2;
    d.board.point[5] = 1;
    d.board.point[25 - 2] = -3;
    assert_true(alea_bearoff_equities(table, &d.board, &exact));
    alea_search_settings s = alea_search_settings_default(0);
    alea_cube_result r;
    for (int owner = -1; owner <= 1; owner++) {
        d.cube.owner = owner;
        assert_int_equal(alea_search_cube(engine, &d, &s, &r, NULL), ALEA_OK);
        float wanted = owner == 0  ? exact.centred
                       : owner > 0 ? exact.owned
                                   : exact.opponent;
        assert_true(fabsf(r.verdict.equity.no_double - wanted) < 1e-6F);
        assert_true(fabsf(r.verdict.equity.double_take - 2 * exact.opponent) < 1e-6F);
    }
    alea_bearoff_close(table);
    alea_engine_close(engine);
}

/* Last-roll positions: worth worked out by hand. */
static void last_roll(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(1, 0);
    alea_decision d = {.cube = alea_cube_money(), .rules = alea_play_rules_standard()};
    d.board.point[6] = 1;       /* off with 27 of 36 */
    d.board.point[24] = -1;     /* his is off for sure next turn */
    d.cube.cube_limit_log2 = 5; /* so that the table is not asked */
    for (int plies = 1; plies <= 2; plies++) {
        alea_search_settings s = alea_search_settings_default(plies);
        alea_cube_result r;
        assert_int_equal(alea_search_cube(engine, &d, &s, &r, NULL), ALEA_OK);
        assert_true(fabsf(r.probs.win - 0.75F) < 1e-5F);
        assert_true(fabsf(r.verdict.equity.no_double - 0.5F) < 1e-5F);
        assert_true(fabsf(r.verdict.equity.double_take - 1.0F) < 1e-5F);
        assert_int_equal(r.verdict.action, ALEA_CUBE_DOUBLE_TAKE);
    }
    alea_engine_close(engine);
}

/* Without the table the mixture at the leaves has to come near it. */
static void near_the_table_without_it(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(2, 0);
    alea_bearoff *table;
    assert_int_equal(alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &table, NULL),
                     ALEA_OK);
    int checked = 0;
    double off = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            alea_decision d = {.cube = alea_cube_money(),
                               .rules = alea_play_rules_standard()};
            d.board.point[a] = 2;
            d.board.point[(a + 2) % 6 + 1] += 2;
            d.board.point[25 - b] = -2;
            d.board.point[25 - (b % 6 + 1)] -= 2;
            alea_bearoff_equity exact;
            assert_true(alea_bearoff_equities(table, &d.board, &exact));
            /* The same without the table at the root: a limit too high to matter. */
            d.cube.cube_limit_log2 = 9;
            alea_search_settings s = alea_search_settings_default(2);
            alea_cube_result r;
            s.replies = 0;
            assert_int_equal(alea_search_cube(engine, &d, &s, &r, NULL), ALEA_OK);
            off += fabs((double)(r.verdict.equity.no_double - exact.centred));
            off += fabs((double)(r.verdict.equity.double_take - 2 * exact.opponent));
            checked++;
        }
    assert_int_equal(checked, 36);
    if (off / 72 > 0.05) fail_msg("mean error %f", off / 72);
    alea_bearoff_close(table);
    alea_engine_close(engine);
}

static void crawford_and_mirror(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(1, 0);
    alea_decision d = decision_of(ids[0], 0, 0);
    d.cube.match_length = 5;
    d.cube.away[0] = 1;
    d.cube.away[1] = 3;
    d.cube.crawford_game = true;
    alea_search_settings s = alea_search_settings_default(1);
    alea_cube_result r;
    assert_int_equal(alea_search_cube(engine, &d, &s, &r, NULL), ALEA_OK);
    assert_int_equal(r.verdict.action, ALEA_CUBE_NOT_AVAILABLE);
    assert_true(r.chance[0] > 0.7F && r.chance[0] < 0.8F);
    /* Post-Crawford doubling at once costs the trailer nothing. */
    d.cube.crawford_game = false;
    d.cube.post_crawford = true;
    d.cube.away[0] = 3;
    d.cube.away[1] = 1;
    assert_int_equal(alea_search_cube(engine, &d, &s, &r, NULL), ALEA_OK);
    assert_true(r.verdict.equity.double_take > r.verdict.equity.no_double - 0.01F);
    alea_engine_close(engine);
}

/* Without settings: the default ones. */
static void default_settings(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(1, 1 << 16);
    const alea_search_settings s = alea_search_settings_default(ALEA_DEFAULT_PLIES);
    const alea_decision d = decision_of(ids[0], 3, 1);
    alea_candidate found[2][4];
    alea_cube_result cube[2];
    for (int i = 0; i < 2; i++) {
        const alea_search_settings *settings = i ? &s : NULL;
        int count = 0;
        memset(found[i], 0, sizeof found[i]);
        memset(&cube[i], 0, sizeof cube[i]);
        assert_int_equal(
            alea_search_play(engine, &d, settings, found[i], 4, &count, NULL), ALEA_OK);
        assert_int_equal(count, 4);
        assert_int_equal(alea_search_cube(engine, &d, settings, &cube[i], NULL),
                         ALEA_OK);
    }
    assert_int_equal(found[0][0].plies, ALEA_DEFAULT_PLIES);
    assert_int_equal(cube[0].plies, ALEA_DEFAULT_PLIES);
    for (int i = 0; i < 4; i++)
        assert_memory_equal(&found[0][i].equity, &found[1][i].equity, sizeof(float));
    assert_memory_equal(&cube[0].verdict.equity, &cube[1].verdict.equity,
                        sizeof(alea_cube_equities));
    int count = 0, win_class = -1;
    assert_int_equal(alea_consider_play(engine, &d, NULL, found[0], 4, &count, NULL),
                     ALEA_OK);
    assert_memory_equal(&found[0][0].equity, &found[1][0].equity, sizeof(float));
    assert_int_equal(alea_consider_cube(engine, &d, NULL, &cube[0], NULL), ALEA_OK);
    assert_int_equal(cube[0].plies, ALEA_DEFAULT_PLIES);
    assert_int_equal(
        alea_resignation_to_offer(engine, &d, false, NULL, &win_class, NULL), ALEA_OK);
    assert_int_equal(win_class, 0);
    alea_engine_close(engine);
}

static void refusals(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(1, 0);
    alea_error error;
    alea_candidate found[2];
    int count = 77;
    alea_decision d = decision_of(ids[0], 0, 0);
    alea_search_settings s = alea_search_settings_default(0);
    assert_int_equal(alea_search_play(engine, &d, &s, found, 2, &count, &error),
                     ALEA_ERROR_ARGUMENT);
    assert_int_equal(count, 77);
    s.plies = 5;
    d.roll = (alea_roll){{1, 2}};
    assert_int_equal(alea_search_play(engine, &d, &s, found, 2, &count, &error),
                     ALEA_ERROR_ARGUMENT);
    s.plies = 0;
    memset(&d.board, 0, sizeof d.board);
    assert_int_not_equal(alea_search_play(engine, &d, &s, found, 2, &count, &error),
                         ALEA_OK);
    d = decision_of(ids[0], 1, 2);
    d.cube.match_length = 100;
    d.cube.away[0] = 99;
    d.cube.away[1] = 2;
    assert_int_equal(alea_search_play(engine, &d, &s, found, 2, &count, &error),
                     ALEA_ERROR_UNSUPPORTED);
    alea_engine *none = NULL;
    alea_engine_options options = {0, 0};
    assert_int_equal(alea_engine_open(&none, evaluator, NULL, &options, &error),
                     ALEA_ERROR_ARGUMENT);
    assert_null(none);
    alea_engine_close(engine);
}

/* A play that every filter drops is looked at to the full depth where it is asked
 * for. */
static void included_play(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(2, 1 << 16);
    alea_decision d = decision_of(ids[0], 3, 1);
    alea_search_settings s = alea_search_settings_default(2);
    alea_candidate found[16];
    int count;
    assert_int_equal(alea_search_play(engine, &d, &s, found, 16, &count, NULL),
                     ALEA_OK);
    assert_int_equal(count, 16);
    assert_int_equal(found[15].plies, 0);
    alea_board worst = found[15].play.board;
    s.include = &worst;
    s.filter[0].most = 3000; /* more than can go on: as many as can */
    assert_int_equal(alea_search_play(engine, &d, &s, found, 16, &count, NULL),
                     ALEA_OK);
    bool seen = false;
    for (int i = 0; i < count; i++)
        if (alea_board_equal(&found[i].play.board, &worst)) {
            assert_int_equal(found[i].plies, 2);
            seen = true;
        }
    assert_true(seen);
    alea_engine_close(engine);
}

static int start(void **state)
{
    (void)state;
    return alea_evaluator_open(&evaluator, NULL) == ALEA_OK ? 0 : -1;
}

static int finish(void **state)
{
    (void)state;
    alea_evaluator_close(evaluator);
    return 0;
}

/* At double match point the cube is dead for both: turning it changes nothing, and is
 * never advised; under any way of keeping the score the points needed are the same. */
static void dead_for_both(void **state)
{
    (void)state;
    alea_engine *engine = engine_of(1, 0);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        for (int plies = 0; plies <= 1; plies++) {
            alea_search_settings settings = alea_search_settings_default(plies);
            alea_decision d = decision_of(ids[i], 0, 0);
            alea_cube_result r;
            d.cube.match_length = 5;
            d.cube.away[0] = d.cube.away[1] = 1;
            d.cube.post_crawford = true;
            assert_int_equal(alea_search_cube(engine, &d, &settings, &r, NULL),
                             ALEA_OK);
            assert_true(fabsf(r.chance[0] - r.probs.win) < 1e-5F);
            assert_true(fabsf(r.chance[1] - r.chance[0]) < 1e-5F);
            assert_int_equal(r.verdict.action, ALEA_CUBE_NO_DOUBLE);
            assert_true(fabsf(r.verdict.best - (2 * r.probs.win - 1)) < 1e-4F);
        }
    alea_engine_close(engine);
    alea_rules rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
    alea_match match;
    rules.score_keeping = ALEA_SCORE_LOSER_PAYS;
    alea_match_start(&match, &rules);
    alea_event set = {.type = ALEA_EVENT_SET, .set = ALEA_SET_SCORE, .score = {-2, -3}};
    assert_int_equal(alea_match_apply(&match, &set, NULL), ALEA_ACCEPTED);
    alea_cube cube = alea_cube_of_match(&match, ALEA_A);
    assert_int_equal(cube.away[0], rules.match_length - 3);
    assert_int_equal(cube.away[1], rules.match_length - 2);
    rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
    rules.match_length = 1;
    alea_match_start(&match, &rules);
    cube = alea_cube_of_match(&match, ALEA_A);
    assert_false(alea_cube_may_double(&cube));
}

/* A play that ends the game is worth what it wins, however deep the look: the loser,
 * who has not borne off, plays no more rolls. */
static void winning_play(void **unused)
{
    (void)unused;
    for (int plies = 0; plies <= 3; plies++) {
        alea_engine *engine = engine_of(2, 0);
        alea_decision d = decision_of("p90rAAADAAAAAA", 4, 2);
        alea_search_settings s = alea_search_settings_default(plies);
        alea_candidate best;
        int count;
        assert_int_equal(alea_search_play(engine, &d, &s, &best, 1, &count, NULL),
                         ALEA_OK);
        assert_int_equal(count, 1);
        assert_true(best.equity == 2 && best.probs.win_gammon == 1);
        alea_engine_close(engine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_plain_recursion),
        cmocka_unit_test(one_reply_and_the_races),
        cmocka_unit_test(shortlist_goes_by_distance),
        cmocka_unit_test(same_with_any_threads),
        cmocka_unit_test(stopped_search_answers),
        cmocka_unit_test(exact_where_the_table_reaches),
        cmocka_unit_test(last_roll),
        cmocka_unit_test(near_the_table_without_it),
        cmocka_unit_test(crawford_and_mirror),
        cmocka_unit_test(default_settings),
        cmocka_unit_test(refusals),
        cmocka_unit_test(included_play),
        cmocka_unit_test(dead_for_both),
        cmocka_unit_test(winning_play),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
