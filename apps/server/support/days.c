#include "days.h"

days_turn days_begin(int64_t now, int64_t vacation_until, int64_t given_ms)
{
    const int64_t stood = vacation_until > now ? vacation_until : 0;
    return (days_turn){(stood ? stood : now) + given_ms, stood};
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
