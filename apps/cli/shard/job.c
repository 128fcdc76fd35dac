#include "job.h"
#include "base/error.h"
#include "cli/io/args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void job_close(job *j)
{
    free(j->hash);
    memset(j, 0, sizeof *j);
}

static alea_status fill(job *j, const container *c, alea_error *error)
{
    const char *kind = container_get(c, "kind"), *id = container_get(c, "job");
    const char *shards = container_get(c, "shards");
    long long count;
    if (c->kind != CONTAINER_JOB || !kind || strlen(kind) >= JOB_KIND || !id ||
        strlen(id) != CONTAINER_HASH - 1 || !shards ||
        !args_integer(shards, 1, JOB_SHARDS, &count) ||
        c->length != (size_t)count * CONTAINER_HASH)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0, "not a job file");
    strcpy(j->kind, kind);
    strcpy(j->id, id);
    j->hash = malloc((size_t)count * sizeof *j->hash);
    if (!j->hash) return alea_error_no_memory(error);
    j->shards = (int)count;
    memcpy(j->hash, c->payload, c->length);
    for (int i = 0; i < j->shards; i++) j->hash[i][CONTAINER_HASH - 1] = '\0';
    return ALEA_OK;
}

alea_status job_open(job *j, const char *folder, alea_error *error)
{
    char path[JOB_PATH + 32];
    container c;
    memset(j, 0, sizeof *j);
    if (strlen(folder) >= JOB_PATH)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "the path is too long");
    strcpy(j->folder, folder);
    snprintf(path, sizeof path, "%s/job", folder);
    alea_status status = container_read(path, &c, error);
    if (status != ALEA_OK) return status;
    status = fill(j, &c, error);
    container_finish(&c);
    if (status != ALEA_OK) job_close(j);
    return status;
}

static int digits(const job *j)
{
    return j->shards > 9999 ? 6 : 4;
}

void job_shard_path(const job *j, int number, char out[JOB_PATH + 32])
{
    snprintf(out, JOB_PATH + 32, "%s/shards/%0*d", j->folder, digits(j), number);
}

void job_result_path(const job *j, int number, char out[JOB_PATH + 32])
{
    snprintf(out, JOB_PATH + 32, "%s/results/%0*d", j->folder, digits(j), number);
}

int job_number(const container *c)
{
    const char *text = container_get(c, "shard");
    long long number;
    return text && args_integer(text, 1, JOB_SHARDS, &number) ? (int)number : 0;
}

job_state job_read_result(const job *j, const char *path, container *result,
                          alea_error *error)
{
    memset(result, 0, sizeof *result);
    if (container_read(path, result, error) != ALEA_OK) return JOB_DAMAGED;
    const char *id = container_get(result, "job"), *of = container_get(result, "of");
    int number = job_number(result);
    if (result->kind == CONTAINER_RESULT && id && strcmp(id, j->id) == 0 &&
        number > 0 && number <= j->shards && of && strcmp(of, j->hash[number - 1]) == 0)
        return JOB_DONE;
    alea_error_set(error, 0, 0, "the result of another job");
    return JOB_FOREIGN;
}

job_state job_result(const job *j, int number, container *result, alea_error *error)
{
    char path[JOB_PATH + 32];
    memset(result, 0, sizeof *result);
    job_result_path(j, number, path);
    if (access(path, F_OK) != 0) {
        alea_error_set(error, 0, 0, "not there");
        return JOB_MISSING;
    }
    job_state state = job_read_result(j, path, result, error);
    if (state == JOB_DONE && job_number(result) != number) {
        alea_error_set(error, 0, 0, "the result of another shard");
        return JOB_FOREIGN;
    }
    return state;
}
