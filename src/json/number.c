#include "shapes.h"

#include <math.h>

json_t *number_json(double value)
{
    const double rounded = round(value * 1e6) / 1e6;
    return isfinite(rounded) ? json_real(rounded + 0.0) : json_null();
}

json_t *probs_json(const alea_probs *p)
{
    return json_pack("{s:o,s:o,s:o,s:o,s:o}", "win", number_json((double)p->win),
                     "win_gammon", number_json((double)p->win_gammon), "win_backgammon",
                     number_json((double)p->win_backgammon), "lose_gammon",
                     number_json((double)p->lose_gammon), "lose_backgammon",
                     number_json((double)p->lose_backgammon));
}
