/* GNU Backgammon's Position ID (80 bits in 14 base64 characters) and Match ID (72 bits
 * in 12). Both are little-endian bit streams; docs/formats.md lists the fields. */
#include <alea/notation.h>

#include <string.h>

#include "base/error.h"
#include "formats/toolkit/parse.h"

enum {
    POSITION_CHARS = 14,
    MATCH_CHARS = 12,
    POSITION_BYTES = 10,
    MATCH_BYTES = 9,
    POINTS = 25 /* 24 points and the bar, a side */
};

static const char base64[65] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int base64_value(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    return c == '/' ? 63 : -1;
}

/* `chars` characters into chars * 6 / 8 bytes; the bits left over must be zero. */
static alea_status decode(const char *text, size_t length, size_t chars, size_t column,
                          const char *what, uint8_t *bytes, alea_error *error)
{
    if (length != chars)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, column,
                               "a %s has %zu characters, this one has %zu", what, chars,
                               length);
    uint32_t held = 0;
    int bits = 0;
    for (size_t i = 0; i < chars; i++) {
        int value = base64_value(text[i]);
        if (value < 0)
            return alea_error_fill(
                error, ALEA_ERROR_SYNTAX, 0, column + i,
                "'%c' cannot stand in a %s (letters, digits, + and /)",
                parse_shown(text[i]), what);
        held = (held << 6 | (uint32_t)value) & 0xFFFF;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            *bytes++ = (uint8_t)(held >> bits);
        }
    }
    if (held & ((1u << bits) - 1))
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, column + chars - 1,
                               "the last character of the %s has unused bits set",
                               what);
    return ALEA_OK;
}

static void encode(const uint8_t *bytes, size_t chars, char *out)
{
    size_t size = chars * 6 / 8;
    for (size_t i = 0; i < chars; i++) {
        size_t bit = i * 6, byte = bit / 8;
        uint32_t pair =
            (uint32_t)bytes[byte] << 8 | (byte + 1 < size ? bytes[byte + 1] : 0);
        out[i] = base64[pair >> (10 - bit % 8) & 63];
    }
    out[chars] = '\0';
}

/* Side 0 is the opponent of the player on roll, side 1 that player, each in its own
 * numbering: where point `p` (1..25) of a side is in the on-roll player's board. */
static int board_index(int side, int p)
{
    return side ? p : 25 - p;
}

static alea_status read_position(const char *text, size_t length, size_t column,
                                 alea_board *board, alea_error *error)
{
    uint8_t bytes[POSITION_BYTES];
    alea_status status =
        decode(text, length, POSITION_CHARS, column, "Position ID", bytes, error);
    if (status) return status;
    uint64_t low = 0, high = (uint64_t)bytes[8] | (uint64_t)bytes[9] << 8;
    for (int i = 0; i < 8; i++) low |= (uint64_t)bytes[i] << (8 * i);

    alea_board result = {{0}};
    size_t bit = 0;
    int total[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        for (int p = 1; p <= POINTS; p++) {
            /* Ones up to the next zero; ctz is undefined for 0. */
            int n = ~low ? __builtin_ctzll(~low) : 64;
            size_t at = column + bit / 8 * 8 / 6;
            total[side] += n;
            if (total[side] > ALEA_CHECKERS)
                return alea_error_fill(
                    error, ALEA_ERROR_POSITION, 0, at, "%s has more than 15 checkers",
                    side ? "the player on roll" : "the player not on roll");
            int index = board_index(side, p);
            if (n && result.point[index])
                return alea_error_fill(error, ALEA_ERROR_POSITION, 0, at,
                                       "both sides stand on point %d", p);
            if (n) result.point[index] = (int8_t)(side ? n : -n);
            int shift = n + 1;
            low = low >> shift | high << (64 - shift);
            high >>= shift;
            bit += (size_t)shift;
        }
    }
    if (low || high) {
        bit += (size_t)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high));
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0,
                               column + (bit / 8 * 8 + 7 - bit % 8) / 6,
                               "the Position ID goes on after the last point");
    }
    if (!total[0] && !total[1])
        return alea_error_fill(error, ALEA_ERROR_POSITION, 0, column,
                               "neither side has a checker on the board");
    *board = result;
    return ALEA_OK;
}

