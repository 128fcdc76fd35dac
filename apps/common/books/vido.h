/* Rulebook 000. */
#ifndef ALEA_COMMON_BOOKS_VIDO_H
#define ALEA_COMMON_BOOKS_VIDO_H

#include "book.h"

extern const book book_vido;

#endif
