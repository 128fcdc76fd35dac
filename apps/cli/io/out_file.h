/* A file that a command writes: there whole or not at all. The path "-" is standard
 * output. */
#ifndef ALEA_CLI_IO_OUT_FILE_H
#define ALEA_CLI_IO_OUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

enum { OUT_FILE_PATH = 4096 };

typedef struct out_file {
    FILE *to;
    /* private: where the name leads, and the new file beside it ("" for a device, a
     * pipe or standard output, which is written straight into) */
    char path[OUT_FILE_PATH], beside[OUT_FILE_PATH];
} out_file;

/* Whether `path` is "-". Text for a person then belongs on stderr. */
bool out_file_is_standard(const char *path);
/* EXIT_USAGE with a message when `path` is standard output and a terminal; otherwise
 * EXIT_DONE. For a binary format; `what` names it ("a PDF"). */
int out_file_check_binary(const char *name, const char *path, const char *what);

/* False with errno where nothing can be written to `path`. Otherwise write to
 * file->to, then close or drop it. */
bool out_file_open(out_file *file, const char *path);
/* Puts the new file in the old one's place; false with errno if any of it failed, and
 * then the old one is untouched. Always true for standard output: output_flush reports
 * its failure at the end of the program. */
bool out_file_close(out_file *file);
/* Forgets it. */
void out_file_drop(out_file *file);
/* Whether out_file_open is expected to succeed; errno if not. */
bool out_file_possible(const char *path);
/* Opens, writes and closes; false with errno. */
bool out_file_put(const char *path, const void *bytes, size_t size);
/* The same: EXIT_DONE, or EXIT_SYSTEM after "alea NAME: PATH: why" on stderr. */
int out_file_write(const char *name, const char *path, const void *bytes, size_t size);

/* For a function that takes the name of the file to write: `path` is that name. For
 * standard output it is a file in a temporary folder. */
typedef struct out_path {
    const char *path;
    /* private: the folder, "" if there is none */
    char folder[OUT_FILE_PATH], file[OUT_FILE_PATH];
} out_path;

/* False with errno. Otherwise call out_path_close, whatever became of the file. */
bool out_path_open(out_path *out, const char *path);
/* With `send`, copies a temporary file to standard output. Removes its folder with all
 * files in it. False with errno if the copy failed. */
bool out_path_close(out_path *out, bool send);

#endif
