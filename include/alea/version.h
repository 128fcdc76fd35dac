/* The version of the library. Layouts of structs may change with the first two numbers;
 * a binding compares alea_version() with the ALEA_VERSION it was made for. */
#ifndef ALEA_VERSION_H
#define ALEA_VERSION_H

#include <alea/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ALEA_VERSION
#define ALEA_VERSION "0.1.0"
#endif

/* ALEA_VERSION of the library that is loaded. Static storage. */
ALEA_API const char *alea_version(void);

#ifdef __cplusplus
}
#endif
#endif
