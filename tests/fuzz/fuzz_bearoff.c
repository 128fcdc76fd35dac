/* Any bytes as a bear-off table: refused with a reason, or opened and asked; whatever
 * it holds, an answer is a number within its range.
 *
 * First byte 'h': the rest is the file as it is. Otherwise a table with a good header
 * is made of the input: kind, checkers, then bytes repeated as its data. */
#include <alea/bearoff.h>

#include "base/hash.h"
#include "engine/bearoff/table.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

static void in_range(double value, double low, double high)
{
    require(value >= low && value <= high); /* false for what is not a number */
}

static void ask(const alea_bearoff *table, const alea_board *board)
{
    alea_bearoff_equity e;
    if (alea_bearoff_equities(table, board, &e)) {
        in_range((double)e.cubeless, -1, 1);
        in_range((double)e.owned, -2, 2);
        in_range((double)e.centred, -2, 2);
        in_range((double)e.opponent, -2, 2);
    }
    for (int mine = 0; mine < 2; mine++) {
        float p[ALEA_BEAROFF_MAX_ROLLS];
        int count;
        in_range(alea_bearoff_mean_rolls(table, board, mine), -1, 64);
        if (alea_bearoff_rolls(table, board, mine, p, &count))
            for (int i = 0; i < count; i++) in_range((double)p[i], 0, 1);
        if (alea_bearoff_first_rolls(table, board, mine, p, &count))
            for (int i = 0; i < count; i++) in_range((double)p[i], 0, 1);
    }
    alea_probs probs;
    const alea_bearoff *one =
        alea_bearoff_table_kind(table) == ALEA_BEAROFF_ONE_SIDED ? table : NULL;
    if (alea_bearoff_probs(one, one ? NULL : table, board, &probs)) {
        in_range((double)probs.win, 0, 1);
        in_range((double)probs.win_gammon, 0, (double)probs.win);
        in_range((double)probs.lose_gammon, 0, 1 - (double)probs.win);
    }
}

static unsigned char *forged(const uint8_t *data, size_t size, size_t *whole)
{
    bool two = data[0] == 't';
    int checkers = 1 + (size > 1 ? data[1] % (two ? 3 : 15) : 0);
    bearoff_index index;
    require(bearoff_index_start(&index, 6, checkers));
    size_t positions = index.positions;
    size_t bytes = two ? positions * positions * sizeof(alea_bearoff_equity)
                       : positions * sizeof(bearoff_entry) + 400;
    bearoff_header header;
    bearoff_header_start(&header, &index,
                         two ? ALEA_BEAROFF_TWO_SIDED : ALEA_BEAROFF_ONE_SIDED, bytes);
    *whole = sizeof header + bytes;
    unsigned char *file = malloc(*whole);
    require(file);
    for (size_t i = 0; i < bytes; i++)
        file[sizeof header + i] = size > 2 ? data[2 + i % (size - 2)] : 0;
    header.done = header.positions;
    header.data_sum = alea_checksum(file + sizeof header, bytes);
    bearoff_header_seal(&header);
    memcpy(file, &header, sizeof header);
    return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    size_t whole = size - 1;
    unsigned char *file;
    if (data[0] == 'h') {
        file = malloc(whole ? whole : 1);
        require(file);
        memcpy(file, data + 1, whole);
    } else {
        file = forged(data, size, &whole);
    }
    alea_bearoff *table = NULL;
    alea_error error = {0};
    alea_status status = alea_bearoff_open_memory(file, whole, true, &table, &error);
    require((status == ALEA_OK) == (table != NULL));
    require(status == ALEA_OK || error.reason[0]);
    require(status == ALEA_OK || data[0] == 'h');
    for (int n = 0; table && n < 40; n++) {
        alea_board board = {{0}};
        board.point[1 + n % 6] += (int8_t)(1 + n % 3);
        board.point[1 + n / 7] += (int8_t)(n % 4);
        board.point[24 - n % 5] -= (int8_t)(1 + n % 2);
        board.point[19 + n % 6] -= (int8_t)(n % 12);
        ask(table, &board);
    }
    alea_bearoff_close(table);
    free(file);
    return 0;
}
