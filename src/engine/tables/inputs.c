#include "inputs.h"

static int inputs_of_point(const alea_tables_rules *rules)
{
    return TABLES_OF_POINT - (rules->landing != ALEA_TABLES_PIN);
}

int tables_inputs_count(const alea_tables_rules *rules)
{
    return 2 * (rules->path * inputs_of_point(rules) + TABLES_OF_SIDE);
}

static int put(tables_input *out, int count, int at, int value)
{
    if (!value) return count;
    out[count] = (tables_input){(uint16_t)at, (int16_t)value};
    return count + 1;
}

int tables_inputs(const alea_tables_rules *rules, const alea_tables_board *board,
                  tables_input out[TABLES_MOST_ACTIVE])
{
    const int width = inputs_of_point(rules);
    int count = 0, at = 0;
    for (int side = 0; side < 2; side++) {
        const uint8_t *men = board->count[side];
        for (int r = 1; r <= rules->path; r++, at += width) {
            if (!men[r]) continue;
            for (int n = 0; n < 3 && n < men[r]; n++)
                count = put(out, count, at + n, TABLES_UNIT);
            if (men[r] > 3) count = put(out, count, at + 3, (men[r] - 3) * 8);
            if (board->pinned[side] >> r & 1)
                count = put(out, count, at + 4, TABLES_UNIT);
        }
        const int waiting = alea_tables_waiting(rules, board, side);
        count = put(out, count, at, men[ALEA_TABLES_OFF]);
        count = put(out, count, at + 1, waiting ? TABLES_UNIT : 0);
        count = put(out, count, at + 2, waiting * 4);
        count = put(out, count, at + 3, board->hit[side] * 4);
        at += TABLES_OF_SIDE;
    }
    return count;
}
