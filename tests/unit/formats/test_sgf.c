/* SGF in detail: what roots, setup nodes and comments mean, that rewriting a file
 * changes nothing any more, and that nothing is lost without a word. */
#include "support/same_match.h"

#include "support/random_match.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WARNINGS = 8 };

typedef struct heard {
    int count;
    char text[MOST_WARNINGS][256];
} heard;

static void hear(void *context, size_t line, const char *text)
{
    heard *h = context;
    (void)line;
    if (h->count < MOST_WARNINGS)
        snprintf(h->text[h->count], sizeof h->text[0], "%s", text);
    h->count++;
}

static bool was_heard(const heard *h, const char *part)
{
    for (int i = 0; i < h->count && i < MOST_WARNINGS; i++)
        if (strstr(h->text[i], part)) return true;
    return false;
}

static void take(const char *text, alea_record *record, heard *h)
{
    alea_error error = {0};
    alea_import_options options = {.warn = hear, .warn_context = h};
    memset(h, 0, sizeof *h);
    if (alea_import(text, strlen(text), &options, record, NULL, &error) != ALEA_OK)
        fail_msg("%.200s: line %zu: %s", text, error.line, error.reason);
}

static char *give(const alea_record *record, heard *h)
{
    char *bytes;
    size_t size;
    alea_export_options options = {.warn = hear, .warn_context = h};
    memset(h, 0, sizeof *h);
    assert_int_equal(
        alea_export(record, ALEA_FORMAT_SGF, &options, &bytes, &size, NULL), ALEA_OK);
    return bytes;
}

/* The file as it is written again; the caller's to free. */
static char *rewritten(const char *text)
{
    alea_record record;
    heard h;
    take(text, &record, &h);
    char *bytes = give(&record, &h);
    alea_record_clear(&record);
    return bytes;
}

static int occurrences(const char *text, const char *part)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part)) n++;
    return n;
}

static void same_text(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    size_t from = i > 80 ? i - 80 : 0;
    if (a[i] != b[i]) fail_msg("%.160s\nbecame\n%.160s", a + from, b + from);
}

#define PLAYS ";W[31hefe];B[42qusu]"
#define HEAD  "(;FF[4]GM[6]MI[length:7][game:0]"

static void test_crawford_game_of_the_root(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool crawford_game;
        size_t sets;
    } files[] = {
        {HEAD "[ws:6][bs:2]RU[Crawford]" PLAYS ")", false, 2},
        {HEAD "[ws:6][bs:2]RU[Crawford:CrawfordGame]" PLAYS ")", true, 1},
        {HEAD "[ws:6][bs:2]" PLAYS ")", true, 1},
        {HEAD "[ws:5][bs:2]RU[Crawford]" PLAYS ")", false, 1},
        /* The Crawford game was played: the state knows by itself. */
        {HEAD "[ws:6][bs:2]RU[Crawford:CrawfordGame]RE[B+1R]" PLAYS ")" HEAD
              "[ws:6][bs:3]RU[Crawford]" PLAYS ")",
         false, 1},
        {HEAD "[ws:5][bs:2]RU[Crawford]RE[W+1R]" PLAYS ")" HEAD
              "[ws:6][bs:2]RU[Crawford:CrawfordGame]" PLAYS ")",
         true, 1},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        alea_record record;
        heard h;
        take(files[i].text, &record, &h);
        assert_int_equal(record.now.crawford_game, files[i].crawford_game);
        assert_true(record.now.rules.crawford);
        size_t sets = 0;
        for (size_t k = 0; k < record.entries; k++)
            sets += record.entry[k].event.type == ALEA_EVENT_SET;
        assert_int_equal(sets, files[i].sets);
        char *bytes = give(&record, &h);
        alea_record_clear(&record);
        take(bytes, &record, &h);
        assert_int_equal(record.now.crawford_game, files[i].crawford_game);
        alea_record_clear(&record);
        free(bytes);
    }
}

