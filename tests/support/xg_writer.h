/* Writes a record as an .xg file by the published layout, for tests: no real file may
 * be kept here. */
#ifndef ALEA_TESTS_SUPPORT_XG_WRITER_H
#define ALEA_TESTS_SUPPORT_XG_WRITER_H

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <alea/file.h>

enum { XGW_RECORD = 2560, XGW_HEADER = 8232, XGW_ENTRY = 532, XGW_TRAILER = 36 };

typedef struct xg_output {
    uint8_t *bytes;
    size_t size, capacity;
} xg_output;

static inline uint8_t *xgw_more(xg_output *out, size_t size)
{
    if (out->size + size > out->capacity) {
        out->capacity = (out->size + size) * 2;
        out->bytes = realloc(out->bytes, out->capacity);
    }
    uint8_t *at = out->bytes + out->size;
    memset(at, 0, size);
    out->size += size;
    return at;
}

static inline void xgw_i32(uint8_t *p, int32_t value)
{
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)((uint32_t)value >> (8 * i));
}

static inline uint8_t *xgw_record(xg_output *out, int type)
{
    uint8_t *p = xgw_more(out, XGW_RECORD);
    p[8] = (uint8_t)type;
    return p;
}

static inline void xgw_pascal(uint8_t *p, const char *text)
{
    size_t n = strlen(text);
    p[0] = (uint8_t)n;
    memcpy(p + 1, text, n);
}

static inline void xgw_wide(uint8_t *p, const char *text)
{
    for (; *text; text++, p += 2) p[0] = (uint8_t)*text;
}

static inline void xgw_board(uint8_t *p, const alea_board *board)
{
    for (int i = 0; i < 26; i++) p[i] = (uint8_t)board->point[i];
}

static inline void xgw_match_header(xg_output *out, const alea_record *record)
{
    const alea_rules *rules = &record->rules;
    uint8_t *p = xgw_record(out, 0);
    const char *a = alea_record_tag_value(record, "player_a");
    const char *b = alea_record_tag_value(record, "player_b");
    xgw_pascal(p + 9, a ? a : "A");
    xgw_pascal(p + 50, b ? b : "B");
    xgw_i32(p + 92, rules->match_length ? rules->match_length : 99999);
    static const int variation[] = {0, 1, 2, 3};
    xgw_i32(p + 96, variation[rules->setup]);
    p[100] = rules->crawford;
    p[101] = rules->jacoby;
    p[102] = rules->beavers != 0;
    /* 2022-12-24 as days since 1899-12-30, a double. */
    double days = 44919.5;
    memcpy(p + 128, &days, sizeof days);
    xgw_i32(p + 552, 30);
    xgw_i32(p + 576, -1);
    xgw_i32(p + 580, -1);
    memcpy(p + 556, "DMLI", 4);
    xgw_wide(p + 880, a ? a : "A");
    xgw_wide(p + 1138, b ? b : "B");
}

static inline void xgw_game_header(xg_output *out, const alea_match *state)
{
    uint8_t *p = xgw_record(out, 1);
    xgw_i32(p + 12, alea_match_points(state, ALEA_A));
    xgw_i32(p + 16, alea_match_points(state, ALEA_B));
    p[20] = state->crawford_game;
    xgw_i32(p + 48, state->game);
    xgw_i32(p + 56, -1);
    xgw_i32(p + 60, -1);
}

/* The cube as `by` has it: 0 in the middle, else its exponent, below 0 the other's. */
static inline int32_t xgw_cube_of(const alea_match *state, alea_player by)
{
    if (state->cube_owner == ALEA_NOBODY) return 0;
    return state->cube_owner == by ? state->cube_log2 : -state->cube_log2;
}

static inline void xgw_move(xg_output *out, const alea_match *before,
                            const alea_record_entry *entry)
{
    const alea_event *event = &entry->event;
    uint8_t *p = xgw_record(out, 3);
    /* Where the analysis stands: bytes that do not pack, as floats do not. */
    uint32_t noise = (uint32_t)out->size;
    for (int i = 124; i < 2308; i++) {
        noise = noise * 1664525u + 1013904223u;
        p[i] = (uint8_t)(noise >> 24);
    }
    xgw_board(p + 9, &before->board);
    xgw_i32(p + 64, event->by == ALEA_A ? 1 : -1);
    for (int i = 0; i < 8; i++) xgw_i32(p + 68 + 4 * i, -1);
    for (int i = 0; i < event->moves; i++) {
        xgw_i32(p + 68 + 8 * i, event->move[i].from - 1);
        xgw_i32(p + 72 + 8 * i, event->move[i].to - 1);
    }
    xgw_i32(p + 100, before->roll.die[0]);
    xgw_i32(p + 104, before->roll.die[1]);
    xgw_i32(p + 108, xgw_cube_of(before, event->by));
    xgw_i32(p + 2524, entry->comment == ALEA_NO_TEXT ? -1 : 0);
}

