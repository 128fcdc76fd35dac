/* alea study export, import: the deck as an Anki package. */
#include "base/file.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "desk/anki/package.h"
#include "list.h"
#include "place.h"

#include <stdio.h>
#include <stdlib.h>

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

int verb_export(int argc, char **argv)
{
    const char *db = NULL;
    const option_spec options[] = {PLACE_OPTION(db), {0}};
    const args_spec spec = {
        .operands = "FILE.apkg",
        .about = "Writes the deck with its schedules and reviews as an Anki package "
                 "(- = to standard\noutput).",
        .options = options,
        .least = 1,
        .most = 1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (out_file_check_binary("study export", argv[1], "an Anki package") != EXIT_DONE)
        return EXIT_USAGE;
    desk d;
    status = place_open(&d, db, false);
    if (status == EXIT_DONE) status = write_package(&d, argv[1]);
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
            "Reads cards and reviews from an Anki package that alea study export "
            "made,\nwhether or not Anki has exported it again since. Notes of other "
            "kinds are left out.",
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
