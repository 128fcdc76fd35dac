#include "obtain.h"

#include "signals/stop.h"

#include <stdio.h>

typedef struct watch {
    int last;
    bool percent;
} watch;

static bool show_progress(void *context, size_t done, size_t all)
{
    watch *w = context;
    int percent = (int)(100 * done / all);
    if (w->percent && percent != w->last) {
        fprintf(stderr, "\r%3d %%", percent);
        w->last = percent;
    }
    return !stop_requested();
}

alea_analysis *analysis_obtain(analysis_source *from,
                               const alea_analysis_settings *settings,
                               alea_status *status, alea_error *error)
{
    char kept[STORE_PATH];
    alea_analysis *analysis = NULL;
    const bool has_place =
        analysis_store_path(from->store, from->record, settings, from->engine, kept);
    *status = ALEA_OK;
    if (has_place && (analysis = analysis_store_get(kept, from->record))) {
        from->from_store = true;
        return analysis;
    }
    alea_analysis_settings watched_settings = *settings;
    watch watched = {-1, from->percent};
    watched_settings.progress = show_progress;
    watched_settings.context = &watched;
    *status =
        alea_analyse(from->engine, from->record, &watched_settings, &analysis, error);
    if (watched.last >= 0) fputs("\r     \r", stderr);
    if (has_place && *status == ALEA_OK) analysis_store_put(kept, analysis);
    return analysis;
}

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
