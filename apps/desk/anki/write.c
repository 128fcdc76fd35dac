#include "package.h"
#include "schema.h"
#include "zip.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "report/situation.h"

#include <alea/diagram.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_BYTES = 1 << 17 };
static const int64_t DAY = 86400000;

static const char schema[] =
    "CREATE TABLE col (id integer primary key, crt integer not null,"
    " mod integer not null, scm integer not null, ver integer not null,"
    " dty integer not null, usn integer not null, ls integer not null,"
    " conf text not null, models text not null, decks text not null,"
    " dconf text not null, tags text not null);"
    "CREATE TABLE notes (id integer primary key, guid text not null,"
    " mid integer not null, mod integer not null, usn integer not null,"
    " tags text not null, flds text not null, sfld integer not null,"
    " csum integer not null, flags integer not null, data text not null);"
    "CREATE TABLE cards (id integer primary key, nid integer not null,"
    " did integer not null, ord integer not null, mod integer not null,"
    " usn integer not null, type integer not null, queue integer not null,"
    " due integer not null, ivl integer not null, factor integer not null,"
    " reps integer not null, lapses integer not null, left integer not null,"
    " odue integer not null, odid integer not null, flags integer not null,"
    " data text not null);"
    "CREATE TABLE revlog (id integer primary key, cid integer not null,"
    " usn integer not null, ease integer not null, ivl integer not null,"
    " lastIvl integer not null, factor integer not null, time integer not null,"
    " type integer not null);"
    "CREATE TABLE graves (usn integer not null, oid integer not null,"
    " type integer not null);"
    "CREATE INDEX ix_notes_usn on notes (usn);"
    "CREATE INDEX ix_cards_usn on cards (usn);"
    "CREATE INDEX ix_revlog_usn on revlog (usn);"
    "CREATE INDEX ix_cards_nid on cards (nid);"
    "CREATE INDEX ix_cards_sched on cards (did, queue, due);"
    "CREATE INDEX ix_revlog_cid on revlog (cid);"
    "CREATE INDEX ix_notes_csum on notes (csum);";

/* ---- the description of the collection ---- */

static json_t *keyed(int64_t id, json_t *value)
{
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)id);
    json_t *o = json_object();
    json_object_set_new(o, key, value);
    return o;
}

static json_t *model(int64_t now)
{
    static const char *const names[] = {"Position", "Board", "Question",
                                        "Answer",   "Front", "Back"};
    json_t *fields = json_array();
    for (int i = 0; i < ANKI_FIELDS; i++)
        json_array_append_new(fields,
                              json_pack("{s:s,s:i,s:b,s:b,s:s,s:i,s:[]}", "name",
                                        names[i], "ord", i, "sticky", 0, "rtl", 0,
                                        "font", "Arial", "size", 20, "media"));
    json_t *card = json_pack(
        "{s:s,s:i,s:s,s:s,s:s,s:s,s:n}", "name", "Decision", "ord", 0, "qfmt",
        "{{Board}}<p>{{Question}}</p><p><small>{{Position}}</small></p>", "afmt",
        "{{FrontSide}}<hr id=answer>{{Answer}}", "bqfmt", "", "bafmt", "", "did");
    return json_pack(
        "{s:I,s:s,s:i,s:I,s:i,s:i,s:I,s:[o],s:o,s:s,s:s,s:s,s:[[i,s,[i]]],s:[],s:[]}",
        "id", (json_int_t)ANKI_MODEL, "name", "alea decision", "type", 0, "mod",
        (json_int_t)(now / 1000), "usn", -1, "sortf", 0, "did", (json_int_t)ANKI_DECK,
        "tmpls", card, "flds", fields, "css",
        ".card { font-family: arial; font-size: 18px; text-align: center; }"
        " svg { max-width: 100%; }",
        "latexPre", "", "latexPost", "", "req", 0, "any", 0, "tags", "vers");
}

