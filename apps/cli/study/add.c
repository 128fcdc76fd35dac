/* alea study add: match files into the desk. */
#include "desk/add.h"
#include "base/file.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/path_list.h"
#include "cli/question/file_rules.h"
#include "list.h"
#include "place.h"
#include "signals/stop.h"
#include "json/error.h"
#include "json/line.h"
#include "json/utf8_text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct adding {
    desk d;
    alea_import_options import;
    bool json;
    size_t files, result[3], refused, skipped, decisions;
    int operands;
    char **operand;
} adding;

static const char *const result_names[] = {"added", "updated", "known"};

static void print_refusal(const adding *a, const char *path, const alea_error *error)
{
    if (a->json) {
        char clean[4096];
        utf8_text(path, clean, sizeof clean);
        json_print_line(stdout,
                        json_pack("{s:s,s:o}", "file", clean, "error",
                                  error_json_at(error_code(error->status), error)));
    }
    alea_error shown = *error;
    shown.column = 0; /* in the JSON alone */
    file_refuse(stderr, path, &shown);
}

/* Named as an argument, not found in a folder. */
static bool is_named(const adding *a, const char *path)
{
    for (int i = 1; i <= a->operands; i++)
        if (strcmp(a->operand[i], path) == 0) return true;
    return false;
}

/* EXIT_SYSTEM where going on makes no sense: the desk itself failed. */
static int add_file(adding *a, const char *path)
{
    char *bytes;
    size_t size;
    alea_error error = {0};
    desk_addition done;
    a->files++;
    alea_status status =
        alea_file_read(path, ALEA_FILE_MAX_BYTES, &bytes, &size, &error);
    const bool was_read = status == ALEA_OK;
    if (was_read && alea_format_sniff(bytes, size) == ALEA_FORMAT_UNKNOWN &&
        !is_named(a, path)) {
        free(bytes);
        a->skipped++;
        return EXIT_DONE;
    }
    if (was_read) {
        status = desk_add(&a->d, path, bytes, size, &a->import, &done, &error);
        free(bytes);
    }
    error.status = status;
    if (status != ALEA_OK) {
        print_refusal(a, path, &error);
        a->refused++;
        return was_read && status == ALEA_ERROR_FILE ? EXIT_SYSTEM : EXIT_SOME_BAD;
    }
    a->result[done.result]++;
    if (done.result == DESK_ADDED) a->decisions += done.decisions;
    if (a->json) {
        char clean[4096];
        utf8_text(path, clean, sizeof clean);
        json_print_line(stdout, json_pack("{s:s,s:I,s:s,s:I,s:I}", "file", clean,
                                          "match", (json_int_t)done.match, "result",
                                          result_names[done.result], "decisions",
                                          (json_int_t)done.decisions, "warnings",
                                          (json_int_t)done.warnings));
    }
    return EXIT_DONE;
}

static int add_all(adding *a, const path_list *files)
{
    int status = EXIT_DONE;
    const bool tells = isatty(STDERR_FILENO);
    for (size_t i = 0; i < files->count && !stop_requested(); i++) {
        int result = add_file(a, files->path[i]);
        if (result > status) status = result;
        if (result == EXIT_SYSTEM) break;
        if (tells && (i % 16 == 15 || i + 1 == files->count))
            fprintf(stderr, "\r%zu of %zu", i + 1, files->count);
    }
    if (tells && files->count >= 16) fputs("\r                    \r", stderr);
    if (!a->json)
        printf("%zu files: %zu matches added (%zu decisions), %zu updated, %zu known "
               "already, %zu no match files, %zu refused\n",
               a->files, a->result[DESK_ADDED], a->decisions, a->result[DESK_UPDATED],
               a->result[DESK_KNOWN], a->skipped, a->refused);
    return stop_requested() ? 130 : status;
}

int verb_add(int argc, char **argv)
{
    adding a = {0};
    const char *db = NULL;
    file_rules rules = {0};
    const option_spec options[] = {
        PLACE_OPTION(db),
        {"json", 'j', OPTION_FLAG, NULL, "one JSON object per file", &a.json, 0, 0},
        FILE_RULES_OPTIONS(rules),
        {0}};
    const args_spec spec = {
        .operands = "FILE|DIR...",
        .about =
            "Adds match files to the desk; a folder stands for all files in it.\n"
            "A match that is there already, in any format, is not added again.\n"
            "After Ctrl-C or a crash, run it again: each match is whole or absent.",
        .options = options,
        .least = 1,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = file_rules_apply("study add", &rules, &a.import);
    if (status != ARGS_RUN) return status;
    a.operands = operands;
    a.operand = argv;
    path_list files = {0};
    alea_error error = {0};
    status = EXIT_DONE;
    for (int i = 1; status == EXIT_DONE && i <= operands; i++)
        if (path_list_find(&files, argv[i], &error) != ALEA_OK)
            status = place_failed(&error);
    stop_on_signals(SA_RESTART);
    if (status == EXIT_DONE) status = place_open(&a.d, db, true);
    if (status == EXIT_DONE) status = add_all(&a, &files);
    desk_close(&a.d);
    path_list_finish(&files);
    return status;
}
