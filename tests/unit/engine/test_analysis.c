/* Analysis: a player who does what the judge would do loses nothing, sums add up, luck
 * averages to nothing, and explanations say what can be counted. */
#include <alea/analysis.h>
#include <alea/explain.h>
#include <alea/file.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/engine_fixture.h"

static uint32_t random_next(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 16;
}

static void append(alea_record *record, alea_event event)
{
    alea_refusal refusal;
    assert_int_equal(alea_record_append(record, &event, &refusal, NULL), ALEA_OK);
}

/* The event a player makes who follows the judge, or (`worst`) does the contrary. */
static alea_event choose(const alea_match *m, bool worst, uint32_t *seed)
{
    alea_search_settings settings = alea_search_settings_default(0);
    alea_decision decision = alea_decision_of_match(m);
    alea_event event = {.type = ALEA_EVENT_ROLL, .by = m->to_act};
    event.roll.die[0] = (uint8_t)(1 + random_next(seed) % 6);
    event.roll.die[1] = (uint8_t)(1 + random_next(seed) % 6);
    if (m->phase == ALEA_MATCH_TO_PLAY) {
        static alea_candidate list[ALEA_MAX_PLAYS];
        int count;
        assert_int_equal(alea_search_play(engine, &decision, &settings, list,
                                          ALEA_MAX_PLAYS, &count, NULL),
                         ALEA_OK);
        const alea_play *play = &list[worst ? count - 1 : 0].play;
        event.type = ALEA_EVENT_PLAY;
        event.moves = play->count;
        memcpy(event.move, play->move, sizeof event.move);
        return event;
    }
    alea_cube_result cube;
    assert_int_equal(alea_search_cube(engine, &decision, &settings, &cube, NULL),
                     ALEA_OK);
    bool doubling = cube.verdict.action == ALEA_CUBE_DOUBLE_TAKE ||
                    cube.verdict.action == ALEA_CUBE_DOUBLE_DROP;
    if (m->phase == ALEA_MATCH_DOUBLE_OFFERED)
        event.type = cube.verdict.take != worst ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP;
    else if (alea_match_may_double(m, m->to_act) && doubling && !worst)
        event.type = ALEA_EVENT_DOUBLE;
    return event;
}

static void play_match(alea_record *record, int length, bool worst_b, uint32_t seed)
{
    alea_rules rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
    assert_int_equal(
        alea_rules_set(&rules, "match_length", length == 0 ? "0" : "3", NULL), ALEA_OK);
    alea_record_start(record, &rules, alea_memory_heap());
    for (int games = 0, guard = 0; guard < 4000; guard++) {
        const alea_match *m = &record->now;
        alea_event event = {.type = ALEA_EVENT_NEXT_GAME};
        if (m->phase == ALEA_MATCH_MATCH_OVER || games == 2) return;
        if (m->phase == ALEA_MATCH_OPENING) {
            event.type = ALEA_EVENT_OPENING;
            event.roll.die[0] = (uint8_t)(1 + random_next(&seed) % 6);
            event.roll.die[1] = (uint8_t)(1 + random_next(&seed) % 6);
        } else if (m->phase != ALEA_MATCH_GAME_OVER) {
            event = choose(m, worst_b && m->to_act == ALEA_B, &seed);
        } else if (++games == 2 && length == 0) {
            return;
        }
        append(record, event);
    }
    fail_msg("the match does not end");
}

static alea_analysis *analyse(const alea_record *record)
{
    alea_analysis *analysis = NULL;
    alea_analysis_settings settings = alea_analysis_settings_default();
    settings.plies = 0;
    assert_int_equal(alea_analyse(engine, record, &settings, &analysis, NULL), ALEA_OK);
    assert_true(analysis->complete);
    assert_int_equal(analysis->unjudgeds, 0);
    return analysis;
}

