#include <alea/answers.h>
#include <alea/judge.h>
#include <alea/rollout.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "playing_on.h"

static alea_status fail(alea_error *error, alea_status status, const char *reason)
{
    alea_error_set(error, 0, 0, "%s", reason);
    return status;
}

/* Loss, and the match-winning chance behind it. Chances are linear in equity, so an
 * answer, judged with the doubler's cube, loses the same chance. */
static void set_loss(const alea_engine *engine, alea_judgement *j, float best,
                     float made)
{
    const alea_met *met = alea_engine_met(engine);
    j->best = best;
    j->made = made;
    j->loss = best > made ? best - made : 0;
    if (j->decision.cube.match_length > 0)
        j->chance_loss =
            fabsf(alea_cube_chance_of_equity(&j->decision.cube, met, best) -
                  alea_cube_chance_of_equity(&j->decision.cube, met, best - j->loss));
}

/* ---- plays ---- */

static int find_board(const alea_candidate *list, int count, const alea_board *board)
{
    for (int i = 0; i < count; i++)
        if (alea_board_equal(&list[i].play.board, board)) return i;
    return -1;
}

/* The worst of the plays searched to the full depth, and of the others if they are so
 * far behind that the shallower look cannot be the reason. */
static float worst_equity(const alea_candidate *found, int count)
{
    const float shallow = 0.05F;
    float worst = found[0].equity;
    for (int i = 1; i < count; i++) {
        const bool sure = found[i].plies == found[0].plies ||
                          found[i].equity < found[0].equity - shallow;
        if (sure && found[i].equity < worst) worst = found[i].equity;
    }
    return worst;
}

static alea_status judge_play(alea_engine *engine, const alea_match *state,
                              const alea_event *event,
                              const alea_search_settings *settings, alea_judgement *j,
                              alea_error *error)
{
    alea_match after = *state;
    if (alea_match_apply(&after, event, NULL) != ALEA_ACCEPTED)
        return fail(error, ALEA_ERROR_REFUSED, "the rules refuse this play");
    /* Even a play that ends the game leaves its board. */
    const alea_board made = alea_match_board(&after, event->by);
    alea_candidate *found = malloc(ALEA_MAX_PLAYS * sizeof *found);
    if (!found) return alea_error_no_memory(error);
    alea_search_settings wanted = *settings;
    int count = 0, place = -1;
    wanted.include = &made;
    alea_status status = alea_consider_play(engine, &j->decision, &wanted, found,
                                            ALEA_MAX_PLAYS, &count, error);
    if (status == ALEA_OK) place = find_board(found, count, &made);
    if (status == ALEA_OK && place < 0)
        status =
            fail(error, ALEA_ERROR_UNSUPPORTED, "an illegal play that was let stand");
    if (status == ALEA_OK) {
        j->best_event = ALEA_EVENT_PLAY;
        j->forced = count == 1;
        j->plies = found[0].plies;
        j->probs = found[0].probs;
        j->candidates =
            count < ALEA_JUDGEMENT_CANDIDATES ? count : ALEA_JUDGEMENT_CANDIDATES;
        memcpy(j->candidate, found, (size_t)j->candidates * sizeof *j->candidate);
        j->made_candidate = found[place];
        j->worst = worst_equity(found, count);
        set_loss(engine, j, found[0].equity, found[place].equity);
    }
    free(found);
    return status;
}

/* ---- the cube ---- */

static float least(float a, float b)
{
    return a < b ? a : b;
}

/* The doubler's equity after the best answer. */
static float doubled(const alea_cube_equities *e)
{
    return least(least(e->double_take, e->double_drop), e->double_beaver);
}

static alea_event_type best_answer(const alea_cube_verdict *verdict)
{
    const alea_cube_equities *e = &verdict->equity;
    if (verdict->beaver && e->double_beaver <= e->double_drop) return ALEA_EVENT_BEAVER;
    return e->double_take <= e->double_drop ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP;
}

alea_cube_cost alea_cube_cost_of(const alea_cube_verdict *verdict, alea_event_type made)
{
    const alea_cube_equities *e = &verdict->equity;
    const float turned = doubled(e);
    alea_cube_cost cost;
    if (made == ALEA_EVENT_ROLL || made == ALEA_EVENT_DOUBLE) {
        const bool doubles = verdict->action == ALEA_CUBE_DOUBLE_TAKE ||
                             verdict->action == ALEA_CUBE_DOUBLE_DROP;
        cost.best_event = doubles ? ALEA_EVENT_DOUBLE : ALEA_EVENT_ROLL;
        cost.best = turned > e->no_double ? turned : e->no_double;
        cost.made = made == ALEA_EVENT_DOUBLE ? turned : e->no_double;
    } else {
        cost.best_event = best_answer(verdict);
        cost.best = -turned;
        cost.made = made == ALEA_EVENT_TAKE   ? -e->double_take
                    : made == ALEA_EVENT_DROP ? -e->double_drop
                                              : -e->double_beaver;
    }
    cost.loss = cost.best > cost.made ? cost.best - cost.made : 0;
    return cost;
}

