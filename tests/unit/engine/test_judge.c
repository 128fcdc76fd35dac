/* Judgements: the loss of a decision is the same before it (a tutor), afterwards (an
 * analysis) and from the equities that the commands print; what the engine cannot do is
 * told with its reason. */
#include <alea/analysis.h>
#include <alea/answers.h>
#include <alea/judge.h>
#include <alea/rollout.h>

#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "support/effort.h"
#include "unit/engine_fixture.h"
#include "unit/match_steps.h"

enum { DECISIONS = 1000, SESSION = 6000 };

static void *resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size > 0) return realloc(block, size);
    free(block);
    return NULL;
}

static uint32_t random_next(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 16;
}

static bool chance(uint32_t *seed, uint32_t in)
{
    return random_next(seed) % in == 0;
}

/* A player who knows the plays but turns and answers cubes at random, so that wrong
 * doubles, takes, drops and beavers all happen. */
static alea_event next_event(const alea_match *m, uint32_t *seed)
{
    alea_event event = event_of(ALEA_EVENT_ROLL, m->to_act);
    event.roll.die[0] = (uint8_t)(1 + random_next(seed) % 6);
    event.roll.die[1] = (uint8_t)(1 + random_next(seed) % 6);
    alea_event beaver = event_of(ALEA_EVENT_BEAVER, m->to_act);
    switch ((int)m->phase) {
    case ALEA_MATCH_OPENING:
        event.type = ALEA_EVENT_OPENING;
        event.by = ALEA_NOBODY;
        break;
    case ALEA_MATCH_TO_PLAY: {
        static alea_candidate list[ALEA_MAX_PLAYS];
        alea_search_settings settings = alea_search_settings_default(0);
        alea_decision decision = alea_decision_of_match(m);
        int count;
        assert_int_equal(alea_search_play(engine, &decision, &settings, list,
                                          ALEA_MAX_PLAYS, &count, NULL),
                         ALEA_OK);
        int pick = count < 4 || !chance(seed, 3) ? 0 : 1 + (int)(random_next(seed) % 3);
        event.type = ALEA_EVENT_PLAY;
        event.moves = list[pick].play.count;
        memcpy(event.move, list[pick].play.move, sizeof event.move);
        break;
    }
    case ALEA_MATCH_TO_ROLL:
        if (alea_match_may_double(m, m->to_act) && chance(seed, 4))
            event.type = ALEA_EVENT_DOUBLE;
        break;
    case ALEA_MATCH_DOUBLE_OFFERED:
        event.type = chance(seed, 4) ? ALEA_EVENT_DROP : ALEA_EVENT_TAKE;
        if (chance(seed, 3) && alea_match_would(m, &beaver) == ALEA_ACCEPTED)
            event.type = ALEA_EVENT_BEAVER;
        break;
    case ALEA_MATCH_BEAVER_OFFERED: event.type = ALEA_EVENT_TAKE; break;
    case ALEA_MATCH_GAME_OVER:
        event.type = ALEA_EVENT_NEXT_GAME;
        event.by = ALEA_NOBODY;
        break;
    default: fail();
    }
    return event;
}

/* The loss by the equities that `alea move` and `alea cube` print, worked out here. */
static float loss_by_equities(const alea_match *m, const alea_event *event)
{
    const alea_search_settings settings = alea_search_settings_default(0);
    const alea_decision d = alea_decision_of_match(m);
    if (event->type == ALEA_EVENT_PLAY) {
        static alea_candidate list[ALEA_MAX_PLAYS];
        alea_play made;
        int count;
        assert_int_equal(alea_play_judge(&d.board, d.roll, &d.rules, event->move,
                                         event->moves, &made, NULL),
                         ALEA_PLAY_LEGAL);
        assert_int_equal(
            alea_search_play(engine, &d, &settings, list, ALEA_MAX_PLAYS, &count, NULL),
            ALEA_OK);
        for (int i = 0; i < count; i++)
            if (alea_board_equal(&list[i].play.board, &made.board))
                return list[0].equity - list[i].equity;
        fail();
    }
    alea_cube_result r;
    assert_int_equal(alea_search_cube(engine, &d, &settings, &r, NULL), ALEA_OK);
    const alea_cube_equities *e = &r.verdict.equity;
    /* Money: a beaver is right where the doubler is the underdog of the doubled
     * game. */
    float answered = e->double_take < e->double_drop ? e->double_take : e->double_drop;
    if (d.cube.beavers && e->double_take < 0) answered = 2 * e->double_take;
    float loss = event->type == ALEA_EVENT_ROLL     ? answered - e->no_double
                 : event->type == ALEA_EVENT_DOUBLE ? e->no_double - answered
                 : event->type == ALEA_EVENT_TAKE   ? e->double_take - answered
                 : event->type == ALEA_EVENT_DROP   ? e->double_drop - answered
                                                    : 2 * e->double_take - answered;
    return loss > 0 ? loss : 0;
}

