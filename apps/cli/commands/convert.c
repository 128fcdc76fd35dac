/* `alea convert IN...`: match files and positions from any format to another. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/io/out_file.h"
#include "cli/question/file_rules.h"
#include "cli/question/match_file.h"
#include "list.h"

enum { PATH_SIZE = 4096, WARNINGS_SHOWN = 10 };

/* A file on disk, whatever its name. */
typedef struct identity {
    dev_t device;
    ino_t inode;
} identity;

typedef struct conversion {
    const char *to_name, *out, *from_name;
    bool partial, ogid_next, gnubg_points, quiet;
    alea_import_options import; /* strictness and rules */
    alea_format to, from;
    bool to_directory;
    identity *input; /* sorted: none of them is ever written */
    size_t inputs;
    size_t files, failed, with_warnings;
} conversion;

static void print_loss(void *context, size_t line, const char *text)
{
    (void)line;
    fprintf(stderr, "%s: warning: %s\n", (const char *)context, text);
}

static bool is_directory(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

static int by_identity(const void *left, const void *right)
{
    const identity *a = left, *b = right;
    if (a->device != b->device) return a->device < b->device ? -1 : 1;
    return a->inode == b->inode ? 0 : a->inode < b->inode ? -1 : 1;
}

/* Looks up the inputs on disk before anything is written. False without memory. */
static bool find_inputs(conversion *c, char **argv, int files)
{
    c->input = calloc((size_t)files, sizeof *c->input);
    if (!c->input) return false;
    for (int i = 1; i <= files; i++) {
        struct stat about;
        if (stat(argv[i], &about) != 0) continue;
        c->input[c->inputs++] = (identity){about.st_dev, about.st_ino};
    }
    qsort(c->input, c->inputs, sizeof *c->input, by_identity);
    return true;
}

static bool is_input(const conversion *c, const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0) return false;
    identity key = {about.st_dev, about.st_ino};
    return bsearch(&key, c->input, c->inputs, sizeof key, by_identity) != NULL;
}

/* DIR/name.suffix for an input; false if it does not fit. */
static bool name_output(const conversion *c, const char *path, char out[PATH_SIZE])
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    int stem = (int)(dot && dot > base ? (size_t)(dot - base) : strlen(base));
    if (strcmp(path, "-") == 0) base = "stdin", stem = 5;
    int n = snprintf(out, PATH_SIZE, "%s/%.*s.%s", c->out, stem, base,
                     alea_format_suffix(c->to));
    return n > 0 && n < PATH_SIZE;
}

/* What an input gives. */
typedef struct conversion_output {
    conversion *c;
    const char *path;
    char *bytes;
    size_t size;
    size_t pieces; /* matches or positions that could be read */
} conversion_output;

/* Formats of which a file may have many positions, one after another. */
static bool holds_many(alea_format format)
{
    return format == ALEA_FORMAT_XG_TEXT || format == ALEA_FORMAT_ID ||
           format == ALEA_FORMAT_GNUBG_ID || format == ALEA_FORMAT_OGID ||
           format == ALEA_FORMAT_FIBS;
}

static int append(conversion_output *out, const char *bytes, size_t size)
{
    char *grown = realloc(out->bytes, out->size + size + 1);
    if (!grown) {
        command_say("convert", "not enough memory");
        return EXIT_SYSTEM;
    }
    memcpy(grown + out->size, bytes, size);
    out->bytes = grown;
    out->size += size;
    return EXIT_DONE;
}

static int convert_piece(void *context, match_file *file)
{
    conversion_output *out = context;
    conversion *c = out->c;
    char *bytes;
    size_t size;
    alea_error error = {0};
    union {
        const char *in;
        void *out;
    } name = {.in = out->path}; /* the callback's context is not const */
    const alea_export_options options = {.warn = c->quiet ? NULL : print_loss,
                                         .warn_context = name.out,
                                         .gnubg_points = c->gnubg_points};
    if (!c->quiet) match_file_print_warnings(file, out->path, WARNINGS_SHOWN, stderr);
    c->with_warnings += file->report.warnings > 0;
    if (++out->pieces > 1 && !holds_many(c->to)) return EXIT_DONE; /* refused later */
    const alea_status status =
        alea_export(&file->record, c->to, &options, &bytes, &size, &error);
    if (status) {
        file_say(out->path, "%s", error.reason);
        return status == ALEA_ERROR_MEMORY ? EXIT_SYSTEM : EXIT_SOME_BAD;
    }
    int exit_status = append(out, bytes, size);
    free(bytes);
    return exit_status == EXIT_DONE && file->report.stopped ? EXIT_SOME_BAD
                                                            : exit_status;
}

