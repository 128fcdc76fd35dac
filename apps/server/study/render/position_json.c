#include "position_json.h"

#include "json/error.h"

#include <alea/play_tree.h>

#include <stdlib.h>
#include <string.h>

enum { ID_TEXT_MOST = 511 };

static void refuse_at(http_reply *reply, const alea_error *error)
{
    http_answer(reply, 400, error_answer(error_json_at("bad_position", error)));
}

bool position_read(const char *text, alea_position *out, http_reply *reply)
{
    const size_t length = strlen(text);
    alea_position p;
    alea_error error = {.reason = "an identifier is missing"};
    if (length > 0 && length <= ID_TEXT_MOST) {
        error = (alea_error){0};
        if (alea_position_read(text, length, &p, &error) == ALEA_OK &&
            alea_board_check(&p.board, ALEA_CHECKERS, &error) == ALEA_OK) {
            *out = p;
            return true;
        }
    } else if (length > 0) {
        error = (alea_error){.column = ID_TEXT_MOST + 1,
                             .reason = "too long for an identifier"};
    }
    refuse_at(reply, &error);
    return false;
}

static json_t *tree_of(const alea_position *p)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_board board = p->board;
    if (p->on_roll == ALEA_B) board = alea_board_swap(&board);
    if (!position_is_play(p) || alea_board_phase(&board) == ALEA_PHASE_OVER)
        return json_null();
    alea_play_tree *tree = malloc(sizeof *tree);
    if (!tree) return json_null();
    alea_play_tree_of(&board, p->roll, &rules, tree);
    json_t *value = play_tree_json(tree);
    free(tree);
    return value;
}

json_t *position_tree_json(const alea_position *p)
{
    json_t *o = position_json(p);
    json_object_set_new(o, "tree", tree_of(p));
    return o;
}
