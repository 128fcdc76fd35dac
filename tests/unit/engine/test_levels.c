/* Levels and named players: reproducible, within their bounds, in order of strength,
 * with styles that are seen in what they play; Echo goes with its opponent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include <alea/alea.h>

#include "base/rng.h"
#include "unit/engine_fixture.h"

enum { DECISIONS = 150 };

/* Decisions of expert's own money games from seeded dice, none forced. */
static alea_decision decision[DECISIONS];

static const alea_level_info *level_of(alea_level level)
{
    return alea_level_get(level);
}

static alea_roll roll_of(alea_random *dice)
{
    return (alea_roll){{(uint8_t)(1 + alea_random_below(dice, 6)),
                        (uint8_t)(1 + alea_random_below(dice, 6))}};
}

static int make_decisions(void **state)
{
    alea_random dice = alea_random_start(7, 1);
    alea_decision d = {.cube = alea_cube_money(), .rules = alea_play_rules_standard()};
    if (open_engine(state) != 0) return -1;
    d.board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int made = 0; made < DECISIONS;) {
        alea_candidate chosen;
        d.roll = roll_of(&dice);
        if (alea_choose_play(engine, &d, level_of(ALEA_LEVEL_EXPERT), 1, 0, &chosen,
                             NULL) != ALEA_OK)
            return -1;
        if (alea_board_phase(&d.board) == ALEA_PHASE_CONTACT &&
            alea_positions_after_count(&d.board, d.roll, &d.rules) > 3)
            decision[made++] = d;
        d.board = alea_board_swap(&chosen.play.board);
        if (alea_board_phase(&chosen.play.board) != ALEA_PHASE_CONTACT)
            d.board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    }
    return 0;
}

static alea_candidate choice(const alea_decision *d, const alea_level_info *level,
                             unsigned long long seed)
{
    alea_candidate chosen;
    assert_int_equal(alea_choose_play(engine, d, level, seed, 0, &chosen, NULL),
                     ALEA_OK);
    return chosen;
}

static alea_candidate best_of(const alea_decision *d)
{
    return choice(d, level_of(ALEA_LEVEL_EXPERT), 0);
}

/* ---- what holds for every level ---- */

static void names(void **state)
{
    (void)state;
    assert_int_equal(alea_level_find("nobody"), -1);
    assert_int_equal(alea_level_find("casual"), ALEA_LEVEL_CASUAL);
    assert_int_equal(alea_level_find("Carla"), ALEA_LEVEL_CARLA);
    assert_null(alea_level_get(ALEA_LEVELS));
    assert_int_equal(ALEA_LEVEL_STRONGEST, 5); /* numbers of stored games */
    for (int i = 0; i < ALEA_LEVELS; i++)
        assert_int_equal(alea_level_find(level_of((alea_level)i)->name), i);
    for (int i = ALEA_LEVEL_POPPY; i < ALEA_LEVELS; i++)
        assert_non_null(level_of((alea_level)i)->title);
}

static void bounded_and_reproducible(void **state)
{
    (void)state;
    for (int i = 0; i < ALEA_LEVELS; i++) {
        const alea_level_info *level = level_of((alea_level)i);
        int other = 0;
        for (int k = 0; k < 20; k++) {
            const alea_candidate best = best_of(&decision[k]);
            const alea_candidate made = choice(&decision[k], level, 5);
            const alea_candidate again = choice(&decision[k], level, 5);
            assert_true(alea_board_equal(&made.play.board, &again.play.board));
            if (level->plies == 0)
                assert_true(made.equity >= best.equity - 3 * level->noise -
                                               level->style.reach - 1e-6F);
            other += !alea_board_equal(&made.play.board, &best.play.board);
        }
        if (i == ALEA_LEVEL_BEGINNER || i == ALEA_LEVEL_POPPY) assert_true(other > 2);
        if (i == ALEA_LEVEL_EXPERT) assert_int_equal(other, 0);
    }
}

