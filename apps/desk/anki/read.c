#include "package.h"
#include "schema.h"
#include "zip.h"

#include "base/error.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Steps of SQLite's machine for one package: a view that never ends is stopped. */
enum { STEP_UNIT = 100000, STEP_UNITS = 20000 };

typedef struct reading {
    desk *d, *package;
    package_counts *counts;
    int units;
} reading;

static int count_steps(void *context)
{
    reading *r = context;
    return ++r->units > STEP_UNITS;
}

/* Undoes put_html of write.c, in place. */
static void plain(char *text)
{
    static const struct {
        const char *name;
        size_t length;
        char c;
    } entities[] = {
        {"&lt;", 4, '<'}, {"&gt;", 4, '>'}, {"&amp;", 5, '&'}, {"&quot;", 6, '"'}};
    char *out = text;
    while (*text) {
        char c = *text;
        size_t length = 1;
        for (int i = 0; c == '&' && i < 4; i++)
            if (strncmp(text, entities[i].name, entities[i].length) == 0) {
                c = entities[i].c;
                length = entities[i].length;
                break;
            }
        *out++ = c;
        text += length;
    }
    *out = '\0';
}

/* A copy of field `index`, or NULL if it is missing or longer than `most`. */
static char *field_of(const char *fields, int index, size_t most)
{
    for (; index > 0; index--) {
        fields = strchr(fields, ANKI_FIELDS_SEPARATOR);
        if (!fields) return NULL;
        fields++;
    }
    const size_t length = strcspn(fields, "\x1f");
    char *copy = length <= most ? malloc(length + 1) : NULL;
    if (!copy) return NULL;
    memcpy(copy, fields, length);
    copy[length] = '\0';
    plain(copy);
    return copy;
}

/* A card as the desk makes them: a position that can be read, choices with equities,
 * the best and the one made among them. */
static bool is_card(const char *position, const char *front, const char *back)
{
    alea_position p;
    if (!position || !front || !back || strlen(position) >= ALEA_XGID_SIZE ||
        strlen(front) >= DECK_TEXT || strlen(back) >= DECK_TEXT ||
        alea_xgid_read(position, strlen(position), &p, NULL) != ALEA_OK)
        return false;
    json_t *f = json_loads(front, 0, NULL), *b = json_loads(back, 0, NULL);
    const json_t *choices = json_object_get(b, "choices");
    bool good = json_is_string(json_object_get(f, "kind")) &&
                json_is_string(json_object_get(b, "best")) &&
                json_is_string(json_object_get(b, "made")) &&
                json_array_size(choices) >= 2 && json_array_size(choices) <= 16;
    for (size_t i = 0; good && i < json_array_size(choices); i++) {
        const json_t *one = json_array_get(choices, i);
        good = json_is_string(json_array_get(one, 0)) &&
               json_is_number(json_array_get(one, 1));
    }
    json_decref(f);
    json_decref(b);
    return good;
}

static double loss_of(const char *back)
{
    json_t *b = json_loads(back, 0, NULL);
    const json_t *list = json_object_get(b, "choices");
    const char *made = json_string_value(json_object_get(b, "made"));
    double best = json_number_value(json_array_get(json_array_get(list, 0), 1));
    double loss = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        const double equity = json_number_value(json_array_get(one, 1));
        if (strcmp(json_string_value(json_array_get(one, 0)), made) == 0)
            loss = best - equity;
    }
    json_decref(b);
    return loss > 0 ? loss : 0;
}

static alea_status put_card(reading *r, const char *position, const char *front,
                            const char *back, int64_t *id, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        r->d,
        "INSERT OR IGNORE INTO cards(match, entry, position, front, back, loss, made,"
        " due, stability, difficulty, reviews, lapses, state)"
        " VALUES(NULL,-1,?,?,?,?,0,0,0,0,0,0,0)",
        error);
    if (!st) return status;
    desk_bind(st, "tttd", position, front, back, loss_of(back));
    status = desk_run(r->d, st, error);
    if (status != ALEA_OK) return status;
    r->counts->cards += sqlite3_changes(r->d->db);
    st = desk_prepare(r->d, "SELECT id FROM cards WHERE position=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "t", position);
    *id = 0;
    while (desk_next(r->d, st, &status, error)) *id = sqlite3_column_int64(st, 0);
    return status;
}

