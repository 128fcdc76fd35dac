#include "fingerprint.h"
#include "base/error.h"
#include "base/file.h"

#include <alea/met.h>
#include <alea/rollout.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NET_MOST = 256 << 20, MET_MOST = 1 << 20 };

alea_status fingerprint_file(const char *path, char out[CONTAINER_HASH],
                             alea_error *error)
{
    char *bytes;
    size_t length;
    alea_status status = alea_file_read(path, NET_MOST, &bytes, &length, error);
    if (status != ALEA_OK) return status;
    container_hash_bytes(bytes, length, out);
    free(bytes);
    return ALEA_OK;
}

static alea_status read_met(const char *path, alea_met *met, alea_error *error)
{
    char *text;
    size_t length;
    if (!path) {
        alea_met_default(met);
        return ALEA_OK;
    }
    alea_status status = alea_file_read(path, MET_MOST, &text, &length, error);
    if (status != ALEA_OK) return status;
    memset(met, 0, sizeof *met);
    status = alea_met_read(text, length, met, error);
    free(text);
    return status == ALEA_OK ? alea_met_extend(met, error) : status;
}

alea_status fingerprint_engine(const char *net, const char *met,
                               char out[CONTAINER_HASH], alea_error *error)
{
    alea_evaluator *evaluator = NULL;
    alea_met *table = malloc(sizeof *table);
    alea_status status = !table ? alea_error_no_memory(error)
                         : net  ? alea_evaluator_open_file(&evaluator, net, error)
                                : alea_evaluator_open(&evaluator, error);
    if (status == ALEA_OK) status = read_met(met, table, error);
    if (status == ALEA_OK) {
        char hash[CONTAINER_HASH];
        float chances[ALEA_MET_SIZE * (ALEA_MET_SIZE + 1)];
        memcpy(chances, table->before, sizeof table->before);
        memcpy(chances + ALEA_MET_SIZE * ALEA_MET_SIZE, table->after,
               sizeof table->after);
        container_hash_bytes(chances, sizeof chances, hash);
        snprintf(out, CONTAINER_HASH, "%016" PRIx64 "-%.16s",
                 alea_evaluator_fingerprint(evaluator), hash);
    }
    alea_evaluator_close(evaluator);
    free(table);
    return status;
}
