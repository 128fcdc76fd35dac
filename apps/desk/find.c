#include "find.h"

#include "base/error.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { NESTED_MOST = 8, SEARCH_BYTES = 8192 };

/* A tag, collection or note of one match. */
typedef struct tag {
    int64_t entry; /* -1: of the match */
    term_label kind;
    char *name;
} tag;

typedef struct search {
    desk *d;
    const terms *terms;
    sqlite3_stmt *tags_of;
    tag *tag;
    size_t tags, capacity;
    int64_t entry;
} search;

static bool has_tag(void *context, term_label kind, const char *pattern)
{
    const search *s = context;
    for (size_t i = 0; i < s->tags; i++)
        if (s->tag[i].kind == kind &&
            (s->tag[i].entry < 0 || s->tag[i].entry == s->entry) &&
            sqlite3_strlike(pattern, s->tag[i].name, '\\') == 0)
            return true;
    return false;
}

static void drop_tags(search *s)
{
    for (size_t i = 0; i < s->tags; i++) free(s->tag[i].name);
    s->tags = 0;
}

static alea_status load_tags(search *s, int64_t match, alea_error *error)
{
    sqlite3_reset(s->tags_of);
    desk_bind(s->tags_of, "i", match);
    drop_tags(s);
    int result;
    while ((result = sqlite3_step(s->tags_of)) == SQLITE_ROW) {
        if (s->tags == s->capacity) {
            const size_t more = s->capacity ? s->capacity * 2 : 16;
            tag *block = realloc(s->tag, more * sizeof *block);
            if (!block) return alea_error_no_memory(error);
            s->tag = block;
            s->capacity = more;
        }
        char *name = strdup(desk_text(s->tags_of, 0));
        if (!name) return alea_error_no_memory(error);
        s->tag[s->tags++] = (tag){.entry = sqlite3_column_int64(s->tags_of, 1),
                                  .kind = (term_label)sqlite3_column_int(s->tags_of, 2),
                                  .name = name};
    }
    return result == SQLITE_DONE ? ALEA_OK : desk_failed(s->d, error);
}

/* Goes through one match; false: `each` ended the search. */
static bool scan(search *s, const term_match *m, const bool taken[2],
                 const uint8_t *bytes, size_t size, desk_each *each, void *context)
{
    uint8_t opening[2] = {0, 0};
    int game = -1;
    for (size_t at = 0; at + sizeof(desk_row) <= size; at += sizeof(desk_row)) {
        desk_row row;
        memcpy(&row, bytes + at, sizeof row);
        if (row.game != game) opening[0] = opening[1] = 0;
        game = row.game;
        if (row.turn == 1 && row.dice[0]) memcpy(opening, row.dice, sizeof opening);
        if (row.by > 1 || !taken[row.by] || !terms_take_row(s->terms, &row)) continue;
        s->entry = row.entry;
        if (s->terms->has_tags && !terms_take_tags(s->terms, has_tag, s)) continue;
        const desk_found found = {m, &row, {opening[0], opening[1]}};
        if (!each(context, &found)) return false;
    }
    return true;
}

alea_status desk_find(desk *d, const terms *t, desk_each *each, void *context,
                      alea_error *error)
{
    search s = {.d = d, .terms = t};
    sqlite3_stmt *st = desk_prepare(
        d,
        "SELECT m.id, coalesce((SELECT person FROM aliases WHERE name=m.player_a),"
        " m.player_a), coalesce((SELECT person FROM aliases WHERE name=m.player_b),"
        " m.player_b), m.event, m.date, m.length, x.rows, m.player_a, m.player_b"
        " FROM matches m JOIN decisions x ON x.match = m.id WHERE NOT EXISTS("
        "SELECT 1 FROM twins WHERE position = m.id) ORDER BY m.id",
        error);
    s.tags_of =
        desk_prepare(d,
                     "SELECT name, entry, 0 FROM tags WHERE match=?1 UNION ALL"
                     " SELECT collection, entry, 1 FROM collected WHERE match=?1"
                     " UNION ALL SELECT text, entry, 2 FROM notes WHERE match=?1",
                     error);
    alea_status status = st && s.tags_of ? ALEA_OK : ALEA_ERROR_FILE;
    int result = SQLITE_DONE;
    while (status == ALEA_OK && (result = sqlite3_step(st)) == SQLITE_ROW) {
        const term_match m = {.id = sqlite3_column_int64(st, 0),
                              .player = {desk_text(st, 1), desk_text(st, 2)},
                              .written = {desk_text(st, 7), desk_text(st, 8)},
                              .event = desk_text(st, 3),
                              .date = desk_text(st, 4),
                              .length = sqlite3_column_int(st, 5)};
        const bool taken[2] = {terms_take_match(t, &m, 0), terms_take_match(t, &m, 1)};
        if (!taken[0] && !taken[1]) continue;
        if (t->has_tags) status = load_tags(&s, m.id, error);
        if (status != ALEA_OK) break;
        const uint8_t *bytes = sqlite3_column_blob(st, 6);
        if (!scan(&s, &m, taken, bytes, (size_t)sqlite3_column_bytes(st, 6), each,
                  context))
            break;
    }
    if (result != SQLITE_ROW && result != SQLITE_DONE) status = desk_failed(d, error);
    sqlite3_finalize(st);
    sqlite3_finalize(s.tags_of);
    drop_tags(&s);
    free(s.tag);
    return status;
}

