#include "documents.h"

#include "report/shared.h"

#include <alea/rollout.h>

#include <stdlib.h>

static bool draw(const report *r, bool quiz, char **pdf, size_t *size)
{
    const report_choice choice = {.by_loss = quiz};
    report chosen = *r;
    paper_size paper;
    bool good = false;
    if (report_list(&chosen, &choice) > 0 && chosen.listed_count > 0 &&
        paper_find("a4", &paper)) {
        canvas *c = canvas_open((canvas_style){.colour = true});
        if (c) {
            (quiz ? quiz_draw : match_draw)(c, &chosen, paper);
            good = canvas_close(c, "Backgammon match", pdf, size);
        }
    }
    free(chosen.listed);
    return good;
}

bool judged_draw(alea_engine *engine, const alea_record *record, int level, bool quiz,
                 char **pdf, size_t *size)
{
    alea_analysis *analysis = NULL;
    alea_analysis_settings settings = alea_analysis_settings_default();
    settings.plies = alea_effort_get((alea_effort)level)->plies;
    settings.rolled = alea_effort_get((alea_effort)level)->rolled;
    bool good = false;
    if (alea_analyse(engine, record, &settings, &analysis, NULL) == ALEA_OK) {
        report r;
        report_begin(&r, analysis, record, engine, NULL);
        good = draw(&r, quiz, pdf, size);
    }
    alea_analysis_free(analysis);
    return good;
}
