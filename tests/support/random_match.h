/* Random matches for property tests: legal events chosen by a seed, every rule set. */
#ifndef ALEA_TESTS_SUPPORT_RANDOM_MATCH_H
#define ALEA_TESTS_SUPPORT_RANDOM_MATCH_H

#include <stdlib.h>
#include <string.h>

#include <alea/file.h>

typedef struct random_match {
    uint64_t state;
    alea_play_list plays;
    bool resignations; /* offer some, accepted or not */
} random_match;

static inline uint32_t random_match_next(random_match *r, uint32_t bound)
{
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(r->state >> 33) % bound;
}

static inline alea_roll random_match_roll(random_match *r)
{
    uint8_t a = (uint8_t)(1 + random_match_next(r, 6));
    uint8_t b = (uint8_t)(1 + random_match_next(r, 6));
    return (alea_roll){{a, b}};
}

/* The play that moves its rear checkers most half of the time: games come to an end. */
static inline void random_match_play(random_match *r, const alea_match *m,
                                     alea_event *e)
{
    alea_board board = alea_match_board(m, m->turn);
    alea_plays(&board, m->roll, &m->rules.play, &r->plays);
    const alea_play *p = &r->plays.play[random_match_next(r, (uint32_t)r->plays.count)];
    e->type = ALEA_EVENT_PLAY;
    e->by = m->turn;
    int count;
    alea_play_canonical(&board, p, e->move, &count);
    e->moves = (uint8_t)count;
}

static inline alea_event random_match_event(random_match *r, const alea_match *m)
{
    alea_event e = {.by = m->to_act, .cube_owner = ALEA_NOBODY};
    uint32_t chance = random_match_next(r, 100);
    switch (m->phase) {
    case ALEA_MATCH_OPENING:
        e.type = ALEA_EVENT_OPENING;
        e.roll = random_match_roll(r);
        break;
    case ALEA_MATCH_TO_ROLL:
        e.type = ALEA_EVENT_ROLL;
        e.roll = random_match_roll(r);
        if (chance < 6 && alea_match_may_double(m, m->turn)) e.type = ALEA_EVENT_DOUBLE;
        if (chance > 97 && r->resignations && m->rules.resign) {
            e.type = ALEA_EVENT_RESIGN;
            e.win_class = (uint8_t)(1 + random_match_next(r, 3));
        }
        break;
    case ALEA_MATCH_TO_PLAY: random_match_play(r, m, &e); break;
    case ALEA_MATCH_DOUBLE_OFFERED:
    case ALEA_MATCH_BEAVER_OFFERED: {
        e.type = chance < 30 ? ALEA_EVENT_DROP : ALEA_EVENT_TAKE;
        alea_event again = e;
        again.type = m->phase == ALEA_MATCH_DOUBLE_OFFERED ? ALEA_EVENT_BEAVER
                                                           : ALEA_EVENT_RACCOON;
        if (chance > 70 && alea_match_would(m, &again) == ALEA_ACCEPTED) e = again;
        break;
    }
    case ALEA_MATCH_RESIGN_OFFERED:
        e.type = chance < 50 ? ALEA_EVENT_ACCEPT_RESIGN : ALEA_EVENT_REJECT_RESIGN;
        break;
    case ALEA_MATCH_GAME_OVER:
    case ALEA_MATCH_MATCH_OVER: e.type = ALEA_EVENT_NEXT_GAME; break;
    }
    return e;
}

/* A whole match, or `games` games of money. False if something was refused. */
static inline bool random_match_fill(random_match *r, alea_record *record,
                                     const alea_rules *rules, int games)
{
    alea_record_start(record, rules, alea_memory_heap());
    while (record->now.phase != ALEA_MATCH_MATCH_OVER &&
           !(record->now.phase == ALEA_MATCH_GAME_OVER && record->now.game >= games)) {
        alea_event e = random_match_event(r, &record->now);
        if (alea_record_append(record, &e, NULL, NULL) != ALEA_OK) return false;
    }
    return true;
}

#endif
