#include "base/error.h"
#include "base/text.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "list.h"

#include <alea/rollout.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS_HEADER = 16, ROLLOUT_TEXT = 1 << 16, TOLD = 20 };

/* The payload hashes tell two results of one shard apart. */
typedef struct found {
    char hash[CONTAINER_HASH]; /* of the payload, "" = no result */
    const char *path;          /* NULL: in the job's folder */
} found;

static int told_of(int shown, const char *path, const char *reason)
{
    if (shown < TOLD) command_say("shard", "%s: %s", path, reason);
    return shown + 1;
}

/* Notes a sound result; -1 if another result of the same shard differs. */
static int note(found *list, const container *result, const char *path, int *doubled)
{
    char hash[CONTAINER_HASH];
    found *f = &list[job_number(result) - 1];
    container_hash_bytes(result->payload, result->length, hash);
    if (!f->hash[0]) {
        strcpy(f->hash, hash);
        f->path = path;
        return 0;
    }
    if (strcmp(f->hash, hash) == 0) {
        ++*doubled;
        return 0;
    }
    command_say("shard", "%s: another result of shard %d, which differs",
                path ? path : "the job's results", job_number(result));
    return -1;
}

/* Fills `list`; the number of shards without a sound result, or -1. */
static int collect(const job *j, found *list, int extra, char **paths)
{
    int shown = 0, doubled = 0, missing = 0, failed = 0;
    alea_error error = {0};
    container result;
    for (int i = 1; i <= j->shards; i++) {
        job_state state = job_result(j, i, &result, &error);
        char path[JOB_PATH + 32];
        job_result_path(j, i, path);
        if (state == JOB_DONE)
            failed |= note(list, &result, NULL, &doubled);
        else if (state != JOB_MISSING)
            shown = told_of(shown, path, error.reason);
        container_finish(&result);
    }
    for (int i = 0; i < extra; i++) {
        if (job_read_result(j, paths[i], &result, &error) == JOB_DONE)
            failed |= note(list, &result, paths[i], &doubled);
        else
            shown = told_of(shown, paths[i], error.reason);
        container_finish(&result);
    }
    for (int i = 0; i < j->shards; i++) missing += !list[i].hash[0];
    if (doubled > 0)
        command_say("shard", "%d result%s there twice, alike", doubled,
                    doubled == 1 ? " is" : "s are");
    return failed ? -1 : missing;
}

static alea_status result_of(const job *j, const found *f, int number,
                             container *result, alea_error *error)
{
    job_state state = f->path ? job_read_result(j, f->path, result, error)
                              : job_result(j, number, result, error);
    return state == JOB_DONE ? ALEA_OK : ALEA_ERROR_CHECKSUM;
}

/* Lines or positions: one result behind the other. */
static alea_status join(const job *j, const found *list, alea_text *out,
                        alea_error *error)
{
    size_t header = strcmp(j->kind, "relabel") == 0 ? POSITIONS_HEADER : 0;
    alea_status status = ALEA_OK;
    for (int i = 0; status == ALEA_OK && i < j->shards; i++) {
        container result;
        status = result_of(j, &list[i], i + 1, &result, error);
        size_t skip = i > 0 ? header : 0;
        if (status == ALEA_OK && result.length >= skip)
            alea_text_bytes(out, result.payload + skip, result.length - skip);
        container_finish(&result);
    }
    if (status == ALEA_OK && alea_text_status(out) != ALEA_OK)
        status = alea_error_no_memory(error);
    return status;
}

static alea_status write_all(const char *path, const char *bytes, size_t size,
                             alea_error *error)
{
    if (out_file_put(path, bytes, size)) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%s", strerror(errno));
}

