/* A Snowie position line: fields separated by semicolons. All fields but the fourth are
 * seen by the player on roll: the first name, score, cube owner and checkers are this
 * player's. */
#include <string.h>

#include "files.h"
#include "formats/toolkit/lines.h"
#include "formats/toolkit/parse.h"

enum { SNOWIE_FIELDS = 41, SNOWIE_BOARD = 12 };

typedef struct snowie_line {
    const char *field[SNOWIE_FIELDS];
    size_t length[SNOWIE_FIELDS];
    int fields;
} snowie_line;

static void split(const char *text, size_t length, snowie_line *out)
{
    size_t start = 0;
    out->fields = 0;
    for (size_t i = 0; i <= length && out->fields < SNOWIE_FIELDS; i++) {
        if (i < length && text[i] != ';') continue;
        const char *field = text + start;
        size_t n = i - start;
        while (n && parse_is_blank(field[0])) field++, n--;
        while (n && parse_is_blank(field[n - 1])) n--;
        out->field[out->fields] = field;
        out->length[out->fields++] = n;
        start = i + 1;
    }
}

static alea_status number(const snowie_line *s, int index, const char *what, int low,
                          int high, int *out, alea_error *error)
{
    if (parse_int(s->field[index], s->length[index], out) && *out >= low &&
        *out <= high)
        return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                           "field %d (%s) must be %d to %d", index + 1, what, low,
                           high);
}

/* Fields: 0 length, 1 Jacoby, 2 -, 3 money, 4 on roll (0 = the first player), 5 6
 * names, 7 Crawford, 8 9 scores, 10 cube, 11 owner, 12 on-roll bar, 13..36 points, 37
 * opponent bar, 38 39 dice. */
static alea_status read_board(const snowie_line *s, alea_board *out, alea_error *error)
{
    alea_board board = {{0}};
    for (int i = 0; i < 26; i++) {
        int n, p = i == 0 ? ALEA_BAR : i == 25 ? 0 : i;
        alea_status status =
            number(s, SNOWIE_BOARD + i, "checkers", -15, 15, &n, error);
        if (status) return status;
        board.point[p] = (int8_t)n;
    }
    alea_status status = alea_board_check(&board, ALEA_CHECKERS, error);
    if (!status) *out = board;
    return status;
}

static alea_status read_fields(const snowie_line *s, alea_position *p,
                               alea_error *error)
{
    int on_roll = 0, cube = 1, owner = 0, crawford = 0, jacoby = 0, dice[2];
    alea_status st;
    if ((st = number(s, 0, "match length", 0, ALEA_MAX_MATCH_LENGTH, &p->match_length,
                     error)) ||
        (st = number(s, 1, "Jacoby", 0, 1, &jacoby, error)) ||
        (st = number(s, 4, "player on roll", 0, 1, &on_roll, error)) ||
        (st = number(s, 7, "Crawford", 0, 1, &crawford, error)) ||
        (st = number(s, 10, "cube", 1, 1 << ALEA_MAX_CUBE_LOG2, &cube, error)) ||
        (st = number(s, 11, "cube owner", -1, 1, &owner, error)))
        return st;
    p->on_roll = p->to_act = on_roll ? ALEA_B : ALEA_A;
    int most = p->match_length ? p->match_length - 1 : 1000000;
    for (int i = 0; i < 2; i++) {
        int *score = &p->score[i ? alea_opponent(p->on_roll) : p->on_roll];
        if ((st = number(s, 8 + i, "score", 0, most, score, error)) ||
            (st = number(s, 38 + i, "die", 0, 6, &dice[i], error)))
            return st;
    }
    if (cube & (cube - 1))
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0, "a cube of %d", cube);
    if (!dice[0] != !dice[1])
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "only one die was thrown");
    p->roll = (alea_roll){{(uint8_t)dice[0], (uint8_t)dice[1]}};
    while (cube > 1) cube /= 2, p->cube_log2++;
    p->cube_owner = owner == 0   ? ALEA_NOBODY
                    : owner == 1 ? p->on_roll
                                 : alea_opponent(p->on_roll);
    p->jacoby = !p->match_length && jacoby;
    p->crawford_game = p->match_length && crawford;
    if ((st = read_board(s, &p->board, error))) return st;
    if (p->on_roll == ALEA_B) p->board = alea_board_swap(&p->board);
    return ALEA_OK;
}

alea_status snowie_read_line(const char *text, size_t length, alea_position *position,
                             alea_error *error)
{
    snowie_line s;
    split(text, length, &s);
    if (s.fields < 40)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "a Snowie position has 40 fields, this one has %d",
                               s.fields);
    alea_position result = {
        .cube = true, .cube_limit_log2 = ALEA_UNLIMITED, .checkers = ALEA_CHECKERS};
    alea_status status = read_fields(&s, &result, error);
    if (status) return status;
    result.game_over = !alea_board_checkers(&result.board, true) ||
                       !alea_board_checkers(&result.board, false);
    *position = result;
    return ALEA_OK;
}

static bool next_line(text_lines *lines)
{
    while (lines_next(lines))
        for (size_t i = 0; i < lines->length; i++)
            if ((unsigned char)lines->text[i] > ' ') return true;
    return false;
}

static alea_status read_names(importer *in, const char *text, size_t length,
                              alea_player on_roll)
{
    snowie_line s;
    split(text, length, &s);
    alea_status status = ALEA_OK;
    for (int i = 0; i < 2 && !status; i++) {
        int field = 5 + ((int)on_roll != i);
        status = import_tag(in, i ? "player_b" : "player_a", s.field[field],
                            s.length[field]);
    }
    return status;
}

static alea_status read_file(importer *in, text_lines *lines)
{
    if (!next_line(lines))
        return import_fail(in, ALEA_ERROR_SYNTAX, 0, 0, "no position in this file");
    alea_position position;
    alea_error why = {0};
    alea_status status = snowie_read_line(lines->text, lines->length, &position, &why);
    if (status) return import_fail(in, status, lines->number, 0, "%s", why.reason);
    if ((status = import_position(in, &position, lines->number))) return status;
    return read_names(in, lines->text, lines->length, position.on_roll);
}

alea_status snowie_import(importer *in)
{
    text_lines lines;
    alea_status status = lines_start(&lines, in);
    if (status) return status;
    status = read_file(in, &lines);
    if (!status && next_line(&lines))
        import_warn(in, lines.number,
                    "a file holds one position; this line and the rest are ignored");
    lines_finish(&lines);
    return status;
}