static alea_status judge_cube(alea_engine *engine, const alea_search_settings *settings,
                              alea_judgement *j, alea_error *error)
{
    alea_status status =
        alea_consider_cube(engine, &j->decision, settings, &j->cube, error);
    if (status != ALEA_OK) return status;
    const alea_cube_cost cost = alea_cube_cost_of(&j->cube.verdict, j->made_event);
    j->best_event = cost.best_event;
    j->plies = j->cube.plies;
    j->probs = j->cube.probs;
    set_loss(engine, j, cost.best, cost.made);
    return ALEA_OK;
}

static alea_status judge_double(alea_engine *engine, const alea_match *state,
                                const alea_event *event,
                                const alea_search_settings *settings, alea_judgement *j,
                                alea_error *error)
{
    if (state->phase != ALEA_MATCH_TO_ROLL || state->turn != event->by)
        return fail(error, ALEA_ERROR_UNSUPPORTED,
                    "a double in the other player's turn or after the roll");
    if (!alea_match_may_double(state, event->by))
        return fail(error,
                    event->type == ALEA_EVENT_ROLL ? ALEA_ERROR_UNSUPPORTED
                                                   : ALEA_ERROR_REFUSED,
                    "no double is possible here");
    return judge_cube(engine, settings, j, error);
}

static float equity_of_answer(const alea_answer *answer, alea_event_type type)
{
    switch ((int)type) {
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_ACCEPT_RESIGN: return answer->accepted;
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_REJECT_RESIGN: return answer->refused;
    default: return answer->redoubled;
    }
}

/* An answer that alea_search_cube does not know: to a beaver, to a double out of turn,
 * or to a resignation. */
static alea_status judge_other_answer(alea_engine *engine, const alea_match *state,
                                      const alea_search_settings *settings,
                                      alea_judgement *j, alea_error *error)
{
    alea_offer offer;
    alea_answer answer;
    if (!alea_offer_of_match(state, &offer))
        return fail(error, ALEA_ERROR_REFUSED, "nothing is offered");
    alea_status status = alea_answer_offer(engine, &offer, settings, &answer, error);
    if (status != ALEA_OK) return status;
    j->decision = offer.decision;
    j->best_event = answer.best;
    j->plies = settings->plies;
    const float made = equity_of_answer(&answer, j->made_event);
    set_loss(engine, j, equity_of_answer(&answer, answer.best), made);
    return ALEA_OK;
}

static alea_status judge_answer(alea_engine *engine, const alea_match *state,
                                const alea_event *event,
                                const alea_search_settings *settings, alea_judgement *j,
                                alea_error *error)
{
    if (alea_match_would(state, event) != ALEA_ACCEPTED)
        return fail(error, ALEA_ERROR_REFUSED, "the rules refuse this answer");
    const alea_event beaver = {.type = ALEA_EVENT_BEAVER, .by = event->by};
    if (state->phase != ALEA_MATCH_DOUBLE_OFFERED || event->by == state->turn ||
        state->roll.die[0] != 0)
        return judge_other_answer(engine, state, settings, j, error);
    if (alea_match_would(state, &beaver) != ALEA_ACCEPTED)
        j->decision.cube.beavers = false;
    return judge_cube(engine, settings, j, error);
}

/* ---- resignations ---- */

/* The opponent accepts where that is the better answer. */
static alea_status judge_resign(alea_engine *engine, const alea_match *state,
                                const alea_event *event,
                                const alea_search_settings *settings, alea_judgement *j,
                                alea_error *error)
{
    if (alea_match_would(state, event) != ALEA_ACCEPTED)
        return fail(error, ALEA_ERROR_REFUSED, "no resignation is possible here");
    playing_on on;
    alea_status status = playing_on_search(engine, &j->decision, settings, &on, error);
    if (status != ALEA_OK) return status;
    const bool other = event->by != state->turn;
    alea_cube cube = other ? alea_cube_flip(&j->decision.cube) : j->decision.cube;
    const float plays_on = other ? -on.equity : on.equity;
    const float resigns =
        playing_on_loss(&cube, alea_engine_met(engine), event->win_class);
    j->probs = on.probs;
    j->plies = on.plies;
    set_loss(engine, j, plays_on, resigns < plays_on ? resigns : plays_on);
    j->best_event = j->loss <= ALEA_INDIFFERENT          ? ALEA_EVENT_RESIGN
                    : state->phase == ALEA_MATCH_TO_PLAY ? ALEA_EVENT_PLAY
                                                         : ALEA_EVENT_ROLL;
    return ALEA_OK;
}

