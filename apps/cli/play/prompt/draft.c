#include "draft.h"

void play_draft_start(play_draft *draft, const alea_board *board, alea_roll roll,
                      const alea_play_rules *rules)
{
    *draft = (play_draft){.start = *board, .board = *board, .roll = roll};
    draft->rules = *rules;
}

/* Puts one typed move on the board, a die at a time where it joins dice of a double
 * (the dice of another roll are joined only in whole plays, whose board the judge
 * gives). */
static void put_down(alea_board *board, const alea_move *move, alea_roll roll)
{
    const bool pair = alea_roll_is_double(roll);
    int at = move->from;
    while (at > move->to) {
        int next = pair ? at - roll.die[0] : move->to;
        if (next < move->to) next = move->to;
        if (!alea_board_move(board, at, next)) return;
        at = next;
    }
}

typedef struct search {
    const play_draft *draft;
    alea_move move[ALEA_MAX_MOVES];
    int most; /* moves that the dice allow */
    alea_play play;
} search;

/* Is there a legal play that holds the first `count` moves and at least one more? The
 * added ones are tried from the rear, an order in which every set of moves can be
 * made. */
static bool can_go_on(search *s, const alea_board *board, int count, int highest)
{
    if (count >= s->most) return false;
    for (int from = highest; from >= 1; from--) {
        if (board->point[from] <= 0) continue;
        for (int i = 0; i < 2; i++) {
            const int die = s->draft->roll.die[i];
            const int to = from - die > 0 ? from - die : ALEA_OFF;
            if (i == 1 && die == s->draft->roll.die[0]) break;
            if (to != ALEA_OFF && board->point[to] < -1) continue;
            s->move[count] = (alea_move){.from = (int8_t)from, .to = (int8_t)to};
            if (alea_play_judge(&s->draft->start, s->draft->roll, &s->draft->rules,
                                s->move, count + 1, &s->play, NULL) == ALEA_PLAY_LEGAL)
                return true;
            alea_board after = *board;
            alea_board_move(&after, from, to);
            if (can_go_on(s, &after, count + 1, from)) return true;
        }
    }
    return false;
}

/* Errors that more moves can mend. The others are final: what is typed is made in that
 * order, so the bar comes first and a checker must stand where it is moved from. */
static bool may_be_unfinished(alea_play_error error)
{
    return error == ALEA_PLAY_LEGAL || error == ALEA_PLAY_MUST_USE_BOTH ||
           error == ALEA_PLAY_MUST_USE_HIGHER;
}

static int dice_used(const alea_move *moves, int count, alea_roll roll)
{
    if (!alea_roll_is_double(roll)) return count;
    int used = 0;
    for (int i = 0; i < count; i++)
        used += (moves[i].from - moves[i].to + roll.die[0] - 1) / roll.die[0];
    return used;
}

static void keep(play_draft *draft, const alea_move *moves, int count)
{
    draft->part_start[draft->parts++] = draft->moves;
    for (int i = 0; i < count; i++) {
        put_down(&draft->board, &moves[i], draft->roll);
        draft->move[draft->moves++] = moves[i];
    }
}

/* A whole play of its own in place of the parts that are there. */
static draft_answer put_whole(play_draft *draft, const alea_move *moves, int count)
{
    play_draft again;
    alea_play_error why;
    int bad;
    if (draft->moves == 0) return DRAFT_REFUSED;
    play_draft_start(&again, &draft->start, draft->roll, &draft->rules);
    if (play_draft_add(&again, moves, count, &why, &bad) != DRAFT_WHOLE)
        return DRAFT_REFUSED;
    *draft = again;
    return DRAFT_WHOLE;
}

draft_answer play_draft_add(play_draft *draft, const alea_move *moves, int count,
                            alea_play_error *why, int *bad)
{
    search s = {.draft = draft};
    alea_play alone;
    *why = ALEA_PLAY_TOO_MANY;
    *bad = -1;
    if (count <= 0) return DRAFT_REFUSED;
    if (draft->moves + count > ALEA_MAX_MOVES) return put_whole(draft, moves, count);
    for (int i = 0; i < draft->moves; i++) s.move[i] = draft->move[i];
    for (int i = 0; i < count; i++) s.move[draft->moves + i] = moves[i];
    const int all = draft->moves + count;
    *why = alea_play_judge(&draft->start, draft->roll, &draft->rules, s.move, all,
                           &alone, bad);
    *bad = *bad >= draft->moves ? *bad - draft->moves : -1;

    alea_board board = draft->board;
    for (int i = 0; i < count; i++) put_down(&board, &moves[i], draft->roll);
    const int pair_moves = draft->rules.double_moves;
    const int dice = alea_roll_is_double(draft->roll) ? pair_moves : 2;
    /* A chained move uses several dice: one more move for each die that is left. */
    s.most = all + dice - dice_used(s.move, all, draft->roll);
    if (s.most > ALEA_MAX_MOVES) s.most = ALEA_MAX_MOVES;
    const bool more = may_be_unfinished(*why) && can_go_on(&s, &board, all, ALEA_BAR);
    if (*why != ALEA_PLAY_LEGAL && !more) return put_whole(draft, moves, count);
    keep(draft, moves, count);
    if (*why == ALEA_PLAY_LEGAL) {
        draft->play = alone;
        draft->board = alone.board;
        return more ? DRAFT_MAY_END : DRAFT_WHOLE;
    }
    *why = ALEA_PLAY_LEGAL;
    return DRAFT_PART;
}

int play_draft_left(const play_draft *draft, int *die)
{
    const bool pair = alea_roll_is_double(draft->roll);
    const int all = pair ? draft->rules.double_moves : 2;
    *die = draft->roll.die[0];
    if (!pair && draft->moves == 1) {
        const int gone = draft->move[0].from - draft->move[0].to;
        const int high = *die > draft->roll.die[1] ? 0 : 1;
        /* Bearing off with more than the point needs takes the higher die. */
        const int used = gone == draft->roll.die[1 - high] ? 1 - high : high;
        *die = draft->roll.die[1 - used];
    }
    return all - dice_used(draft->move, draft->moves, draft->roll);
}

bool play_draft_undo(play_draft *draft)
{
    if (draft->parts == 0) return false;
    draft->moves = draft->part_start[--draft->parts];
    draft->board = draft->start;
    for (int i = 0; i < draft->moves; i++)
        put_down(&draft->board, &draft->move[i], draft->roll);
    return true;
}
