#include "shapes.h"

#include <alea/explain.h>
#include <alea/notation.h>

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_number(json_t *object, const char *key, float value)
{
    set(object, key, number_json((double)value));
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
    set(o, "made", play_json(before, made, best->equity, NULL));
    set(o, "best", play_json(before, best, best->equity, NULL));
    set_number(o, "loss", loss);
    set(o, "mark", json_string(alea_mark_name(mark)));
    set(o, "symbol", json_string(alea_mark_symbol(mark)));
    set(o, "explanation", json_string(why));
    return o;
}
