/* The clock, identifiers, and the log: one JSON object per line on standard error. */
#include "system.h"

#include "base/clock.h"

#include <jansson.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t server_now(void)
{
    return alea_wall_clock_ms();
}

int64_t server_ticks(void)
{
    return alea_clock_ms() + 1;
}

void server_new_id(char out[ID_SIZE])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t bytes[ID_SIZE - 1];
    randombytes_buf(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) out[i] = letters[bytes[i] & 31];
    out[ID_SIZE - 1] = '\0';
}

static void put_time(json_t *line)
{
    const int64_t now = server_now();
    const time_t seconds = (time_t)(now / 1000);
    struct tm parts;
    char day[32], text[48];
    if (!gmtime_r(&seconds, &parts) || !strftime(day, sizeof day, "%FT%T", &parts))
        return;
    snprintf(text, sizeof text, "%s.%03dZ", day, (int)(now % 1000));
    json_object_set_new(line, "time", json_string(text));
}

static atomic_bool is_quiet;

void server_log_open(bool quiet)
{
    atomic_store(&is_quiet, quiet);
}

static _Thread_local const char *current_request;

void server_log_about(const char *request)
{
    current_request = request;
}

void server_log(const char *level, const char *event, ...)
{
    if (atomic_load(&is_quiet) && strcmp(level, "info") == 0) return;
    json_t *line = json_object();
    va_list pairs;
    const char *key, *value;
    put_time(line);
    json_object_set_new(line, "level", json_string(level));
    json_object_set_new(line, "event", json_string(event));
    va_start(pairs, event);
    while ((key = va_arg(pairs, const char *))) {
        if (!(value = va_arg(pairs, const char *))) value = "";
        json_t *text = json_string(value); /* NULL where it is no UTF-8 */
        json_object_set_new(line, key, text ? text : json_string("(not UTF-8)"));
    }
    va_end(pairs);
    if (current_request)
        json_object_set_new(line, "request", json_string(current_request));
    char *text = json_dumps(line, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (text) fprintf(stderr, "%s\n", text);
    free(text);
    json_decref(line);
}