static alea_status copy_reviews(reading *r, int64_t note, int64_t id, alea_error *error)
{
    alea_status status, put = ALEA_OK;
    int64_t added = 0;
    sqlite3_stmt *st = desk_prepare(
        r->package,
        "SELECT r.id, r.ease FROM revlog r JOIN cards c ON c.id=r.cid WHERE c.nid=?"
        " AND r.ease BETWEEN 1 AND 4 AND r.id BETWEEN 1 AND 4102444800000"
        " ORDER BY r.id LIMIT 10000",
        error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", note);
    while (desk_next(r->package, st, &status, error)) {
        sqlite3_stmt *in = desk_prepare(
            r->d, "INSERT OR IGNORE INTO reviews(card, time, grade) VALUES(?,?,?)",
            error);
        if (!in) put = ALEA_ERROR_FILE;
        if (put != ALEA_OK) continue;
        desk_bind(in, "idi", id, (double)sqlite3_column_int64(st, 0),
                  sqlite3_column_int64(st, 1));
        put = desk_run(r->d, in, error);
        added += sqlite3_changes(r->d->db);
    }
    r->counts->reviews += added;
    if (status == ALEA_OK) status = put;
    return status == ALEA_OK && added ? deck_replay(r->d, id, error) : status;
}

static alea_status read_note(reading *r, int64_t note, const char *fields,
                             alea_error *error)
{
    char *position = field_of(fields, ANKI_POSITION, ALEA_XGID_SIZE);
    char *front = field_of(fields, ANKI_FRONT, DECK_TEXT * 6);
    char *back = field_of(fields, ANKI_BACK, DECK_TEXT * 6);
    alea_status status = ALEA_OK;
    int64_t id = 0;
    if (is_card(position, front, back)) {
        status = put_card(r, position, front, back, &id, error);
        if (status == ALEA_OK) status = copy_reviews(r, note, id, error);
    } else {
        r->counts->skipped++;
    }
    free(position);
    free(front);
    free(back);
    return status;
}

static alea_status read_notes(reading *r, alea_error *error)
{
    alea_status status, one = ALEA_OK;
    sqlite3_stmt *st =
        desk_prepare(r->package, "SELECT id, flds FROM notes ORDER BY id", error);
    if (!st) return ALEA_ERROR_SYNTAX;
    while (desk_next(r->package, st, &status, error))
        if (one == ALEA_OK)
            one = read_note(r, sqlite3_column_int64(st, 0), desk_text(st, 1), error);
    return status == ALEA_OK ? one : ALEA_ERROR_SYNTAX; /* the package failed */
}

/* Opens the image read-only, with limits against schemas made to do harm. */
static alea_status open_image(desk *package, void *image, size_t size,
                              alea_error *error)
{
    snprintf(package->path, sizeof package->path, "the package's collection");
    if (sqlite3_open(":memory:", &package->db) != SQLITE_OK ||
        sqlite3_deserialize(package->db, "main", image, (sqlite3_int64)size,
                            (sqlite3_int64)size,
                            SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
        return desk_failed(package, error);
    sqlite3_db_config(package->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    sqlite3_db_config(package->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite3_db_config(package->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)NULL);
    sqlite3_limit(package->db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(package->db, SQLITE_LIMIT_LENGTH, 1 << 20);
    return ALEA_OK;
}

static alea_status extract(const void *bytes, size_t size, void **image, size_t *length,
                           alea_error *error)
{
    alea_status status = zip_extract(bytes, size, "collection.anki21",
                                     PACKAGE_MOST_UNPACKED, image, length, error);
    if (status == ALEA_ERROR_ARGUMENT)
        status = zip_extract(bytes, size, "collection.anki2", PACKAGE_MOST_UNPACKED,
                             image, length, error);
    if (status != ALEA_ERROR_ARGUMENT) return status;
    return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                           "holds no collection that can be read; in Anki, export with "
                           "\"Support older Anki versions\"");
}

alea_status package_read(desk *d, const void *bytes, size_t size, package_counts *out,
                         alea_error *error)
{
    *out = (package_counts){0};
    desk package = {0};
    void *image;
    size_t length;
    alea_status status = extract(bytes, size, &image, &length, error);
    if (status != ALEA_OK) return status;
    reading r = {.d = d, .package = &package, .counts = out};
    status = open_image(&package, image, length, error);
    if (status == ALEA_OK) {
        sqlite3_progress_handler(package.db, STEP_UNIT, count_steps, &r);
        status = desk_begin(d, error);
        if (status == ALEA_OK) status = desk_end(d, read_notes(&r, error), error);
    }
    desk_close(&package);
    free(image);
    return status;
}