static alea_status write_rollout(const char *output, int question, int last,
                                 const alea_rollout *sum, alea_error *error)
{
    char path[JOB_PATH + 32], *text = malloc(ROLLOUT_TEXT);
    if (!text) return alea_error_no_memory(error);
    /* Several questions: OUTPUT.1, OUTPUT.2, ... */
    if (last)
        snprintf(path, sizeof path, "%s", output);
    else
        snprintf(path, sizeof path, "%s.%d", output, question);
    size_t length = alea_rollout_write(sum, text, ROLLOUT_TEXT);
    const alea_status status = write_all(path, text, length, error);
    free(text);
    return status;
}

static int question_of(const container *c)
{
    const char *text = container_get(c, "question");
    return text ? atoi(text) : 0;
}

static alea_status merge_rollouts(const job *j, const found *list, const char *output,
                                  alea_error *error)
{
    alea_rollout *pair = calloc(2, sizeof *pair);
    if (!pair) return alea_error_no_memory(error);
    alea_rollout *sum = &pair[0], *next = &pair[1];
    int open = 0; /* the question that *sum answers; 0 = none yet */
    alea_status status = ALEA_OK;
    for (int i = 0; status == ALEA_OK && i < j->shards; i++) {
        container result;
        status = result_of(j, &list[i], i + 1, &result, error);
        if (status == ALEA_OK)
            status = alea_rollout_read(result.payload, result.length, next, error);
        int question = question_of(&result);
        container_finish(&result);
        if (status != ALEA_OK) break;
        if (open == question) {
            status = alea_rollout_merge(sum, next, error);
            continue;
        }
        if (open && out_file_is_standard(output))
            status = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                     "several rollouts need --output FILE, which "
                                     "gets FILE.1, FILE.2, ...");
        else if (open)
            status = write_rollout(output, open, 0, sum, error);
        *sum = *next;
        open = question;
    }
    if (status == ALEA_OK) status = write_rollout(output, open, open == 1, sum, error);
    free(pair);
    return status;
}

int shard_merge(const job *j, const char *output, int extra, char **paths)
{
    alea_error error = {0};
    if (strcmp(j->kind, "relabel") == 0 &&
        out_file_check_binary("shard", output, "a set of positions") != EXIT_DONE)
        return EXIT_USAGE;
    found *list = calloc((size_t)j->shards, sizeof *list);
    if (!list) return command_fail_memory("shard");
    int missing = collect(j, list, extra, paths);
    alea_status status = ALEA_OK;
    if (missing == 0 && strcmp(j->kind, "rollout") == 0) {
        status = merge_rollouts(j, list, output, &error);
    } else if (missing == 0) {
        alea_text out = alea_text_growing((size_t)1 << 36);
        status = join(j, list, &out, &error);
        if (status == ALEA_OK)
            status = write_all(output, out.start, out.length, &error);
        alea_text_free(&out);
    }
    free(list);
    if (missing != 0) {
        if (missing > 0)
            command_say("shard",
                        "%d of %d shards have no sound result; nothing was written",
                        missing, j->shards);
        return EXIT_SOME_BAD;
    }
    if (status == ALEA_OK) return EXIT_DONE;
    command_say("shard", "%s: %s", output, error.reason);
    return status == ALEA_ERROR_FILE || status == ALEA_ERROR_MEMORY ? EXIT_SYSTEM
                                                                    : EXIT_SOME_BAD;
}

int shard_status(const job *j, int missing)
{
    int count[4] = {0};
    alea_error error = {0};
    for (int i = 1; i <= j->shards; i++) {
        container result;
        char path[JOB_PATH + 32];
        job_state state = job_result(j, i, &result, &error);
        container_finish(&result);
        count[state]++;
        if (state != JOB_DONE && missing) {
            job_shard_path(j, i, path);
            printf("%s\n", path);
        }
    }
    if (!missing)
        printf("%s: %s, %d shards: %d done, %d missing, %d damaged, %d foreign\n",
               j->folder, j->kind, j->shards, count[JOB_DONE], count[JOB_MISSING],
               count[JOB_DAMAGED], count[JOB_FOREIGN]);
    return count[JOB_DONE] == j->shards ? EXIT_DONE : EXIT_SOME_BAD;
}
