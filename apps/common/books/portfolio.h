/* Rulebook 002. */
#ifndef ALEA_COMMON_BOOKS_PORTFOLIO_H
#define ALEA_COMMON_BOOKS_PORTFOLIO_H

#include "book.h"

extern const book book_portfolio;

#endif