static bool is_decision(const alea_match *m, const alea_event *event)
{
    if (event->type == ALEA_EVENT_ROLL) return alea_match_may_double(m, event->by);
    return m->phase != ALEA_MATCH_BEAVER_OFFERED &&
           (event->type == ALEA_EVENT_PLAY || event->type == ALEA_EVENT_DOUBLE ||
            event->type == ALEA_EVENT_TAKE || event->type == ALEA_EVENT_DROP ||
            event->type == ALEA_EVENT_BEAVER);
}

static void test_one_loss(void **state)
{
    (void)state;
    const alea_memory memory = {resize, NULL};
    const alea_search_settings settings = alea_search_settings_default(0);
    alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    rules.beavers = 1;
    alea_record record;
    alea_record_start(&record, &rules, memory);
    static float tutor[SESSION];
    static bool judged[SESSION];
    int decisions = 0, beavers = 0, wrong_beavers = 0, missed_beavers = 0;
    uint32_t seed = 7;
    while (decisions < DECISIONS && record.entries < SESSION) {
        const alea_match *m = &record.now;
        alea_event event = next_event(m, &seed);
        judged[record.entries] = is_decision(m, &event);
        if (judged[record.entries]) {
            alea_judgement j;
            assert_int_equal(
                alea_judge_decision(engine, m, &event, &settings, &j, NULL), ALEA_OK);
            tutor[record.entries] = j.loss;
            assert_true(fabsf(j.loss - loss_by_equities(m, &event)) < 1e-6F);
            decisions++;
            const bool beaver = event.type == ALEA_EVENT_BEAVER;
            beavers += beaver;
            wrong_beavers += beaver && j.loss > 0;
            missed_beavers += !beaver && j.best_event == ALEA_EVENT_BEAVER;
            if (j.loss == 0 && !beaver && j.kind == ALEA_JUDGED_TAKE)
                assert_int_equal(j.best_event, event.type);
        }
        alea_refusal refusal;
        assert_int_equal(alea_record_append(&record, &event, &refusal, NULL), ALEA_OK);
    }
    assert_int_equal(decisions, DECISIONS);
    assert_true(beavers > 5 && wrong_beavers > 0 && missed_beavers > 0);

    alea_analysis_settings how = alea_analysis_settings_default();
    alea_analysis *analysis;
    how.plies = 0;
    assert_int_equal(alea_analyse(engine, &record, &how, &analysis, NULL), ALEA_OK);
    assert_int_equal(analysis->judgements, DECISIONS);
    for (size_t i = 0; i < analysis->judgements; i++) {
        const alea_judgement *j = &analysis->judgement[i];
        assert_true(judged[j->entry]);
        assert_true(tutor[j->entry] == j->loss);
        assert_int_equal(j->mark, alea_mark_of_loss(j->loss, NULL));
    }
    alea_analysis_free(analysis);
    alea_record_clear(&record);
}

