/* OGID: one character for each checker, both sides in one absolute numbering. Black
 * moves 24 -> 1 and is player A; White moves 1 -> 24 and is player B. */
#include "files.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "formats/toolkit/parse.h"

enum { OGID_FIELDS = 11 };

typedef struct ogid_field {
    const char *text;
    size_t length, column;
} ogid_field;

static int split(const char *text, size_t length, size_t column,
                 ogid_field field[OGID_FIELDS])
{
    int count = 0;
    size_t start = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && text[i] != ':') continue;
        if (count == OGID_FIELDS) return count + 1;
        field[count++] = (ogid_field){text + start, i - start, column + start};
        start = i + 1;
    }
    return count;
}

/* "0-9a-p" = 0..25; 'q' = off; -1 = no point. */
static int point_of(char c)
{
    if (parse_is_digit(c)) return c - '0';
    return c >= 'a' && c <= 'q' ? c - 'a' + 10 : -1;
}

static alea_status read_side(const ogid_field *field, int sign, int most,
                             alea_board *board, alea_error *error)
{
    int checkers = 0;
    for (size_t i = 0; i < field->length; i++) {
        int point = point_of(field->text[i]);
        size_t at = field->column + i;
        if (point < 0)
            return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, at,
                                   "'%c' is not a point (0-9, a-p)",
                                   parse_shown(field->text[i]));
        if (++checkers > most)
            return alea_error_fill(error, ALEA_ERROR_POSITION, 0, at,
                                   "%s has more than %d checkers",
                                   sign > 0 ? "Black" : "White", most);
        if (point == 26) continue; /* off */
        if ((sign > 0 && point == 0) || (sign < 0 && point == 25))
            return alea_error_fill(error, ALEA_ERROR_POSITION, 0, at,
                                   "that is the other side's bar");
        int now = board->point[point];
        if (now * sign < 0)
            return alea_error_fill(error, ALEA_ERROR_POSITION, 0, at,
                                   "both sides stand on point %d", point);
        board->point[point] = (int8_t)(now + sign);
    }
    return ALEA_OK;
}

static bool side_of(char c, alea_player *out)
{
    *out = c == 'W' ? ALEA_B : ALEA_A;
    return c == 'W' || c == 'B';
}

static alea_status read_cube(const ogid_field *field, alea_position *p,
                             alea_error *error)
{
    const char *t = field->text;
    p->cube = true;
    p->cube_limit_log2 = ALEA_UNLIMITED;
    p->cube_owner = ALEA_NOBODY;
    if (field->length != 3 || !(t[0] == 'N' || side_of(t[0], &p->cube_owner)) ||
        point_of(t[1]) < 0)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, field->column,
                               "the cube must be W, B or N, a digit, and N, O, T or P");
    if (t[0] == 'N') p->cube_owner = ALEA_NOBODY;
    p->cube_log2 = point_of(t[1]);
    if (p->cube_log2 > ALEA_MAX_CUBE_LOG2 || !memchr("NOTP", t[2], 4))
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, field->column,
                               "the cube must be W, B or N, a digit, and N, O, T or P");
    if (t[2] == 'P')
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field->column + 2,
                               "the double was passed (P): this game is over");
    p->offers = t[2] == 'O';
    return ALEA_OK;
}

static alea_status read_dice(const ogid_field *field, alea_position *p,
                             alea_error *error)
{
    const char *t = field->text;
    if (field->length == 0 || (field->length == 2 && t[0] == '0' && t[1] == '0'))
        return ALEA_OK;
    if (field->length != 2 || t[0] < '1' || t[0] > '6' || t[1] < '1' || t[1] > '6')
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, field->column,
                               "the dice must be empty or two digits 1 to 6");
    int a = t[0] - '0', b = t[1] - '0';
    p->roll = (alea_roll){{(uint8_t)(a > b ? a : b), (uint8_t)(a > b ? b : a)}};
    return ALEA_OK;
}

