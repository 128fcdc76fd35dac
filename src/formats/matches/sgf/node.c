/* The nodes of an SGF game as events of the record. Properties without a meaning here
 * (analysis, luck, marks) are kept with their node and written again. */
#include "node.h"
#include "analysis.h"
#include "points.h"

#include "formats/matches/reconstruct.h"
#include "formats/matches/reconstruct_play.h"
#include "formats/toolkit/parse.h"

/* *before: the board as the mover saw it. */
static alea_status read_move(importer *in, alea_player player, sgf_span value,
                             const sgf_node *node, alea_board *before)
{
    size_t line = node->line, column = node->column;
    const char *t = value.text;
    bool dice =
        value.length >= 2 && t[0] >= '1' && t[0] <= '6' && t[1] >= '1' && t[1] <= '6';
    if (!dice || value.length % 2 || value.length > 2 + 2 * ALEA_MAX_MOVES)
        return import_fail(in, ALEA_ERROR_SYNTAX, line, column,
                           "a move must be two dice and up to four pairs of points");
    alea_status status = reconstruct_roll(in, player, t[0] - '0', t[1] - '0', line);
    if (status) return status;
    *before = alea_match_board(&in->record->now, player);
    alea_move moves[ALEA_MAX_MOVES];
    int count = 0;
    for (size_t i = 2; i < value.length; i += 2) {
        int from, to;
        if (!sgf_point(t[i], player, &from) || !sgf_point(t[i + 1], player, &to) ||
            from == ALEA_OFF || to == ALEA_BAR)
            return import_fail(in, ALEA_ERROR_SYNTAX, line, column,
                               "no such point in a move");
        moves[count++] = (alea_move){(int8_t)from, (int8_t)to, false};
    }
    /* Dice alone are a dance; GNU Backgammon also writes them for deleted plays. */
    if (count == 0) return reconstruct_bare_roll(in, player, true, line);
    return reconstruct_play(in, player, moves, count, line, column);
}

static alea_status read_action(importer *in, alea_player player, const sgf_property *p,
                               const sgf_node *node, alea_board *before)
{
    size_t line = node->line;
    sgf_span rest = p->values, value;
    if (!sgf_value(&rest, &value)) return ALEA_OK;
    if (sgf_is(value, "double") || sgf_is(value, "redouble") ||
        sgf_is(value, "beaver") || sgf_is(value, "raccoon"))
        return reconstruct_double(in, player, line);
    if (sgf_is(value, "take")) return reconstruct_answer(in, player, true, line);
    if (sgf_is(value, "drop") || sgf_is(value, "pass"))
        return reconstruct_answer(in, player, false, line);
    return read_move(in, player, value, node, before);
}

/* AE, AW, AB: emptied points, then checkers, an entry each (or "a:y" for a range). */
static alea_status set_points(importer *in, const sgf_node *node, const char *name,
                              alea_player side, alea_board *board)
{
    const sgf_property *p = sgf_find(node, name);
    if (!p) return ALEA_OK;
    sgf_span rest = p->values, value;
    while (sgf_value(&rest, &value)) {
        bool range = value.length == 3 && value.text[1] == ':';
        char first = value.length ? value.text[0] : '\0';
        char last = range ? value.text[2] : first;
        if ((value.length != 1 && !range) || first < 'a' || last > 'y' || first > last)
            return import_fail(in, ALEA_ERROR_SYNTAX, node->line, node->column,
                               "%s holds something that is not a point", name);
        for (char c = first; c <= last; c++) {
            bool bar = c == 'y';
            int index = bar ? (side == ALEA_B ? 0 : ALEA_BAR) : c - 'a' + 1;
            if (side == ALEA_NOBODY) {
                board->point[index] = 0;
                if (bar) board->point[0] = 0;
                continue;
            }
            int step = side == ALEA_A ? 1 : -1, now = board->point[index] + step;
            if (now * step <= 0 || now * step > ALEA_CHECKERS)
                return import_fail(
                    in, ALEA_ERROR_POSITION, node->line, node->column,
                    "%s gives a point to both sides, or too many checkers", name);
            board->point[index] = (int8_t)now;
        }
    }
    return ALEA_OK;
}

bool sgf_cube(importer *in, const sgf_node *node, int *log2)
{
    sgf_span value;
    int cube;
    if (!sgf_first_value(node, "CV", &value)) return false;
    if (!parse_int(value.text, value.length, &cube) || cube < 1 ||
        (cube & (cube - 1))) {
        import_warn(in, node->line, "CV is not a power of two: ignored");
        return false;
    }
    for (*log2 = 0; cube > 1; cube /= 2) ++*log2;
    return true;
}

