/* Any bytes as an identifier and as a play: refused with a reason, or a possible
 * position that is written and read again the same. */
#include <stdlib.h>
#include <string.h>

#include <alea/notation.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds)
{
    if (!holds) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    alea_position p, q;
    alea_error error = {0};
    if (alea_position_read(text, size, &p, &error) == ALEA_OK) {
        char id[ALEA_XGID_SIZE];
        demand(alea_board_check(&p.board, ALEA_CHECKERS, NULL) == ALEA_OK);
        if (alea_xgid_write(&p, id) == ALEA_OK &&
            alea_xgid_read(id, strlen(id), &q, NULL) == ALEA_OK)
            demand(alea_board_equal(&p.board, &q.board) && p.on_roll == q.on_roll);
        alea_rules rules = alea_rules_default();
        alea_match match;
        (void)alea_match_of_position(&p, &rules, &match, &error);
    } else {
        demand(error.reason[0] != '\0');
    }
    alea_move moves[ALEA_MAX_MOVES];
    int count = -1;
    if (alea_moves_read(text, size, moves, &count, &error) == ALEA_OK) {
        demand(count >= 0 && count <= ALEA_MAX_MOVES);
        for (int i = 0; i < count; i++)
            demand(moves[i].from >= 1 && moves[i].from <= 25 && moves[i].to >= 0 &&
                   moves[i].to <= 24);
    }
    return 0;
}
