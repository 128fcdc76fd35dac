#include "prepare.h"

#include "base/text.h"
#include "engine.h"
#include "engine/evaluate/endings.h"
#include "engine/evaluate/evaluator.h"

alea_status search_check(const alea_decision *decision,
                         const alea_search_settings *settings, const alea_met *met,
                         alea_error *error)
{
    alea_status status = alea_board_check(&decision->board, ALEA_CHECKERS, error);
    if (status != ALEA_OK) return status;
    status = alea_cube_check(&decision->cube, met, error);
    if (status != ALEA_OK) return status;
    const char *reason = NULL;
    if (alea_board_phase(&decision->board) == ALEA_PHASE_OVER)
        reason = "the game is over";
    if (settings->plies < 0 || settings->plies > ALEA_MAX_PLIES)
        reason = "plies must be 0 to 4";
    if (settings->replies < 0 || settings->replies > 16)
        reason = "replies must be 0 to 16";
    if (settings->time_ms < 0) reason = "the time limit must not be negative";
    for (int i = 0; i < ALEA_MAX_PLIES; i++)
        if (settings->filter[i].most < 1) reason = "a filter lets 1 or more through";
    if (!reason) return ALEA_OK;
    alea_error_set(error, 0, 0, "%s", reason);
    return ALEA_ERROR_ARGUMENT;
}

void search_stop_start(expectimax_stop *stop, const alea_search_settings *settings)
{
    atomic_init(&stop->stopped, false);
    stop->cancelled = settings->cancelled;
    stop->context = settings->context;
    stop->deadline_ns =
        settings->time_ms > 0 ? expectimax_now_ns() + settings->time_ms * 1000000 : 0;
}

void search_frame_build(cube_frame *frame, const alea_decision *decision,
                        const alea_engine *engine)
{
    const bool hypergammon = engine->evaluator->hypergammon != NULL;
    cube_frame_build(frame, &decision->cube, &engine->met);
    /* The tables assume the standard way to bear off and games without gammons. */
    const bool usual = decision->rules.double_moves == 4 &&
                       decision->rules.bearoff_high == ALEA_BEAROFF_HIGHEST &&
                       decision->endings.setup != ALEA_SETUP_HYPERGAMMON;
    frame->tables = frame->endless && usual;
    frame->money_tables = !frame->endless && usual;
    const alea_play_rules standard = alea_play_rules_standard();
    frame->hypergammon = frame->endless && hypergammon &&
                         decision->rules.double_moves == standard.double_moves &&
                         decision->rules.bearoff_high == standard.bearoff_high &&
                         decision->rules.dice_usage == standard.dice_usage &&
                         decision->endings.setup == ALEA_SETUP_HYPERGAMMON &&
                         endings_are_usual(&decision->endings);
}
