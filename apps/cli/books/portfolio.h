/* Rulebook 002. */
#ifndef ALEA_CLI_BOOKS_PORTFOLIO_H
#define ALEA_CLI_BOOKS_PORTFOLIO_H

#include "book.h"

extern const book book_portfolio;

#endif
