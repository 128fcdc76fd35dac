#include "families.h"

#include <string.h>

const char *family_name(family f)
{
    static const char *const names[FAMILIES] = {"opening",   "backgame", "containment",
                                                "primes",    "massive",  "crashed",
                                                "long-race", "bear-in",  "scatter"};
    return f < FAMILIES ? names[f] : "?";
}

/* Checkers of one side by its own numbering, 25 = bar; index 0 counts those off. */
typedef struct side {
    int at[26];
    int left; /* not yet placed */
} side;

static side side_new(int checkers)
{
    side s;
    memset(&s, 0, sizeof s);
    s.left = checkers;
    s.at[0] = ALEA_CHECKERS - checkers;
    return s;
}

/* Is `point` (own numbering) free of the other side? */
static bool is_free(const side *other, int point)
{
    return point < 1 || point > 24 || other->at[25 - point] == 0;
}

static void put(side *s, const side *other, int point, int count)
{
    if (!is_free(other, point)) return;
    if (count > s->left) count = s->left;
    s->at[point] += count;
    s->left -= count;
}

/* The rest goes one by one on points low..high, or, after many failures, anywhere. */
static void spread(side *s, const side *other, int low, int high, random_stream *r)
{
    for (int tries = 0; s->left > 0; tries++) {
        if (tries > 200) low = 1, high = 24;
        int point = low + (int)random_below(r, (uint32_t)(high - low + 1));
        if (s->at[point] < 6 || tries > 100) put(s, other, point, 1);
    }
}

static int pick(random_stream *r, int low, int high)
{
    return low + (int)random_below(r, (uint32_t)(high - low + 1));
}

static void deal_backgame(side *bad, side *good, random_stream *r)
{
    int first = pick(r, 1, 5), second = pick(r, 1, 5);
    if (first == second) second = first % 5 + 1;
    put(bad, good, 25 - first, pick(r, 2, 3));
    put(bad, good, 25 - second, pick(r, 2, 3));
    spread(bad, good, 1, pick(r, 6, 13), r);
    if (pick(r, 0, 2) == 0) put(good, bad, 24, pick(r, 0, 1));
    spread(good, bad, 1, pick(r, 8, 14), r);
}

static void deal_containment(side *bad, side *good, random_stream *r)
{
    /* `good` has borne off or brought home most of its checkers; one or two were
     * hit. */
    int off = pick(r, 0, 12);
    *good = side_new(15 - off);
    int back = pick(r, 1, 2);
    for (int i = 0; i < back; i++) {
        int point = pick(r, 15, 25);
        good->at[point]++;
        good->left--;
    }
    int prime = pick(r, 3, 5), at = pick(r, 2, 8);
    for (int i = 0; i < prime; i++) put(bad, good, at + i, 2);
    if (pick(r, 0, 1)) put(bad, good, 24 - pick(r, 0, 3), pick(r, 1, 2));
    spread(bad, good, 1, 18, r);
    if (good->left > 0) spread(good, bad, 1, 6, r);
}

static void deal_primes(side *bad, side *good, random_stream *r)
{
    int mine = pick(r, 3, 8), theirs = pick(r, 3, 8), length = pick(r, 3, 5);
    for (int i = 0; i < length; i++) put(good, bad, mine + i, 2);
    put(good, bad, 25 - pick(r, 1, theirs > 2 ? theirs - 1 : 2), pick(r, 1, 3));
    length = pick(r, 3, 5);
    for (int i = 0; i < length; i++) put(bad, good, theirs + i, 2);
    put(bad, good, 25 - pick(r, 1, mine > 2 ? mine - 1 : 2), pick(r, 1, 3));
    spread(good, bad, 3, 14, r);
    spread(bad, good, 3, 14, r);
}

static void deal_massive(side *bad, side *good, random_stream *r)
{
    int back = pick(r, 6, 13);
    while (back > 0) {
        int many = pick(r, 1, 3);
        put(bad, good, pick(r, 13, 24), many);
        back -= many;
    }
    spread(bad, good, 1, 12, r);
    spread(good, bad, 1, pick(r, 7, 16), r);
}

static void deal_crashed(side *bad, side *good, random_stream *r)
{
    put(bad, good, 25 - pick(r, 1, 7), pick(r, 1, 3));
    spread(bad, good, 1, 3, r);
    for (int i = 0; i < 3; i++) put(good, bad, pick(r, 4, 9), 2);
    spread(good, bad, 1, 15, r);
}

