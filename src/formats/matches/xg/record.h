/* The records of an .xg file: 2,560 bytes each, little endian. Offsets as its author
 * published them (extremegammon.com/XGformat.aspx). */
#ifndef ALEA_FORMATS_MATCHES_XG_RECORD_H
#define ALEA_FORMATS_MATCHES_XG_RECORD_H

#include <stdint.h>
#include <string.h>

enum {
    XG_RECORD = 2560,
    XG_ENTRY_TYPE = 8,
    XG_BOARD = 26, /* bytes of a position */
    XG_NOT_ANALYSED = -1000
};

typedef enum xg_entry_type {
    XG_MATCH_HEADER = 0,
    XG_GAME_HEADER,
    XG_CUBE,
    XG_MOVE,
    XG_GAME_FOOTER,
    XG_MATCH_FOOTER
} xg_entry_type;

/* The match header. Names are Pascal strings in Windows' character set; UTF-16 ones
 * came with version 24. */
enum {
    XG_NAME_1 = 9,
    XG_NAME_2 = 50,
    XG_LENGTH = 92,
    XG_VARIATION = 96,
    XG_CRAWFORD = 100,
    XG_JACOBY = 101,
    XG_BEAVER = 102,
    XG_RATING_1 = 104,
    XG_RATING_2 = 112,
    XG_DATE = 128,
    XG_EVENT = 136,
    XG_LOCATION = 283,
    XG_ROUND = 417,
    XG_FILE_VERSION = 552,
    XG_MAGIC = 556,
    XG_MATCH_COMMENT = 576,
    XG_AFTER_MATCH = 580,
    XG_UNICODE_NAMES = 24, /* the version that has the next five */
    XG_WIDE_EVENT = 622,
    XG_WIDE_NAME_1 = 880,
    XG_WIDE_NAME_2 = 1138,
    XG_WIDE_LOCATION = 1396,
    XG_WIDE_ROUND = 1654,
    XG_AUTO_DOUBLES =
        26, /* first file version whose game header counts automatic doubles */
    XG_UNLIMITED_LENGTH = 99999
};

/* The game header. */
enum {
    XG_SCORE_1 = 12,
    XG_SCORE_2 = 16,
    XG_CRAWFORD_GAME = 20,
    XG_FIRST_BOARD = 21,
    XG_BEFORE_GAME = 56, /* numbers of comments */
    XG_AFTER_GAME = 60,
    XG_GAME_AUTO_DOUBLES = 64
};

/* A cube action. */
enum {
    XG_CUBE_PLAYER = 12,
    XG_CUBE_DOUBLED = 16,
    XG_CUBE_TAKEN = 20,
    XG_CUBE_BEAVER = 24,
    XG_CUBE_RACCOON = 28,
    XG_CUBE_STATE = 32,
    XG_CUBE_BOARD = 36,
    XG_CUBE_CHANCES = 124,        /* seven f32: no double */
    XG_CUBE_EQUITIES = 152,       /* three f32: no double, double and take, and drop */
    XG_CUBE_DOUBLE_CHANCES = 168, /* seven f32: double and take */
    XG_CUBE_ERROR = 200,          /* f64 */
    XG_CUBE_TAKE_ERROR = 216,     /* f64 */
    XG_CUBE_ROLLOUT = 224,
    XG_CUBE_LEVEL = 232,
    XG_CUBE_FLAGGED = 288,
    XG_CUBE_COMMENT = 292
};

/* A play. */
enum {
    XG_MOVE_BOARD = 9,
    XG_MOVE_BOARD_AFTER = 35,
    XG_MOVE_PLAYER = 64,
    XG_MOVE_MOVES = 68, /* eight i32 */
    XG_MOVE_DICE = 100,
    XG_MOVE_CUBE = 108,
    XG_MOVE_CANDIDATES = 188,         /* how many of up to 32 */
    XG_MOVE_CANDIDATE_MOVES = 1024,   /* eight i8 each */
    XG_MOVE_CANDIDATE_LEVEL = 1280,   /* i16, two more bytes, each */
    XG_MOVE_CANDIDATE_CHANCES = 1408, /* seven f32 each, the last its equity */
    XG_MOVE_ERROR = 2312,             /* f64 */
    XG_MOVE_LUCK = 2320,              /* f64 */
    XG_MOVE_ROLLOUT = 2344,           /* an i32 for each candidate */
    XG_MOVE_LEVEL = 2472,
    XG_MOVE_FLAGGED = 2520,
    XG_MOVE_COMMENT = 2524,
    XG_MOST_CANDIDATES = 32
};

/* The game footer. */
enum { XG_WINNER = 24, XG_POINTS = 28, XG_TERMINATION = 32 };

/* A rollout of temp.xgr. */
enum {
    XG_ROLLOUT = 2184, /* bytes */
    XG_ROLLOUT_GAMES = 84,
    XG_ROLLOUT_INTERVAL = 2020,       /* f32: 95% confidence */
    XG_ROLLOUT_DOUBLE_INTERVAL = 2024 /* f32 */
};

static inline uint32_t xg_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

static inline int32_t xg_i32(const uint8_t *p)
{
    uint32_t u = xg_u32(p);
    return u <= INT32_MAX ? (int32_t)u : (int32_t)(u - UINT32_MAX - 1);
}

static inline float xg_f32(const uint8_t *p)
{
    uint32_t bits = xg_u32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double xg_f64(const uint8_t *p)
{
    uint64_t bits = (uint64_t)xg_u32(p + 4) << 32 | xg_u32(p);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