/* A position after the Crawford game, by way of SGF. */
static void test_position_through_sgf(void **state)
{
    (void)state;
    static const char *const ids[] = {
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:6:2:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:6:2:1:7:10",
        "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:4:2:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:1:1:1:D:4:2:0:7:10",
        "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
    };
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        alea_record record;
        heard h;
        take(ids[i], &record, &h);
        char *bytes = give(&record, &h), *again = rewritten(bytes);
        assert_string_equal(bytes, again);
        /* One position, one node. */
        assert_int_equal(occurrences(bytes, "CV["),
                         occurrences(bytes, "AE[") *
                             (record.now.cube_log2 > 0 || strstr(bytes, "CV[")));
        alea_record_clear(&record);
        take(bytes, &record, &h);
        alea_position p;
        char xgid[ALEA_XGID_SIZE];
        alea_position_of_match(&record.now, &p);
        assert_int_equal(alea_xgid_write(&p, xgid), ALEA_OK);
        assert_string_equal(xgid, ids[i]);
        alea_record_clear(&record);
        free(bytes);
        free(again);
    }
}

/* A game without a result, then another: two trees. */
static void test_game_given_up(void **state)
{
    (void)state;
    static const char text[] = " 3 point match\n\n Game 1\n A : 0  B : 0\n"
                               "  1) 31: 8/5 6/5     42: 8/4 6/4\n\n"
                               " Game 2\n A : 0  B : 0\n"
                               "  1) 61: 13/7 8/7    42: 8/4 6/4\n";
    alea_record record, again;
    heard h;
    take(text, &record, &h);
    char *bytes = give(&record, &h);
    assert_int_equal(occurrences(bytes, "(;FF"), 2);
    assert_null(strstr(bytes, "RE["));
    assert_non_null(strstr(bytes, "[game:1][ws:0][bs:0]"));
    take(bytes, &again, &h);
    same_match_check(&record, &again, "a game given up");
    alea_record_clear(&record);
    alea_record_clear(&again);
    free(bytes);
}

/* Written again, a file is what it was; the first time it may be put in order. */
static void test_rewriting_is_stable(void **state)
{
    (void)state;
    static const char *const files[] = {
        HEAD "[ws:0][bs:0]CV[2]RU[Crawford]" PLAYS ")",
        "(;GM[6]RU[Jacoby]CV[4]" PLAYS ";W[double];B[take])",
        HEAD "CV[2];CP[b]" PLAYS ")",
        HEAD ";CV[2];CP[b];PL[W]AE[a:y]AW[f][f]AB[s][s]DI[65];W[65fzfa])",
        HEAD "AE[a:y]AW[f][f]AB[s][s]PL[B]CV[2]CP[w]DI[21];B[21stsu])",
        HEAD
        "XX[v1][v2]GS[M:0]YY[q]C[root];C[a]ZZ[1];PL[W]DI[31]C[dice];W[31hehg]"
        "C[b];C[c];B[42qusu];PL[W]DI[64]LU[1]C[d];W[64xrrn];B[double];W[drop])" HEAD
        "[ws:0][bs:1]RU[Crawford]XX[w]C[r];C[e];C[f];B[31qtst])",
        HEAD PLAYS ";W[64];PL[B]AE[a:y]AW[f][f]AB[s][s];B[21stsu])",
        HEAD ";C[nothing but a remark])",
        "(;GM[6]C[nothing but a remark])",
        "(;GM[6])",
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *one = rewritten(files[i]), *two = rewritten(one), *three = rewritten(two);
        same_text(one, two);
        same_text(two, three);
        free(one);
        free(two);
        free(three);
    }
    char *root = rewritten(files[0]);
    assert_int_equal(occurrences(root, "CV["), 1);
    free(root);
}