/* ---- all ---- */

static bool kind_of(alea_event_type type, alea_judged *kind)
{
    switch ((int)type) {
    case ALEA_EVENT_PLAY: *kind = ALEA_JUDGED_PLAY; return true;
    case ALEA_EVENT_ROLL:
    case ALEA_EVENT_DOUBLE: *kind = ALEA_JUDGED_DOUBLE; return true;
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_BEAVER:
    case ALEA_EVENT_RACCOON: *kind = ALEA_JUDGED_TAKE; return true;
    case ALEA_EVENT_RESIGN:
    case ALEA_EVENT_ACCEPT_RESIGN:
    case ALEA_EVENT_REJECT_RESIGN: *kind = ALEA_JUDGED_RESIGNATION; return true;
    default: return false;
    }
}

alea_status alea_judge_decision(alea_engine *engine, const alea_match *state,
                                const alea_event *event,
                                const alea_search_settings *settings,
                                alea_judgement *out, alea_error *error)
{
    const alea_search_settings usual = alea_search_settings_default(ALEA_DEFAULT_PLIES);
    if (!settings) settings = &usual;
    alea_judgement j;
    alea_status status;
    memset(&j, 0, sizeof j);
    if (error) *error = (alea_error){0};
    if (!kind_of(event->type, &j.kind))
        return fail(error, ALEA_ERROR_UNSUPPORTED, "this event is no decision");
    j.by = event->by;
    j.made_event = event->type;
    j.decision = alea_decision_of_match(state);
    if (j.kind == ALEA_JUDGED_PLAY)
        status = judge_play(engine, state, event, settings, &j, error);
    else if (j.kind == ALEA_JUDGED_DOUBLE)
        status = judge_double(engine, state, event, settings, &j, error);
    else if (event->type == ALEA_EVENT_RESIGN)
        status = judge_resign(engine, state, event, settings, &j, error);
    else
        status = judge_answer(engine, state, event, settings, &j, error);
    if (status == ALEA_OK) memcpy(out, &j, sizeof j);
    return status;
}

/* ---- what counts ---- */

float alea_doubling_costs(const alea_judgement *j)
{
    return alea_cube_cost_of(&j->cube.verdict, ALEA_EVENT_ROLL).made -
           alea_cube_cost_of(&j->cube.verdict, ALEA_EVENT_DOUBLE).made;
}

/* After the Crawford game, where losing at this cube loses the match. */
static bool doubles_free(const alea_cube *cube)
{
    return cube->match_length > 0 && cube->post_crawford &&
           cube->away[1] <= 1 << cube->cube_log2;
}

bool alea_judgement_counts(const alea_judgement *j)
{
    const float same = 0.001F, far = 0.200F;
    if (j->kind == ALEA_JUDGED_PLAY) return !j->forced && j->best > j->worst;
    if (j->made_event != ALEA_EVENT_ROLL) return true;
    if (alea_cube_is_dead(&j->decision.cube)) return false;
    const float costs = alea_doubling_costs(j);
    if (fabsf(costs) <= same) return doubles_free(&j->decision.cube);
    return costs < far;
}

/* ---- words ---- */

alea_mark alea_mark_of_loss(float loss, const float threshold[3])
{
    static const float usual[3] = {0.020F, 0.040F, 0.080F};
    int mark = 0;
    if (!threshold) threshold = usual;
    while (mark < 3 && loss >= threshold[mark]) mark++;
    return (alea_mark)mark;
}

const char *alea_mark_symbol(alea_mark mark)
{
    static const char *const symbols[ALEA_MARKS] = {"", "?!", "?", "??"};
    return (int)mark >= 0 && mark < ALEA_MARKS ? symbols[mark] : NULL;
}

const char *alea_mark_name(alea_mark mark)
{
    static const char *const names[ALEA_MARKS] = {"", "doubtful", "error", "blunder"};
    return (int)mark >= 0 && mark < ALEA_MARKS ? names[mark] : NULL;
}

const char *alea_judged_name(alea_judged kind)
{
    static const char *const names[ALEA_JUDGED_KINDS] = {"play", "double", "take"};
    return (int)kind >= 0 && kind < ALEA_JUDGED_KINDS ? names[kind] : NULL;
}
