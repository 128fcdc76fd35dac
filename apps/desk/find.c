#include "find.h"

#include "base/error.h"
#include "base/text.h"
#include "desk/search/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NESTED_MOST = 8, SEARCH_BYTES = 8192, SEARCH_LINES = 256 };

/* A tag, collection, note or comment of one match. */
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

/* Comments of files are notes, too. */
static bool has_tag(void *context, term_label kind, const term *one)
{
    const search *s = context;
    for (size_t i = 0; i < s->tags; i++)
        if ((s->tag[i].kind == kind ||
             (kind == TERM_NOTE && s->tag[i].kind == TERM_COMMENT)) &&
            (s->tag[i].entry < 0 || s->tag[i].entry == s->entry) &&
            term_is_like(one, s->tag[i].name))
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

/* The columns of a match's query. */
typedef struct blobs {
    const uint8_t *rows, *sides;
    size_t count;
} blobs;

/* Row i; a copy if it is not aligned as a row must be. */
static const desk_row *row_at(const blobs *of, size_t i, desk_row *copy)
{
    const void *at = of->rows + i * sizeof *copy;
    if ((uintptr_t)at % _Alignof(desk_row) == 0) return at;
    memcpy(copy, at, sizeof *copy);
    return copy;
}

/* Goes through one match; false: `each` ended the search. */
static bool scan(search *s, const term_match *m, const uint64_t alive[2],
                 const blobs *of, desk_each *each, void *context)
{
    desk_side side;
    desk_row copy;
    term_row r = {.side = of->sides ? &side : NULL};
    int game = -1;
    for (size_t i = 0; i < of->count; i++) {
        const desk_row *row = row_at(of, i, &copy);
        if (row->game != game) r.opening[0] = r.opening[1] = 0;
        game = row->game;
        if (row->turn == 1 && row->dice[0])
            memcpy(r.opening, row->dice, sizeof r.opening);
        if (row->by > 1 || !alive[row->by]) continue;
        if (of->sides) memcpy(&side, of->sides + i * sizeof side, sizeof side);
        r.row = row;
        const uint64_t left = terms_take_row(s->terms, &r, alive[row->by]);
        if (!left) continue;
        s->entry = row->entry;
        if (s->terms->of_labels && !terms_take_labels(s->terms, left, has_tag, s))
            continue;
        const desk_found found = {m, row, {r.opening[0], r.opening[1]}};
        if (!each(context, &found)) return false;
    }
    return true;
}

/* An invalid date is read as unknown. */
static const char *read_date(const char *text)
{
    for (int i = 0; text[i]; i++)
        if (i == 4 || i == 7 ? text[i] != '-' : text[i] < '0' || text[i] > '9')
            return "";
    return text;
}

static const char matches_sql[] =
    "SELECT m.id, coalesce((SELECT person FROM aliases WHERE name=m.player_a),"
    " m.player_a), coalesce((SELECT person FROM aliases WHERE name=m.player_b),"
    " m.player_b), m.event, replace(replace(m.date, '.', '-'), '/', '-'), m.length,"
    " x.rows, m.player_a, m.player_b,"
    " CASE WHEN ?1 THEN (SELECT sides FROM sides WHERE match=m.id) END"
    " FROM matches m JOIN decisions x ON x.match = m.id WHERE NOT EXISTS("
    "SELECT 1 FROM twins WHERE position = m.id) ORDER BY m.id";

static const char labels_sql[] =
    "SELECT name, entry, 0 FROM tags WHERE match=?1 UNION ALL"
    " SELECT collection, entry, 1 FROM collected WHERE match=?1 UNION ALL"
    " SELECT text, entry, 2 FROM notes WHERE match=?1 UNION ALL"
    " SELECT text, entry, 3 FROM comments WHERE match=?1";

/* The match of the row; false: `each` ended the search, or *status is a failure. */
static bool look_at(search *s, sqlite3_stmt *st, desk_each *each, void *context,
                    alea_status *status, alea_error *error)
{
    const term_match m = {.id = sqlite3_column_int64(st, 0),
                          .player = {desk_text(st, 1), desk_text(st, 2)},
                          .written = {desk_text(st, 7), desk_text(st, 8)},
                          .event = desk_text(st, 3),
                          .date = read_date(desk_text(st, 4)),
                          .length = sqlite3_column_int(st, 5)};
    const uint64_t alive[2] = {terms_take_match(s->terms, &m, 0),
                               terms_take_match(s->terms, &m, 1)};
    if (!alive[0] && !alive[1]) return true;
    if (s->terms->of_labels) *status = load_tags(s, m.id, error);
    if (*status != ALEA_OK) return false;
    blobs of = {.rows = sqlite3_column_blob(st, 6),
                .sides = sqlite3_column_blob(st, 9)};
    of.count = (size_t)sqlite3_column_bytes(st, 6) / sizeof(desk_row);
    if ((size_t)sqlite3_column_bytes(st, 9) != of.count * sizeof(desk_side))
        of.sides = NULL;
    return scan(s, &m, alive, &of, each, context);
}

alea_status desk_find(desk *d, const terms *t, desk_each *each, void *context,
                      alea_error *error)
{
    search s = {.d = d, .terms = t};
    sqlite3_stmt *st = desk_prepare(d, matches_sql, error);
    if (st && t->of_labels) s.tags_of = desk_prepare(d, labels_sql, error);
    alea_status status = st && (s.tags_of || !t->of_labels) ? ALEA_OK : ALEA_ERROR_FILE;
    int result = SQLITE_DONE;
    if (status == ALEA_OK) desk_bind(st, "i", (int64_t)t->has_sides);
    while (status == ALEA_OK && (result = sqlite3_step(st)) == SQLITE_ROW)
        if (!look_at(&s, st, each, context, &status, error)) break;
    if (result != SQLITE_ROW && result != SQLITE_DONE) status = desk_failed(d, error);
    sqlite3_finalize(st);
    sqlite3_finalize(s.tags_of);
    drop_tags(&s);
    free(s.tag);
    return status;
}

/* ---- reading ---- */

/* Alternatives, each the bits of its terms; kept apart from those of the terms until
 * all is read. */
typedef struct alternatives {
    uint64_t mask[TERMS_MOST];
    int count;
} alternatives;

typedef struct reading {
    desk *d;
    terms *t;
    const char *const *text;
    const int *column; /* of each text; NULL: of texts with a space between */
    int count, at;
    int saved; /* saved searches around it */
    int open;  /* parentheses around it */
    alea_error *error;
} reading;

static int column_of(const reading *r, int at)
{
    int column = 1;
    if (r->saved) return 0;
    if (r->column) return at < r->count ? r->column[at] : 0;
    for (int i = 0; i < at; i++) {
        for (const char *c = r->text[i]; *c; c++)
            column += ((unsigned char)*c & 0xc0) != 0x80;
        column++;
    }
    return column;
}

static alea_status fail_at(const reading *r, int at, const char *why)
{
    const int column = column_of(r, at);
    char where[32] = "";
    if (column > 0) snprintf(where, sizeof where, "column %d: ", column);
    return alea_error_fill(r->error, ALEA_ERROR_ARGUMENT, 0, (size_t)column, "%s%s",
                           where, why);
}

static bool next_is(const reading *r, const char *word)
{
    return r->at < r->count && strcmp(r->text[r->at], word) == 0;
}

static const char too_many[] = "more than 64 alternatives";

/* What both allow. */
static alea_status both(const reading *r, alternatives *a, const alternatives *b)
{
    alternatives product = {.count = 0};
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            if (product.count == TERMS_MOST) return fail_at(r, r->at - 1, too_many);
            product.mask[product.count++] = a->mask[i] | b->mask[k];
        }
    *a = product;
    return ALEA_OK;
}