alea_status alea_position_id_read(const char *text, size_t length, alea_board *board,
                                  alea_error *error)
{
    return read_position(text, length, 1, board, error);
}

void alea_position_id_write(const alea_board *board, char out[ALEA_POSITION_ID_SIZE])
{
    /* Both sides at once, each from its bar to its 1 point: at most 25 + 15 bits. */
    uint64_t theirs = 0, mine = 0;
    int size = POINTS;
    for (int p = POINTS; p >= 1; p--) {
        int n = board->point[p], m = -board->point[25 - p];
        n = n > 0 ? n : 0;
        m = m > 0 ? m : 0;
        mine = mine << (n + 1) | (((uint64_t)1 << n) - 1);
        theirs = theirs << (m + 1) | (((uint64_t)1 << m) - 1);
        size += m;
    }
    uint64_t low = theirs | mine << size, high = mine >> (64 - size);
    /* The characters take the bits of each byte from the most significant on. */
    uint64_t front = __builtin_bswap64(low);
    uint64_t back = (high & 255) << 8 | (high >> 8 & 255);
    for (int i = 0; i < 10; i++) out[i] = base64[front >> (58 - 6 * i) & 63];
    back |= (front & 15) << 16;
    for (int i = 0; i < 3; i++) out[10 + i] = base64[back >> (14 - 6 * i) & 63];
    out[13] = base64[(back & 3) << 4];
    out[14] = '\0';
}

/* Bit fields of the Match ID: first bit and width. */
typedef struct bit_field {
    uint8_t first, width;
} bit_field;

static const bit_field cube_field = {0, 4}, owner_field = {4, 2}, move_field = {6, 1},
                       crawford_field = {7, 1}, state_field = {8, 3},
                       turn_field = {11, 1}, doubled_field = {12, 1},
                       resigned_field = {13, 2}, die_field[2] = {{15, 3}, {18, 3}},
                       length_field = {21, 15}, score_field[2] = {{36, 15}, {51, 15}},
                       no_jacoby_field = {66, 1}, rest_field = {67, 5};

static int get(const uint8_t bytes[MATCH_BYTES], bit_field field)
{
    int value = 0;
    for (int i = 0; i < field.width; i++) {
        int bit = field.first + i;
        value |= (bytes[bit / 8] >> bit % 8 & 1) << i;
    }
    return value;
}

static void put(uint8_t bytes[MATCH_BYTES], bit_field field, int value)
{
    for (int i = 0; i < field.width; i++) {
        int bit = field.first + i;
        if (value >> i & 1) bytes[bit / 8] |= (uint8_t)(1u << bit % 8);
    }
}

static alea_player of_gnubg(int player)
{
    return player ? ALEA_A : ALEA_B; /* player 1 is the bottom one */
}

enum { STATE_PLAYING = 1, STATE_OVER = 2, OWNER_CENTRED = 3 };

#define MATCH_FAIL(status, field, ...)                                                 \
    alea_error_fill(error, status, 0, column + (size_t)((field).first / 8 * 8 / 6),    \
                    __VA_ARGS__)

static alea_status read_dice(const uint8_t *bytes, size_t column,
                             alea_position *position, alea_error *error)
{
    int a = get(bytes, die_field[0]), b = get(bytes, die_field[1]);
    if (a == 0 && b == 0) return ALEA_OK;
    if (a < 1 || a > 6 || b < 1 || b > 6)
        return MATCH_FAIL(ALEA_ERROR_POSITION, die_field[0],
                          "%d and %d are not a roll: both dice must be 1 to 6", a, b);
    position->roll.die[0] = (uint8_t)(a > b ? a : b);
    position->roll.die[1] = (uint8_t)(a > b ? b : a);
    return ALEA_OK;
}

