/* Match text: the two cells of a numbered line. They are separated by their content,
 * because columns shift with long numbers and names. */
#include <string.h>

#include "cells.h"
#include "formats/ids/files.h"
#include "formats/matches/reconstruct.h"
#include "formats/matches/reconstruct_play.h"
#include "formats/toolkit/parse.h"

typedef struct cell_reader {
    importer *in;
    const char *text;
    size_t at, length, column, line;
    mat_end *end;
} cell_reader;

typedef enum cell_word {
    WORD_NONE = 0,
    WORD_DOUBLES,
    WORD_TAKES,
    WORD_DROPS,
    WORD_GIVES_UP,
    WORD_WINS
} cell_word;

/* With this many blanks before it, the first cell is the right one. */
enum { EMPTY_LEFT = 12 };
/* Blanks after a roll's colon before a word of the same cell. */
enum { SAME_CELL = 2 };
/* A result that begins up to this column belongs to the left player. */
enum { LEFT_RESULT = 20 };

static size_t skip_blanks(cell_reader *r)
{
    size_t start = r->at;
    while (r->at < r->length && parse_is_blank(r->text[r->at])) r->at++;
    return r->at - start;
}

static size_t word_end(const cell_reader *r)
{
    size_t end = r->at;
    while (end < r->length && !parse_is_blank(r->text[end])) end++;
    return end;
}

static cell_word cube_word(const cell_reader *r)
{
    static const struct {
        const char *start;
        cell_word word;
    } words[] = {{"double", WORD_DOUBLES}, {"redouble", WORD_DOUBLES},
                 {"beaver", WORD_DOUBLES}, {"raccoon", WORD_DOUBLES},
                 {"take", WORD_TAKES},     {"accept", WORD_TAKES},
                 {"drop", WORD_DROPS},     {"pass", WORD_DROPS},
                 {"reject", WORD_DROPS},   {"wins", WORD_WINS}};
    const char *text = r->text + r->at;
    size_t left = r->length - r->at;
    if (!left || !parse_is_letter(text[0])) return WORD_NONE;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (parse_starts(text, left, words[i].start)) return words[i].word;
    mat_end ignored;
    return mat_read_gives_up(text, left, &ignored) ? WORD_GIVES_UP : WORD_NONE;
}

/* "24)" in the middle of a line: the next line's number. */
static bool number_here(const cell_reader *r)
{
    size_t at = r->at, digits = 0;
    while (at < r->length && digits < 5 && parse_is_digit(r->text[at])) at++, digits++;
    return digits && at < r->length && r->text[at] == ')' &&
           (at + 1 == r->length || parse_is_blank(r->text[at + 1]));
}

/* "00: ????", "????": the roll, or the play, never came. */
static bool nothing_here(const cell_reader *r)
{
    const char *t = r->text + r->at;
    size_t left = r->length - r->at;
    return left && (t[0] == '?' || (left >= 3 && memcmp(t, "00:", 3) == 0));
}

/* "31:" here; some writers leave a blank before the colon. */
static bool roll_here(const cell_reader *r)
{
    const char *t = r->text + r->at;
    size_t left = r->length - r->at;
    return left >= 3 && t[0] >= '1' && t[0] <= '6' && t[1] >= '1' && t[1] <= '6' &&
           (t[2] == ':' || (left >= 4 && t[2] == ' ' && t[3] == ':'));
}

/* End of the cell's text: before the next roll, word or number, or the line's end. */
static size_t moves_end(cell_reader *r)
{
    cell_reader look = *r;
    size_t end = r->at;
    int depth = 0;
    for (;;) {
        skip_blanks(&look);
        if (look.at >= look.length) return end;
        if (depth == 0 && look.at > r->at &&
            (roll_here(&look) || cube_word(&look) || number_here(&look) ||
             (look.text[look.at] == '0' && nothing_here(&look))))
            return end;
        size_t word = word_end(&look);
        for (size_t i = look.at; i < word; i++) {
            depth += look.text[i] == '(';
            if (look.text[i] == ')' && depth > 0) depth--;
        }
        look.at = end = word;
    }
}

/* "Illegal play (7;1;...)": the position it came to, as a Snowie line. */
static alea_status read_illegal(cell_reader *r, alea_player player, const char *text,
                                size_t length)
{
    alea_status status = reconstruct_illegal(r->in, player, NULL, 0, r->line);
    const char *open = memchr(text, '(', length);
    import_warn(r->in, r->line, "the file marks this play as illegal");
    if (status || !open) return status;
    size_t inside = length - (size_t)(open - text) - 1;
    while (inside && open[inside] != ')') inside--;
    alea_position position;
    if (!inside || snowie_read_line(open + 1, inside - 1, &position, NULL) != ALEA_OK)
        return ALEA_OK;
    return reconstruct_board(r->in, &position.board, alea_opponent(player), r->line);
}

/* Copies moves without those that move nothing ("0/0": a die without a use); how many
 * bytes are left. */
