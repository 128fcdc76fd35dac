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
