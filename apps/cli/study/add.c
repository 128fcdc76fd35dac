/* alea study add: match files and positions into the desk. */
#include "base/file.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/path_list.h"
#include "cli/question/file_rules.h"
#include "desk/texts/texts.h"
#include "list.h"
#include "place.h"
#include "signals/stop.h"
#include "json/error.h"
#include "json/text.h"

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
    size_t positions[3], twins, bad; /* positions: by result, of matches, refused */
    const char *path;                /* of the text at hand */
    int text_status;
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

/* A position in the place of a file. */
static bool is_identifier(const char *operand)
{
    alea_piece piece = {0};
    const size_t size = strlen(operand);
    return access(operand, F_OK) != 0 && alea_piece_next(operand, size, &piece) &&
           piece.size == size;
}

/* Named as an argument, not found in a folder. */
static bool is_named(const adding *a, const char *path)
{
    for (int i = 1; i <= a->operands; i++)
        if (strcmp(a->operand[i], path) == 0) return true;
    return false;
}

static void count(adding *a, const desk_addition *done)
{
    if (done->position) {
        a->positions[done->result]++;
        a->twins += done->twin > 0;
        return;
    }
    a->result[done->result]++;
    if (done->result == DESK_ADDED) a->decisions += done->decisions;
}

static void print_added(const adding *a, const char *path, const desk_addition *done)
{
    char clean[4096], twin[48];
    if (!a->json) return;
    utf8_text(path, clean, sizeof clean);
    json_t *o = json_pack("{s:s,s:I,s:s,s:I,s:I}", "file", clean, "match",
                          (json_int_t)done->match, "result", result_names[done->result],
                          "decisions", (json_int_t)done->decisions, "warnings",
                          (json_int_t)done->warnings);
    if (done->position) json_object_set_new(o, "position", json_true());
    snprintf(twin, sizeof twin, "%lld:%lld", (long long)done->twin,
             (long long)done->entry);
    if (done->twin) json_object_set_new(o, "also", json_string(twin));
    json_print_line(stdout, o);
}

static bool add_position(void *context, const desk_addition *done,
                         const alea_error *error)
{
    adding *a = context;
    if (error) {
        print_refusal(a, a->path, error);
        a->bad++;
        a->text_status = EXIT_SOME_BAD;
    } else {
        count(a, done);
        print_added(a, a->path, done);
    }
    return !stop_requested();
}

/* The positions of a text, those that can be read. */
static int add_text(adding *a, const char *path, const char *bytes, size_t size)
{
    alea_error error = {0};
    paste p = {.d = &a->d,
               .path = path,
               .bytes = bytes,
               .size = size,
               .options = &a->import,
               .each = add_position,
               .context = a};
    a->path = path;
    a->text_status = EXIT_DONE;
    const alea_status status = paste_add(&p, &error);
    if (status == ALEA_OK) return a->text_status;
    error.status = status;
    print_refusal(a, path, &error);
    return EXIT_SYSTEM;
}

static int add_bytes(adding *a, const char *path, const char *bytes, size_t size)
{
    alea_error error = {0};
    desk_addition done;
    if (paste_is(bytes, size)) return add_text(a, path, bytes, size);
    if (alea_format_sniff(bytes, size) == ALEA_FORMAT_UNKNOWN && !is_named(a, path)) {
        a->skipped++;
        return EXIT_DONE;
    }
    error.status = desk_add(&a->d, path, bytes, size, &a->import, NULL, &done, &error);
    if (error.status == ALEA_OK) {
        count(a, &done);
        print_added(a, path, &done);
        return EXIT_DONE;
    }
    print_refusal(a, path, &error);
    a->refused++;
    return error.status == ALEA_ERROR_FILE ? EXIT_SYSTEM : EXIT_SOME_BAD;
}

/* EXIT_SYSTEM where going on makes no sense: the desk itself failed. */
static int add_file(adding *a, const char *path)
{
    char *bytes;
    size_t size;
    alea_error error = {0};
    a->files++;
    error.status = alea_file_read(path, ALEA_FILE_MAX_BYTES, &bytes, &size, &error);
    if (error.status != ALEA_OK) {
        print_refusal(a, path, &error);
        a->refused++;
        return EXIT_SOME_BAD;
    }
    const int status = add_bytes(a, path, bytes, size);
    free(bytes);
    return status;
}

static void print_sums(const adding *a, size_t files)
{
    const size_t *p = a->positions;
    if (files > 0)
        printf("%zu files: %zu matches added (%zu decisions), %zu updated, %zu known "
               "already, %zu no match files, %zu refused\n",
               a->files, a->result[DESK_ADDED], a->decisions, a->result[DESK_UPDATED],
               a->result[DESK_KNOWN], a->skipped, a->refused);
    if (p[0] + p[1] + p[2] + a->bad)
        printf("%zu positions added, %zu updated, %zu known already, %zu refused; %zu "
               "of them are decisions of matches\n",
               p[DESK_ADDED], p[DESK_UPDATED], p[DESK_KNOWN], a->bad, a->twins);
}

static int add_all(adding *a, const path_list *files)
{
    int status = EXIT_DONE;
    const bool tells = isatty(STDERR_FILENO);
    for (int i = 1; i <= a->operands && status != EXIT_SYSTEM; i++) {
        const char *text = a->operand[i];
        if (!is_identifier(text)) continue;
        const int result = add_text(a, text, text, strlen(text));
        if (result > status) status = result;
    }
    for (size_t i = 0; i < files->count && status != EXIT_SYSTEM && !stop_requested();
         i++) {
        int result = add_file(a, files->path[i]);
        if (result > status) status = result;
        if (tells && (i % 16 == 15 || i + 1 == files->count))
            fprintf(stderr, "\r%zu of %zu", i + 1, files->count);
    }
    if (tells && files->count >= 16) fputs("\r                    \r", stderr);
    if (!a->json) print_sums(a, files->count);
    return stop_requested() ? EXIT_INTERRUPTED : status;
}

int verb_add(int argc, char **argv)
{
    adding a = {0};
    const char *db = NULL;
    file_rules rules = {0};
    const option_spec options[] = {
        PLACE_OPTION(db),
        FLAG_OPTION("json", 'j', "one JSON object per file", &a.json),
        FILE_RULES_OPTIONS(rules),
        {0}};
    const args_spec spec = {
        .operands = "FILE|DIR|ID...",
        .about =
            "Adds match files and positions to the desk; a folder stands for all files\n"
            "in it. A match that is there already, in any format, is not added again.\n"
            "Positions are identifiers, or texts that hold them: what eXtreme Gammon,\n"
            "BGBlitz and GNU Backgammon show of a position, many in one file, with words\n"
            "between; their analysis is kept. A position of a match is not found twice.\n"
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
        if (!is_identifier(argv[i]) &&
            path_list_find(&files, argv[i], &error) != ALEA_OK)
            status = place_failed(&error);
    stop_on_signals(SA_RESTART);
    if (status == EXIT_DONE) status = place_open(&a.d, db, true);
    if (status == EXIT_DONE) status = add_all(&a, &files);
    desk_close(&a.d);
    path_list_finish(&files);
    return status;
}