/* Random matches with remarks everywhere: the second file is as the third. */
static void test_random_rewriting_is_stable(void **state)
{
    (void)state;
    static random_match dealer = {.resignations = true};
    for (uint64_t seed = 0; seed < 60; seed++) {
        dealer.state = seed;
        alea_rules rules =
            alea_rules_preset(seed % 2 ? ALEA_PRESET_TOURNAMENT : ALEA_PRESET_MONEY);
        if (seed % 2) rules.match_length = 5;
        alea_record record;
        assert_true(random_match_fill(&dealer, &record, &rules, 3));
        alea_record_drop_last(&record, seed % 5);
        for (size_t i = 0; i < record.entries; i++) {
            char word[16];
            uint32_t chance = random_match_next(&dealer, 10);
            int n = snprintf(word, sizeof word, chance ? "XX[%zu]" : "<%zu>]", i);
            int32_t *slot = chance ? &record.entry[i].extra : &record.entry[i].comment;
            if (chance < 3) alea_record_add_text(&record, word, (size_t)n, slot);
        }
        heard h;
        char *one = give(&record, &h), *two = rewritten(one), *three = rewritten(two);
        same_text(two, three);
        for (size_t i = 0; i < record.entries; i++) {
            const alea_record_entry *entry = &record.entry[i];
            const char *extra = alea_record_text(&record, entry->extra);
            if (!strstr(two, extra)) fail_msg("lost %s: %s", extra, two);
            char comment[16] = "";
            strncpy(comment, alea_record_text(&record, entry->comment), 15);
            if (comment[0]) comment[strlen(comment) - 1] = '\0';
            if (!strstr(two, comment)) fail_msg("lost %s: %s", comment, two);
        }
        alea_record_clear(&record);
        free(one);
        free(two);
        free(three);
    }
}

/* Whatever stands in the root comes back whole, however long, and so do its
 * neighbours. */
static void test_long_properties(void **state)
{
    (void)state;
    enum { LENGTH = 4500, COMMENT = 1500000 };
    char *text = malloc(3 * LENGTH + 3 * COMMENT), *at = text, *x = malloc(COMMENT + 1);
    assert_non_null(text);
    assert_non_null(x);
    memset(x, 'x', COMMENT);
    x[COMMENT] = '\0';
    at += sprintf(at, "(;GM[6]XX[%.*s][b]GC[%.*s]YY[c\\]d]MI[length:3]RU[Crawford]",
                  LENGTH, x, LENGTH, x);
    at += sprintf(at, ";W[31hefe]C[%s]QQ[%s]LU[1];B[42qusu])", x, x);
    alea_record record;
    heard h;
    take(text, &record, &h);
    assert_int_equal(h.count, 0);
    assert_true(record.now.rules.crawford);
    assert_int_equal(strlen(alea_record_tag_value(&record, "comment")), LENGTH);
    assert_int_equal(strlen(alea_record_text(&record, record.entry[1].comment)),
                     COMMENT);
    char *bytes = give(&record, &h);
    assert_non_null(strstr(bytes, "xxx][b]YY[c\\]d]"));
    assert_non_null(strstr(bytes, "xxx]LU[1]"));
    alea_record_clear(&record);
    free(bytes);
    /* Over a megabyte: left out whole, and said so. */
    sprintf(text, "(;GM[6]XX[%s]YY[1]RU[Jacoby]GC[%s];W[31hefe])", x, x);
    take(text, &record, &h);
    assert_int_equal(h.count, 2);
    assert_true(was_heard(&h, "root is too long"));
    assert_true(was_heard(&h, "\"comment\" is too long"));
    bytes = give(&record, &h);
    assert_null(strstr(bytes, "XX["));
    assert_non_null(strstr(bytes, "YY[1]"));
    assert_non_null(strstr(bytes, "RU[Jacoby]"));
    alea_record_clear(&record);
    free(bytes);
    free(text);
    free(x);
}

/* Properties in the roots of more games than anybody plays. */
static void test_many_roots(void **state)
{
    (void)state;
    enum { GAMES = 2000, LONGEST = 160 };
    char *text = malloc(GAMES * LONGEST), *at = text;
    assert_non_null(text);
    for (int i = 0; i < GAMES; i++)
        at += snprintf(at, LONGEST,
                       "(;GM[6]MI[length:0][ws:%d][bs:0]RE[W+1R]GS[%d]XX[a]YY[b];"
                       "W[31hefe])\n",
                       i, i);
    alea_record record;
    heard h;
    take(text, &record, &h);
    assert_int_equal(h.count, 0);
    char *bytes = give(&record, &h);
    assert_int_equal(occurrences(bytes, "]GS["), GAMES);
    assert_int_equal(occurrences(bytes, "]XX[a]YY[b]"), GAMES);
    alea_record_clear(&record);
    free(bytes);
    free(text);
}

