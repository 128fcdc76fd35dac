/* Match files of JavaFIBS, Gibbon, HedgeHog (OGXM) and BGBlitz, made up by the
 * descriptions of their formats: one match in each is one record. */
#include "support/same_match.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char mat[] =
    " 5 point match\n\n Game 1\n ann : 0                  bob : 0\n"
    "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
    "  2)  Doubles => 2           Takes\n"
    "  3) 63: 24/15              66: Cannot Move\n"
    "  4) 11: 6/5(2) 8/7(2)      55: ????\n      Wins 2 points\n\n"
    " Game 2\n ann : 2                  bob : 0\n  1)                           65: "
    "24/13\n";

static const char javafibs[] =
    "JavaFIBS internal match representation v1.1\r\n8:bob:5\r\n13:bob:\r\n6:You:bob\r\n"
    "11:You:3 1\r\n1:You:8-5 6-5\r\n0:bob:4 2\r\n1:bob:17-21 "
    "19-21\r\n2:You:\r\n4:bob:\r\n"
    "0:You:6 3\r\n1:You:24-18 18-15\r\n0:bob:6 6\r\n15:bob:\r\n0:You:1 1\r\n"
    "1:You:6-5 6-5 8-7 8-7\r\n0:bob:5 5\r\n3:bob:1\r\n7:You:2\r\n14:ann-2:bob-0\r\n"
    "6:You:bob\r\n11:bob:6 5\r\n1:bob:1-7 7-12\r\n";

static const char gibbon[] =
    "GMD-1 # Created by Gibbon version 0.2\nLength: 5\nPlayer:W: ann\nPlayer:B: bob\n"
    "Rule: Crawford\nGame:\nRoll:W:1: 3 1\nMove:W:2: 8/5 6/5\nRoll:B:3: 4 2\n"
    "Move:B:4: 17/21 19/21\nDouble:W:5\nTake:B:6\nRoll:W:7: 6 3\nMove:W:8: 24/18 "
    "18/15\n"
    "Roll:B:9: 6 6\nMove:B:10:\nRoll:W:11: 1 1\nMove:W:12: 6/5 6/5 8/7 8/7\n"
    "Roll:B:13: 5 5\nResign:B:14: 2\nAccept:W:15\n"
    "Game:\nRoll:B:16: 6 5\nMove:B:17: 1/7 7/12\n";

static void import(const char *bytes, size_t size, alea_format format,
                   alea_record *record)
{
    alea_error error = {0};
    alea_import_report report;
    if (alea_import(bytes, size, NULL, record, &report, &error))
        fail_msg("%s, line %zu: %s", alea_format_name(format), error.line,
                 error.reason);
    assert_int_equal(report.format, format);
}

/* Without the play of 66, which no position here forbids. */
static void check(const char *bytes, size_t size, alea_format format)
{
    alea_record base, record;
    import(mat, sizeof mat - 1, ALEA_FORMAT_MAT, &base);
    import(bytes, size, format, &record);
    same_match_check(&base, &record, alea_format_name(format));
    assert_string_equal(alea_record_tag_value(&record, "player_a"), "ann");
    assert_string_equal(alea_record_tag_value(&record, "player_b"), "bob");
    assert_int_equal(alea_record_games(&record), 2);
    assert_int_equal(record.now.score[0], 2);
    assert_int_equal(record.rules.match_length, 5);
    alea_record_clear(&record);
    alea_record_clear(&base);
}

static void test_javafibs(void **state)
{
    (void)state;
    check(javafibs, sizeof javafibs - 1, ALEA_FORMAT_JAVAFIBS);
}

static void test_gibbon(void **state)
{
    (void)state;
    check(gibbon, sizeof gibbon - 1, ALEA_FORMAT_GIBBON);
}

/* ---- OGXM ---- */

typedef struct bytes {
    uint8_t at[2000];
    size_t size;
} bytes;

static void put(bytes *b, const void *from, size_t size)
{
    memcpy(b->at + b->size, from, size);
    b->size += size;
}

static void byte(bytes *b, int value)
{
    b->at[b->size++] = (uint8_t)value;
}

static void u32(bytes *b, size_t value)
{
    for (int i = 0; i < 4; i++) byte(b, (int)(value >> 8 * i & 255));
}

static void section(bytes *b, const char *name, const bytes *body, bool critical)
{
    put(b, name, 4);
    u32(b, body->size);
    byte(b, critical);
    put(b, body->at, body->size);
}

