/* Rulebook 003. */
#ifndef ALEA_TEACH_BOOKS_SHEET_H
#define ALEA_TEACH_BOOKS_SHEET_H

#include "book.h"

extern const book book_sheet;

#endif
