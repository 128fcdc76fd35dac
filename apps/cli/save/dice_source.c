#include "dice_source.h"
#include "base/error.h"

#include <sodium.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* More other bytes than this between two dice is no dice file (and /dev/zero ends). */
enum { MOST_SKIPPED = 1000000, NUMBERS_DRAWN = 1000000 };

static alea_status fail(alea_error *error, alea_status status, const char *reason)
{
    return alea_error_fill(error, status, 0, 0, "%s", reason);
}

int dice_file_digit(FILE *file)
{
    for (long skipped = 0; skipped < MOST_SKIPPED; skipped++) {
        const int c = getc(file);
        if (c == EOF) return ferror(file) ? -1 : 0;
        if (c >= '1' && c <= '6') return c - '0';
    }
    return -1;
}

static alea_status open_file(dice_source *source, const char *path, alea_error *error)
{
    char reason[160];
    if (!*path) return fail(error, ALEA_ERROR_ARGUMENT, "file: needs a file name");
    if (strlen(path) >= sizeof source->path)
        return fail(error, ALEA_ERROR_ARGUMENT,
                    "the name of the dice file is too long");
    snprintf(source->path, sizeof source->path, "%s", path);
    source->file = fopen(path, "rb");
    if (source->file) return ALEA_OK;
    snprintf(reason, sizeof reason, "cannot open the dice file %.60s: %.60s", path,
             strerror(errno));
    return fail(error, ALEA_ERROR_FILE, reason);
}

/* Seeded dice use the sealed construction with a seed that anybody can compute. */
static alea_status seed_from_number(dice_source *source, const char *text,
                                    alea_error *error)
{
    char *end = NULL, name[64];
    errno = 0;
    const bool digits = *text >= '0' && *text <= '9';
    const unsigned long long number = digits ? strtoull(text, &end, 10) : 0;
    if (!digits || errno || *end)
        return fail(error, ALEA_ERROR_ARGUMENT,
                    "seed: needs a whole number from 0 to 18446744073709551615");
    source->seed_number = number;
    snprintf(name, sizeof name, "alea-seed-1\n%" PRIu64 "\n", source->seed_number);
    crypto_hash_sha256(source->secret.seed, (const uint8_t *)name, strlen(name));
    return ALEA_OK;
}

static alea_status open_source(dice_source *source, const char *spec, bool fresh,
                               alea_error *error)
{
    if (sodium_init() < 0)
        return fail(error, ALEA_ERROR_FILE, "the system has no source of random bytes");
    *source = (dice_source){0};
    if (strcmp(spec, "os") == 0) {
        source->kind = DICE_OS;
        if (fresh) dice_secret_draw(&source->secret);
        return ALEA_OK;
    }
    if (strcmp(spec, "manual") == 0) {
        source->kind = DICE_MANUAL;
        return ALEA_OK;
    }
    if (strcmp(spec, "seed") == 0 && fresh) {
        char number[16];
        source->kind = DICE_SEED;
        snprintf(number, sizeof number, "%" PRIu32, randombytes_uniform(NUMBERS_DRAWN));
        return seed_from_number(source, number, error);
    }
    if (strncmp(spec, "seed:", 5) == 0) {
        source->kind = DICE_SEED;
        return seed_from_number(source, spec + 5, error);
    }
    if (strncmp(spec, "file:", 5) == 0) {
        source->kind = DICE_FILE;
        return open_file(source, spec + 5, error);
    }
    return fail(error, ALEA_ERROR_ARGUMENT,
                "dice are os, manual, file:NAME, seed or seed:NUMBER");
}

alea_status dice_source_start(dice_source *source, const char *spec, alea_error *error)
{
    return open_source(source, spec, true, error);
}

alea_status dice_source_resume(dice_source *source, const char *spec, uint64_t rolls,
                               alea_error *error)
{
    const alea_status status = open_source(source, spec, false, error);
    if (status != ALEA_OK) return status;
    source->rolls = rolls;
    if (source->kind != DICE_FILE) return ALEA_OK;
    for (uint64_t i = 0; i < 2 * rolls; i++)
        if (dice_file_digit(source->file) <= 0) {
            dice_source_finish(source);
            return fail(error, ALEA_ERROR_FILE,
                        "the dice file is shorter than the rolls already thrown");
        }
    return ALEA_OK;
}

void dice_source_finish(dice_source *source)
{
    if (source->file) fclose(source->file);
    sodium_memzero(source, sizeof *source);
}

void dice_source_spec(const dice_source *source, char *out, size_t size)
{
    switch (source->kind) {
    case DICE_OS: snprintf(out, size, "os"); break;
    case DICE_MANUAL: snprintf(out, size, "manual"); break;
    case DICE_SEED: snprintf(out, size, "seed:%" PRIu64, source->seed_number); break;
    case DICE_FILE: snprintf(out, size, "file:%s", source->path); break;
    }
}

/* Line and column of where a file that can be read again stands; *line 0: unknown. */
static void find_place(FILE *file, long *line, long *column)
{
    const long end = ftell(file);
    *line = *column = 0;
    if (end < 0 || fseek(file, 0, SEEK_SET) != 0) return;
    *line = *column = 1;
    for (long i = 0; i < end; i++) {
        const bool ends_line = getc(file) == '\n';
        *line += ends_line;
        *column = ends_line ? 1 : *column + 1;
    }
}

static alea_status roll_from_file(dice_source *source, alea_roll *roll,
                                  alea_error *error)
{
    char reason[160], place[64] = "";
    long line, column;
    int die[2];
    for (int i = 0; i < 2; i++) {
        die[i] = dice_file_digit(source->file);
        if (die[i] > 0) continue;
        find_place(source->file, &line, &column);
        if (line) snprintf(place, sizeof place, ": line %ld, column %ld", line, column);
        snprintf(reason, sizeof reason, "the dice file %.60s %s%s", source->path,
                 die[i] == 0 ? "has no more rolls" : "cannot be read on", place);
        return fail(error, ALEA_ERROR_FILE, reason);
    }
    *roll = (alea_roll){{(uint8_t)die[0], (uint8_t)die[1]}};
    source->rolls++;
    return ALEA_OK;
}

alea_status dice_source_roll(dice_source *source, alea_roll *roll, alea_error *error)
{
    switch (source->kind) {
    case DICE_OS:
    case DICE_SEED:
        *roll = dice_secret_roll(&source->secret, source->rolls++);
        return ALEA_OK;
    case DICE_FILE: return roll_from_file(source, roll, error);
    case DICE_MANUAL: break;
    }
    return fail(error, ALEA_ERROR_ARGUMENT, "these dice are thrown by hand");
}
