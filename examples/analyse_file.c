/* Reads a match file of any format and prints how well each side played.
 * Usage: analyse_file [FILE]; without one it analyses a few turns of its own. */
#include <alea/alea.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char sample[] = " 3 point match\n\n Game 1\n"
                             " Anna : 0                       Ben : 0\n"
                             "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
                             "  2) 64: 24/18 13/9              55: 13/3 8/3 6/1*\n";

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = file ? malloc(ALEA_FILE_MAX_BYTES) : NULL;
    if (bytes) *size = fread(bytes, 1, ALEA_FILE_MAX_BYTES, file);
    if (file) fclose(file);
    return bytes;
}

static void print_side(const alea_analysis *analysis, alea_player player,
                       const char *name)
{
    alea_totals totals;
    alea_analysis_totals(analysis, player, 0, &totals);
    int decisions = 0;
    double loss = 0;
    for (int kind = 0; kind < ALEA_JUDGED_KINDS; kind++) {
        decisions += totals.decisions[kind];
        loss += totals.loss[kind];
    }
    printf("%-8s %3d decisions, %.3f equity lost\n", name, decisions, loss);
}

int main(int argc, char **argv)
{
    size_t size = sizeof sample - 1;
    char *bytes = argc > 1 ? read_file(argv[1], &size) : NULL;
    if (argc > 1 && !bytes) {
        perror(argv[1]);
        return 1;
    }
    const alea_import_options how = {.partial = true};
    alea_error error = {0};
    alea_record record;
    alea_status status =
        alea_import(bytes ? bytes : sample, size, &how, &record, NULL, &error);
    free(bytes);
    if (status != ALEA_OK) {
        fprintf(stderr, "line %zu: %s\n", error.line, error.reason);
        return 1;
    }

    alea_evaluator *evaluator = NULL;
    alea_engine *engine = NULL;
    alea_analysis *analysis = NULL;
    const alea_engine_options options = {.threads = 1, .cache_bytes = 1 << 20};
    alea_analysis_settings settings = alea_analysis_settings_default();
    settings.plies = 0;
    status = alea_evaluator_open(&evaluator, &error);
    if (status == ALEA_OK)
        status = alea_engine_open(&engine, evaluator, NULL, &options, &error);
    if (status == ALEA_OK)
        status = alea_analyse(engine, &record, &settings, &analysis, &error);
    if (status == ALEA_OK) {
        const char *a = alea_record_tag_value(&record, "player_a");
        const char *b = alea_record_tag_value(&record, "player_b");
        print_side(analysis, ALEA_A, a ? a : "A");
        print_side(analysis, ALEA_B, b ? b : "B");
    } else
        fprintf(stderr, "%s\n", error.reason);

    alea_analysis_free(analysis);
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    alea_record_clear(&record);
    return status == ALEA_OK ? 0 : 1;
}