static json_t *deck(int64_t id, const char *name, int64_t now)
{
    return json_pack("{s:I,s:s,s:s,s:I,s:i,s:i,s:i,s:i,s:b,"
                     "s:[ii],s:[ii],s:[ii],s:[ii],s:b}",
                     "id", (json_int_t)id, "name", name, "desc", "", "mod",
                     (json_int_t)(now / 1000), "usn", -1, "conf", 1, "extendNew", 0,
                     "extendRev", 0, "dyn", 0, "newToday", 0, 0, "revToday", 0, 0,
                     "lrnToday", 0, 0, "timeToday", 0, 0, "collapsed", 0);
}

static json_t *deck_options(void)
{
    return json_pack(
        "{s:i,s:s,s:i,s:i,s:i,s:b,s:i,s:b,s:{s:[ff],s:[iii],s:i,s:b,s:i,s:i},"
        "s:{s:i,s:f,s:f,s:i,s:f,s:b},s:{s:[i],s:f,s:i,s:i,s:i},s:b}",
        "id", 1, "name", "Default", "mod", 0, "usn", 0, "maxTaken", 60, "autoplay", 0,
        "timer", 0, "replayq", 0, "new", "delays", 1.0, 10.0, "ints", 1, 4, 7,
        "initialFactor", 2500, "bury", 0, "order", 1, "perDay", 5, "rev", "perDay", 200,
        "ease4", 1.3, "ivlFct", 1.0, "maxIvl", 36500, "hardFactor", 1.2, "bury", 0,
        "lapse", "delays", 10, "mult", 0.0, "minInt", 1, "leechFails", 8, "leechAction",
        1, "dyn", 0);
}

static alea_status put_collection(desk *out, int64_t crt, int64_t now,
                                  alea_error *error)
{
    json_t *parts[4] = {
        json_pack("{s:[I],s:I,s:s,s:i,s:b,s:i,s:b,s:i,s:b,s:i}", "activeDecks",
                  (json_int_t)ANKI_DECK, "curDeck", (json_int_t)ANKI_DECK, "curModel",
                  "1700000000101", "collapseTime", 1200, "dueCounts", 1, "estTimes", 1,
                  "newBury", 1, "newSpread", 0, "sortBackwards", 0, "timeLim", 0),
        keyed(ANKI_MODEL, model(now)), keyed(1, deck(1, "Default", now)),
        keyed(1, deck_options())};
    char name[24], *text[4];
    snprintf(name, sizeof name, "%lld", (long long)ANKI_DECK);
    json_object_set_new(parts[2], name, deck(ANKI_DECK, "alea", now));
    bool good = true;
    for (int i = 0; i < 4; i++) {
        text[i] = json_dumps(parts[i], JSON_COMPACT);
        good = good && text[i];
        json_decref(parts[i]);
    }
    alea_status status = alea_error_no_memory(error);
    sqlite3_stmt *st =
        good ? desk_prepare(
                   out, "INSERT INTO col VALUES(1,?,?,?,11,0,0,0,?,?,?,?,'{}')", error)
             : NULL;
    if (st) {
        desk_bind(st, "iiitttt", crt, now, now, text[0], text[1], text[2], text[3]);
        status = desk_run(out, st, error);
    }
    for (int i = 0; i < 4; i++) free(text[i]);
    return status;
}

/* ---- notes and cards ---- */

static void put_html(alea_text *t, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            alea_text_put(t, "&lt;");
        else if (*text == '>')
            alea_text_put(t, "&gt;");
        else if (*text == '&')
            alea_text_put(t, "&amp;");
        else if (*text != ANKI_FIELDS_SEPARATOR)
            alea_text_char(t, *text);
    }
}

static void put_board(alea_text *t, const char *xgid)
{
    alea_position p;
    char *svg = malloc(ALEA_DIAGRAM_SVG_SIZE);
    if (svg && alea_position_read(xgid, strlen(xgid), &p, NULL) == ALEA_OK) {
        const alea_diagram look = {.view = p.to_act};
        if (alea_diagram_svg(&p, &look, svg, ALEA_DIAGRAM_SVG_SIZE) <
            ALEA_DIAGRAM_SVG_SIZE)
            alea_text_put(t, svg);
    }
    free(svg);
}

