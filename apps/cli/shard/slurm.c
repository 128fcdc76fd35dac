#define _XOPEN_SOURCE 700 /* realpath */
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "child.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCRIPT = 1 << 20, PROGRAM = 4096 };

/* In single quotes, for sh. */
static void put_quoted(alea_text *out, const char *text)
{
    alea_text_char(out, '\'');
    for (; *text; text++) {
        if (*text == '\'')
            alea_text_put(out, "'\\''");
        else
            alea_text_char(out, *text);
    }
    alea_text_char(out, '\'');
}

/* "1-7,9,11-12": the shards without a sound result; their count. */
static int put_missing(alea_text *out, const job *j)
{
    int count = 0, from = 0;
    const char *comma = "";
    for (int i = 1; i <= j->shards + 1; i++) {
        bool missing = false;
        if (i <= j->shards) {
            container result;
            alea_error error;
            missing = job_result(j, i, &result, &error) != JOB_DONE;
            container_finish(&result);
        }
        count += missing;
        if (missing && !from) from = i;
        if (missing || !from) continue;
        alea_text_format(out, i - 1 > from ? "%s%d-%d" : "%s%d", comma, from, i - 1);
        comma = ",";
        from = 0;
    }
    return count;
}

static void put_option(alea_text *out, const char *name, const char *value)
{
    if (!value) return;
    alea_text_format(out, " %s ", name);
    put_quoted(out, value);
}

static void put_header(alea_text *out, const slurm_options *o, const char *name,
                       const char *folder, const char *log)
{
    alea_text_format(out, "#!/bin/sh\n#SBATCH --job-name=%s\n", name);
    alea_text_format(out, "#SBATCH --output=%s/%s\n", folder, log);
    if (o->partition) alea_text_format(out, "#SBATCH --partition=%s\n", o->partition);
    if (o->time) alea_text_format(out, "#SBATCH --time=%s\n", o->time);
}

static alea_status write_script(const char *folder, const char *name, alea_text *text,
                                alea_error *error)
{
    char path[JOB_PATH + 32];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    alea_status status = alea_text_status(text);
    if (status == ALEA_OK)
        status = alea_file_replace(path, text->start, text->length, 0777, error);
    return status;
}

/* Runs sbatch --parsable, which prints the number of the job. */
static alea_status submit(const char *script, const char *after, char *number,
                          size_t size, alea_error *error)
{
    char program[] = "sbatch", parsable[] = "--parsable", dependency[96],
         file[JOB_PATH + 32];
    char *arguments[5] = {program, parsable};
    int count = 2, exited;
    size_t length;
    char *output;
    snprintf(file, sizeof file, "%s", script);
    if (after) {
        snprintf(dependency, sizeof dependency, "--dependency=afterok:%s", after);
        arguments[count++] = dependency;
    }
    arguments[count] = file;
    alea_status status =
        child_run("sbatch", arguments, NULL, 4096, &output, &length, &exited, error);
    if (status != ALEA_OK) return status;
    output[strcspn(output, ";\n")] = '\0';
    snprintf(number, size, "%s", output);
    free(output);
    if (exited == 0 && *number) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "sbatch failed");
}

static alea_status write_scripts(const job *j, const slurm_options *o,
                                 const char *folder, const char *program, int *count,
                                 alea_error *error)
{
    alea_text array = alea_text_growing(SCRIPT), text = alea_text_growing(SCRIPT);
    *count = put_missing(&array, j);
    put_header(&text, o, "alea-shard", folder, "slurm-%A_%a.log");
    alea_text_format(&text, "#SBATCH --cpus-per-task=%lld\n#SBATCH --array=%s", o->cpus,
                     *count ? array.start : "1");
    if (o->at_once) alea_text_format(&text, "%%%lld", o->at_once);
    alea_text_format(&text, "\nexec ");
    put_quoted(&text, program);
    alea_text_format(&text, " shard run --threads %lld", o->cpus);
    put_option(&text, "--net", o->net);
    put_option(&text, "--met", o->met);
    alea_text_put(&text, " --number \"$SLURM_ARRAY_TASK_ID\" ");
    put_quoted(&text, folder);
    alea_text_char(&text, '\n');
    alea_status status = write_script(folder, "run.sbatch", &text, error);
    alea_text_reset(&text);
    if (status == ALEA_OK && o->output) {
        put_header(&text, o, "alea-merge", folder, "slurm-%j.log");
        alea_text_put(&text, "exec ");
        put_quoted(&text, program);
        alea_text_put(&text, " shard merge --output ");
        put_quoted(&text, o->output);
        alea_text_char(&text, ' ');
        put_quoted(&text, folder);
        alea_text_char(&text, '\n');
        status = write_script(folder, "merge.sbatch", &text, error);
    }
    alea_text_free(&text);
    alea_text_free(&array);
    return status;
}

int shard_slurm(const job *j, const slurm_options *o)
{
    char program[PROGRAM], folder[JOB_PATH], script[JOB_PATH + 32], first[64], last[64];
    alea_error error = {0};
    int count = 0;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0 || !realpath(j->folder, folder) || strpbrk(folder, " \n\"'%"))
        return command_refuse(
            "shard", "%s: a path that Slurm takes has no spaces, quotes or '%%'",
            j->folder);
    program[length] = '\0';
    alea_status status = write_scripts(j, o, folder, program, &count, &error);
    snprintf(script, sizeof script, "%s/run.sbatch", folder);
    if (status == ALEA_OK && o->submit && count > 0) {
        status = submit(script, NULL, first, sizeof first, &error);
        if (status == ALEA_OK) printf("submitted %s: %d shards\n", first, count);
    }
    snprintf(script, sizeof script, "%s/merge.sbatch", folder);
    if (status == ALEA_OK && o->submit && o->output) {
        status = submit(script, count > 0 ? first : NULL, last, sizeof last, &error);
        if (status == ALEA_OK) printf("submitted %s: merge\n", last);
    }
    if (status != ALEA_OK) return command_fail("shard", "%s", error.reason);
    if (!o->submit)
        printf("%s/run.sbatch: %d shard%s to do\n", folder, count,
               count == 1 ? "" : "s");
    return EXIT_DONE;
}
