/* Parts of an analysis, put together. */
#include <alea/analysis.h>

#include <stdlib.h>
#include <string.h>

/* An array of `total` elements, if only of none: what is freed is never NULL. */
static void *array_of(size_t total, size_t size)
{
    return calloc(total ? total : 1, size);
}

static bool is_before(const alea_analysis *a, const alea_analysis *b)
{
    const size_t to = a->settings.to;
    return a->match_length == b->match_length && a->games == b->games &&
           (to > 0 && to <= b->settings.from);
}

static void append(alea_analysis *all, const alea_analysis *part)
{
    if (part->judgements)
        memcpy(all->judgement + all->judgements, part->judgement,
               part->judgements * sizeof *part->judgement);
    if (part->rolls)
        memcpy(all->roll + all->rolls, part->roll, part->rolls * sizeof *part->roll);
    if (part->unjudgeds)
        memcpy(all->unjudged + all->unjudgeds, part->unjudged,
               part->unjudgeds * sizeof *part->unjudged);
    all->judgements += part->judgements;
    all->rolls += part->rolls;
    all->unjudgeds += part->unjudgeds;
    all->complete &= part->complete;
}

alea_status alea_analysis_join(const alea_analysis *const *part, size_t parts,
                               alea_analysis **out)
{
    size_t judgements = 0, rolls = 0, unjudgeds = 0;
    if (parts == 0) return ALEA_ERROR_ARGUMENT;
    for (size_t i = 0; i < parts; i++) {
        if (i > 0 && !is_before(part[i - 1], part[i])) return ALEA_ERROR_ARGUMENT;
        judgements += part[i]->judgements;
        rolls += part[i]->rolls;
        unjudgeds += part[i]->unjudgeds;
    }
    alea_analysis *all = calloc(1, sizeof *all);
    if (!all) return ALEA_ERROR_MEMORY;
    *all = *part[parts - 1]; /* the result of every game, which each part has */
    all->settings.from = part[0]->settings.from;
    all->judgements = all->rolls = all->unjudgeds = 0;
    all->complete = true;
    const size_t games = all->games > 0 ? (size_t)all->games : 1;
    all->judgement = array_of(judgements, sizeof *all->judgement);
    all->roll = array_of(rolls, sizeof *all->roll);
    all->unjudged = array_of(unjudgeds, sizeof *all->unjudged);
    all->result = array_of(games, sizeof *all->result);
    if (!all->judgement || !all->roll || !all->unjudged || !all->result) {
        alea_analysis_free(all);
        return ALEA_ERROR_MEMORY;
    }
    memcpy(all->result, part[parts - 1]->result, games * sizeof *all->result);
    for (size_t i = 0; i < parts; i++) append(all, part[i]);
    *out = all;
    return ALEA_OK;
}
