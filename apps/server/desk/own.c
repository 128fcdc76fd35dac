#include "own.h"

#include "desk/deck.h"
#include "desk/find.h"

#include <stdio.h>
#include <stdlib.h>

const char desk_names_sql[] =
    "SELECT coalesce((SELECT person FROM aliases WHERE aliases.name=written), written)"
    " AS name, count(*) FROM (SELECT player_a AS written FROM matches WHERE games>0"
    " UNION ALL SELECT player_b FROM matches WHERE games>0) WHERE written <> ''"
    " GROUP BY name ORDER BY count(*) DESC,"
    " name<>coalesce((SELECT value FROM settings WHERE name='account'), ''), name"
    " LIMIT ?";

alea_status desk_me(desk *d, char out[DESK_SETTING], alea_error *error)
{
    alea_status status = desk_setting(d, "me", out, error);
    if (status != ALEA_OK || *out) return status;
    sqlite3_stmt *st = desk_prepare(d, desk_names_sql, error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", (int64_t)1);
    while (desk_next(d, st, &status, error))
        snprintf(out, DESK_SETTING, "%s", desk_text(st, 0));
    return status;
}

/* The fixed terms of a search. */
static alea_status read_copy(desk *d, const char *text, terms *t, alea_error *error)
{
    char copy[DESK_WORDS];
    snprintf(copy, sizeof copy, "%s", text);
    return desk_read_line(d, t, copy, error);
}

alea_status desk_make_cards(desk *d, const char *within, const char *text,
                            double least_loss, int64_t *made, alea_error *error)
{
    char me[DESK_SETTING], own[DESK_SETTING + 8];
    *made = 0;
    terms *t = calloc(1, sizeof *t);
    if (!t) return ALEA_ERROR_MEMORY;
    alea_status status = read_copy(d, within, t, error);
    if (status == ALEA_OK && *text) status = read_copy(d, text, t, error);
    if (status == ALEA_OK && !*text && !*within) {
        status = desk_me(d, me, error);
        snprintf(own, sizeof own, "player=%s", me);
        if (status == ALEA_OK && *me) status = terms_add(t, own, false, 0, error);
    }
    if (status == ALEA_OK) status = deck_fill(d, t, least_loss, made, error);
    free(t);
    return status;
}
