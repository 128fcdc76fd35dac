#include "formats/diagrams/out.h"

#include <stdarg.h>
#include <stdio.h>

void out_put(out *o, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    size_t left = o->used < o->room ? o->room - o->used : 0;
    int n = vsnprintf(left ? o->text + o->used : NULL, left, format, list);
    va_end(list);
    if (n > 0) o->used += (size_t)n;
}

void out_put_xml(out *o, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&')
            out_put(o, "&amp;");
        else if (c == '<')
            out_put(o, "&lt;");
        else if (c == '>')
            out_put(o, "&gt;");
        else if (c == '"')
            out_put(o, "&quot;");
        else if (c == '\'')
            out_put(o, "&#39;");
        else
            out_put(o, "%c", c < 32 ? ' ' : *text);
    }
}