/* A record whose first play is to be judged, and no memory to judge it with. */
static void test_no_memory_is_told(void **state)
{
    (void)state;
    if (SANITIZED) skip(); /* shadow memory needs the address space */
    const alea_memory memory = {resize, NULL};
    alea_rules rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
    alea_record record;
    alea_record_start(&record, &rules, memory);
    alea_refusal refusal;
    alea_event event = event_of(ALEA_EVENT_OPENING, ALEA_NOBODY);
    event.roll = (alea_roll){{3, 1}};
    assert_int_equal(alea_record_append(&record, &event, &refusal, NULL), ALEA_OK);
    event = event_of(ALEA_EVENT_PLAY, ALEA_A);
    event.moves = 2;
    event.move[0] = (alea_move){.from = 8, .to = 5};
    event.move[1] = (alea_move){.from = 6, .to = 5};
    assert_int_equal(alea_record_append(&record, &event, &refusal, NULL), ALEA_OK);

    /* Large blocks come from mmap, which fails; small ones are left. */
    struct rlimit before, none;
    mallopt(M_MMAP_THRESHOLD, 1 << 16);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    none = before;
    none.rlim_cur = 1 << 20;
    free(malloc(1 << 14));
    alea_analysis_settings how = alea_analysis_settings_default();
    alea_analysis *analysis = NULL;
    alea_error error = {0};
    how.plies = 0;
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    alea_status status = alea_analyse(engine, &record, &how, &analysis, &error);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(status, ALEA_ERROR_MEMORY);
    assert_null(analysis);
    assert_true(error.reason[0] != '\0');
    alea_record_clear(&record);
}

/* What is no decision is refused with a reason, and nothing is written. */
static void test_refusals(void **state)
{
    (void)state;
    alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    const alea_search_settings settings = alea_search_settings_default(0);
    alea_match m;
    alea_judgement j, untouched;
    alea_error error;
    memset(&j, 7, sizeof j);
    memcpy(&untouched, &j, sizeof j);
    alea_match_start(&m, &rules);
    opening(&m, 3, 1);
    alea_event event = event_of(ALEA_EVENT_DOUBLE, ALEA_A);
    assert_int_equal(alea_judge_decision(engine, &m, &event, &settings, &j, &error),
                     ALEA_ERROR_UNSUPPORTED);
    assert_true(error.reason[0] != '\0');
    event = event_of(ALEA_EVENT_TAKE, ALEA_B);
    assert_int_equal(alea_judge_decision(engine, &m, &event, &settings, &j, &error),
                     ALEA_ERROR_REFUSED);
    event = event_of(ALEA_EVENT_NEXT_GAME, ALEA_NOBODY);
    assert_int_equal(alea_judge_decision(engine, &m, &event, &settings, &j, &error),
                     ALEA_ERROR_UNSUPPORTED);
    event = event_of(ALEA_EVENT_PLAY, ALEA_A);
    assert_int_equal(alea_judge_decision(engine, &m, &event, &settings, &j, &error),
                     ALEA_ERROR_REFUSED);
    assert_memory_equal(&j, &untouched, sizeof j);
    alea_offer offer;
    assert_false(alea_offer_of_match(&m, &offer));
}

/* A match state with this board, `turn` to roll. */
static alea_match set_up(const alea_rules *rules, const int *mine, const int *theirs,
                         alea_player turn)
{
    alea_match m;
    alea_match_start(&m, rules);
    alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_BOARD;
    event.turn = turn;
    for (; mine[0] > 0; mine += 2) event.board.point[mine[0]] = (int8_t)mine[1];
    for (; theirs[0] > 0; theirs += 2)
        event.board.point[25 - theirs[0]] = (int8_t)-theirs[1];
    assert_int_equal(apply(&m, &event), ALEA_ACCEPTED);
    return m;
}

static alea_answer answer_to(const alea_match *m)
{
    const alea_search_settings settings = alea_search_settings_default(0);
    alea_offer offer;
    alea_answer answer;
    assert_true(alea_offer_of_match(m, &offer));
    assert_int_equal(alea_answer_offer(engine, &offer, &settings, &answer, NULL),
                     ALEA_OK);
    return answer;
}

