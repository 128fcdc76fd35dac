/* Writes random positions of every kind and our results of a roll from each, a line
 * each: POSITION_ID DIE DIE RESULT_ID... all seen by the mover, for movegen_peer to
 * compare with another program's. */
#include "unit/slow_plays.h"

#include <alea/alea.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 2400;
    const alea_play_rules rules = alea_play_rules_standard();
    test_random random = {argc > 2 ? (uint64_t)strtoull(argv[2], NULL, 10) | 1 : 2717};
    static alea_board out[ALEA_MAX_PLAYS];
    for (int i = 0; i < count; i++) {
        alea_board board = random_board(&random);
        alea_roll roll = random_roll(&random);
        char id[ALEA_POSITION_ID_SIZE];
        alea_position_id_write(&board, id);
        printf("%s %d %d", id, roll.die[0], roll.die[1]);
        int n = alea_positions_after(&board, roll, &rules, out);
        for (int k = 0; k < n; k++) {
            alea_position_id_write(&out[k], id);
            printf(" %s", id);
        }
        printf("\n");
    }
    return ferror(stdout) || fflush(stdout) ? 3 : 0;
}