/* Too many of them are left out with one warning. */
static void test_too_many_roots(void **state)
{
    (void)state;
    enum { GAMES = 12000 };
    char *text = malloc(GAMES * 30), *at = text;
    assert_non_null(text);
    for (int i = 0; i < GAMES; i++) at += sprintf(at, "(;GM[6]XX[b];W[31hefe])\n");
    alea_record record;
    alea_import_report report;
    assert_int_equal(alea_import(text, strlen(text), NULL, &record, &report, NULL),
                     ALEA_OK);
    assert_true(record.tags < GAMES);
    /* Each game but the first has none before it that ended. */
    assert_int_equal(report.warnings, GAMES - 1 + 1);
    alea_record_clear(&record);
    free(text);
}

/* Words before the first game, and a game that never began. */
static void test_around_the_games(void **state)
{
    (void)state;
    alea_record record;
    heard h;
    take("Saved by a program (beta)\n\n" HEAD "XX[1];W[31hefe])\n" HEAD "YY[2])" HEAD
         "ZZ[3];W[42hdfd])",
         &record, &h);
    assert_int_equal(h.count, 2);
    char *bytes = give(&record, &h);
    assert_int_equal(alea_record_games(&record), 2);
    assert_int_equal(occurrences(bytes, "XX[1]"), 1);
    assert_int_equal(occurrences(bytes, "YY[2]"), 0);
    assert_int_equal(occurrences(bytes, "ZZ[3]"), 1);
    assert_true(strstr(bytes, "W[31hefe]") < strstr(bytes, "ZZ[3]"));
    alea_record_clear(&record);
    free(bytes);
}

static void test_errors_have_columns(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t line, column;
    } bad[] = {{"(;GM[6]\n ;W[31zz])", 2, 2},
               {"(;GM[6]\n;W[31hefe]\n  ?)", 3, 3},
               {"(;GM[6]\n;B[31hefe])", 2, 1},
               {"(;GM[6];C[a\nb", 1, 10},
               {"(;GM[6] W [31hefe] C)", 1, 21},
               {"(;GM[6]AB[\n]AW[x]AB[~];W[31])", 1, 2},
               {"(;GM[6]) x", 1, 10},
               {"(;GM[6]MI[length:100000])", 1, 2}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        alea_record record;
        alea_error error = {0};
        assert_int_not_equal(
            alea_import(bad[i].text, strlen(bad[i].text), NULL, &record, NULL, &error),
            ALEA_OK);
        assert_int_equal(error.line, bad[i].line);
        assert_int_equal(error.column, bad[i].column);
    }
}

static void test_comments(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "[ws:0][bs:0]RU[Crawford]RE[W+1R];C[before the first];W[31hefe]C[first];"
             "C[after it];B[42qusu])" HEAD "[ws:1][bs:0]RU[Crawford]C[of the root];"
             "C[before the second];PL[B]DI[31];B[31hehg]C[second])";
    static const char wanted[] = "]\n;C[before the first]\n;W[31hefe]C[first\nafter it]"
                                 "\n;B[42qusu])\n";
    static const char second[] = "]\n;C[of the root\nbefore the second]\n;B[13";
    char *legal = strdup(text);
    memcpy(strstr(legal, "B[31hehg]"), "B[31qtst]", 9);
    alea_record record;
    heard h;
    take(legal, &record, &h);
    char *bytes = give(&record, &h);
    if (!strstr(bytes, wanted) || !strstr(bytes, second)) fail_msg("%s", bytes);
    free(bytes);
    free(legal);
    alea_record_clear(&record);
    /* What was said of a roll goes with its dice, a resignation's in its own node. */
    take(HEAD PLAYS ")", &record, &h);
    const alea_event events[] = {
        {.type = ALEA_EVENT_ROLL, .by = ALEA_A, .roll = {{6, 4}}},
        {.type = ALEA_EVENT_RESIGN, .by = ALEA_A, .win_class = 1},
        {.type = ALEA_EVENT_ACCEPT_RESIGN, .by = ALEA_B},
    };
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        assert_int_equal(alea_record_append(&record, &events[i], NULL, NULL), ALEA_OK);
        char comment[] = "c0";
        comment[1] = (char)('0' + i);
        assert_int_equal(
            alea_record_add_text(&record, comment, 2,
                                 &record.entry[record.entries - 1].comment),
            ALEA_OK);
    }
    bytes = give(&record, &h);
    if (!strstr(bytes, "\n;PL[W]DI[64]C[c0]\n;C[c1]\n;C[c2])")) fail_msg("%s", bytes);
    free(bytes);
    alea_record_clear(&record);
}

