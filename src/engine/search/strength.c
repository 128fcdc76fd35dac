/* Playing strengths: shallower searches and errors of a stated size. */
#include <alea/search.h>

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"

/* The noise was chosen for even steps in strength. Plays more than three times the
 * noise behind the best are never made. */
static const alea_level_info levels[ALEA_LEVELS] = {
    {"beginner", "knows the rules and the safe plays, misjudges most close ones", 0,
     0.12F},
    {"casual", "plays for fun: sound ideas, frequent slips", 0, 0.07F},
    {"intermediate", "a club player", 0, 0.04F},
    {"advanced", "a strong tournament player on an ordinary day", 0, 0.015F},
    {"expert", "the net's own judgement, no look-ahead", 0, 0},
    {"strongest", "looks ahead as far as the time allows", 2, 0},
};

const alea_level_info *alea_level_get(alea_level level)
{
    return (int)level >= 0 && level < ALEA_LEVELS ? &levels[level] : NULL;
}

int alea_level_find(const char *name)
{
    for (int i = 0; i < ALEA_LEVELS; i++)
        if (strcmp(levels[i].name, name) == 0) return i;
    return -1;
}

/* An approximately normal error: the sum of twelve uniform values, less 6, has variance
 * 1 and stays within -6..6. */
static float bell(alea_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += alea_random_unit(random);
    return (float)sum;
}

/* Looks up a strength; returns NULL and sets `error` if it is unknown. */
static const alea_level_info *level_of(alea_level level, alea_error *error)
{
    const alea_level_info *info = alea_level_get(level);
    if (!info) alea_error_set(error, 0, 0, "no such level");
    return info;
}

static alea_search_settings settings_of(const alea_level_info *info, long long time_ms)
{
    alea_search_settings settings = alea_search_settings_default(info->plies);
    if (info->plies > 0 && time_ms > 0) {
        settings.time_ms = time_ms;
        settings.plies = time_ms >= 2000 ? 3 : 2;
    }
    return settings;
}

alea_status alea_choose_play(alea_engine *engine, const alea_decision *decision,
                             alea_level level, unsigned long long seed,
                             long long time_ms, alea_candidate *out, alea_error *error)
{
    enum { CHOICES = 40 };
    const alea_level_info *info = level_of(level, error);
    if (!info) return ALEA_ERROR_ARGUMENT;
    alea_search_settings settings = settings_of(info, time_ms);
    alea_candidate found[CHOICES];
    int count;
    alea_status status =
        alea_search_play(engine, decision, &settings, found, CHOICES, &count, error);
    if (status != ALEA_OK) return status;
    int chosen = 0, seen = count < CHOICES ? count : CHOICES;
    alea_random random = alea_random_start(seed, 1);
    float best = -INFINITY;
    for (int i = 0; info->noise > 0 && i < seen; i++) {
        if (found[i].equity < found[0].equity - 3 * info->noise) break;
        float worth = found[i].equity + info->noise * bell(&random);
        if (worth > best) {
            best = worth;
            chosen = i;
        }
    }
    *out = found[chosen];
    return ALEA_OK;
}

alea_status alea_choose_cube(alea_engine *engine, const alea_decision *decision,
                             alea_level level, unsigned long long seed,
                             long long time_ms, bool *doubles, bool *takes,
                             bool *beavers, alea_error *error)
{
    const alea_level_info *info = level_of(level, error);
    if (!info) return ALEA_ERROR_ARGUMENT;
    alea_search_settings settings = settings_of(info, time_ms);
    alea_cube_result result;
    alea_status status = alea_search_cube(engine, decision, &settings, &result, error);
    if (status != ALEA_OK) return status;
    if (info->noise > 0) {
        alea_random random = alea_random_start(seed, 2);
        alea_cube_equities e = result.verdict.equity;
        e.no_double += info->noise * bell(&random);
        e.double_take += info->noise * bell(&random);
        e.double_beaver += info->noise * bell(&random);
        alea_cube_decide(&decision->cube, &e, &result.verdict);
    }
    alea_cube_action action = result.verdict.action;
    *doubles = action == ALEA_CUBE_DOUBLE_TAKE || action == ALEA_CUBE_DOUBLE_DROP;
    if (result.verdict.dead) *doubles = false;
    *takes = result.verdict.take;
    *beavers = result.verdict.beaver;
    return ALEA_OK;
}
