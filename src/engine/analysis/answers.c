#include <alea/answers.h>

#include <math.h>

#include "base/text.h"
#include "playing_on.h"

/* A side that wins more often than this does not resign. */
static const float hopeless = 0.005F;

bool alea_offer_of_match(const alea_match *match, alea_offer *out)
{
    alea_player owner, doubler;
    alea_offer offer = {.offers = alea_match_offers(match),
                        .resign_class = alea_match_resign_class(match)};
    if (offer.offers == 0 && offer.resign_class == 0) return false;
    offer.decision = alea_decision_of_match(match);
    alea_player me = match->turn == ALEA_B ? ALEA_B : ALEA_A;
    if (offer.resign_class > 0) {
        offer.by_other = match->to_act == match->turn;
    } else {
        const alea_event beaver = {.type = ALEA_EVENT_BEAVER, .by = match->to_act};
        const alea_event raccoon = {.type = ALEA_EVENT_RACCOON, .by = match->to_act};
        int log2 = 0, value = alea_match_cube_before(match, &owner, &doubler);
        while (1 << log2 < value) log2++;
        offer.decision.cube.cube_log2 = log2;
        offer.decision.cube.owner = owner == ALEA_NOBODY ? ALEA_CUBE_CENTRED
                                    : owner == me        ? ALEA_CUBE_MINE
                                                         : ALEA_CUBE_THEIRS;
        offer.by_other = doubler != me;
        offer.may_redouble = alea_match_would(match, &beaver) == ALEA_ACCEPTED ||
                             alea_match_would(match, &raccoon) == ALEA_ACCEPTED;
    }
    *out = offer;
    return true;
}

bool alea_offer_of_position(const alea_position *position, alea_offer *out)
{
    if (position->offers == 0 && position->resign_class == 0) return false;
    alea_offer offer = {.decision = alea_decision_of_position(position),
                        .offers = position->offers,
                        .resign_class = position->resign_class};
    if (offer.resign_class > 0) {
        offer.offers = 0;
        offer.by_other = position->to_act == position->on_roll;
    }
    offer.may_redouble = offer.offers == 1 && offer.decision.cube.beavers;
    *out = offer;
    return true;
}

/* An equity of `from` as one of `to`, which differs in the cube's value alone. */
static float rescale(const alea_cube *from, const alea_cube *to, const alea_met *met,
                     float equity)
{
    if (from->match_length == 0) return ldexpf(equity, from->cube_log2 - to->cube_log2);
    return alea_cube_equity_of_chance(to, met,
                                      alea_cube_chance_of_equity(from, met, equity));
}

/* To the side on turn: playing on after `offers` doublings, in units of the cube before
 * them. The side that was doubled first keeps the cube through the whole chain. */
static alea_status after_offers(alea_engine *engine, const alea_offer *offer,
                                int offers, const alea_search_settings *settings,
                                float *equity, alea_error *error)
{
    alea_decision decision = offer->decision;
    playing_on on;
    decision.cube.cube_log2 += offers;
    decision.cube.owner = offer->by_other ? ALEA_CUBE_MINE : ALEA_CUBE_THEIRS;
    alea_status status = playing_on_search(engine, &decision, settings, &on, error);
    if (status == ALEA_OK)
        *equity = rescale(&decision.cube, &offer->decision.cube,
                          alea_engine_met(engine), on.equity);
    return status;
}

/* To the side on turn, when the last of `offers` doublings is dropped: the cube before
 * that doubling is paid. */
static float dropped(const alea_cube *before, const alea_met *met, int offers,
                     bool i_drop)
{
    alea_cube cube = *before;
    cube.cube_log2 += offers - 1;
    return rescale(&cube, before, met, i_drop ? -1.0F : 1.0F);
}

/* A double before the roll by the side on turn: the decision that alea_search_cube
 * answers. */
static alea_status answer_double(alea_engine *engine, const alea_offer *offer,
                                 const alea_search_settings *settings, alea_answer *out,
                                 alea_error *error)
{
    alea_decision decision = offer->decision;
    alea_cube_result r;
    if (!offer->may_redouble) decision.cube.beavers = false;
    alea_status status = alea_search_cube(engine, &decision, settings, &r, error);
    if (status != ALEA_OK) return status;
    const alea_cube_equities *e = &r.verdict.equity;
    *out = (alea_answer){.best = r.verdict.beaver ? ALEA_EVENT_BEAVER
                                 : r.verdict.take ? ALEA_EVENT_TAKE
                                                  : ALEA_EVENT_DROP,
                         .accepted = -e->double_take,
                         .refused = -e->double_drop,
                         .redoubled = -e->double_beaver};
    return ALEA_OK;
}

