/* A game of the machine against itself, by the rules of the state machine: every event
 * is applied by alea_match_apply, which refuses what the rules forbid. */
#include <alea/alea.h>

#include <stdint.h>
#include <stdio.h>

/* Dice for an example; a real program has better ones. */
static uint8_t throw_die(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (uint8_t)(1 + (*state >> 16) % 6);
}

static alea_event next_event(const alea_match *match, const alea_evaluator *evaluator,
                             uint32_t *dice)
{
    alea_event event = {.by = match->to_act};
    if (match->phase == ALEA_MATCH_OPENING || match->phase == ALEA_MATCH_TO_ROLL) {
        event.type =
            match->phase == ALEA_MATCH_OPENING ? ALEA_EVENT_OPENING : ALEA_EVENT_ROLL;
        event.roll = (alea_roll){{throw_die(dice), throw_die(dice)}};
        return event;
    }
    /* To play: the result that is best by the net alone. */
    static alea_play_list list;
    static alea_board results[ALEA_MAX_PLAYS];
    static alea_probs probs[ALEA_MAX_PLAYS];
    const alea_board board = alea_match_board(match, match->turn);
    int best = 0;
    alea_plays(&board, match->roll, &match->rules.play, &list);
    for (int i = 0; i < list.count; i++) results[i] = list.play[i].board;
    alea_eval_results(evaluator, &board, results, list.count, probs);
    for (int i = 1; i < list.count; i++)
        if (alea_probs_equity(&probs[i]) > alea_probs_equity(&probs[best])) best = i;
    event.type = ALEA_EVENT_PLAY;
    event.moves = list.play[best].count;
    for (int i = 0; i < event.moves; i++) event.move[i] = list.play[best].move[i];
    char text[ALEA_PLAY_TEXT_SIZE];
    alea_play_write(&board, &list.play[best], text);
    printf("%c %d%d: %s\n", match->turn == ALEA_A ? 'A' : 'B', match->roll.die[0],
           match->roll.die[1], text);
    return event;
}

int main(void)
{
    alea_evaluator *evaluator;
    alea_error error;
    if (alea_evaluator_open(&evaluator, &error) != ALEA_OK) {
        fprintf(stderr, "%s\n", error.reason);
        return 1;
    }
    const alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    alea_match match;
    uint32_t dice = 7;
    int status = 0;
    alea_match_start(&match, &rules);
    while (!match.has_result && status == 0) {
        const alea_event event = next_event(&match, evaluator, &dice);
        const alea_refusal refusal = alea_match_apply(&match, &event, NULL);
        if (refusal != ALEA_ACCEPTED) {
            fprintf(stderr, "%s\n", alea_refusal_text(refusal));
            status = 1;
        }
    }
    if (status == 0)
        printf("%c wins %d\n", match.result.winner == ALEA_A ? 'A' : 'B',
               match.result.points);
    alea_evaluator_close(evaluator);
    return status;
}
