#include "detail.h"

#include <math.h>
#include <string.h>

static void add_choice(json_t *list, const char *text, double equity)
{
    if (json_array_size(list) < 6 && isfinite(equity))
        json_array_append_new(list, json_pack("[s,f]", text, equity));
}

static char *finish(json_t *choices, const char *best, const char *made,
                    const char *why)
{
    json_t *o = json_pack("{s:s,s:s,s:o,s:s}", "best", best, "made", made, "choices",
                          choices, "why", why);
    char *text = o ? json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    json_decref(o);
    return text;
}

/* Errors below this have no detail. */
static const float least_loss = 0.02F;

bool detail_is_kept(const alea_record *record, const alea_judgement *j)
{
    return j->loss >= least_loss || j->entry == record->entries;
}

static void add_plays(json_t *choices, const alea_judgement *j, const char *made)
{
    char text[ALEA_PLAY_TEXT_SIZE];
    bool listed = false;
    for (int i = 0; i < j->candidates; i++) {
        report_play(j, &j->candidate[i].play, text);
        add_choice(choices, text, (double)j->candidate[i].equity);
        listed = listed || strcmp(text, made) == 0;
    }
    if (!listed) add_choice(choices, made, (double)j->made);
}

/* A cube decision that was not made: the best answer and the other one. */
static void add_answers(json_t *choices, const alea_judgement *j, const char *best)
{
    char text[REPORT_WORDS_SIZE];
    alea_judgement other = *j;
    const bool takes = j->kind == ALEA_JUDGED_TAKE;
    const bool first =
        j->best_event == ALEA_EVENT_ROLL || j->best_event == ALEA_EVENT_DROP;
    other.made_event = takes ? (first ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP)
                             : (first ? ALEA_EVENT_DOUBLE : ALEA_EVENT_ROLL);
    const alea_cube_cost cost = alea_cube_cost_of(&j->cube.verdict, other.made_event);
    report_made(&other, text);
    add_choice(choices, best, (double)j->best);
    add_choice(choices, text, (double)cost.made);
}

char *detail_of_judgement(const report *r, const alea_judgement *j)
{
    char best[REPORT_WORDS_SIZE], made[REPORT_WORDS_SIZE], why[ALEA_EXPLAIN_SIZE];
    const bool open = j->entry == r->record->entries;
    json_t *choices = json_array();
    report_best(j, best);
    report_made(j, made);
    report_why(r, j, why);
    if (j->kind == ALEA_JUDGED_PLAY) {
        add_plays(choices, j, made);
    } else if (open) {
        add_answers(choices, j, best);
    } else {
        add_choice(choices, best, (double)j->best);
        add_choice(choices, made, (double)j->made);
    }
    return finish(choices, best, open ? "" : made, why);
}
