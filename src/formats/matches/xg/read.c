/* The records of an .xg or .xgp file. Analysis inside is not read: alea makes its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/matches/xg/read.h"

#include "formats/matches/reconstruct.h"
#include "formats/matches/reconstruct_play.h"
#include "formats/matches/xg/xg.h"
#include "formats/toolkit/implied_rules.h"
#include "formats/toolkit/parse.h"
#include "formats/toolkit/side.h"

/* Offsets of the number of a record's comment. */
enum { CUBE_COMMENT = 292, MOVE_COMMENT = 2524 };

typedef struct xg_reader {
    importer *in;
    const uint8_t *records, *record;
    size_t number; /* of the record, from 1 */
    /* Of this game: how many entries there were before its first record, and the number
     * of the first record whose comment is not kept yet. */
    size_t entries_before, untold;
    char *comments;
    const char **comment; /* where each of them begins, and behind the last its end */
    size_t comment_count, comment_room; /* of all comments' text that may still come */
    int version, games, next_type;      /* of the record that follows, or -1 */
    int32_t before_game, after_game, after_match; /* comments' numbers, or below 0 */
    bool over, header_read, in_game;
    bool lost;             /* this game's records up to its footer are left out */
    bool auto_doubles;     /* in this game */
    bool cube_of_player_1; /* the sign of a cube in the records is */
} xg_reader;

static alea_status fail(xg_reader *r, const char *reason)
{
    return import_fail(r->in, ALEA_ERROR_SYNTAX, 0, 0, "%s", reason);
}

/* XG's player 1 is the first player; 1 and -1 elsewhere. */
static bool xg_player(int32_t value, alea_player *out)
{
    *out = value > 0 ? ALEA_A : ALEA_B;
    return value == 1 || value == -1;
}

/* A board of 26 bytes as it stands: bar of the opponent first. */
static bool read_board(const uint8_t *bytes, alea_board *board)
{
    for (int i = 0; i < 26; i++) {
        int n = bytes[i] < 128 ? bytes[i] : bytes[i] - 256;
        if (n > ALEA_CHECKERS || n < -ALEA_CHECKERS) return false;
        board->point[i] = (int8_t)n;
    }
    return alea_board_check(board, ALEA_CHECKERS, NULL) == ALEA_OK;
}

/* Offsets of the match header. */
enum {
    NAME_1 = 9,
    NAME_2 = 50,
    LENGTH = 92,
    VARIATION = 96,
    CRAWFORD = 100,
    JACOBY = 101,
    BEAVER = 102,
    RATING_1 = 104,
    RATING_2 = 112,
    DATE = 128,
    EVENT = 136,
    LOCATION = 283,
    ROUND = 417,
    FILE_VERSION = 552,
    MAGIC = 556,
    MATCH_COMMENT = 576,
    AFTER_MATCH = 580,
    UNICODE_NAMES = 24, /* the file version that brought these: */
    WIDE_EVENT = 622,
    WIDE_NAME_1 = 880,
    WIDE_NAME_2 = 1138,
    WIDE_LOCATION = 1396,
    WIDE_ROUND = 1654,
    AUTO_DOUBLES = 26, /* the version that counts them */
    UNLIMITED_LENGTH = 99999
};

static alea_status read_texts(xg_reader *r)
{
    static const struct {
        const char *key;
        int ansi, room, wide;
    } texts[] = {{"player_a", NAME_1, 40, WIDE_NAME_1},
                 {"player_b", NAME_2, 40, WIDE_NAME_2},
                 {"event", EVENT, 128, WIDE_EVENT},
                 {"place", LOCATION, 128, WIDE_LOCATION},
                 {"round", ROUND, 128, WIDE_ROUND}};
    bool wide = r->version >= UNICODE_NAMES;
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0] && !status; i++)
        status = xg_read_name(r->in, texts[i].key, r->record + texts[i].ansi,
                              (size_t)texts[i].room,
                              wide ? r->record + texts[i].wide : NULL);
    return status;
}

