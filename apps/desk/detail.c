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

static void add_cube(json_t *list, bool takes, double none, double take, double drop)
{
    if (takes) {
        add_choice(list, take <= drop ? "take" : "drop", take <= drop ? -take : -drop);
        add_choice(list, take <= drop ? "drop" : "take", take <= drop ? -drop : -take);
        return;
    }
    const double twice = take < drop ? take : drop;
    add_choice(list, none >= twice ? "no double" : "double",
               none >= twice ? none : twice);
    add_choice(list, none >= twice ? "double" : "no double",
               none >= twice ? twice : none);
}

char *detail_of_judgement(const report *r, const alea_judgement *j)
{
    char best[REPORT_WORDS_SIZE], made[REPORT_WORDS_SIZE], why[ALEA_EXPLAIN_SIZE];
    json_t *choices = json_array();
    report_best(j, best);
    report_made(j, made);
    report_why(r, j, why);
    if (j->kind == ALEA_JUDGED_PLAY) {
        char text[ALEA_PLAY_TEXT_SIZE];
        bool listed = false;
        for (int i = 0; i < j->candidates; i++) {
            report_play(j, &j->candidate[i].play, text);
            add_choice(choices, text, (double)j->candidate[i].equity);
            listed = listed || strcmp(text, made) == 0;
        }
        if (!listed) add_choice(choices, made, (double)j->made);
    } else {
        add_choice(choices, best, (double)j->best);
        add_choice(choices, made, (double)j->made);
    }
    return finish(choices, best, made, why);
}

static bool write_play(const alea_match *state, const alea_filed *f,
                       const alea_filed_candidate *c, char out[ALEA_PLAY_TEXT_SIZE])
{
    alea_play play;
    const alea_board board = alea_match_board(state, f->by);
    if (alea_play_judge(&board, state->roll, &state->rules.play, c->move, c->moves,
                        &play, NULL) != ALEA_PLAY_LEGAL)
        return false;
    alea_play_write(&board, &play, out);
    return true;
}

char *detail_of_filed(const alea_record *record, const alea_filed *f,
                      const alea_match *state)
{
    const alea_event_type type = record->entry[f->entry].event.type;
    json_t *choices = json_array();
    char best[ALEA_PLAY_TEXT_SIZE] = "", made[ALEA_PLAY_TEXT_SIZE] = "";
    if (f->kind == ALEA_FILED_CUBE) {
        const bool takes = type == ALEA_EVENT_TAKE || type == ALEA_EVENT_DROP;
        add_cube(choices, takes, (double)f->no_double, (double)f->double_take,
                 (double)f->double_drop);
        snprintf(made, sizeof made, "%s",
                 type == ALEA_EVENT_ROLL     ? "no double"
                 : type == ALEA_EVENT_DOUBLE ? "double"
                                             : alea_event_name(type));
    }
    for (int i = 0; f->kind == ALEA_FILED_PLAY && i < f->candidates; i++) {
        const alea_filed_candidate *c = &record->filed_candidate[f->first + (size_t)i];
        char text[ALEA_PLAY_TEXT_SIZE];
        if (!write_play(state, f, c, text)) continue;
        if (json_array_size(choices) < 5 || i == f->made)
            add_choice(choices, text, (double)c->equity);
        if (i == f->made) memcpy(made, text, sizeof made);
    }
    const char *first =
        json_string_value(json_array_get(json_array_get(choices, 0), 0));
    if (!first || !*made) {
        json_decref(choices);
        return NULL;
    }
    snprintf(best, sizeof best, "%s", first);
    return finish(choices, best, made, "");
}