static void put_situation(alea_text *t, const char *xgid)
{
    alea_position p;
    char situation[SITUATION_SIZE];
    if (alea_position_read(xgid, strlen(xgid), &p, NULL) != ALEA_OK) return;
    situation_of(&p, situation);
    put_html(t, situation);
    alea_text_put(t, "<br>");
}

static void put_question(alea_text *t, const json_t *front, const json_t *back)
{
    const char *kind = json_string_value(json_object_get(front, "kind"));
    kind = kind ? kind : "";
    alea_text_put(t, strcmp(kind, "play") == 0     ? "What is the best play?"
                     : strcmp(kind, "double") == 0 ? "Double?"
                                                   : "Take?");
    /* In the order of their text, which reveals nothing about their equity. */
    const json_t *list = json_object_get(back, "choices");
    const size_t count = json_array_size(list);
    const char *last = "";
    alea_text_put(t, "<br>");
    for (size_t n = 0; n < count; n++) {
        const char *next = NULL;
        for (size_t i = 0; i < count; i++) {
            const char *text =
                json_string_value(json_array_get(json_array_get(list, i), 0));
            if (text && strcmp(text, last) > 0 && (!next || strcmp(text, next) < 0))
                next = text;
        }
        if (!next) break;
        if (n) alea_text_put(t, " &middot; ");
        put_html(t, next);
        last = next;
    }
}

static void put_answer(alea_text *t, const json_t *back)
{
    const json_t *list = json_object_get(back, "choices");
    const char *made = json_string_value(json_object_get(back, "made"));
    const char *why = json_string_value(json_object_get(back, "why"));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        const char *text = json_string_value(json_array_get(one, 0));
        if (!text) continue;
        put_html(t, text);
        alea_text_format(t, " %+.3f%s<br>", json_number_value(json_array_get(one, 1)),
                         made && strcmp(made, text) == 0 ? " (played)" : "");
    }
    if (why) put_html(t, why);
}

static void write_fields(alea_text *t, const deck_card *c)
{
    json_t *front = json_loads(c->front, 0, NULL), *back = json_loads(c->back, 0, NULL);
    alea_text_reset(t);
    alea_text_put(t, c->position);
    alea_text_char(t, ANKI_FIELDS_SEPARATOR);
    put_board(t, c->position);
    alea_text_char(t, ANKI_FIELDS_SEPARATOR);
    put_situation(t, c->position);
    put_question(t, front, back);
    alea_text_char(t, ANKI_FIELDS_SEPARATOR);
    put_answer(t, back);
    alea_text_char(t, ANKI_FIELDS_SEPARATOR);
    put_html(t, c->front);
    alea_text_char(t, ANKI_FIELDS_SEPARATOR);
    put_html(t, c->back);
    json_decref(front);
    json_decref(back);
}

static alea_status put_card(desk *out, const deck_card *c, alea_text *fields,
                            int64_t crt, int64_t now, alea_error *error)
{
    const int64_t id = ANKI_FIRST_CARD + c->id;
    char guid[32], data[96];
    snprintf(guid, sizeof guid, "alea%016llx",
             (unsigned long long)alea_hash_text(ALEA_HASH_START, c->position));
    write_fields(fields, c);
    if (alea_text_status(fields) != ALEA_OK)
        return alea_error_fill(error, ALEA_ERROR_MEMORY, 0, 0, "a card is too long");
    sqlite3_stmt *st = desk_prepare(
        out, "INSERT INTO notes VALUES(?,?,?,?,-1,' alea ',?,?,0,0,'')", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "itiitt", id, guid, ANKI_MODEL, now / 1000, fields->start,
              c->position);
    alea_status status = desk_run(out, st, error);
    if (status != ALEA_OK) return status;
    const fsrs_card *s = &c->schedule;
    const bool review = s->state == FSRS_REVIEW, fresh = s->state == FSRS_NEW;
    snprintf(data, sizeof data, "{\"s\":%.4f,\"d\":%.4f}", s->stability, s->difficulty);
    st = desk_prepare(out,
                      "INSERT INTO cards VALUES(?1,?1,?2,0,?3,-1,?4,?5,?6,?7,?8,?9,?10,"
                      "?11,0,0,0,?12)",
                      error);
    if (!st) return ALEA_ERROR_FILE;
    const int64_t due = fresh    ? c->id
                        : review ? (s->due - crt * 1000) / DAY
                                 : s->due / 1000;
    const int64_t type = fresh ? 0 : review ? 2 : s->state == FSRS_LEARNING ? 1 : 3;
    desk_bind(st, "iiiiiiiiiiit", id, ANKI_DECK, now / 1000, type,
              fresh    ? INT64_C(0)
              : review ? INT64_C(2)
                       : INT64_C(1),
              due, review ? (s->due - s->last) / DAY : INT64_C(0),
              fresh ? INT64_C(0) : INT64_C(2500), (int64_t)c->reviews,
              (int64_t)c->lapses, fresh || review ? INT64_C(0) : INT64_C(1001),
              fresh ? "" : data);
    return desk_run(out, st, error);
}