/* Comment `number`, as it stands in temp.xgc; false if there is none. */
static bool find_comment(const xg_reader *r, int32_t number, const char **text,
                         size_t *length)
{
    if (number < 0 || (size_t)number >= r->comment_count) return false;
    *text = r->comment[number];
    *length = (size_t)(r->comment[number + 1] - *text);
    return true;
}

/* ... to the last entry, or where `key` is given as a tag. Records that name the same
 * long comment over and over do not make a small file large. */
static alea_status add_comment(xg_reader *r, int32_t number, const char *key)
{
    const char *from;
    size_t length;
    if (!find_comment(r, number, &from, &length)) return ALEA_OK;
    if (length > r->comment_room) {
        import_warn(r->in, 0, "more comments than can be kept: left out");
        return ALEA_OK;
    }
    r->comment_room -= length;
    alea_text text = alea_text_growing(1 << 20);
    if (!xg_comment_text(from, length, &text))
        import_warn(r->in, 0,
                    "a comment in a character set that is not known here: "
                    "its letters are lost");
    alea_status status = ALEA_OK;
    if (text.length && key)
        status = import_tag(r->in, key, text.start, text.length);
    else if (text.length)
        status = import_comment(r->in, text.start, text.length);
    alea_text_free(&text);
    return status;
}

static int32_t comment_of(const uint8_t *record)
{
    if (record[8] == XG_CUBE) return xg_i32(record + CUBE_COMMENT);
    return record[8] == XG_MOVE ? xg_i32(record + MOVE_COMMENT) : -1;
}

/* The comments of this game's records up to this one that are not kept yet. Records may
 * add no entry (a double not made): theirs go to the entry before. */
static alea_status tell_comments(xg_reader *r)
{
    alea_status status = add_comment(r, r->before_game, NULL);
    r->before_game = -1;
    for (; !status && r->untold <= r->number; r->untold++) {
        const uint8_t *record = r->records + (r->untold - 1) * XG_RECORD;
        status = add_comment(r, comment_of(record), NULL);
    }
    return status;
}

static bool is_comment(const xg_reader *r, int32_t number)
{
    const char *text;
    size_t length;
    return find_comment(r, number, &text, &length);
}

static bool has_untold(const xg_reader *r)
{
    bool any = is_comment(r, r->before_game) || is_comment(r, r->after_game);
    for (size_t i = r->untold; i <= r->number && !any; i++)
        any = is_comment(r, comment_of(r->records + (i - 1) * XG_RECORD));
    return any;
}

/* What is still to be told of the game that ends here. One without any entry gets one
 * where the file has none either; else the last one is where it began. */
static alea_status end_game(xg_reader *r)
{
    if (!r->in_game) return ALEA_OK;
    r->in_game = false;
    alea_status status = has_untold(r) ? reconstruct_first_entry(r->in, 0) : ALEA_OK;
    if (!status) status = tell_comments(r);
    if (!status) status = add_comment(r, r->after_game, NULL);
    r->after_game = -1;
    return status;
}

static alea_status end_match(xg_reader *r)
{
    alea_status status = end_game(r);
    if (!status && is_comment(r, r->after_match))
        status = reconstruct_first_entry(r->in, 0);
    return status ? status : add_comment(r, r->after_match, NULL);
}

