#include "filed_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filed.h"

enum { MOST_CANDIDATES = 1000, FIELDS = 8 };

static void put_float(alea_text *out, float value)
{
    if (isnan(value))
        alea_text_char(out, '-');
    else
        alea_text_format(out, "%.9g", (double)value);
}

static void put_chances(alea_text *out, const float chance[5])
{
    for (int i = 0; i < 5; i++) {
        if (i) alea_text_char(out, ',');
        put_float(out, chance[i]);
    }
}

static void put_moves(alea_text *out, const alea_filed_candidate *c)
{
    for (int i = 0; i < c->moves; i++)
        alea_text_format(out, "%s%d/%d", i ? " " : "", c->move[i].from, c->move[i].to);
}

static void put_candidate(alea_text *out, const alea_filed_candidate *c)
{
    put_moves(out, c);
    alea_text_format(out, ";%s;", c->level);
    put_float(out, c->equity);
    alea_text_char(out, ';');
    put_chances(out, c->chance);
    alea_text_format(out, ";%ld;", (long)c->trials);
    put_float(out, c->interval);
    alea_text_char(out, '\n');
}

static void put_cube(alea_text *out, const alea_filed *f)
{
    const float equity[] = {f->no_double, f->double_take, f->double_drop};
    for (int i = 0; i < 3; i++) {
        put_float(out, equity[i]);
        alea_text_char(out, ';');
    }
    put_chances(out, f->chance[0]);
    alea_text_char(out, ';');
    put_chances(out, f->chance[1]);
    for (int i = 0; i < 2; i++) {
        alea_text_char(out, ';');
        put_float(out, f->interval[i]);
    }
    alea_text_char(out, '\n');
}

void filed_text_write(const alea_record *record, size_t entry, alea_text *out)
{
    const alea_filed *f = NULL;
    while ((f = alea_record_filed(record, entry, f))) {
        alea_text_format(out, "%s %c;%s;%s;%d;",
                         f->kind == ALEA_FILED_PLAY ? "play" : "cube",
                         f->by == ALEA_B ? 'B' : 'A', f->program, f->level,
                         (int)f->flagged + 2 * (int)f->mwc);
        put_float(out, f->loss);
        alea_text_char(out, ';');
        put_float(out, f->luck);
        alea_text_format(out, ";%ld;%ld\n", (long)f->made, (long)f->trials);
        for (int i = 0; i < f->candidates; i++)
            put_candidate(out, &record->filed_candidate[f->first + (size_t)i]);
        if (f->kind == ALEA_FILED_CUBE) put_cube(out, f);
    }
}

/* ---- reading ---- */

typedef struct fields {
    char text[320];
    char *field[FIELDS];
    int count;
} fields;

/* The next line in its fields; false at the end, or if it is too long. */
static bool next_line(const char **at, const char *end, fields *f)
{
    if (*at >= end) return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    size_t length = (size_t)((stop ? stop : end) - *at);
    if (length >= sizeof f->text || memchr(*at, 0, length)) return false;
    memcpy(f->text, *at, length);
    f->text[length] = '\0';
    *at = stop ? stop + 1 : end;
    f->count = 0;
    for (char *c = f->text; f->count < FIELDS;) {
        f->field[f->count++] = c;
        c = strchr(c, ';');
        if (!c) break;
        *c++ = '\0';
    }
    return true;
}

static bool read_float(const char *text, float *out)
{
    char *end;
    *out = NAN;
    if (strcmp(text, "-") == 0) return true;
    double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value) || fabs(value) > 1e6) return false;
    *out = (float)value;
    return true;
}

static bool read_chances(char *text, float chance[5])
{
    for (int i = 0; i < 5; i++) {
        char *comma = strchr(text, ',');
        if ((comma == NULL) != (i == 4)) return false;
        if (comma) *comma = '\0';
        if (!read_float(text, &chance[i])) return false;
        if (comma) text = comma + 1;
    }
    return true;
}

