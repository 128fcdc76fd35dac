#include "sentence.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

sentence sentence_start(char *out, size_t size)
{
    out[0] = '\0';
    return (sentence){.out = out, .size = size};
}

void sentence_put(sentence *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const size_t capacity = s->size - s->used;
    const int n = vsnprintf(s->out + s->used, capacity, format, list);
    va_end(list);
    if (n > 0) s->used += (size_t)n < capacity ? (size_t)n : capacity - 1;
}

void sentence_clause(sentence *s, const char *start)
{
    s->joint = s->used;
    sentence_put(s, "%s", s->clauses++ == 0 ? start : ", ");
}

void sentence_end(sentence *s)
{
    static const char and[] = " and";
    const size_t more = sizeof and-2;
    if (s->clauses > 1 && s->used + more < s->size) {
        char *joint = s->out + s->joint;
        memmove(joint + 1 + more, joint + 1, s->used - s->joint);
        memcpy(joint, and, sizeof and-1);
        s->used += more;
    }
    if (s->clauses > 0) sentence_put(s, ".");
    s->clauses = 0;
}
