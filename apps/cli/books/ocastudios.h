/* Rulebook 004. */
#ifndef ALEA_CLI_BOOKS_OCASTUDIOS_H
#define ALEA_CLI_BOOKS_OCASTUDIOS_H

#include "book.h"

extern const book book_ocastudios;

#endif