static alea_status read_any(reading *r, alternatives *out);

/* Saved terms are kept one per line. */
static alea_status read_saved(reading *r, const char *name, alternatives *out)
{
    char text[SEARCH_BYTES], why[120];
    const char *line[SEARCH_LINES];
    bool found = false;
    alea_status status = ALEA_ERROR_FILE;
    snprintf(why, sizeof why, "@%.60s: saved searches are nested too deep", name);
    if (r->saved == NESTED_MOST) return fail_at(r, r->at - 1, why);
    sqlite3_stmt *st =
        desk_prepare(r->d, "SELECT terms FROM searches WHERE name=?", r->error);
    if (!st) return status;
    desk_bind(st, "t", name);
    while (desk_next(r->d, st, &status, r->error)) {
        snprintf(text, sizeof text, "%s", desk_text(st, 0));
        found = true;
    }
    snprintf(why, sizeof why, "there is no saved search \"%.60s\"", name);
    if (status == ALEA_OK && !found) return fail_at(r, r->at - 1, why);
    if (status != ALEA_OK) return status;
    reading inner = {
        .d = r->d, .t = r->t, .text = line, .saved = r->saved + 1, .error = r->error};
    char *next = NULL;
    for (char *one = strtok_r(text, "\n", &next); one && inner.count < SEARCH_LINES;
         one = strtok_r(NULL, "\n", &next))
        line[inner.count++] = one;
    return read_any(&inner, out);
}

