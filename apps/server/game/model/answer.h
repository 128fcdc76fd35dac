/* The answer to one command: done, or refused with the reason. */
#ifndef ALEA_SERVER_GAME_MODEL_ANSWER_H
#define ALEA_SERVER_GAME_MODEL_ANSWER_H

#include "game.h"

typedef struct game_answer {
    bool ok;
    bool later;   /* a job answers when it has ended */
    bool again;   /* refused for now: the same key may be sent again */
    int64_t seq;  /* of the event; 0 = none */
    int64_t time; /* of a ping; 0 = none */
    char code[32], text[240];
    const char *note; /* static; the source of the rule, or NULL */
} game_answer;

__attribute__((format(printf, 3, 4))) void
answer_refuse(game_answer *a, const char *code, const char *format, ...);
/* Fills the answer from a refusal by the rules. */
void answer_refusal(game_answer *a, const game *g, alea_refusal refusal,
                    alea_play_error play_error);

#endif
