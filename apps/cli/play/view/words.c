#include "words.h"
#include "view.h"

#include <alea/notation.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void text_start(play_text *t, char *at, size_t size)
{
    *t = (play_text){.at = at, .size = size};
    at[0] = '\0';
}

void text_add(play_text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const size_t capacity = t->size - t->length;
    const int n = vsnprintf(t->at + t->length, capacity, format, list);
    va_end(list);
    if (n > 0) t->length += (size_t)n < capacity ? (size_t)n : capacity - 1;
}

void play_say_roll(alea_roll roll, const char *before, play_text *out)
{
    const bool swap = roll.die[0] < roll.die[1];
    text_add(out, "%s%d-%d.", before, roll.die[swap ? 1 : 0], roll.die[swap ? 0 : 1]);
}

static bool is_you(const char *name)
{
    return strcasecmp(name, "you") == 0;
}

void play_say_who(const char *name, const char *verb_you, const char *verb_other,
                  play_text *out)
{
    if (is_you(name))
        text_add(out, "You %s", verb_you);
    else
        text_add(out, "%s %s", name, verb_other);
}

void play_say_stake(const alea_match *match, play_text *out)
{
    const int n = match->rules.match_length;
    if (n == 0)
        text_add(out, "money session");
    else
        text_add(out, "match to %d point%s", n, n == 1 ? "" : "s");
    const bool over =
        match->phase == ALEA_MATCH_GAME_OVER || match->phase == ALEA_MATCH_MATCH_OVER;
    if (match->crawford_game && !over) text_add(out, ", Crawford game");
}

void play_say_score(const alea_match *match, const char *const name[2], play_text *out)
{
    text_add(out, "Score: %s %d, %s %d; ", name[0], match->score[0], name[1],
             match->score[1]);
    play_say_stake(match, out);
    text_add(out, ".");
}

void play_say_cube(const alea_match *match, const char *const name[2], play_text *out)
{
    if (!match->rules.cube || match->rules.match_length == 1) {
        text_add(out, "No cube.");
        return;
    }
    if (match->crawford_game) {
        text_add(out, "Cube: not in use.");
        return;
    }
    text_add(out, "Cube: %d, ", 1 << match->cube_log2);
    if (match->cube_owner == ALEA_NOBODY)
        text_add(out, "in the middle.");
    else if (is_you(name[match->cube_owner]))
        text_add(out, "yours.");
    else
        text_add(out, "with %s.", name[match->cube_owner]);
}

static const char *win_name(int level)
{
    static const char *const names[] = {"", "a single game", "a gammon",
                                        "a backgammon"};
    return names[level];
}

bool play_say_offer(const alea_match *match, const char *const name[2], play_text *out)
{
    alea_player owner, doubler = ALEA_NOBODY;
    const int level = alea_match_resign_class(match), offers = alea_match_offers(match);
    if (level) {
        const int counted = alea_match_gammons_count(match) ? level : 1;
        const int points = counted * alea_match_cube(match);
        play_say_who(name[alea_opponent(match->to_act)], "offer", "offers", out);
        text_add(out, " to resign %s, %d point%s.", win_name(level), points,
                 points == 1 ? "" : "s");
        return true;
    }
    if (offers == 0) return false;
    const int before = alea_match_cube_before(match, &owner, &doubler);
    play_say_who(name[alea_opponent(match->to_act)],
                 offers == 1   ? "offer a double"
                 : offers == 2 ? "beaver"
                               : "raccoon",
                 offers == 1   ? "offers a double"
                 : offers == 2 ? "beavers"
                               : "raccoons",
                 out);
    text_add(out, ": the cube would be at %d.", before << offers);
    return true;
}

void play_say_pips(const play_view *view, play_text *out)
{
    const alea_player other = alea_opponent(view->viewer);
    text_add(out, "Pips: %s %d, %s %d.", view->name[view->viewer],
             alea_board_pips(&view->board, true), view->name[other],
             alea_board_pips(&view->board, false));
}