/* "term", "not term", "@name" or "( ... )". */
static alea_status read_one(reading *r, alternatives *out)
{
    const bool negated = next_is(r, "not");
    if (negated) r->at++;
    if (negated && next_is(r, "not")) return fail_at(r, r->at, "\"not\" twice");
    if (r->at == r->count || next_is(r, "or") || next_is(r, ")"))
        return fail_at(r, r->at, "a term is missing after \"not\"");
    const char *text = r->text[r->at++];
    const bool opens = strcmp(text, "(") == 0;
    if (negated && (opens || text[0] == '@'))
        return fail_at(r, r->at - 1, "\"not\" stands before a single term");
    if (text[0] == '@') return read_saved(r, text + 1, out);
    if (!opens) {
        out->mask[0] = UINT64_C(1) << r->t->count % TERMS_MOST;
        out->count = 1;
        return terms_add(r->t, text, negated, column_of(r, r->at - 1), r->error);
    }
    const int begin = r->at - 1;
    if (++r->open > NESTED_MOST) return fail_at(r, begin, "too many parentheses");
    const alea_status status = read_any(r, out);
    if (status != ALEA_OK) return status;
    if (!next_is(r, ")")) return fail_at(r, begin, "\"(\" without \")\"");
    r->at++;
    r->open--;
    return ALEA_OK;
}

static alea_status read_all(reading *r, alternatives *out)
{
    alternatives one;
    alea_status status = ALEA_OK;
    *out = (alternatives){.count = 1};
    while (status == ALEA_OK && r->at < r->count && !next_is(r, "or") &&
           !next_is(r, ")")) {
        status = read_one(r, &one);
        if (status == ALEA_OK) status = both(r, out, &one);
    }
    return status;
}

static alea_status read_any(reading *r, alternatives *out)
{
    alternatives more;
    int begin = r->at;
    alea_status status = read_all(r, out);
    while (status == ALEA_OK && next_is(r, "or")) {
        if (r->at == begin) return fail_at(r, r->at, "a term is missing before \"or\"");
        begin = ++r->at;
        status = read_all(r, &more);
        if (status == ALEA_OK && r->at == begin)
            return fail_at(r, begin - 1, "a term is missing after \"or\"");
        for (int i = 0; status == ALEA_OK && i < more.count; i++) {
            if (out->count == TERMS_MOST) return fail_at(r, begin - 1, too_many);
            out->mask[out->count++] = more.mask[i];
        }
    }
    if (status == ALEA_OK && next_is(r, ")") && !r->open)
        return fail_at(r, r->at, "\")\" without \"(\"");
    return status;
}

static alea_status read_terms(reading *r)
{
    terms *t = r->t;
    alternatives found, before = {.count = t->alternatives};
    memcpy(before.mask, t->alternative, sizeof before.mask);
    if (!before.count && t->count) {
        before.count = 1;
        before.mask[0] = (UINT64_C(1) << t->count) - 1;
    }
    t->alternatives = 0; /* terms_add would join them */
    alea_status status = read_any(r, &found);
    if (status == ALEA_OK && before.count) status = both(r, &found, &before);
    if (status != ALEA_OK) return status;
    memcpy(t->alternative, found.mask, sizeof t->alternative);
    t->alternatives = found.count;
    return status;
}

alea_status desk_read_terms(desk *d, terms *t, const char *const *text, int count,
                            alea_error *error)
{
    reading r = {.d = d, .t = t, .text = text, .count = count, .error = error};
    return read_terms(&r);
}

alea_status desk_read_line(desk *d, terms *t, char *line, alea_error *error)
{
    const char *word[TERMS_MOST];
    int column[TERMS_MOST];
    reading r = {.d = d, .t = t, .text = word, .column = column, .error = error};
    r.count = terms_split(line, word, column);
    if (r.count >= 0) return read_terms(&r);
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                           "the search has more than 64 words, or a quotation mark "
                           "without another");
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

/* ---- matches of an earlier alea ---- */

static bool asks_for_new(const terms *t)
{
    static const field_id new_ones[] = {
        FIELD_BEST,  FIELD_PLAYED, FIELD_BACKGAMMON, FIELD_LOSE_BACKGAMMON, FIELD_RIGHT,
        FIELD_THEME, FIELD_CLASS,  FIELD_FLAGGED,    FIELD_COMMENT};
    for (int i = 0; i < t->count; i++)
        for (size_t k = 0; k < sizeof new_ones / sizeof *new_ones; k++)
            if (t->term[i].id == new_ones[k]) return true;
    return false;
}

alea_status desk_find_lacks(desk *d, const terms *t, int64_t *matches,
                            alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *matches = 0;
    if (!asks_for_new(t)) return ALEA_OK;
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT count(*) FROM matches WHERE id NOT IN (SELECT match FROM sides)",
        error);
    if (!st) return status;
    while (desk_next(d, st, &status, error)) *matches = sqlite3_column_int64(st, 0);
    return status;
}
