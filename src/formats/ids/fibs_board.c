/* The FIBS board line in its two dialects (sources: the FIBS interface page; what GNU
 * Backgammon 1.07 sends and accepts on its sockets). */
#include <alea/notation.h>

#include "base/error.h"
#include "formats/toolkit/parse.h"

#include <stdio.h>
#include <string.h>

/* Fields by number, "board" being 0. */
enum {
    NAME = 1,
    LENGTH = 3,
    SCORE = 4,
    BOARD = 6,
    TURN = 32,
    DICE = 33,
    CUBE = 37,
    MAY_DOUBLE = 38,
    DOUBLED = 40,
    COLOUR = 41,
    DIRECTION = 42,
    POST_CRAWFORD = 51,
    LAST = 52,
    UNLIMITED = 9999
};

typedef struct fibs_fields {
    const char *start[LAST + 1];
    size_t length[LAST + 1];
    int value[LAST + 1]; /* of fields from LENGTH on */
    const char *text;
    alea_error *error;
} fibs_fields;

static alea_status fail(const fibs_fields *f, int field, alea_status status,
                        const char *reason)
{
    size_t column = (size_t)(f->start[field] - f->text) + 1;
    return alea_error_fill(f->error, status, 1, column, "%s", reason);
}

/* Splits the line into fields and parses the numbers. */
static alea_status cut(fibs_fields *f, const char *text, size_t length)
{
    int field = 0;
    size_t begin = 0;
    f->text = text;
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r' ||
                          text[length - 1] == ' ' || text[length - 1] == '\0'))
        length--;
    for (size_t i = 0; i <= length && field <= LAST; i++) {
        if (i < length && text[i] != ':') continue;
        f->start[field] = text + begin;
        f->length[field] = i - begin;
        if (field >= LENGTH && !parse_int(text + begin, i - begin, &f->value[field]))
            return fail(f, field, ALEA_ERROR_SYNTAX, "a number is expected here");
        field++;
        begin = i + 1;
    }
    if (field == 0 || !parse_equals(f->start[0], f->length[0], "board"))
        return alea_error_fill(f->error, ALEA_ERROR_SYNTAX, 1, 1,
                               "a FIBS board begins with \"board:\"");
    if (field <= LAST || begin <= length)
        return alea_error_fill(f->error, ALEA_ERROR_SYNTAX, 1, 0,
                               "a FIBS board has 52 fields, this one has %s",
                               field <= LAST ? "fewer" : "more");
    return ALEA_OK;
}

/* Checkers into A's frame. A is "you" (plain) or the plus side (gnubg). */
static alea_status read_points(const fibs_fields *f, int sign, bool upwards,
                               alea_position *position)
{
    alea_board board = {{0}};
    for (int k = 0; k < 26; k++) {
        int n = f->value[BOARD + k] * sign;
        int point = upwards ? 25 - k : k;
        if (n < -15 || n > 15)
            return fail(f, BOARD + k, ALEA_ERROR_POSITION,
                        "at most 15 checkers stand here");
        if ((point == 0 && n > 0) || (point == 25 && n < 0))
            return fail(f, BOARD + k, ALEA_ERROR_POSITION,
                        "this bar belongs to the other side");
        board.point[point] = (int8_t)n;
    }
    alea_error why = {0};
    alea_status status = alea_board_check(&board, ALEA_CHECKERS, &why);
    if (status != ALEA_OK) return fail(f, BOARD, status, why.reason);
    position->board = board;
    return ALEA_OK;
}

static alea_status read_dice(const fibs_fields *f, alea_position *position, bool mine)
{
    for (int pair = 0; pair < 2; pair++) {
        int a = f->value[DICE + 2 * pair], b = f->value[DICE + 2 * pair + 1];
        if (a < 0 || a > 6 || b < 0 || b > 6 || (a == 0) != (b == 0))
            return fail(f, DICE + 2 * pair, ALEA_ERROR_SYNTAX,
                        "dice are two numbers from 1 to 6, or 0 and 0");
        /* The roller's dice; many writers repeat them for the opponent, some write them
         * only there. */
        if (a > 0 && (position->roll.die[0] == 0 || (pair == 0) == mine))
            position->roll = (alea_roll){{(uint8_t)a, (uint8_t)b}};
    }
    return ALEA_OK;
}

/* The player whose name and score stand first in GNU Backgammon's lines, A being the
 * plus side: the minus side's player, no matter who is on roll, but the plus side's in
 * the line of a double (and not of a beaver). Measured with 1.07.001 in either seat, at
 * unequal scores. */
static alea_player gnubg_first(int offers)
{
    return offers == 1 ? ALEA_A : ALEA_B;
}

