#include "json_string.h"

#include <stdio.h>

size_t json_write_string(const char *text, char *out)
{
    char *at = out;
    *at++ = '"';
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            *at++ = '\\';
            *at++ = (char)c;
        } else if (c < ' ') {
            at += snprintf(at, 7, "\\u%04x", c);
        } else {
            *at++ = (char)c;
        }
    }
    *at++ = '"';
    return (size_t)(at - out);
}