static void test_perfect_player_loses_nothing(void **state)
{
    (void)state;
    for (int length = 0; length <= 3; length += 3) {
        alea_record record;
        alea_totals a, b;
        play_match(&record, length, true, 11 + (uint32_t)length);
        alea_analysis *analysis = analyse(&record);
        alea_analysis_totals(analysis, ALEA_A, 0, &a);
        alea_analysis_totals(analysis, ALEA_B, 0, &b);
        assert_true(a.all_decisions > 0 && a.pr == 0 && a.all_loss == 0);
        assert_true(b.all_loss > 0.5 &&
                    b.marks[ALEA_JUDGED_PLAY][ALEA_MARK_BLUNDER] > 0);
        assert_string_equal(alea_rating_text(a.pr, a.all_decisions), "world class");
        alea_analysis_free(analysis);
        alea_record_clear(&record);
    }
}

static void test_totals_add_up(void **state)
{
    (void)state;
    alea_record record;
    play_match(&record, 3, true, 5);
    alea_analysis *analysis = analyse(&record);
    for (int p = 0; p < 2; p++) {
        alea_totals all, sum = {0}, one;
        alea_analysis_totals(analysis, (alea_player)p, 0, &all);
        for (int game = 1; game <= analysis->games; game++) {
            alea_analysis_totals(analysis, (alea_player)p, game, &one);
            sum.all_decisions += one.all_decisions;
            sum.all_loss += one.all_loss;
            sum.luck += one.luck;
            sum.rolls += one.rolls;
        }
        double kinds = 0;
        int marks = 0;
        for (int k = 0; k < ALEA_JUDGED_KINDS; k++) {
            kinds += all.loss[k];
            for (int m = 0; m < ALEA_MARKS; m++) marks += all.marks[k][m];
        }
        assert_int_equal(all.all_decisions, sum.all_decisions);
        assert_int_equal(all.all_decisions, marks);
        assert_int_equal(all.rolls, sum.rolls);
        assert_true(fabs(all.all_loss - sum.all_loss) < 1e-9);
        assert_true(fabs(all.all_loss - kinds) < 1e-9);
        assert_true(fabs(all.luck - sum.luck) < 1e-9);
    }
    /* The chances of the games add up to the whole match. */
    double result = record.now.match_winner == ALEA_A ? 1 : 0;
    assert_true(fabs((double)analysis->start_chance +
                     alea_analysis_result(analysis, 0) - result) < 1e-6);
    alea_analysis_free(analysis);
    alea_record_clear(&record);
}

static bool stop_at_once(void *context, size_t done, size_t all)
{
    (void)context;
    return done > all;
}

static void test_stopping_keeps_what_was_done(void **state)
{
    (void)state;
    alea_record record;
    play_match(&record, 3, false, 9);
    alea_analysis *analysis = NULL;
    alea_analysis_settings settings = alea_analysis_settings_default();
    settings.plies = 0;
    settings.progress = stop_at_once;
    assert_int_equal(alea_analyse(engine, &record, &settings, &analysis, NULL),
                     ALEA_ERROR_CANCELLED);
    assert_non_null(analysis);
    assert_false(analysis->complete);
    alea_analysis_free(analysis);
    settings.plies = 99;
    analysis = NULL;
    assert_int_equal(alea_analyse(engine, &record, &settings, &analysis, NULL),
                     ALEA_ERROR_ARGUMENT);
    assert_null(analysis);
    alea_record_clear(&record);
}

static void is_same(const alea_analysis *one, const alea_analysis *other)
{
    assert_int_equal(one->judgements, other->judgements);
    assert_int_equal(one->rolls, other->rolls);
    assert_int_equal(one->unjudgeds, other->unjudgeds);
    assert_int_equal(one->games, other->games);
    assert_true(one->complete && other->complete);
    for (size_t i = 0; i < one->judgements; i++) {
        const alea_judgement *a = &one->judgement[i], *b = &other->judgement[i];
        assert_int_equal(a->entry, b->entry);
        assert_int_equal(a->game, b->game);
        assert_int_equal(a->turn, b->turn);
        assert_int_equal(a->mark, b->mark);
        assert_memory_equal(&a->loss, &b->loss, sizeof a->loss);
        assert_memory_equal(&a->best, &b->best, sizeof a->best);
    }
    for (size_t i = 0; i < one->rolls; i++) {
        assert_int_equal(one->roll[i].entry, other->roll[i].entry);
        assert_memory_equal(&one->roll[i].luck, &other->roll[i].luck, sizeof(float));
    }
    for (int game = 0; game < one->games; game++)
        assert_memory_equal(&one->result[game], &other->result[game], sizeof(float));
    for (int p = 0; p < 2; p++) {
        alea_totals a, b;
        alea_analysis_totals(one, (alea_player)p, 0, &a);
        alea_analysis_totals(other, (alea_player)p, 0, &b);
        assert_memory_equal(&a.pr, &b.pr, sizeof a.pr);
    }
}