/* What SGF has no place for is said. */
static void test_losses_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
    } files[] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "beavers"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10", NULL},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:6", "cube_limit"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", NULL},
        {HEAD PLAYS ")", NULL},
    };
    alea_record record;
    heard h;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        take(files[i].text, &record, &h);
        free(give(&record, &h));
        assert_int_equal(h.count, files[i].said != NULL);
        if (files[i].said) assert_true(was_heard(&h, files[i].said));
        alea_record_clear(&record);
    }
    take(HEAD PLAYS ")", &record, &h);
    alea_event resign = {.type = ALEA_EVENT_RESIGN, .by = ALEA_A, .win_class = 1};
    assert_int_equal(alea_record_append(&record, &resign, NULL, NULL), ALEA_OK);
    free(give(&record, &h));
    assert_true(was_heard(&h, "resignation"));
    alea_record_clear(&record);
}

static void test_cube_of_three(void **state)
{
    (void)state;
    static const char *const files[] = {HEAD "CV[3]" PLAYS ")", HEAD ";CV[3]" PLAYS ")",
                                        HEAD "CV[x]" PLAYS ")", HEAD "CV[0]" PLAYS ")"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        alea_record record;
        heard h;
        take(files[i], &record, &h);
        assert_int_equal(h.count, 1);
        assert_true(was_heard(&h, "CV"));
        assert_int_equal(record.now.cube_log2, 0);
        alea_record_clear(&record);
    }
}

/* The root may set the position, too. */
static void test_setup_in_the_root(void **state)
{
    (void)state;
    alea_record record;
    heard h;
    take(HEAD "PL[B]AE[a:y]AW[f][f]AB[s][s][t]CV[2]CP[w]DI[21])", &record, &h);
    const alea_match *now = &record.now;
    assert_int_equal(now->board.point[6], 2);
    assert_int_equal(now->board.point[19], -2);
    assert_int_equal(now->board.point[20], -1);
    assert_int_equal(now->turn, ALEA_B);
    assert_int_equal(now->cube_log2, 1);
    assert_int_equal(now->cube_owner, ALEA_A);
    assert_int_equal(now->roll.die[0] + now->roll.die[1], 3);
    assert_int_equal(record.tags, 0);
    alea_record_clear(&record);
    /* The first move names the player who begins. */
    take(HEAD "PL[W]" PLAYS ")", &record, &h);
    assert_int_equal(record.entry[0].event.type, ALEA_EVENT_OPENING);
    alea_record_clear(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crawford_game_of_the_root),
        cmocka_unit_test(test_position_through_sgf),
        cmocka_unit_test(test_game_given_up),
        cmocka_unit_test(test_rewriting_is_stable),
        cmocka_unit_test(test_random_rewriting_is_stable),
        cmocka_unit_test(test_long_properties),
        cmocka_unit_test(test_many_roots),
        cmocka_unit_test(test_too_many_roots),
        cmocka_unit_test(test_around_the_games),
        cmocka_unit_test(test_errors_have_columns),
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_losses_are_told),
        cmocka_unit_test(test_cube_of_three),
        cmocka_unit_test(test_setup_in_the_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