/* A bears its last checker off with any roll; B has all fifteen left. */
static void test_answers(void **state)
{
    (void)state;
    static const int won[] = {1, 1, 0}, lost[] = {6, 5, 8, 10, 0};
    static const int even[] = {6, 1, 5, 1, 0}, race[] = {6, 1, 5, 1, 0};
    alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    rules.jacoby = false;
    rules.beavers = 2;
    alea_event resign = event_of(ALEA_EVENT_RESIGN, ALEA_B);
    for (int level = 1; level <= 3; level++) {
        alea_match m = set_up(&rules, won, lost, ALEA_A);
        resign.win_class = (uint8_t)level;
        assert_int_equal(apply(&m, &resign), ALEA_ACCEPTED);
        assert_int_equal(answer_to(&m).best, level < 2 ? ALEA_EVENT_REJECT_RESIGN
                                                       : ALEA_EVENT_ACCEPT_RESIGN);
        alea_event accept = event_of(ALEA_EVENT_ACCEPT_RESIGN, ALEA_A);
        alea_judgement j;
        const alea_search_settings settings = alea_search_settings_default(0);
        assert_int_equal(alea_judge_decision(engine, &m, &accept, &settings, &j, NULL),
                         ALEA_OK);
        assert_true(fabsf(j.loss - (level < 2 ? 1.0F : 0.0F)) < 1e-4F);
    }
    alea_match m = set_up(&rules, won, lost, ALEA_A);
    const alea_search_settings settings = alea_search_settings_default(0);
    alea_decision d = alea_decision_of_match(&m);
    int level;
    assert_int_equal(
        alea_resignation_to_offer(engine, &d, true, &settings, &level, NULL), ALEA_OK);
    assert_int_equal(level, 2);
    assert_int_equal(
        alea_resignation_to_offer(engine, &d, false, &settings, &level, NULL), ALEA_OK);
    assert_int_equal(level, 0);

    /* Two checkers each, doubled by the side on roll: the answers, then the beaver that
     * must not be dropped, in units of the first cube. */
    m = set_up(&rules, even, race, ALEA_A);
    alea_event event = event_of(ALEA_EVENT_DOUBLE, ALEA_A);
    assert_int_equal(apply(&m, &event), ALEA_ACCEPTED);
    alea_answer first = answer_to(&m);
    assert_true(fabsf(first.refused + 1) < 1e-6F);
    assert_true(fabsf(first.redoubled - 2 * first.accepted) < 1e-4F);
    event = event_of(ALEA_EVENT_BEAVER, ALEA_B);
    assert_int_equal(apply(&m, &event), ALEA_ACCEPTED);
    alea_answer second = answer_to(&m);
    assert_true(fabsf(second.accepted + first.redoubled) < 1e-3F);
    assert_true(fabsf(second.refused + 2) < 1e-6F);
    assert_int_equal(second.best, second.accepted > 0    ? ALEA_EVENT_RACCOON
                                  : second.accepted > -2 ? ALEA_EVENT_TAKE
                                                         : ALEA_EVENT_DROP);
}

static void test_rollout_verdict(void **state)
{
    (void)state;
    static const int even[] = {6, 1, 5, 1, 0}, race[] = {6, 1, 5, 1, 0};
    alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    alea_match m = set_up(&rules, even, race, ALEA_A);
    alea_decision d = alea_decision_of_match(&m);
    alea_rollout_settings settings = alea_rollout_settings_default();
    alea_rollout *r = malloc(sizeof *r);
    alea_rollout_ruling ruling;
    assert_int_equal(alea_rollout_cube(r, engine, &d, &settings, NULL), ALEA_OK);
    assert_false(alea_rollout_verdict(r, NULL, &ruling));
    assert_int_equal(alea_rollout_run(engine, r, 0, 144, NULL, NULL), ALEA_OK);
    assert_true(alea_rollout_verdict(r, alea_engine_met(engine), &ruling));
    assert_true(ruling.is_cube);
    assert_int_equal(ruling.best + ruling.second, 1);
    assert_true(ruling.margin >= 0);
    const alea_search_settings look = alea_search_settings_default(2);
    alea_cube_result exact;
    assert_int_equal(alea_search_cube(engine, &d, &look, &exact, NULL), ALEA_OK);
    assert_int_equal(ruling.cube.action, exact.verdict.action);
    free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_loss),
        cmocka_unit_test(test_no_memory_is_told),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_rollout_verdict),
    };
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