static size_t without_idle(const char *text, size_t length, char *out, size_t size)
{
    size_t used = 0;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && !parse_is_blank(text[end])) end++;
        const char *slash = memchr(text + at, '/', end - at);
        size_t half = slash ? (size_t)(slash - text) - at : 0;
        bool idle = slash && half == end - at - half - 1 &&
                    memcmp(text + at, slash + 1, half) == 0;
        while (end < length && parse_is_blank(text[end])) end++;
        if (!idle && used + end - at <= size) {
            memcpy(out + used, text + at, end - at);
            used += end - at;
        }
        at = end;
    }
    while (used && parse_is_blank(out[used - 1])) used--;
    return used;
}

static alea_status read_moves(cell_reader *r, alea_player player, size_t start,
                              const char *text, size_t length)
{
    alea_move moves[ALEA_MAX_MOVES];
    int count;
    alea_error why = {0};
    if (alea_moves_read(text, length, moves, &count, &why) != ALEA_OK) {
        char copy[128];
        size_t left =
            length <= sizeof copy ? without_idle(text, length, copy, sizeof copy) : 0;
        if (left == 0 || left == length ||
            alea_moves_read(copy, left, moves, &count, NULL) != ALEA_OK) {
            (void)import_fail(r->in, ALEA_ERROR_SYNTAX, r->line,
                              r->column + start + why.column - 1, "%s", why.reason);
            const alea_status status = reconstruct_long_play(
                r->in, player, text, length, r->line, r->column + start);
            return status == ALEA_ERROR_REFUSED ? ALEA_ERROR_SYNTAX : status;
        }
        import_warn(r->in, r->line, "a move that moves nothing: ignored");
    }
    return reconstruct_play(r->in, player, moves, count, r->line, r->column + start);
}

/* "Doubles => 4": warns if the value is not the expected one. */
static void check_value(cell_reader *r, const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && !parse_is_digit(text[i])) i++;
    int value = 0;
    for (size_t n = 0; i < length && parse_is_digit(text[i]) && n < 8; i++, n++)
        value = value * 10 + (text[i] - '0');
    int offered = 2 * alea_match_cube(&r->in->record->now);
    if (value && value != offered)
        import_warn(r->in, r->line, "the cube is offered at %d, but it comes to %d",
                    value, offered);
}

/* An answer where a resignation was offered and no double is. */
static bool answers_resignation(const cell_reader *r)
{
    return r->end->given_up && alea_match_offers(&r->in->record->now) == 0;
}

static alea_status read_word(cell_reader *r, alea_player player, cell_word word)
{
    const char *text = r->text + r->at;
    size_t length = moves_end(r) - r->at;
    r->at += length;
    alea_status status = ALEA_OK;
    switch (word) {
    case WORD_DOUBLES:
        status = reconstruct_double(r->in, player, r->line);
        if (!status) check_value(r, text, length);
        return status;
    case WORD_TAKES:
        if (answers_resignation(r)) break;
        return reconstruct_answer(r->in, player, true, r->line);
    case WORD_DROPS:
        if (answers_resignation(r)) {
            r->end->given_up = false;
            break;
        }
        return reconstruct_answer(r->in, player, false, r->line);
    case WORD_WINS:
        r->end->wins = true;
        r->end->winner = player;
        mat_read_wins(text, length, r->end);
        break;
    case WORD_GIVES_UP: /* the points follow in "Wins" or the next score */
        mat_read_gives_up(text, length, r->end);
        r->end->loser = player;
        break;
    case WORD_NONE: break;
    }
    return ALEA_OK;
}

static alea_status read_roll(cell_reader *r, alea_player player)
{
    r->end->given_up = false; /* a roll withdraws an offer to resign */
    int a = r->text[r->at] - '0', b = r->text[r->at + 1] - '0';
    while (r->text[r->at] != ':') r->at++;
    r->at++;
    alea_status status = reconstruct_roll(r->in, player, a, b, r->line);
    if (status) return status;
    size_t gap = skip_blanks(r);
    if (gap <= SAME_CELL && cube_word(r) == WORD_GIVES_UP) {
        /* "32: Concedes": the roll was not played. */
        status = reconstruct_bare_roll(r->in, player, false, r->line);
        return status ? status : read_word(r, player, WORD_GIVES_UP);
    }
    bool bare = roll_here(r) || cube_word(r) || number_here(r) ||
                (r->at < r->length && r->text[r->at] == '0' && nothing_here(r));
    size_t start = r->at, end = bare ? start : moves_end(r);
    const char *text = r->text + start;
    size_t length = end - start;
    r->at = end;
    if (length == 0) return reconstruct_bare_roll(r->in, player, false, r->line);
    if (parse_starts(text, length, "cannot") || parse_starts(text, length, "can't") ||
        parse_starts(text, length, "no move") || parse_starts(text, length, "dance"))
        return reconstruct_bare_roll(r->in, player, true, r->line);
    if (text[0] == '?') {
        cell_reader rest = *r;
        rest.at = start;
        rest.length = end;
        rest.at = word_end(&rest);
        skip_blanks(&rest);
        if (rest.at < end)
            return read_illegal(r, player, text + rest.at - start, end - rest.at);
        return reconstruct_unknown(r->in, player, r->line);
    }
    if (parse_starts(text, length, "illegal"))
        return read_illegal(r, player, text, length);
    return read_moves(r, player, start, text, length);
}