static alea_status read_stakes(const fibs_fields *f, alea_position *position,
                               bool plain)
{
    int length = f->value[LENGTH];
    if (length < 0 || (length > ALEA_MAX_MATCH_LENGTH && length != UNLIMITED))
        return fail(f, LENGTH, ALEA_ERROR_SYNTAX, "no such match length");
    position->match_length = length == UNLIMITED ? 0 : length;
    int first = plain ? ALEA_A : gnubg_first(position->offers);
    for (int k = 0; k < 2; k++) {
        int score = f->value[SCORE + k], player = k == 0 ? first : 1 - first;
        if (score < 0 ||
            (position->match_length > 0 && score >= position->match_length))
            return fail(f, SCORE + k, ALEA_ERROR_SYNTAX,
                        "a score must be below the match length");
        position->score[player] = score;
    }
    int cube = f->value[CUBE];
    while (position->cube_log2 < ALEA_MAX_CUBE_LOG2 && 1 << position->cube_log2 < cube)
        position->cube_log2++;
    if (cube < 1 || 1 << position->cube_log2 != cube)
        return fail(f, CUBE, ALEA_ERROR_SYNTAX, "the cube is a power of two");
    return ALEA_OK;
}

static bool one_away(const alea_position *p)
{
    return p->match_length > 1 &&
           (p->score[0] == p->match_length - 1) != (p->score[1] == p->match_length - 1);
}

/* While a double is pending the turn is the doubler's. While a beaver is pending (GNU
 * Backgammon only) the turn is that of the first doubler, who must answer, and the cube
 * already belongs to the beaverer. */
static bool is_beaver(const fibs_fields *f, alea_player turn)
{
    int mine = f->value[MAY_DOUBLE], theirs = f->value[MAY_DOUBLE + 1];
    return mine != theirs && (mine != 0) != (turn == ALEA_A);
}

/* Restores the cube to its state before the double that was beavered. */
static alea_status beavered(const fibs_fields *f, alea_position *position)
{
    if (position->cube_log2 == 0)
        return fail(f, CUBE, ALEA_ERROR_SYNTAX, "a beavered cube is 2 or more");
    position->cube_log2--;
    position->cube_owner = position->cube_log2 ? position->on_roll : ALEA_NOBODY;
    return ALEA_OK;
}

/* Derives owner, pending double and Crawford from the may-double flags. */
static alea_status read_cube(const fibs_fields *f, alea_position *position, bool plain)
{
    int mine = f->value[MAY_DOUBLE], theirs = f->value[MAY_DOUBLE + 1];
    if (mine < 0 || mine > 1 || theirs < 0 || theirs > 1)
        return fail(f, MAY_DOUBLE, ALEA_ERROR_SYNTAX, "may-double flags are 0 or 1");
    bool crawford = one_away(position) && f->value[POST_CRAWFORD] == 0 &&
                    (plain ? !mine && !theirs : f->value[POST_CRAWFORD + 1] == 0);
    position->crawford_game = crawford && f->value[DOUBLED] == 0;
    position->cube = position->match_length != 1;
    position->cube_owner = mine == theirs ? ALEA_NOBODY : mine ? ALEA_A : ALEA_B;
    bool rolled = alea_roll_valid(position->roll);
    bool pending = f->value[DOUBLED] != 0 ||
                   (!mine && !theirs && !rolled && position->cube && !crawford);
    if (position->offers == 2) return beavered(f, position);
    if (pending) position->offers = 1;
    if (!mine && !theirs && position->cube_log2 > 0 && !crawford)
        position->cube_owner =
            pending ? position->on_roll : alea_opponent(position->on_roll);
    return ALEA_OK;
}

static void copy_name(const fibs_fields *f, int field, char out[ALEA_FIBS_NAME_SIZE])
{
    size_t n = f->length[field];
    if (n >= ALEA_FIBS_NAME_SIZE) n = ALEA_FIBS_NAME_SIZE - 1;
    memcpy(out, f->start[field], n);
    out[n] = '\0';
}

