#include "draft.h"

#include <string.h>

void tables_draft_start(tables_draft *draft, const alea_tables_rules *rules,
                        const alea_tables_board *board, alea_tables_dice dice,
                        bool first, alea_tables_turns *work)
{
    *draft = (tables_draft){.rules = *rules,
                            .start = *board,
                            .board = *board,
                            .dice = dice,
                            .first = first,
                            .work = work};
}

/* Moves one man; where men change places a turn has one move, which ends it. */
static void put_down(const alea_tables_rules *rules, alea_tables_board *board,
                     alea_tables_move move)
{
    alea_tables_moves_mark(rules, board, &move, 1);
    board->count[0][move.from]--;
    if (move.from == ALEA_TABLES_BAR && board->hit[0]) board->hit[0]--;
    if (!board->count[0][move.from] && move.from < ALEA_TABLES_BAR)
        board->pinned[1] &=
            ~((uint32_t)1 << alea_tables_mirror(rules->relation, move.from));
    board->count[0][move.to]++;
    if (move.to == ALEA_TABLES_OFF) return;
    const int there = alea_tables_mirror(rules->relation, move.to);
    if (move.pin) board->pinned[1] |= (uint32_t)1 << there;
    if (!move.hit || rules->landing == ALEA_TABLES_SWAP) return;
    board->count[1][there]--;
    board->count[1][ALEA_TABLES_BAR]++;
}

static int steps_of(const tables_draft *draft)
{
    const alea_tables_dice *dice = &draft->dice;
    if (dice->count != 2 || dice->die[0] != dice->die[1]) return dice->count;
    return dice->steps ? dice->steps : draft->rules.double_steps;
}

static void add_target(uint8_t to[TABLES_TARGETS], int *count, int place)
{
    for (int i = 0; i < *count; i++)
        if (to[i] == place) return;
    if (*count < TABLES_TARGETS) to[(*count)++] = (uint8_t)place;
}

/* Where some die could take the man on `from`, other rules aside. */
static int reach(const tables_draft *draft, int from, uint8_t to[TABLES_TARGETS])
{
    const alea_tables_rules *rules = &draft->rules;
    const bool enters = from == ALEA_TABLES_BAR && rules->path < ALEA_TABLES_BAR;
    const int place = enters ? rules->path + 1 : from;
    int count = 0;
    for (int d = 0; d < draft->dice.count; d++) {
        const int die = draft->dice.die[d];
        if (!die) continue;
        add_target(to, &count, place > die ? place - die : ALEA_TABLES_OFF);
        if (rules->trap && from == rules->trap) add_target(to, &count, rules->trap_to);
        if (rules->move_back && from + die <= rules->path)
            add_target(to, &count, from + die);
    }
    return count;
}

static alea_tables_fault judge(const tables_draft *draft, const alea_tables_move *move,
                               int moves, int *index)
{
    return alea_tables_judge(&draft->rules, &draft->start, draft->dice, draft->first,
                             move, moves, draft->work, index);
}

/* Is there a legal turn that begins with these moves and has at least one more? */
static bool can_go_on(const tables_draft *draft, const alea_tables_board *board,
                      alea_tables_move *move, int moves)
{
    if (moves >= steps_of(draft) || moves >= ALEA_TABLES_MAX_STEPS) return false;
    for (int from = ALEA_TABLES_POINTS - 1; from >= 1; from--) {
        uint8_t to[TABLES_TARGETS];
        if (!board->count[0][from]) continue;
        const int targets = reach(draft, from, to);
        for (int i = 0; i < targets; i++) {
            int index = 0;
            move[moves] = (alea_tables_move){.from = (uint8_t)from, .to = to[i]};
            const alea_tables_fault fault = judge(draft, move, moves + 1, &index);
            if (fault == ALEA_TABLES_LEGAL) return true;
            if (index <= moves) continue;
            alea_tables_board after = *board;
            put_down(&draft->rules, &after, move[moves]);
            if (can_go_on(draft, &after, move, moves + 1)) return true;
        }
    }
    return false;
}

static void keep(tables_draft *draft, const alea_tables_move *move, int count)
{
    draft->part_start[draft->parts++] = draft->moves;
    for (int i = 0; i < count; i++) {
        put_down(&draft->rules, &draft->board, move[i]);
        draft->move[draft->moves++] = move[i];
    }
}

