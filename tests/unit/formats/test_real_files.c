/* Match files as players have them: small texts of every way a game breaks off, and the
 * sample of real files beside the repository, where it is present. */
#include "support/same_match.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REAL "../shared/real/"

typedef struct broken_off {
    const char *name, *text; /* the games, behind the header */
    size_t games;
    int score[2];
    int match_winner;    /* -1: nobody */
    const char *warning; /* part of one of the warnings, or NULL */
} broken_off;

/* A match to 5 points. */
static const broken_off texts[] = {
    {"losses, right cell",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
     "  2) 63: 24/15              Losses 2 point\n\n      Wins 2 point\n\n"
     " Game 2\n A : 2                  B : 0\n  1) 31: 8/5 6/5            42: 8/4 "
     "6/4\n",
     2,
     {2, 0},
     -1,
     NULL},
    {"losses, left cell",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
     "  2)  Losses 2 point              Wins 2 point\n",
     1,
     {0, 2},
     -1,
     NULL},
    {"a forfeit of the match",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
     "  2)  Losses 4 point                     Wins 4 point and the match\n",
     1,
     {0, 4},
     1,
     "the match is given up"},
    {"a forfeit at a turned cube",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5             Doubles => 2\n  2)  Takes                  42: 8/4 "
     "6/4\n"
     "  3)  Losses 5 point                     Wins 5 point and the match\n",
     1,
     {0, 5},
     1,
     "kept as settled"},
    {"two numbers in a line",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
     "  2) 43: 24/20 13/10        2)  Losses 2 point    Wins 2 point\n",
     1,
     {0, 2},
     -1,
     NULL},
    {"never begun",
     " Game 1\n A : 0                  B : 0\n"
     "  1)          Losses 3 point\n                                  Wins 3 point\n\n"
     " Game 2\n A : 0                  B : 3\n  1) 31: 8/5 6/5            42: 8/4 "
     "6/4\n",
     2,
     {0, 3},
     -1,
     NULL},
    {"losses without a number",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n Losses 3 point\n\n      Wins 3 point\n",
     1,
     {3, 0},
     -1,
     NULL},
    {"concedes behind a roll",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
     "  2) 32: Concedes           Wins 2 point\n",
     1,
     {0, 2},
     -1,
     NULL},
    {"concedes without a roll",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
     "  2)  Concedes              Wins 1 point\n",
     1,
     {0, 1},
     -1,
     NULL},
    {"a roll that never came",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
     "  2) 63: 24/15              00: ????\n      Wins 1 point\n",
     1,
     {1, 0},
     -1,
     "not played on"},
    {"no dice",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
     "  2) ????                   Wins 1 point\n",
     1,
     {0, 1},
     -1,
     "not played on"},
    {"a die without a use",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4 0/0\n"
     "  2) 63: 24/15              21: 0/0 6/4 24/23\n",
     1,
     {0, 0},
     -1,
     "moves nothing"},
    {"timeout",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n"
     "  2) 63: 24/15              Timeout\n",
     1,
     {1, 0},
     -1,
     NULL},
    {"disconnected, and the next score",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n  2) Disconnected\n\n"
     " Game 2\n A : 0                  B : 2\n  1) 31: 8/5 6/5            42: 8/4 "
     "6/4\n",
     2,
     {0, 2},
     -1,
     NULL},
    {"resigns, and nothing after it",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n  2) Resigns\n",
     1,
     {0, 1},
     -1,
     NULL},
    {"resigns a gammon",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            Resigns gammon\n",
     1,
     {2, 0},
     -1,
     NULL},
    {"resigns the match",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            Resigned Match\n",
     1,
     {5, 0},
     0,
     "cannot be won"},
    {"an offer to resign that is refused",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n  2) Resigns                Rejects\n"
     "  3) 63: 24/15              Losses 1 point\n",
     1,
     {1, 0},
     -1,
     NULL},
    {"points that stand for the match",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5             Doubles => 2\n"
     "  2)  Takes                  32: ????\n      Wins 2008 point\n",
     1,
     {5, 0},
     0,
     "mean the match"},
    {"an illegal play",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/3 6/4\n  2) 63: 24/15              11: 6/5\n"
     "      Wins 2 point\n\n"
     " Game 2\n A : 2                  B : 0\n  1) 31: 8/5 6/5            42: 8/4 "
     "6/4\n",
     2,
     {2, 0},
     -1,
     "column 33: an illegal play, kept as written: 8/3 6/4 (No die"},
    {"a play from an empty point",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 23/20 23/22        42: 8/4 6/4\n      Wins 2 point\n",
     1,
     {2, 0},
     -1,
     "You have no checker there to move: this game ends here"},
    {"the first cell of the only game",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: xyzzy              42: 8/4 6/4\n      Wins 2 point\n",
     1,
     {2, 0},
     -1,
     "this game ends here"},
    {"a word nobody knows",
     " Game 1\n A : 0                  B : 0\n"
     "  1) 31: 8/5 6/5            42: 8/4 6/4\n  2) xyzzy                  63: "
     "24/15\n\n"
     " Game 2\n A : 1                  B : 0\n  1) 31: 8/5 6/5            42: 8/4 "
     "6/4\n",
     2,
     {1, 0},
     -1,
     "this game ends here"},
};

