#include "lessons.h"

#include <string.h>

enum { MOST_STACKS = 7, SQUARES_OF_UR = 14 };

typedef struct stack {
    uint8_t point,
        count; /* of the learner's numbers; 0 = borne off, 25 = off the board */
} stack;

typedef struct exercise {
    bool (*fits)(const alea_tables_rules *rules);
    const char *text, *after;
    lesson_aim aim;
    stack mine[MOST_STACKS], theirs[MOST_STACKS]; /* none at all: the start */
    uint8_t die[ALEA_TABLES_MAX_DICE];
} exercise;

static bool is_ur(const alea_tables_rules *r)
{
    return r->path == SQUARES_OF_UR;
}

/* A piece on the board may move while others wait. */
static bool is_free_ur(const alea_tables_rules *r)
{
    return is_ur(r) && r->entry == ALEA_TABLES_ENTER_FREE &&
           r->runner == ALEA_TABLES_RUNNER_NONE && !r->second_half && !r->head_limit;
}

static bool is_swap(const alea_tables_rules *r)
{
    return r->landing == ALEA_TABLES_SWAP;
}

static bool is_full(const alea_tables_rules *r)
{
    return !is_ur(r) && !is_swap(r);
}

static bool starts_on_board(const alea_tables_rules *r)
{
    return is_full(r) && r->start[ALEA_TABLES_BAR] == 0 && r->head_limit == 0 &&
           r->runner == ALEA_TABLES_RUNNER_NONE;
}

static bool starts_outside(const alea_tables_rules *r)
{
    return is_full(r) && r->start[ALEA_TABLES_BAR] > 0;
}

static bool has_runner(const alea_tables_rules *r)
{
    return is_full(r) && r->runner != ALEA_TABLES_RUNNER_NONE &&
           r->start[ALEA_TABLES_BAR] == 0;
}

static bool has_head(const alea_tables_rules *r)
{
    return is_full(r) && r->head_limit == 1 && r->runner == ALEA_TABLES_RUNNER_NONE &&
           r->start[24] == 15;
}

static bool hits(const alea_tables_rules *r)
{
    return is_full(r) && r->landing == ALEA_TABLES_HIT;
}

static bool must_enter(const alea_tables_rules *r)
{
    return hits(r) && r->entry != ALEA_TABLES_ENTER_FREE;
}

static bool pins(const alea_tables_rules *r)
{
    return is_full(r) && r->landing == ALEA_TABLES_PIN &&
           r->relation == ALEA_TABLES_CONTRARY;
}

static bool has_mother(const alea_tables_rules *r)
{
    return pins(r) && r->mother != ALEA_TABLES_MOTHER_NONE && r->start[24] > 0;
}

static bool blocks(const alea_tables_rules *r)
{
    return is_full(r) && r->landing == ALEA_TABLES_BLOCK &&
           r->relation == ALEA_TABLES_HALF_TURN && r->runner != ALEA_TABLES_RUNNER_HOME;
}

static bool bears_off(const alea_tables_rules *r)
{
    return is_full(r) && r->end == ALEA_TABLES_END_ALL_OFF && !r->bearoff_any_time &&
           r->bearoff == ALEA_TABLES_BEAROFF_STANDARD && r->higher_die;
}

static bool bears_off_exactly(const alea_tables_rules *r)
{
    return is_full(r) && r->end == ALEA_TABLES_END_ALL_OFF && !r->bearoff_any_time &&
           r->bearoff == ALEA_TABLES_BEAROFF_EXACT;
}

