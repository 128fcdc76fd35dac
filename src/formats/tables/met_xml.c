/* Reads match equity tables: GNU Backgammon's XML and eXtreme Gammon's ini. Every entry
 * is checked when read, so that errors name the line and column of the bad number. */
#include <alea/met.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "met_cursor.h"

static const float mirror_tolerance = 0.005F; /* printed tables are rounded */

/* One row of numbers between two ends, by the reader of the format. */
typedef alea_status next_number(met_cursor *in, float *value, bool *found);

static alea_status read_row(met_cursor *in, next_number *next, float *out, int capacity,
                            int *count)
{
    *count = 0;
    for (;;) {
        float value;
        bool found;
        alea_status status = next(in, &value, &found);
        if (status != ALEA_OK || !found) return status;
        if (*count == capacity)
            return met_fail(in, ALEA_ERROR_SYNTAX, "a row holds more than %d chances",
                            capacity);
        out[(*count)++] = value;
    }
}

/* Row `i` has just been read and the cursor stands at its end. */
static alea_status check_row(met_cursor *in, const alea_met *met, int i)
{
    for (int j = 0; j < i; j++) {
        float sum = met->before[i][j] + met->before[j][i];
        if (fabsf(sum - 1) > mirror_tolerance)
            return met_fail(
                in, ALEA_ERROR_SYNTAX,
                "row %d: %d-away %d-away and its mirror add up to %.5f, not 1", i + 1,
                i + 1, j + 1, (double)sum);
    }
    if (fabsf(met->before[i][i] - 0.5F) > mirror_tolerance)
        return met_fail(in, ALEA_ERROR_SYNTAX, "row %d: %d-away %d-away is not 0.5",
                        i + 1, i + 1, i + 1);
    for (int j = 1; j < met->size; j++)
        if (met->before[i][j] < met->before[i][j - 1] - mirror_tolerance)
            return met_fail(
                in, ALEA_ERROR_SYNTAX,
                "row %d falls at entry %d: a further opponent cannot be worse", i + 1,
                j + 1);
    return ALEA_OK;
}

static alea_status check_after(met_cursor *in, const alea_met *met)
{
    if (fabsf(met->after[0] - 0.5F) > mirror_tolerance)
        return met_fail(in, ALEA_ERROR_SYNTAX,
                        "post-Crawford, 1-away 1-away is %.5f, not 0.5",
                        (double)met->after[0]);
    for (int n = 1; n < met->size; n++)
        if (met->after[n] > met->after[n - 1] + mirror_tolerance)
            return met_fail(in, ALEA_ERROR_SYNTAX,
                            "the post-Crawford row rises at entry %d", n + 1);
    return ALEA_OK;
}

static alea_status wrong_count(met_cursor *in, const char *what, int found, int wanted)
{
    return met_fail(in, ALEA_ERROR_SYNTAX, "%s has %d chances where %d are needed",
                    what, found, wanted);
}

/* ---- XML ---- */

static alea_status xml_me(met_cursor *in, float *value, bool *found)
{
    alea_status status = met_skip_markup(in);
    if (status != ALEA_OK) return status;
    *found = met_tag(in, "me");
    if (!*found) return met_expect(in, "</row>");
    met_skip_blank(in);
    if (met_starts(in, "</me"))
        return met_fail(in, ALEA_ERROR_SYNTAX, "an entry of the table is empty");
    status = met_number(in, value);
    if (status != ALEA_OK) return status;
    met_skip_blank(in);
    return met_expect(in, "</me>");
}

static alea_status xml_rows(met_cursor *in, alea_met *met)
{
    for (int i = 0;; i++) {
        alea_status status = met_skip_markup(in);
        if (status != ALEA_OK) return status;
        if (!met_tag(in, "row")) {
            if (i != met->size || i == 0)
                return met_fail(in, ALEA_ERROR_SYNTAX,
                                "the pre-Crawford table has %d rows of %d", i,
                                met->size);
            return met_expect(in, "</pre-crawford-table>");
        }
        if (i == ALEA_MET_SIZE || (i > 0 && i == met->size))
            return met_fail(in, ALEA_ERROR_SYNTAX, "too many rows");
        int count;
        status = read_row(in, xml_me, met->before[i], ALEA_MET_SIZE, &count);
        if (status != ALEA_OK) return status;
        if (i == 0 && met->size == 0) met->size = count;
        char name[32];
        snprintf(name, sizeof name, "row %d", i + 1);
        if (count != met->size || count == 0)
            return wrong_count(in, name, count, met->size);
        status = check_row(in, met, i);
        if (status != ALEA_OK) return status;
    }
}

static alea_status explicit_only(met_cursor *in, const char *attributes)
{
    if (!strstr(attributes, "type") || strstr(attributes, "explicit")) return ALEA_OK;
    return met_fail(
        in, ALEA_ERROR_UNSUPPORTED,
        "this table is a formula with parameters; only tables with explicit "
        "entries are read (alea met --compute makes one from a model)");
}

