/* The tactical features of a contact position, computed without vectors. */
#ifndef ALEA_ENGINE_NET_ENCODE_TACTICS_H
#define ALEA_ENGINE_NET_ENCODE_TACTICS_H

#include "encode_sides.h"

/* By number of throws, 0..36. */
extern const uint8_t encode_shot_bucket[37];

/* Windows, escapes and shots, into feature groups that are zero there. */
void encode_tactics(const side *me, const side *them, uint8_t *feature_groups);

#endif
