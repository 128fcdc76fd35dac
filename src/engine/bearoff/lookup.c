/* Look-ups in bear-off tables. Table bytes are untrusted: every offset is checked where
 * it is used, and values are clamped to their range. */
#include "internal.h"

#include <string.h>

static float within(float value, float low, float high)
{
    if (!(value >= low)) return low; /* also not a number */
    return value <= high ? value : high;
}

/* The position's number, or false if this side does not stand within the table. */
static bool locate(const alea_bearoff *table, const alea_board *board, bool mine,
                   uint32_t *rank)
{
    uint8_t count[ALEA_BEAROFF_MAX_POINTS];
    int checkers = bearoff_counts(board, mine, table->index.points, count);
    if (checkers < 0 || checkers > table->index.checkers) return false;
    *rank = bearoff_rank(&table->index, count);
    return true;
}

/* No checker of mine has to pass one of the opponent's. */
static bool no_contact(const alea_board *board)
{
    alea_phase phase = alea_board_phase(board);
    return phase != ALEA_PHASE_CONTACT;
}

bool alea_bearoff_equities(const alea_bearoff *table, const alea_board *board,
                           alea_bearoff_equity *out)
{
    uint32_t mine, theirs;
    if (!table || table->header.kind != ALEA_BEAROFF_TWO_SIDED ||
        !locate(table, board, true, &mine) || !locate(table, board, false, &theirs) ||
        !no_contact(board))
        return false;
    const alea_bearoff_equity *data =
        (const void *)(table->bytes + sizeof(bearoff_header));
    const alea_bearoff_equity *row =
        table->row ? table->row(mine) : data + (size_t)mine * table->index.positions;
    if (!row) return false;
    const alea_bearoff_equity e = row[theirs];
    out->cubeless = within(e.cubeless, -1, 1);
    out->owned = within(e.owned, -2, 2);
    out->centred = within(e.centred, -2, 2);
    out->opponent = within(e.opponent, -2, 2);
    return true;
}

static bool entry_of(const alea_bearoff *table, const alea_board *board, bool mine,
                     bearoff_entry *entry)
{
    uint32_t rank;
    if (!table || table->header.kind != ALEA_BEAROFF_ONE_SIDED ||
        !locate(table, board, mine, &rank))
        return false;
    const unsigned char *data = table->bytes + sizeof(bearoff_header);
    memcpy(entry, data + (size_t)rank * sizeof *entry, sizeof *entry);
    return true;
}

static bool distribution(const alea_bearoff *table, const bearoff_entry *entry,
                         bool first_checker, float out[ALEA_BEAROFF_MAX_ROLLS],
                         int *count)
{
    size_t entries = (size_t)table->index.positions * sizeof *entry;
    size_t pool = ((size_t)table->header.data_size - entries) / sizeof(float);
    size_t offset = (size_t)entry->offset + (first_checker ? entry->count : 0);
    int first = first_checker ? entry->off_first : entry->first;
    int size = first_checker ? entry->off_count : entry->count;
    memset(out, 0, ALEA_BEAROFF_MAX_ROLLS * sizeof *out);
    if (offset + (size_t)size > pool || first + size > ALEA_BEAROFF_MAX_ROLLS)
        return false;
    memcpy(out + first, table->bytes + sizeof(bearoff_header) + entries + offset * 4,
           (size_t)size * sizeof *out);
    for (int k = first; k < first + size; k++) out[k] = within(out[k], 0, 1);
    *count = first + size;
    return true;
}

bool alea_bearoff_rolls(const alea_bearoff *table, const alea_board *board, bool mine,
                        float out[ALEA_BEAROFF_MAX_ROLLS], int *count)
{
    bearoff_entry entry;
    return entry_of(table, board, mine, &entry) &&
           distribution(table, &entry, false, out, count);
}

