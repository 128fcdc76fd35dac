#include "advice.h"

#include <alea/notation.h>

#include <strings.h>

/* Why the first of two plays is better than the second. */
static void explain_best(play_session *s, const alea_board *board,
                         const machine_play best[2])
{
    char text[2][ALEA_PLAY_TEXT_SIZE], why[ALEA_EXPLAIN_SIZE] = "";
    alea_explain_side side[2];
    for (int i = 0; i < 2; i++) {
        alea_play_write(board, &best[i].play, text[i]);
        side[i] = (alea_explain_side){text[i], best[i].play.board, best[i].probs,
                                      best[i].equity};
    }
    alea_explain_play(board, &side[0], &side[1], why);
    if (*why) console_say(s->console, "%s", why);
}

static void hint_plays(play_session *s, machine *opinion)
{
    const alea_match *m = &s->record.now;
    machine_play best[PLAY_CANDIDATES];
    char written[ALEA_PLAY_TEXT_SIZE];
    const alea_board board = alea_match_board(m, m->turn);
    const int count = machine_plays(opinion, m, best, PLAY_CANDIDATES);
    for (int i = 0; i < count; i++) {
        alea_play_write(&board, &best[i].play, written);
        console_say(s->console, "%d. %s  equity %+.3f", i + 1, written,
                    (double)best[i].equity);
        s->list->play[i] = best[i].play;
    }
    if (count > 1) explain_best(s, &board, best);
    s->list->count = count;
    s->candidate = s->list->play;
    s->candidates = count;
}

static void hint_double(play_session *s, machine *opinion)
{
    machine_cube cube = {0};
    if (!machine_judges_cube(opinion, &s->record.now, &cube)) {
        play_say_text(s, "The machine has no opinion on this.");
        return;
    }
    console_say(s->console, "%s.", cube.verdict);
    console_say(s->console, "%s: no double %.3f, double and take %.3f, drop %.3f.",
                cube.chances ? "Chances to win the match" : "Equities",
                (double)cube.no_double, (double)cube.double_take,
                (double)cube.double_drop);
    if (*cube.why) console_say(s->console, "%s", cube.why);
}

void play_hint(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    machine *opinion = play_opinion(s);
    if (!opinion) return;
    s->hinted[by] = m->phase != ALEA_MATCH_RESIGN_OFFERED;
    switch (m->phase) {
    case ALEA_MATCH_TO_PLAY: hint_plays(s, opinion); return;
    case ALEA_MATCH_TO_ROLL:
        if (alea_match_may_double(m, by))
            hint_double(s, opinion);
        else
            play_say_text(s, "You cannot double now: roll.");
        return;
    case ALEA_MATCH_DOUBLE_OFFERED:
    case ALEA_MATCH_BEAVER_OFFERED:
        console_say(s->console, "The machine would answer: %s.",
                    alea_event_name(machine_answers(
                        opinion, m, alea_level_get(ALEA_LEVEL_EXPERT))));
        return;
    case ALEA_MATCH_RESIGN_OFFERED:
        console_say(s->console, "The machine would %s.",
                    machine_accepts(opinion, m) ? "accept" : "reject");
        return;
    case ALEA_MATCH_OPENING:
    case ALEA_MATCH_GAME_OVER:
    case ALEA_MATCH_MATCH_OVER: break;
    }
    play_say_text(s, "There is nothing to decide now.");
}

void play_evaluate(play_session *s)
{
    const alea_match *m = &s->record.now;
    machine *opinion = play_opinion(s);
    alea_probs p;
    float equity;
    if (!opinion) return;
    if (!machine_evaluates(opinion, m, &p, &equity)) {
        play_say_text(s, "There is nothing to evaluate now.");
        return;
    }
    const char *name = s->name[m->turn];
    console_say(s->console,
                "%s%s: wins %.1f%% (gammon %.1f%%, backgammon %.1f%%), loses %.1f%% "
                "(gammon %.1f%%, backgammon %.1f%%), equity %+.3f.",
                strcasecmp(name, "you") == 0 ? "You" : name,
                m->roll.die[0] ? ", after the best play" : ", before the roll",
                100 * (double)p.win, 100 * (double)p.win_gammon,
                100 * (double)p.win_backgammon, 100 - 100 * (double)p.win,
                100 * (double)p.lose_gammon, 100 * (double)p.lose_backgammon,
                (double)equity);
}
