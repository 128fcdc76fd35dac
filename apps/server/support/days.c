#include "days.h"

#include <stdbool.h>

days_turn days_begin(int64_t now, int64_t vacation_until, int64_t given_ms)
{
    const int64_t stood = vacation_until > now ? vacation_until : 0;
    return (days_turn){(stood ? stood : now) + given_ms, stood};
}

days_turn days_meet(days_turn turn, int64_t vacation_until, int64_t now)
{
    const bool is_away = vacation_until > now;
    const int64_t stood = is_away ? vacation_until : 0;
    if (turn.stood > now)
        return (days_turn){turn.deadline + (is_away ? stood : now) - turn.stood, stood};
    if (!is_away || turn.deadline - now <= DAYS_LEAST_MS) return turn;
    return (days_turn){turn.deadline + stood - now, stood};
}

int64_t days_left(const days_turn *turn, int64_t now)
{
    return turn->deadline - (turn->stood > now ? turn->stood : now);
}

int64_t days_reserve(int64_t reserve_ms, int64_t left)
{
    if (left >= reserve_ms) return reserve_ms;
    return left > 0 ? left : 0;
}