static void say_side(const play_view *view, bool mine, play_text *out)
{
    const alea_player who = mine ? view->viewer : alea_opponent(view->viewer);
    const char *between = " ";
    if (is_you(view->name[who]))
        text_add(out, "Your checkers:");
    else
        text_add(out, "%s's checkers:", view->name[who]);
    const int bar = mine ? view->board.point[ALEA_BAR] : -view->board.point[ALEA_OFF];
    if (bar > 0) {
        text_add(out, " bar %d", bar);
        between = ", ";
    }
    for (int point = 24; point >= 1; point--) {
        const int n = mine ? view->board.point[point] : -view->board.point[point];
        if (n <= 0) continue;
        text_add(out, "%s%d on %d", between, n, point);
        between = ", ";
    }
    const int off = alea_setup_checkers(view->match->rules.setup) -
                    alea_board_checkers(&view->board, mine);
    if (off > 0) text_add(out, "%s%d off", between, off);
    text_add(out, ".");
}

void play_say_checkers(const play_view *view, play_text *out)
{
    say_side(view, true, out);
    text_add(out, "\n");
    say_side(view, false, out);
}

static void say_point(int point, play_text *out)
{
    if (point == ALEA_BAR)
        text_add(out, "bar");
    else if (point == ALEA_OFF)
        text_add(out, "off");
    else
        text_add(out, "%d", point);
}

/* A play in canonical notation, in the mover's numbers; "cannot move" for none. */
static void play_say_moves(const alea_board *before, const alea_event *event,
                           const alea_match *match, play_text *out)
{
    alea_play play;
    char written[ALEA_PLAY_TEXT_SIZE];
    if (event->moves == 0) {
        text_add(out, "cannot move");
    } else if (alea_play_judge(before, match->roll, &match->rules.play, event->move,
                               event->moves, &play, NULL) == ALEA_PLAY_LEGAL) {
        alea_play_write(before, &play, written);
        text_add(out, "%s", written);
    } else { /* put down as made */
        for (int i = 0; i < event->moves; i++) {
            text_add(out, "%s", i ? " " : "");
            say_point(event->move[i].from, out);
            text_add(out, "/");
            say_point(event->move[i].to, out);
        }
    }
}

static void say_play(const alea_match *before, const alea_event *event,
                     const char *const name[2], play_text *out)
{
    const alea_board board = alea_match_board(before, event->by);
    if (event->moves == 0) {
        play_say_who(name[event->by], "cannot move", "cannot move", out);
    } else {
        play_say_who(name[event->by], "play ", "plays ", out);
        play_say_moves(&board, event, before, out);
    }
    text_add(out, ".");
    alea_match after = *before;
    if (event->as_made && alea_match_apply(&after, event, NULL) == ALEA_ACCEPTED &&
        after.contestable) {
        text_add(out, "\nThat play is not legal: ");
        play_say_who(name[alea_opponent(event->by)], "may 'contest' it",
                     "may 'contest' it", out);
        text_add(out, "; a roll or a double accepts it.");
    }
}

static void say_opening(const alea_match *now, const alea_event *event,
                        const char *const name[2], play_text *out)
{
    text_add(out, "Opening roll: %s %d, %s %d.", name[0], event->roll.die[0], name[1],
             event->roll.die[1]);
    if (event->roll.die[0] == event->roll.die[1]) {
        text_add(out, "\nA tie");
        if (now->cube_log2 > 0)
            text_add(out, "; the cube stands at %d", 1 << now->cube_log2);
        text_add(out, ". Roll again.");
        return;
    }
    text_add(out, "\n");
    play_say_who(name[now->turn], "begin", "begins", out);
    if (now->phase == ALEA_MATCH_TO_PLAY)
        play_say_roll(now->roll, " with ", out);
    else
        text_add(out, " and roll%s again.", is_you(name[now->turn]) ? "" : "s");
}

static void say_result(const alea_match *now, const char *const name[2], play_text *out)
{
    static const char *const levels[] = {"", "the game", "a gammon", "a backgammon"};
    const alea_result *r = &now->result;
    text_add(out, "\n");
    play_say_who(name[r->winner], "win ", "wins ", out);
    text_add(out, "%s, %d point%s.", levels[r->win_class], r->points,
             r->points == 1 ? "" : "s");
    if (r->counted_class < r->win_class)
        text_add(out, "\nIt counts single: neither player doubled (Jacoby rule).");
    text_add(out, "\n");
    play_say_score(now, name, out);
    if (now->phase == ALEA_MATCH_MATCH_OVER) {
        text_add(out, "\n");
        play_say_who(name[now->match_winner], "win", "wins", out);
        text_add(out, " the match.");
    }
}