/* PL, AE/AW/AB, CV, CP, DI: a position set by hand. */
alea_status sgf_read_setup(importer *in, const sgf_node *node)
{
    const alea_match *now = &in->record->now;
    sgf_span value;
    alea_status status;
    alea_player turn = now->turn == ALEA_NOBODY ? ALEA_A : now->turn;
    bool board_set =
        sgf_find(node, "AE") || sgf_find(node, "AW") || sgf_find(node, "AB");
    bool turn_set = sgf_first_value(node, "PL", &value) && value.length == 1 &&
                    sgf_player(value.text[0], &turn);
    if (board_set || (turn_set && !sgf_find(node, "DI") && turn != now->turn)) {
        alea_board board = now->board;
        if ((status = set_points(in, node, "AE", ALEA_NOBODY, &board)) ||
            (status = set_points(in, node, "AW", ALEA_A, &board)) ||
            (status = set_points(in, node, "AB", ALEA_B, &board)) ||
            (status = reconstruct_board(in, &board, turn, node->line)))
            return status;
    }
    int log2 = now->cube_log2;
    alea_player owner = now->cube_owner;
    bool cube_set = sgf_cube(in, node, &log2);
    if (sgf_first_value(node, "CP", &value) || sgf_first_value(node, "CO", &value)) {
        if (value.length == 1 && !sgf_player(value.text[0], &owner))
            owner = ALEA_NOBODY;
        cube_set = true;
    }
    if (cube_set && (status = reconstruct_cube(in, log2, owner, node->line)))
        return status;
    if (!sgf_first_value(node, "DI", &value) || value.length != 2) return ALEA_OK;
    int a = value.text[0] - '0', b = value.text[1] - '0';
    if (a == 0 && b == 0) return ALEA_OK;
    if (a < 1 || a > 6 || b < 1 || b > 6)
        return import_fail(in, ALEA_ERROR_SYNTAX, node->line, node->column,
                           "DI is not a roll");
    if (!turn_set && now->turn == ALEA_NOBODY) turn = a > b ? ALEA_A : ALEA_B;
    return reconstruct_roll(in, turn, a, b, node->line);
}

bool sgf_is_setup(sgf_span name)
{
    static const char *const names[] = {"PL", "AE", "AW", "AB", "CV", "CP", "CO", "DI"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (sgf_is(name, names[i])) return true;
    return false;
}

/* Slightly above the limit, so that longer text is detected. */
enum { LONGEST_NODE = IMPORT_LONGEST_COMMENT + 8 };

alea_status sgf_keep_comment(importer *in, const sgf_node *node)
{
    alea_text comment = alea_text_growing(LONGEST_NODE);
    for (int i = 0; i < node->count; i++) {
        sgf_span rest = node->property[i].values, value;
        if (!sgf_is(node->property[i].name, "C")) continue;
        while (sgf_value(&rest, &value)) {
            if (comment.length) alea_text_char(&comment, '\n');
            sgf_unescape(value, &comment);
        }
    }
    alea_status status = ALEA_OK;
    if (comment.length) status = reconstruct_first_entry(in, node->line);
    if (!status && comment.length)
        status = import_comment(in, comment.start, comment.length);
    alea_text_free(&comment);
    return status;
}

static bool fits_extra(importer *in, const sgf_node *node, size_t length)
{
    if (length < IMPORT_LONGEST_COMMENT) return true;
    if (!in->cut_told)
        import_warn(in, node->line, "a property over %d MB is dropped",
                    IMPORT_LONGEST_COMMENT >> 20);
    in->cut_told = true;
    return false;
}

/* Keeps the other properties of the node as round-trip text. */
static alea_status keep_rest(importer *in, const sgf_node *node)
{
    alea_text extra = alea_text_growing(LONGEST_NODE);
    for (int i = 0; i < node->count; i++) {
        const sgf_property *p = &node->property[i];
        if (sgf_is(p->name, "C") || sgf_is(p->name, "W") || sgf_is(p->name, "B") ||
            sgf_is(p->name, "XF") || sgf_is(p->name, "XN") || sgf_is_setup(p->name))
            continue;
        if (!fits_extra(in, node, extra.length + p->raw.length)) continue;
        alea_text_bytes(&extra, p->raw.text, p->raw.length);
    }
    alea_status status = ALEA_OK;
    if (alea_text_status(&extra)) status = import_no_memory(in, node->line);
    if (!status && extra.length) status = reconstruct_first_entry(in, node->line);
    if (!status && extra.length) status = import_extra(in, extra.start, extra.length);
    alea_text_free(&extra);
    return status;
}

alea_status sgf_apply_node(importer *in, const sgf_node *node)
{
    alea_status status = ALEA_OK;
    bool setup = false, acted = false;
    for (int i = 0; i < node->count && !status; i++) {
        const sgf_property *p = &node->property[i];
        alea_player player;
        alea_board before = in->record->now.board;
        if (p->name.length == 1 && (p->name.text[0] == 'W' || p->name.text[0] == 'B') &&
            sgf_player(p->name.text[0], &player)) {
            if (acted)
                return import_fail(in, ALEA_ERROR_SYNTAX, node->line, node->column,
                                   "two moves in one node");
            acted = true;
            size_t entries = in->record->entries;
            status = read_action(in, player, p, node, &before);
            if (!status && in->record->entries > entries)
                status = sgf_keep_analysis(in, node, player, &before);
        }
        setup = setup || sgf_is_setup(p->name);
    }
    if (!status && setup && !acted) status = sgf_read_setup(in, node);
    /* Analysis at a roll whose play is unknown. */
    if (!status && setup && !acted && sgf_find(node, "XN"))
        status = sgf_keep_analysis(in, node, in->record->now.turn, NULL);
    if (!status) status = sgf_keep_comment(in, node);
    return status ? status : keep_rest(in, node);
}
