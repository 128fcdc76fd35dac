/* XGID, as eXtreme Gammon and most sites write it. The board is absolute: upper case is
 * player A, no matter who is on roll. Several programs wrongly turn it round with the
 * turn field; real exports settle the question. */
#include <alea/notation.h>

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "formats/toolkit/parse.h"

enum {
    XGID_FIELDS = 10,
    XGID_BOARD = 26,
    /* XG writes this value when no limit is set, so it is read as unlimited. */
    XGID_USUAL_LIMIT = 10
};

typedef struct xgid_field {
    const char *text;
    size_t length, column;
} xgid_field;

static alea_status read_board(const char *text, size_t length, size_t column,
                              alea_board *board, alea_error *error)
{
    if (length != XGID_BOARD)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, column,
                               "the board must have 26 characters, this one has %zu",
                               length);
    alea_board result = {{0}};
    int total[2] = {0, 0};
    for (int i = 0; i < XGID_BOARD; i++) {
        char c = text[i];
        size_t at = column + (size_t)i;
        if (c == '-') continue;
        bool upper = c >= 'A' && c <= 'P';
        if (!upper && !(c >= 'a' && c <= 'p'))
            return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, at,
                                   "'%c' is not '-', A..O or a..o", parse_shown(c));
        if ((i == 0 && upper) || (i == 25 && !upper))
            return alea_error_fill(
                error, ALEA_ERROR_POSITION, 0, at,
                i == 0 ? "the first character is the bar of the lower-case "
                         "side, '%c' is upper case"
                       : "the last character is the bar of the upper-case "
                         "side, '%c' is lower case",
                c);
        int count = upper ? c - 'A' + 1 : c - 'a' + 1;
        total[upper ? 0 : 1] += count;
        if (total[upper ? 0 : 1] > ALEA_CHECKERS)
            return alea_error_fill(error, ALEA_ERROR_POSITION, 0, at,
                                   "the %s-case side has more than 15 checkers",
                                   upper ? "upper" : "lower");
        result.point[i] = (int8_t)(upper ? count : -count);
    }
    if (total[0] == 0 && total[1] == 0)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, column,
                               "neither side has a checker on the board");
    *board = result;
    return ALEA_OK;
}

alea_status alea_board_text_read(const char *text, size_t length, alea_board *board,
                                 alea_error *error)
{
    return read_board(text, length, 1, board, error);
}

void alea_board_text_write(const alea_board *board, char out[ALEA_BOARD_TEXT_SIZE])
{
    for (int i = 0; i < XGID_BOARD; i++) {
        int n = board->point[i];
        out[i] = (char)(n == 0 ? '-' : n > 0 ? 'A' + n - 1 : 'a' - n - 1);
    }
    out[XGID_BOARD] = '\0';
}

/* Splits at ':' and returns the number of fields, which may exceed the room. */
static int split(const char *text, size_t length, size_t column,
                 xgid_field field[XGID_FIELDS])
{
    int count = 0;
    size_t start = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && text[i] != ':') continue;
        if (count < XGID_FIELDS)
            field[count] = (xgid_field){text + start, i - start, column + start};
        if (++count > XGID_FIELDS) return count;
        start = i + 1;
    }
    return count;
}

static alea_status read_number(const xgid_field *field, const char *what, int low,
                               int high, int *out, alea_error *error)
{
    int value;
    if (!parse_int(field->text, field->length, &value))
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, field->column,
                               "%s must be a whole number", what);
    if (value < low || value > high)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field->column,
                               "%s must be %d to %d, not %d", what, low, high, value);
    *out = value;
    return ALEA_OK;
}

static alea_status read_dice(const xgid_field *field, alea_position *position,
                             alea_error *error)
{
    const char *t = field->text;
    if (field->length == 1 && (t[0] == 'D' || t[0] == 'B' || t[0] == 'R')) {
        position->offers = t[0] == 'D' ? 1 : t[0] == 'B' ? 2 : 3;
        return ALEA_OK;
    }
    if (field->length != 2 || !parse_is_digit(t[0]) || !parse_is_digit(t[1]))
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, field->column,
                               "the dice must be 00, two digits 1 to 6, D, B or R");
    int a = t[0] - '0', b = t[1] - '0';
    if (a == 0 && b == 0) return ALEA_OK;
    if (a < 1 || a > 6 || b < 1 || b > 6)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field->column,
                               "%d%d is not a roll: both dice must be 1 to 6", a, b);
    position->roll.die[0] = (uint8_t)(a > b ? a : b);
    position->roll.die[1] = (uint8_t)(a > b ? b : a);
    return ALEA_OK;
}

static alea_status read_cube(const xgid_field *field, int fields,
                             alea_position *position, alea_error *error)
{
    int log2 = 0, owner = 0, limit = XGID_USUAL_LIMIT;
    alea_status status = read_number(&field[1], "the cube (a power of 2)", -1,
                                     ALEA_MAX_CUBE_LOG2, &log2, error);
    if (status) return status;
    status = read_number(&field[2], "the cube's owner", -1, 1, &owner, error);
    if (status) return status;
    if (fields == XGID_FIELDS) {
        status = read_number(&field[9], "the cube limit", 0, 99, &limit, error);
        if (status) return status;
    }
    position->cube_log2 =
        log2 < 0 ? 0 : log2; /* one program writes -1 for a cube at 1 */
    position->cube_owner = owner == 0 ? ALEA_NOBODY : owner > 0 ? ALEA_A : ALEA_B;
    position->cube = limit > 0 || position->cube_log2 > 0 || position->offers > 0;
    bool says_something = limit > 0 && limit != XGID_USUAL_LIMIT &&
                          limit >= position->cube_log2 && limit <= ALEA_MAX_CUBE_LOG2;
    position->cube_limit_log2 = says_something ? limit : ALEA_UNLIMITED;
    return ALEA_OK;
}

