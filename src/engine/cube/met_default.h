/* The default match equity table as it was published. */
#ifndef ALEA_ENGINE_CUBE_MET_DEFAULT_H
#define ALEA_ENGINE_CUBE_MET_DEFAULT_H

#include <alea/met.h>

/* Sets name, source and size, and the entries up to that size. */
void met_default_fill(alea_met *met);

#endif