static double read_double(const uint8_t *bytes)
{
    uint64_t bits = (uint64_t)xg_u32(bytes + 4) << 32 | xg_u32(bytes);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static alea_status read_rating(xg_reader *r, int at, const char *key)
{
    char text[16];
    double rating = read_double(r->record + at);
    if (!(rating >= 1 && rating < 100000)) return ALEA_OK; /* none, or no rating */
    int n = snprintf(text, sizeof text, "%.2f", rating);
    return import_tag(r->in, key, text, (size_t)n);
}

/* Days since 30 December 1899, as a double. */
static alea_status read_date(xg_reader *r)
{
    double days = read_double(r->record + DATE);
    if (!(days >= 25569 && days < 80000)) return ALEA_OK; /* 1970..2119 */
    /* Days since 1 March 0000 in the proleptic calendar, then by eras of 400 years. */
    int z = (int)days - 25569 + 719468, era = z / 146097, day = z - era * 146097;
    int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int rest = day - (365 * year + year / 4 - year / 100), month = (5 * rest + 2) / 153;
    char text[16];
    int y = year + era * 400 + (month >= 10), m = month < 10 ? month + 3 : month - 9;
    int n = snprintf(text, sizeof text, "%04d-%02d-%02d", y % 10000, m % 100,
                     (rest - (153 * month + 2) / 5 + 1) % 100);
    return import_tag(r->in, "date", text, (size_t)n);
}

static alea_status read_match_header(xg_reader *r)
{
    const uint8_t *p = r->record;
    if (memcmp(p + MAGIC, "DMLI", 4) != 0 && memcmp(p + MAGIC, "ILMD", 4) != 0)
        return fail(r, "the match header has no magic number");
    r->version = xg_i32(p + FILE_VERSION);
    int32_t length = xg_i32(p + LENGTH), variation = xg_i32(p + VARIATION);
    if (length == UNLIMITED_LENGTH) length = 0;
    if (length < 0 || length > ALEA_MAX_MATCH_LENGTH)
        return fail(r, "an impossible match length");
    alea_rules rules = implied_rules(length);
    rules.crawford = length > 1 && p[CRAWFORD];
    if (!length) rules.jacoby = p[JACOBY] != 0;
    if (!length && !p[BEAVER]) rules.beavers = 0;
    static const alea_setup setups[] = {ALEA_SETUP_BACKGAMMON, ALEA_SETUP_NACKGAMMON,
                                        ALEA_SETUP_HYPERGAMMON, ALEA_SETUP_LONGGAMMON};
    if (variation < 0 || variation > 3)
        return fail(r, "an unknown variation of the game");
    rules.setup = setups[variation];
    import_start(r->in, &rules);
    r->header_read = true;
    alea_status status = read_texts(r);
    if (!status) status = read_rating(r, RATING_1, "rating_a");
    if (!status) status = read_rating(r, RATING_2, "rating_b");
    if (!status) status = add_comment(r, xg_i32(p + MATCH_COMMENT), "comment");
    r->after_match = xg_i32(p + AFTER_MATCH);
    return status ? status : read_date(r);
}

/* Automatic doubles, and whether this is the Crawford game: the score alone does not
 * tell where a file begins after it. */
static alea_status set_game(xg_reader *r, const uint8_t *p)
{
    const alea_match *now = &r->in->record->now;
    int32_t doubles = r->version >= AUTO_DOUBLES ? xg_i32(p + 64) : 0;
    bool crawford = p[20] != 0;
    r->auto_doubles = doubles > 0;
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_CRAWFORD,
                      .cube_owner = ALEA_NOBODY,
                      .crawford_game = crawford};
    if (crawford != now->crawford_game &&
        alea_match_would(now, &set) == ALEA_ACCEPTED) {
        alea_status status = import_event(r->in, &set, 0);
        if (status) return status;
    }
    if (doubles < 1 || doubles > ALEA_MAX_CUBE_LOG2 || now->crawford_game)
        return ALEA_OK;
    return reconstruct_cube(r->in, doubles, ALEA_NOBODY, 0);
}

