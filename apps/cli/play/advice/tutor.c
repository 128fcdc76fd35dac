#include "advice.h"

#include <math.h>
#include <stdio.h>

/* Why a play is worse than the best one, without naming that one: the first difference
 * that a player can see on the board, else in the chances. */
static void say_reason(play_session *s, const machine_cost *cost)
{
    alea_play_facts best, made;
    alea_play_facts_of(&cost->best.play.board, &best);
    alea_play_facts_of(&cost->made.play.board, &made);
    const int wins = (int)lroundf(100 * cost->made.probs.win),
              other_wins = (int)lroundf(100 * cost->best.probs.win);
    if (made.off < best.off)
        play_say_text(s, "Another play bears off more.");
    else if (best.on_bar > made.on_bar)
        play_say_text(s, "Another play hits.");
    else if (made.shots >= best.shots + 4)
        console_say(s->console, "%d of 36 rolls hit you; another play leaves %d.",
                    made.shots, best.shots);
    else if (best.home_points > made.home_points)
        play_say_text(s, "Another play makes one more point in your home board.");
    else if (best.prime > made.prime && best.prime >= 4)
        console_say(s->console, "Another play blocks %d points in a row; this one %d.",
                    best.prime, made.prime);
    else if (best.leaves >= made.leaves + 4)
        console_say(s->console,
                    "With another play %d of 36 rolls next turn bring a rear "
                    "checker out, with this one %d.",
                    best.leaves, made.leaves);
    else if (best.builds >= made.builds + 4)
        console_say(s->console,
                    "With another play %d of 36 rolls next turn make a new point, "
                    "with this one %d.",
                    best.builds, made.builds);
    else if (other_wins > wins)
        console_say(s->console, "It wins %d games of 100, another play %d.", wins,
                    other_wins);
    else
        play_say_text(s, "Another play wins more gammons, or loses fewer.");
}

static const char *mark_word(alea_mark mark)
{
    static const char *const words[ALEA_MARKS] = {"", " (doubtful)", " (an error)",
                                                  " (a blunder)"};
    return words[mark];
}

static const char *deed(const alea_event *event)
{
    switch ((int)event->type) {
    case ALEA_EVENT_DOUBLE: return "Doubling";
    case ALEA_EVENT_ROLL: return "Rolling without a double";
    case ALEA_EVENT_TAKE: return "Taking";
    case ALEA_EVENT_DROP: return "Dropping";
    case ALEA_EVENT_BEAVER: return "The beaver";
    case ALEA_EVENT_RACCOON: return "The raccoon";
    default: return "This play";
    }
}

bool play_tutor_lets(play_session *s, const alea_event *event, play_end *end)
{
    machine_cost cost;
    play_input input;
    *end = PLAY_GOES_ON;
    if (s->tutor <= 0 || !s->person[event->by]) return true;
    machine *opinion = play_opinion(s);
    if (!opinion || !machine_costs(opinion, &s->record.now, event, &cost) ||
        cost.loss < s->tutor)
        return true;
    console_say(s->console, "%s gives away %.3f%s.", deed(event), (double)cost.loss,
                mark_word(cost.mark));
    if (event->type == ALEA_EVENT_PLAY)
        say_reason(s, &cost);
    else if (*cost.why)
        play_say_text(s, cost.why);
    *end = play_ask(s, "Enter: think again; yes: do it; hint: the best", &input);
    if (*end != PLAY_GOES_ON) return false;
    if (input.word == WORD_YES) return true;
    if (input.word == WORD_HINT) play_hint(s, event->by);
    if (event->type == ALEA_EVENT_PLAY) {
        play_begin_draft(s);
        if (console_drawn(s->console)) play_show_board(s, event->by);
    }
    return false;
}
