#include "matches.h"

#include "base/error.h"
#include "desk/figures.h"
#include "json/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The hits of a search in one match. */
typedef struct part {
    int64_t match, decisions;
    double loss;
} part;

/* In the order of matches. */
typedef struct parts {
    part *part;
    size_t count, capacity;
    bool failed; /* out of memory */
} parts;

static bool add_decision(void *context, const desk_found *f)
{
    parts *all = context;
    if (!all->count || all->part[all->count - 1].match != f->match->id) {
        if (all->count == all->capacity) {
            const size_t more = all->capacity ? all->capacity * 2 : 256;
            part *block = realloc(all->part, more * sizeof *block);
            all->failed = !block;
            if (!block) return false;
            all->part = block;
            all->capacity = more;
        }
        all->part[all->count++] = (part){.match = f->match->id};
    }
    part *p = &all->part[all->count - 1];
    if (!(f->row->flags & DESK_COUNTED) || isnan(f->row->loss)) return true;
    p->decisions++;
    p->loss += (double)f->row->loss;
    return true;
}

static int by_match(const void *a, const void *b)
{
    const part *x = a, *y = b;
    return (x->match > y->match) - (x->match < y->match);
}

static const part *part_of(const parts *all, int64_t match)
{
    const part key = {.match = match};
    return all->count
               ? bsearch(&key, all->part, all->count, sizeof *all->part, by_match)
               : NULL;
}

static alea_status fill(desk *d, const terms *t, parts *out, alea_error *error)
{
    const alea_status status = desk_find(d, t, add_decision, out, error);
    if (status == ALEA_OK && out->failed) return alea_error_no_memory(error);
    if (out->count) qsort(out->part, out->count, sizeof *out->part, by_match);
    return status;
}

static alea_status fill_own(desk *d, const char *me, parts *out, alea_error *error)
{
    char own[TERM_TEXT + 16];
    if (!*me || (size_t)snprintf(own, sizeof own, "player=%s", me) >= sizeof own)
        return ALEA_OK;
    terms *t = calloc(1, sizeof *t);
    if (!t) return alea_error_no_memory(error);
    alea_status status = terms_add(t, own, false, 0, error);
    if (status == ALEA_OK) status = fill(d, t, out, error);
    free(t);
    return status;
}

static json_t *tags_json(const char *text)
{
    json_t *tags = json_loads(text, 0, NULL);
    return tags ? tags : json_array();
}

static json_t *match_json(sqlite3_stmt *st, const part *own)
{
    const int winner = sqlite3_column_int(st, 10);
    const char *game = desk_text(st, 5);
    json_t *o = json_pack(
        "{s:I,s:s,s:[ss],s:s,s:s,s:o}", "match",
        (json_int_t)sqlite3_column_int64(st, 0), "title", desk_text(st, 1), "players",
        desk_text(st, 2), desk_text(st, 3), "event", desk_text(st, 4), "date",
        desk_text(st, 6), "game", *game ? json_string(game) : json_null());
    if (!o) return NULL;
    json_object_set_new(o, "match_length", json_integer(sqlite3_column_int(st, 8)));
    json_object_set_new(o, "games", json_integer(sqlite3_column_int(st, 9)));
    json_object_set_new(
        o, "winner", winner == 0 || winner == 1 ? json_integer(winner) : json_null());
    json_object_set_new(
        o, "score",
        json_pack("[ii]", sqlite3_column_int(st, 11), sqlite3_column_int(st, 12)));
    json_object_set_new(o, "added", json_integer(sqlite3_column_int64(st, 13)));
    json_object_set_new(o, "played", json_boolean(sqlite3_column_int(st, 14)));
    json_object_set_new(o, "note", json_string(desk_text(st, 7)));
    json_object_set_new(o, "tags", tags_json(desk_text(st, 15)));
    json_object_set_new(o, "pr",
                        own && own->decisions
                            ? number_json(500 * own->loss / (double)own->decisions)
                            : json_null());
    return o;
}

/* Dates that a file does not have are those of the import. */
static const char list_sql[] =
    "SELECT id, title, player_a, player_b, event, (SELECT game FROM pulled"
    " WHERE match=id ORDER BY played DESC, game LIMIT 1), date,"
    " coalesce((SELECT text FROM notes WHERE match=id AND entry=-1), '') AS note,"
    " length, games, winner, score_a, score_b, added,"
    " EXISTS(SELECT 1 FROM pulled WHERE match=id AND played=1),"
    " (SELECT json_group_array(name) FROM (SELECT name FROM tags WHERE match=id AND"
    " entry=-1 ORDER BY name)) AS tags"
    " FROM matches WHERE (games>0 OR ?2) AND (?1='' OR instr(lower(title || ' ' ||"
    " player_a || ' ' || player_b || ' ' || event || ' ' || note || ' ' || tags),"
    " lower(?1))>0)"
    " ORDER BY CASE date WHEN '' THEN date(added / 1000, 'unixepoch')"
    " ELSE replace(replace(date, '.', '-'), '/', '-') END DESC, id DESC";

static void add_program(void *context, const char *program, int64_t decisions)
{
    (void)decisions;
    json_array_append_new(context, json_string(program));
}

/* Whose analysis counts, and who has judged decisions of the match. */
static alea_status add_figures(desk *d, int64_t match, json_t *o, alea_error *error)
{
    char choice[FIGURES_CHOICE];
    json_t *programs = json_array();
    alea_status status = figures_of_match(d, match, choice, error);
    if (status == ALEA_OK)
        status = figures_programs(d, match, add_program, programs, error);
    json_object_set_new(o, "figures", json_string(choice));
    json_object_set_new(o, "programs", programs);
    return status;
}

static alea_status list(desk *d, const matches_query *q, const parts *found,
                        const parts *own, json_t *o, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE, one = ALEA_OK;
    json_t *list = json_array();
    int64_t count = 0;
    sqlite3_stmt *st = desk_prepare(d, list_sql, error);
    json_object_set_new(o, "matches", list);
    if (!st) return status;
    desk_bind(st, "ti", q->text, (int64_t)q->positions);
    while (desk_next(d, st, &status, error)) {
        const int64_t match = sqlite3_column_int64(st, 0);
        if (q->terms && !part_of(found, match)) continue;
        if (count++ < q->offset || count > (int64_t)q->offset + q->limit) continue;
        json_t *entry = match_json(st, part_of(own, match));
        if (one == ALEA_OK) one = add_figures(d, match, entry, error);
        json_array_append_new(list, entry);
    }
    json_object_set_new(o, "found", json_integer((json_int_t)count));
    return status == ALEA_OK ? one : status;
}

alea_status desk_matches_json(desk *d, const matches_query *q, json_t **out,
                              alea_error *error)
{
    parts found = {0}, own = {0};
    alea_status status = ALEA_OK;
    *out = json_object();
    if (q->terms) status = fill(d, q->terms, &found, error);
    if (status == ALEA_OK) status = fill_own(d, q->me, &own, error);
    if (status == ALEA_OK) status = list(d, q, &found, &own, *out, error);
    free(found.part);
    free(own.part);
    if (status == ALEA_OK) return status;
    json_decref(*out);
    *out = NULL;
    return status;
}
