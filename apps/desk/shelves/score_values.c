/* Take points and gammon values from match winning chances. */
#include "score_values.h"

/* The chance to win the match after a game; `crawford`: that was the Crawford game, or
 * one after it. */
static double chance(const alea_met *met, int away, int away_opponent, bool crawford)
{
    if (away <= 0) return 1;
    if (away_opponent <= 0) return 0;
    return (double)alea_met_chance(met, away, away_opponent, crawford);
}

static bool in_range(int away, int away_opponent, int cube, int least)
{
    return away >= least && away_opponent >= least && away <= ALEA_MET_SIZE &&
           away_opponent <= ALEA_MET_SIZE && cube >= 1 && cube <= ALEA_MET_SIZE;
}

bool score_take_point(const alea_met *met, int away, int away_opponent, int cube,
                      double *out)
{
    if (!in_range(away, away_opponent, cube, 2)) return false;
    double drop = chance(met, away, away_opponent - cube, false);
    double win = chance(met, away - 2 * cube, away_opponent, false);
    double lose = chance(met, away, away_opponent - 2 * cube, false);
    if (win <= lose) return false;
    *out = (drop - lose) / (win - lose);
    return true;
}

bool score_gammon_value(const alea_met *met, int away, int away_opponent, int cube,
                        double *out)
{
    if (!in_range(away, away_opponent, cube, 1)) return false;
    bool crawford = away == 1 || away_opponent == 1;
    double win = chance(met, away - cube, away_opponent, crawford);
    double gammon = chance(met, away - 2 * cube, away_opponent, crawford);
    double lose = chance(met, away, away_opponent - cube, crawford);
    if (win <= lose) return false;
    *out = (gammon - win) / (win - lose);
    return true;
}
