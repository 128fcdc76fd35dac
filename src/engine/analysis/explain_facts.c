/* Facts that can be counted on a board and over the 36 throws that come. */
#include <alea/explain.h>

enum { POINTS = 24 };

static int count_on_bar(const alea_board *board)
{
    return -board->point[0];
}

static void count_next_roll(const alea_board *after, alea_play_facts *out)
{
    alea_board opponent = alea_board_swap(after);
    alea_play_rules rules = alea_play_rules_standard();
    alea_board results[ALEA_MAX_PLAYS];
    int mine_on_bar = after->point[ALEA_BAR];
    for (int r = 0; r < ALEA_ROLLS; r++) {
        alea_roll roll = alea_roll_at(r);
        int count = alea_positions_after(&opponent, roll, &rules, results);
        bool hit = false;
        for (int i = 0; i < count && !hit; i++)
            hit = count_on_bar(&results[i]) > mine_on_bar;
        if (hit) out->shots += alea_roll_weight(roll);
        if (out->on_bar > 0 && count == 1 && alea_board_equal(&results[0], &opponent))
            out->dances += alea_roll_weight(roll);
    }
}

enum { DEUCE_POINT = 2, BAR_POINT = 7, FAR_HOME = 19 };

/* Points held from the bar point down. */
static int near_points(const alea_board *board)
{
    int held = 0;
    for (int p = 1; p <= BAR_POINT; p++) held += board->point[p] >= 2;
    return held;
}

/* Checkers in the other side's home and on the bar. */
static int far_checkers(const alea_board *board)
{
    int far = 0;
    for (int p = FAR_HOME; p <= ALEA_BAR; p++)
        if (board->point[p] > 0) far += board->point[p];
    return far;
}

static int count_anchors(const alea_board *board)
{
    int held = 0;
    for (int p = FAR_HOME; p <= POINTS; p++) held += board->point[p] >= 2;
    return held;
}

/* Whether no blot stands where an opposing checker has still to pass. */
static bool is_safe(const alea_board *board)
{
    bool passes = false;
    for (int p = 0; p <= POINTS; p++) {
        if (board->point[p] == 1 && passes) return false;
        passes = passes || board->point[p] < 0;
    }
    return true;
}

/* Throws of the side that sees `board` after which it can hold one near point or anchor
 * more, can have one checker less far away, can hit, can be safe, and can bear off two
 * checkers or more. */
typedef struct chances {
    int builds, anchors, leaves, hits, safe, bears_off;
} chances;

static void count_chances(const alea_board *board, chances *out)
{
    const alea_play_rules rules = alea_play_rules_standard();
    const int held = near_points(board), far = far_checkers(board),
              anchors = count_anchors(board), mine = alea_board_checkers(board, true),
              sent = count_on_bar(board);
    alea_board results[ALEA_MAX_PLAYS];
    *out = (chances){0};
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const alea_roll roll = alea_roll_at(r);
        const int count = alea_positions_after(board, roll, &rules, results);
        const int weight = alea_roll_weight(roll);
        bool built = false, left = false, hit = false, off = false;
        bool anchored = false, safe = false;
        for (int i = 0; i < count; i++) {
            built = built || near_points(&results[i]) > held;
            anchored = anchored || count_anchors(&results[i]) > anchors;
            left = left || far_checkers(&results[i]) < far;
            hit = hit || count_on_bar(&results[i]) > sent;
            safe = safe || is_safe(&results[i]);
            off = off || mine - alea_board_checkers(&results[i], true) >= 2;
        }
        out->builds += built ? weight : 0;
        out->anchors += anchored ? weight : 0;
        out->leaves += left ? weight : 0;
        out->hits += hit ? weight : 0;
        out->safe += safe ? weight : 0;
        out->bears_off += off ? weight : 0;
    }
}

void alea_play_facts_of(const alea_board *after, alea_play_facts *out)
{
    *out = (alea_play_facts){0};
    out->on_bar = count_on_bar(after);
    out->pips = alea_board_pips(after, true);
    out->pips_opponent = alea_board_pips(after, false);
    out->off = ALEA_CHECKERS - alea_board_checkers(after, true);
    int row = 0;
    for (int p = 1; p <= POINTS; p++) {
        bool held = after->point[p] >= 2;
        out->blots += after->point[p] == 1;
        if (after->point[p] > out->tallest) out->tallest = after->point[p];
        row = held ? row + 1 : 0;
        if (row > out->prime) out->prime = row;
        if (held) out->points |= UINT32_C(1) << p;
        if (held && p <= 6) out->home_points++;
    }
    for (int p = 1; p <= 6; p++)
        if (after->point[p] > 0) {
            out->at_home += after->point[p];
            if (p <= DEUCE_POINT) out->deep += after->point[p];
        }
    out->back = far_checkers(after);
    chances mine, theirs;
    count_chances(after, &mine);
    out->bears_off = mine.bears_off;
    out->race = alea_board_phase(after) != ALEA_PHASE_CONTACT;
    if (out->race) return;
    const alea_board opponent = alea_board_swap(after);
    count_next_roll(after, out);
    count_chances(&opponent, &theirs);
    out->builds = mine.builds;
    out->leaves = mine.leaves;
    out->hits = mine.hits;
    out->anchors = mine.anchors;
    out->safe = mine.safe;
    out->leaves_opponent = theirs.leaves;
}
