#include "example.h"

#include <alea/notation.h>

#include <stdio.h>
#include <string.h>

bool book_example_board(const char *text, alea_board *board)
{
    int sign = 1;
    *board = (alea_board){{0}};
    if (strcmp(text, "start") == 0) {
        *board = alea_board_start(ALEA_SETUP_BACKGAMMON);
        return true;
    }
    while (*text) {
        int point, count, read;
        if (*text == ' ') {
            text++;
        } else if (*text == '|') {
            sign = -1;
            text++;
        } else if (sscanf(text, "%d:%d%n", &point, &count, &read) == 2 && point >= 0 &&
                   point <= ALEA_BAR && count > 0 && count <= ALEA_CHECKERS) {
            board->point[point] = (int8_t)(sign * count);
            text += read;
        } else {
            return false;
        }
    }
    return alea_board_check(board, ALEA_CHECKERS, NULL) == ALEA_OK;
}

const char *const *book_example_answers(const book_example *example)
{
    return example->right[0] ? example->right : example->named;
}

bool book_example_is_right(const book_example *example, const alea_board *board,
                           const alea_play_rules *rules, const alea_play *play)
{
    const alea_roll roll = {{example->dice[0], example->dice[1]}};
    if (!example->right[0]) return true;
    for (int i = 0; i < EXAMPLE_PLAYS && example->right[i]; i++) {
        alea_move move[ALEA_MAX_MOVES];
        alea_play right;
        int count = 0;
        if (alea_moves_read(example->right[i], strlen(example->right[i]), move, &count,
                            NULL) == ALEA_OK &&
            alea_play_judge(board, roll, rules, move, count, &right, NULL) ==
                ALEA_PLAY_LEGAL &&
            alea_board_equal(&right.board, &play->board))
            return true;
    }
    return false;
}