static alea_status read_game_header(xg_reader *r)
{
    const uint8_t *p = r->record;
    int score[2] = {xg_i32(p + 12), xg_i32(p + 16)};
    int length = r->in->record->rules.match_length;
    const int *told = score;
    if (score[0] < 0 || score[1] < 0 ||
        (length && (score[0] >= length || score[1] >= length))) {
        import_warn(r->in, 0, "a score of %d-%d in a match to %d", score[0], score[1],
                    length);
        told = NULL;
    }
    alea_status status = end_game(r);
    if (!status) status = reconstruct_game(r->in, told, r->games == 0, &r->over, 0);
    if (!status && r->over)
        import_warn(r->in, 0, "the match is won; the games after it are left out");
    if (status || r->over) return status;
    r->games++;
    r->in_game = true;
    r->before_game = xg_i32(p + 56);
    r->after_game = xg_i32(p + 60);
    if ((status = set_game(r, p))) return status;
    r->entries_before = r->in->record->entries;
    r->untold = r->number + 1;
    /* A position of its own comes with the first record, which tells whose turn it is.
     */
    if (r->next_type == XG_CUBE || r->next_type == XG_MOVE) return ALEA_OK;
    alea_board board, start = r->in->record->now.board;
    bool any = false;
    for (int i = 0; i < 26; i++) any |= p[21 + i] != 0;
    if (!any || !read_board(p + 21, &board) || alea_board_equal(&board, &start))
        return ALEA_OK;
    return reconstruct_board(r->in, &board, ALEA_A, 0);
}

/* A cube as the records tell it: 0 in the middle, else its exponent with the owner's
 * sign. False if there can be none like it. */
static bool read_cube_state(const xg_reader *r, int32_t value, alea_player player,
                            int *log2, alea_player *owner)
{
    if (value > ALEA_MAX_CUBE_LOG2 || value < -ALEA_MAX_CUBE_LOG2) return false;
    alea_player positive = r->cube_of_player_1 ? ALEA_A : player;
    *log2 = value < 0 ? -value : value;
    *owner = value > 0 ? positive : value < 0 ? other_side(positive) : ALEA_NOBODY;
    return true;
}

/* Whose the sign of a cube is, is told as "own"; some who read many files take it for
 * player 1's. The file settles it: of a cube that stays where it is, the sign changes
 * from one player's record to the other's, or it does not. */
static void find_cube_sign(xg_reader *r, const uint8_t *records, size_t count)
{
    int votes = 0;
    alea_player player, before_player = ALEA_A;
    int32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = records + i * XG_RECORD;
        bool cube = p[8] == XG_CUBE, move = p[8] == XG_MOVE;
        int32_t value = cube ? xg_i32(p + 32) : move ? xg_i32(p + 108) : 0;
        (void)xg_player(xg_i32(p + (cube ? 12 : 64)), &player);
        if (value && player != before_player)
            votes += value == before ? 1 : (int64_t)value + before == 0 ? -1 : 0;
        before = value;
        before_player = player;
    }
    r->cube_of_player_1 = votes > 0;
}

/* Nothing here asks for another cube. A move's 0 does not: who leaves the field out
 * writes it, too. Automatic doubles are counted elsewhere, so theirs cannot be told. */
static bool cube_stands(const xg_reader *r, int32_t value, alea_player player,
                        bool doubles)
{
    const alea_match *now = &r->in->record->now;
    int log2;
    alea_player owner;
    if (!read_cube_state(r, value, player, &log2, &owner)) return true;
    if (value == 0) return !doubles || r->auto_doubles || now->cube_owner == owner;
    if (r->auto_doubles && now->phase != ALEA_MATCH_OPENING) return true;
    return log2 == now->cube_log2 && owner == now->cube_owner;
}

static alea_status take_cube(xg_reader *r, int32_t value, alea_player player, bool warn)
{
    alea_event set = {.type = ALEA_EVENT_SET, .by = ALEA_NOBODY, .set = ALEA_SET_CUBE};
    (void)read_cube_state(r, value, player, &set.cube_log2, &set.cube_owner);
    bool possible = alea_match_would(&r->in->record->now, &set) == ALEA_ACCEPTED;
    if (!possible || warn)
        import_warn(r->in, 0, "the cube is not the one played to%s",
                    possible ? "" : " and cannot be: left as it was");
    return possible ? import_event(r->in, &set, 0) : ALEA_OK;
}

