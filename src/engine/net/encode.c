/* A position as one-hot feature groups: the board, and tactical features that a shallow
 * net learns badly and that cost little to compute (made-point windows, escapes,
 * shots). The meanings are fixed once a net has been trained on them; alea_encode_hash
 * distinguishes versions. */
#include "encode.h"

#include "encode_tactics.h"

#include <string.h>

enum { POINT_ROWS = 16, PIP_ROWS = 40 };

#define R(base, step, n) (uint16_t)((base) + (step) * (n))
#define R4(base, step, n)                                                              \
    R(base, step, n), R(base, step, n + 1), R(base, step, n + 2), R(base, step, n + 3)
#define R8(base, step, n) R4(base, step, n), R4(base, step, n + 4)
#define R24(base, step)   R8(base, step, 0), R8(base, step, 8), R8(base, step, 16)

enum {
    ROW_BAR = 24 * POINT_ROWS,
    ROW_OFF = ROW_BAR + 2 * MAX_BAR,
    ROW_WINDOWS = ALEA_BOARD_ROWS,
    ROW_ESCAPES = ROW_WINDOWS + 8 * 63,
    ROW_HITS = ROW_ESCAPES + 4 * 36,
    ROW_SHOTS = ROW_HITS + 2 * 36,
    /* the second bank */
    ROW_POINTS_2 = ROW_SHOTS + 24 * POINT_ROWS,
    ROW_BAR_2 = ROW_POINTS_2 + 24 * POINT_ROWS,
    ROW_WINDOWS_2 = ROW_BAR_2 + 2 * MAX_BAR,
    ROW_SHOTS_2 = ROW_WINDOWS_2 + 8 * 63
};

#define CONTACT_FIRST(points, bar, windows, shots)                                     \
    {                                                                                  \
        R24(points, POINT_ROWS), bar, bar + MAX_BAR, ROW_OFF, ROW_OFF + ALEA_CHECKERS, \
            R8(windows, 63, 0), R4(ROW_ESCAPES, 36, 0), ROW_HITS, ROW_HITS + 36,       \
            R24(shots, POINT_ROWS)                                                     \
    }

static const uint16_t contact_first[ENCODE_BANKS][ENCODE_STRIDE] = {
    CONTACT_FIRST(0, ROW_BAR, ROW_WINDOWS, ROW_SHOTS),
    CONTACT_FIRST(ROW_POINTS_2, ROW_BAR_2, ROW_WINDOWS_2, ROW_SHOTS_2),
};

static const uint16_t race_first[ENCODE_STRIDE] = {
    R24(0, POINT_ROWS),
    ROW_BAR,
    ROW_BAR + ALEA_CHECKERS,
    ROW_BAR + 2 * ALEA_CHECKERS,
    ROW_BAR + 2 * ALEA_CHECKERS + PIP_ROWS,
    ROW_BAR + 2 * ALEA_CHECKERS + 2 * PIP_ROWS,
};

static side side_of(const int8_t *point, bool mine)
{
    side s = {.off = ALEA_CHECKERS};
    for (int p = 1; p <= 24; p++) {
        int n = mine ? point[p] : -point[25 - p];
        if (n <= 0) continue;
        uint32_t bit = 1U << p;
        s.any |= bit;
        if (n == 1)
            s.blots |= bit;
        else
            s.made |= bit;
        s.off -= n;
        s.rearmost = p;
        if (p >= 19) s.back += n;
    }
    s.bar = mine ? point[25] : -point[0];
    s.off -= s.bar;
    s.back += s.bar;
    if (s.bar > 0) s.rearmost = 25;
    return s;
}

static uint8_t capped(int value, int most)
{
    return (uint8_t)(value < most ? value : most);
}

static void encode_points(const alea_board *board, uint8_t *feature_groups)
{
    for (int p = 1; p <= 24; p++) {
        int n = board->point[p];
        if (n > 0) feature_groups[p - 1] = capped(n, HALF_POINT);
        if (n < 0)
            feature_groups[p - 1] = (uint8_t)(HALF_POINT + capped(-n, HALF_POINT));
    }
}

