/* For tests: a board from a Position ID, decoded here so that the tests of the rules
 * lean on no reader of the library. */
#ifndef ALEA_TESTS_UNIT_BOARD_OF_H
#define ALEA_TESTS_UNIT_BOARD_OF_H

#include <alea/board.h>

#include <string.h>

static inline alea_board board_of(const char *id)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char key[11] = {0};
    for (int i = 0; i < 14; i++) {
        unsigned value = (unsigned)(strchr(digits, id[i]) - digits);
        for (int b = 0; b < 6; b++) {
            int at = i * 6 + b; /* bits of the text, most significant first */
            if (value >> (5 - b) & 1) key[at / 8] |= (unsigned char)(128 >> (at % 8));
        }
    }
    /* Opponent of the player on roll first, then the player on roll: for each of 25
     * points as many ones as checkers and a zero; least significant bit first. */
    alea_board board = {{0}};
    int at = 0;
    for (int side = 0; side < 2; side++)
        for (int p = 1; p <= 25; p++, at++)
            for (; key[at / 8] >> (at % 8) & 1; at++) {
                if (side == 1)
                    board.point[p]++;
                else
                    board.point[25 - p]--;
            }
    return board;
}

#endif
