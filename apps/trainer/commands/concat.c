/* `alea-train concat`: several files of labelled positions as one. */
#include "command.h"
#include "trainer/fit/samples.h"
#include "trainer/games/families.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct part {
    const char *path;
    long long first, count; /* positions of the file that are taken */
    int held_only;          /* of those only the held ones; families.h */
} part;

/* `first=N` or `last=N` before a file: how many of its positions are taken;
 * `only=held`: only those of that class. */
typedef struct bound {
    long long count;
    int last, given, held_only;
} bound;

static int read_bound(const char *text, bound *b)
{
    if (strncmp(text, "only=", 5) == 0) {
        if (strcmp(text, "only=held") == 0) return b->held_only = 1;
        train_say("%s: the class must be held", text);
        return -1;
    }
    int last = strncmp(text, "last=", 5) == 0;
    if (!last && strncmp(text, "first=", 6) != 0) return 0;
    long count = 0;
    if (read_count(strchr(text, '=') + 1, 0, 4000000000, last ? "last" : "first",
                   &count) != 0)
        return -1;
    *b = (bound){count, last, 1, b->held_only};
    return 1;
}

/* The positions of the file at `path` that `b` asks for. */
static int measure(part *p, const char *path, const bound *b, char *reason, size_t size)
{
    FILE *file = samples_open(path, reason, size);
    if (!file) return -1;
    struct stat about;
    int failed = fstat(fileno(file), &about) != 0;
    fclose(file);
    if (failed) {
        snprintf(reason, size, "%s: %s", path, strerror(errno));
        return -1;
    }
    long long bytes = about.st_size - SAMPLES_HEADER,
              all = bytes / (long long)sizeof(sample);
    if (bytes % (long long)sizeof(sample) != 0) {
        snprintf(reason, size, "%s: position %lld is cut off", path, all + 1);
        return -1;
    }
    long long count = b->given && b->count < all ? b->count : all;
    *p = (part){path, b->last ? all - count : 0, count, b->held_only};
    return 0;
}

/* Moves the held positions to the front; a sibling goes with the sample it stands
 * beside (*with: whether that one was kept). */
static size_t keep_held(sample *chunk, size_t count, int *with)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        alea_board board = sample_board(&chunk[i]);
        if (chunk[i].exact != SAMPLE_SIBLING) *with = position_is_held(&board);
        if (*with) chunk[kept++] = chunk[i];
    }
    return kept;
}

/* Copies a part; its `count` becomes that of the positions written. */
static int copy(part *p, FILE *out, char *reason, size_t size)
{
    static sample chunk[16384];
    FILE *in = samples_open(p->path, reason, size);
    if (!in) return -1;
    long long left = p->count;
    int with = 0;
    off_t start = SAMPLES_HEADER + (off_t)p->first * (off_t)sizeof(sample);
    int failed = fseeko(in, start, SEEK_SET) != 0;
    while (!failed && left > 0) {
        size_t want = left < 16384 ? (size_t)left : 16384;
        failed = fread(chunk, sizeof(sample), want, in) != want;
        if (failed) snprintf(reason, size, "%s: cannot be read", p->path);
        size_t kept = want;
        if (!failed && p->held_only) kept = keep_held(chunk, want, &with);
        p->count -= (long long)(want - kept);
        if (!failed && fwrite(chunk, sizeof(sample), kept, out) != kept) {
            snprintf(reason, size, "the output cannot be written: %s", strerror(errno));
            failed = 1;
        }
        left -= (long long)want;
    }
    fclose(in);
    return failed ? -1 : 0;
}

enum { PARTS = 64 };

static int write_parts(const char *path, part *parts, int count, char *reason,
                       size_t size)
{
    char temporary[4096];
    if ((size_t)snprintf(temporary, sizeof temporary, "%s.new", path) >=
        sizeof temporary) {
        snprintf(reason, size, "the name of the output is too long");
        return -1;
    }
    remove(temporary);
    FILE *out = samples_append(temporary, reason, size);
    if (!out) return -1;
    int failed = 0;
    for (int i = 0; !failed && i < count; i++)
        failed = copy(&parts[i], out, reason, size) != 0;
    if (fclose(out) != 0 && !failed) {
        snprintf(reason, size, "%.300s: %s", temporary, strerror(errno));
        failed = 1;
    }
    if (!failed && rename(temporary, path) == 0) return 0;
    if (!failed) snprintf(reason, size, "%s: %s", path, strerror(errno));
    remove(temporary);
    return -1;
}

int command_concat(int argc, char **argv)
{
    part parts[PARTS];
    int count = 0;
    bound b = {0, 0, 0, 0};
    char reason[512] = "";
    for (int i = 2; i < argc; i++) {
        int is_bound = read_bound(argv[i], &b);
        if (is_bound < 0) return STATUS_USAGE;
        if (is_bound) continue;
        if (count == PARTS) {
            train_say("more than %d files", PARTS);
            return STATUS_USAGE;
        }
        if (measure(&parts[count++], argv[i], &b, reason, sizeof reason) != 0) {
            train_say("%s", reason);
            return STATUS_BAD_INPUT;
        }
        b = (bound){0, 0, 0, 0};
    }
    if (count == 0 || b.given || b.held_only) {
        fprintf(stderr,
                "usage: alea-train concat OUT "
                "[[first=N|last=N] [only=held] POSITIONS]...\n"
                "Writes the positions of several files to OUT, in order; "
                "first and last: only so many\n"
                "of the file that follows; only=held: of those only back games, "
                "checkers behind\n"
                "a prime, and checkers back against a bear-off.\n");
        return STATUS_USAGE;
    }
    if (write_parts(argv[1], parts, count, reason, sizeof reason) != 0) {
        train_say("%s", reason);
        return STATUS_SYSTEM;
    }
    long long all = 0;
    for (int i = 0; i < count; i++) all += parts[i].count;
    printf("%lld positions\n", all);
    return STATUS_DONE;
}