static alea_status xml_after(met_cursor *in, alea_met *met, const char *attributes)
{
    alea_status status = explicit_only(in, attributes);
    if (status != ALEA_OK) return status;
    if (strstr(attributes, "player") && !strstr(attributes, "both"))
        return met_fail(
            in, ALEA_ERROR_UNSUPPORTED,
            "this table differs for the two players; one for both is needed");
    status = met_skip_markup(in);
    if (status != ALEA_OK) return status;
    if (!met_tag(in, "row")) return met_fail(in, ALEA_ERROR_SYNTAX, "<row> is missing");
    int count;
    status = read_row(in, xml_me, met->after, ALEA_MET_SIZE, &count);
    if (status != ALEA_OK) return status;
    /* Some published tables lack the last row: they are read as smaller tables. */
    if (count == met->size - 1) met->size--;
    if (count != met->size)
        return wrong_count(in, "the post-Crawford row", count, met->size);
    status = check_after(in, met);
    if (status == ALEA_OK) status = met_skip_markup(in);
    return status == ALEA_OK ? met_expect(in, "</post-crawford-table>") : status;
}

static alea_status xml_info(met_cursor *in, alea_met *met)
{
    for (;;) {
        alea_status status = met_skip_markup(in);
        if (status != ALEA_OK) return status;
        if (met_starts(in, "</info")) return met_expect(in, "</info>");
        if (met_tag(in, "name")) {
            met_text(in, '<', met->name, sizeof met->name);
            status = met_expect(in, "</name>");
        } else if (met_tag(in, "description")) {
            met_text(in, '<', met->source, sizeof met->source);
            status = met_expect(in, "</description>");
        } else if (met_tag(in, "length")) {
            status = met_length(in, &met->size);
            met_skip_blank(in);
            if (status == ALEA_OK) status = met_expect(in, "</length>");
        } else {
            status = met_fail(in, ALEA_ERROR_SYNTAX, "unknown element in <info>");
        }
        if (status != ALEA_OK) return status;
    }
}

static alea_status read_xml(met_cursor *in, alea_met *met)
{
    bool have_before = false, have_after = false;
    alea_status status = met_skip_markup(in);
    if (status != ALEA_OK) return status;
    if (!met_tag(in, "met")) return met_fail(in, ALEA_ERROR_SYNTAX, "<met> is missing");
    for (;;) {
        char attributes[128];
        status = met_skip_markup(in);
        if (status != ALEA_OK) return status;
        if (met_starts(in, "</met")) break;
        if (met_tag(in, "info")) {
            status = xml_info(in, met);
        } else if (met_tag_with(in, "pre-crawford-table", attributes,
                                sizeof attributes)) {
            if (have_before) return met_fail(in, ALEA_ERROR_SYNTAX, "two tables");
            status = explicit_only(in, attributes);
            if (status == ALEA_OK) status = xml_rows(in, met);
            have_before = true;
        } else if (met_tag_with(in, "post-crawford-table", attributes,
                                sizeof attributes)) {
            if (!have_before)
                return met_fail(in, ALEA_ERROR_SYNTAX,
                                "the pre-Crawford table must come first");
            if (have_after)
                return met_fail(in, ALEA_ERROR_SYNTAX, "two post-Crawford tables");
            status = xml_after(in, met, attributes);
            have_after = true;
        } else {
            status = met_fail(in, ALEA_ERROR_SYNTAX, "unknown element, or none");
        }
        if (status != ALEA_OK) return status;
    }
    if (!have_before || !have_after)
        return met_fail(in, ALEA_ERROR_SYNTAX, "the %s-Crawford table is missing",
                        have_before ? "post" : "pre");
    return ALEA_OK;
}

/* ---- ini ---- */

static alea_status ini_number(met_cursor *in, float *value, bool *found)
{
    met_skip_spaces(in);
    *found = !met_at_line_end(in);
    return *found ? met_number(in, value) : ALEA_OK;
}

/* "Key=" at the cursor: the key, and the cursor behind the sign. */
static alea_status ini_key(met_cursor *in, char *key, size_t size)
{
    met_text(in, '=', key, size);
    return met_expect(in, "=");
}

static alea_status ini_current(met_cursor *in, alea_met *met, const char *key)
{
    char *to = strcmp(key, "Name") == 0          ? met->name
               : strcmp(key, "Description") == 0 ? met->source
                                                 : NULL;
    char skipped[ALEA_MET_TEXT_SIZE];
    met_text(in, '\n', to ? to : skipped, ALEA_MET_TEXT_SIZE);
    return ALEA_OK;
}

static alea_status ini_size(met_cursor *in, alea_met *met)
{
    int size;
    alea_status status = met_length(in, &size);
    if (status != ALEA_OK) return status;
    if (met->size != 0 && met->size != size)
        return met_fail(in, ALEA_ERROR_SYNTAX, "the two tables have %d and %d points",
                        met->size, size);
    met->size = size;
    return ALEA_OK;
}

