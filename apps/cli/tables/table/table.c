#include "table.h"

#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/play/terminal/signals.h"
#include "cli/play/view/words.h"

#include <alea/tables_record.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const char *table_name(const table *t, alea_tables_player by)
{
    return t->seats.name[by == ALEA_TABLES_B];
}

void table_refuse(table *t, const char *reason)
{
    t->some_bad = true;
    console_say(t->console, "%s", reason);
}

bool table_has_person(const table *t)
{
    return t->seats.person[0] || t->seats.person[1];
}

/* ---- events ---- */

/* "You roll" / "alea rolls": the name with the form of the verb that fits it. */
static void say_does(play_text *out, const char *who, const char *verb)
{
    const bool you = strcasecmp(who, "you") == 0;
    text_add(out, "%s %s%s", you ? "You" : who, verb, you ? "" : "s");
}

static void say_result(const table *t)
{
    const alea_tables_match *m = &t->match;
    char said[PLAY_SENTENCE_SIZE];
    play_text out;
    text_start(&out, said, sizeof said);
    if (m->winner == ALEA_TABLES_NOBODY)
        text_add(&out, "The game is a draw");
    else {
        say_does(&out, table_name(t, m->winner), "win");
        text_add(&out, " %d point%s", m->points, m->points == 1 ? "" : "s");
    }
    text_add(&out, ". Score: %s %d, %s %d.", table_name(t, ALEA_TABLES_A), m->score[0],
             table_name(t, ALEA_TABLES_B), m->score[1]);
    if (m->match_winner != ALEA_TABLES_NOBODY) {
        text_add(&out, "\n");
        say_does(&out, table_name(t, m->match_winner), "win");
        text_add(&out, " the match.");
    }
    console_say(t->console, "%s", said);
}

static void say_event(const table *t, const alea_tables_event *event,
                      alea_tables_player by, const char *moves)
{
    static const char *const verbs[] = {[ALEA_TABLES_EVENT_DOUBLE] = "double",
                                        [ALEA_TABLES_EVENT_TAKE] = "take",
                                        [ALEA_TABLES_EVENT_DROP] = "drop",
                                        [ALEA_TABLES_EVENT_ACCEPT] = "accept",
                                        [ALEA_TABLES_EVENT_REJECT] = "reject"};
    const char *who = by == ALEA_TABLES_NOBODY ? "" : table_name(t, by);
    char said[PLAY_SENTENCE_SIZE];
    play_text out;
    text_start(&out, said, sizeof said);
    switch (event->type) {
    case ALEA_TABLES_EVENT_OPENING:
        text_add(&out, "Opening roll: %s %d, %s %d.", table_name(t, ALEA_TABLES_A),
                 event->die[0], table_name(t, ALEA_TABLES_B), event->die[1]);
        if (event->die[0] == event->die[1]) text_add(&out, "\nEqual: both roll again.");
        break;
    case ALEA_TABLES_EVENT_ROLL: {
        say_does(&out, who, "roll");
        const int dice = t->match.series.game[t->match.in_series].dice;
        for (int d = 0; d < dice; d++)
            text_add(&out, "%s%d", d ? "-" : " ", event->die[d]);
        text_add(&out, ".");
        break;
    }
    case ALEA_TABLES_EVENT_USE:
        say_does(&out, who, "play");
        text_add(&out, " the opening roll.");
        break;
    case ALEA_TABLES_EVENT_NAME:
        say_does(&out, who, "name");
        text_add(&out, " %d.", event->die[0]);
        break;
    case ALEA_TABLES_EVENT_PLAY:
        if (event->moves == 0) {
            text_add(&out, "%s cannot move.",
                     strcasecmp(who, "you") == 0 ? "You" : who);
        } else {
            say_does(&out, who, "play");
            text_add(&out, " %s.", moves);
        }
        break;
    case ALEA_TABLES_EVENT_RESIGN:
        say_does(&out, who, "offer");
        text_add(&out, " to resign %d point%s.", event->points,
                 event->points == 1 ? "" : "s");
        break;
    case ALEA_TABLES_EVENT_DOUBLE:
    case ALEA_TABLES_EVENT_TAKE:
    case ALEA_TABLES_EVENT_DROP:
    case ALEA_TABLES_EVENT_ACCEPT:
    case ALEA_TABLES_EVENT_REJECT:
        say_does(&out, who, verbs[event->type]);
        text_add(&out, ".");
        break;
    case ALEA_TABLES_EVENT_NEXT: return;
    }
    console_say(t->console, "%s", said);
}

