#include "situation.h"

#include <alea/board.h>

#include <stdio.h>

static void put_score(const alea_position *p, char out[96])
{
    const int you = p->match_length - p->score[p->to_act];
    const int other = p->match_length - p->score[alea_opponent(p->to_act)];
    const bool last = you == 1 || other == 1;
    if (p->match_length == 0)
        snprintf(out, 96, "Money%s%s", p->jacoby ? ", Jacoby" : "",
                 p->beavers ? ", beavers" : "");
    else
        snprintf(out, 96, "Match to %d, you are %d-away, the opponent %d-away%s",
                 p->match_length, you, other,
                 p->crawford_game              ? ", Crawford game"
                 : last && p->match_length > 1 ? ", after the Crawford game"
                                               : "");
}

static void put_cube(const alea_position *p, char out[64])
{
    const char *whose = p->cube_owner == ALEA_NOBODY ? "in the middle"
                        : p->cube_owner == p->to_act ? "yours"
                                                     : "the opponent's";
    const int value = 1 << p->cube_log2;
    if (!p->cube || p->crawford_game || p->match_length == 1)
        snprintf(out, 64, "no cube");
    else if (p->offers)
        snprintf(out, 64, "doubled from %d to %d", value, value << p->offers);
    else
        snprintf(out, 64, "cube at %d, %s", value, whose);
}

void situation_of(const alea_position *p, char out[SITUATION_SIZE])
{
    char score[96], cube[64];
    put_score(p, score);
    put_cube(p, cube);
    const bool a = p->to_act == ALEA_A;
    snprintf(out, SITUATION_SIZE, "%s; %s; pips %d to %d", score, cube,
             alea_board_pips(&p->board, a), alea_board_pips(&p->board, !a));
}