static void encode_board(const alea_board *board, int my_off, int their_off,
                         uint8_t *feature_groups)
{
    encode_points(board, feature_groups);
    feature_groups[SLOT_BAR] = capped(board->point[25], MAX_BAR);
    feature_groups[SLOT_BAR + 1] = capped(-board->point[0], MAX_BAR);
    feature_groups[SLOT_OFF] = (uint8_t)my_off;
    feature_groups[SLOT_OFF + 1] = (uint8_t)their_off;
}

static int pips_group(int pips)
{
    return capped((pips + 3) / 4, PIP_ROWS);
}

static int difference_group(const int pips[2])
{
    int difference = pips[0] - pips[1];
    if (difference > 62) difference = 62;
    if (difference < -62) difference = -62;
    return 32 + difference / 2;
}

static void encode_race(const alea_board *board, uint8_t *feature_groups)
{
    int pips[2] = {0, 0}, left[2] = {0, 0};
    for (int p = 1; p <= 24; p++) {
        int n = board->point[p];
        int who = n < 0;
        pips[who] += who ? -n * (25 - p) : n * p;
        left[who] += who ? -n : n;
    }
    encode_points(board, feature_groups);
    for (int who = 0; who < 2; who++) {
        feature_groups[RACE_OFF + who] = (uint8_t)(ALEA_CHECKERS - left[who]);
        feature_groups[RACE_PIPS + who] = (uint8_t)pips_group(pips[who]);
    }
    feature_groups[RACE_DIFFERENCE] = (uint8_t)difference_group(pips);
}

void encode_feature_groups(alea_net_kind kind, const alea_board *board,
                           uint8_t feature_groups[ENCODE_STRIDE], encode_facts *facts)
{
    memset(feature_groups, 0, ENCODE_STRIDE);
    side me = side_of(board->point, true), them = side_of(board->point, false);
    facts->output_bucket = (uint8_t)tail_of(&me, &them);
    facts->possible = (uint8_t)possible_of(&me, &them);
    if (kind == ALEA_NET_RACE) {
        encode_race(board, feature_groups);
        return;
    }
    encode_board(board, me.off, them.off, feature_groups);
    if (kind == ALEA_NET_CONTACT) encode_tactics(&me, &them, feature_groups);
}

/* ---- differences from a root ---- */

/* Checkers -15 .. 15 on a point whose rows for the roller begin at `first`: the
 * roller's are the negative ones here. */
#define POINT(p, first)                                                                \
    [p] = {first + 7,  first + 7,  first + 7,  first + 7,  first + 7,  first + 7,      \
           first + 7,  first + 7,  first + 6,  first + 5,  first + 4,  first + 3,      \
           first + 2,  first + 1,  first + 0,  NONE,       first + 8,  first + 9,      \
           first + 10, first + 11, first + 12, first + 13, first + 14, first + 15,     \
           first + 15, first + 15, first + 15, first + 15, first + 15, first + 15,     \
           first + 15, NONE}
#define NONE          ENCODE_NO_ROW
#define NONE8         NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE
#define SLOT(p)       POINT(p, (24 - (p)) * POINT_ROWS)
#define MINE          ROW_BAR
#define THEIRS        ROW_BAR + MAX_BAR
#define ALL_FIVE(row) row, row, row, row, row

const uint16_t encode_point_row[ENCODE_NOWHERE + 1][32] = {
    [0] = {ALL_FIVE(MINE + 5), ALL_FIVE(MINE + 5), MINE + 4, MINE + 3, MINE + 2,
           MINE + 1, MINE, NONE, NONE8, NONE8},
    SLOT(1),
    SLOT(2),
    SLOT(3),
    SLOT(4),
    SLOT(5),
    SLOT(6),
    SLOT(7),
    SLOT(8),
    SLOT(9),
    SLOT(10),
    SLOT(11),
    SLOT(12),
    SLOT(13),
    SLOT(14),
    SLOT(15),
    SLOT(16),
    SLOT(17),
    SLOT(18),
    SLOT(19),
    SLOT(20),
    SLOT(21),
    SLOT(22),
    SLOT(23),
    SLOT(24),
    [25] = {NONE8, NONE8, THEIRS, THEIRS + 1, THEIRS + 2, THEIRS + 3, THEIRS + 4,
            ALL_FIVE(THEIRS + 5), ALL_FIVE(THEIRS + 5), NONE},
    [ENCODE_NOWHERE] = {NONE8, NONE8, NONE8, NONE8},
};