/* Where the last turn went, for the board's marks. */
static void remember_marks(table *t, const alea_tables_event *event)
{
    if (event->type == ALEA_TABLES_EVENT_NEXT) t->marked = 0;
    if (event->type != ALEA_TABLES_EVENT_PLAY) return;
    t->marked = 0;
    t->marked_by = event->by;
    const alea_tables_board board = alea_tables_match_board(&t->match, event->by);
    /* A point that a man only passed holds no part of the turn. */
    for (int i = 0; i < event->moves; i++)
        if (board.count[0][event->move[i].to])
            t->marked |= (uint32_t)1 << event->move[i].to;
}

table_end table_apply(table *t, alea_tables_event *event)
{
    char moves[ALEA_TABLES_MOVES_SIZE] = "";
    alea_tables_fault fault = ALEA_TABLES_LEGAL;
    const alea_tables_rules rules = *alea_tables_match_rules(&t->match);
    const bool had_result = t->match.has_result;
    if (event->type == ALEA_TABLES_EVENT_PLAY) {
        const alea_tables_board board = alea_tables_match_board(&t->match, event->by);
        alea_tables_moves_mark(&rules, &board, event->move, event->moves);
        alea_tables_moves_write(&rules, event->move, event->moves, moves);
    }
    const alea_tables_refusal refusal =
        alea_tables_match_apply(&t->match, event, &t->work, &fault);
    if (refusal != ALEA_TABLES_ACCEPTED) {
        table_refuse(t, refusal == ALEA_TABLES_REFUSED_ILLEGAL_PLAY
                            ? alea_tables_fault_text(fault)
                            : alea_tables_refusal_text(refusal));
        return TABLE_GOES_ON;
    }
    console_hold_signals();
    const bool saved = tables_save_event(&t->save, &rules, event);
    console_release_signals();
    if (!saved && console_is_full(t->console)) /* what went to stderr is drawn over */
        console_say(t->console, "%s cannot be written: %s", t->save.path,
                    strerror(errno));
    if (!saved) return TABLE_BROKEN;
    remember_marks(t, event);
    say_event(t, event, event->by, moves);
    if (t->match.has_result && !had_result) say_result(t);
    if (t->match.phase == ALEA_TABLES_PHASE_TO_PLAY) table_begin_turn(t);
    return TABLE_GOES_ON;
}

table_end table_act(table *t, alea_tables_event_type type)
{
    alea_tables_event event = {.type = type, .by = t->match.to_act};
    return table_apply(t, &event);
}

table_end table_throw(table *t, alea_tables_event_type type)
{
    alea_tables_event event = {.type = type, .by = t->match.to_act};
    const alea_tables_rules *rules = alea_tables_match_rules(&t->match);
    alea_error error = {0};
    alea_roll roll[TABLES_MOST_ROLLS];
    for (int i = 0; i < tables_sealed_rolls(rules, type); i++)
        if (dice_source_roll(&t->dice, &roll[i], &error) != ALEA_OK) {
            if (console_is_full(t->console))
                console_say(t->console, "No dice: %s", error.reason);
            else
                command_say("play", "no dice: %s", error.reason);
            return TABLE_BROKEN;
        }
    tables_sealed_dice(rules, type, roll, event.die);
    return table_apply(t, &event);
}