/* Mean equity lost by the net's own opinion. */
static double mean_loss(alea_level level)
{
    double sum = 0;
    for (int k = 0; k < DECISIONS; k++)
        sum += (double)(best_of(&decision[k]).equity -
                        choice(&decision[k], level_of(level), (unsigned)k).equity);
    return sum / DECISIONS;
}

static void weakest_first(void **state)
{
    (void)state;
    const double poppy = mean_loss(ALEA_LEVEL_POPPY),
                 bruno = mean_loss(ALEA_LEVEL_BRUNO), nora = mean_loss(ALEA_LEVEL_NORA),
                 carla = mean_loss(ALEA_LEVEL_CARLA);
    assert_true(poppy > 1.2 * bruno);
    assert_true(bruno > 1.4 * nora);
    assert_true(nora > 1.4 * carla);
    assert_true(carla > 0);
    for (int i = ALEA_LEVEL_POPPY; i < ALEA_LEVEL_AURELIA; i++)
        assert_true(level_of((alea_level)i)->pr > level_of((alea_level)(i + 1))->pr);
}

/* ---- styles, with the random error left out ---- */

/* The style's own terms, one at a time. */
static double feature(const alea_board *after, alea_style style)
{
    return (double)alea_style_bias(&style, after);
}

static double sum_of(alea_level who, alea_style style)
{
    alea_level_info level = *level_of(who);
    double sum = 0;
    level.noise = 0;
    for (int k = 0; k < DECISIONS; k++) {
        const alea_candidate made = choice(&decision[k], &level, 0);
        sum += feature(&made.play.board, style);
    }
    return sum;
}

static void features(void **state)
{
    (void)state;
    alea_board b = alea_board_start(ALEA_SETUP_BACKGAMMON);
    const alea_style all = {.blot = 1, .prime = 100};
    assert_true(feature(&b, (alea_style){.anchor = 1}) == 1);
    assert_true(feature(&b, (alea_style){.back = 1}) == 2);
    assert_true(feature(&b, (alea_style){.stack = 1}) == 4);
    assert_true(feature(&b, all) == 100);
    assert_true(alea_board_move(&b, 13, 7) && alea_board_move(&b, 8, 7));
    assert_true(feature(&b, (alea_style){.point = 1}) == 2);
    assert_true(feature(&b, all) == 300);
    assert_true(alea_board_move(&b, 6, 5)); /* 4 pips from the opponent's anchor */
    assert_true(feature(&b, (alea_style){.blot = 1}) == 1);
    assert_true(feature(&b, (alea_style){.hit = 1}) == 0);
}

static void styles(void **state)
{
    (void)state;
    const alea_level expert = ALEA_LEVEL_EXPERT;
    const alea_style hit = {.hit = 1}, blot = {.blot = 1}, back = {.back = 1},
                     prime = {.prime = 1}, stack = {.stack = 1}, anchor = {.anchor = 1};
    assert_true(sum_of(ALEA_LEVEL_BRUNO, hit) > 1.08 * sum_of(expert, hit));
    assert_true(sum_of(ALEA_LEVEL_NORA, blot) < 0.9 * sum_of(expert, blot));
    assert_true(sum_of(ALEA_LEVEL_POPPY, blot) < 0.9 * sum_of(expert, blot));
    assert_true(sum_of(ALEA_LEVEL_OTTO, back) > 1.04 * sum_of(expert, back));
    assert_true(sum_of(ALEA_LEVEL_OTTO, anchor) > 1.2 * sum_of(expert, anchor));
    assert_true(sum_of(ALEA_LEVEL_VIKTOR, back) < 0.98 * sum_of(expert, back));
    assert_true(sum_of(ALEA_LEVEL_CARLA, prime) > 1.02 * sum_of(expert, prime));
    assert_true(sum_of(ALEA_LEVEL_CARLA, stack) < 0.95 * sum_of(expert, stack));
}

