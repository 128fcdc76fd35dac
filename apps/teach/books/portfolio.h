/* Rulebook 002. */
#ifndef ALEA_TEACH_BOOKS_PORTFOLIO_H
#define ALEA_TEACH_BOOKS_PORTFOLIO_H

#include "book.h"

extern const book book_portfolio;

#endif