static bool is_offered(const alea_match *now)
{
    return now->phase == ALEA_MATCH_DOUBLE_OFFERED ||
           now->phase == ALEA_MATCH_BEAVER_OFFERED;
}

/* Who moves on was answered. */
static alea_status settle_offer(xg_reader *r)
{
    const alea_match *now = &r->in->record->now;
    if (!is_offered(now)) return ALEA_OK;
    import_warn(r->in, 0, "the answer to a double is missing: read as a take");
    return reconstruct_answer(r->in, now->to_act, true, 0);
}

/* A position file begins in the middle of a game: the first record of a game may have a
 * board and a cube of its own. So may any other, where somebody changed them by hand.
 */
static alea_status take_position(xg_reader *r, const uint8_t *bytes, int32_t cube,
                                 alea_player player, bool doubles)
{
    const alea_match *now = &r->in->record->now;
    alea_board board;
    if (!read_board(bytes, &board)) return fail(r, "an impossible position");
    if (now->has_result) return ALEA_OK;
    bool first = now->phase == ALEA_MATCH_OPENING;
    alea_status status = settle_offer(r);
    if (status) return status;
    bool other_board = !alea_board_equal(&board, &now->board);
    if (other_board && !first)
        import_warn(r->in, 0, "the position is not the one played to");
    bool other_cube = !cube_stands(r, cube, player, doubles);
    if (other_board) status = reconstruct_board(r->in, &board, player, 0);
    if (status || !other_cube) return status;
    return take_cube(r, cube, player, !first);
}

static alea_status read_cube(xg_reader *r)
{
    const uint8_t *p = r->record;
    alea_player player;
    int32_t doubled = xg_i32(p + 16), take = xg_i32(p + 20), beaver = xg_i32(p + 24),
            raccoon = xg_i32(p + 28);
    if (!xg_player(xg_i32(p + 12), &player)) return fail(r, "nobody's cube action");
    /* The position of who does not double comes with his move. */
    const alea_match *now = &r->in->record->now;
    bool doubles = doubled == 1;
    alea_status status = ALEA_OK;
    if (now->phase == ALEA_MATCH_OPENING || (doubles && !is_offered(now)))
        status = take_position(r, p + 36, xg_i32(p + 32), player, doubles);
    if (status || !doubles) return status;
    if ((status = reconstruct_double(r->in, player, 0))) return status;
    alea_player other = other_side(player);
    if (take == 2) {
        /* The beaver is 0 dropped, 1 taken, 2 answered by a raccoon; that is 0 dropped
         * or 1 taken. Only the end of the game settles which zeros mean a drop. */
        if ((status = reconstruct_double(r->in, other, 0))) return status;
        bool taken = beaver == 1;
        if (beaver == 2 || raccoon == 1) {
            status = reconstruct_double(r->in, player, 0);
            player = other;
            taken = raccoon == 1;
        }
        if (status || (!taken && r->next_type == XG_GAME_FOOTER)) return status;
        return reconstruct_answer(r->in, player, true, 0);
    }
    if (take == 1) return reconstruct_answer(r->in, other, true, 0);
    return take == 0 ? reconstruct_answer(r->in, other, false, 0) : ALEA_OK;
}

/* Eight pairs from, to: zero-based in the mover's numbering, 24 = bar, below 0 = off.
 */
static alea_status read_moves(xg_reader *r, alea_move moves[ALEA_MAX_MOVES], int *count)
{
    *count = 0;
    for (int i = 0; i < 4; i++) {
        int32_t from = xg_i32(r->record + 68 + 8 * i),
                to = xg_i32(r->record + 72 + 8 * i);
        if (from == -1) return ALEA_OK;
        if (from < 0 || from > 24 || to > 23 || to < -6)
            return fail(r, "a move from or to no point");
        moves[(*count)++] =
            (alea_move){(int8_t)(from + 1), (int8_t)(to < 0 ? 0 : to + 1), false};
    }
    return ALEA_OK;
}