/* Doubles and resignations. GNU Backgammon turns the cube as soon as a beaver is
 * offered, and the doubler's opponent owns it. The ID does not state the owner before;
 * a cube above 1 most likely belonged to the doubler. */
static alea_status read_offer(const uint8_t *bytes, size_t column,
                              alea_position *position, alea_error *error)
{
    alea_player turn = of_gnubg(get(bytes, turn_field));
    alea_player other = alea_opponent(position->on_roll);
    position->resign_class = get(bytes, resigned_field);
    position->to_act = turn;
    if (position->game_over) {
        position->resign_class = 0;
        return ALEA_OK;
    }
    if (!get(bytes, doubled_field)) {
        if (turn != position->on_roll && !position->resign_class)
            return MATCH_FAIL(ALEA_ERROR_POSITION, turn_field,
                              "one player is on roll, the other has the decision, and "
                              "nothing is offered");
        return ALEA_OK;
    }
    if (position->resign_class)
        return MATCH_FAIL(ALEA_ERROR_POSITION, resigned_field,
                          "a double and a resignation at once");
    if (position->roll.die[0])
        return MATCH_FAIL(ALEA_ERROR_POSITION, die_field[0],
                          "a double after the dice were rolled");
    if (position->crawford_game)
        return MATCH_FAIL(ALEA_ERROR_POSITION, doubled_field,
                          "a double in the Crawford game");
    position->offers = 1;
    if (position->cube_owner == other) {
        position->offers = turn == position->on_roll ? 2 : 3;
        position->cube_log2 -= position->offers - 1;
        if (position->cube_log2 < 0)
            return MATCH_FAIL(ALEA_ERROR_POSITION, cube_field,
                              "a double by the player who does not own the cube");
        position->cube_owner =
            position->cube_log2 > 0 ? position->on_roll : ALEA_NOBODY;
    } else if (turn == position->on_roll)
        return MATCH_FAIL(ALEA_ERROR_POSITION, turn_field,
                          "the doubler cannot answer a double of their own");
    return ALEA_OK;
}

static alea_status read_score(const uint8_t *bytes, size_t column,
                              alea_position *position, alea_error *error)
{
    int length = get(bytes, length_field);
    position->match_length = length;
    for (int i = 0; i < 2; i++) {
        int score = get(bytes, score_field[i]);
        if (length && score >= length && !position->game_over)
            return MATCH_FAIL(ALEA_ERROR_POSITION, score_field[i],
                              "a score of %d in a match to %d points", score, length);
        position->score[of_gnubg(i)] = score;
    }
    position->crawford_game = get(bytes, crawford_field) != 0;
    bool one_away = length && (position->score[0] == length - 1 ||
                               position->score[1] == length - 1);
    if (position->crawford_game && !one_away && !position->game_over)
        return MATCH_FAIL(ALEA_ERROR_POSITION, crawford_field,
                          "a Crawford game, but nobody is one point from winning");
    /* Older programs leave the Jacoby bit 0 in matches, where it means nothing. */
    position->jacoby = !length && !get(bytes, no_jacoby_field);
    return ALEA_OK;
}

static alea_status read_match(const char *text, size_t length, size_t column,
                              alea_position *position, alea_error *error)
{
    uint8_t bytes[MATCH_BYTES];
    alea_status status =
        decode(text, length, MATCH_CHARS, column, "Match ID", bytes, error);
    if (status) return status;
    if (get(bytes, rest_field))
        return MATCH_FAIL(ALEA_ERROR_SYNTAX, rest_field,
                          "the Match ID has unused bits set");
    int owner = get(bytes, owner_field), state = get(bytes, state_field);
    if (owner == 2)
        return MATCH_FAIL(ALEA_ERROR_POSITION, owner_field,
                          "the cube's owner must be 0, 1 or 3 (centred), not 2");
    if (state > 4)
        return MATCH_FAIL(ALEA_ERROR_POSITION, state_field,
                          "the state of the game must be 0 to 4, not %d", state);
    position->cube = true;
    position->cube_limit_log2 = ALEA_UNLIMITED;
    position->cube_log2 = get(bytes, cube_field);
    position->cube_owner = owner == OWNER_CENTRED ? ALEA_NOBODY : of_gnubg(owner);
    position->on_roll = of_gnubg(get(bytes, move_field));
    position->game_over = state >= STATE_OVER;
    if ((status = read_dice(bytes, column, position, error))) return status;
    if ((status = read_score(bytes, column, position, error))) return status;
    return read_offer(bytes, column, position, error);
}

