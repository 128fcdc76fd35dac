#include "set.h"
#include "set_inside.h"
#include "set_plan.h"

static board_plan plan_of(const set_options *o, bool *fits)
{
    board_plan plan;
    *fits = board_plan_of(o->paper, o->board_sheets, o->target + 1, &plan);
    return plan;
}

int set_target(const alea_rules *rules)
{
    enum { USUAL = 13 };
    if (rules->match_length == 0) return USUAL;
    return rules->match_length < SET_MOST_TARGET ? rules->match_length
                                                 : SET_MOST_TARGET;
}

int set_series_target(const alea_tables_series *series)
{
    const int target = series->game[0].match_target;
    return target < SET_MOST_TARGET ? target : SET_MOST_TARGET;
}

const char *set_problem(const set_options *o)
{
    men_sheet men;
    bool fits;
    part parts[SET_PARTS];
    if (o->target < 0 || o->target > SET_MOST_TARGET)
        return "the score dots go up to 64 points";
    if (set_has_squares(o)) return NULL;
    const board_plan plan = plan_of(o, &fits);
    if (!fits) return "the sheets are too small for a board";
    if (!men_sheet_of(o->paper, set_man_diameter(&plan), &men))
        return "the sheets are too small for thirty men";
    const int count = set_parts(&plan, parts);
    for (int i = 0; i < count; i++) {
        paper_point corner;
        paper_size size;
        part_extent(&parts[i], &corner, &size);
        if (size.width > o->paper.width - 2 * paper_margin ||
            size.height > o->paper.height - 2 * paper_margin - 20)
            return "the sheets are too small for the box";
    }
    return NULL;
}

void set_draw(canvas *c, const set_options *o)
{
    bool fits;
    const board_plan plan = plan_of(o, &fits);
    if (set_has_squares(o)) {
        set_draw_rules(c, o);
        set_draw_squares(c, o);
        return;
    }
    set_draw_guide(c, o, &plan);
    if (o->series) set_draw_rules(c, o);
    set_draw_board(c, o, &plan);
    set_draw_men(c, o, set_man_diameter(&plan));
    set_draw_parts(c, o, &plan);
}
