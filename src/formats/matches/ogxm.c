/* OGXM version 2: sections of framed records. Boards use White's direction of play,
 * upward: index 0 is White's bar, 25 Black's. White becomes the first player. Analysis
 * sections are not read. Written from a description; untried on real files. */
#include "readers.h"

#include <string.h>
#include <zlib.h>

#include "formats/toolkit/implied_rules.h"
#include "reconstruct.h"
#include "reconstruct_play.h"

enum {
    HEADER = 16,
    SECTION_HEADER = 9,
    END_MARK = 4,
    LAST_ROLL = 20,
    ACTION_DOUBLE = 21,
    ACTION_TAKE,
    ACTION_DROP,
    ACTION_RESIGN_GAME = 27,
    ACTION_RESIGN_MATCH,
    ACTION_SET_POSITION = 31,
    ACTION_BEAVER,
    ACTION_RACCOON,
    ACTION_CUBE_SET = 36,
    ACTION_ESCAPE = 63,
    BLACK = 1,
    MOST_STEPS = 8
};

/* Bytes still to be read; `bad` is set by a read past their end. */
typedef struct cursor {
    const uint8_t *at, *end;
    bool bad;
} cursor;

typedef struct ogxm_ply {
    unsigned action;
    alea_player seat;
    alea_move move[MOST_STEPS];
    int moves;
    bool illegal, has_board;
    alea_board board;
    int cube_log2, resign_value;
    alea_player cube_owner;
} ogxm_ply;

typedef struct reader {
    importer *in;
    int games;
    bool over;
    int score[2];
} reader;

static alea_status fail(const reader *r, const char *reason)
{
    return import_fail(r->in, ALEA_ERROR_SYNTAX, 0, 0, "%s", reason);
}

static uint8_t read_byte(cursor *c)
{
    if (c->at >= c->end) {
        c->bad = true;
        return 0;
    }
    return *c->at++;
}

static uint32_t read_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

/* Seven bits per byte, the lowest first. */
static uint64_t read_varint(cursor *c)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        uint8_t byte = read_byte(c);
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) return value;
    }
    c->bad = true;
    return 0;
}

static int read_small(cursor *c, int most)
{
    uint64_t value = read_varint(c);
    if (value > (uint64_t)most) c->bad = true;
    return c->bad ? 0 : (int)value;
}

static const uint8_t *read_bytes(cursor *c, size_t count)
{
    const uint8_t *start = c->at;
    if (c->bad || (size_t)(c->end - c->at) < count) {
        c->bad = true;
        return NULL;
    }
    c->at += count;
    return start;
}

/* Opens a framed record: returns its cursor and the mask of its optional fields. */
static cursor read_record(cursor *c, uint64_t *mask)
{
    uint64_t length = read_varint(c);
    cursor record = {c->at, c->at, false};
    if (c->bad || length > (uint64_t)(c->end - c->at)) {
        c->bad = record.bad = true;
        *mask = 0;
        return record;
    }
    record.end = c->at + length;
    c->at = record.end;
    *mask = read_varint(&record);
    return record;
}

static bool has(uint64_t mask, int bit)
{
    return mask >> bit & 1;
}

static int log2_of(uint64_t value)
{
    int log2 = 0;
    while (log2 < ALEA_MAX_CUBE_LOG2 && (uint64_t)1 << log2 < value) log2++;
    return log2;
}

static bool read_board(cursor *c, alea_board *board)
{
    const uint8_t *bytes = read_bytes(c, 26);
    if (!bytes) return false;
    for (int i = 0; i < 26; i++) {
        int n = bytes[i] < 128 ? bytes[i] : bytes[i] - 256;
        if (n > ALEA_CHECKERS || n < -ALEA_CHECKERS) return false;
        board->point[25 - i] = (int8_t)n;
    }
    return alea_board_check(board, ALEA_CHECKERS, NULL) == ALEA_OK;
}

/* Adds a step: a byte of point and pips. */
static bool add_step(ogxm_ply *p, uint8_t byte)
{
    int point = byte & 0x1F, pips = byte >> 5;
    int from = p->seat == ALEA_A ? 25 - point : point;
    if (point > 25 || pips < 1 || pips > 6 || from < 1 || p->moves == MOST_STEPS)
        return false;
    int to = from > pips ? from - pips : ALEA_OFF;
    p->move[p->moves++] = (alea_move){(int8_t)from, (int8_t)to, false};
    return true;
}

