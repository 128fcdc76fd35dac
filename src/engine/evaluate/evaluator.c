/* Opens and closes evaluators: net, tables, kernels. */
#include "evaluator.h"

#include <stdlib.h>

#include "base/file.h"
#include "engine/net/file.h"

enum { NET_FILE_LIMIT = 64 << 20 };

static alea_status open_net(alea_evaluator **out, const void *bytes, size_t size,
                            bool in_place, alea_error *error)
{
    net_file file;
    alea_status status = net_file_read(&file, bytes, size, in_place, error);
    if (status != ALEA_OK) return status;
    alea_evaluator *e = calloc(1, sizeof *e);
    if (!e) {
        net_file_clear(&file);
        if (error)
            *error = (alea_error){.reason = "no memory for the evaluator",
                                  .status = ALEA_ERROR_MEMORY};
        return ALEA_ERROR_MEMORY;
    }
    e->file = file;
    e->kernels = net_kernels_best();
    e->small = small_races_open();
    e->pips = pips_races_open();
    e->hyper_net = malloc(sizeof *e->hyper_net);
    if (e->hyper_net && !hyper_net_standard(e->hyper_net)) {
        free(e->hyper_net);
        e->hyper_net = NULL;
    }
    status = alea_bearoff_open_standard(ALEA_BEAROFF_ONE_SIDED, &e->one_sided, error);
    if (status == ALEA_OK)
        status =
            alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &e->two_sided, error);
    if (status != ALEA_OK) {
        alea_evaluator_close(e);
        return status;
    }
    *out = e;
    return ALEA_OK;
}

alea_status alea_evaluator_open_memory(alea_evaluator **out, const void *bytes,
                                       size_t size, alea_error *error)
{
    return open_net(out, bytes, size, false, error);
}

alea_status alea_evaluator_open(alea_evaluator **out, alea_error *error)
{
    size_t size;
    bool in_place;
    const void *bytes = embedded_net(&size, &in_place);
    return open_net(out, bytes, size, in_place, error);
}

alea_status alea_evaluator_open_file(alea_evaluator **out, const char *net_path,
                                     alea_error *error)
{
    char *bytes;
    size_t size;
    alea_status status = alea_file_read(net_path, NET_FILE_LIMIT, &bytes, &size, error);
    if (status != ALEA_OK) return status;
    status = alea_evaluator_open_memory(out, bytes, size, error);
    free(bytes);
    return status;
}

void alea_evaluator_close(alea_evaluator *evaluator)
{
    if (!evaluator) return;
    alea_bearoff_close(evaluator->one_sided);
    alea_bearoff_close(evaluator->two_sided);
    small_races_close(evaluator->small);
    pips_races_close(evaluator->pips);
    free(evaluator->hyper_net);
    net_file_clear(&evaluator->file);
    free(evaluator);
}

void alea_evaluator_set_bearoff(alea_evaluator *evaluator,
                                const alea_bearoff *one_sided)
{
    bool fits =
        one_sided && alea_bearoff_table_kind(one_sided) == ALEA_BEAROFF_ONE_SIDED;
    evaluator->wide = fits ? one_sided : NULL;
}

void alea_evaluator_set_hypergammon(alea_evaluator *evaluator,
                                    const alea_hypergammon *table)
{
    evaluator->hypergammon = table;
}

void evaluator_use(alea_evaluator *evaluator, const net_kernels *kernels)
{
    evaluator->kernels = kernels;
}
