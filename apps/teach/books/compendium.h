/* Rulebook 001. */
#ifndef ALEA_TEACH_BOOKS_COMPENDIUM_H
#define ALEA_TEACH_BOOKS_COMPENDIUM_H

#include "book.h"

extern const book book_compendium;

#endif
