/* Rulebook 004. */
#ifndef ALEA_TEACH_BOOKS_OCASTUDIOS_H
#define ALEA_TEACH_BOOKS_OCASTUDIOS_H

#include "book.h"

extern const book book_ocastudios;

#endif