typedef struct heard {
    const char *wanted;
    bool found;
} heard;

static void hear(void *context, size_t line, const char *text)
{
    heard *h = context;
    (void)line;
    if (h->wanted && strstr(text, h->wanted)) h->found = true;
    /* A reason that is a sentence loses its full stop before more text follows. */
    if (strstr(text, ".:")) fail_msg("two marks in a row: %s", text);
}

static size_t rolls_of(const alea_record *record)
{
    size_t n = 0;
    for (size_t i = 0; i < record->entries; i++)
        n += record->entry[i].event.type == ALEA_EVENT_ROLL ||
             record->entry[i].event.type == ALEA_EVENT_OPENING;
    return n;
}

static void test_games_broken_off(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const broken_off *t = &texts[i];
        char file[2000];
        int size = snprintf(file, sizeof file, " 5 point match\n\n%s", t->text);
        heard h = {t->warning, t->warning == NULL};
        alea_import_options options = {.warn = hear, .warn_context = &h};
        alea_record record, again;
        alea_error error = {0};
        if (alea_import(file, (size_t)size, &options, &record, NULL, &error))
            fail_msg("%s: line %zu: %s", t->name, error.line, error.reason);
        const alea_match *now = &record.now;
        if (!h.found) fail_msg("%s: no warning \"%s\"", t->name, t->warning);
        if ((size_t)alea_record_games(&record) != t->games ||
            now->score[0] != t->score[0] || now->score[1] != t->score[1] ||
            (int)now->match_winner != t->match_winner)
            fail_msg("%s: %d games, %d-%d, won by %d", t->name,
                     alea_record_games(&record), now->score[0], now->score[1],
                     (int)now->match_winner);
        /* What alea writes alea reads, the last roll included. */
        static const alea_format formats[] = {ALEA_FORMAT_MAT, ALEA_FORMAT_SGF,
                                              ALEA_FORMAT_JOURNAL};
        for (size_t f = 0; f < 3; f++) {
            char *bytes;
            size_t length;
            assert_int_equal(
                alea_export(&record, formats[f], NULL, &bytes, &length, &error),
                ALEA_OK);
            alea_import_options strict = {.strict = true};
            if (alea_import(bytes, length, &strict, &again, NULL, &error))
                fail_msg("%s as %s: line %zu: %s\n%s", t->name,
                         alea_format_name(formats[f]), error.line, error.reason, bytes);
            if (again.now.score[0] != t->score[0] ||
                again.now.score[1] != t->score[1] ||
                (int)again.now.match_winner != t->match_winner ||
                rolls_of(&again) != rolls_of(&record))
                fail_msg("%s as %s: %d-%d, won by %d, %zu rolls, not %zu\n%s", t->name,
                         alea_format_name(formats[f]), again.now.score[0],
                         again.now.score[1], (int)again.now.match_winner,
                         rolls_of(&again), rolls_of(&record), bytes);
            alea_record_clear(&again);
            free(bytes);
        }
        alea_record_clear(&record);
    }
}

