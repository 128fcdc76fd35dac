#include "questions.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "child.h"
#include "cli/io/path_list.h"
#include "fingerprint.h"
#include "job.h"

#include <alea/rollout.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROLLOUT_TEXT = 1 << 16, MATCH_FILE = 16 << 20 };

static alea_status put_field(container *c, const char *name, const char *value,
                             alea_error *error)
{
    if (container_set(c, name, value)) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                           "the value of %s is too long for a shard", name);
}

static alea_status put_number(container *c, const char *name, long long value,
                              alea_error *error)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", value);
    return put_field(c, name, text, error);
}

static alea_status put_copy(container *c, const char *bytes, size_t length,
                            alea_error *error)
{
    char *payload = malloc(length + 1);
    if (!payload) return alea_error_no_memory(error);
    memcpy(payload, bytes, length);
    payload[length] = '\0';
    container_set_payload(c, payload, length);
    return ALEA_OK;
}

/* ---- rollouts ---- */

/* The question as `alea rollout ID ... --trials 0` writes it. */
static alea_status ask_rollout(const make_options *o, char *id, char **text,
                               size_t *length, alea_error *error)
{
    enum { MOST = 64 };
    char program[] = "alea", command[] = "rollout", trials[] = "--trials=0",
         output[] = "--output=/dev/stdout", net[] = "--net", met[] = "--met";
    char *arguments[MOST + 12] = {program, command, id, trials, output};
    int status = 0, count = 5;
    if (o->passed > MOST)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "more than %d arguments after --", MOST);
    for (int i = 0; i < o->passed; i++) arguments[count++] = o->pass[i];
    char *given[2] = {o->net, o->met}, *names[2] = {net, met};
    for (int i = 0; i < 2; i++) {
        if (!given[i]) continue;
        arguments[count++] = names[i];
        arguments[count++] = given[i];
    }
    alea_status ran =
        child_run("alea", arguments, NULL, ROLLOUT_TEXT, text, length, &status, error);
    if (ran == ALEA_OK && status != 0) {
        free(*text);
        *text = NULL;
        ran = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                              "no rollout of this position (see above)");
    }
    return ran;
}

static alea_status cut_rollouts(const make_options *o, int operands, char **operand,
                                container *shard, int *count, char what[256],
                                alea_error *error)
{
    long long each = o->shards / operands;
    if (each < 1) each = 1;
    if (each > o->trials) each = o->trials;
    if (each * operands > JOB_SHARDS)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "more than %d shards",
                               JOB_SHARDS);
    alea_status status = ALEA_OK;
    for (int i = 0; status == ALEA_OK && i < operands; i++) {
        char *text;
        size_t length;
        snprintf(what, 256, "%s", operand[i]);
        status = ask_rollout(o, operand[i], &text, &length, error);
        if (status != ALEA_OK) break;
        for (long long k = 0; status == ALEA_OK && k < each; k++) {
            container *c = &shard[(*count)++];
            status = put_copy(c, text, length, error);
            if (status == ALEA_OK) status = put_number(c, "question", i + 1, error);
            if (status == ALEA_OK)
                status = put_number(c, "first", o->trials * k / each, error);
            if (status == ALEA_OK)
                status = put_number(c, "end", o->trials * (k + 1) / each, error);
        }
        free(text);
    }
    return status;
}

/* ---- analyses ---- */

bool questions_may_pass(const char *argument)
{
    static const char *const allowed[] = {
        "--ply",     "--luck-ply", "--level",  "--all",      "--doubtful", "--error",
        "--blunder", "--partial",  "--strict", "--length",   "--money",    "--jacoby",
        "--beavers", "--crawford", "--player", "--min-loss", "--rules"};
    size_t length = strcspn(argument, "=");
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strlen(allowed[i]) == length && memcmp(allowed[i], argument, length) == 0)
            return true;
    return false;
}

/* Appends "file BYTES NAME\n" and the file's bytes. */
static alea_status pack_file(alea_text *pack, const char *path, alea_error *error)
{
    char *bytes;
    size_t length;
    if (strchr(path, '\n'))
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "a file name with a line break");
    alea_status status = alea_file_read(path, MATCH_FILE, &bytes, &length, error);
    if (status != ALEA_OK) return status;
    alea_text_format(pack, "file %zu %s\n", length, path);
    alea_text_bytes(pack, bytes, length);
    alea_text_char(pack, '\n');
    free(bytes);
    return alea_text_status(pack) == ALEA_OK ? ALEA_OK : alea_error_no_memory(error);
}

static alea_status pack_shard(const make_options *o, container *c, char *const *path,
                              size_t files, char what[256], alea_error *error)
{
    alea_text pack = alea_text_growing(CONTAINER_MOST),
              options = alea_text_growing(4096);
    alea_status status = ALEA_OK;
    for (size_t i = 0; status == ALEA_OK && i < files; i++) {
        snprintf(what, 256, "%s", path[i]);
        status = pack_file(&pack, path[i], error);
    }
    if (status == ALEA_OK) status = put_copy(c, pack.start, pack.length, error);
    for (int i = 0; i < o->passed; i++)
        alea_text_format(&options, "%s%s", i ? " " : "", o->pass[i]);
    if (status == ALEA_OK)
        status = put_field(c, "options", options.start ? options.start : "", error);
    alea_text_free(&options);
    alea_text_free(&pack);
    return status;
}