static alea_status ini_row(met_cursor *in, alea_met *met, const char *key, int *rows)
{
    char wanted[16];
    snprintf(wanted, sizeof wanted, "%d", *rows + 1);
    if (strcmp(key, wanted) != 0)
        return met_fail(in, ALEA_ERROR_SYNTAX, "row %s is expected here", wanted);
    if (met->size == 0 || *rows == met->size)
        return met_fail(in, ALEA_ERROR_SYNTAX,
                        met->size ? "too many rows" : "Size= must come first");
    int count;
    alea_status status =
        read_row(in, ini_number, met->before[*rows], ALEA_MET_SIZE, &count);
    if (status != ALEA_OK) return status;
    char name[32];
    snprintf(name, sizeof name, "row %s", wanted);
    if (count != met->size) return wrong_count(in, name, count, met->size);
    return check_row(in, met, (*rows)++);
}

static alea_status ini_after(met_cursor *in, alea_met *met, int *count)
{
    if (met->size == 0) return met_fail(in, ALEA_ERROR_SYNTAX, "Size= must come first");
    alea_status status = read_row(in, ini_number, met->after, ALEA_MET_SIZE, count);
    if (status != ALEA_OK) return status;
    if (*count != met->size) return wrong_count(in, "Data", *count, met->size);
    return check_after(in, met);
}

static alea_status read_ini(met_cursor *in, alea_met *met)
{
    enum { NONE, CURRENT, POST, PRE } section = NONE;
    int rows = 0, after = 0;
    alea_status status = ALEA_OK;
    while (status == ALEA_OK) {
        char key[32];
        met_skip_blank(in);
        if (met_at_end(in)) break;
        if (met_starts(in, ";")) {
            met_text(in, '\n', key, sizeof key);
        } else if (met_starts(in, "[")) {
            met_text(in, ']', key, sizeof key);
            section = strcmp(key, "[Current") == 0        ? CURRENT
                      : strcmp(key, "[PostCrawford") == 0 ? POST
                      : strcmp(key, "[PreCrawford") == 0  ? PRE
                                                          : NONE;
            status = section == NONE
                         ? met_fail(in, ALEA_ERROR_SYNTAX, "unknown section")
                         : met_expect(in, "]");
        } else {
            status = ini_key(in, key, sizeof key);
            if (status != ALEA_OK) break;
            if (section == CURRENT)
                status = ini_current(in, met, key);
            else if (section == NONE)
                status = met_fail(in, ALEA_ERROR_SYNTAX, "an entry outside a section");
            else if (strcmp(key, "Size") == 0)
                status = ini_size(in, met);
            else if (section == PRE)
                status = ini_row(in, met, key, &rows);
            else if (strcmp(key, "Data") == 0)
                status = ini_after(in, met, &after);
            else
                status = met_fail(in, ALEA_ERROR_SYNTAX, "unknown entry");
        }
    }
    if (status != ALEA_OK) return status;
    if (rows == 0 || rows != met->size)
        return met_fail(in, ALEA_ERROR_SYNTAX, "[PreCrawford] has %d rows of %d", rows,
                        met->size);
    if (after == 0)
        return met_fail(in, ALEA_ERROR_SYNTAX, "[PostCrawford] has no Data");
    return ALEA_OK;
}

alea_status alea_met_read(const char *text, size_t length, alea_met *met,
                          alea_error *error)
{
    static const alea_met empty;
    alea_met read = empty;
    met_cursor in = {text, text + length, text, 1, 1, error};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) in.at = in.line_start += 3;
    met_skip_blank(&in);
    alea_status status;
    if (met_starts(&in, "<"))
        status = read_xml(&in, &read);
    else if (met_starts(&in, "[") || met_starts(&in, ";"))
        status = read_ini(&in, &read);
    else
        status = met_fail(&in, ALEA_ERROR_SYNTAX,
                          "no match equity table: neither XML nor [Current] ini");
    if (status != ALEA_OK) return status;
    read.given = read.size;
    *met = read;
    return ALEA_OK;
}

__attribute__((format(printf, 4, 5))) static void
put(char *out, size_t capacity, size_t *used, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bool fits = *used < capacity;
    int n = vsnprintf(fits ? out + *used : NULL, fits ? capacity - *used : 0, format,
                      arguments);
    va_end(arguments);
    if (n > 0) *used += (size_t)n;
}

size_t alea_met_write(const alea_met *met, char *out, size_t capacity)
{
    size_t used = 0;
    put(out, capacity, &used, "[Current]\nName=%s\nVersion=1\nDescription=%s\n\n",
        met->name, met->source);
    put(out, capacity, &used, "[PostCrawford]\nSize=%d\nData=", met->size);
    for (int n = 0; n < met->size; n++)
        put(out, capacity, &used, n ? " %.6f" : "%.6f", (double)met->after[n]);
    put(out, capacity, &used, "\n\n[PreCrawford]\nSize=%d\n", met->size);
    for (int i = 0; i < met->size; i++) {
        put(out, capacity, &used, "%d=", i + 1);
        for (int j = 0; j < met->size; j++)
            put(out, capacity, &used, j ? " %.6f" : "%.6f", (double)met->before[i][j]);
        put(out, capacity, &used, "\n");
    }
    return used;
}