/* Saved terms are kept one per line. */
static alea_status read_saved(desk *d, terms *t, const char *name, int depth,
                              alea_error *error);

static alea_status read_term(desk *d, terms *t, const char *text, bool negated,
                             int depth, alea_error *error)
{
    if (text[0] != '@') return terms_add(t, text, negated, error);
    if (negated)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "not %.60s: only single terms can be negated", text);
    return read_saved(d, t, text + 1, depth + 1, error);
}

static alea_status read_saved(desk *d, terms *t, const char *name, int depth,
                              alea_error *error)
{
    char text[SEARCH_BYTES];
    bool found = false, negated = false;
    alea_status status = ALEA_ERROR_FILE;
    if (depth > NESTED_MOST)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "@%.60s: saved searches are nested too deep", name);
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT terms FROM searches WHERE name=?", error);
    if (!st) return status;
    desk_bind(st, "t", name);
    while (desk_next(d, st, &status, error)) {
        strncpy(text, desk_text(st, 0), sizeof text - 1);
        text[sizeof text - 1] = '\0';
        found = true;
    }
    if (status == ALEA_OK && !found)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "there is no saved search \"%.60s\"", name);
    char *next = NULL;
    for (char *line = found ? strtok_r(text, "\n", &next) : NULL;
         status == ALEA_OK && line; line = strtok_r(NULL, "\n", &next)) {
        const bool is_not = strcmp(line, "not") == 0;
        if (!is_not) status = read_term(d, t, line, negated, depth, error);
        negated = is_not;
    }
    return status;
}

alea_status desk_read_terms(desk *d, terms *t, const char *const *text, int count,
                            alea_error *error)
{
    bool negated = false;
    alea_status status = ALEA_OK;
    for (int i = 0; status == ALEA_OK && i < count; i++) {
        const bool is_not = strcmp(text[i], "not") == 0;
        if (is_not && negated)
            return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "\"not\" twice");
        if (!is_not) status = read_term(d, t, text[i], negated, 0, error);
        negated = is_not;
    }
    if (status == ALEA_OK && negated)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "a term is missing after \"not\"");
    return status;
}

alea_status desk_save_search(desk *d, const char *name, const char *const *text,
                             int count, alea_error *error)
{
    alea_text joined = alea_text_growing(SEARCH_BYTES);
    for (int i = 0; i < count; i++) {
        alea_text_put(&joined, text[i]);
        alea_text_char(&joined, '\n');
    }
    alea_status status = ALEA_OK;
    for (int i = 0; i < count; i++)
        if (strchr(text[i], '\n'))
            status = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                     "a term with a line break cannot be saved");
    if (status == ALEA_OK && alea_text_status(&joined) != ALEA_OK)
        status = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                 "the search is too long to be saved");
    if (status == ALEA_OK) {
        sqlite3_stmt *st = desk_prepare(
            d, "INSERT OR REPLACE INTO searches(name, terms) VALUES(?,?)", error);
        if (st) desk_bind(st, "tt", name, joined.start);
        status = st ? desk_run(d, st, error) : ALEA_ERROR_FILE;
    }
    alea_text_free(&joined);
    return status;
}

alea_status desk_forget_search(desk *d, const char *name, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(d, "DELETE FROM searches WHERE name=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "t", name);
    alea_status status = desk_run(d, st, error);
    if (status == ALEA_OK && sqlite3_changes(d->db) == 0)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "there is no saved search \"%.60s\"", name);
    return status;
}