uint16_t encode_off_row(alea_net_kind kind, int off)
{
    int first = kind == ALEA_NET_RACE ? race_first[RACE_OFF + 1]
                                      : contact_first[0][SLOT_OFF + 1];
    return off > 0 ? (uint16_t)(first + off - 1) : (uint16_t)ENCODE_NO_ROW;
}

unsigned encode_possible_of(const int off[2], const int rearmost[2])
{
    side me = {.off = off[0], .rearmost = rearmost[0]};
    side them = {.off = off[1], .rearmost = rearmost[1]};
    return possible_of(&me, &them);
}

/* Written whether it is a row or not, counted only if it is: no branch to guess. */
static void add_row(uint16_t *rows, int *count, unsigned row)
{
    rows[*count] = (uint16_t)row;
    *count += row != ENCODE_NO_ROW;
}

/* Rows that are no points: `feature group` counts from the first of them. */
static unsigned counted_row(const uint16_t *first, int feature_group, int value)
{
    return value > 0 ? first[feature_group] + (unsigned)value - 1
                     : (unsigned)ENCODE_NO_ROW;
}

/* Values of the feature groups behind the points; PRUNE has the first two only. */
static void counts_of(const int off[2], const int pips[2], int value[5])
{
    value[0] = off[0];
    value[1] = off[1];
    value[2] = pips_group(pips[0]);
    value[3] = pips_group(pips[1]);
    value[4] = difference_group(pips);
}

void encode_root_of(alea_net_kind kind, const alea_board *after, encode_root *root,
                    encode_steps *steps)
{
    bool race = kind == ALEA_NET_RACE;
    *root = (encode_root){.after = *after, .off = {ALEA_CHECKERS, ALEA_CHECKERS}};
    steps->added_count = steps->removed_count = 0;
    for (int p = 0; p < 26; p++) {
        int n = after->point[p], who = n > 0;
        root->off[who] -= who ? n : -n;
        root->pips[who] += who ? n * p : -n * (25 - p);
        add_row(steps->added, &steps->added_count, encode_point_row[p][n + 15]);
    }
    const uint16_t *first = race ? race_first + RACE_OFF : contact_first[0] + SLOT_OFF;
    int value[5];
    counts_of(root->off, root->pips, value);
    for (int i = 0; i < (race ? 5 : 2); i++)
        add_row(steps->added, &steps->added_count, counted_row(first, i, value[i]));
}

/* Bit p: point p differs. */
static uint32_t changed_points(const alea_board *a, const alea_board *b)
{
#if defined(__SSE2__)
    __m128i low = _mm_cmpeq_epi8(_mm_loadu_si128((const void *)a->point),
                                 _mm_loadu_si128((const void *)b->point));
    __m128i high = _mm_cmpeq_epi8(_mm_loadu_si128((const void *)(a->point + 10)),
                                  _mm_loadu_si128((const void *)(b->point + 10)));
    uint32_t same = (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high)
                                                           << 10;
    return ~same & ((1U << 26) - 1);
#else
    uint32_t changed = 0;
    for (int p = 0; p < 26; p++) changed |= (uint32_t)(a->point[p] != b->point[p]) << p;
    return changed;
#endif
}

