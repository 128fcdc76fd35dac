#include "set_plan.h"

#include <math.h>

const double set_die_edge = 16, set_cube_edge = 24, set_cup_radius = 20,
             set_cup_high = 60, set_pin_high = 16, set_box_wall = 46, set_lid_wall = 30;

/* Between the board and the walls, and between the tray and the lid. */
static const double box_room = 3, lid_room = 1.5;

double set_man_diameter(const board_plan *plan)
{
    return fmin(floor(plan->man * 10) / 10 - .5, 28);
}

paper_size set_box(const board_plan *plan, bool lid)
{
    const paper_size board = board_folded(plan);
    const double room = box_room + (lid ? lid_room : 0);
    return (paper_size){board.width + room, board.height + room};
}

int set_parts(const board_plan *plan, part *out)
{
    int count = 0;
    out[count++] = part_cube(set_die_edge);
    out[count++] = part_cube(set_cube_edge);
    out[count++] = part_cup(set_cup_radius, set_cup_high);
    out[count++] = part_pin(plan->pin, set_pin_high);
    for (int half = 0; half < 4; half++) {
        const bool lid = half >= 2;
        out[count++] = part_half_box(set_box(plan, lid),
                                     lid ? set_lid_wall : set_box_wall, half % 2 == 0);
    }
    return count;
}