static void test_parts_are_the_whole(void **state)
{
    (void)state;
    for (int length = 0; length < 2; length++) {
        alea_record record;
        alea_analysis *whole = NULL, *part[3] = {NULL}, *all = NULL;
        alea_analysis_settings s = alea_analysis_settings_default();
        s.plies = 0;
        play_match(&record, length, true, 5 + (uint32_t)length);
        assert_int_equal(alea_analyse(engine, &record, &s, &whole, NULL), ALEA_OK);
        assert_true(whole->judgements > 20);
        for (size_t i = 0; i < 3; i++) {
            s.from = record.entries * i / 3;
            s.to = record.entries * (i + 1) / 3;
            assert_int_equal(alea_analyse(engine, &record, &s, &part[i], NULL),
                             ALEA_OK);
            assert_in_range(part[i]->judgements, 1, whole->judgements - 1);
        }
        const alea_analysis *const parts[] = {part[0], part[1], part[2]};
        assert_int_equal(alea_analysis_join(parts, 3, &all), ALEA_OK);
        is_same(whole, all);
        const alea_analysis *const twice[] = {part[0], part[0]};
        const alea_analysis *const turned[] = {part[1], part[0]};
        alea_analysis *none = NULL;
        assert_int_equal(alea_analysis_join(twice, 2, &none), ALEA_ERROR_ARGUMENT);
        assert_int_equal(alea_analysis_join(turned, 2, &none), ALEA_ERROR_ARGUMENT);
        assert_int_equal(alea_analysis_join(parts, 0, &none), ALEA_ERROR_ARGUMENT);
        assert_null(none);
        for (int i = 0; i < 3; i++) alea_analysis_free(part[i]);
        alea_analysis_free(whole);
        alea_analysis_free(all);
        alea_record_clear(&record);
    }
}

static void test_luck_averages_to_nothing(void **state)
{
    (void)state;
    alea_match m;
    alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    alea_match_start(&m, &rules);
    double sum = 0;
    float luck;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            alea_event event = {.type = ALEA_EVENT_OPENING,
                                .roll = {{(uint8_t)a, (uint8_t)b}}};
            if (a == b) {
                assert_false(alea_luck_of_roll(engine, &m, &event, 0, &luck));
                continue;
            }
            assert_true(alea_luck_of_roll(engine, &m, &event, 0, &luck));
            sum += (double)(a > b ? luck : -luck);
        }
    assert_true(fabs(sum) < 1e-4);
    alea_event opening = {.type = ALEA_EVENT_OPENING, .roll = {{3, 1}}};
    assert_int_equal(alea_match_apply(&m, &opening, NULL), ALEA_ACCEPTED);
    alea_event play = {.type = ALEA_EVENT_PLAY,
                       .by = ALEA_A,
                       .move = {{8, 5, false}, {6, 5, false}},
                       .moves = 2};
    assert_int_equal(alea_match_apply(&m, &play, NULL), ALEA_ACCEPTED);
    sum = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        alea_event roll = {
            .type = ALEA_EVENT_ROLL, .by = ALEA_B, .roll = alea_roll_at(r)};
        assert_true(alea_luck_of_roll(engine, &m, &roll, 0, &luck));
        sum += (double)luck * alea_roll_weight(roll.roll);
    }
    assert_true(fabs(sum) < 1e-4);
}

/* The classic counts: 11 throws hold a given number, 17 hit from six away in the
 * open. */