static bool read_integer(const char *text, long low, long high, int32_t *out)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < low || value > high) return false;
    *out = (int32_t)value;
    return true;
}

static bool read_head(const fields *f, alea_filed *out)
{
    int32_t flags;
    if (f->count != 8 || strlen(f->field[0]) != 6) return false;
    bool cube = strncmp(f->field[0], "cube ", 5) == 0;
    if (!cube && strncmp(f->field[0], "play ", 5) != 0) return false;
    alea_player by = f->field[0][5] == 'B' ? ALEA_B : ALEA_A;
    *out = filed_start(cube ? ALEA_FILED_CUBE : ALEA_FILED_PLAY, by, f->field[1]);
    filed_name(out->level, sizeof out->level, f->field[2]);
    if (!read_integer(f->field[3], 0, 3, &flags)) return false;
    out->flagged = flags & 1;
    out->mwc = flags & 2;
    return read_float(f->field[4], &out->loss) && read_float(f->field[5], &out->luck) &&
           read_integer(f->field[6], -1, MOST_CANDIDATES, &out->made) &&
           read_integer(f->field[7], 0, INT32_MAX, &out->trials);
}

static bool read_candidate(const fields *f, alea_filed_candidate *c)
{
    *c = filed_candidate_start();
    int count = 0;
    if (f->count != 6) return false;
    if (alea_moves_read(f->field[0], strlen(f->field[0]), c->move, &count, NULL))
        return false;
    c->moves = (uint8_t)count;
    filed_name(c->level, sizeof c->level, f->field[1]);
    return read_float(f->field[2], &c->equity) &&
           read_chances(f->field[3], c->chance) &&
           read_integer(f->field[4], 0, INT32_MAX, &c->trials) &&
           read_float(f->field[5], &c->interval);
}

static bool read_cube(const fields *f, alea_filed *out)
{
    return f->count == 7 && read_float(f->field[0], &out->no_double) &&
           read_float(f->field[1], &out->double_take) &&
           read_float(f->field[2], &out->double_drop) &&
           read_chances(f->field[3], out->chance[0]) &&
           read_chances(f->field[4], out->chance[1]) &&
           read_float(f->field[5], &out->interval[0]) &&
           read_float(f->field[6], &out->interval[1]);
}

static bool begins(const char *at, const char *end)
{
    return end - at > 5 && (memcmp(at, "play ", 5) == 0 || memcmp(at, "cube ", 5) == 0);
}

/* One analysis from `*at` on. */
static bool read_one(const char **at, const char *end, alea_filed *filed,
                     alea_filed_candidate *candidate)
{
    fields f;
    if (!next_line(at, end, &f) || !read_head(&f, filed)) return false;
    if (filed->kind == ALEA_FILED_CUBE)
        return next_line(at, end, &f) && read_cube(&f, filed);
    while (*at < end && !begins(*at, end) && filed->candidates < MOST_CANDIDATES) {
        if (!next_line(at, end, &f) ||
            !read_candidate(&f, &candidate[filed->candidates]))
            return false;
        filed->candidates++;
    }
    return filed->made < filed->candidates;
}

alea_status filed_text_read(importer *in, size_t entry, const char *text, size_t length,
                            size_t line)
{
    const char *at = text, *end = text + length;
    alea_filed_candidate *candidate = malloc(MOST_CANDIDATES * sizeof *candidate);
    alea_status status = candidate ? ALEA_OK : import_no_memory(in, line);
    while (!status && at < end) {
        alea_filed filed;
        if (!read_one(&at, end, &filed, candidate)) {
            import_warn(in, line, "malformed analysis: ignored");
            break;
        }
        filed.entry = entry;
        if (alea_record_add_filed(in->record, &filed, candidate) == ALEA_ERROR_MEMORY)
            status = import_no_memory(in, line);
    }
    free(candidate);
    return status;
}