alea_status alea_fibs_board_read(const char *text, size_t length,
                                 alea_fibs_dialect dialect, alea_position *position,
                                 char names[2][ALEA_FIBS_NAME_SIZE], alea_error *error)
{
    fibs_fields f = {.error = error};
    bool plain = dialect == ALEA_FIBS_PLAIN;
    if (error) *error = (alea_error){0};
    alea_status status = cut(&f, text, length);
    if (status != ALEA_OK) return status;
    int sign = plain ? f.value[COLOUR] : 1, turn = f.value[TURN];
    int direction = plain ? f.value[DIRECTION] : -1;
    if (sign != 1 && sign != -1)
        return fail(&f, COLOUR, ALEA_ERROR_SYNTAX, "your colour is 1 or -1");
    if (direction != 1 && direction != -1)
        return fail(&f, DIRECTION, ALEA_ERROR_SYNTAX, "the direction is 1 or -1");
    if (turn != 1 && turn != -1)
        return fail(&f, TURN, ALEA_ERROR_POSITION,
                    turn == 0 ? "the game is over: nobody's turn"
                              : "the turn is 1 or -1");
    alea_position result = {.checkers = ALEA_CHECKERS,
                            .cube_owner = ALEA_NOBODY,
                            .cube_limit_log2 = ALEA_UNLIMITED};
    bool doubled = f.value[DOUBLED] != 0;
    result.on_roll = turn == sign ? ALEA_A : ALEA_B;
    if (plain && doubled) result.on_roll = ALEA_B; /* the opponent has just doubled */
    result.to_act = doubled ? alea_opponent(result.on_roll) : result.on_roll;
    result.offers = doubled;
    if (!plain && doubled && is_beaver(&f, result.on_roll)) {
        result.offers = 2;
        result.to_act = result.on_roll;
    }
    status = read_points(&f, sign, direction == 1, &result);
    if (status == ALEA_OK && !doubled)
        status = read_dice(&f, &result, result.on_roll == ALEA_A);
    if (status == ALEA_OK) status = read_stakes(&f, &result, plain);
    if (status == ALEA_OK) status = read_cube(&f, &result, plain);
    if (status != ALEA_OK) return status;
    if (result.offers == 1) result.to_act = alea_opponent(result.on_roll);
    bool swapped = !plain && gnubg_first(result.offers) == ALEA_B;
    for (int k = 0; names && k < 2; k++)
        copy_name(&f, NAME + (swapped ? 1 - k : k), names[k]);
    *position = result;
    return ALEA_OK;
}

/* ---- writing ---- */

typedef struct line {
    char *text;
    size_t used;
} line;

static void put_number(line *l, int value)
{
    int n = snprintf(l->text + l->used, ALEA_FIBS_BOARD_SIZE - l->used, ":%d", value);
    if (n > 0) l->used += (size_t)n;
}

static void put_name(line *l, const char *name, const char *otherwise)
{
    if (!name || !name[0]) name = otherwise;
    l->text[l->used++] = ':';
    for (int i = 0; name[i] && i < ALEA_FIBS_NAME_SIZE - 1; i++) {
        char c = name[i];
        l->text[l->used++] = c == ':' || (c >= 0 && c <= ' ') ? '_' : c;
    }
}

static bool may_double(const alea_position *p, alea_player player)
{
    return p->cube && !p->crawford_game &&
           (p->cube_owner == ALEA_NOBODY || p->cube_owner == player);
}

static int off(const alea_board *board, bool mine)
{
    return ALEA_CHECKERS - alea_board_checkers(board, mine);
}

alea_status alea_fibs_board_write(const alea_position *p, alea_fibs_dialect dialect,
                                  const char *const names[2],
                                  char out[ALEA_FIBS_BOARD_SIZE])
{
    bool plain = dialect == ALEA_FIBS_PLAIN;
    if (p->score[0] < 0 || p->score[1] < 0 || p->offers > 1 ||
        p->checkers != ALEA_CHECKERS || p->cube_log2 > ALEA_MAX_CUBE_LOG2)
        return ALEA_ERROR_UNSUPPORTED;
    line l = {.text = out};
    int first = plain ? ALEA_A : gnubg_first(p->offers);
    memcpy(out, "board", 5);
    l.used = 5;
    for (int k = 0; k < 2; k++) {
        int player = k == 0 ? first : 1 - first;
        put_name(&l, names ? names[player] : NULL,
                 player == ALEA_A ? "You" : "Opponent");
    }
    put_number(&l, p->match_length == 0 && plain ? UNLIMITED : p->match_length);
    put_number(&l, p->score[first]);
    put_number(&l, p->score[1 - first]);
    for (int k = 0; k < 26; k++) put_number(&l, p->board.point[k]);
    put_number(&l, p->game_over ? 0 : p->on_roll == ALEA_A ? 1 : -1);
    bool b_rolled = plain && p->on_roll == ALEA_B; /* FIBS: each player's own pair */
    for (int pair = 0; pair < 2; pair++)
        for (int k = 0; k < 2; k++)
            put_number(&l, plain && (pair == 0) == b_rolled ? 0 : p->roll.die[k]);
    put_number(&l, 1 << p->cube_log2);
    /* FIBS shows a pending double only to the opponent; the doubler sees both
     * may-double flags off. */
    bool asking = plain && p->offers == 1 && p->on_roll == ALEA_A;
    put_number(&l, !asking && may_double(p, ALEA_A));
    put_number(&l, !asking && may_double(p, ALEA_B));
    put_number(&l, !asking && p->offers > 0);
    const int fixed[] = {1, -1, 0, 25};
    for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++) put_number(&l, fixed[k]);
    put_number(&l, off(&p->board, true));
    put_number(&l, off(&p->board, false));
    put_number(&l, p->board.point[25]);
    put_number(&l, -p->board.point[0]);
    put_number(&l, 0);
    put_number(&l, 0);
    bool post = one_away(p) && !p->crawford_game;
    put_number(&l, post);
    put_number(&l, plain ? 0 : !p->crawford_game);
    return ALEA_OK;
}
