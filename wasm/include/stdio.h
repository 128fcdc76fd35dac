/* stdio.h with what WASI leaves out: there is one thread, so a stream needs no lock. */
#ifndef ALEA_WASM_STDIO_H
#define ALEA_WASM_STDIO_H

#include_next <stdio.h>

#define flockfile(stream)   ((void)(stream))
#define funlockfile(stream) ((void)(stream))

#endif