static void read_extras(cursor *c, ogxm_ply *p)
{
    uint64_t mask;
    cursor r = read_record(c, &mask);
    if (has(mask, 0)) (void)read_bytes(&r, 2); /* dice in the order thrown */
    if (has(mask, 1)) p->resign_value = read_small(&r, 1 << 24);
    if (has(mask, 2)) p->cube_log2 = log2_of(read_varint(&r));
    p->illegal = has(mask, 3);
    if (has(mask, 4)) (void)read_bytes(&r, 4);
    if (has(mask, 5)) {
        int count = read_small(&r, MOST_STEPS);
        p->moves = 0;
        for (int i = 0; i < count; i++)
            if (!add_step(p, read_byte(&r))) r.bad = true;
    }
    if (has(mask, 6)) p->has_board = read_board(&r, &p->board);
    if (has(mask, 7)) p->action = (unsigned)read_small(&r, 1 << 16);
    if (has(mask, 8)) {
        int owner = read_small(&r, 2);
        p->cube_owner = owner == 2 ? ALEA_NOBODY : owner == BLACK ? ALEA_B : ALEA_A;
    }
    c->bad |= r.bad;
}

static void dice_of(unsigned action, int dice[2])
{
    unsigned n = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = a; b <= 6; b++)
            if (n++ == action) dice[0] = a, dice[1] = b;
}

static ogxm_ply read_ply(cursor *c)
{
    uint8_t head = read_byte(c);
    ogxm_ply p = {.action = head & 0x3F,
                  .seat = head >> 6 & 1 ? ALEA_B : ALEA_A,
                  .cube_owner = ALEA_NOBODY};
    if (p.action <= LAST_ROLL) {
        int dice[2] = {0, 0};
        dice_of(p.action, dice);
        for (int i = 0; i < (dice[0] == dice[1] ? 4 : 2); i++) {
            uint8_t byte = read_byte(c);
            if (byte == 0) break;
            if (!add_step(&p, byte)) c->bad = true;
        }
    }
    if (head & 0x80) read_extras(c, &p);
    return p;
}

static alea_status apply_roll(reader *r, const ogxm_ply *p, bool resigns)
{
    int dice[2] = {1, 1};
    dice_of(p->action, dice);
    alea_status status = reconstruct_roll(r->in, p->seat, dice[0], dice[1], 0);
    if (status) return status;
    if (p->illegal || p->moves > ALEA_MAX_MOVES) {
        const bool known = p->moves <= ALEA_MAX_MOVES;
        status = reconstruct_illegal(r->in, p->seat, p->move, known ? p->moves : 0, 0);
        return status || !p->has_board
                   ? status
                   : reconstruct_board(r->in, &p->board, alea_opponent(p->seat), 0);
    }
    if (p->moves == 0) return reconstruct_bare_roll(r->in, p->seat, !resigns, 0);
    return reconstruct_play(r->in, p->seat, p->move, p->moves, 0, 0);
}

static alea_status apply(reader *r, const ogxm_ply *p, bool resigns)
{
    importer *in = r->in;
    if (p->action <= LAST_ROLL) return apply_roll(r, p, resigns);
    switch (p->action) {
    case ACTION_DOUBLE: return reconstruct_double(in, p->seat, 0);
    case ACTION_TAKE: return reconstruct_answer(in, p->seat, true, 0);
    case ACTION_DROP: return reconstruct_answer(in, p->seat, false, 0);
    case ACTION_BEAVER:
    case ACTION_RACCOON: return reconstruct_double(in, p->seat, 0);
    case ACTION_SET_POSITION:
        return p->has_board ? reconstruct_board(in, &p->board, p->seat, 0) : ALEA_OK;
    case ACTION_CUBE_SET: return reconstruct_cube(in, p->cube_log2, p->cube_owner, 0);
    default: return ALEA_OK; /* marks, and resignations: the game has its result */
    }
}

/* The plies of a game up to its end or the first that cannot be understood. */
static alea_status read_plies(reader *r, cursor *c)
{
    ogxm_ply next = {0};
    bool ahead = c->at < c->end;
    if (ahead) next = read_ply(c);
    while (ahead && !c->bad && !r->in->record->now.has_result) {
        ogxm_ply p = next;
        ahead = c->at < c->end;
        if (ahead) next = read_ply(c);
        bool resigns =
            ahead && !c->bad && next.seat == p.seat &&
            (next.action == ACTION_RESIGN_GAME || next.action == ACTION_RESIGN_MATCH);
        alea_status status = apply(r, &p, resigns);
        if (status) return status;
    }
    return c->bad ? fail(r, "a play that cannot be read") : ALEA_OK;
}

static alea_status read_game(reader *r, cursor *c)
{
    uint64_t mask;
    cursor head = read_record(c, &mask);
    int winner = has(mask, 0) ? read_small(&head, 255) : 2;
    int points = has(mask, 1) ? read_small(&head, ALEA_MAX_SCORE) : 0;
    bool set = has(mask, 3);
    alea_board board;
    if (has(mask, 2)) (void)read_varint(&head);
    bool good = set && read_board(&head, &board);
    alea_status status = reconstruct_game(r->in, r->games == 0 ? r->score : NULL,
                                          r->games == 0, &r->over, 0);
    r->games++;
    if (status || r->over) return status;
    r->in->lost_game = false;
    if (good) status = reconstruct_board(r->in, &board, ALEA_A, 0);
    if (!status) status = read_plies(r, c);
    if (status) status = reconstruct_lose_game(r->in, status, 0, NULL, 0);
    if (status || winner > BLACK) return status;
    reconstruct_outcome outcome = {.winner = winner == BLACK ? ALEA_B : ALEA_A,
                                   .points = points};
    return reconstruct_result(r->in, outcome, 0);
}

