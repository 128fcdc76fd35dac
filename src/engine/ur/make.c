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

/* Between reports and between saves. */
#define REPORT_NS INT64_C(100000000)
#define SAVE_NS   INT64_C(60000000000)

/* Header and values as a file holds them; of a complete one the values are numbers of
 * 16 bits, written over the others. */
typedef struct image {
    ur_header header;
    float value[];
} image;

typedef struct making {
    const alea_ur_job *job;
    const ur_numbers *numbers;
    image *image;
    const char *part;
    long long reported_ns, saved_ns;
    alea_status status; /* of the last save */
    alea_error *error;
} making;

static alea_status save(making *m, const ur_progress *progress, bool complete,
                        const char *path)
{
    ur_header *h = &m->image->header;
    ur_header_start(h, m->numbers, complete);
    h->progress = *progress;
    h->data_sum = alea_checksum(m->image->value, (size_t)h->data_size);
    ur_header_seal(h);
    m->saved_ns = alea_clock_ns();
    return alea_file_replace(path, m->image, sizeof *h + (size_t)h->data_size, 0666,
                             m->error);
}

static bool after_step(void *context, const ur_progress *progress)
{
    making *m = context;
    const long long now = alea_clock_ns();
    bool more = true;
    if (m->job->progress && now - m->reported_ns > REPORT_NS) {
        m->reported_ns = now;
        const alea_ur_progress reported = {.layer = (int)progress->layer,
                                           .layers = (int)ur_layers(m->numbers->men),
                                           .sweep = (int)progress->sweep,
                                           .fraction = progress->step /
                                                       (30.0 * m->numbers->men + 1)};
        more = m->job->progress(m->job->context, &reported);
    }
    const bool layer_done = progress->sweep == 0 && progress->step == 0;
    if (!more || (layer_done && now - m->saved_ns > SAVE_NS))
        m->status = save(m, progress, false, m->part);
    return more && m->status == ALEA_OK;
}

static size_t image_size(const ur_numbers *numbers)
{
    return sizeof(image) + (size_t)numbers->count * sizeof(float);
}

static bool are_chances(const float *value, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(value[i] >= 0 && value[i] <= 1)) return false;
    return true;
}

/* Reads the part file into the image if it is a whole one; else starts anew. */
static void resume(making *m, ur_progress *progress)
{
    *progress = (ur_progress){0};
    const size_t size = image_size(m->numbers);
    const ur_header *h = &m->image->header;
    const bool whole =
        alea_file_fill(m->part, m->image, size) &&
        ur_header_check(h, size, NULL) == ALEA_OK && !h->complete &&
        (int)h->men == m->numbers->men && h->positions == m->numbers->count &&
        h->data_sum == alea_checksum(m->image->value, (size_t)h->data_size) &&
        are_chances(m->image->value, h->positions);
    if (whole)
        *progress = h->progress;
    else
        memset(m->image, 0, size);
}

/* Rounds the chances to 16 bits, in place. */
static void pack(making *m)
{
    unsigned char *out = (unsigned char *)m->image->value;
    for (uint32_t i = 0; i < m->numbers->count; i++) {
        const uint16_t rounded = (uint16_t)((double)m->image->value[i] * UR_ONE + 0.5);
        memcpy(out + (size_t)i * sizeof rounded, &rounded, sizeof rounded);
    }
}

static alea_status run(making *m, const char *path)
{
    ur_progress progress;
    resume(m, &progress);
    m->saved_ns = alea_clock_ns();
    /* A path that cannot be written is refused before the work, not after it. */
    alea_status status = alea_file_touch(m->part, m->error);
    if (status == ALEA_OK)
        status = ur_solve(m->numbers, m->image->value, &progress, m->job->threads,
                          after_step, m);
    if (status == ALEA_OK) {
        pack(m);
        status = save(m, &progress, true, path);
    }
    if (status == ALEA_OK) unlink(m->part);
    return m->status != ALEA_OK ? m->status : status;
}

alea_status alea_ur_make_file(const alea_ur_job *job, const char *path,
                              alea_error *error)
{
    struct stat old;
    if (job->men < 1 || job->men > UR_MOST_MEN)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "men of a side must be 1 to %d", UR_MOST_MEN);
    if (job->threads < 1 || job->threads > 64)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "threads must be 1 to 64");
    if (stat(path, &old) == 0 && !S_ISREG(old.st_mode))
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "%.100s is not a regular file", path);
    const size_t length = strlen(path) + sizeof ".part";
    ur_numbers *numbers = malloc(sizeof *numbers);
    char *part = malloc(length);
    making m = {.job = job, .numbers = numbers, .part = part, .error = error};
    alea_status status = ALEA_ERROR_MEMORY;
    if (numbers && part) {
        snprintf(part, length, "%s.part", path);
        ur_numbers_make(numbers, job->men);
        m.image = calloc(1, image_size(numbers));
        if (m.image) status = run(&m, path);
    }
    if (status == ALEA_ERROR_MEMORY)
        alea_error_fill(error, status, 0, 0, "out of memory: 0.7 GB are needed");
    if (status == ALEA_ERROR_UNSUPPORTED)
        alea_error_fill(error, status, 0, 0, "the values do not converge");
    free(m.image);
    free(part);
    free(numbers);
    return status;
}
