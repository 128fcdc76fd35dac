#include "sheet.h"

#include <stdlib.h>
#include <time.h>

void sheet_time(FILE *out, int64_t time)
{
    const time_t seconds = (time_t)(time / 1000);
    struct tm when;
    char text[40] = "";
    if (gmtime_r(&seconds, &when)) strftime(text, sizeof text, "%FT%TZ", &when);
    fputs(text, out);
}

void sheet_answer(club_request *c, const char *name,
                  bool (*put)(const club_request *c, FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const bool is_good = out && put(c, out);
    const bool is_closed = out && fclose(out) == 0;
    if (!is_good || !is_closed) {
        free(text);
        http_refuse_storage(c->reply);
        return;
    }
    c->reply->status = 200;
    c->reply->type = "text/csv; charset=utf-8";
    c->reply->body = text;
    c->reply->size = size;
    snprintf(c->reply->disposition, sizeof c->reply->disposition,
             "attachment; filename=\"%s-%s.csv\"", c->club.id, name);
}
