/* The best way to form pairs: a matching of maximum weight in a graph, by Edmonds'
 * algorithm with dual variables (Galil, "Efficient algorithms for finding maximum
 * matching in graphs", 1986). Time grows with the cube of the number of nodes. */
#ifndef ALEA_TOURNAMENT_MATCHING_H
#define ALEA_TOURNAMENT_MATCHING_H

#include <alea/status.h>

#include <stdint.h>

/* `weight` has nodes * nodes values, symmetric, 0 = no edge, at most 2^60. mate[i] is
 * the partner of node i, or -1. A pairing of everybody is found, where there is one, if
 * every weight is larger than any gain from changing the others. */
alea_status matching_best(int nodes, const int64_t *weight, int *mate);

#endif