static int write_output(const conversion_output *o)
{
    const conversion *c = o->c;
    char target[PATH_SIZE];
    if (out_file_is_standard(c->out))
        return out_file_write("convert", c->out, o->bytes, o->size);
    bool named = true;
    if (c->to_directory)
        named = name_output(c, o->path, target);
    else
        named = snprintf(target, sizeof target, "%s", c->out) < PATH_SIZE;
    if (named && !is_input(c, target))
        return out_file_write("convert", target, o->bytes, o->size);
    file_say(o->path, "%s",
             !named ? "the name is too long"
             : same_file(o->path, target)
                 ? "would be overwritten by its own conversion"
                 : "its conversion would overwrite another file "
                   "that is to be converted");
    return EXIT_SOME_BAD;
}

/* ---- several files into one directory ---- */

typedef struct planned {
    char *out;
    int input;
} planned;

static int by_name(const void *left, const void *right)
{
    const planned *a = left, *b = right;
    const int order = strcmp(a->out, b->out);
    return order ? order : a->input - b->input;
}

/* Marks inputs whose output would replace that of an input before them: a/x.mat and
 * b/x.sgf are both x.mat. False if memory runs out. */
static bool find_clashes(const conversion *c, char **argv, int files, bool *clash)
{
    planned *plan = calloc((size_t)files, sizeof *plan);
    bool good = plan != NULL;
    char out[PATH_SIZE];
    for (int i = 0; good && i < files; i++) {
        plan[i].input = i;
        if (!name_output(c, argv[i + 1], out))
            out[0] = '\0'; /* reported when the file's turn comes */
        good = (plan[i].out = strdup(out)) != NULL;
    }
    if (good) {
        qsort(plan, (size_t)files, sizeof *plan, by_name);
        for (int i = 1; i < files; i++)
            clash[plan[i].input] =
                plan[i].out[0] && strcmp(plan[i].out, plan[i - 1].out) == 0;
    }
    for (int i = 0; plan && i < files; i++) free(plan[i].out);
    free(plan);
    return good;
}

static int convert(conversion *c, const char *path)
{
    conversion_output out = {.c = c, .path = path};
    alea_import_options options = c->import;
    options.format = c->from;
    options.partial = c->partial;
    options.ogid_turn_is_next = c->ogid_next;
    int status = match_file_each(path, &options, convert_piece, &out);
    if (status != EXIT_SYSTEM && out.pieces > 1 && !holds_many(c->to)) {
        file_say(path,
                 "holds %zu positions, and a file of the format %s one match: "
                 "convert it to id, gnubgid, ogid, fibs or xgtext",
                 out.pieces, alea_format_name(c->to));
        status = EXIT_SOME_BAD;
    } else if (status != EXIT_SYSTEM && out.bytes) {
        const int written = write_output(&out);
        if (written > status) status = written;
    }
    free(out.bytes);
    c->failed += status != EXIT_DONE;
    return status;
}

static int refuse_clash(conversion *c, const char *path)
{
    file_say(path, "would replace the conversion of a file before it, which has the "
                   "same name; convert it apart");
    c->failed++;
    return EXIT_SOME_BAD;
}

