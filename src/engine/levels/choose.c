/* Choices at a level: the search's candidates with the style's bias and an error. */
#include <alea/levels.h>

#include <math.h>

#include "base/rng.h"

enum { CHOICES = 40, LONG_MS = 2000 };

static float bell(alea_random *random)
{
    return (float)alea_random_bell(random);
}

static alea_search_settings settings_of(const alea_level_info *level, long long time_ms)
{
    alea_search_settings settings = alea_search_settings_default(level->plies);
    if (level->plies > 0 && time_ms > 0) {
        settings.time_ms = time_ms;
        settings.plies = time_ms >= LONG_MS ? 3 : 2;
    }
    return settings;
}

alea_status alea_choose_play(alea_engine *engine, const alea_decision *decision,
                             const alea_level_info *level, unsigned long long seed,
                             long long time_ms, alea_candidate *out, alea_error *error)
{
    const alea_search_settings settings = settings_of(level, time_ms);
    const float reach = 3 * level->noise + level->style.reach;
    alea_candidate found[CHOICES];
    int count;
    alea_status status =
        alea_search_play(engine, decision, &settings, found, CHOICES, &count, error);
    if (status != ALEA_OK) return status;
    int chosen = 0;
    alea_random random = alea_random_start(seed, 1);
    float best = -INFINITY;
    for (int i = 0; reach > 0 && i < count; i++) {
        if (found[i].equity < found[0].equity - reach) break;
        float worth =
            found[i].equity + alea_style_bias(&level->style, &found[i].play.board);
        if (level->noise > 0) worth += level->noise * bell(&random);
        if (worth > best) {
            best = worth;
            chosen = i;
        }
    }
    *out = found[chosen];
    return ALEA_OK;
}

alea_status alea_choose_cube(alea_engine *engine, const alea_decision *decision,
                             const alea_level_info *level, unsigned long long seed,
                             long long time_ms, bool *doubles, bool *takes,
                             bool *beavers, alea_error *error)
{
    const alea_search_settings settings = settings_of(level, time_ms);
    alea_cube_result result;
    alea_status status = alea_search_cube(engine, decision, &settings, &result, error);
    if (status != ALEA_OK) return status;
    alea_cube_equities e = result.verdict.equity;
    if (level->noise > 0) {
        alea_random random = alea_random_start(seed, 2);
        e.no_double += level->noise * bell(&random);
        e.double_take += level->noise * bell(&random);
        e.double_beaver += level->noise * bell(&random);
    }
    /* The side that doubles and the side that answers have different habits. */
    alea_cube_equities doubler = e, taker = e;
    doubler.no_double -= level->style.doubles;
    taker.double_take -= level->style.takes;
    taker.double_beaver -= level->style.takes;
    alea_cube_verdict offer = result.verdict, answer = result.verdict;
    if (level->noise > 0 || level->style.doubles != 0)
        alea_cube_decide(&decision->cube, &doubler, &offer);
    if (level->noise > 0 || level->style.takes != 0)
        alea_cube_decide(&decision->cube, &taker, &answer);
    *doubles = !offer.dead && (offer.action == ALEA_CUBE_DOUBLE_TAKE ||
                               offer.action == ALEA_CUBE_DOUBLE_DROP);
    *takes = answer.take;
    *beavers = answer.beaver;
    return ALEA_OK;
}
