/* Bytes in JSON, as base64. Any thread. */
#ifndef ALEA_SERVER_SUPPORT_CODED_H
#define ALEA_SERVER_SUPPORT_CODED_H

#include <jansson.h>
#include <stddef.h>

/* A new reference; NULL if `bytes` is, or without memory. */
json_t *coded_bytes(const char *bytes, size_t size);
/* To be freed; NULL: no such text, or without memory. */
char *decoded_bytes(const json_t *value, size_t *size);

#endif
