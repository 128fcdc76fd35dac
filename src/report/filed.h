/* Another program's analysis that came with a match file, beside alea's own. */
#ifndef ALEA_REPORT_FILED_H
#define ALEA_REPORT_FILED_H

#include <alea/record.h>

#include <jansson.h>
#include <stdio.h>

#include "shared.h"

/* All that the record keeps of an entry; `before` is the state before it. Lines begin
 * with `indent` spaces. */
void report_filed_text(const alea_record *record, size_t entry,
                       const alea_match *before, int indent, FILE *to);
/* The same as a page's paragraphs and tables; nothing where there is none. */
void report_filed_html(const alea_record *record, size_t entry, FILE *to);
/* A list of FILED (docs/json.md), or NULL where there is none. */
json_t *report_filed_json(const alea_record *record, size_t entry);

/* A player's figures by the losses that a file states, counted as eXtreme Gammon counts
 * them. `program`: the first one that the file names; "" = none. */
typedef struct report_filed_totals {
    const char *program;
    int decisions[2];
    double loss[2], pr[2]; /* pr 0 without decisions */
} report_filed_totals;
void report_filed_sum(const alea_record *record, const alea_met *met,
                      report_filed_totals *out);

#endif