static void deal_bearin(side *bad, side *good, random_stream *r)
{
    put(bad, good, 25 - pick(r, 1, 6), pick(r, 1, 4));
    if (pick(r, 0, 2) == 0) {
        bad->at[25]++;
        bad->left--;
    }
    spread(bad, good, 1, pick(r, 6, 12), r);
    *good = side_new(pick(r, 2, 15));
    spread(good, bad, 1, pick(r, 6, 9), r);
}

static void deal_race(side *bad, side *good, random_stream *r)
{
    /* No contact: good has points 1..border, bad those above. */
    int border = pick(r, 7, 17);
    if (pick(r, 0, 3) == 0) *good = side_new(pick(r, 8, 15));
    spread(good, bad, 1, border, r);
    spread(bad, good, 1, 24 - border, r);
}

static void deal_scatter(side *bad, side *good, random_stream *r)
{
    if (pick(r, 0, 3) == 0) *good = side_new(pick(r, 1, 15));
    if (pick(r, 0, 3) == 0) *bad = side_new(pick(r, 1, 15));
    spread(good, bad, 1, 24, r);
    spread(bad, good, 1, 24, r);
}

alea_board family_deal(family f, random_stream *r)
{
    side bad = side_new(ALEA_CHECKERS), good = side_new(ALEA_CHECKERS);
    switch (f) {
    case FAMILY_BACKGAME: deal_backgame(&bad, &good, r); break;
    case FAMILY_CONTAINMENT: deal_containment(&bad, &good, r); break;
    case FAMILY_PRIMES: deal_primes(&bad, &good, r); break;
    case FAMILY_MASSIVE: deal_massive(&bad, &good, r); break;
    case FAMILY_CRASHED: deal_crashed(&bad, &good, r); break;
    case FAMILY_LONG_RACE: deal_race(&bad, &good, r); break;
    case FAMILY_BEARIN: deal_bearin(&bad, &good, r); break;
    case FAMILY_SCATTER: deal_scatter(&bad, &good, r); break;
    case FAMILY_OPENING:
    case FAMILIES: return alea_board_start(ALEA_SETUP_BACKGAMMON);
    }
    alea_board board;
    memset(&board, 0, sizeof board);
    for (int point = 1; point <= 24; point++)
        board.point[point] = (int8_t)(good.at[point] - bad.at[25 - point]);
    board.point[ALEA_BAR] = (int8_t)good.at[ALEA_BAR];
    board.point[0] = (int8_t)-bad.at[ALEA_BAR];
    return random_below(r, 2) ? board : alea_board_swap(&board);
}

/* Checkers of one side on `point` of its own numbering, 25 = bar. */
static int checkers_at(const alea_board *board, bool mine, int point)
{
    int checkers = mine ? board->point[point] : -board->point[25 - point];
    return checkers > 0 ? checkers : 0;
}

/* The rearmost checker of one side, by its own numbering. */
static int rearmost(const alea_board *board, bool mine)
{
    for (int point = 25; point > 0; point--)
        if (checkers_at(board, mine, point) > 0) return point;
    return 0;
}

/* Is a checker of this side behind six points in a row of the other? */
static bool is_primed(const alea_board *board, bool mine, int rear)
{
    int run = 0;
    for (int point = 1; point < rear; point++) {
        run = checkers_at(board, !mine, 25 - point) >= 2 ? run + 1 : 0;
        if (run >= 6) return true;
    }
    return false;
}

static bool side_is_held(const alea_board *board, bool mine)
{
    enum { BACK_GAME_LAG = 60 };
    int rear = rearmost(board, mine), points = 0, theirs = 0;
    for (int point = 19; point <= 24; point++)
        points += checkers_at(board, mine, point) >= 2;
    for (int point = 1; point <= 25; point++)
        theirs += checkers_at(board, !mine, point);
    int lag = alea_board_pips(board, mine) - alea_board_pips(board, !mine);
    if (points >= 2 && lag >= BACK_GAME_LAG) return true;
    if (rear >= 19 && theirs < ALEA_CHECKERS) return true;
    return is_primed(board, mine, rear);
}

bool position_is_held(const alea_board *board)
{
    if (alea_board_phase(board) != ALEA_PHASE_CONTACT) return false;
    return side_is_held(board, true) || side_is_held(board, false);
}