/* "7", "3C" (Crawford game), "9G15", "L", "0" or nothing. */
static alea_status read_length(const ogid_field *field, alea_position *p,
                               alea_error *error)
{
    size_t digits = 0;
    while (digits < field->length && parse_is_digit(field->text[digits])) digits++;
    const char *rest = field->text + digits;
    size_t left = field->length - digits;
    bool crawford = left == 1 && rest[0] == 'C';
    bool games = left > 1 && rest[0] == 'G';
    bool money = digits == 0 && (left == 0 || (left == 1 && rest[0] == 'L'));
    if ((left && !crawford && !games && !money) ||
        (digits && (!parse_int(field->text, digits, &p->match_length) ||
                    p->match_length > ALEA_MAX_MATCH_LENGTH)))
        return alea_error_fill(
            error, ALEA_ERROR_SYNTAX, 0, field->column,
            "the match length must be a number, with C in the Crawford game");
    p->crawford_game = crawford && p->match_length > 0;
    return ALEA_OK;
}

static alea_status read_score(const ogid_field *field, int fields, alea_position *p,
                              alea_error *error)
{
    if (fields > 8) {
        alea_status status = read_length(&field[8], p, error);
        if (status) return status;
    }
    int most = p->match_length ? p->match_length - 1 : 999999999;
    for (int i = 0; i < 2; i++) {
        int *score = &p->score[i == 0 ? ALEA_B : ALEA_A]; /* White's first */
        const ogid_field *f = &field[6 + i];
        if (fields <= 6 + i || f->length == 0) continue;
        if (!parse_int(f->text, f->length, score) || *score < 0 || *score > most)
            return alea_error_fill(error, ALEA_ERROR_POSITION, 0, f->column,
                                   "the score must be 0 to %d", most);
    }
    bool one_away =
        p->score[0] == p->match_length - 1 || p->score[1] == p->match_length - 1;
    if (p->crawford_game && !one_away)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field[8].column,
                               "a Crawford game, but nobody is one point from winning");
    return ALEA_OK;
}

/* The player to act. The turn field names the player who acted last (or the doubler of
 * a pending double). */
static alea_status read_turn(const ogid_field *field, int fields, bool turn_is_next,
                             alea_position *p, bool *ambiguous, alea_error *error)
{
    alea_player turn = ALEA_B;
    bool given = fields > 4 && field[4].length > 0;
    if (given && (field[4].length != 1 || !side_of(field[4].text[0], &turn)))
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, field[4].column,
                               "the turn must be W or B");
    bool ply = fields > 9 && field[9].length > 0;
    if (ambiguous) *ambiguous = given && !ply && !p->offers;
    if (p->offers) {
        p->on_roll = turn;
        p->to_act = alea_opponent(turn);
        if (p->cube_owner == p->to_act)
            return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field[2].column,
                                   "a double by the player who does not own the cube");
        return ALEA_OK;
    }
    p->on_roll = turn_is_next && given && !ply ? turn : alea_opponent(turn);
    p->to_act = p->on_roll;
    return ALEA_OK;
}

bool ogid_looks_like(const char *text, size_t length)
{
    ogid_field field[OGID_FIELDS];
    int fields = split(text, length, 1, field);
    if (fields < 3 || fields > OGID_FIELDS || field[2].length != 3) return false;
    return field[2].text[0] == 'N' || field[2].text[0] == 'W' ||
           field[2].text[0] == 'B';
}

