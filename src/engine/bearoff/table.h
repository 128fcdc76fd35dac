/* Headers of table files. */
#ifndef ALEA_ENGINE_BEAROFF_TABLE_H
#define ALEA_ENGINE_BEAROFF_TABLE_H

#include "internal.h"

void bearoff_header_start(bearoff_header *header, const bearoff_index *index,
                          alea_bearoff_kind kind, uint64_t data_size);
/* Sets the header's own sum; call after every change. */
void bearoff_header_seal(bearoff_header *header);
/* Checks every claim of a header in front of `size` bytes, itself included. */
alea_status bearoff_header_check(const bearoff_header *header, uint64_t size,
                                 bearoff_index *index, alea_error *error);

#endif
