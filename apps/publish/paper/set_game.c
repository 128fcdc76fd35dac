#include "set_inside.h"

#include <alea/tables.h>

#include <string.h>

static const alea_tables_rules *first_game(const set_options *o)
{
    return o->series ? &o->series->game[0] : NULL;
}

bool set_has_squares(const set_options *o)
{
    return o->series && first_game(o)->path != 24;
}

const char *set_name(const set_options *o)
{
    if (!o->series) return "backgammon";
    return o->series->games > 1 ? "tavli" : first_game(o)->name;
}

bool set_has_cube(const set_options *o)
{
    return o->series ? first_game(o)->cube != ALEA_TABLES_CUBE_OFF : o->rules.cube;
}

int set_men_a_side(const set_options *o)
{
    return o->series ? alea_tables_men(first_game(o)) : MEN_A_SIDE;
}

int set_dice(const set_options *o)
{
    return o->series ? first_game(o)->dice : 2;
}

bool set_start(const set_options *o, alea_board *out)
{
    memset(out, 0, sizeof *out);
    if (!o->series) {
        *out = alea_board_start(o->rules.setup);
        return true;
    }
    if (o->series->games > 1) return false;
    const alea_tables_rules *rules = first_game(o);
    const alea_tables_board start = alea_tables_start(rules);
    bool any = false;
    for (int r = 1; r <= 24; r++) {
        const int upper = start.count[1][alea_tables_mirror(rules->relation, r)];
        out->point[r] = (int8_t)(start.count[0][r] - upper);
        any = any || out->point[r] != 0;
    }
    return any;
}
