/* Match files for the commands: read whole, with their warnings kept. */
#ifndef ALEA_CLI_QUESTION_MATCH_FILE_H
#define ALEA_CLI_QUESTION_MATCH_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <alea/file.h>

enum { WARNINGS_KEPT = 200 };

typedef struct match_warning {
    size_t line;
    char text[200];
} match_warning;

typedef struct match_file {
    alea_record record;
    alea_import_report report;
    match_warning *warning; /* the first of them */
    size_t warnings_kept;
    alea_error error; /* why it was refused */
} match_file;

/* Reads a match from `path`: a file, "-" (standard input) or, where no such file is,
 * the identifier of a position. EXIT_DONE, or the exit status; file->error has the
 * reason. Finish it in any case. */
int match_file_import(match_file *file, const char *path, alea_import_options *options);
/* Reads every position of a text that holds many and whose format is not given, else
 * the one match or position, and calls `each` for it; a position that cannot be read is
 * said, and the others follow. The worst exit status. */
int match_file_each(const char *path, alea_import_options *options,
                    int (*each)(void *context, match_file *file), void *context);
void match_file_finish(match_file *file);
/* Warnings as `path:line: ...` lines, at most `most` of them. */
void match_file_print_warnings(const match_file *file, const char *path, size_t most,
                               FILE *to);

#endif
