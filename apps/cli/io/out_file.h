/* A file that a command writes: there whole or not at all. */
#ifndef ALEA_CLI_OUT_FILE_H
#define ALEA_CLI_OUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

enum { OUT_FILE_PATH = 4096 };

typedef struct out_file {
    FILE *to;
    /* private: where the name leads, and the new file beside it ("" for a device or a
     * pipe, which is written straight into) */
    char path[OUT_FILE_PATH], beside[OUT_FILE_PATH];
} out_file;

/* False with errno where nothing can be written to `path`. Otherwise write to
 * file->to, then close or drop it. */
bool out_file_open(out_file *file, const char *path);
/* Puts the new file in the old one's place; false with errno if any of it failed, and
 * then the old one is untouched. */
bool out_file_close(out_file *file);
/* Forgets it. */
void out_file_drop(out_file *file);
/* Whether out_file_open is going to succeed, as far as can be told; errno if not. */
bool out_file_possible(const char *path);

#endif
