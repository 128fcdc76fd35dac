/* Echo: the form of a player, from the plays of a record, and a level that fits it. */
#include <alea/judge.h>
#include <alea/levels.h>

enum { LAST_DECISIONS = 200, USUAL_DECISIONS = 30 };

/* Assumed of a player whose plays are not known yet. */
static const double usual_pr = 15;

/* Measured: the PR of a level without style and with this error (docs/search.md). */
static const struct {
    double noise, pr;
} ladder[] = {{0, 1.0},    {0.015, 1.7}, {0.03, 3.4},  {0.045, 5.3},
              {0.07, 9.2}, {0.1, 14.8},  {0.14, 23.5}, {0.2, 32.4}};

alea_status alea_form_add(alea_engine *engine, const alea_record *record,
                          alea_player player, alea_form *form)
{
    const alea_search_settings settings = alea_search_settings_default(0);
    alea_judgement judgement;
    alea_match state;
    int counted = 0;
    for (size_t i = record->entries; i > 0 && counted < LAST_DECISIONS; i--) {
        const alea_event *event = &record->entry[i - 1].event;
        if (event->by != player ||
            (event->type != ALEA_EVENT_PLAY && event->type != ALEA_EVENT_DOUBLE &&
             event->type != ALEA_EVENT_TAKE && event->type != ALEA_EVENT_DROP))
            continue;
        const alea_status status = alea_record_state(record, i - 1, &state);
        if (status != ALEA_OK) return status;
        if (alea_judge_decision(engine, &state, event, &settings, &judgement, NULL) !=
                ALEA_OK ||
            !alea_judgement_counts(&judgement))
            continue;
        counted++;
        form->decisions++;
        form->loss += (double)judgement.loss;
    }
    return ALEA_OK;
}

double alea_form_pr(const alea_form *form)
{
    return (500 * form->loss + usual_pr * USUAL_DECISIONS) /
           (form->decisions + USUAL_DECISIONS);
}

alea_level_info alea_level_echo(const alea_form *form)
{
    enum { STEPS = sizeof ladder / sizeof *ladder };
    alea_level_info level = *alea_level_get(ALEA_LEVEL_ECHO);
    const double pr = alea_form_pr(form);
    int above = 1;
    while (above + 1 < STEPS && ladder[above].pr < pr) above++;
    const double share =
        (pr - ladder[above - 1].pr) / (ladder[above].pr - ladder[above - 1].pr);
    const double clamped = share < 0 ? 0 : share > 1 ? 1 : share;
    level.noise = (float)(ladder[above - 1].noise +
                          clamped * (ladder[above].noise - ladder[above - 1].noise));
    level.pr = (float)pr;
    return level;
}
