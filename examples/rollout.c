/* Rolls a position out, telling how far it is. Usage: rollout [TRIALS] */
#include <alea/alea.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Called after every batch of trials; returning false would stop. */
static bool tell(void *context, const alea_rollout *rollout)
{
    const alea_met *met = context;
    alea_rollout_answer answer;
    alea_rollout_answer_of(rollout, met, 0, &answer);
    printf("%lld trials: %+.3f +- %.3f\n", (long long)alea_rollout_trials(rollout),
           (double)answer.equity, (double)answer.standard_error);
    return true;
}

int main(int argc, char **argv)
{
    const long trials = argc > 1 ? strtol(argv[1], NULL, 10) : 288;
    const char *id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
    alea_error error = {0};
    alea_position position;
    alea_evaluator *evaluator = NULL;
    alea_engine *engine = NULL;
    alea_rollout rollout;
    const alea_engine_options options = {.threads = 2, .cache_bytes = 1 << 22};
    const alea_rollout_settings settings = alea_rollout_settings_default();
    alea_status status = alea_position_read(id, strlen(id), &position, &error);
    if (status == ALEA_OK) status = alea_evaluator_open(&evaluator, &error);
    if (status == ALEA_OK)
        status = alea_engine_open(&engine, evaluator, NULL, &options, &error);
    if (status == ALEA_OK) {
        const alea_decision decision = alea_decision_of_position(&position);
        status = alea_rollout_position(&rollout, engine, &decision, &settings, &error);
    }
    if (status == ALEA_OK) {
        /* The table is only read, whatever the type of a context says. */
        alea_met met = *alea_engine_met(engine);
        const alea_rollout_stop stop = {.progress = tell, .context = &met};
        status = alea_rollout_run(engine, &rollout, 0, trials, &stop, &error);
    }
    if (status != ALEA_OK) fprintf(stderr, "%s\n", error.reason);
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return status == ALEA_OK ? 0 : 1;
}
