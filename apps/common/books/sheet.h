/* Rulebook 003. */
#ifndef ALEA_COMMON_BOOKS_SHEET_H
#define ALEA_COMMON_BOOKS_SHEET_H

#include "book.h"

extern const book book_sheet;

#endif
