/* Positions and plays as text: XGID, GNU Backgammon's Position ID and Match ID, play
 * notation. All readers take any bytes (NUL-terminated or length given) and refuse with
 * a reason; all writers write NUL-terminated text into the caller's buffer.
 * Thread-safe. */
#ifndef ALEA_NOTATION_H
#define ALEA_NOTATION_H

#include <alea/position.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ALEA_POSITION_ID_SIZE = 15, /* with the NUL */
    ALEA_MATCH_ID_SIZE = 13,
    ALEA_XGID_SIZE = 128,
    ALEA_BOARD_TEXT_SIZE = 27, /* the 26 characters of an XGID board */
    ALEA_OGID_SIZE = 128
};

/* "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", prefix optional, 9 or 10
 * fields. */
ALEA_API alea_status alea_xgid_read(const char *text, size_t length,
                                    alea_position *position, alea_error *error);
ALEA_API alea_status alea_xgid_write(const alea_position *position,
                                     char out[ALEA_XGID_SIZE]);
/* The 26-character board of an XGID. */
ALEA_API alea_status alea_board_text_read(const char *text, size_t length,
                                          alea_board *board, alea_error *error);
ALEA_API void alea_board_text_write(const alea_board *board,
                                    char out[ALEA_BOARD_TEXT_SIZE]);
/* 14 characters; `board` is seen by the player on roll. */
ALEA_API alea_status alea_position_id_read(const char *text, size_t length,
                                           alea_board *board, alea_error *error);
ALEA_API void alea_position_id_write(const alea_board *board,
                                     char out[ALEA_POSITION_ID_SIZE]);
/* "PositionID:MatchID". */
ALEA_API alea_status alea_gnubg_id_read(const char *text, size_t length,
                                        alea_position *position, alea_error *error);
ALEA_API alea_status alea_gnubg_id_write(const alea_position *position,
                                         char position_id[ALEA_POSITION_ID_SIZE],
                                         char match_id[ALEA_MATCH_ID_SIZE]);
/* Two dialects of the same 52 fields. FIBS: "you" are the player to act; your name and
 * score come first. GNU Backgammon's sockets: the plus side is A; name and score of the
 * minus side come first, but those of the plus side while a double is pending, when the
 * turn is the doubler's; the last two fields are "post-Crawford" and "not the Crawford
 * game". */
typedef enum alea_fibs_dialect {
    ALEA_FIBS_PLAIN = 0,
    ALEA_FIBS_GNUBG
} alea_fibs_dialect;
enum { ALEA_FIBS_BOARD_SIZE = 512, ALEA_FIBS_NAME_SIZE = 64 };
/* "board:You:Opp:7:0:0:...". Plain: A is "you". `names` (of A and B; may be NULL) are
 * truncated to fit. Lengths 0 and 9999 mean money play. The format does not state
 * Jacoby and beavers: both are off. */
ALEA_API alea_status alea_fibs_board_read(const char *text, size_t length,
                                          alea_fibs_dialect dialect,
                                          alea_position *position,
                                          char names[2][ALEA_FIBS_NAME_SIZE],
                                          alea_error *error);
/* `names` of A and B may be NULL; blanks and colons in them become '_'. */
ALEA_API alea_status alea_fibs_board_write(const alea_position *position,
                                           alea_fibs_dialect dialect,
                                           const char *const names[2],
                                           char out[ALEA_FIBS_BOARD_SIZE]);
/* OGID (OpenGammon, HedgeHog):
 * "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:31:W:R:0:0:7:0". Its turn field names the
 * player who made the position; the other one acts. Programs before 2026 wrote the
 * player to act: `turn_is_next` reads those, unless a ply number shows the newer
 * meaning. Money: match length 0, empty or "L". */
ALEA_API alea_status alea_ogid_read(const char *text, size_t length, bool turn_is_next,
                                    alea_position *position, alea_error *error);
ALEA_API alea_status alea_ogid_write(const alea_position *position,
                                     char out[ALEA_OGID_SIZE]);
/* Any of the above, told apart by content: XGID, Position ID, Position ID:Match ID,
 * OGID, FIBS board. Leading and trailing blanks are allowed. */
ALEA_API alea_status alea_position_read(const char *text, size_t length,
                                        alea_position *position, alea_error *error);
/* Converts a match to its position, and a position to a match that can be continued. */
ALEA_API void alea_position_of_match(const alea_match *match, alea_position *position);
ALEA_API alea_status alea_match_of_position(const alea_position *position,
                                            const alea_rules *base, alea_match *match,
                                            alea_error *error);

/* "8/5 6/5", "bar/22*" + "/18", "13/7(2)", "24/18/13", "25/22", "6/0", "off" spelled
 * any way, '-' for '/', any case, hits marked or not; "" = no move. Text to moves only:
 * whether they are legal is alea_play_judge's business. */
ALEA_API alea_status alea_moves_read(const char *text, size_t length,
                                     alea_move out[ALEA_MAX_MOVES], int *count,
                                     alea_error *error);
/* Canonical text of a play: joined, grouped "(2)", highest first, "bar" and "off", hits
 * marked; "" for no move. Returns the length. */
ALEA_API size_t alea_play_write(const alea_board *before, const alea_play *play,
                                char out[ALEA_PLAY_TEXT_SIZE]);
/* The moves one after another as they are, for a play that need not be legal: "8/3
 * bar/24*". At most ALEA_MAX_MOVES of them, each from 1 to 25 and to 0 to 25. Returns
 * the length. */
ALEA_API size_t alea_moves_write(const alea_move *move, int count,
                                 char out[ALEA_PLAY_TEXT_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
