/* libcurl, loaded when the first word is sent or the first address of one is read. */
#ifndef ALEA_LATE_CURL_H
#define ALEA_LATE_CURL_H

#include "late.h"

#define CURL_DISABLE_TYPECHECK /* its macros are calls by name */
#include <curl/curl.h>

#define LATE_CURL_FUNCTIONS(X)                                                         \
    X(curl_easy_cleanup)                                                               \
    X(curl_easy_getinfo)                                                               \
    X(curl_easy_init)                                                                  \
    X(curl_easy_setopt)                                                                \
    X(curl_easy_strerror)                                                              \
    X(curl_free)                                                                       \
    X(curl_global_init)                                                                \
    X(curl_multi_add_handle)                                                           \
    X(curl_multi_cleanup)                                                              \
    X(curl_multi_info_read)                                                            \
    X(curl_multi_init)                                                                 \
    X(curl_multi_perform)                                                              \
    X(curl_multi_poll)                                                                 \
    X(curl_multi_remove_handle)                                                        \
    X(curl_multi_setopt)                                                               \
    X(curl_multi_wakeup)                                                               \
    X(curl_slist_append)                                                               \
    X(curl_slist_free_all)                                                             \
    X(curl_url)                                                                        \
    X(curl_url_cleanup)                                                                \
    X(curl_url_get)                                                                    \
    X(curl_url_set)

typedef struct late_curl_functions {
    LATE_CURL_FUNCTIONS(LATE_MEMBER)
} late_curl_functions;

/* Not to be called before late_curl_load answered ALEA_OK. */
extern late_curl_functions curl;

/* As late_load. */
alea_status late_curl_load(alea_error *error);

#endif
