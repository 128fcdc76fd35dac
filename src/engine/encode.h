/* Positions as slot vectors, for the inference inside the engine. The public face with
 * row lists is <alea/net.h>. */
#ifndef ALEA_ENGINE_ENCODE_H
#define ALEA_ENGINE_ENCODE_H

#include <alea/net.h>

/* Slot vectors are padded with zeros so that SIMD compares need no tail. */
enum { ENCODE_STRIDE = 96 };

/* Two more things the masks of a position tell on the way. */
typedef struct encode_facts {
    uint8_t tail;     /* alea_encode_tail */
    uint8_t possible; /* alea_encode_possible */
} encode_facts;

/* Value of every slot; slots past the kind's own are zero. */
void encode_slots(alea_net_kind kind, const alea_board *board,
                  uint8_t slots[ENCODE_STRIDE], encode_facts *facts);
/* Number of slots of a kind, and the row of value 1 of each of them. */
int encode_slot_count(alea_net_kind kind);
const uint16_t *encode_first_rows(alea_net_kind kind);

#endif