static const char galaxy[] =
    "; [Site \"BackgammonGalaxy\"]\n; [Crawford \"On\"]\n; [CubeLimit \"1024\"]\n\n"
    "16 point match\n\n Game 1\n A : 0                       B : 0\n"
    "  1) 31: 8/5 6/5              42: 8/4 6/4\n"
    "  2) 63: 24/15                 Losses 4 point\n      Wins 4 point\n";

static void test_galaxy_money(void **state)
{
    (void)state;
    alea_record record;
    alea_import_options options = {0};
    assert_int_equal(
        alea_import(galaxy, sizeof galaxy - 1, &options, &record, NULL, NULL), ALEA_OK);
    assert_int_equal(record.rules.match_length, 0);
    assert_int_equal(record.rules.beavers, 0);
    assert_int_equal(record.rules.cube_limit_log2, 4);
    assert_int_equal(record.now.score[0], 4);
    alea_record_clear(&record);
    /* The caller knows better. */
    options = (alea_import_options){
        .match_length = 16, .crawford = ALEA_RULE_OFF, .jacoby = ALEA_RULE_ON};
    assert_int_equal(
        alea_import(galaxy, sizeof galaxy - 1, &options, &record, NULL, NULL), ALEA_OK);
    assert_int_equal(record.rules.match_length, 16);
    assert_false(record.rules.crawford);
    assert_false(record.rules.jacoby);
    alea_record_clear(&record);
    options = (alea_import_options){.match_length = ALEA_LENGTH_MONEY,
                                    .jacoby = ALEA_RULE_ON,
                                    .beavers = ALEA_RULE_ON};
    assert_int_equal(
        alea_import(galaxy, sizeof galaxy - 1, &options, &record, NULL, NULL), ALEA_OK);
    assert_true(record.rules.jacoby && record.rules.beavers != 0);
    alea_record_clear(&record);
}

/* Every game of an SGF file states the length that the caller overrides. */
static void test_other_length_of_sgf(void **state)
{
    (void)state;
    static const char sgf[] =
        "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]RE[W+1R];W[31hefe])"
        "(;FF[4]GM[6]MI[length:3][game:1][ws:1][bs:0]RE[W+1R];W[31hefe])";
    alea_record record;
    alea_import_options options = {.match_length = 7};
    assert_int_equal(alea_import(sgf, sizeof sgf - 1, &options, &record, NULL, NULL),
                     ALEA_OK);
    assert_int_equal(record.rules.match_length, 7);
    assert_int_equal(alea_record_games(&record), 2);
    assert_int_equal(record.now.score[0], 2);
    alea_record_clear(&record);
}

static void test_strict(void **state)
{
    (void)state;
    alea_record record;
    alea_error error = {0};
    char file[2000];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        bool refused =
            texts[i].warning && (strstr(texts[i].warning, "ends here") ||
                                 strstr(texts[i].warning, "an illegal play"));
        int size = snprintf(file, sizeof file, " 5 point match\n\n%s", texts[i].text);
        alea_import_options options = {.strict = true};
        alea_status status =
            alea_import(file, (size_t)size, &options, &record, NULL, &error);
        if ((status != ALEA_OK) != refused) fail_msg("%s: %d", texts[i].name, status);
        if (!status) alea_record_clear(&record);
        if (status) assert_int_equal(error.status, status);
    }
}

/* A turned cube at a post-Crawford score, set by hand. */
static void test_post_crawford_position(void **state)
{
    (void)state;
    static const char xgid[] = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:4:2:0:5:10";
    alea_record record, again;
    alea_error error = {0};
    char *bytes;
    size_t size;
    assert_int_equal(alea_import(xgid, sizeof xgid - 1, NULL, &record, NULL, &error),
                     ALEA_OK);
    assert_int_equal(alea_export(&record, ALEA_FORMAT_MAT, NULL, &bytes, &size, &error),
                     ALEA_OK);
    alea_import_options strict = {.strict = true};
    if (alea_import(bytes, size, &strict, &again, NULL, &error))
        fail_msg("line %zu: %s\n%s", error.line, error.reason, bytes);
    assert_int_equal(again.now.cube_log2, 1);
    assert_false(again.now.crawford_game);
    alea_record_clear(&again);
    alea_record_clear(&record);
    free(bytes);
}

