/* The throws of a game, each once, with the number of ways in which it comes. */
#include <alea/tables.h>

int alea_tables_marks(const alea_tables_rules *rules, int marks)
{
    return marks ? marks : rules->none_counts;
}

bool alea_tables_is_die(const alea_tables_rules *rules, int die)
{
    if (rules->dice != 1) return die >= 1 && die <= 6;
    return die == rules->none_counts || (die >= 1 && die <= 4);
}

int alea_tables_throw(const alea_tables_rules *rules, int index, alea_tables_dice *dice)
{
    static const int binary[] = {1, 4, 6, 4, 1}; /* of 16 */
    if (index < 0) return 0;
    if (rules->dice == 1) {
        if (index > 4) return 0;
        *dice =
            (alea_tables_dice){1, {(uint8_t)alea_tables_marks(rules, index), 0, 0}, 0};
        return binary[index];
    }
    for (uint8_t a = 1; a <= 6; a++)
        for (uint8_t b = 1; b <= a; b++)
            for (uint8_t c = 1; c <= (rules->dice == 3 ? b : 1); c++) {
                if (index--) continue;
                if (rules->dice == 2) {
                    *dice = (alea_tables_dice){2, {a, b, 0}, 0};
                    return a == b ? 1 : 2;
                }
                *dice = (alea_tables_dice){3, {a, b, c}, 0};
                return a == b && b == c ? 1 : a == b || b == c ? 3 : 6;
            }
    return 0;
}