bool alea_bearoff_first_rolls(const alea_bearoff *table, const alea_board *board,
                              bool mine, float out[ALEA_BEAROFF_MAX_ROLLS], int *count)
{
    bearoff_entry entry;
    return entry_of(table, board, mine, &entry) &&
           distribution(table, &entry, true, out, count);
}

double alea_bearoff_mean_rolls(const alea_bearoff *table, const alea_board *board,
                               bool mine)
{
    bearoff_entry entry;
    if (!entry_of(table, board, mine, &entry)) return -1;
    return entry.mean >= 0 && entry.mean <= ALEA_BEAROFF_MAX_ROLLS ? entry.mean : -1;
}

bool alea_bearoff_play_chain(const alea_bearoff *table, alea_board *board, int die)
{
    uint32_t rank;
    uint8_t count[ALEA_BEAROFF_MAX_POINTS];
    if (!table || !table->after_double || die < 1 || die >= 6 ||
        !locate(table, board, true, &rank))
        return false;
    /* A double of the next number, whose index is `die`, and what follows it. */
    bearoff_position(&table->index, table->after_double[(size_t)rank * 6 + (size_t)die],
                     count);
    for (int k = 0; k < table->index.points; k++)
        if (board->point[k + 1] >= 0) board->point[k + 1] = (int8_t)count[k];
    return true;
}

/* Probability that `first` happens in no more rolls than `second`, where the player of
 * `first` is on roll (may_tie) or not. */
static float before(const float *first, int first_count, const float *second,
                    int second_count, bool may_tie)
{
    double sum = 0, left = 1; /* left = P(second needs more than k - may_tie rolls) */
    for (int k = 0; k < first_count; k++) {
        int passed = may_tie ? k - 1 : k;
        if (passed >= 0 && passed < second_count) left -= (double)second[passed];
        if (left < 0) left = 0;
        sum += (double)first[k] * left;
    }
    return within((float)sum, 0, 1);
}

bool alea_bearoff_probs(const alea_bearoff *one_sided, const alea_bearoff *two_sided,
                        const alea_board *board, alea_probs *out)
{
    float mine[ALEA_BEAROFF_MAX_ROLLS], theirs[ALEA_BEAROFF_MAX_ROLLS];
    float first[ALEA_BEAROFF_MAX_ROLLS];
    int mine_count, theirs_count, first_count;
    alea_bearoff_equity exact;
    bool all_off =
        alea_board_checkers(board, true) == 0 || alea_board_checkers(board, false) == 0;
    if (all_off || !no_contact(board)) return false;
    alea_probs p = {0};
    bool no_gammons = alea_board_checkers(board, true) < ALEA_CHECKERS &&
                      alea_board_checkers(board, false) < ALEA_CHECKERS;
    bool exact_win = alea_bearoff_equities(two_sided, board, &exact);
    if (exact_win) p.win = (1 + exact.cubeless) / 2;
    if (exact_win && no_gammons) {
        *out = p;
        return true;
    }
    if (!alea_bearoff_rolls(one_sided, board, true, mine, &mine_count) ||
        !alea_bearoff_rolls(one_sided, board, false, theirs, &theirs_count))
        return false;
    if (!exact_win) p.win = before(mine, mine_count, theirs, theirs_count, true);
    if (alea_board_checkers(board, false) == ALEA_CHECKERS) {
        /* The opponent loses a gammon if my last checker is off before its first one
         * is. */
        if (!alea_bearoff_first_rolls(one_sided, board, false, first, &first_count))
            return false;
        p.win_gammon =
            within(before(mine, mine_count, first, first_count, true), 0, p.win);
    }
    if (alea_board_checkers(board, true) == ALEA_CHECKERS) {
        if (!alea_bearoff_first_rolls(one_sided, board, true, first, &first_count))
            return false;
        p.lose_gammon = within(before(theirs, theirs_count, first, first_count, false),
                               0, 1 - p.win);
    }
    *out = p;
    return true;
}
