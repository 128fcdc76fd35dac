/* alea study list, rename, remove, bin: the matches of a desk kept in order. */
#include "desk/views/matches.h"
#include "base/clock.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "desk/collection.h"
#include "list.h"
#include "place.h"
#include "json/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool read_match(const char *verb, const char *text, int64_t *match)
{
    long long number;
    if (args_integer(text, 1, INT64_MAX / 2, &number)) {
        *match = number;
        return true;
    }
    args_refuse(verb, "\"%.40s\" is not the number of a match (see alea study list)",
                text);
    return false;
}

static int failed(const char *verb, alea_status status, const alea_error *error)
{
    return status == ALEA_ERROR_ARGUMENT ? args_refuse(verb, "%s", error->reason)
                                         : place_failed(error);
}

/* ---- list ---- */

static const char *text_of(const json_t *match, const char *key)
{
    const char *text = json_string_value(json_object_get(match, key));
    return text ? text : "";
}

static int number_of(const json_t *match, const char *key, size_t index)
{
    const json_t *value = json_object_get(match, key);
    if (json_is_array(value)) value = json_array_get(value, index);
    return (int)json_integer_value(value);
}

static void print_match(const json_t *match)
{
    const json_t *names = json_object_get(match, "players"), *tag;
    const int length = number_of(match, "match_length", 0);
    size_t i;
    printf("%6lld  %-10s  ",
           (long long)json_integer_value(json_object_get(match, "match")),
           text_of(match, "date"));
    if (number_of(match, "games", 0) == 0) {
        fputs("position", stdout);
    } else {
        printf("%s - %s  %d-%d  ", json_string_value(json_array_get(names, 0)),
               json_string_value(json_array_get(names, 1)),
               number_of(match, "score", 0), number_of(match, "score", 1));
        if (length)
            printf("(to %d)", length);
        else
            fputs("(money)", stdout);
    }
    if (*text_of(match, "event")) printf("  %s", text_of(match, "event"));
    if (*text_of(match, "title")) printf("  \"%s\"", text_of(match, "title"));
    json_array_foreach(json_object_get(match, "tags"), i, tag)
        printf("  #%s", json_string_value(tag));
    if (strcmp(text_of(match, "figures"), "desk") != 0)
        printf("  figures: %s", text_of(match, "figures"));
    putchar('\n');
}

static void print_list(const json_t *list, bool json)
{
    json_t *match;
    size_t i;
    const json_t *matches = json_object_get(list, "matches");
    json_array_foreach(matches, i, match)
    {
        if (json)
            json_print_line(stdout, json_incref(match));
        else
            print_match(match);
    }
    const json_int_t found = json_integer_value(json_object_get(list, "found"));
    if (!json)
        printf("%lld found%s\n", (long long)found,
               found > (json_int_t)json_array_size(matches) ? "; --limit shows more"
                                                            : "");
}

static int list_matches(desk *d, matches_query *q, const char *const *text, int count,
                        bool json)
{
    alea_error error = {0};
    json_t *list = NULL;
    terms *t = calloc(1, sizeof *t);
    if (!t) return command_fail_memory("study list");
    alea_status status = desk_read_terms(d, t, text, count, &error);
    if (count > 0) q->terms = t;
    if (status == ALEA_OK) status = desk_matches_json(d, q, &list, &error);
    free(t);
    if (status != ALEA_OK) return failed("study list", status, &error);
    print_list(list, json);
    json_decref(list);
    return EXIT_DONE;
}