static alea_status read_name(reader *r, cursor *c, const char *key)
{
    size_t length = (size_t)read_small(c, 4000);
    const uint8_t *bytes = read_bytes(c, length);
    return bytes ? import_tag(r->in, key, (const char *)bytes, length) : ALEA_OK;
}

static alea_status read_match(reader *r, cursor *c)
{
    uint64_t mask;
    cursor m = read_record(c, &mask);
    if (r->in->record->memory.resize) return fail(r, "a second match");
    int length = read_small(&m, ALEA_MAX_MATCH_LENGTH), variant = read_small(&m, 255);
    if (m.bad) return fail(r, "an impossible match length");
    if (variant)
        return import_fail(r->in, ALEA_ERROR_UNSUPPORTED, 0, 0,
                           "another game than backgammon (variant %d)", variant);
    cursor names = m;
    for (int bit = 0; bit < 2; bit++)
        if (has(mask, bit)) (void)read_bytes(&m, (size_t)read_small(&m, 4000));
    int flags = has(mask, 2) ? read_small(&m, 1 << 16) : 0;
    alea_rules rules = implied_rules(length);
    rules.crawford = length > 1 && (flags & 1);
    if (!length) rules.jacoby = flags & 2;
    import_start(r->in, &rules);
    alea_status status = ALEA_OK;
    if (has(mask, 0)) status = read_name(r, &names, "player_a");
    if (!status && has(mask, 1)) status = read_name(r, &names, "player_b");
    if (has(mask, 3)) (void)read_varint(&m);
    if (has(mask, 4))
        for (int i = 0; i < 2; i++) r->score[i] = read_small(&m, ALEA_MAX_SCORE);
    return status;
}

static alea_status check_sum(reader *r, cursor *c, size_t before)
{
    uint64_t mask;
    cursor s = read_record(c, &mask);
    bool crc = read_varint(&s) == 0 && read_varint(&s) == 4;
    const uint8_t *digest = crc ? read_bytes(&s, 4) : NULL;
    if (!digest) return ALEA_OK;
    uLong sum = crc32(0, (const Bytef *)r->in->bytes, (uInt)before);
    if ((uint32_t)sum == read_u32(digest)) return ALEA_OK;
    return import_fail(r->in, ALEA_ERROR_CHECKSUM, 0, 0,
                       "the checksum does not fit: the file is damaged");
}

static alea_status read_section(reader *r, const uint8_t *start, cursor *c,
                                bool critical)
{
    static const char *const known[] = {"ANAL", "DECS", "ANNO", "SIGN",
                                        "CLCK", "VIDO", "MSIG"};
    if (memcmp(start, "MTCH", 4) == 0) return read_match(r, c);
    if (memcmp(start, "CSUM", 4) == 0)
        return check_sum(r, c, (size_t)(start - (const uint8_t *)r->in->bytes));
    if (memcmp(start, "GAME", 4) == 0) {
        if (!r->in->record->memory.resize) return fail(r, "a game before the match");
        return r->over ? ALEA_OK : read_game(r, c);
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (memcmp(start, known[i], 4) == 0) return ALEA_OK;
    return critical ? fail(r, "unknown critical section") : ALEA_OK;
}

alea_status ogxm_import(importer *in)
{
    reader r = {.in = in};
    const uint8_t *bytes = (const uint8_t *)in->bytes;
    if (in->size < HEADER + END_MARK) return fail(&r, "the file is cut short");
    int major = bytes[4] | bytes[5] << 8;
    if (major != 2)
        return import_fail(in, ALEA_ERROR_VERSION, 0, 0,
                           "OGXM version %d; version 2 is read", major);
    uint32_t size = read_u32(bytes + 12);
    if (size > in->size || size < HEADER + END_MARK ||
        memcmp(bytes + size - END_MARK, "END!", END_MARK) != 0)
        return fail(&r, "the file is cut short");
    size_t at = HEADER, end = size - END_MARK;
    alea_status status = ALEA_OK;
    while (!status && at < end) {
        if (end - at < SECTION_HEADER) return fail(&r, "a section is cut short");
        uint32_t length = read_u32(bytes + at + 4);
        if (length > end - at - SECTION_HEADER)
            return fail(&r, "a section is longer than the file");
        cursor c = {bytes + at + SECTION_HEADER, bytes + at + SECTION_HEADER + length,
                    false};
        status = read_section(&r, bytes + at, &c, bytes[at + 8] & 1);
        at += SECTION_HEADER + length;
    }
    if (!status && r.games == 0) status = fail(&r, "no game in this file");
    return status;
}