static void test_facts(void **state)
{
    (void)state;
    alea_play_facts facts;
    alea_board board = {{0}};
    board.point[12] = 1;
    board.point[1] = 2;
    board.point[6] = -1; /* six pips behind the blot, from the other side */
    board.point[24] = -1;
    alea_play_facts_of(&board, &facts);
    assert_int_equal(facts.shots, 17);
    assert_int_equal(facts.blots, 1);
    assert_int_equal(facts.home_points, 1);
    assert_int_equal(facts.off, 12);
    /* One checker on the bar against a five-point board: 25 of 36 dance. */
    board = (alea_board){{0}};
    for (int p = 1; p <= 5; p++) board.point[p] = 2;
    board.point[0] = -1;
    board.point[20] = -5;
    alea_play_facts_of(&board, &facts);
    assert_int_equal(facts.dances, 25);
    assert_int_equal(facts.prime, 5);
    assert_int_equal(facts.on_bar, 1);
    assert_int_equal(facts.home_points, 5);
}

static void test_explanation_says_what_differs(void **state)
{
    (void)state;
    alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON), a = start, b = start;
    char text[ALEA_EXPLAIN_SIZE];
    a.point[8]--, a.point[6]--, a.point[5] += 2;
    b.point[13]--, b.point[6]--, b.point[10]++, b.point[5]++;
    alea_explain_side best = {"8/5 6/5", a, {.55f, .16f, .01f, .12f, .01f}, .16f};
    alea_explain_side made = {"13/10 6/5", b, {.50f, .16f, .01f, .14f, .01f}, .0f};
    size_t length = alea_explain_play(&start, &best, &made, text);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, "wins 55.0% where 13/10 6/5 wins 50.0%"));
    assert_non_null(strstr(text, "loses fewer gammons (12.0% against 14.0%)"));
    assert_non_null(strstr(text, "makes the 5 point"));
    assert_null(strstr(text, "more gammons ("));
    /* The other way round nothing good can be said of the board. */
    alea_explain_side equal = made;
    equal.text = "13/10 6/5";
    equal.equity = .001f;
    length = alea_explain_play(&start, &equal, &made, text);
    assert_null(strstr(text, "makes"));
    assert_int_equal(length, strlen(text));
}

/* A cube left alone by the side that trails 3 away to 1, or in a money game. */
static bool cube_counts(const alea_cube *cube, float no_double, float take)
{
    alea_judgement j;
    memset(&j, 0, sizeof j);
    j.kind = ALEA_JUDGED_DOUBLE;
    j.made_event = ALEA_EVENT_ROLL;
    j.decision.cube = *cube;
    const alea_cube_equities e = {no_double, take, 1, take};
    alea_cube_decide(cube, &e, &j.cube.verdict);
    return alea_judgement_counts(&j);
}

static void test_what_counts(void **state)
{
    (void)state;
    alea_judgement play;
    memset(&play, 0, sizeof play);
    play.kind = ALEA_JUDGED_PLAY;
    play.best = 0.99992F;
    play.worst = 0.99986F; /* eXtreme Gammon counts this one */
    assert_true(alea_judgement_counts(&play));
    play.forced = true;
    assert_false(alea_judgement_counts(&play));
    play.forced = false;
    play.worst = play.best;
    assert_false(alea_judgement_counts(&play));

    const alea_cube money = alea_cube_money();
    assert_false(cube_counts(&money, 0.5F, 0.5F));
    assert_false(cube_counts(&money, 0.5F, 0.4995F));
    assert_true(cube_counts(&money, 0.5F, 0.498F));
    assert_true(cube_counts(&money, 0.5F, 0.301F));
    assert_false(cube_counts(&money, 0.5F, 0.299F));
    /* Free after the Crawford game, and only then. */
    alea_cube cube = money;
    cube.match_length = 5;
    cube.away[0] = 3;
    cube.away[1] = 1;
    cube.post_crawford = true;
    assert_true(cube_counts(&cube, -0.3F, -0.3F));
    cube.post_crawford = false;
    cube.away[1] = 2;
    assert_false(cube_counts(&cube, -0.3F, -0.3F));
    /* Winning at this cube wins the match. */
    cube.post_crawford = true;
    cube.away[0] = cube.away[1] = 1;
    assert_false(cube_counts(&cube, -0.3F, -0.3F));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perfect_player_loses_nothing),
        cmocka_unit_test(test_totals_add_up),
        cmocka_unit_test(test_stopping_keeps_what_was_done),
        cmocka_unit_test(test_parts_are_the_whole),
        cmocka_unit_test(test_luck_averages_to_nothing),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_what_counts),
        cmocka_unit_test(test_explanation_says_what_differs),
    };
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