/* A beaver, a raccoon, or a double out of turn or after the roll. */
static alea_status answer_chain(alea_engine *engine, const alea_offer *offer,
                                const alea_search_settings *settings, alea_answer *out,
                                alea_error *error)
{
    const alea_met *met = alea_engine_met(engine);
    /* Doublings alternate between the sides. */
    bool i_answer = offer->by_other != (offer->offers % 2 == 0);
    float sign = i_answer ? 1.0F : -1.0F, taken, redoubled;
    alea_status status =
        after_offers(engine, offer, offer->offers, settings, &taken, error);
    redoubled = taken;
    if (status == ALEA_OK && offer->may_redouble)
        status =
            after_offers(engine, offer, offer->offers + 1, settings, &redoubled, error);
    if (status != ALEA_OK) return status;
    float drop = dropped(&offer->decision.cube, met, offer->offers, i_answer);
    *out = (alea_answer){.best = ALEA_EVENT_TAKE,
                         .accepted = sign * taken,
                         .refused = sign * drop,
                         .redoubled = sign * redoubled};
    if (out->refused > out->accepted) out->best = ALEA_EVENT_DROP;
    if (offer->may_redouble && out->redoubled > out->accepted &&
        out->redoubled >= out->refused)
        out->best = offer->offers % 2 ? ALEA_EVENT_BEAVER : ALEA_EVENT_RACCOON;
    return ALEA_OK;
}

/* The decision with exact endings, wherever there are tables: a resignation is answered
 * by what is certain. */
static alea_decision exactly(const alea_decision *decision)
{
    alea_decision exact = *decision;
    exact.endings.exact_races = alea_board_phase(&exact.board) != ALEA_PHASE_CONTACT;
    return exact;
}

static alea_status answer_resignation(alea_engine *engine, const alea_offer *offer,
                                      const alea_search_settings *settings,
                                      alea_answer *out, alea_error *error)
{
    playing_on on;
    const alea_decision exact = exactly(&offer->decision);
    alea_status status = playing_on_search(engine, &exact, settings, &on, error);
    if (status != ALEA_OK) return status;
    alea_cube resigner = offer->decision.cube;
    if (offer->by_other) resigner = alea_cube_flip(&resigner);
    out->accepted =
        -playing_on_loss(&resigner, alea_engine_met(engine), offer->resign_class);
    out->refused = offer->by_other ? on.equity : -on.equity;
    out->redoubled = out->accepted;
    out->best = out->accepted >= out->refused - ALEA_INDIFFERENT
                    ? ALEA_EVENT_ACCEPT_RESIGN
                    : ALEA_EVENT_REJECT_RESIGN;
    return ALEA_OK;
}

alea_status alea_answer_offer(alea_engine *engine, const alea_offer *offer,
                              const alea_search_settings *settings, alea_answer *out,
                              alea_error *error)
{
    const alea_search_settings usual = alea_search_settings_default(ALEA_DEFAULT_PLIES);
    if (!settings) settings = &usual;
    if (offer->resign_class >= 1 && offer->resign_class <= 3)
        return answer_resignation(engine, offer, settings, out, error);
    if (offer->offers < 1 || offer->resign_class != 0) {
        alea_error_set(error, 0, 0, "nothing is offered");
        return ALEA_ERROR_ARGUMENT;
    }
    if (offer->offers == 1 && !offer->by_other && offer->decision.roll.die[0] == 0)
        return answer_double(engine, offer, settings, out, error);
    return answer_chain(engine, offer, settings, out, error);
}

alea_status alea_resignation_to_offer(alea_engine *engine,
                                      const alea_decision *decision, bool by_other,
                                      const alea_search_settings *settings,
                                      int *win_class, alea_error *error)
{
    const alea_search_settings usual = alea_search_settings_default(ALEA_DEFAULT_PLIES);
    if (!settings) settings = &usual;
    playing_on on;
    const alea_decision exact = exactly(decision);
    alea_status status = playing_on_search(engine, &exact, settings, &on, error);
    if (status != ALEA_OK) return status;
    float win = by_other ? 1 - on.probs.win : on.probs.win;
    float equity = by_other ? -on.equity : on.equity;
    alea_cube resigner = by_other ? alea_cube_flip(&decision->cube) : decision->cube;
    *win_class = 0;
    for (int l = 1; l <= 3 && win <= hopeless && *win_class == 0; l++)
        if (fabsf(playing_on_loss(&resigner, alea_engine_met(engine), l) - equity) <=
            ALEA_INDIFFERENT)
            *win_class = l;
    return ALEA_OK;
}
