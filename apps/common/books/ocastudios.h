/* Rulebook 004. */
#ifndef ALEA_COMMON_BOOKS_OCASTUDIOS_H
#define ALEA_COMMON_BOOKS_OCASTUDIOS_H

#include "book.h"

extern const book book_ocastudios;

#endif
