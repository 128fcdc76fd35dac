/* Rulebook 000. */
#ifndef ALEA_TEACH_BOOKS_VIDO_H
#define ALEA_TEACH_BOOKS_VIDO_H

#include "book.h"

extern const book book_vido;

#endif