static bool is_finished(const alea_board *board)
{
    return alea_board_checkers(board, true) == 0 ||
           alea_board_checkers(board, false) == 0;
}

/* The position after an illegal play that stood. One that ended the game cannot be set:
 * the footer tells who won. */
static alea_status keep_as_made(xg_reader *r, alea_player player)
{
    alea_board after;
    if (!read_board(r->record + 35, &after)) return fail(r, "an impossible position");
    if (player == ALEA_B) after = alea_board_swap(&after);
    bool finished = is_finished(&after);
    import_warn(r->in, 0,
                finished ? "an illegal play that ended the game: kept as unknown"
                         : "an illegal play; its position was kept");
    alea_status status = reconstruct_unknown(r->in, player, 0);
    if (status || finished) return status;
    return reconstruct_board(r->in, &after, other_side(player), 0);
}

static bool is_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i]) return false;
    return true;
}

static alea_status read_move(xg_reader *r)
{
    const uint8_t *p = r->record;
    alea_player player;
    int32_t a = xg_i32(p + 100), b = xg_i32(p + 104);
    if (!xg_player(xg_i32(p + 64), &player)) return fail(r, "nobody's move");
    if (a < 1 || a > 6 || b < 1 || b > 6) {
        /* The last record of a game given up may have no dice. */
        import_warn(r->in, 0, "a move without dice: left out");
        return ALEA_OK;
    }
    alea_status status = take_position(r, p + 9, xg_i32(p + 108), player, false);
    if (!status) status = reconstruct_roll(r->in, player, a, b, 0);
    alea_move moves[ALEA_MAX_MOVES];
    int count = 0;
    if (status) return status;
    /* A resignation after the roll: no position after it, and moves of zeros. */
    bool resigned = is_zero(p + 35, 26) && is_zero(p + 68, 32);
    if (!resigned && (status = read_moves(r, moves, &count))) return status;
    if (count == 0) {
        /* Nothing could be moved, or the game was given up before it was. */
        alea_event pass = {
            .type = ALEA_EVENT_PLAY, .by = player, .cube_owner = ALEA_NOBODY};
        return alea_match_would(&r->in->record->now, &pass) == ALEA_ACCEPTED
                   ? import_event(r->in, &pass, 0)
                   : reconstruct_unknown(r->in, player, 0);
    }
    status = reconstruct_play(r->in, player, moves, count, 0, 0);
    return status == ALEA_ERROR_REFUSED ? keep_as_made(r, player) : status;
}

static alea_status read_game_footer(xg_reader *r)
{
    const uint8_t *p = r->record;
    alea_player winner;
    int32_t points = xg_i32(p + 28);
    alea_status status = ALEA_OK;
    if (xg_player(xg_i32(p + 24), &winner)) { /* else left unfinished */
        /* 0 drop, 1 to 3 the win's class; more by 100 resigned, by 1000 settled. */
        int32_t termination = xg_i32(p + 32);
        reconstruct_outcome told = {.winner = winner,
                                    .points = points > 0 ? points : 0};
        if (termination > 0 && termination % 100 <= 3)
            told.level = (int)(termination % 100);
        status = reconstruct_result(r->in, told, 0);
    }
    return status ? status : end_game(r);
}

static alea_status read_record(xg_reader *r)
{
    int type = r->record[8];
    if (!r->header_read && type != XG_MATCH_HEADER)
        return fail(r, "the match header is missing");
    if ((type == XG_CUBE || type == XG_MOVE || type == XG_GAME_FOOTER) && !r->in_game)
        return fail(r, "a move outside of a game");
    switch (type) {
    case XG_MATCH_HEADER:
        return r->header_read ? fail(r, "a second match header") : read_match_header(r);
    case XG_GAME_HEADER: return read_game_header(r);
    case XG_CUBE: return read_cube(r);
    case XG_MOVE: return read_move(r);
    case XG_GAME_FOOTER: return read_game_footer(r);
    case XG_MATCH_FOOTER: return ALEA_OK;
    default: import_warn(r->in, 0, "of an unknown type: left out"); return ALEA_OK;
    }
}

