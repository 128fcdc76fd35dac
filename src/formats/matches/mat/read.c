/* Reads match text (.mat, .txt) in the dialects of servers and programs, and Jellyfish
 * .gam: one game with a header of two names. */
#include "mat.h"

#include <string.h>

#include "cells.h"
#include "formats/matches/reconstruct.h"
#include "formats/toolkit/lines.h"
#include "formats/toolkit/parse.h"
#include "words.h"

typedef struct mat_reader {
    importer *in;
    text_lines lines;
    bool game_begun, score_due, over;
    int games;
    size_t blank_remarks; /* blank remarks read since the last comment line */
    mat_end end;          /* of the game being read, as far as it is stated */
} mat_reader;

/* A "Wins" line indented at least this far belongs to the right player. */
enum { LEFT_INDENT = 20 };

static size_t indent_of(const text_lines *lines)
{
    size_t n = 0;
    while (n < lines->length && parse_is_blank(lines->text[n])) n++;
    return n;
}

/* "  3) ..."; *rest is behind the bracket. */
static bool numbered(const text_lines *lines, size_t *rest)
{
    size_t at = indent_of(lines), digits = 0;
    while (at < lines->length && digits < 6 && parse_is_digit(lines->text[at]))
        at++, digits++;
    if (!digits || at >= lines->length || lines->text[at] != ')') return false;
    *rest = at + 1;
    return true;
}

/* Converts the balance of a money session (-2 and 2) to points won by each player. */
static void unfold_balance(const mat_reader *r, mat_score *score)
{
    const alea_match *now = &r->in->record->now;
    int *points = score->score;
    if (r->in->record->rules.match_length || (points[0] >= 0 && points[1] >= 0) ||
        points[0] + points[1] != 0)
        return;
    int gain = points[0] - (now->score[0] - now->score[1]);
    points[0] = now->score[0] + (gain > 0 ? gain : 0);
    points[1] = now->score[1] + (gain < 0 ? -gain : 0);
}

/* Looks ahead to the next score line: true if one player gained points since the last
 * and the other none. */
static bool winner_by_next_score(const mat_reader *r, alea_player *winner, int *points)
{
    const alea_match *now = &r->in->record->now;
    int match_length = r->in->record->rules.match_length;
    text_lines ahead = r->lines;
    mat_score next;
    bool game = false;
    while (lines_next(&ahead)) {
        size_t at = indent_of(&ahead);
        if (at == ahead.length || ahead.text[at] == ';') continue;
        if (game && mat_read_score(ahead.text, ahead.length, &next)) {
            unfold_balance(r, &next);
            int gain[2] = {next.score[0] - now->score[0],
                           next.score[1] - now->score[1]};
            for (int i = 0; i < 2; i++)
                if (gain[i] > 0 && gain[1 - i] == 0 &&
                    (!match_length || next.score[i] < match_length)) {
                    *winner = (alea_player)i;
                    *points = gain[i];
                    return true;
                }
            return false;
        }
        if (game || !mat_is_game(ahead.text, ahead.length)) return false;
        game = true;
    }
    return false;
}

/* True if another game follows, so that "and the match" cannot be true. */
static bool game_follows(const mat_reader *r)
{
    text_lines ahead = r->lines;
    while (lines_next(&ahead))
        if (mat_is_game(ahead.text, ahead.length)) return true;
    return false;
}

/* Ends the game with the noted result. For a game that was not played out the next
 * score overrules the column of the result, because columns are unreliable. */
static alea_status read_result(mat_reader *r)
{
    const mat_end end = r->end;
    reconstruct_outcome outcome = {.winner = end.winner, .points = end.points};
    bool loser = end.given_up && end.loser != ALEA_NOBODY;
    memset(&r->end, 0, sizeof r->end);
    if (!end.wins) {
        outcome.points = end.lost_points;
        outcome.level = end.level;
        outcome.wins_match = end.lost_match;
        outcome.winner = loser ? alea_opponent(end.loser) : ALEA_NOBODY;
    } else {
        outcome.wins_match = end.match;
        if (loser && alea_opponent(end.loser) != end.winner &&
            !r->in->record->now.has_result)
            outcome.winner = alea_opponent(end.loser);
    }
    alea_player winner;
    int points;
    if (!r->in->record->now.has_result && winner_by_next_score(r, &winner, &points)) {
        bool other =
            outcome.winner != winner || (outcome.points && points != outcome.points);
        if (other && outcome.winner != ALEA_NOBODY)
            import_warn(r->in, r->lines.number,
                        "the result differs from the next score, which is used");
        if (other || !outcome.points) outcome.points = points;
        outcome.winner = winner;
    }
    if (outcome.winner == ALEA_NOBODY) return ALEA_OK;
    if (outcome.wins_match && game_follows(r)) outcome.wins_match = false;
    return reconstruct_result(r->in, outcome, r->lines.number);
}