/* "????": the game was not played on; only its result can follow. */
static alea_status read_nothing(cell_reader *r)
{
    size_t start = r->at;
    r->at = moves_end(r);
    import_warn(r->in, r->line, "\"%.*s\": the game was not played on",
                (int)(r->at - start < 40 ? r->at - start : 40), r->text + start);
    return ALEA_OK;
}

size_t mat_width(const char *blanks, size_t length)
{
    enum { TAB = 10 }; /* two tabs pass the left column */
    size_t width = length;
    for (size_t i = 0; i < length; i++)
        if (blanks[i] == '\t') width += TAB - 1;
    return width;
}

alea_status mat_read_cells(importer *in, const char *text, size_t length, size_t column,
                           size_t line, mat_end *end)
{
    cell_reader r = {in, text, 0, length, column, line, end};
    size_t blanks = skip_blanks(&r);
    alea_player player = mat_width(text, blanks) >= EMPTY_LEFT ? ALEA_B : ALEA_A;
    for (int cells = 0; r.at < r.length; cells++) {
        cell_word word = WORD_NONE;
        alea_status status;
        size_t at = r.at;
        if (cells > 0 && number_here(&r)) {
            /* Two lines in one. */
            while (text[r.at] != ')') r.at++;
            r.at++;
            player =
                mat_width(text + r.at, skip_blanks(&r)) >= EMPTY_LEFT ? ALEA_B : ALEA_A;
            cells = -1;
            continue;
        }
        if (cells >= 4)
            return import_fail(in, ALEA_ERROR_SYNTAX, line, column + at,
                               "more than two plays in one line");
        if (roll_here(&r))
            status = read_roll(&r, player);
        else if ((word = cube_word(&r)) != WORD_NONE)
            status = read_word(&r, player, word);
        else if (nothing_here(&r))
            status = read_nothing(&r);
        else
            return import_fail(in, ALEA_ERROR_SYNTAX, line, column + at,
                               "a roll (\"31:\") or a cube action is expected");
        if (status) return status;
        skip_blanks(&r);
        bool result = cube_word(&r) == WORD_WINS;
        size_t gap = 0;
        while (result && gap < r.at && parse_is_blank(text[r.at - gap - 1])) gap++;
        /* "Drops   Wins 1 point": the result stands in its winner's column. */
        if (result && in->record->now.has_result)
            player = in->record->now.result.winner;
        else if (result &&
                 (gap < 2 || player == ALEA_B || column + r.at <= LEFT_RESULT))
            continue; /* still the same cell, or further right */
        else
            player = alea_opponent(player);
    }
    return ALEA_OK;
}

void mat_find_end(const char *text, size_t length, size_t column, mat_end *end)
{
    for (size_t i = 0; i < length; i++) {
        if (!parse_is_letter(text[i]) || (i > 0 && !parse_is_blank(text[i - 1])))
            continue;
        alea_player player = column + i <= LEFT_RESULT ? ALEA_A : ALEA_B;
        if (mat_read_wins(text + i, length - i, end)) {
            end->wins = true;
            end->winner = player;
        } else if (mat_read_gives_up(text + i, length - i, end)) {
            end->loser = player;
        }
    }
}

alea_status mat_read_remark(importer *in, const char *text, size_t length, size_t line)
{
    /* Behind the mark and one blank, the blanks are the writer's. */
    text++, length--;
    if (length && parse_is_blank(text[0])) text++, length--;
    size_t start = 0;
    while (start < length && (text[start] == ';' || parse_is_blank(text[start])))
        start++;
    alea_board board;
    alea_error why = {0};
    bool position = parse_starts(text + start, length - start, MAT_SET_POSITION);
    if (position) start += sizeof MAT_SET_POSITION - 1;
    if (position && (length < start + 26 ||
                     alea_board_text_read(text + start, 26, &board, &why) != ALEA_OK)) {
        import_warn(in, line, "Set Pos is kept as a comment: %s",
                    why.reason[0] ? why.reason : "26 characters are expected");
        position = false;
    }
    if (!position) {
        alea_status status = length ? reconstruct_first_entry(in, line) : ALEA_OK;
        return status ? status : import_comment(in, text, length);
    }
    text += start, length -= start;
    const alea_match *now = &in->record->now;
    alea_player turn = now->turn == ALEA_NOBODY ? ALEA_A : now->turn;
    alea_status status = reconstruct_board(in, &board, turn, line);
    int cube;
    if (status || length < 28 || text[26] != '/' ||
        !parse_int(text + 27, length - 27, &cube) || cube < -ALEA_MAX_CUBE_LOG2 ||
        cube > ALEA_MAX_CUBE_LOG2)
        return status;
    return reconstruct_cube(in, cube < 0 ? -cube : cube,
                            cube > 0   ? ALEA_A
                            : cube < 0 ? ALEA_B
                                       : ALEA_NOBODY,
                            line);
}
