#include "walk.h"

#include <string.h>

void walk_start(record_walk *walk, const alea_record *record)
{
    memset(walk, 0, sizeof *walk);
    walk->record = record;
    alea_match_start(&walk->now, &record->rules);
}

const alea_record_entry *walk_next(record_walk *walk)
{
    if (walk->begun) walk->index++;
    walk->begun = true;
    if (walk->index >= walk->record->entries) return NULL;
    const alea_record_entry *entry = &walk->record->entry[walk->index];
    walk->before = walk->now;
    if (!entry->unknown_play) alea_match_apply(&walk->now, &entry->event, NULL);
    return entry;
}

/* Takes the play unchanged if every move uses one die: the record only holds plays that
 * the rules accepted. */
static bool take_single(const alea_board *board, alea_roll roll,
                        const alea_event *event, alea_play *play)
{
    alea_board now = *board;
    for (int i = 0; i < event->moves; i++) {
        alea_move m = event->move[i];
        int pips = m.from - m.to;
        bool one_die = pips == roll.die[0] || pips == roll.die[1];
        /* A move longer than both dice may be a bear-off with a high die or a joined
         * move: leave it to alea_play_judge. */
        if (!one_die) return false;
        m.hit = m.to != ALEA_OFF && now.point[m.to] < 0;
        if (!alea_board_move(&now, m.from, m.to)) return false;
        play->move[i] = m;
    }
    play->count = event->moves;
    play->board = now;
    return true;
}

/* True if the moves can be played in this order: checkers on the bar first, and each
 * point has the checkers that leave it. */
static bool in_order(const alea_board *board, const alea_event *event)
{
    alea_board now = *board;
    for (int i = 0; i < event->moves; i++) {
        const alea_move *m = &event->move[i];
        if (now.point[ALEA_BAR] > 0 && m->from != ALEA_BAR) return false;
        if (!alea_board_move(&now, m->from, m->to)) return false;
    }
    return true;
}

bool walk_play(const record_walk *walk, alea_board *board, alea_play *play)
{
    const alea_event *event = &walk->record->entry[walk->index].event;
    const alea_match *before = &walk->before;
    *board = alea_match_board(before, event->by);
    if (in_order(board, event) && take_single(board, before->roll, event, play))
        return true;
    return alea_play_judge(board, before->roll, &before->rules.play, event->move,
                           event->moves, play, NULL) == ALEA_PLAY_LEGAL;
}