static int choose_formats(conversion *c, int files)
{
    c->to_directory = !out_file_is_standard(c->out) &&
                      (files > 1 || is_directory(c->out) ||
                       (*c->out && c->out[strlen(c->out) - 1] == '/'));
    if (files > 1 && !c->to_directory)
        return args_refuse("convert", "several files need -o DIRECTORY");
    if (c->to_directory && !is_directory(c->out) && mkdir(c->out, 0777) != 0)
        return command_fail_file("convert", c->out);
    const char *dot = !c->to_directory ? strrchr(c->out, '.') : NULL;
    if (c->to_name)
        c->to = alea_format_find(c->to_name);
    else if (dot && strcmp(dot, ".jsonl") == 0)
        c->to = ALEA_FORMAT_JOURNAL;
    else if (dot && alea_format_find(dot + 1))
        c->to = alea_format_find(dot + 1);
    else
        c->to = ALEA_FORMAT_MAT;
    if (c->to == ALEA_FORMAT_UNKNOWN || !alea_format_writable(c->to))
        return args_refuse("convert", "\"%s\" is no format that can be written",
                           c->to_name ? c->to_name : dot + 1);
    if (c->from_name && !(c->from = alea_format_find(c->from_name)))
        return args_refuse("convert", "\"%s\" is no format", c->from_name);
    return EXIT_DONE;
}

int cmd_convert(int argc, char **argv)
{
    conversion c = {.out = "-"};
    file_rules rules = {0};
    const option_spec options[] = {
        TEXT_OPTION(
            "to", 't', "FORMAT",
            "mat, sgf, xgtext, journal, id (an XGID), gnubgid, ogid or fibs (default: "
            "by OUT's suffix, else mat)",
            &c.to_name),
        TEXT_OPTION("output", 'o', "OUT",
                    "file (default -, standard output), or directory for several files",
                    &c.out),
        TEXT_OPTION("from", 0, "FORMAT", "read as this format (default: by content)",
                    &c.from_name),
        FLAG_OPTION("partial", 0, "keep what was read before the first error",
                    &c.partial),
        FLAG_OPTION("ogid-next", 0,
                    "OGID without a ply number: its turn field is the player to act",
                    &c.ogid_next),
        FLAG_OPTION("gnubg-points", 0, "match text: 25 and 0 for bar and off",
                    &c.gnubg_points),
        FLAG_OPTION("quiet", 'q', "no warnings, no progress", &c.quiet),
        FILE_RULES_OPTIONS(rules),
        {0}};
    const args_spec spec = {
        "IN...",
        "Converts matches and positions; what a file is, its content tells. A text of\n"
        "many positions gives as many, as identifiers or xgtext. Formats\n"
        "read: mat, sgf, xg, xgtext, bgblitz, bgf, snowie, gam, oldmoves, bgammon,\n"
        "javafibs, gibbon, ogxm, journal,\n"
        "and XGID, GNU Backgammon IDs, OGID, FIBS boards. \"-\" is standard input;\n"
        "an identifier may stand in the place of a file.\n"
        "Exit status 1 if a file could not be converted (the others were).",
        options, 1, -1};
    int files;
    int status = args_parse(&spec, argc, argv, &files);
    if (status != ARGS_RUN) return status;
    status = file_rules_apply("convert", &rules, &c.import);
    if (status != ARGS_RUN) return status;
    if ((status = choose_formats(&c, files)) != EXIT_DONE) return status;
    bool *clash = calloc((size_t)files, sizeof *clash);
    if (!clash || !find_inputs(&c, argv, files) ||
        (c.to_directory && !find_clashes(&c, argv, files, clash))) {
        command_say("convert", "not enough memory");
        free(clash);
        free(c.input);
        return EXIT_SYSTEM;
    }
    bool progress = files > 1 && !c.quiet, terminal = isatty(STDERR_FILENO);
    for (int i = 1; i <= files; i++) {
        if (progress && terminal)
            fprintf(stderr, "\r\033[K%d/%d %.60s", i, files, argv[i]);
        int one = clash[i - 1] ? refuse_clash(&c, argv[i]) : convert(&c, argv[i]);
        if (one == EXIT_SYSTEM || status == EXIT_DONE) status = one;
        c.files++;
    }
    free(clash);
    free(c.input);
    if (progress)
        fprintf(stderr, "%s%zu of %zu files converted, %zu with warnings, %zu failed\n",
                terminal ? "\r\033[K" : "", c.files - c.failed, c.files,
                c.with_warnings, c.failed);
    return status;
}
