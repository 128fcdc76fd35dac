#include "engine.h"

#include <stdlib.h>

#include "at_score.h"
#include "base/cpu.h"
#include "base/error.h"
#include "base/text.h"

enum { MOST_THREADS = 256, DEFAULT_THREADS = 64, DEFAULT_CACHE = 64 << 20 };

alea_engine_options alea_engine_options_default(void)
{
    const int cores = alea_cpu_count();
    return (alea_engine_options){cores < DEFAULT_THREADS ? cores : DEFAULT_THREADS,
                                 DEFAULT_CACHE};
}

alea_status alea_engine_open(alea_engine **out, const alea_evaluator *evaluator,
                             const alea_met *met, const alea_engine_options *options,
                             alea_error *error)
{
    const alea_engine_options usual = alea_engine_options_default();
    if (!options) options = &usual;
    if (options->threads < 1 || options->threads > MOST_THREADS) {
        alea_error_set(error, 0, 0, "threads must be 1 to 256");
        return ALEA_ERROR_ARGUMENT;
    }
    alea_engine *engine = calloc(1, sizeof *engine);
    alea_status status = engine ? ALEA_OK : ALEA_ERROR_MEMORY;
    if (status == ALEA_OK) {
        engine->evaluator = evaluator;
        engine->threads = options->threads;
        if (met)
            engine->met = *met;
        else
            alea_met_default(&engine->met);
        if (engine->met.size < ALEA_MET_SIZE)
            status = alea_met_extend(&engine->met, error);
    }
    if (status == ALEA_OK)
        status = alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &engine->two_sided,
                                            error);
    if (status == ALEA_OK) {
        engine->scratch = malloc((size_t)options->threads * sizeof *engine->scratch);
        if (!engine->scratch) status = ALEA_ERROR_MEMORY;
    }
    if (status == ALEA_OK && options->cache_bytes > 0)
        status = cache_open(&engine->cache, options->cache_bytes);
    if (status == ALEA_OK) status = alea_pool_open(&engine->pool, options->threads);
    if (status != ALEA_OK) {
        if (status == ALEA_ERROR_MEMORY) alea_error_no_memory(error);
        alea_engine_close(engine);
        return status;
    }
    *out = engine;
    return ALEA_OK;
}

void alea_engine_close(alea_engine *engine)
{
    if (!engine) return;
    alea_pool_close(engine->pool);
    cache_close(engine->cache);
    alea_bearoff_close(engine->two_sided);
    for (int i = 0; i < 2; i++) at_score_free(engine->at_score[i]);
    at_score_lists_free(engine->at_score_lists);
    free(engine->scratch);
    free(engine);
}

const alea_met *alea_engine_met(const alea_engine *engine)
{
    return &engine->met;
}

const alea_evaluator *alea_engine_evaluator(const alea_engine *engine)
{
    return engine->evaluator;
}

int alea_engine_threads(const alea_engine *engine)
{
    return engine->threads;
}

void alea_engine_clear(alea_engine *engine)
{
    cache_clear(engine->cache);
}