alea_status alea_gnubg_id_read(const char *text, size_t length, alea_position *position,
                               alea_error *error)
{
    if (length != POSITION_CHARS + 1 + MATCH_CHARS || text[POSITION_CHARS] != ':')
        return alea_error_fill(
            error, ALEA_ERROR_SYNTAX, 0, 0,
            "expected a Position ID of 14 characters, ':' and a Match ID of "
            "12, found %zu characters",
            length);
    alea_position result = {.checkers = ALEA_CHECKERS};
    alea_board board;
    alea_status status = read_position(text, POSITION_CHARS, 1, &board, error);
    if (status) return status;
    status = read_match(text + POSITION_CHARS + 1, MATCH_CHARS, POSITION_CHARS + 2,
                        &result, error);
    if (status) return status;
    result.board = result.on_roll == ALEA_A ? board : alea_board_swap(&board);
    if (!alea_board_checkers(&board, true) || !alea_board_checkers(&board, false))
        result.game_over = true;
    *position = result;
    return ALEA_OK;
}

static int to_gnubg(alea_player player)
{
    return player == ALEA_A ? 1 : player == ALEA_B ? 0 : OWNER_CENTRED;
}

alea_status alea_gnubg_id_write(const alea_position *position,
                                char position_id[ALEA_POSITION_ID_SIZE],
                                char match_id[ALEA_MATCH_ID_SIZE])
{
    alea_player on_roll = position->on_roll == ALEA_B ? ALEA_B : ALEA_A;
    int cube = position->cube_log2, owner = to_gnubg(position->cube_owner);
    if (position->offers > 1) { /* the beaver's cube is already turned, and his */
        cube += position->offers > 3 ? 2 : position->offers - 1;
        owner = to_gnubg(alea_opponent(on_roll));
    }
    const int *score = position->score;
    if (cube < 0 || cube > 15 || position->match_length < 0 ||
        position->match_length > ALEA_MAX_MATCH_LENGTH || score[0] < 0 ||
        score[1] < 0 || score[0] > 32767 || score[1] > 32767)
        return ALEA_ERROR_UNSUPPORTED;
    uint8_t bytes[MATCH_BYTES] = {0};
    put(bytes, cube_field, cube);
    put(bytes, owner_field, owner);
    put(bytes, move_field, to_gnubg(on_roll));
    put(bytes, crawford_field, position->match_length && position->crawford_game);
    put(bytes, state_field, position->game_over ? STATE_OVER : STATE_PLAYING);
    put(bytes, turn_field,
        to_gnubg(position->to_act == ALEA_NOBODY ? on_roll : position->to_act));
    put(bytes, doubled_field, position->offers > 0);
    put(bytes, resigned_field, position->resign_class);
    int a = position->roll.die[0], b = position->roll.die[1];
    put(bytes, die_field[0], a > b ? a : b);
    put(bytes, die_field[1], a > b ? b : a);
    put(bytes, length_field, position->match_length);
    put(bytes, score_field[0], score[ALEA_B]);
    put(bytes, score_field[1], score[ALEA_A]);
    put(bytes, no_jacoby_field, position->match_length || !position->jacoby);
    encode(bytes, MATCH_CHARS, match_id);
    alea_board board =
        on_roll == ALEA_A ? position->board : alea_board_swap(&position->board);
    alea_position_id_write(&board, position_id);
    return ALEA_OK;
}