/* In a frame: the length, then the fields. */
static void record(bytes *b, const bytes *fields)
{
    byte(b, (int)fields->size);
    put(b, fields->at, fields->size);
}

static int dice(int a, int b)
{
    int n = 0;
    for (int i = 1; i <= 6; i++)
        for (int j = i; j <= 6; j++, n++)
            if (i == a && j == b) return n;
    return -1;
}

/* White's points are counted upward: his 8 point is 17 there. */
static int step(int point, int pips)
{
    return point | pips << 5;
}

static bytes ogxm_file(void)
{
    bytes match = {.size = 0}, fields = {.size = 0}, games[2] = {{.size = 0}};
    put(&fields,
        "\x07\x05\x00\x03"
        "ann\x03"
        "bob\x01",
        12);
    record(&match, &fields);
    fields.size = 0;
    put(&fields, "\x03\x00\x02", 3); /* White wins 2 */
    record(&games[0], &fields);
    enum { BLACK = 0x40 };
    const int plies[] = {
        dice(1, 3),         step(17, 3), step(19, 1), dice(2, 4) | BLACK, step(8, 4),
        step(6, 2),         21,          22 | BLACK, /* double, take */
        dice(3, 6),         step(1, 6),  step(7, 3),  dice(6, 6) | BLACK, 0,
        dice(1, 1),         step(19, 1), step(19, 1), step(17, 1),        step(17, 1),
        dice(5, 5) | BLACK, 0,           27 | BLACK};
    for (size_t i = 0; i < sizeof plies / sizeof plies[0]; i++)
        byte(&games[0], plies[i]);
    put(&games[1], "\x01\x00", 2);
    byte(&games[1], dice(5, 6) | BLACK);
    byte(&games[1], step(24, 6));
    byte(&games[1], step(18, 5));
    bytes file = {.size = 0}, sum = {.size = 0};
    put(&file, "OGXM\x02\x00\x00\x00\x02\x00\x00\x00", 12);
    size_t size_at = file.size;
    u32(&file, 0);
    section(&file, "MTCH", &match, true);
    section(&file, "GAME", &games[0], true);
    section(&file, "GAME", &games[1], true);
    /* The size is part of what is summed: an empty section first, to learn it. */
    size_t size = file.size + 9 + 8 + 4;
    for (int i = 0; i < 4; i++) file.at[size_at + (size_t)i] = (uint8_t)(size >> 8 * i);
    fields.size = 0;
    byte(&fields, 0);
    byte(&fields, 0);
    byte(&fields, 4);
    u32(&fields, crc32(0, file.at, (uInt)file.size));
    record(&sum, &fields);
    section(&file, "CSUM", &sum, false);
    put(&file, "END!", 4);
    assert_int_equal(file.size, size);
    return file;
}

static void test_ogxm(void **state)
{
    (void)state;
    bytes file = ogxm_file();
    check((const char *)file.at, file.size, ALEA_FORMAT_OGXM);
    /* Every byte changed and every length: read or refused, never out of bounds. */
    for (size_t i = 0; i < file.size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            char *copy = malloc(file.size);
            memcpy(copy, file.at, file.size);
            copy[i] ^= (char)(1 << bit);
            alea_record damaged;
            alea_import_options options = {.format = ALEA_FORMAT_OGXM};
            if (alea_import(copy, file.size, &options, &damaged, NULL, NULL) == ALEA_OK)
                alea_record_clear(&damaged);
            if (alea_import(copy, i, &options, &damaged, NULL, NULL) == ALEA_OK)
                alea_record_clear(&damaged);
            free(copy);
        }
    }
}

/* ---- BGBlitz ---- */

/* A key: the second time as a reference, which the format shares names by. */
static void key(bytes *b, const char *name, const char *seen[64], int *count)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(seen[i], name) == 0) {
            byte(b, 0x40 + i);
            return;
        }
    seen[(*count)++] = name;
    byte(b, 0x80 + (int)strlen(name) - 1);
    put(b, name, strlen(name));
}

static void string(bytes *b, const char *text)
{
    byte(b, 0x40 + (int)strlen(text) - 1);
    put(b, text, strlen(text));
}

/* Small ones in their token, others as a zigzag number of two bytes. */
static void number(bytes *b, int value)
{
    unsigned zigzag = value < 0 ? (unsigned)(-value) * 2 - 1 : (unsigned)value * 2;
    if (zigzag < 32) {
        byte(b, 0xC0 + (int)zigzag);
        return;
    }
    byte(b, 0x24);
    byte(b, (int)(zigzag >> 6));
    byte(b, (int)(0x80 | (zigzag & 0x3F)));
}

