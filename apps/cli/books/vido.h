/* Rulebook 000. */
#ifndef ALEA_CLI_BOOKS_VIDO_H
#define ALEA_CLI_BOOKS_VIDO_H

#include "book.h"

extern const book book_vido;

#endif