int verb_list(int argc, char **argv)
{
    const char *db = NULL, *words = "";
    bool json = false;
    long long limit = 50;
    const option_spec options[] = {
        PLACE_OPTION(db),
        TEXT_OPTION("words", 'w', "TEXT",
                    "only those with it in title, names, event, note or tags", &words),
        INTEGER_OPTION("limit", 'n', "N", "print at most so many (default 50)", &limit,
                       1, 1000000),
        FLAG_OPTION("json", 'j', "one JSON object per line", &json),
        {0}};
    const args_spec spec = {
        .operands = "[[not] TERM...]",
        .about =
            "The matches and positions of the desk, the newest first; with terms (see\n"
            "alea study find --terms) those with a decision that they fit.",
        .options = options,
        .least = 0,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    desk d;
    matches_query q = {.text = words, .me = "", .positions = true, .limit = (int)limit};
    status = place_open(&d, db, false);
    if (status == EXIT_DONE)
        status = list_matches(&d, &q, (const char *const *)argv + 1, operands, json);
    desk_close(&d);
    return status;
}

/* ---- rename ---- */

int verb_rename(int argc, char **argv)
{
    const char *db = NULL;
    const option_spec options[] = {PLACE_OPTION(db), {0}};
    const args_spec spec = {.operands = "MATCH TITLE",
                            .about = "Gives a match a title; \"\" takes it away.",
                            .options = options,
                            .least = 2,
                            .most = 2};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    int64_t match;
    if (!read_match("study rename", argv[1], &match)) return EXIT_USAGE;
    desk d;
    alea_error error = {0};
    status = place_open(&d, db, false);
    if (status == EXIT_DONE) {
        const alea_status done = collection_set_title(&d, match, argv[2], &error);
        if (done != ALEA_OK) status = failed("study rename", done, &error);
    }
    desk_close(&d);
    return status;
}

/* ---- remove, bin ---- */

typedef alea_status match_deed(desk *d, int64_t match, alea_error *error);

static alea_status to_bin(desk *d, int64_t match, alea_error *error)
{
    return collection_bin(d, match, alea_wall_clock_ms(), error);
}

/* Does it to each match; what was done before a failure stays done. */
static int each_match(const char *verb, const char *db, int count, char **text,
                      match_deed *deed, const char *done_word)
{
    int64_t match;
    for (int i = 0; i < count; i++)
        if (!read_match(verb, text[i], &match)) return EXIT_USAGE;
    desk d;
    alea_error error = {0};
    int status = place_open(&d, db, false);
    for (int i = 0; status == EXIT_DONE && i < count; i++) {
        read_match(verb, text[i], &match);
        const alea_status done = deed(&d, match, &error);
        if (done != ALEA_OK)
            status = failed(verb, done, &error);
        else
            printf("match %lld %s\n", (long long)match, done_word);
    }
    desk_close(&d);
    return status;
}

int verb_remove(int argc, char **argv)
{
    const char *db = NULL;
    bool for_good = false;
    const option_spec options[] = {
        PLACE_OPTION(db),
        FLAG_OPTION("for-good", 0, "not into the bin: it cannot come back", &for_good),
        {0}};
    const args_spec spec = {
        .operands = "MATCH...",
        .about =
            "Removes matches or positions with all that is written beside them, and\n"
            "their cards that were never asked. They stay in the bin for 30 days.",
        .options = options,
        .least = 1,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    return each_match("study remove", db, operands, argv + 1,
                      for_good ? collection_remove : to_bin,
                      for_good ? "removed" : "is in the bin");
}

static int list_bin(desk *d)
{
    alea_error error = {0};
    alea_status status = ALEA_ERROR_FILE;
    int count = 0;
    sqlite3_stmt *st = desk_prepare(
        d,
        "SELECT id, date(removed / 1000, 'unixepoch'), player_a, player_b, title, games"
        " FROM bin JOIN bin_matches ON match=id ORDER BY removed DESC, id",
        &error);
    while (st && desk_next(d, st, &status, &error)) {
        const bool position = sqlite3_column_int(st, 5) == 0;
        printf("%6lld  removed %s  %s%s%s  %s\n",
               (long long)sqlite3_column_int64(st, 0), desk_text(st, 1),
               position ? "position" : desk_text(st, 2), position ? "" : " - ",
               position ? "" : desk_text(st, 3), desk_text(st, 4));
        count++;
    }
    if (status != ALEA_OK) return place_failed(&error);
    printf("%d in the bin\n", count);
    return EXIT_DONE;
}

int verb_bin(int argc, char **argv)
{
    const char *db = NULL;
    bool empty = false;
    const option_spec options[] = {
        PLACE_OPTION(db),
        FLAG_OPTION("empty", 0, "forget all that is in the bin", &empty),
        {0}};
    const args_spec spec = {.operands = "[MATCH...]",
                            .about =
                                "What was removed in the last 30 days. With numbers: "
                                "puts these matches back.",
                            .options = options,
                            .least = 0,
                            .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (empty && operands > 0)
        return args_refuse("study bin", "--empty takes no numbers");
    if (operands > 0)
        return each_match("study bin", db, operands, argv + 1, collection_restore,
                          "is back");
    desk d;
    alea_error error = {0};
    status = place_open(&d, db, false);
    if (status == EXIT_DONE && empty &&
        collection_empty_bin(&d, INT64_MAX, &error) != ALEA_OK)
        status = place_failed(&error);
    else if (status == EXIT_DONE && !empty)
        status = list_bin(&d);
    desk_close(&d);
    return status;
}
