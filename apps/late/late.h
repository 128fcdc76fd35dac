/* Libraries that are loaded when they are first needed: a program that is linked to
 * them loads all of them at each start. Their headers are used as ever; their functions
 * are called through a struct of pointers. */
#ifndef ALEA_LATE_LATE_H
#define ALEA_LATE_LATE_H

#include <alea/status.h>

#include <stdbool.h>
#include <stddef.h>

/* From a list `#define F(X) X(name) X(name)...` of functions come the members of the
 * struct, each with its function's type, and their names in the same order. */
#define LATE_MEMBER(name) __typeof__(name) *name;
#define LATE_NAME(name)   #name,

typedef struct late_library {
    const char *file; /* its binary interface, as "libcurl.so.4" */
    const char *const *names;
    size_t count;
    void *functions; /* the struct: `count` pointers */
    /* what came of it: */
    bool tried;
    alea_status status;
    alea_error error;
} late_library;

/* Loads the library unless that was tried before, and fills its struct. It stays loaded
 * as long as the program. ALEA_ERROR_FILE after filling `error` (may be NULL) with what
 * is missing: then no function may be called. Any thread. */
alea_status late_load(late_library *library, alea_error *error);

#endif