/* Ends a game that was given up without a result line. */
static alea_status finish_game(mat_reader *r)
{
    bool due = r->game_begun && r->end.given_up && !r->in->record->now.has_result;
    alea_status status = due ? read_result(r) : ALEA_OK;
    memset(&r->end, 0, sizeof r->end);
    return status;
}

/* "name,1650" and "name,1650.25": the rating of a server. */
static size_t without_rating(span name, span *rating)
{
    size_t i = name.length;
    bool digits = false;
    while (i > 0 && (parse_is_digit(name.text[i - 1]) || name.text[i - 1] == '.'))
        i--, digits = true;
    if (!digits || i < 2 || name.text[i - 1] != ',') return name.length;
    *rating = (span){name.text + i, name.length - i};
    return i - 1;
}

static alea_status set_names(importer *in, const mat_score *score)
{
    for (int i = 0; i < 2; i++) {
        span name = {score->name[i], score->name_length[i]}, rating = {0};
        name.length = without_rating(name, &rating);
        alea_status status =
            import_tag(in, i ? "player_b" : "player_a", name.text, name.length);
        if (!status && rating.length)
            status =
                import_tag(in, i ? "rating_b" : "rating_a", rating.text, rating.length);
        if (status) return status;
    }
    return ALEA_OK;
}

static alea_status begin_game(mat_reader *r, const int score[2])
{
    r->in->lost_game = false;
    alea_status status =
        reconstruct_game(r->in, score, r->games == 0, &r->over, r->lines.number);
    if (!status && r->over)
        import_warn(r->in, r->lines.number,
                    "the match is won: the games after it are ignored");
    r->games++;
    r->game_begun = true;
    r->score_due = false;
    return status;
}

static alea_status read_score_line(mat_reader *r, mat_score *score)
{
    alea_status status = ALEA_OK;
    if (r->games == 0) status = set_names(r->in, score);
    if (status) return status;
    unfold_balance(r, score);
    return begin_game(r, score->score);
}

/* Splits a line of two names: sets *left to the end of the first and returns the start
 * of the second, or 0 if it is ambiguous. */
static size_t names_part(const char *text, size_t length, size_t *left)
{
    static const char *const between[] = {"  ", "\t", " - ", " vs. ", " vs "};
    for (size_t k = 0; k < sizeof between / sizeof between[0]; k++) {
        size_t n = strlen(between[k]);
        for (size_t i = 1; i + n < length; i++)
            if (memcmp(text + i, between[k], n) == 0) {
                *left = i;
                return i + n;
            }
    }
    /* With single blanks only exactly two words are unambiguous. */
    const char *blank = memchr(text, ' ', length);
    if (!blank || memchr(blank + 1, ' ', length - (size_t)(blank + 1 - text))) return 0;
    *left = (size_t)(blank - text);
    return *left + 1;
}

/* The header of a .gam file: two names in a line. */
static alea_status read_names(mat_reader *r)
{
    size_t at = indent_of(&r->lines), left, right;
    const char *text = r->lines.text + at;
    size_t length = r->lines.length - at;
    while (length && parse_is_blank(text[length - 1])) length--;
    right = names_part(text, length, &left);
    if (!right) {
        import_warn(r->in, r->lines.number, "two names are expected here: ignored");
        return ALEA_OK;
    }
    while (right < length && parse_is_blank(text[right])) right++;
    alea_status status = import_tag(r->in, "player_a", text, left);
    return status ? status
                  : import_tag(r->in, "player_b", text + right, length - right);
}

/* Blank remark lines belong to a comment only if more of it follows. */
static alea_status read_remark(mat_reader *r, const char *text, size_t length)
{
    bool blank = true;
    for (size_t i = 0; i < length; i++)
        blank &= parse_is_blank(text[i]) || text[i] == ';';
    if (blank) {
        r->blank_remarks++;
        return ALEA_OK;
    }
    alea_status status = ALEA_OK;
    for (; r->blank_remarks > 0 && !status; r->blank_remarks--)
        status = import_blank_comment(r->in);
    r->blank_remarks = 0;
    return status ? status : mat_read_remark(r->in, text, length, r->lines.number);
}