static alea_status read_score(const xgid_field *field, alea_position *position,
                              alea_error *error)
{
    int flags = 0, length = 0;
    alea_status status = read_number(&field[8], "the match length", 0,
                                     ALEA_MAX_MATCH_LENGTH, &length, error);
    if (status) return status;
    int low = length ? 0 : -999999999, high = length ? length - 1 : 999999999;
    for (int i = 0; i < 2; i++) {
        status = read_number(&field[5 + i], i == 0 ? "A's score" : "B's score", low,
                             high, &position->score[i], error);
        if (status) return status;
    }
    status = read_number(&field[7], length ? "the Crawford field" : "the money rules",
                         0, length ? 1 : 3, &flags, error);
    if (status) return status;
    position->match_length = length;
    if (!length) {
        position->jacoby = flags & 1;
        position->beavers = (flags & 2) != 0;
        return ALEA_OK;
    }
    position->crawford_game = flags == 1;
    if (flags && position->score[0] != length - 1 && position->score[1] != length - 1)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field[7].column,
                               "a Crawford game, but nobody is one point from winning");
    return ALEA_OK;
}

/* A double can only be pending where it could be offered. */
static alea_status check_offer(const xgid_field *field, const alea_position *position,
                               alea_error *error)
{
    if (!position->offers) return ALEA_OK;
    if (position->cube_owner == alea_opponent(position->on_roll))
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field[4].column,
                               "a double by the player who does not own the cube");
    if (position->crawford_game)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field[4].column,
                               "a double in the Crawford game");
    if (position->cube_log2 + position->offers > ALEA_MAX_CUBE_LOG2)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field[1].column,
                               "the offered cube would pass 2 to the power %d",
                               ALEA_MAX_CUBE_LOG2);
    return ALEA_OK;
}

alea_status alea_xgid_read(const char *text, size_t length, alea_position *position,
                           alea_error *error)
{
    size_t skipped = parse_starts(text, length, "xgid=") ? 5 : 0;
    xgid_field field[XGID_FIELDS];
    int fields = split(text + skipped, length - skipped, skipped + 1, field);
    if (fields != XGID_FIELDS && fields != XGID_FIELDS - 1)
        return alea_error_fill(
            error, ALEA_ERROR_SYNTAX, 0, 0,
            "an XGID has ten fields between colons (or nine, without the "
            "cube limit), this text has %s%d",
            fields > XGID_FIELDS ? "more than " : "",
            fields > XGID_FIELDS ? XGID_FIELDS : fields);

    alea_position result = {.checkers = ALEA_CHECKERS};
    alea_status status = read_board(field[0].text, field[0].length, field[0].column,
                                    &result.board, error);
    if (status) return status;
    int turn = 0;
    status = read_number(&field[3], "the turn", -1, 1, &turn, error);
    if (status) return status;
    if (turn == 0)
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, field[3].column,
                               "the turn must be 1 or -1");
    result.on_roll = turn > 0 ? ALEA_A : ALEA_B;
    if ((status = read_dice(&field[4], &result, error))) return status;
    if ((status = read_cube(field, fields, &result, error))) return status;
    if ((status = read_score(field, &result, error))) return status;
    if ((status = check_offer(field, &result, error))) return status;
    /* The opponent answers a double, the doubler a beaver. */
    result.to_act = result.offers % 2 ? alea_opponent(result.on_roll) : result.on_roll;
    result.game_over = alea_board_checkers(&result.board, true) == 0 ||
                       alea_board_checkers(&result.board, false) == 0;
    *position = result;
    return ALEA_OK;
}

alea_status alea_xgid_write(const alea_position *position, char out[ALEA_XGID_SIZE])
{
    char board[ALEA_BOARD_TEXT_SIZE], dice[4] = "00";
    alea_board_text_write(&position->board, board);
    if (position->offers > 0)
        snprintf(dice, sizeof dice, "%c",
                 "DBR"[position->offers > 3 ? 2 : position->offers - 1]);
    else if (position->roll.die[0]) {
        int a = position->roll.die[0], b = position->roll.die[1];
        snprintf(dice, sizeof dice, "%d%d", (a > b ? a : b) % 10, (a > b ? b : a) % 10);
    }
    int owner = position->cube_owner == ALEA_A   ? 1
                : position->cube_owner == ALEA_B ? -1
                                                 : 0;
    /* A cube that may never be turned counts as no cube. */
    bool none = !position->cube || position->cube_limit_log2 == 0;
    int limit = none                                     ? 0
                : position->cube_limit_log2 > 0          ? position->cube_limit_log2
                : position->cube_log2 > XGID_USUAL_LIMIT ? position->cube_log2
                                                         : XGID_USUAL_LIMIT;
    int flags = position->match_length
                    ? (position->crawford_game ? 1 : 0)
                    : (position->jacoby ? 1 : 0) | (position->beavers ? 2 : 0);
    int written = snprintf(
        out, ALEA_XGID_SIZE, "XGID=%s:%d:%d:%d:%s:%d:%d:%d:%d:%d", board,
        position->cube_log2, owner, position->on_roll == ALEA_B ? -1 : 1, dice,
        position->score[0], position->score[1], flags, position->match_length, limit);
    if (written >= 0 && written < ALEA_XGID_SIZE) return ALEA_OK;
    out[0] = '\0';
    return ALEA_ERROR_ARGUMENT;
}