/* A double with its answer, which follows at `index`. */
static inline void xgw_cube(xg_output *out, const alea_match *before,
                            const alea_record *record, size_t index)
{
    const alea_record_entry *e = &record->entry[index];
    uint8_t *p = xgw_record(out, 2);
    xgw_i32(p + 12, e->event.by == ALEA_A ? 1 : -1);
    xgw_i32(p + 16, 1);
    xgw_i32(p + 20, -1);
    xgw_i32(p + 32, xgw_cube_of(before, e->event.by));
    xgw_board(p + 36, &before->board);
    xgw_i32(p + 292, -1);
    if (index + 1 >= record->entries) return;
    alea_event_type answer = e[1].event.type;
    xgw_i32(p + 20, answer == ALEA_EVENT_DROP     ? 0
                    : answer == ALEA_EVENT_BEAVER ? 2
                                                  : 1);
    if (answer == ALEA_EVENT_BEAVER && index + 2 < record->entries)
        xgw_i32(p + 24, e[2].event.type == ALEA_EVENT_TAKE);
}

static inline void xgw_game_footer(xg_output *out, const alea_match *state)
{
    uint8_t *p = xgw_record(out, 4);
    xgw_i32(p + 24, state->result.winner == ALEA_A ? 1 : -1);
    xgw_i32(p + 28, state->result.points);
}

static inline void xgw_records(xg_output *out, const alea_record *record)
{
    alea_match state;
    alea_match_start(&state, &record->rules);
    xgw_match_header(out, record);
    xgw_game_header(out, &state);
    for (size_t i = 0; i < record->entries; i++) {
        const alea_record_entry *e = &record->entry[i];
        alea_match before = state;
        alea_match_apply(&state, &e->event, NULL);
        if (e->event.type == ALEA_EVENT_PLAY) xgw_move(out, &before, e);
        if (e->event.type == ALEA_EVENT_DOUBLE) xgw_cube(out, &before, record, i);
        if (e->event.type == ALEA_EVENT_NEXT_GAME) xgw_game_header(out, &state);
        if (state.has_result && !before.has_result) xgw_game_footer(out, &state);
    }
    xgw_record(out, 5);
}

/* Appends a member; its registry entry goes to `entry`. */
static inline void xgw_member(xg_output *file, size_t start, uint8_t *entry,
                              const char *name, const uint8_t *bytes, size_t size)
{
    uLongf packed = compressBound((uLong)size);
    uint8_t *buffer = malloc(packed);
    compress(buffer, &packed, bytes, (uLong)size);
    size_t at = file->size - start;
    memcpy(xgw_more(file, packed), buffer, packed);
    free(buffer);
    xgw_pascal(entry, name);
    xgw_i32(entry + 512, (int32_t)size);
    xgw_i32(entry + 516, (int32_t)packed);
    xgw_i32(entry + 520, (int32_t)at);
    xgw_i32(entry + 524, (int32_t)crc32(0, bytes, (uInt)size));
}

/* A whole .xg file; comment 0 is "A comment". Free out.bytes. */
static inline xg_output xgw_file(const alea_record *record)
{
    xg_output file = {0}, records = {0};
    uint8_t entries[2 * XGW_ENTRY] = {0};
    uint8_t *header = xgw_more(&file, XGW_HEADER);
    memcpy(header, "RGMH", 4);
    xgw_i32(header + 4, 1);
    xgw_i32(header + 8, XGW_HEADER);
    xgw_records(&records, record);
    static const char comments[] =
        "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\pard A comment\\par\x01\x02}\r\n";
    size_t start = file.size;
    xgw_member(&file, start, entries, "temp.xg", records.bytes, records.size);
    xgw_member(&file, start, entries + XGW_ENTRY, "temp.xgc", (const uint8_t *)comments,
               sizeof comments - 1);
    free(records.bytes);
    size_t archive = file.size - start;
    uLongf packed = compressBound(sizeof entries);
    uint8_t *registry = malloc(packed);
    compress(registry, &packed, entries, sizeof entries);
    memcpy(xgw_more(&file, packed), registry, packed);
    free(registry);
    uint32_t sum = (uint32_t)crc32(0, file.bytes + start, (uInt)(file.size - start));
    uint8_t *trailer = xgw_more(&file, XGW_TRAILER);
    xgw_i32(trailer, (int32_t)sum);
    xgw_i32(trailer + 4, 2);
    xgw_i32(trailer + 8, 1);
    xgw_i32(trailer + 12, (int32_t)packed);
    xgw_i32(trailer + 16, (int32_t)archive);
    xgw_i32(trailer + 20, 1);
    return file;
}

#endif