static const exercise exercises[] = {
    {starts_on_board,
     "The start. You are X, and move from 24 down to 1. Play both dice, with one "
     "checker or with two.",
     "Each die is a move of its own, and the order is yours.",
     LESSON_ANY,
     {{0}},
     {{0}},
     {5, 3, 1}},
    {starts_outside,
     "The start. Checkers off the board come in on the points 24 to 19: a die of 5 "
     "enters on 20, bar/20. Play the dice; one that has entered may move on.",
     "All others come in the same way, then run to 6 to 1.",
     LESSON_ANY,
     {{0}},
     {{0}},
     {5, 3, 1}},
    {has_runner,
     "The start. Until one checker has run far enough, it alone may move: play both "
     "dice with one.",
     "The others wait on 24 until it is there.",
     LESSON_ANY,
     {{0}},
     {{0}},
     {5, 3, 1}},
    {has_head,
     "The start. The checkers on 24 are the head: one a turn may leave it, so one "
     "checker plays both dice.",
     "Whatever you throw, the head shrinks by one a turn; doubles of the first turn "
     "are the exception.",
     LESSON_ANY,
     {{0}},
     {{0}},
     {5, 2, 1}},
    {hits,
     "The opponent has a single checker on 9. Hit it.",
     "It stands on the bar now, and begins its way again.",
     LESSON_HIT,
     {{13, 5}, {8, 4}, {6, 6}},
     {{9, 1}, {19, 5}, {20, 5}, {22, 4}},
     {4, 3, 1}},
    {must_enter,
     "Your checker on the bar must enter before others move. "
     "Two of the opponent's close 22.",
     "A die whose point is closed brings nobody in.",
     LESSON_ANY,
     {{25, 1}, {13, 6}, {8, 4}, {6, 4}},
     {{22, 2}, {19, 2}, {18, 2}, {12, 5}, {1, 4}},
     {4, 3, 1}},
    {pins,
     "The opponent has a single checker on 9. Land on it: it is pinned.",
     "It cannot move until you leave, and the point is yours.",
     LESSON_PIN,
     {{24, 8}, {13, 4}, {11, 3}},
     {{9, 1}, {1, 14}},
     {4, 3, 1}},
    {has_mother,
     "The opponent's last checker on his start, your 1, is the mother, and your own "
     "start is empty. Pin it.",
     "A mother lost is a game lost, and counts two.",
     LESSON_PIN,
     {{7, 3}, {6, 12}},
     {{1, 1}, {20, 7}, {22, 7}},
     {6, 2, 1}},
    {blocks,
     "One checker closes a point: the opponent's on 8 and 5 stop your two on 10. Play "
     "the dice with others.",
     "Nothing is hit in this game; single checkers in front of the enemy are the wall.",
     LESSON_ANY,
     {{24, 11}, {13, 2}, {10, 2}},
     {{12, 13}, {8, 1}, {5, 1}},
     {5, 2, 1}},
    {bears_off,
     "All your checkers are at home. Bear off: 5/off with the 6, which is higher than "
     "your rearmost point, and 4/off with the 4.",
     "Whoever has borne off all of them first has won.",
     LESSON_OFF,
     {{0, 11}, {5, 1}, {4, 2}, {2, 1}},
     {{20, 5}, {21, 5}, {22, 5}},
     {6, 4, 1}},
    {bears_off_exactly,
     "All your checkers are at home, and only the exact number bears off: 4/off with "
     "the 4. The 6 moves nobody.",
     "Whoever has borne off all of them first has won.",
     LESSON_OFF,
     {{0, 11}, {5, 1}, {4, 2}, {2, 1}},
     {{20, 5}, {21, 5}, {22, 5}},
     {6, 4, 1}},
    {is_ur,
     "The start. A piece comes in on square 14 with a throw of 1, on 13 with 2.",
     "A throw of 0 moves nobody.",
     LESSON_ANY,
     {{0}},
     {{0}},
     {2}},
    {is_free_ur,
     "On square 7 a piece is safe, and landing there gives another throw. Go there.",
     "The squares 11 and 1 give another throw too.",
     LESSON_AGAIN,
     {{25, 5}, {13, 1}, {8, 1}},
     {{25, 6}, {12, 1}},
     {1}},
    {is_free_ur,
     "In the middle, 10 to 3, both sides use the same squares. Hit the piece on 4.",
     "It begins its way again from outside the board.",
     LESSON_HIT,
     {{25, 5}, {13, 1}, {6, 1}},
     {{25, 6}, {4, 1}},
     {2}},
    {is_swap,
     "The start. You are X; whoever begins has the checker in front. A throw of the "
     "sticks moves one checker, here by 4.",
     "No two checkers stand on one point.",
     LESSON_ANY,
     {{0}},
     {{0}},
     {4}},
    {is_swap,
     "The opponent has a lone checker on 18. Land on it: the two change places.",
     "It goes on from where yours came from.",
     LESSON_HIT,
     {{21, 1}, {12, 1}},
     {{18, 1}, {25, 1}},
     {3}},
    {is_swap,
     "Two of the opponent's stand side by side on 18 and 17, and are safe. Move "
     "another.",
     "Keep your own together in the same way.",
     LESSON_ANY,
     {{21, 1}, {12, 1}},
     {{18, 1}, {17, 1}},
     {3}},
    {is_swap,
     "Every checker must stand on 5 before it goes on. From 7 a 3 would pass it; "
     "from 8 it leads there.",
     "From 5 a checker leaves by a throw of 5, or goes on to one of the last houses.",
     LESSON_ANY,
     {{8, 1}, {7, 1}},
     {{25, 1}},
     {3}},
    {is_swap,
     "Your checker on 4 is in the water and moves alone. A throw of 2 takes it to 16.",
     "Only a 4 would have taken it off the board.",
     LESSON_ANY,
     {{12, 1}, {4, 1}},
     {{25, 1}},
     {2}},
    {is_swap,
     "From 3, 2 and 1 a checker only leaves, by the exact number. Bear off from 3.",
     "Whoever has borne off all of them first has won.",
     LESSON_OFF,
     {{12, 1}, {3, 1}, {2, 1}},
     {{25, 1}},
     {3}},
};

/* The same point counted by the opponent. */
static int other_number(const alea_tables_rules *rules, int point)
{
    return point == ALEA_TABLES_OFF || (point == ALEA_TABLES_BAR && !is_swap(rules))
               ? point
               : alea_tables_mirror(rules->relation, point);
}

