/* Dice: a roll is two dice. There are 21 distinct rolls, 36 equally likely ones. */
#ifndef ALEA_DICE_H
#define ALEA_DICE_H

#include <stdbool.h>
#include <stdint.h>

#include <alea/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_ROLLS = 21 };

/* Each die 1..6; {0, 0} = not rolled. The order carries no meaning after the
 * opening. */
typedef struct alea_roll {
    uint8_t die[2];
} alea_roll;

/* The 21 rolls in the order 11 21 22 31 32 33 41 ... 66; index 0..20. Higher die
 * first. */
ALEA_API alea_roll alea_roll_at(int index);
/* Returns the index of a roll, whose dice may be in either order and must be 1..6. */
ALEA_API int alea_roll_index(alea_roll roll);
/* Returns the weight of a roll among the 36: 1 for a double, 2 otherwise. */
ALEA_API int alea_roll_weight(alea_roll roll);
ALEA_API bool alea_roll_is_double(alea_roll roll);
/* True if both dice are 1..6. */
ALEA_API bool alea_roll_valid(alea_roll roll);

#ifdef __cplusplus
}
#endif
#endif
