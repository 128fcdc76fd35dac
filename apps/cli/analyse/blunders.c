#include "blunders.h"

static bool judge_again(alea_engine *engine, const alea_record *record,
                        const alea_analysis_settings *how, alea_judgement *j)
{
    alea_match state;
    alea_judgement again;
    alea_search_settings settings = alea_search_settings_default(how->plies);
    settings.full = how->candidates;
    settings.rolled = ALEA_ROLLED_LONG;
    if (alea_record_state(record, j->entry, &state) != ALEA_OK ||
        alea_judge_decision(engine, &state, &record->entry[j->entry].event, &settings,
                            &again, NULL) != ALEA_OK)
        return false;
    again.entry = j->entry;
    again.game = j->game;
    again.turn = j->turn;
    again.counted = j->counted;
    again.unforced = j->unforced;
    again.mark = alea_mark_of_loss(again.loss, how->threshold);
    again.market_known = j->market_known;
    again.market_lost = j->market_lost;
    *j = again;
    return true;
}

int blunders_roll_out(alea_engine *engine, const alea_record *record,
                      alea_analysis *analysis,
                      bool (*progress)(void *context, int done, int all), void *context)
{
    int all = 0, done = 0, judged = 0;
    for (size_t i = 0; i < analysis->judgements; i++)
        all += analysis->judgement[i].mark == ALEA_MARK_BLUNDER;
    for (size_t i = 0; i < analysis->judgements; i++) {
        alea_judgement *j = &analysis->judgement[i];
        if (j->mark != ALEA_MARK_BLUNDER) continue;
        if (progress && !progress(context, done, all)) break;
        judged += judge_again(engine, record, &analysis->settings, j);
        done++;
    }
    /* Reports name the level of what was rolled out by it. */
    if (judged > 0) analysis->settings.rolled = ALEA_ROLLED_LONG;
    return judged;
}
