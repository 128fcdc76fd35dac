/* Match equity tables: look-up and checks. */
#include <alea/met.h>

#include "base/error.h"
#include <math.h>
#include <stdio.h>

/* Printed tables are rounded, some to two decimals. */
static const float sum_tolerance = 0.005F;

float alea_met_chance(const alea_met *met, int away, int away_opponent,
                      bool post_crawford)
{
    if (away <= 0) return 1;
    if (away_opponent <= 0) return 0;
    if (away > met->size) away = met->size;
    if (away_opponent > met->size) away_opponent = met->size;
    if (post_crawford && away_opponent == 1) return met->after[away - 1];
    if (post_crawford && away == 1) return 1 - met->after[away_opponent - 1];
    return met->before[away - 1][away_opponent - 1];
}

static bool within(float x, float low, float high)
{
    return x >= low && x <= high; /* false for NaN */
}

static alea_status fail(alea_error *error, alea_status status, const char *reason)
{
    return alea_error_fill(error, status, 0, 0, "%s", reason);
}

static alea_status check_entry(const alea_met *met, int i, int j, alea_error *error)
{
    char reason[160];
    float here = met->before[i][j], mirror = met->before[j][i];
    if (!within(here, 0, 1)) {
        snprintf(reason, sizeof reason, "%d-away %d-away: chance %g is not 0 to 1",
                 i + 1, j + 1, (double)here);
    } else if (!(fabsf(here + mirror - 1) <= sum_tolerance)) {
        snprintf(reason, sizeof reason,
                 "%d-away %d-away and its mirror add up to %.5f, not 1", i + 1, j + 1,
                 (double)(here + mirror));
    } else if (j > 0 && here < met->before[i][j - 1] - sum_tolerance) {
        snprintf(
            reason, sizeof reason,
            "%d-away %d-away is worse than against an opponent who needs fewer points",
            i + 1, j + 1);
    } else {
        return ALEA_OK;
    }
    return fail(error, ALEA_ERROR_ARGUMENT, reason);
}

alea_status alea_met_check(const alea_met *met, alea_error *error)
{
    if (met->size < 1 || met->size > ALEA_MET_SIZE || met->given < 0 ||
        met->given > met->size)
        return fail(error, ALEA_ERROR_ARGUMENT, "a table covers 1 to 64 points");
    for (int i = 0; i < met->size; i++)
        for (int j = 0; j < met->size; j++) {
            alea_status status = check_entry(met, i, j, error);
            if (status != ALEA_OK) return status;
        }
    if (!(fabsf(met->after[0] - 0.5F) <= sum_tolerance))
        return fail(error, ALEA_ERROR_ARGUMENT, "after Crawford, 1-away is not 0.5");
    for (int n = 0; n < met->size; n++) {
        bool rises = n > 0 && met->after[n] > met->after[n - 1] + sum_tolerance;
        if (within(met->after[n], 0, 1) && !rises) continue;
        char reason[160];
        snprintf(reason, sizeof reason, "after Crawford, %d-away: chance %g is %s",
                 n + 1, (double)met->after[n],
                 rises ? "more than with fewer points to go" : "not 0 to 1");
        return fail(error, ALEA_ERROR_ARGUMENT, reason);
    }
    return ALEA_OK;
}
