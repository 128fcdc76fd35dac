#include "advice.h"

#include "teach/books/book.h"

#include <alea/explain.h>

#include <stdio.h>

/* Each is explained once in a sitting. */
typedef enum moment {
    MOMENT_ROLL = 0,
    MOMENT_HIT,
    MOMENT_BAR,
    MOMENT_LOST_TURN,
    MOMENT_POINT,
    MOMENT_BLOCKED,
    MOMENT_RACE,
    MOMENT_HOME,
    MOMENT_MAY_DOUBLE,
    MOMENT_DOUBLED,
    MOMENT_WON,
    MOMENT_LOST,
    MOMENTS
} moment;

typedef struct teaching {
    const char *text;
    book_topic topic; /* whose sentence of the booklet follows */
} teaching;

static const teaching lesson[MOMENTS] = {
    [MOMENT_ROLL] =
        {"Your first roll. Each die moves a checker, or both the same one. Type "
         "from and to, such as 8/5 6/5; or 'list', then a number; 'hint' "
         "shows what a good player would do.",
         TOPIC_DICE},
    [MOMENT_HIT] =
        {"You have hit a lone checker: it waits on the bar and must begin its "
         "way again.",
         TOPIC_HITTING},
    [MOMENT_BAR] =
        {"Your checker was hit and waits on the bar. It must come in first, on "
         "the point that a die shows: type bar/22 for a 3, bar/19 for a 6.",
         TOPIC_ENTERING},
    [MOMENT_LOST_TURN] =
        {"No die brings your checker in: this turn is lost, the next roll "
         "tries again.",
         TOPIC_ENTERING},
    [MOMENT_POINT] =
        {"You hold a new point: two checkers stand there, nobody can hit them "
         "or land on them.",
         TOPIC_POINTS},
    [MOMENT_BLOCKED] = {"The opponent could not move: your points block his way.",
                        TOPIC_DUTY},
    [MOMENT_RACE] =
        {"All checkers have passed each other: nobody can be hit any more. Now "
         "it is a race; bring every checker home.",
         TOPIC_AIM},
    [MOMENT_HOME] =
        {"All your checkers are home: now take them off, such as 6/off with a "
         "6. The first to have all of them off wins.",
         TOPIC_BEARING_OFF},
    [MOMENT_MAY_DOUBLE] =
        {"From now on you may double before you roll: type 'double' when "
         "you are well ahead. The game is then worth twice as much, or "
         "the opponent gives it up.",
         TOPIC_CUBE},
    [MOMENT_DOUBLED] =
        {"The opponent doubles: 'take' plays on for twice the points, 'drop' "
         "gives him the game at the old value. Take if you would win one "
         "game in four.",
         TOPIC_ANSWER},
    [MOMENT_WON] =
        {"Your first win. 'a' shows afterwards which decisions were your best "
         "and which cost most.",
         TOPIC_WINNING},
    [MOMENT_LOST] =
        {"The first game is played. 'a' shows afterwards which decisions were "
         "your best and which cost most.",
         TOPIC_WINNING},
};

static void tell(play_session *s, moment at)
{
    if (s->guide_said >> at & 1) return;
    s->guide_said |= 1u << at;
    console_say(s->console, "* %s", lesson[at].text);
    const book *b = book_of(s->record.now.rules.preset);
    const char *quote = b ? b->rule[lesson[at].topic].quote[0] : NULL;
    if (quote) console_say(s->console, "  The booklet: \"%s\"", quote);
}

/* Points with two checkers or more, in the home board and just outside of it. */
static int points_held(const alea_board *board)
{
    int held = 0;
    for (int point = 1; point <= 8; point++) held += board->point[point] >= 2;
    return held;
}

static void tell_play(play_session *s, const alea_match *before, alea_player me,
                      const alea_event *event)
{
    const alea_match *m = &s->record.now;
    const alea_board old = alea_match_board(before, me),
                     board = alea_match_board(m, me);
    alea_play_facts facts;
    alea_play_facts_of(&board, &facts);
    const bool mine = event->by == me;
    if (mine && board.point[0] < old.point[0]) tell(s, MOMENT_HIT);
    if (!mine && board.point[ALEA_BAR] > old.point[ALEA_BAR]) tell(s, MOMENT_BAR);
    if (mine && event->moves == 0 && old.point[ALEA_BAR] > 0) tell(s, MOMENT_LOST_TURN);
    if (!mine && event->moves == 0) tell(s, MOMENT_BLOCKED);
    if (mine && points_held(&board) > points_held(&old)) tell(s, MOMENT_POINT);
    if (facts.race) tell(s, MOMENT_RACE);
    if (mine && facts.at_home + facts.off == ALEA_CHECKERS) tell(s, MOMENT_HOME);
}

void play_guide(play_session *s, const alea_match *before, const alea_event *event)
{
    const alea_match *m = &s->record.now;
    if (s->person[0] == s->person[1]) return;
    const alea_player me = s->person[0] ? ALEA_A : ALEA_B;
    if (event->type == ALEA_EVENT_PLAY) tell_play(s, before, me, event);
    if (m->phase == ALEA_MATCH_TO_PLAY && m->to_act == me) tell(s, MOMENT_ROLL);
    if (m->phase == ALEA_MATCH_TO_ROLL && m->to_act == me &&
        s->guide_said >> MOMENT_ROLL & 1 && alea_match_may_double(m, me))
        tell(s, MOMENT_MAY_DOUBLE);
    if (m->phase == ALEA_MATCH_DOUBLE_OFFERED && m->to_act == me)
        tell(s, MOMENT_DOUBLED);
    if (m->has_result && !before->has_result)
        tell(s, m->result.winner == me ? MOMENT_WON : MOMENT_LOST);
}
