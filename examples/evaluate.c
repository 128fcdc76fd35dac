/* What a position is worth, and what the cube says. Usage: evaluate [XGID or other
 * ID] */
#include <alea/alea.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *id =
        argc > 1 ? argv[1] : "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
    alea_error error = {0};
    alea_position position;
    if (alea_position_read(id, strlen(id), &position, &error) != ALEA_OK) {
        if (error.column) fprintf(stderr, "column %zu: ", error.column);
        fprintf(stderr, "%s\n", error.reason);
        return 1;
    }

    /* The evaluator is read-only and may be shared; an engine is for one thread. */
    alea_evaluator *evaluator = NULL;
    alea_engine *engine = NULL;
    const alea_engine_options options = {.threads = 1, .cache_bytes = 1 << 20};
    alea_status status = alea_evaluator_open(&evaluator, &error);
    if (status == ALEA_OK)
        status = alea_engine_open(&engine, evaluator, NULL, &options, &error);

    const alea_decision decision = alea_decision_of_position(&position);
    const alea_search_settings settings = alea_search_settings_default(1);
    alea_cube_result cube;
    if (status == ALEA_OK)
        status = alea_search_cube(engine, &decision, &settings, &cube, &error);
    if (status == ALEA_OK) {
        printf("win %.1f %%, gammon %.1f %%, backgammon %.1f %%\n",
               100 * (double)cube.probs.win, 100 * (double)cube.probs.win_gammon,
               100 * (double)cube.probs.win_backgammon);
        printf("equity %+.3f: %s\n", (double)cube.verdict.best,
               alea_cube_verdict_text(&cube.verdict));
    } else
        fprintf(stderr, "%s\n", error.reason);

    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return status == ALEA_OK ? 0 : 1;
}