/* A whole turn of its own in place of the parts that are there. */
static tables_part put_whole(tables_draft *draft, const alea_tables_move *move,
                             int count)
{
    int index = 0;
    if (!draft->moves || judge(draft, move, count, &index) != ALEA_TABLES_LEGAL)
        return TABLES_PART_REFUSED;
    draft->moves = draft->parts = 0;
    draft->board = draft->start;
    keep(draft, move, count);
    draft->board = alea_tables_turns_board(draft->work, index);
    draft->stands = true;
    return TABLES_PART_WHOLE;
}

tables_part tables_draft_add(tables_draft *draft, const alea_tables_move *move,
                             int count, alea_tables_fault *fault, int *bad)
{
    alea_tables_move all[ALEA_TABLES_MAX_STEPS];
    const int moves = draft->moves + count;
    int index = 0;
    *bad = count;
    *fault = ALEA_TABLES_FAULT_NO_DIE;
    if (count <= 0) return TABLES_PART_REFUSED;
    if (moves > ALEA_TABLES_MAX_STEPS) return put_whole(draft, move, count);
    memcpy(all, draft->move, (size_t)draft->moves * sizeof *all);
    memcpy(all + draft->moves, move, (size_t)count * sizeof *all);
    *fault = judge(draft, all, moves, &index);
    *bad = index > draft->moves ? index - draft->moves : 0;
    const bool whole = *fault == ALEA_TABLES_LEGAL;
    if (!whole && index < moves) return put_whole(draft, move, count);
    alea_tables_board board = draft->board;
    for (int i = 0; i < count; i++) put_down(&draft->rules, &board, move[i]);
    /* Men that change places are put down by the library alone. */
    if (whole) board = alea_tables_turns_board(draft->work, index);
    const bool more = can_go_on(draft, &board, all, moves);
    if (!whole && !more) return put_whole(draft, move, count);
    keep(draft, move, count);
    draft->board = board;
    draft->stands = whole;
    *fault = ALEA_TABLES_LEGAL;
    return !whole ? TABLES_PART_MADE : more ? TABLES_PART_MAY_END : TABLES_PART_WHOLE;
}

bool tables_draft_undo(tables_draft *draft)
{
    if (!draft->parts) return false;
    draft->moves = draft->part_start[--draft->parts];
    draft->board = draft->start;
    for (int i = 0; i < draft->moves; i++)
        put_down(&draft->rules, &draft->board, draft->move[i]);
    int index = 0;
    draft->stands = draft->moves && judge(draft, draft->move, draft->moves, &index) ==
                                        ALEA_TABLES_LEGAL;
    return true;
}

int tables_draft_targets(const tables_draft *draft, int from,
                         uint8_t to[TABLES_TARGETS])
{
    int count = 0;
    uint8_t within[TABLES_TARGETS];
    if (from < 1 || from >= ALEA_TABLES_POINTS || !draft->board.count[0][from])
        return 0;
    const int targets = reach(draft, from, within);
    for (int i = 0; i < targets; i++) {
        tables_draft trial = *draft;
        alea_tables_fault fault;
        int bad;
        const alea_tables_move move = {.from = (uint8_t)from, .to = within[i]};
        if (trial.moves < ALEA_TABLES_MAX_STEPS &&
            tables_draft_add(&trial, &move, 1, &fault, &bad) != TABLES_PART_REFUSED &&
            trial.moves > draft->moves)
            to[count++] = within[i];
    }
    return count;
}

int tables_draft_left(const tables_draft *draft, uint8_t die[ALEA_TABLES_MAX_STEPS])
{
    const int steps = steps_of(draft);
    int count = steps < ALEA_TABLES_MAX_STEPS ? steps : ALEA_TABLES_MAX_STEPS;
    const bool equal =
        count > draft->dice.count ||
        (draft->dice.count == 2 && draft->dice.die[0] == draft->dice.die[1]);
    for (int d = 0; d < count; d++) die[d] = draft->dice.die[equal ? 0 : d];
    for (int m = 0; m < draft->moves && count; m++) {
        const alea_tables_move *move = &draft->move[m];
        const int place =
            move->from == ALEA_TABLES_BAR && draft->rules.path < ALEA_TABLES_BAR
                ? draft->rules.path + 1
                : move->from;
        /* The die that fits, or the least that is more than the man needed. */
        int used = -1;
        for (int d = 0; d < count; d++)
            if (die[d] >= place - move->to && (used < 0 || die[d] < die[used]))
                used = d;
        if (used < 0) used = 0;
        count--;
        for (int d = used; d < count; d++) die[d] = die[d + 1];
    }
    return count;
}
