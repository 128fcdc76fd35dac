/* Reads any identifier, detecting its kind by its form. */
#include <alea/notation.h>

#include <string.h>

#include "base/error.h"
#include "files.h"
#include "formats/toolkit/parse.h"

typedef struct span {
    const char *text;
    size_t length;
} span;

static span trim(span s)
{
    while (s.length && (unsigned char)s.text[0] <= ' ' && s.text[0])
        s.text++, s.length--;
    while (s.length && (unsigned char)s.text[s.length - 1] <= ' ' &&
           s.text[s.length - 1])
        s.length--;
    return s;
}

static span drop_prefix(span s)
{
    static const char *const prefix[] = {"gnubgid", "gnuid"};
    for (size_t i = 0; i < sizeof prefix / sizeof prefix[0]; i++) {
        size_t n = strlen(prefix[i]);
        if (!parse_starts(s.text, s.length, prefix[i]) || s.length == n) continue;
        char next = s.text[n];
        if (next == '=' || next == ':' || parse_is_blank(next))
            return trim((span){s.text + n + 1, s.length - n - 1});
    }
    return s;
}

static size_t count_of(span s, char c)
{
    size_t count = 0;
    for (size_t i = 0; i < s.length; i++) count += s.text[i] == c;
    return count;
}

static alea_status read_lone_board(span s, alea_position *position, alea_error *error)
{
    alea_position result = {.checkers = ALEA_CHECKERS,
                            .on_roll = ALEA_A,
                            .to_act = ALEA_A,
                            .cube = true,
                            .cube_owner = ALEA_NOBODY,
                            .cube_limit_log2 = ALEA_UNLIMITED,
                            .board_only = true};
    alea_status status = alea_position_id_read(s.text, s.length, &result.board, error);
    if (status) return status;
    result.game_over = !alea_board_checkers(&result.board, true) ||
                       !alea_board_checkers(&result.board, false);
    *position = result;
    return ALEA_OK;
}

static alea_status read_any(span s, alea_position *position, alea_error *error)
{
    size_t colons = count_of(s, ':');
    if (parse_starts(s.text, s.length, "xgid"))
        return alea_xgid_read(s.text, s.length, position, error);
    if (parse_starts(s.text, s.length, "board:"))
        return alea_fibs_board_read(s.text, s.length, ALEA_FIBS_PLAIN, position, NULL,
                                    error);
    if (parse_starts(s.text, s.length, "ogid=") ||
        (colons >= 2 && ogid_looks_like(s.text, s.length)))
        return alea_ogid_read(s.text, s.length, false, position, error);
    if (colons >= 8) return alea_xgid_read(s.text, s.length, position, error);
    if (colons == 1) return alea_gnubg_id_read(s.text, s.length, position, error);
    if (colons == 0 && s.length == ALEA_POSITION_ID_SIZE - 1)
        return read_lone_board(s, position, error);
    if (s.length == 0)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0, "a position is missing");
    return alea_error_fill(
        error, ALEA_ERROR_SYNTAX, 0, 0,
        "not a position: expected an XGID (XGID=...), a Position ID of 14 "
        "characters, Position ID:Match ID, an OGID or a FIBS board");
}

alea_status alea_position_read(const char *text, size_t length, alea_position *position,
                               alea_error *error)
{
    span s = drop_prefix(trim((span){text, length}));
    alea_status status = read_any(s, position, error);
    if (status && error && error->column) error->column += (size_t)(s.text - text);
    return status;
}
