#include "shapes.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_number(json_t *object, const char *key, float value)
{
    set(object, key, number_json((double)value));
}

alea_status cube_facts_find(cube_facts *f, alea_engine *engine,
                            const alea_decision *decision, alea_error *error)
{
    alea_roll_outlook outlook[ALEA_ROLLS];
    const alea_status status =
        alea_search_outlook(engine, decision, outlook, &f->market_lost, error);
    if (status != ALEA_OK) return status;
    alea_cube_points_of(&decision->cube, alea_engine_met(engine), &f->result.probs,
                        &f->points);
    f->met = alea_engine_met(engine);
    f->approximate = alea_decision_approximate(engine, decision);
    f->market_losers = 0;
    for (int r = 0; r < ALEA_ROLLS; r++)
        if (outlook[r].market_lost)
            f->market_losers += alea_roll_weight(alea_roll_at(r));
    return ALEA_OK;
}

void cube_facts_explain(const cube_facts *f, const alea_decision *decision, bool answer,
                        char out[ALEA_EXPLAIN_SIZE])
{
    const alea_explain_double what = {.board = &decision->board,
                                      .cube = &decision->cube,
                                      .met = f->met,
                                      .verdict = &f->result.verdict,
                                      .probs = &f->result.probs,
                                      .answer = answer,
                                      .market_known = true,
                                      .market_lost = f->market_lost};
    alea_explain_cube(&what, out);
}

const char *cube_verdict_text(const alea_cube *cube, const alea_cube_verdict *verdict)
{
    return cube && cube->crawford_game ? "No cube decision: the Crawford game"
                                       : alea_cube_verdict_text(verdict);
}

json_t *verdict_json(const alea_cube *cube, const alea_cube_verdict *v)
{
    const bool available = v->action != ALEA_CUBE_NOT_AVAILABLE;
    json_t *equity = json_object(), *o = json_object();
    set_number(equity, "no_double", v->equity.no_double);
    set_number(equity, "double_take", v->equity.double_take);
    set_number(equity, "double_drop", v->equity.double_drop);
    if (v->beaver) set_number(equity, "double_beaver", v->equity.double_beaver);
    set(o, "action",
        json_string(
            alea_cube_action_name(available ? v->action : ALEA_CUBE_NO_DOUBLE)));
    set(o, "available", json_boolean(available));
    set(o, "verdict", json_string(cube_verdict_text(cube, v)));
    set(o, "equity", equity);
    set(o, "beaver", json_boolean(v->beaver));
    set(o, "take", json_boolean(v->take));
    set(o, "redouble", json_boolean(v->redouble));
    set(o, "optional", json_boolean(v->optional));
    set(o, "dead_cube", json_boolean(v->dead));
    return o;
}

/* {"no_double", "double_take", "double_drop"}: the chance to win the match. */
static json_t *cube_chance_json(const float chance[3])
{
    json_t *o = json_object();
    set_number(o, "no_double", chance[0]);
    set_number(o, "double_take", chance[1]);
    set_number(o, "double_drop", chance[2]);
    return o;
}

static json_t *points_json(const alea_cube_points *p)
{
    json_t *o = json_object();
    set_number(o, "take_live", p->take_live);
    set_number(o, "take_dead", p->take_dead);
    set_number(o, "cash_live", p->cash_live);
    set_number(o, "cash_dead", p->cash_dead);
    set_number(o, "gammon_value", p->gammon_value_mine);
    set_number(o, "gammon_value_opponent", p->gammon_value_theirs);
    return o;
}

json_t *cube_json(const alea_decision *decision, const cube_facts *f)
{
    const alea_cube_result *r = &f->result;
    char why[ALEA_EXPLAIN_SIZE];
    json_t *o = verdict_json(&decision->cube, &r->verdict);
    set(o, "probabilities", probs_json(&r->probs));
    set_number(o, "cubeless", r->cubeless);
    set(o, "points", points_json(&f->points));
    set_number(o, "market_lost", f->market_lost);
    set(o, "market_losers", json_integer(f->market_losers));
    depth_json(o, r->plies, f->level);
    approximate_json(o, f->approximate);
    if (decision->cube.match_length) set(o, "mwc", cube_chance_json(r->chance));
    cube_facts_explain(f, decision, false, why);
    if (why[0]) set(o, "explanation", json_string(why));
    return o;
}
