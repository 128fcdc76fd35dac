#include "match_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "desk/texts/texts.h"

static bool refuse(alea_error *error, alea_status status, const char *reason)
{
    alea_error_fill(error, status, 0, 0, "%s", reason);
    return false;
}

/* `path` does not exist, but looks like the identifier of a position. */
static bool take_identifier(const char *path, char **bytes, size_t *size)
{
    *size = strlen(path);
    alea_format format = alea_format_sniff(path, *size);
    if (format != ALEA_FORMAT_ID && format != ALEA_FORMAT_XG_TEXT) return false;
    return (*bytes = strdup(path)) != NULL;
}

/* Reads up to ALEA_FILE_MAX_BYTES into *bytes, the caller's to free. */
static bool read_bytes(const char *path, char **bytes, size_t *size, alea_error *error)
{
    enum { CHUNK = 1 << 16 };
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    struct stat about;
    if (!file) {
        int reason = errno;
        return take_identifier(path, bytes, size) ||
               refuse(error, ALEA_ERROR_FILE, strerror(reason));
    }
    if (fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode)) {
        if (!standard) fclose(file);
        return refuse(error, ALEA_ERROR_FILE, "is a directory");
    }
    char *text = NULL;
    size_t length = 0, capacity = 0;
    bool good = true;
    for (;;) {
        if (capacity - length < CHUNK) {
            char *more = realloc(text, capacity = capacity * 2 + CHUNK);
            if (!more) {
                good = alea_error_no_memory(error) == ALEA_OK;
                break;
            }
            text = more;
        }
        size_t got = fread(text + length, 1, capacity - length, file);
        length += got;
        if (length > ALEA_FILE_MAX_BYTES) {
            good = refuse(error, ALEA_ERROR_FILE, "is over 32 MB: no match file");
            break;
        }
        if (got == 0) break;
    }
    if (good && ferror(file)) good = refuse(error, ALEA_ERROR_FILE, strerror(errno));
    if (!standard) fclose(file);
    if (!good) {
        free(text);
        return false;
    }
    *bytes = text;
    *size = length;
    return true;
}

static void keep_warning(void *context, size_t line, const char *text)
{
    match_file *file = context;
    if (file->warnings_kept == WARNINGS_KEPT || !file->warning) return;
    match_warning *warning = &file->warning[file->warnings_kept++];
    warning->line = line;
    snprintf(warning->text, sizeof warning->text, "%s", text);
}

static int import(match_file *file, const char *bytes, size_t size,
                  alea_import_options *options)
{
    memset(file, 0, sizeof *file);
    file->warning = calloc(WARNINGS_KEPT, sizeof *file->warning);
    options->warn = keep_warning;
    options->warn_context = file;
    /* Always accept partial files, so that a refusal can say how much was readable. */
    bool partial = options->partial;
    options->partial = true;
    alea_status status =
        alea_import(bytes, size, options, &file->record, &file->report, &file->error);
    options->partial = partial;
    if (status == ALEA_OK && (partial || !file->report.stopped)) return EXIT_DONE;
    if (status == ALEA_OK)
        alea_error_fill(&file->error, ALEA_ERROR_SYNTAX, file->report.where.line,
                        file->report.where.column,
                        "%s (--partial takes what comes before)",
                        file->report.where.reason);
    return status == ALEA_ERROR_MEMORY ? EXIT_SYSTEM : EXIT_SOME_BAD;
}

int match_file_import(match_file *file, const char *path, alea_import_options *options)
{
    memset(file, 0, sizeof *file);
    char *bytes;
    size_t size;
    if (!read_bytes(path, &bytes, &size, &file->error)) return EXIT_SYSTEM;
    const int status = import(file, bytes, size, options);
    free(bytes);
    return status;
}

/* How many positions a pasted text has; 0: it is not such a text. */
static size_t count_pieces(const char *bytes, size_t size)
{
    alea_piece piece = {0};
    size_t count = 0;
    if (!paste_is(bytes, size)) return 0;
    while (alea_piece_next(bytes, size, &piece)) count++;
    return count;
}

/* Lines of the piece become lines of the text. */
static void move_lines(match_file *file, size_t first)
{
    if (file->error.line) file->error.line += first - 1;
    if (file->report.where.line) file->report.where.line += first - 1;
    for (size_t i = 0; i < file->warnings_kept; i++)
        if (file->warning[i].line) file->warning[i].line += first - 1;
}

int match_file_each(const char *path, alea_import_options *options,
                    int (*each)(void *context, match_file *file), void *context)
{
    char *bytes;
    size_t size;
    match_file file = {0};
    alea_piece piece = {0};
    int worst = EXIT_DONE, status;
    if (!read_bytes(path, &bytes, &size, &file.error)) {
        file_refuse(stderr, path, &file.error);
        return EXIT_SYSTEM;
    }
    const bool many =
        options->format == ALEA_FORMAT_UNKNOWN && count_pieces(bytes, size) > 1;
    while (!many || alea_piece_next(bytes, size, &piece)) {
        alea_import_options own = *options;
        if (many) own.format = piece.format;
        status = many ? import(&file, piece.bytes, piece.size, &own)
                      : import(&file, bytes, size, &own);
        if (many) move_lines(&file, piece.line);
        if (status == EXIT_DONE)
            status = each(context, &file);
        else
            file_refuse(stderr, path, &file.error);
        match_file_finish(&file);
        if (status > worst) worst = status;
        if (!many || status == EXIT_SYSTEM) break;
    }
    free(bytes);
    return worst;
}

void match_file_finish(match_file *file)
{
    alea_record_clear(&file->record);
    free(file->warning);
    file->warning = NULL;
}

void match_file_print_warnings(const match_file *file, const char *path, size_t most,
                               FILE *to)
{
    size_t shown = file->warnings_kept < most ? file->warnings_kept : most;
    for (size_t i = 0; i < shown; i++) {
        const match_warning *w = &file->warning[i];
        if (w->line)
            fprintf(to, "%s:%zu: warning: %s\n", path, w->line, w->text);
        else
            fprintf(to, "%s: warning: %s\n", path, w->text);
    }
    if (file->report.warnings > shown && most)
        fprintf(to, "%s: and %zu warnings more\n", path, file->report.warnings - shown);
    if (file->report.stopped) {
        file_place(to, path, &file->report.where);
        fprintf(to, " reading stopped here: %s\n", file->report.where.reason);
    }
}