static alea_status read_records(xg_reader *r, const uint8_t *records, size_t size)
{
    if (size < XG_RECORD || (size % XG_RECORD && r->in->options->strict))
        return import_fail(r->in, ALEA_ERROR_SYNTAX, 0, 0,
                           "temp.xg: %zu bytes are no whole number of records", size);
    if (size % XG_RECORD)
        import_warn(r->in, 0, "temp.xg: the last record is cut short: left out");
    r->records = records;
    find_cube_sign(r, records, size / XG_RECORD);
    for (size_t i = 0; i < size / XG_RECORD && !r->over; i++) {
        r->record = records + i * XG_RECORD;
        r->number = r->in->record_number = i + 1;
        r->next_type = (i + 2) * XG_RECORD <= size ? r->record[XG_RECORD + 8] : -1;
        alea_status status = ALEA_OK;
        int type = r->record[8];
        if (type == XG_GAME_HEADER || type == XG_GAME_FOOTER) r->lost = false;
        if (type == XG_GAME_FOOTER && !r->in_game && r->in->refused.reason[0])
            continue; /* of a game whose header was refused */
        if (!r->lost) status = read_record(r);
        if (status && r->header_read && type != XG_MATCH_HEADER) {
            status = reconstruct_lose_game(r->in, status, 0, NULL, 0);
            r->lost = true;
            if (type == XG_GAME_HEADER) r->in_game = false;
        }
        if (r->lost) {
            if (status) return status;
            continue;
        }
        /* Until the game has an entry its comments wait for it. */
        if (!status && r->in_game && r->in->record->entries > r->entries_before)
            status = tell_comments(r);
        if (status) return status;
    }
    alea_status status = end_match(r);
    r->in->record_number = 0;
    return status;
}

/* Finds the lines of temp.xgc once; no more of them than the records can name. */
static alea_status find_comments(xg_reader *r, size_t size, size_t most)
{
    r->comment = malloc((most + 1) * sizeof *r->comment);
    if (!r->comment)
        return import_fail(r->in, ALEA_ERROR_MEMORY, 0, 0, "not enough memory");
    const char *at = r->comments, *end = at + size;
    while (at < end && r->comment_count < most) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        r->comment[r->comment_count++] = at;
        at = newline ? newline + 1 : end;
    }
    r->comment[r->comment_count] = at;
    return ALEA_OK;
}

/* The most that is unpacked: 13,000 records. */
enum { MOST_RECORDS = 32 << 20, MOST_COMMENTS = 4 << 20 };

alea_status xg_import(importer *in)
{
    xg_reader r = {.in = in,
                   .comment_room = MOST_COMMENTS,
                   .before_game = -1,
                   .after_game = -1,
                   .after_match = -1};
    xg_archive archive;
    uint8_t *records = NULL, *comments = NULL;
    size_t size = 0, comments_size = 0;
    alea_status status = xg_open(in, &archive);
    if (!status)
        status = xg_member(in, &archive, "temp.xg", MOST_RECORDS, &records, &size);
    if (!status)
        status = xg_member(in, &archive, "temp.xgc", MOST_COMMENTS, &comments,
                           &comments_size);
    if (!status && !records)
        status =
            import_fail(in, ALEA_ERROR_SYNTAX, 0, 0, "the archive holds no temp.xg");
    r.comments = (char *)comments;
    if (!status && comments)
        status = find_comments(&r, comments_size, 4 * (size / XG_RECORD));
    if (!status) status = read_records(&r, records, size);
    free(r.comment);
    free(records);
    free(comments);
    xg_close(&archive);
    return status;
}
