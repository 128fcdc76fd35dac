#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "child.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "job.h"
#include "list.h"
#include "questions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int complain(const char *what, const alea_error *error)
{
    command_say("shard", "%s: %s", what, error->reason);
    return error->status == ALEA_ERROR_FILE || error->status == ALEA_ERROR_MEMORY
               ? EXIT_SYSTEM
               : EXIT_USAGE;
}

static alea_status make_folder(const char *folder, const char *part, alea_error *error)
{
    char path[JOB_PATH + 32];
    snprintf(path, sizeof path, "%s%s", folder, part);
    if (mkdir(path, 0777) == 0) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%s", strerror(errno));
}

/* The identity of the job: a hash of the kind, the fields and content of every
 * shard. */
static void identify(container *shard, int count, char id[CONTAINER_HASH])
{
    alea_text all = alea_text_growing((size_t)count * 4096 + 65536);
    for (int i = 0; i < count; i++) {
        char hash[CONTAINER_HASH];
        for (int f = 0; f < shard[i].fields; f++)
            alea_text_format(&all, "%s %s\n", shard[i].field[f].name,
                             shard[i].field[f].value);
        container_hash_bytes(shard[i].payload, shard[i].length, hash);
        alea_text_format(&all, "%s\n", hash);
    }
    container_hash_bytes(all.start ? all.start : "", all.length, id);
    alea_text_free(&all);
}

/* Writes the folder: the shards, and the job file last, so that a job that can be
 * opened is complete. */
static alea_status write_job(const make_options *o, container *shard, int count,
                             alea_error *error)
{
    job j = {.shards = count};
    char number[16], path[JOB_PATH + 32];
    if (strlen(o->output) >= JOB_PATH)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "the path is too long");
    strcpy(j.folder, o->output);
    container manifest = {.kind = CONTAINER_JOB};
    alea_text list = alea_text_growing((size_t)count * CONTAINER_HASH + 1);
    identify(shard, count, j.id);
    alea_status status = make_folder(o->output, "", error);
    if (status == ALEA_OK) status = make_folder(o->output, "/shards", error);
    if (status == ALEA_OK) status = make_folder(o->output, "/results", error);
    for (int i = 0; status == ALEA_OK && i < count; i++) {
        snprintf(number, sizeof number, "%d", i + 1);
        container_set(&shard[i], "job", j.id);
        container_set(&shard[i], "shard", number);
        job_shard_path(&j, i + 1, path);
        status = container_write(path, &shard[i], error);
        alea_text_format(&list, "%s\n", shard[i].hash);
    }
    if (status == ALEA_OK) status = alea_text_status(&list);
    if (status == ALEA_OK) {
        snprintf(number, sizeof number, "%d", count);
        container_set(&manifest, "kind", o->kind);
        container_set(&manifest, "job", j.id);
        container_set(&manifest, "shards", number);
        char *payload = malloc(list.length + 1);
        if (payload) memcpy(payload, list.start, list.length + 1);
        container_set_payload(&manifest, payload, payload ? list.length : 0);
        snprintf(path, sizeof path, "%s/job", o->output);
        status = payload ? container_write(path, &manifest, error)
                         : alea_error_no_memory(error);
    }
    container_finish(&manifest);
    alea_text_free(&list);
    return status;
}

int shard_make(const make_options *o, int operands, char **operand)
{
    alea_error error = {0};
    struct stat about;
    if (stat(o->output, &about) == 0)
        return command_refuse("shard", "%s: is there already", o->output);
    container *shard = calloc(JOB_SHARDS, sizeof *shard);
    char what[256] = "";
    int count = 0;
    alea_status status =
        shard ? questions_cut(o, operands, operand, shard, &count, what, &error)
              : alea_error_no_memory(&error);
    int result = EXIT_DONE;
    if (status != ALEA_OK)
        result = complain(*what ? what : o->kind, &error);
    else if ((status = write_job(o, shard, count, &error)) != ALEA_OK)
        result = complain(o->output, &error);
    else
        printf("%s: %d shard%s\n", o->output, count, count == 1 ? "" : "s");
    for (int i = 0; shard && i < count; i++) container_finish(&shard[i]);
    free(shard);
    return result;
}