static alea_status cut_analyses(const make_options *o, int operands, char **operand,
                                container *shard, int *count, char what[256],
                                alea_error *error)
{
    path_list files = {0};
    alea_status status = ALEA_OK;
    for (int i = 0; i < o->passed; i++) {
        snprintf(what, 256, "%s", o->pass[i]);
        if (!questions_may_pass(o->pass[i]) || strchr(o->pass[i], ' '))
            return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                   "not an option that a shard may "
                                   "hold; write --name=value");
    }
    for (int i = 0; status == ALEA_OK && i < operands; i++) {
        snprintf(what, 256, "%s", operand[i]);
        status = path_list_find(&files, operand[i], error);
    }
    if (status == ALEA_OK && files.count == 0)
        status = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "no files");
    size_t shards = (size_t)o->shards < files.count ? (size_t)o->shards : files.count;
    for (size_t i = 0; status == ALEA_OK && i < shards; i++) {
        size_t first = files.count * i / shards, end = files.count * (i + 1) / shards;
        status = pack_shard(o, &shard[(*count)++], files.path + first, end - first,
                            what, error);
    }
    path_list_finish(&files);
    return status;
}

/* ---- labels ---- */

enum { POSITION = 40, POSITIONS_HEADER = 16 };

static alea_status cut_positions(const make_options *o, const char *path,
                                 container *shard, int *count, alea_error *error)
{
    char header[POSITIONS_HEADER];
    FILE *file = fopen(path, "rb");
    struct stat about;
    if (!file || fstat(fileno(file), &about) != 0 ||
        fread(header, sizeof header, 1, file) != 1) {
        if (file) fclose(file);
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "cannot be read, or too short");
    }
    long long bytes = about.st_size - POSITIONS_HEADER, all = bytes / POSITION;
    alea_status status = ALEA_OK;
    if (memcmp(header, "ALEAPOS1", 8) != 0 || bytes % POSITION != 0 || all == 0)
        status = alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                                 "not a whole file of labelled positions");
    long long shards = o->shards < all ? o->shards : all;
    for (long long i = 0; status == ALEA_OK && i < shards; i++) {
        long long first = all * i / shards, end = all * (i + 1) / shards;
        size_t length = POSITIONS_HEADER + (size_t)(end - first) * POSITION;
        container *c = &shard[(*count)++];
        char *payload = length < CONTAINER_MOST ? malloc(length + 1) : NULL;
        if (!payload) {
            status = alea_error_fill(error, ALEA_ERROR_MEMORY, 0, 0,
                                     "too large for so few shards, or out of memory");
            break;
        }
        memcpy(payload, header, POSITIONS_HEADER);
        if (fread(payload + POSITIONS_HEADER, POSITION, (size_t)(end - first), file) !=
            (size_t)(end - first))
            status = alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "cannot be read");
        payload[length] = '\0';
        container_set_payload(c, payload, length);
        if (status == ALEA_OK) status = put_number(c, "first", first, error);
        if (status == ALEA_OK) status = put_number(c, "end", end, error);
    }
    fclose(file);
    return status;
}

static alea_status cut_labels(const make_options *o, int operands, char **operand,
                              container *shard, int *count, char what[256],
                              alea_error *error)
{
    char hash[CONTAINER_HASH];
    snprintf(what, 256, "%s", operand[0]);
    if (operands != 1 || !o->net)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "relabel takes one file of positions and --net FILE");
    alea_status status = cut_positions(o, operand[0], shard, count, error);
    if (status != ALEA_OK) return status;
    snprintf(what, 256, "%s", o->net);
    status = fingerprint_file(o->net, hash, error);
    const char *shortlist = o->passed > 0 ? o->pass[0] : "0";
    for (int i = 0; status == ALEA_OK && i < *count; i++) {
        status = put_field(&shard[i], "net", hash, error);
        if (status == ALEA_OK)
            status = put_field(&shard[i], "shortlist", shortlist, error);
    }
    return status;
}

alea_status questions_cut(const make_options *o, int operands, char **operand,
                          container *shard, int *count, char what[256],
                          alea_error *error)
{
    alea_status status;
    char mark[CONTAINER_HASH] = "";
    if (strcmp(o->kind, "rollout") == 0)
        status = cut_rollouts(o, operands, operand, shard, count, what, error);
    else if (strcmp(o->kind, "analyse") == 0)
        status = cut_analyses(o, operands, operand, shard, count, what, error);
    else
        status = cut_labels(o, operands, operand, shard, count, what, error);
    if (status == ALEA_OK && strcmp(o->kind, "relabel") != 0) {
        *what = '\0';
        status = fingerprint_engine(o->net, o->met, mark, error);
    }
    for (int i = 0; status == ALEA_OK && i < *count; i++) {
        status = put_field(&shard[i], "kind", o->kind, error);
        if (status == ALEA_OK)
            status = put_field(&shard[i], "program", ALEA_VERSION, error);
        if (status == ALEA_OK && *mark)
            status = put_field(&shard[i], "engine", mark, error);
    }
    return status;
}
