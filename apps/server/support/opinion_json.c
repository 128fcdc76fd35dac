#include "opinion_json.h"

#include <alea/explain.h>
#include <alea/notation.h>

#include <math.h>

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_number(json_t *object, const char *key, float value)
{
    set(object, key, number_json((double)value));
}

json_t *moves_json(const alea_play *play)
{
    json_t *list = json_array();
    for (int i = 0; i < play->count; i++)
        json_array_append_new(list,
                              json_pack("[ii]", play->move[i].from, play->move[i].to));
    return list;
}

json_t *candidate_json(const alea_board *before, const alea_candidate *c, float best)
{
    char text[ALEA_PLAY_TEXT_SIZE];
    json_t *o = json_object();
    alea_play_write(before, &c->play, text);
    set(o, "move", json_string(text));
    set(o, "moves", moves_json(&c->play));
    set_number(o, "equity", c->equity);
    set_number(o, "loss", best > c->equity ? best - c->equity : 0);
    set(o, "plies", json_integer(c->plies));
    set(o, "probabilities", probs_json(&c->probs));
    return o;
}

json_t *candidates_json(const alea_board *before, const alea_candidate *found,
                        int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, candidate_json(before, &found[i], found[0].equity));
    return list;
}

json_t *cube_json(alea_engine *engine, const alea_decision *decision,
                  const alea_cube_result *r)
{
    const alea_cube_verdict *v = &r->verdict;
    alea_cube_points p;
    alea_roll_outlook outlook[ALEA_ROLLS];
    char why[ALEA_EXPLAIN_SIZE];
    float lost = 0;
    json_t *o = json_object(), *equity = json_object(), *points = json_object();
    alea_cube_points_of(&decision->cube, alea_engine_met(engine), &r->probs, &p);
    if (v->action == ALEA_CUBE_NOT_AVAILABLE ||
        alea_search_outlook(engine, decision, outlook, &lost, NULL) != ALEA_OK)
        lost = 0;
    alea_explain_cube(v, &p, &r->probs, false, why);
    set_number(equity, "no_double", v->equity.no_double);
    set_number(equity, "double_take", v->equity.double_take);
    set_number(equity, "double_drop", v->equity.double_drop);
    if (v->beaver) set_number(equity, "double_beaver", v->equity.double_beaver);
    set_number(points, "take_live", p.take_live);
    set_number(points, "take_dead", p.take_dead);
    set_number(points, "cash_live", p.cash_live);
    set_number(points, "cash_dead", p.cash_dead);
    set(o, "action", json_string(alea_cube_action_name(v->action)));
    set(o, "verdict", json_string(alea_cube_verdict_text(v)));
    set(o, "equity", equity);
    set(o, "take", json_boolean(v->take));
    set(o, "beaver", json_boolean(v->beaver));
    set(o, "dead", json_boolean(v->dead));
    set(o, "probabilities", probs_json(&r->probs));
    set(o, "points", points);
    set_number(o, "market_lost", lost);
    set(o, "plies", json_integer(r->plies));
    if (decision->cube.match_length > 0)
        set(o, "chance",
            json_pack("{s:o,s:o,s:o}", "no_double", number_json((double)r->chance[0]),
                      "double_take", number_json((double)r->chance[1]), "double_drop",
                      number_json((double)r->chance[2])));
    if (why[0]) set(o, "explanation", json_string(why));
    return o;
}

json_t *made_json(const alea_board *before, const alea_candidate *best,
                  const alea_candidate *made)
{
    char best_text[ALEA_PLAY_TEXT_SIZE], made_text[ALEA_PLAY_TEXT_SIZE];
    char why[ALEA_EXPLAIN_SIZE] = "";
    const float loss = best->equity > made->equity ? best->equity - made->equity : 0;
    const alea_mark mark = alea_mark_of_loss(loss, NULL);
    json_t *o = json_object();
    alea_play_write(before, &best->play, best_text);
    alea_play_write(before, &made->play, made_text);
    if (loss > 0) {
        const alea_explain_side a = {best_text, best->play.board, best->probs,
                                     best->equity};
        const alea_explain_side b = {made_text, made->play.board, made->probs,
                                     made->equity};
        alea_explain_play(before, &a, &b, why);
    }
    set(o, "made", candidate_json(before, made, best->equity));
    set(o, "best", candidate_json(before, best, best->equity));
    set_number(o, "loss", loss);
    set(o, "mark", json_string(alea_mark_name(mark)));
    set(o, "symbol", json_string(alea_mark_symbol(mark)));
    set(o, "explanation", json_string(why));
    return o;
}