static int on_board(const uint8_t count[ALEA_TABLES_POINTS])
{
    int men = 0;
    for (int r = 1; r < ALEA_TABLES_POINTS; r++) men += count[r];
    return men;
}

static void set_up(const alea_tables_rules *rules, const exercise *e,
                   alea_tables_board *board)
{
    memset(board, 0, sizeof *board);
    for (int i = 0; i < MOST_STACKS; i++) {
        board->count[0][e->mine[i].point] =
            (uint8_t)(board->count[0][e->mine[i].point] + e->mine[i].count);
        const int there = other_number(rules, e->theirs[i].point);
        board->count[1][there] = (uint8_t)(board->count[1][there] + e->theirs[i].count);
    }
    /* Here the men may be five or seven: the others are off. */
    for (int side = 0; side < 2 && is_swap(rules); side++)
        board->count[side][ALEA_TABLES_OFF] =
            (uint8_t)(alea_tables_men(rules) - on_board(board->count[side]));
    if (rules->entry == ALEA_TABLES_ENTER_HIT)
        for (int side = 0; side < 2; side++)
            board->hit[side] = board->count[side][ALEA_TABLES_BAR];
}

bool tables_lesson_at(const alea_tables_rules *rules, int index, tables_lesson *out)
{
    for (size_t i = 0; i < sizeof exercises / sizeof *exercises; i++) {
        const exercise *e = &exercises[i];
        if (!e->fits(rules) || index-- > 0) continue;
        const bool start = e->mine[0].count == 0;
        *out = (tables_lesson){.text = e->text,
                               .after = e->after,
                               .aim = e->aim,
                               .board = alea_tables_start(rules),
                               .dice.count = (uint8_t)rules->dice,
                               .first = start};
        memcpy(out->dice.die, e->die, (size_t)rules->dice);
        if (!start) set_up(rules, e, &out->board);
        return true;
    }
    return false;
}

bool tables_lesson_meets(const alea_tables_rules *rules, lesson_aim aim,
                         const alea_tables_move *move, int moves)
{
    for (int m = 0; m < moves; m++) switch (aim) {
        case LESSON_ANY: return true;
        case LESSON_HIT:
            if (move[m].hit) return true;
            break;
        case LESSON_PIN:
            if (move[m].pin) return true;
            break;
        case LESSON_OFF:
            if (move[m].to == ALEA_TABLES_OFF) return true;
            break;
        case LESSON_AGAIN:
            if (rules->again >> move[m].to & 1) return true;
            break;
        }
    return false;
}

const char *tables_lesson_missed(lesson_aim aim)
{
    switch (aim) {
    case LESSON_ANY: break;
    case LESSON_HIT: return "That is legal, but hits nobody.";
    case LESSON_PIN: return "That is legal, but pins nobody.";
    case LESSON_OFF: return "That is legal, but bears nobody off.";
    case LESSON_AGAIN: return "That is legal, but gives no other throw.";
    }
    return "Some move is wanted.";
}

tables_lesson_verdict tables_lesson_judge(const alea_tables_rules *rules,
                                          const tables_lesson *lesson, const char *text,
                                          alea_tables_turns *turns,
                                          char written[ALEA_TABLES_MOVES_SIZE],
                                          const char **said, alea_error *error)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    int moves = 0, index;
    *said = error->reason;
    if (alea_tables_moves_read(rules, text, strlen(text), move, &moves, error) !=
        ALEA_OK)
        return TABLES_LESSON_UNREAD;
    const alea_tables_fault fault = alea_tables_judge(
        rules, &lesson->board, lesson->dice, lesson->first, move, moves, turns, &index);
    if (fault != ALEA_TABLES_LEGAL) {
        *said = alea_tables_fault_text(fault);
        return TABLES_LESSON_ILLEGAL;
    }
    alea_tables_moves_mark(rules, &lesson->board, move, moves);
    if (!tables_lesson_meets(rules, lesson->aim, move, moves)) {
        *said = tables_lesson_missed(lesson->aim);
        return TABLES_LESSON_LEGAL;
    }
    alea_tables_moves_write(rules, move, moves, written);
    *said = lesson->after;
    return TABLES_LESSON_RIGHT;
}

void tables_lesson_answer(const alea_tables_rules *rules, const tables_lesson *lesson,
                          alea_tables_turns *turns,
                          char written[ALEA_TABLES_MOVES_SIZE])
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    *written = '\0';
    alea_tables_turns_list(rules, &lesson->board, lesson->dice, lesson->first, turns);
    for (int i = 0; i < turns->count; i++) {
        const int moves = alea_tables_turns_moves(turns, i, move);
        if (!tables_lesson_meets(rules, lesson->aim, move, moves)) continue;
        alea_tables_moves_write(rules, move, moves, written);
        return;
    }
}