void table_begin_turn(table *t)
{
    const alea_tables_rules *rules = alea_tables_match_rules(&t->match);
    const alea_tables_board board = alea_tables_match_board(&t->match, t->match.turn);
    const bool first = alea_tables_match_first(&t->match);
    alea_tables_turns_list(rules, &board, t->match.dice, first, &t->turns);
    tables_draft_start(&t->draft, rules, &board, t->match.dice, first, &t->work);
    t->candidates = t->turns.count;
    for (int i = 0; i < t->candidates; i++) t->candidate[i] = i;
}

/* ---- the board ---- */

alea_tables_player table_viewer(const table *t)
{
    const alea_tables_player next = t->match.to_act;
    if (next != ALEA_TABLES_NOBODY && t->seats.person[next]) return next;
    return t->seats.person[0] || !t->seats.person[1] ? ALEA_TABLES_A : ALEA_TABLES_B;
}

void table_make_view(const table *t, tables_view *view)
{
    const alea_tables_match *m = &t->match;
    const alea_tables_player viewer = table_viewer(t);
    const bool shared = t->seats.person[0] && t->seats.person[1];
    const bool above = shared && t->look.fixed && viewer == ALEA_TABLES_B;
    *view = (tables_view){
        .match = m,
        .viewer = viewer,
        .board = alea_tables_match_board(m, viewer),
        .name = {t->seats.name[0], t->seats.name[1]},
        .turned = above != t->flipped,
        .viewer_filled =
            viewer ==
            (t->seats.person[1] && !t->seats.person[0] ? ALEA_TABLES_B : ALEA_TABLES_A),
        .look = &t->look};
    if (m->phase == ALEA_TABLES_PHASE_TO_PLAY && m->turn == viewer &&
        t->draft.moves > 0) {
        view->board = t->draft.board;
        return;
    }
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    for (int r = 1; r < ALEA_TABLES_POINTS; r++) {
        if (!(t->marked >> r & 1)) continue;
        const bool lane = rules->shared && !(rules->shared >> r & 1);
        if (t->marked_by == viewer)
            view->marked |= (uint32_t)1 << r;
        else if (!lane && r <= rules->path)
            view->marked |= (uint32_t)1 << alea_tables_mirror(rules->relation, r);
    }
}

void table_show_board(table *t)
{
    tables_view view;
    table_make_view(t, &view);
    if (console_drawn(t->console)) {
        char drawn[PLAY_VIEW_SIZE];
        play_text out;
        const play_caps caps = console_caps(t->console);
        text_start(&out, drawn, sizeof drawn);
        tables_view_render(&view, &caps, &out);
        console_draw(t->console, drawn);
        return;
    }
    char text[ALEA_TABLES_DIAGRAM_SIZE];
    const int me = (int)view.viewer;
    size_t n = alea_tables_diagram_write(alea_tables_match_rules(&t->match),
                                         &view.board, text);
    while (n && text[n - 1] == '\n') text[--n] = '\0';
    console_say(t->console, "X is %s, O %s; x and o are pinned or hit.\n%s",
                view.name[me], view.name[1 - me], text);
}

/* ---- lines ---- */

const char *table_ask(table *t, const char *prompt, table_end *end)
{
    const char *line;
    size_t length;
    for (;;) {
        switch (console_read(t->console, prompt, &line, &length)) {
        case CONSOLE_LINE: break;
        case CONSOLE_BAD: table_refuse(t, line); continue;
        case CONSOLE_END: *end = TABLE_STOPPED; return NULL;
        case CONSOLE_FAILED: *end = TABLE_BROKEN; return NULL;
        }
        line += strspn(line, " \t\r\n");
        snprintf(t->line, sizeof t->line, "%s", line);
        for (size_t n = strlen(t->line); n > 0 && strchr(" \t\r\n", t->line[n - 1]);)
            t->line[--n] = '\0';
        if (strcasecmp(t->line, "quit") != 0 && strcasecmp(t->line, "q") != 0)
            return t->line;
        *end = TABLE_STOPPED;
        return NULL;
    }
}
