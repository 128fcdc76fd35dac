/* The match header of an .xg file. */
#ifndef ALEA_FORMATS_MATCHES_XG_MATCH_HEADER_H
#define ALEA_FORMATS_MATCHES_XG_MATCH_HEADER_H

#include "reader.h"

/* Begins the record: rules, names, ratings, event, place, round, date, comment. */
alea_status xg_read_match_header(xg_reader *r);

#endif