static alea_status copy_reviews(desk *d, desk *out, alea_error *error)
{
    alea_status status, put = ALEA_OK;
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT card, time, grade FROM reviews ORDER BY time", error);
    if (!st) return ALEA_ERROR_FILE;
    int64_t last = 0;
    while (desk_next(d, st, &status, error)) {
        int64_t time = (int64_t)sqlite3_column_double(st, 1);
        if (time <= last) time = last + 1; /* ids are times and must differ */
        last = time;
        sqlite3_stmt *in =
            desk_prepare(out, "INSERT INTO revlog VALUES(?,?,-1,?,0,0,0,0,1)", error);
        if (put == ALEA_OK && !in) put = ALEA_ERROR_FILE;
        if (!in) continue;
        desk_bind(in, "iii", time, ANKI_FIRST_CARD + sqlite3_column_int64(st, 0),
                  sqlite3_column_int64(st, 2));
        const alea_status one = desk_run(out, in, error);
        if (put == ALEA_OK) put = one;
    }
    return status == ALEA_OK ? put : status;
}

static alea_status copy_cards(desk *d, desk *out, int64_t *cards, alea_error *error)
{
    const int64_t now = alea_wall_clock_ms(), crt = (now / DAY - 365 * 20) * 86400;
    alea_text fields = alea_text_growing(NOTE_BYTES);
    deck_card *c = malloc(sizeof *c);
    alea_status status = c ? put_collection(out, crt, now, error) : ALEA_ERROR_MEMORY;
    int64_t after = 0;
    *cards = 0;
    while (status == ALEA_OK) {
        bool found;
        status = deck_after(d, after, c, &found, error);
        if (status != ALEA_OK || !found) break;
        after = c->id;
        status = put_card(out, c, &fields, crt, now, error);
        ++*cards;
    }
    alea_text_free(&fields);
    free(c);
    return status == ALEA_OK ? copy_reviews(d, out, error) : status;
}

alea_status package_write(desk *d, void **out, size_t *size, int64_t *cards,
                          alea_error *error)
{
    desk memory = {.path = "the package"};
    if (sqlite3_open(":memory:", &memory.db) != SQLITE_OK ||
        sqlite3_exec(memory.db, schema, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(memory.db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK) {
        desk_failed(&memory, error);
        desk_close(&memory);
        return ALEA_ERROR_MEMORY;
    }
    alea_status status = copy_cards(d, &memory, cards, error);
    if (status == ALEA_OK &&
        sqlite3_exec(memory.db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        status = desk_failed(&memory, error);
    sqlite3_int64 length = 0;
    unsigned char *image =
        status == ALEA_OK ? sqlite3_serialize(memory.db, "main", &length, 0) : NULL;
    if (image) {
        const zip_member members[] = {{"collection.anki2", image, (size_t)length},
                                      {"media", "{}", 2}};
        status = zip_write(members, 2, out, size, error);
    } else if (status == ALEA_OK) {
        status = alea_error_no_memory(error);
    }
    sqlite3_free(image);
    desk_close(&memory);
    return status;
}