static void say_cube_event(const alea_match *before, const alea_match *now,
                           const alea_event *event, const char *const name[2],
                           play_text *out)
{
    const char *who = name[event->by];
    switch ((int)event->type) {
    case ALEA_EVENT_DOUBLE:
        play_say_who(who, before->cube_owner == ALEA_NOBODY ? "double" : "redouble",
                     before->cube_owner == ALEA_NOBODY ? "doubles" : "redoubles", out);
        text_add(out, " to %d.", 2 << before->cube_log2);
        break;
    case ALEA_EVENT_TAKE:
        play_say_who(who, "take", "takes", out);
        text_add(out, ".\n");
        play_say_cube(now, name, out);
        break;
    case ALEA_EVENT_DROP:
        play_say_who(who, "drop", "drops", out);
        text_add(out, ".");
        break;
    case ALEA_EVENT_BEAVER:
        play_say_who(who, "beaver", "beavers", out);
        text_add(out, ": the cube goes to %d.", 2 << now->cube_log2);
        break;
    case ALEA_EVENT_RACCOON:
        play_say_who(who, "raccoon", "raccoons", out);
        text_add(out, ": the cube goes to %d.", 2 << now->cube_log2);
        break;
    default: break;
    }
}

static void say_resign(const alea_match *before, const alea_event *event,
                       const char *const name[2], play_text *out)
{
    static const char *const levels[] = {"", "the game", "a gammon", "a backgammon"};
    const int level =
        event->win_class >= 1 && event->win_class <= 3 ? event->win_class : 1;
    const int counted = alea_match_gammons_count(before) ? level : 1;
    const int points = counted << before->cube_log2;
    play_say_who(name[event->by], "offer", "offers", out);
    text_add(out, " to resign %s, %d point%s.", levels[level], points,
             points == 1 ? "" : "s");
}

void play_say_event(const alea_match *before, const alea_match *now,
                    const alea_event *event, const char *const name[2], play_text *out)
{
    switch (event->type) {
    case ALEA_EVENT_OPENING: say_opening(now, event, name, out); break;
    case ALEA_EVENT_ROLL:
        play_say_who(name[event->by], "roll", "rolls", out);
        play_say_roll(event->roll, " ", out);
        break;
    case ALEA_EVENT_PLAY: say_play(before, event, name, out); break;
    case ALEA_EVENT_DOUBLE:
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_BEAVER:
    case ALEA_EVENT_RACCOON: say_cube_event(before, now, event, name, out); break;
    case ALEA_EVENT_RESIGN: say_resign(before, event, name, out); break;
    case ALEA_EVENT_ACCEPT_RESIGN:
        play_say_who(name[event->by], "accept", "accepts", out);
        text_add(out, ".");
        break;
    case ALEA_EVENT_REJECT_RESIGN:
        play_say_who(name[event->by], "decline", "declines", out);
        text_add(out, " the resignation.");
        break;
    case ALEA_EVENT_NEXT_GAME: text_add(out, "Game %d.", now->game); break;
    case ALEA_EVENT_COCKED:
        text_add(
            out,
            "Cocked dice (not flat on the right half of the board): they do not count,"
            " roll again.");
        break;
    case ALEA_EVENT_REQUIRE_LEGAL:
        play_say_who(name[event->by], "demand", "demands", out);
        text_add(out, " a legal play: board and dice go back.");
        break;
    case ALEA_EVENT_SET: text_add(out, "The position is set up."); break;
    case ALEA_EVENT_SETTLE: text_add(out, "The game is settled."); break;
    }
    if (now->has_result && !before->has_result) say_result(now, name, out);
    if (now->crawford_game && event->type == ALEA_EVENT_NEXT_GAME)
        text_add(out, "\nCrawford game: no doubling in this game.");
}
