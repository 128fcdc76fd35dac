#include <alea/dice.h>

#include <assert.h>

alea_roll alea_roll_at(int index)
{
    assert(index >= 0 && index < ALEA_ROLLS);
    int high = 1;
    while (index >= high) index -= high++;
    return (alea_roll){{(uint8_t)high, (uint8_t)(index + 1)}};
}

int alea_roll_index(alea_roll roll)
{
    assert(alea_roll_valid(roll));
    int high = roll.die[0] > roll.die[1] ? roll.die[0] : roll.die[1];
    int low = roll.die[0] + roll.die[1] - high;
    return high * (high - 1) / 2 + low - 1;
}

int alea_roll_weight(alea_roll roll)
{
    return alea_roll_is_double(roll) ? 1 : 2;
}

bool alea_roll_is_double(alea_roll roll)
{
    return roll.die[0] == roll.die[1];
}

bool alea_roll_valid(alea_roll roll)
{
    return roll.die[0] >= 1 && roll.die[0] <= 6 && roll.die[1] >= 1 && roll.die[1] <= 6;
}
