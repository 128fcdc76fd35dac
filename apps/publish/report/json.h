/* The report for programs. */
#ifndef ALEA_PUBLISH_REPORT_JSON_H
#define ALEA_PUBLISH_REPORT_JSON_H

#include "shared.h"

bool report_json(const report *r, FILE *to);
/* One object, a new reference; and written on one line, false when memory is short. */
json_t *report_value(const report *r);

#endif