void encode_steps_of(alea_net_kind kind, const encode_root *root,
                     const alea_board *after, encode_steps *steps, encode_facts *facts)
{
    int off[2] = {root->off[0], root->off[1]};
    int pips[2] = {root->pips[0], root->pips[1]};
    steps->added_count = steps->removed_count = 0;
    for (uint32_t rest = changed_points(&root->after, after); rest; rest &= rest - 1) {
        int p = __builtin_ctz(rest), n = after->point[p], was = root->after.point[p];
        int mine = (n > 0 ? n : 0) - (was > 0 ? was : 0);
        int theirs = (n < 0 ? -n : 0) - (was < 0 ? -was : 0);
        off[1] -= mine;
        off[0] -= theirs;
        pips[1] += mine * p;
        pips[0] += theirs * (25 - p);
        add_row(steps->added, &steps->added_count, encode_point_row[p][n + 15]);
        add_row(steps->removed, &steps->removed_count, encode_point_row[p][was + 15]);
    }
    bool race = kind == ALEA_NET_RACE;
    const uint16_t *first = race ? race_first + RACE_OFF : contact_first[0] + SLOT_OFF;
    int now[5], then[5];
    counts_of(off, pips, now);
    counts_of(root->off, root->pips, then);
    for (int i = 0; i < (race ? 5 : 2); i++) {
        if (now[i] == then[i]) continue;
        add_row(steps->added, &steps->added_count, counted_row(first, i, now[i]));
        add_row(steps->removed, &steps->removed_count, counted_row(first, i, then[i]));
    }
    uint32_t mine, theirs;
    encode_masks(after, &mine, &theirs);
    int rearmost[2] = {theirs ? 25 - __builtin_ctz(theirs) : 0,
                       mine ? 31 - __builtin_clz(mine) : 0};
    facts->output_bucket = 0;
    facts->possible = (uint8_t)encode_possible_of(off, rearmost);
}

int encode_group_count(alea_net_kind kind)
{
    if (kind == ALEA_NET_RACE) return ALEA_RACE_SLOTS;
    return kind == ALEA_NET_CONTACT ? ALEA_CONTACT_SLOTS : ALEA_BOARD_SLOTS;
}

const uint16_t *encode_first_rows(alea_net_kind kind, int input_bucket)
{
    return kind == ALEA_NET_RACE ? race_first : contact_first[input_bucket];
}

int encode_group_rows(alea_net_kind kind, int feature_group)
{
    if (feature_group < 24) return POINT_ROWS;
    if (kind == ALEA_NET_RACE) {
        if (feature_group < RACE_PIPS) return ALEA_CHECKERS;
        return feature_group < RACE_DIFFERENCE ? PIP_ROWS : 63;
    }
    if (feature_group < SLOT_OFF) return MAX_BAR;
    if (feature_group < SLOT_WINDOWS) return ALEA_CHECKERS;
    if (feature_group < SLOT_ESCAPES) return 63;
    return feature_group < SLOT_SHOTS ? 36 : POINT_ROWS;
}

int alea_encode_rows(alea_net_kind kind)
{
    if (kind == ALEA_NET_RACE) return ALEA_RACE_ROWS;
    return kind == ALEA_NET_CONTACT ? ALEA_CONTACT_ROWS : ALEA_BOARD_ROWS;
}

int alea_encode(alea_net_kind kind, const alea_board *board,
                uint16_t rows[ALEA_MAX_ACTIVE])
{
    uint8_t feature_groups[ENCODE_STRIDE];
    encode_facts facts;
    encode_feature_groups(kind, board, feature_groups, &facts);
    const uint16_t *first =
        encode_first_rows(kind, encode_input_bucket(kind, facts.output_bucket));
    int count = encode_group_count(kind), active = 0;
    for (int i = 0; i < count; i++)
        if (feature_groups[i])
            rows[active++] = (uint16_t)(first[i] + feature_groups[i] - 1);
    return active;
}

int alea_encode_output_bucket(const alea_board *board)
{
    side me = side_of(board->point, true), them = side_of(board->point, false);
    return tail_of(&me, &them);
}

unsigned alea_encode_possible(const alea_board *board)
{
    side me = side_of(board->point, true), them = side_of(board->point, false);
    return possible_of(&me, &them);
}

uint32_t alea_encode_hash(void)
{
    /* FNV-1a over a text that names the layout; a changed meaning changes the text. */
    static const char layout[] =
        "2: points16 bars6 offs15 | windows 1 4 7 19 both sides | escapes full sum "
        "rearmost bar | hits | shots 3 6 10 12 14 17 22 36 | race offs pips4 diff2 | "
        "tails bear3 back3 free prime other | banks of points bars windows shots";
    uint32_t hash = 2166136261U;
    for (const char *c = layout; *c; c++) hash = (hash ^ (uint8_t)*c) * 16777619U;
    return hash;
}
