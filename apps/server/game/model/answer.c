#include "answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void answer_refuse(game_answer *a, const char *code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    snprintf(a->code, sizeof a->code, "%s", code);
    vsnprintf(a->text, sizeof a->text, format, list);
    va_end(list);
    a->ok = false;
}

/* The rules option that causes a refusal; NULL = no single one. */
static const char *option_behind(alea_refusal refusal)
{
    switch (refusal) {
    case ALEA_REFUSED_CUBE_OFF: return "cube";
    case ALEA_REFUSED_CUBE_LIMIT: return "cube_limit";
    case ALEA_REFUSED_CUBE_DEAD: return "dead_cube";
    case ALEA_REFUSED_CRAWFORD_GAME: return "crawford";
    case ALEA_REFUSED_BEAVER_NOT_ALLOWED: return "beavers";
    case ALEA_REFUSED_RESIGN_OFF: return "resign";
    case ALEA_REFUSED_ALREADY_ROLLED: return "cube_window";
    case ALEA_REFUSED_ILLEGAL_PLAY: return "illegal_play";
    case ALEA_ACCEPTED:
    case ALEA_REFUSED_WRONG_PHASE:
    case ALEA_REFUSED_NOT_YOUR_TURN:
    case ALEA_REFUSED_BAD_DICE:
    case ALEA_REFUSED_CUBE_NOT_AVAILABLE:
    case ALEA_REFUSED_NOTHING_OFFERED:
    case ALEA_REFUSED_BAD_CLASS:
    case ALEA_REFUSED_BAD_POSITION:
    case ALEA_REFUSED_BAD_EVENT: break;
    }
    return NULL;
}

static const char *note_behind(const alea_rules *rules, alea_refusal refusal)
{
    const char *option = option_behind(refusal);
    const alea_rule_note *note;
    for (int i = 0; option && (note = alea_preset_note(rules->preset, i)); i++)
        if (note->option && strcmp(note->option, option) == 0)
            return note->source ? note->source : note->text;
    return NULL;
}

void answer_refusal(game_answer *a, const game *g, alea_refusal refusal,
                    alea_play_error play_error)
{
    const alea_rules *rules = &g->record.rules;
    const char *text = alea_refusal_text(refusal);
    a->note = note_behind(rules, refusal);
    if (refusal == ALEA_REFUSED_WRONG_PHASE)
        text = alea_match_waits_for(&g->record.now);
    if (refusal == ALEA_REFUSED_ILLEGAL_PLAY && play_error != ALEA_PLAY_LEGAL) {
        text = alea_play_error_text(play_error);
        a->note = alea_rules_cite_play(rules->preset, play_error);
    }
    answer_refuse(a, alea_refusal_code(refusal), "%s", text);
}
