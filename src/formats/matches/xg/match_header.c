#include "reader.h"

#include <stdio.h>
#include <string.h>

#include "formats/toolkit/implied_rules.h"
#include "texts.h"

static alea_status read_texts(xg_reader *r)
{
    static const struct {
        const char *key;
        int ansi, capacity, wide;
    } texts[] = {{"player_a", XG_NAME_1, 40, XG_WIDE_NAME_1},
                 {"player_b", XG_NAME_2, 40, XG_WIDE_NAME_2},
                 {"event", XG_EVENT, 128, XG_WIDE_EVENT},
                 {"place", XG_LOCATION, 128, XG_WIDE_LOCATION},
                 {"round", XG_ROUND, 128, XG_WIDE_ROUND}};
    bool wide = r->version >= XG_UNICODE_NAMES;
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0] && !status; i++)
        status = xg_read_name(r->in, texts[i].key, r->record + texts[i].ansi,
                              (size_t)texts[i].capacity,
                              wide ? r->record + texts[i].wide : NULL);
    return status;
}

static alea_status read_rating(xg_reader *r, int at, const char *key)
{
    char text[16];
    double rating = xg_f64(r->record + at);
    if (!(rating >= 1 && rating < 100000)) return ALEA_OK; /* none, or no rating */
    int n = snprintf(text, sizeof text, "%.2f", rating);
    return import_tag(r->in, key, text, (size_t)n);
}

/* Days since 30 December 1899, as a double. */
static alea_status read_date(xg_reader *r)
{
    double days = xg_f64(r->record + XG_DATE);
    if (!(days >= 25569 && days < 80000)) return ALEA_OK; /* 1970..2119 */
    /* Days since 1 March 0000 in the proleptic calendar, then by eras of 400 years. */
    int z = (int)days - 25569 + 719468, era = z / 146097, day = z - era * 146097;
    int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int rest = day - (365 * year + year / 4 - year / 100), month = (5 * rest + 2) / 153;
    char text[16];
    int y = year + era * 400 + (month >= 10), m = month < 10 ? month + 3 : month - 9;
    int n = snprintf(text, sizeof text, "%04d-%02d-%02d", y % 10000, m % 100,
                     (rest - (153 * month + 2) / 5 + 1) % 100);
    return import_tag(r->in, "date", text, (size_t)n);
}

alea_status xg_read_match_header(xg_reader *r)
{
    const uint8_t *p = r->record;
    if (memcmp(p + XG_MAGIC, "DMLI", 4) != 0 && memcmp(p + XG_MAGIC, "ILMD", 4) != 0)
        return xg_fail(r, "the match header has no magic number");
    r->version = xg_i32(p + XG_FILE_VERSION);
    int32_t length = xg_i32(p + XG_LENGTH), variation = xg_i32(p + XG_VARIATION);
    if (length == XG_UNLIMITED_LENGTH) length = 0;
    if (length < 0 || length > ALEA_MAX_MATCH_LENGTH)
        return xg_fail(r, "an impossible match length");
    alea_rules rules = implied_rules(length);
    rules.crawford = length > 1 && p[XG_CRAWFORD];
    if (!length) rules.jacoby = p[XG_JACOBY] != 0;
    if (!length && !p[XG_BEAVER]) rules.beavers = 0;
    static const alea_setup setups[] = {ALEA_SETUP_BACKGAMMON, ALEA_SETUP_NACKGAMMON,
                                        ALEA_SETUP_HYPERGAMMON, ALEA_SETUP_LONGGAMMON};
    if (variation < 0 || variation > 3)
        return xg_fail(r, "unknown variation of the game");
    rules.setup = setups[variation];
    import_start(r->in, &rules);
    r->header_read = true;
    alea_status status = read_texts(r);
    if (!status) status = read_rating(r, XG_RATING_1, "rating_a");
    if (!status) status = read_rating(r, XG_RATING_2, "rating_b");
    if (!status) status = xg_add_comment(r, xg_i32(p + XG_MATCH_COMMENT), "comment");
    r->after_match = xg_i32(p + XG_AFTER_MATCH);
    return status ? status : read_date(r);
}
