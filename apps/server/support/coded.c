#include "coded.h"

#include <sodium.h>
#include <stdlib.h>

enum { CODE = sodium_base64_VARIANT_ORIGINAL };

json_t *coded_bytes(const char *bytes, size_t size)
{
    const size_t length = sodium_base64_ENCODED_LEN(size, CODE);
    char *text = bytes ? malloc(length) : NULL;
    json_t *value = NULL;
    if (text)
        value = json_string(
            sodium_bin2base64(text, length, (const unsigned char *)bytes, size, CODE));
    free(text);
    return value;
}

char *decoded_bytes(const json_t *value, size_t *size)
{
    const char *text = json_string_value(value);
    const size_t length = json_string_length(value);
    unsigned char *bytes = text ? malloc(length + 1) : NULL;
    if (bytes &&
        sodium_base642bin(bytes, length, text, length, NULL, size, NULL, CODE) == 0)
        return (char *)bytes;
    free(bytes);
    return NULL;
}
