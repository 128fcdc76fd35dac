/* Match equity tables: the default, and the model that extends or makes one. A game of
 * the model starts at even chances with a centred cube, a share of gammons and a cube
 * of a given efficiency. The value of a score follows from the scores that it can lead
 * to, so a table grows from 1-away outwards. After the Crawford game the trailer
 * doubles at once and the leader takes or drops: a free drop where the trailer needs an
 * even number of points. */
#include <alea/met.h>

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "frame.h"
#include "met_default.h"

/* Grid search for the least squared error over the default's scores up to 15 points:
 * RMS 0.0015, worst 0.006. The values absorb what the model leaves out; they are not
 * real gammon rates (docs/cube.md). */
alea_met_model alea_met_model_default(void)
{
    return (alea_met_model){.gammons = 0.2F,
                            .backgammons = 0.01F,
                            .trailer_gammons = 0.291F,
                            .efficiency = 0.98F,
                            .free_drop = 0.025F};
}

static bool within(float x, float low, float high)
{
    return x >= low && x <= high; /* false for NaN */
}

static alea_status fail(alea_error *error, alea_status status, const char *reason)
{
    return alea_error_fill(error, status, 0, 0, "%s", reason);
}

static alea_status model_check(const alea_met_model *m, alea_error *error)
{
    const char *reason = NULL;
    if (!within(m->gammons, 0, 0.6F)) reason = "gammons must be 0 to 0.6";
    if (!within(m->backgammons, 0, m->gammons))
        reason = "backgammons must be 0 to gammons";
    if (!within(m->trailer_gammons, m->backgammons, 0.6F))
        reason = "trailer gammons must be backgammons to 0.6";
    if (!within(m->efficiency, 0, 1)) reason = "efficiency must be 0 to 1";
    if (!within(m->free_drop, 0, 0.1F)) reason = "free drop must be 0 to 0.1";
    return reason ? fail(error, ALEA_ERROR_ARGUMENT, reason) : ALEA_OK;
}

static float after_or_won(const alea_met *met, int away)
{
    return away <= 0 ? 1 : met->after[away - 1];
}

static void model_after(const alea_met_model *m, alea_met *met, int away)
{
    if (away == 1) {
        met->after[0] = 0.5F;
        return;
    }
    float gammons = m->trailer_gammons, backgammons = m->backgammons;
    float won = (1 - gammons) * after_or_won(met, away - 2) +
                (gammons - backgammons) * after_or_won(met, away - 4) +
                backgammons * after_or_won(met, away - 6);
    float chance = won / 2;
    if (away % 2 == 0) chance *= 1 - m->free_drop;
    met->after[away - 1] = chance;
}

/* Needs mine <= theirs. */
static float model_before(const alea_met_model *m, const alea_met *met, int mine,
                          int theirs)
{
    if (mine == theirs) return 0.5F;
    alea_cube cube = alea_cube_money();
    cube.match_length = theirs;
    cube.away[0] = mine;
    cube.away[1] = theirs;
    cube.crawford_game = mine == 1;
    /* mine <= theirs here: in the Crawford game the other side is the trailer. */
    float lost_gammons = cube.crawford_game ? m->trailer_gammons : m->gammons;
    alea_probs even = {.win = 0.5F,
                       .win_gammon = m->gammons / 2,
                       .win_backgammon = m->backgammons / 2,
                       .lose_gammon = lost_gammons / 2,
                       .lose_backgammon = m->backgammons / 2};
    alea_cube_efficiency x = {m->efficiency, m->efficiency, m->efficiency,
                              m->efficiency};
    cube_frame frame;
    cube_frame_build(&frame, &cube, met);
    return (cube_frame_leaf(&frame, SIDE_ROOT, &even, 0, HOLDER_NONE, &x, false) + 1) /
           2;
}

/* Fills the scores beyond the first `known` points; each score depends on lower ones
 * only. */
static void model_fill(const alea_met_model *m, alea_met *met, int known)
{
    met->size = ALEA_MET_SIZE;
    for (int away = known + 1; away <= ALEA_MET_SIZE; away++) model_after(m, met, away);
    for (int i = 1; i <= ALEA_MET_SIZE; i++)
        for (int j = i; j <= ALEA_MET_SIZE; j++) {
            if (i <= known && j <= known) continue;
            float chance = model_before(m, met, i, j);
            met->before[i - 1][j - 1] = chance;
            met->before[j - 1][i - 1] = 1 - chance;
        }
}

alea_status alea_met_compute(const alea_met_model *model, alea_met *met,
                             alea_error *error)
{
    alea_status status = model_check(model, error);
    if (status != ALEA_OK) return status;
    memset(met, 0, sizeof *met);
    snprintf(met->name, sizeof met->name, "alea model");
    snprintf(met->source, sizeof met->source,
             "computed: gammons %.3f, backgammons %.3f, trailer's gammons %.3f, "
             "cube efficiency %.2f, free drop %.3f",
             (double)model->gammons, (double)model->backgammons,
             (double)model->trailer_gammons, (double)model->efficiency,
             (double)model->free_drop);
    model_fill(model, met, 0);
    return alea_met_check(met, error);
}

alea_status alea_met_extend(alea_met *met, alea_error *error)
{
    alea_status status = alea_met_check(met, error);
    if (status != ALEA_OK) return status;
    alea_met_model model = alea_met_model_default();
    alea_met whole = *met;
    model_fill(&model, &whole, met->size);
    /* A table with unusual entries may extend to one that fails the check. */
    status = alea_met_check(&whole, error);
    if (status == ALEA_OK) *met = whole;
    return status;
}

void alea_met_default(alea_met *met)
{
    memset(met, 0, sizeof *met);
    met_default_fill(met);
    alea_met_model model = alea_met_model_default();
    model_fill(&model, met, met->size);
}