alea_status ogid_read(const char *text, size_t length, bool turn_is_next,
                      alea_position *position, bool *ambiguous, alea_error *error)
{
    size_t skipped = parse_starts(text, length, "ogid=") ? 5 : 0;
    ogid_field field[OGID_FIELDS];
    int fields = split(text + skipped, length - skipped, skipped + 1, field);
    if (fields < 3 || fields > OGID_FIELDS)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "an OGID has 3 to 11 fields between colons");
    alea_position p = {.checkers = ALEA_CHECKERS};
    if (fields == 11 && field[10].length &&
        (!parse_int(field[10].text, field[10].length, &p.checkers) || p.checkers < 1 ||
         p.checkers > ALEA_CHECKERS))
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, field[10].column,
                               "the number of checkers must be 1 to 15");
    alea_status status;
    if ((status = read_side(&field[0], -1, p.checkers, &p.board, error)) ||
        (status = read_side(&field[1], 1, p.checkers, &p.board, error)) ||
        (status = read_cube(&field[2], &p, error)))
        return status;
    int black = alea_board_checkers(&p.board, true);
    int white = alea_board_checkers(&p.board, false);
    if (!black && !white)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field[0].column,
                               "neither side has a checker on the board");
    if (fields > 3 && (status = read_dice(&field[3], &p, error))) return status;
    if ((status = read_score(field, fields, &p, error)) ||
        (status = read_turn(field, fields, turn_is_next, &p, ambiguous, error)))
        return status;
    if (p.offers && p.roll.die[0])
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field[3].column,
                               "a double after the dice were rolled");
    p.game_over = !black || !white;
    *position = p;
    return ALEA_OK;
}

alea_status alea_ogid_read(const char *text, size_t length, bool turn_is_next,
                           alea_position *position, alea_error *error)
{
    return ogid_read(text, length, turn_is_next, position, NULL, error);
}

static char *put_side(char *at, const alea_board *board, int sign)
{
    static const char letters[] = "0123456789abcdefghijklmnop";
    for (int i = 0; i < 26; i++)
        for (int n = board->point[i] * sign; n > 0; n--) *at++ = letters[i];
    *at++ = ':';
    return at;
}

alea_status alea_ogid_write(const alea_position *position, char out[ALEA_OGID_SIZE])
{
    const alea_position *p = position;
    if (p->offers > 1 || p->resign_class || p->cube_log2 > 9 || p->cube_log2 < 0)
        return ALEA_ERROR_UNSUPPORTED;
    if (p->score[0] < 0 || p->score[1] < 0) return ALEA_ERROR_UNSUPPORTED;
    if (alea_board_checkers(&p->board, true) > ALEA_CHECKERS ||
        alea_board_checkers(&p->board, false) > ALEA_CHECKERS)
        return ALEA_ERROR_ARGUMENT;
    char text[ALEA_OGID_SIZE], *at = text;
    memcpy(at, "OGID=", 5);
    at = put_side(at + 5, &p->board, -1);
    at = put_side(at, &p->board, 1);
    char dice[3] = "";
    if (p->roll.die[0])
        snprintf(dice, sizeof dice, "%d%d", p->roll.die[0] % 10, p->roll.die[1] % 10);
    /* The player who acted last; the doubler of a pending double. */
    alea_player turn = p->offers ? p->on_roll : alea_opponent(p->on_roll);
    char count[8] = "";
    if (p->checkers != ALEA_CHECKERS)
        snprintf(count, sizeof count, ":%d", p->checkers % 100);
    int left = (int)(text + ALEA_OGID_SIZE - at);
    int n =
        snprintf(at, (size_t)left, "%c%d%c:%s:%c:%s:%d:%d:%d%s:0%s",
                 p->cube_owner == ALEA_A   ? 'B'
                 : p->cube_owner == ALEA_B ? 'W'
                                           : 'N',
                 p->cube_log2, p->offers ? 'O' : 'N', dice, turn == ALEA_A ? 'B' : 'W',
                 p->offers        ? "D"
                 : p->roll.die[0] ? "R"
                                  : "C",
                 p->score[ALEA_B], p->score[ALEA_A], p->match_length,
                 p->match_length && p->crawford_game ? "C" : "", count);
    if (n <= 0 || n >= left) return ALEA_ERROR_ARGUMENT;
    memcpy(out, text, (size_t)(at - text + n) + 1);
    return ALEA_OK;
}
