/* The parts of an answer that a decision's rules make approximate. */
#include <alea/search.h>

#include "engine.h"
#include "engine/evaluate/endings.h"
#include "engine/evaluate/evaluator.h"
#include "engine/evaluate/small_race.h"

static bool far_outside(const alea_board *board, bool mine)
{
    int outside = 0;
    for (int p = 7; p <= ALEA_BAR; p++) {
        const int here = mine ? board->point[p] : -board->point[ALEA_BAR - p];
        if (here > 0) outside += here;
    }
    return outside > SMALL_CHECKERS;
}

static const char *of_hypergammon(const alea_evaluator *evaluator,
                                  const alea_decision *d, bool standard_plays)
{
    if (alea_board_checkers(&d->board, true) > 3 ||
        alea_board_checkers(&d->board, false) > 3)
        return "more than three checkers per side: judged by the net of backgammon";
    if (!evaluator->hypergammon)
        return alea_board_phase(&d->board) == ALEA_PHASE_CONTACT
                   ? "hypergammon without its table: contact by a small net"
                   : "hypergammon without its table: each side's rolls as if it played "
                     "for the fewest";
    if (!standard_plays || !endings_are_usual(&d->endings))
        return "the hypergammon table is for the standard plays and gammons";
    if (!d->cube.in_use) return NULL;
    if (d->cube.match_length > 0)
        return "chances of best play for money; the cube of a match is estimated";
    if (d->cube.cube_limit_log2 != ALEA_UNLIMITED)
        return "chances of best play without a cube; a limited cube is estimated";
    return d->cube.beavers ? "equities of play without beavers" : NULL;
}

static const char *of_plays(const alea_decision *d, alea_phase phase)
{
    if (phase == ALEA_PHASE_CONTACT)
        return "the net was trained with the standard dice and bear-off";
    if (alea_board_checkers(&d->board, true) > SMALL_CHECKERS ||
        alea_board_checkers(&d->board, false) > SMALL_CHECKERS)
        return "races of more than four checkers by the standard dice and bear-off";
    return "each side's rolls as if it played for the fewest";
}

static const char *of_endings(const alea_decision *d, alea_phase phase)
{
    const alea_endings *e = &d->endings;
    if (e->gammon_def == ALEA_GAMMON_NEVER &&
        e->backgammon_def == ALEA_BACKGAMMON_NEVER)
        return phase == ALEA_PHASE_CONTACT
                   ? "the net was trained for games with gammons"
                   : NULL;
    if (phase == ALEA_PHASE_CONTACT)
        return "gammons by the rule set are estimated from the standard ones";
    if (far_outside(&d->board, true) || far_outside(&d->board, false))
        return "rolls home of more than four checkers by their pips";
    return "each side's rolls as if it played for the fewest";
}

const char *alea_decision_approximate(const alea_engine *engine,
                                      const alea_decision *decision)
{
    const alea_play_rules *r = &decision->rules;
    const alea_phase phase = alea_board_phase(&decision->board);
    const bool standard_plays = r->dice_usage == ALEA_DICE_MAX_THEN_HIGHER &&
                                r->bearoff_high == ALEA_BEAROFF_HIGHEST &&
                                r->double_moves == 4;
    if (phase == ALEA_PHASE_OVER) return NULL;
    if (decision->endings.setup == ALEA_SETUP_HYPERGAMMON)
        return of_hypergammon(engine->evaluator, decision, standard_plays);
    if (!standard_plays) return of_plays(decision, phase);
    return endings_are_usual(&decision->endings) ? NULL : of_endings(decision, phase);
}
