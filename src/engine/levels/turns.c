/* Turns of the other tables games at a level. */
#include <alea/levels.h>

#include <math.h>

#include "base/rng.h"

enum { DEEP = 8 /* turns that are looked at a ply deeper */ };

bool alea_level_plays_tables(alea_level level)
{
    return (int)level >= 0 && level <= ALEA_LEVEL_STRONGEST;
}

int alea_choose_turn(const alea_tables_evaluator *evaluator,
                     const alea_tables_rules *rules, alea_tables_dice dice,
                     const alea_tables_turns *turns, const alea_level_info *level,
                     unsigned long long seed, alea_tables_turns *room,
                     alea_tables_opinion *opinion)
{
    alea_random random = alea_random_start(seed, 1);
    /* Levels err by points of games that are won once or twice. */
    const float noise = level->noise * (float)alea_tables_more_points(rules) / 2;
    float best = -INFINITY;
    int chosen = 0;
    if (turns->count == 1) return 0;
    alea_tables_turns_judge(evaluator, rules, dice, turns, level->plies > 0 ? DEEP : 0,
                            room, opinion);
    for (int i = 0; noise > 0 && i < turns->count; i++) {
        if (opinion[i].points < opinion[0].points - 3 * noise) break;
        const float worth =
            opinion[i].points + noise * (float)alea_random_bell(&random);
        if (worth > best) {
            best = worth;
            chosen = i;
        }
    }
    return opinion[chosen].index;
}
