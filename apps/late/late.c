#include "late.h"

#include "base/error.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static alea_status load(const late_library *library, alea_error *error)
{
    void *found = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (!found)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "cannot load %s: %s",
                               library->file, dlerror());
    for (size_t i = 0; i < library->count; i++) {
        void *function = dlsym(found, library->names[i]);
        if (!function)
            return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%s has no %s",
                                   library->file, library->names[i]);
        /* POSIX: an address of dlsym may be one of a function. */
        memcpy((char *)library->functions + i * sizeof function, &function,
               sizeof function);
    }
    return ALEA_OK;
}

alea_status late_load(late_library *library, alea_error *error)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    if (!library->tried) library->status = load(library, &library->error);
    library->tried = true;
    pthread_mutex_unlock(&mutex);
    if (error && library->status != ALEA_OK) *error = library->error;
    return library->status;
}
