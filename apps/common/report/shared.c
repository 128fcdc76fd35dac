/* Facts that every form of the report shares. */
#include "shared.h"

#include <string.h>

void report_play(const alea_judgement *j, const alea_play *play,
                 char out[ALEA_PLAY_TEXT_SIZE])
{
    if (play->count == 0)
        snprintf(out, ALEA_PLAY_TEXT_SIZE, "(no play)");
    else
        alea_play_write(&j->decision.board, play, out);
}

void report_made(const alea_judgement *j, char out[REPORT_WORDS_SIZE])
{
    char play[ALEA_PLAY_TEXT_SIZE];
    const char *words = alea_event_name(j->made_event);
    if (j->kind == ALEA_JUDGED_PLAY) {
        report_play(j, &j->made_candidate.play, play);
        words = play;
    } else if (j->made_event == ALEA_EVENT_ROLL) {
        words = "no double";
    }
    snprintf(out, REPORT_WORDS_SIZE, "%s", words);
}

void report_best(const alea_judgement *j, char out[REPORT_WORDS_SIZE])
{
    char play[ALEA_PLAY_TEXT_SIZE];
    const alea_cube_verdict *v = &j->cube.verdict;
    const char *words = "no double";
    if (j->kind == ALEA_JUDGED_PLAY) {
        report_play(j, &j->candidate[0].play, play);
        words = play;
    } else if (j->kind == ALEA_JUDGED_TAKE) {
        words = v->beaver ? "beaver" : v->take ? "take" : "drop";
    } else if (v->action == ALEA_CUBE_DOUBLE_TAKE ||
               v->action == ALEA_CUBE_DOUBLE_DROP) {
        words = v->redouble ? "redouble" : "double";
    } else if (v->action == ALEA_CUBE_TOO_GOOD) {
        words = "no double (too good)";
    }
    snprintf(out, REPORT_WORDS_SIZE, "%s", words);
}

void report_why(const report *r, const alea_judgement *j, char out[ALEA_EXPLAIN_SIZE])
{
    out[0] = '\0';
    if (j->mark == ALEA_MARK_NONE) return;
    if (j->kind == ALEA_JUDGED_PLAY) {
        char best[ALEA_PLAY_TEXT_SIZE], made[ALEA_PLAY_TEXT_SIZE];
        const alea_candidate *b = &j->candidate[0], *m = &j->made_candidate;
        report_play(j, &b->play, best);
        report_play(j, &m->play, made);
        alea_explain_side sides[2] = {{best, b->play.board, b->probs, b->equity},
                                      {made, m->play.board, m->probs, m->equity}};
        alea_explain_play(&j->decision.board, &sides[0], &sides[1], out);
        return;
    }
    alea_cube_points points;
    alea_cube_points_of(&j->decision.cube, r->met, &j->probs, &points);
    alea_explain_cube(&j->cube.verdict, &points, &j->probs, j->kind == ALEA_JUDGED_TAKE,
                      out);
}

bool report_position(const report *r, const alea_judgement *j, alea_position *position)
{
    alea_match state;
    if (alea_record_state(r->record, j->entry, &state) != ALEA_OK) return false;
    alea_position_of_match(&state, position);
    return true;
}
