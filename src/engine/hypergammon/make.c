/* Makes a table file, in parts that survive a stop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "table.h"

enum { PAIRS = HYPER_POSITIONS * HYPER_POSITIONS, BETWEEN_NS = 100000000 };

/* Header and records as the file holds them. */
typedef struct image {
    hyper_header header;
    hyper_record record[PAIRS];
} image;

typedef struct making {
    const alea_hypergammon_job *job;
    image *image;
    const char *part;
    long long reported_ns;
    alea_status status; /* of the last save */
    alea_error *error;
} making;

static alea_status save(making *m, const hyper_progress *progress, bool complete,
                        const char *path)
{
    hyper_header *h = &m->image->header;
    *h = (hyper_header){.version = HYPER_VERSION,
                        .checkers = HYPER_CHECKERS,
                        .positions = HYPER_POSITIONS,
                        .complete = complete,
                        .data_size = sizeof m->image->record,
                        .progress = *progress};
    memcpy(h->magic, "ALEAHYPE", sizeof h->magic);
    snprintf(h->made_by, sizeof h->made_by,
             "alea %s: value iteration by total pips, standard plays, to %.0e",
             alea_version(), (double)HYPER_TOLERANCE);
    h->data_sum = alea_checksum(m->image->record, sizeof m->image->record);
    hyper_header_seal(h);
    return alea_file_replace(path, m->image, sizeof *m->image, 0666, m->error);
}

static bool after_step(void *context, const hyper_progress *progress, bool sweep_done)
{
    making *m = context;
    const long long now = alea_clock_ns();
    bool more = true;
    if (m->job->progress && (sweep_done || now - m->reported_ns > BETWEEN_NS)) {
        m->reported_ns = now;
        const alea_hypergammon_progress reported = {
            .sweeps = (int)progress->sweeps,
            .fraction = progress->step / (double)HYPER_STEPS,
            .change = (double)progress->previous};
        more = m->job->progress(m->job->context, &reported);
    }
    if (sweep_done || !more) m->status = save(m, progress, false, m->part);
    return more && m->status == ALEA_OK;
}

/* Reads the part file into the image if it is a whole one; else starts anew. */
static void resume(making *m, hyper_progress *progress)
{
    *progress = (hyper_progress){0};
    const hyper_header *h = &m->image->header;
    const bool whole =
        alea_file_fill(m->part, m->image, sizeof *m->image) &&
        hyper_header_check(h, sizeof *m->image, NULL) == ALEA_OK &&
        h->data_sum == alea_checksum(m->image->record, sizeof m->image->record);
    if (whole)
        *progress = h->progress;
    else
        memset(m->image, 0, sizeof *m->image);
}

alea_status alea_hypergammon_make_file(const alea_hypergammon_job *job,
                                       const char *path, alea_error *error)
{
    struct stat old;
    hyper_progress progress;
    if (job->threads < 1 || job->threads > 64)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "threads must be 1 to 64");
    if (stat(path, &old) == 0 && !S_ISREG(old.st_mode))
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "%.100s is not a regular file", path);
    const size_t length = strlen(path) + sizeof ".part";
    char *part = malloc(length);
    image *all = calloc(1, sizeof *all);
    making m = {.job = job, .image = all, .part = part, .error = error};
    alea_status status = ALEA_ERROR_MEMORY;
    if (part && all) {
        snprintf(part, length, "%s.part", path);
        resume(&m, &progress);
        /* A path that cannot be written is refused before the work, not after it. */
        status = alea_file_touch(part, error);
        if (status == ALEA_OK)
            status = hyper_solve(all->record, &progress, job->threads, after_step, &m);
        if (status == ALEA_OK) status = save(&m, &progress, true, path);
        if (status == ALEA_OK) unlink(part);
        if (m.status != ALEA_OK) status = m.status;
    }
    if (status == ALEA_ERROR_MEMORY)
        alea_error_fill(error, status, 0, 0, "out of memory: 0.9 GB are needed");
    if (status == ALEA_ERROR_UNSUPPORTED)
        alea_error_fill(error, status, 0, 0, "the values do not converge");
    free(all);
    free(part);
    return status;
}
