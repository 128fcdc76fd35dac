#include "groups.h"

#include <math.h>

json_t *desk_groups_json(const desk_stats *s, const char *by)
{
    json_t *list = json_array();
    for (size_t i = 0; i < s->count; i++) {
        const desk_group *g = &s->group[i];
        const double pr = desk_group_pr(g);
        json_t *o = json_pack("{s:s,s:I,s:I,s:f,s:I,s:I,s:I,s:I,s:f}", "key", g->key,
                              "matches", (json_int_t)g->matches, "decisions",
                              (json_int_t)g->decisions, "loss", g->loss, "doubtful",
                              (json_int_t)g->marks[ALEA_MARK_DOUBTFUL], "errors",
                              (json_int_t)g->marks[ALEA_MARK_ERROR], "blunders",
                              (json_int_t)g->marks[ALEA_MARK_BLUNDER], "rolls",
                              (json_int_t)g->rolls, "luck", g->luck);
        json_object_set_new(o, "hinted", json_integer((json_int_t)g->hinted));
        json_object_set_new(o, "jokers", json_integer((json_int_t)g->jokers));
        json_object_set_new(o, "anti_jokers", json_integer((json_int_t)g->anti_jokers));
        json_object_set_new(o, "search", json_string(g->search));
        json_object_set_new(o, "pr", isnan(pr) ? json_null() : json_real(pr));
        json_array_append_new(list, o);
    }
    return json_pack("{s:s,s:o}", "by", by, "groups", list);
}