static char *load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *bytes = malloc(4 << 20);
    *size = bytes ? fread(bytes, 1, 4 << 20, file) : 0;
    fclose(file);
    return bytes;
}

static bool is_absent(void)
{
    FILE *file = fopen(REAL "README.md", "rb");
    if (file) fclose(file);
    if (!file) print_message("skipped: no real match files in " REAL "\n");
    return !file;
}

static void import_real(const char *path, const alea_import_options *options,
                        alea_record *record)
{
    alea_error error = {0};
    size_t size;
    char *bytes = load(path, &size);
    if (!bytes) fail_msg("%s is missing", path);
    if (alea_import(bytes, size, options, record, NULL, &error))
        fail_msg("%s:%zu: %s", path, error.line, error.reason);
    free(bytes);
}

/* tests/golden/formats/real_matches.tsv: file, match length, players, games, score and
 * winner of the match, taken from the files by an independent script. */
static void test_real_results(void **state)
{
    (void)state;
    if (is_absent()) skip();
    FILE *list = fopen("tests/golden/formats/real_matches.tsv", "r");
    assert_non_null(list);
    char line[600];
    while (fgets(line, sizeof line, list)) {
        char *field[8], *at = line;
        int count = 0;
        line[strcspn(line, "\n")] = '\0';
        while (count < 8 && at) {
            char *tab = strchr(at, '\t');
            if (tab) *tab++ = '\0';
            field[count++] = at;
            at = tab;
        }
        assert_int_equal(count, 8);
        char path[400];
        snprintf(path, sizeof path, REAL "%s", field[0]);
        alea_record record;
        import_real(path, NULL, &record);
        const alea_match *now = &record.now;
        if (record.rules.match_length != atoi(field[1]) ||
            strcmp(alea_record_tag_value(&record, "player_a"), field[2]) != 0 ||
            strcmp(alea_record_tag_value(&record, "player_b"), field[3]) != 0 ||
            alea_record_games(&record) != atoi(field[4]) ||
            now->score[0] != atoi(field[5]) || now->score[1] != atoi(field[6]) ||
            (int)now->match_winner != atoi(field[7]))
            fail_msg("%s: to %d, %d games, %d-%d, won by %d", field[0],
                     record.rules.match_length, alea_record_games(&record),
                     now->score[0], now->score[1], (int)now->match_winner);
        alea_record_clear(&record);
    }
    fclose(list);
}

static void test_same_match_in_several_formats(void **state)
{
    (void)state;
    if (is_absent()) skip();
    static const char *const same[][2] = {{"test.xg", "test.sgf"},
                                          {"test.xg", "test.mat"},
                                          {"test.xg", "test.txt"},
                                          {"charlot1-charlot2_7p_2025-11-08-2305.xg",
                                           "charlot1-charlot2_7p_2025-11-08-2305.sgf"},
                                          {"charlot1-charlot2_7p_2025-11-08-2305.xg",
                                           "charlot1-charlot2_7p_2025-11-08-2305.mat"}};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        alea_record record[2];
        for (int k = 0; k < 2; k++) {
            char path[300];
            snprintf(path, sizeof path, REAL "xg/%s", same[i][k]);
            import_real(path, NULL, &record[k]);
        }
        same_match_check(&record[0], &record[1], same[i][1]);
        alea_record_clear(&record[0]);
        alea_record_clear(&record[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_broken_off),
        cmocka_unit_test(test_galaxy_money),
        cmocka_unit_test(test_other_length_of_sgf),
        cmocka_unit_test(test_strict),
        cmocka_unit_test(test_post_crawford_position),
        cmocka_unit_test(test_real_results),
        cmocka_unit_test(test_same_match_in_several_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
