/* Sums over the judgements of a player, and the rating of a PR. */
#include <alea/analysis.h>

void alea_analysis_totals(const alea_analysis *analysis, alea_player player, int game,
                          alea_totals *out)
{
    double unforced_loss = 0;
    *out = (alea_totals){0};
    for (size_t i = 0; i < analysis->judgements; i++) {
        const alea_judgement *j = &analysis->judgement[i];
        if (j->by != player || (game > 0 && j->game != game)) continue;
        if (j->unforced) {
            out->unforced++;
            unforced_loss += (double)j->loss;
        }
        out->hinted += j->hinted;
        if (!j->counted) continue;
        out->decisions[j->kind]++;
        out->marks[j->kind][j->mark]++;
        out->loss[j->kind] += (double)j->loss;
        out->chance_loss += (double)j->chance_loss;
        out->all_decisions++;
        out->filed += j->filed > 0;
        out->all_loss += (double)j->loss;
    }
    for (size_t i = 0; i < analysis->rolls; i++) {
        const alea_roll_luck *r = &analysis->roll[i];
        if (r->by != player || (game > 0 && r->game != game)) continue;
        out->rolls++;
        out->luck += (double)r->luck;
        out->luck_points += (double)r->points;
        out->luck_chance += (double)r->chance;
    }
    if (out->all_decisions > 0) {
        out->error_rate = 1000 * out->all_loss / out->all_decisions;
        out->pr = out->error_rate / 2;
    }
    if (out->unforced > 0) out->unforced_pr = 500 * unforced_loss / out->unforced;
}

double alea_analysis_result(const alea_analysis *analysis, int game)
{
    double sum = 0;
    for (int g = 1; g <= analysis->games; g++)
        if (game == 0 || g == game) sum += (double)analysis->result[g - 1];
    return sum;
}

double alea_analysis_adjusted(const alea_analysis *analysis, int game)
{
    alea_totals a, b;
    alea_analysis_totals(analysis, ALEA_A, game, &a);
    alea_analysis_totals(analysis, ALEA_B, game, &b);
    double luck = analysis->match_length > 0 ? a.luck_chance - b.luck_chance
                                             : a.luck_points - b.luck_points;
    return alea_analysis_result(analysis, game) - luck;
}

const char *alea_rating_text(double pr, int decisions)
{
    static const struct {
        double below;
        const char *text;
    } ratings[] = {{2.5, "world class"},
                   {5, "expert"},
                   {7.5, "advanced"},
                   {12.5, "intermediate"},
                   {17.5, "casual"}};
    if (decisions == 0) return "-";
    for (size_t i = 0; i < sizeof ratings / sizeof *ratings; i++)
        if (pr < ratings[i].below) return ratings[i].text;
    return "beginner";
}