typedef struct bgf_event {
    const char *type;
    int player, green, red, from[4], to[4];
} bgf_event;

static bytes bgf_body(void)
{
    static const bgf_event events[] = {
        {"amove", 1, 3, 1, {8, 6, -1, -1}, {5, 5, -1, -1}},
        {"amove", -1, 4, 2, {8, 6, -1, -1}, {4, 4, -1, -1}},
        {"adouble", 1, 0, 0, {-1}, {-1}},
        {"atake", -1, 0, 0, {-1}, {-1}},
        {"amove", 1, 6, 3, {24, 18, -1, -1}, {18, 15, -1, -1}},
        {"amove", -1, 6, 6, {-1, -1, -1, -1}, {-1, -1, -1, -1}},
        {"amove", 1, 1, 1, {6, 6, 8, 8}, {5, 5, 7, 7}},
        {"amove", -1, 5, 5, {-1, -1, -1, -1}, {-1, -1, -1, -1}},
        {NULL, 0, 0, 0, {0}, {0}},
        {"amove", -1, 6, 5, {24, 18, -1, -1}, {18, 13, -1, -1}}};
    const char *seen[64];
    int count = 0;
    bytes b = {.size = 0};
    put(&b, ":)\n\x01\xFA", 5);
#define KEY(name) key(&b, name, seen, &count)
    KEY("matchlen"), number(&b, 5);
    KEY("nameGreen"), string(&b, "ann");
    KEY("nameRed"), string(&b, "bob");
    KEY("useCrawford"), byte(&b, 0x23);
    KEY("finalGreen"), number(&b, 2);
    KEY("finalRed"), number(&b, 0);
    KEY("odd"), byte(&b, 0x29);
    for (int i = 0; i < 10; i++) byte(&b, i);
    KEY("games"), byte(&b, 0xF8);
    size_t at = 0, all = sizeof events / sizeof events[0];
    for (int game = 0; game < 2; game++) {
        byte(&b, 0xFA);
        KEY("scoreGreen"), number(&b, game ? 2 : 0);
        KEY("scoreRed"), number(&b, 0);
        KEY("wonPoints"), number(&b, game ? 0 : 2);
        KEY("moves"), byte(&b, 0xF8);
        for (; at < all && events[at].type; at++) {
            const bgf_event *e = &events[at];
            byte(&b, 0xFA);
            KEY("type"), string(&b, e->type);
            KEY("player"), number(&b, e->player);
            KEY("green"), number(&b, e->green);
            KEY("red"), number(&b, e->red);
            KEY("from"), byte(&b, 0xF8);
            for (int i = 0; i < 4; i++) number(&b, e->from[i]);
            byte(&b, 0xF9);
            KEY("to"), byte(&b, 0xF8);
            for (int i = 0; i < 4; i++) number(&b, e->to[i]);
            byte(&b, 0xF9);
            byte(&b, 0xFB);
        }
        at++;
        put(&b, "\xF9\xFB", 2);
    }
    put(&b, "\xF9\xFB", 2);
#undef KEY
    return b;
}

static bytes bgf_file(const bytes *body)
{
    static const char line[] =
        "{\"version\":\"0.1\",\"compression\":\"gzip\",\"encoding\":\"smile\"}\n";
    bytes file = {.size = 0};
    put(&file, line, sizeof line - 1);
    z_stream z = {.next_in = (Bytef *)(uintptr_t)body->at,
                  .avail_in = (uInt)body->size};
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 16 + 15, 8, 0), Z_OK);
    z.next_out = file.at + file.size;
    z.avail_out = (uInt)(sizeof file.at - file.size);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    file.size += z.total_out;
    deflateEnd(&z);
    return file;
}

static void test_bgf(void **state)
{
    (void)state;
    bytes body = bgf_body(), file = bgf_file(&body);
    check((const char *)file.at, file.size, ALEA_FORMAT_BGF);
    for (size_t i = 0; i < body.size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes damaged = body;
            damaged.at[i] ^= (uint8_t)(1 << bit);
            if (bit == 0) damaged.size = i;
            file = bgf_file(&damaged);
            alea_record record;
            if (alea_import(file.at, file.size, NULL, &record, NULL, NULL) == ALEA_OK)
                alea_record_clear(&record);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_javafibs),
        cmocka_unit_test(test_gibbon),
        cmocka_unit_test(test_ogxm),
        cmocka_unit_test(test_bgf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