/* Doubles and takes in the positions before the roll. */
static void count_cubes(alea_level who, int *doubles, int *takes)
{
    alea_level_info level = *level_of(who);
    *doubles = *takes = 0;
    level.noise = 0;
    for (int k = 0; k < DECISIONS; k++) {
        alea_decision d = decision[k];
        bool doubled, taken, beavered;
        d.roll = (alea_roll){{0, 0}};
        assert_int_equal(alea_choose_cube(engine, &d, &level, 0, 0, &doubled, &taken,
                                          &beavered, NULL),
                         ALEA_OK);
        *doubles += doubled;
        *takes += taken;
    }
}

static void cube_styles(void **state)
{
    (void)state;
    int doubles[3], takes[3];
    count_cubes(ALEA_LEVEL_DARIO, &doubles[0], &takes[0]);
    count_cubes(ALEA_LEVEL_EXPERT, &doubles[1], &takes[1]);
    count_cubes(ALEA_LEVEL_NORA, &doubles[2], &takes[2]);
    assert_true(doubles[0] > doubles[1] + 3 && doubles[1] > doubles[2]);
    assert_true(takes[0] > takes[1] && takes[1] > takes[2]);
}

/* ---- Echo ---- */

/* A money game in which A plays at one level and B at another. */
static void play(alea_record *r, alea_level a, alea_level b, uint64_t seed)
{
    const alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    alea_random dice = alea_random_start(seed, 1);
    alea_record_start(r, &rules, alea_memory_heap());
    while (!r->now.has_result) {
        const alea_match *m = &r->now;
        alea_event event = {.by = m->to_act, .type = ALEA_EVENT_ROLL};
        event.roll = roll_of(&dice);
        if (m->phase == ALEA_MATCH_OPENING) {
            event.type = ALEA_EVENT_OPENING;
            if (event.roll.die[0] == event.roll.die[1]) continue;
        } else if (m->phase == ALEA_MATCH_TO_PLAY) {
            const alea_decision d = alea_decision_of_match(m);
            const alea_candidate made =
                choice(&d, level_of(m->to_act == ALEA_A ? a : b), r->entries);
            event.type = ALEA_EVENT_PLAY;
            event.moves = made.play.count;
            memcpy(event.move, made.play.move, sizeof event.move);
        }
        assert_int_equal(alea_record_append(r, &event, NULL, NULL), ALEA_OK);
    }
}

static alea_level_info echo_against(alea_level who)
{
    alea_form form = {0};
    for (uint64_t seed = 1; seed <= 4; seed++) {
        alea_record r;
        play(&r, who, ALEA_LEVEL_EXPERT, seed);
        const int before = form.decisions;
        assert_int_equal(alea_form_add(engine, &r, ALEA_A, &form), ALEA_OK);
        assert_true(form.decisions > before);
        alea_form again = {0}, same = {0};
        alea_form_add(engine, &r, ALEA_A, &again);
        alea_form_add(engine, &r, ALEA_A, &same);
        assert_true(again.loss == same.loss);
        alea_record_clear(&r);
    }
    return alea_level_echo(&form);
}

static void echo_follows(void **state)
{
    (void)state;
    const alea_form nothing = {0};
    const alea_level_info start = alea_level_echo(&nothing);
    const alea_level_info weak = echo_against(ALEA_LEVEL_POPPY);
    const alea_level_info strong = echo_against(ALEA_LEVEL_EXPERT);
    assert_true(weak.noise > start.noise + 0.01F);
    assert_true(strong.noise < start.noise - 0.02F);
    assert_true(weak.pr > start.pr && start.pr > strong.pr);
    /* Beyond the ends of the scale. */
    const alea_form hopeless = {.decisions = 1000, .loss = 500},
                    perfect = {.decisions = 100000, .loss = 0};
    assert_true(alea_level_echo(&hopeless).noise >= weak.noise);
    assert_true(alea_level_echo(&perfect).noise == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),        cmocka_unit_test(bounded_and_reproducible),
        cmocka_unit_test(features),     cmocka_unit_test(weakest_first),
        cmocka_unit_test(styles),       cmocka_unit_test(cube_styles),
        cmocka_unit_test(echo_follows),
    };
    return cmocka_run_group_tests(tests, make_decisions, close_engine);
}
