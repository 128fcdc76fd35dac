/* alea study export, import: the deck as an Anki package; decisions as texts. */
#include "base/file.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "desk/anki/package.h"
#include "desk/find.h"
#include "desk/texts/texts.h"
#include "list.h"
#include "place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_package(desk *d, const char *path)
{
    void *bytes = NULL;
    size_t size = 0;
    int64_t cards = 0;
    alea_error error = {0};
    alea_status status = package_write(d, &bytes, &size, &cards, &error);
    if (status != ALEA_OK) return place_failed(&error);
    const int written = out_file_write("study", path, bytes, size);
    free(bytes);
    if (written == EXIT_DONE && !out_file_is_standard(path))
        printf("%lld cards in %s\n", (long long)cards, path);
    return written;
}

static int write_texts(desk *d, const char *path, const char *const *given,
                       int count_given)
{
    char *text = NULL;
    size_t size = 0;
    int64_t count = 0;
    alea_error error = {0};
    terms *t = calloc(1, sizeof *t);
    if (!t) return command_fail_memory("study export");
    alea_status status = desk_read_terms(d, t, given, count_given, &error);
    const bool usable = status == ALEA_OK;
    if (usable) status = texts_write(d, t, &text, &size, &count, &error);
    free(t);
    if (!usable && status == ALEA_ERROR_ARGUMENT)
        return args_refuse("study export", "%s", error.reason);
    if (status != ALEA_OK) return place_failed(&error);
    const int written = out_file_write("study", path, text ? text : "", size);
    free(text);
    if (written == EXIT_DONE && !out_file_is_standard(path))
        printf("%lld decisions in %s\n", (long long)count, path);
    return written;
}

static bool is_text_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".txt") == 0;
}

int verb_export(int argc, char **argv)
{
    const char *db = NULL;
    const option_spec options[] = {PLACE_OPTION(db), {0}};
    const args_spec spec = {
        .operands = "FILE.apkg | FILE.txt [not] TERM...",
        .about =
            "FILE.apkg (- = to standard output): the deck with its schedules and reviews\n"
            "as an Anki package. FILE.txt: the decisions that match the terms of alea\n"
            "study find, as eXtreme Gammon shows positions, with the analysis that they\n"
            "came with.",
        .options = options,
        .least = 1,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const bool texts = is_text_file(argv[1]);
    if (!texts && operands > 1)
        return args_refuse("study export", "terms belong to a FILE.txt");
    if (!texts &&
        out_file_check_binary("study export", argv[1], "an Anki package") != EXIT_DONE)
        return EXIT_USAGE;
    desk d;
    status = place_open(&d, db, false);
    if (status == EXIT_DONE)
        status = texts ? write_texts(&d, argv[1], (const char *const *)argv + 2,
                                     operands - 1)
                       : write_package(&d, argv[1]);
    desk_close(&d);
    return status;
}

static int read_package(desk *d, const char *path)
{
    char *bytes = NULL;
    size_t size;
    alea_error error = {0};
    package_counts counts = {0};
    alea_status status =
        alea_file_read(path, PACKAGE_MOST_BYTES, &bytes, &size, &error);
    if (status == ALEA_OK) status = package_read(d, bytes, size, &counts, &error);
    free(bytes);
    if (status != ALEA_OK) {
        command_say("study", "%s: %s", path, error.reason);
        return status == ALEA_ERROR_SYNTAX ? EXIT_SOME_BAD : EXIT_SYSTEM;
    }
    printf("%lld new cards, %lld new reviews, %lld notes left out\n",
           (long long)counts.cards, (long long)counts.reviews,
           (long long)counts.skipped);
    return EXIT_DONE;
}

int verb_import(int argc, char **argv)
{
    const char *db = NULL;
    const option_spec options[] = {PLACE_OPTION(db), {0}};
    const args_spec spec = {
        .operands = "FILE.apkg",
        .about =
            "Reads cards and reviews from an Anki package that alea study export made,\n"
            "whether or not Anki has exported it again since. Notes of other kinds are "
            "left out.",
        .options = options,
        .least = 1,
        .most = 1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    desk d;
    status = place_open(&d, db, true);
    if (status == EXIT_DONE) status = read_package(&d, argv[1]);
    desk_close(&d);
    return status;
}
