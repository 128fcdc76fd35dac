/* Results of calls that can fail. Thread-safe: values only. */
#ifndef ALEA_STATUS_H
#define ALEA_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library. Layouts of structs may change with the first two numbers;
 * a binding compares alea_version() with the ALEA_VERSION it was made for. */
#ifndef ALEA_VERSION
#define ALEA_VERSION "0.1.0"
#endif

#if defined(__GNUC__)
#define ALEA_API __attribute__((visibility("default")))
#elif defined(_MSC_VER) && defined(ALEA_EXPORTS) /* the DLL itself is compiled */
#define ALEA_API __declspec(dllexport)
#elif defined(_MSC_VER) && defined(ALEA_DLL) /* a program that links the DLL */
#define ALEA_API __declspec(dllimport)
#else
#define ALEA_API
#endif

typedef enum alea_status {
    ALEA_OK = 0,
    ALEA_ERROR_ARGUMENT,    /* a value outside its stated range */
    ALEA_ERROR_MEMORY,      /* no memory, or the caller's buffer is too small */
    ALEA_ERROR_FILE,        /* a file cannot be opened, read, written or synced */
    ALEA_ERROR_SYNTAX,      /* text that does not follow its format */
    ALEA_ERROR_POSITION,    /* well-formed text, but no possible position */
    ALEA_ERROR_REFUSED,     /* refused by the rules */
    ALEA_ERROR_VERSION,     /* data of an unsupported version */
    ALEA_ERROR_CHECKSUM,    /* damaged data */
    ALEA_ERROR_UNSUPPORTED, /* valid, but not handled here */
    ALEA_ERROR_CANCELLED    /* cancelled by the caller */
} alea_status;

/* Where and why a call failed. `line` and `column` count from 1; 0 = not known. */
typedef struct alea_error {
    size_t line, column;
    char reason[160]; /* one short sentence, NUL-terminated, no newline, plain UTF-8 */
    alea_status status; /* what the call returned */
} alea_error;

/* A lower-case English phrase for a status, never NULL; static storage. */
ALEA_API const char *alea_status_text(alea_status status);

/* ALEA_VERSION of the library that is loaded. Static storage. */
ALEA_API const char *alea_version(void);

#ifdef __cplusplus
}
#endif
#endif