/* "  3) ...", from behind the bracket on. */
static alea_status read_numbered(mat_reader *r, size_t rest)
{
    const char *text = r->lines.text + rest;
    size_t length = r->lines.length - rest, number = r->lines.number;
    alea_status status = ALEA_OK;
    if (!r->game_begun || r->score_due) status = begin_game(r, NULL);
    if (status || r->over) return status;
    if (!r->in->lost_game) {
        status = mat_read_cells(r->in, text, length, rest + 1, number, &r->end);
        if (status)
            status = reconstruct_lose_game(r->in, status, number, r->lines.text,
                                           r->lines.length);
        if (status) return status;
    }
    if (r->in->lost_game) mat_find_end(text, length, rest + 1, &r->end);
    return r->end.wins ? read_result(r) : ALEA_OK;
}

static alea_status read_line(mat_reader *r)
{
    const char *text = r->lines.text;
    size_t length = r->lines.length, number = r->lines.number, rest, at;
    int value;
    mat_score score;
    if ((at = indent_of(&r->lines)) == length) return ALEA_OK;
    if (text[at] == ';')
        return r->in->lost_game ? ALEA_OK : read_remark(r, text + at, length - at);
    r->blank_remarks = 0;
    /* A name may look like a play's number. */
    if (r->score_due && mat_read_score(text, length, &score))
        return read_score_line(r, &score);
    if (numbered(&r->lines, &rest)) return read_numbered(r, rest);
    bool scored =
        (r->score_due || r->games == 0) && mat_read_score(text, length, &score);
    if (!scored && mat_read_wins(text, length, &r->end)) {
        r->end.wins = true;
        r->end.winner = mat_width(text, at) < LEFT_INDENT ? ALEA_A : ALEA_B;
        return read_result(r);
    }
    if (!scored && r->game_begun && mat_read_gives_up(text + at, length - at, &r->end))
        return ALEA_OK; /* its column does not name the loser */
    if (mat_is_game(text, length)) {
        alea_status status = finish_game(r);
        r->score_due = true;
        return status;
    }
    if (scored) return read_score_line(r, &score);
    if (mat_is_length(text, length, &value)) {
        import_warn(r->in, number, "a second match begins here: ignored");
        r->over = true;
        return ALEA_OK;
    }
    if (r->in->report->format == ALEA_FORMAT_GAM && r->games == 0) return read_names(r);
    if (r->in->lost_game) return ALEA_OK;
    /* A cell on its own line, or text between games. */
    import_warn(r->in, number, "this line is not part of a match: ignored");
    return ALEA_OK;
}

/* Takes the names from the header if no score line has them. */
static alea_status name_by_header(importer *in)
{
    static const char *const key[2][2] = {{"player_a", "x-Player 1"},
                                          {"player_b", "x-Player 2"}};
    for (int i = 0; i < 2; i++)
        if (alea_record_tag_value(in->record, key[i][0])) return ALEA_OK;
    for (int i = 0; i < 2; i++) {
        const char *value = alea_record_tag_value(in->record, key[i][1]);
        char copy[256];
        if (!value) continue;
        size_t length = strnlen(value, sizeof copy);
        memcpy(copy, value, length); /* the tags may move while one is added */
        alea_status status = import_tag(in, key[i][0], copy, length);
        if (status) return status;
    }
    return ALEA_OK;
}

/* Elo tags follow the header's order of names, which may differ from the columns. */
static alea_status place_ratings(importer *in)
{
    const char *first = alea_record_tag_value(in->record, "x-Player 1");
    const char *b = alea_record_tag_value(in->record, "player_b");
    bool swapped = first && b && strcmp(first, b) == 0;
    if (swapped) import_warn(in, 1, "the header lists the players in the other order");
    for (int i = 0; i < 2; i++) {
        const char *value =
            alea_record_tag_value(in->record, i ? "rating_2" : "rating_1");
        if (!value) continue;
        char copy[80];
        size_t length = strnlen(value, sizeof copy);
        memcpy(copy, value, length);
        alea_status status =
            import_tag(in, (i == 1) != swapped ? "rating_b" : "rating_a", copy, length);
        if (status) return status;
    }
    return ALEA_OK;
}

alea_status mat_import(importer *in)
{
    mat_reader r = {.in = in};
    alea_status status = lines_start(&r.lines, in);
    if (status) return status;
    status = mat_read_header(in, &r.lines);
    while (!status && !r.over && lines_next(&r.lines)) status = read_line(&r);
    if (!status && !r.over) status = finish_game(&r);
    if (!status && r.games == 0)
        status = import_fail(in, ALEA_ERROR_SYNTAX, r.lines.number, 0,
                             "no game begins in this file");
    if (!status) status = name_by_header(in);
    if (!status) status = place_ratings(in);
    lines_finish(&r.lines);
    return status;
}

alea_status gam_import(importer *in)
{
    return mat_import(in);
}
