#include "deck.h"

#include "base/error.h"
#include "base/hash.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A card that was answered wrong is shown again within this time. */
enum { SITTING_MS = 20 * 60 * 1000 };

/* Local midnight before `now`, less `days` days. */
static int64_t midnight(int64_t now, int days)
{
    time_t seconds = (time_t)(now / 1000);
    struct tm local;
    localtime_r(&seconds, &local);
    local.tm_hour = local.tm_min = local.tm_sec = 0;
    local.tm_mday -= days;
    local.tm_isdst = -1;
    return (int64_t)mktime(&local) * 1000;
}

/* ---- settings ---- */

alea_status deck_settings(desk *d, fsrs_settings *out, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *out = fsrs_default();
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT value FROM settings WHERE name='fsrs'", error);
    if (!st) return status;
    while (desk_next(d, st, &status, error)) {
        fsrs_settings s = {0};
        json_t *o = json_loads(desk_text(st, 0), 0, NULL);
        json_t *w = json_object_get(o, "w");
        for (size_t i = 0; i < FSRS_PARAMETERS; i++)
            s.w[i] = json_number_value(json_array_get(w, i));
        s.retention = json_number_value(json_object_get(o, "retention"));
        s.longest = (int)json_integer_value(json_object_get(o, "longest"));
        if (fsrs_valid(&s)) *out = s;
        json_decref(o);
    }
    return status;
}

alea_status deck_set_settings(desk *d, const fsrs_settings *settings, alea_error *error)
{
    if (!(settings->retention >= FSRS_LEAST_RETENTION &&
          settings->retention <= FSRS_MOST_RETENTION))
        return alea_error_fill(
            error, ALEA_ERROR_ARGUMENT, 0, 0, "the retention is %.2f to %.2f, not %g",
            FSRS_LEAST_RETENTION, FSRS_MOST_RETENTION, settings->retention);
    if (!fsrs_valid(settings))
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "a parameter of the scheduler is out of range");
    json_t *w = json_array();
    for (int i = 0; i < FSRS_PARAMETERS; i++)
        json_array_append_new(w, json_real(settings->w[i]));
    json_t *o = json_pack("{s:s,s:o,s:f,s:i}", "version", "FSRS-6", "w", w, "retention",
                          settings->retention, "longest", settings->longest);
    char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;
    json_decref(o);
    alea_status status = ALEA_ERROR_MEMORY;
    sqlite3_stmt *st =
        text ? desk_prepare(d, "INSERT OR REPLACE INTO settings VALUES('fsrs', ?)",
                            error)
             : NULL;
    if (st) desk_bind(st, "t", text);
    if (st) status = desk_run(d, st, error);
    free(text);
    return status;
}

/* ---- making cards ---- */

typedef struct filling {
    desk *d;
    double least_loss;
    sqlite3_stmt *detail, *insert;
    int64_t made;
    alea_status status;
    alea_error *error;
} filling;

static char *front_of(const desk_found *f)
{
    const desk_row *r = f->row;
    const term_match *m = f->match;
    json_t *o = json_pack("{s:s,s:s,s:s,s:s,s:i,s:i}", "kind",
                          alea_judged_name((alea_judged)r->kind), "player",
                          m->player[r->by], "opponent", m->player[1 - r->by], "date",
                          m->date, "game", (int)r->game, "turn", (int)r->turn);
    char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;
    json_decref(o);
    return text;
}

/* The loss of the second-best choice, since a position has no decision made. */
static double second_loss(const char *back)
{
    json_t *o = json_loads(back, 0, NULL);
    const json_t *list = json_object_get(o, "choices");
    const double best = json_number_value(json_array_get(json_array_get(list, 0), 1)),
                 next = json_number_value(json_array_get(json_array_get(list, 1), 1));
    json_decref(o);
    return best > next ? best - next : 0;
}

static bool put_card(filling *f, const desk_found *found, const char *back)
{
    const bool open = found->row->action == ALEA_EVENT_SET;

    char xgid[ALEA_XGID_SIZE];
    alea_position position;
    desk_row_position(found->row, found->match->length, &position);
    if (alea_xgid_write(&position, xgid) != ALEA_OK) return true;
    char *front = front_of(found);
    if (!front || strlen(back) >= DECK_TEXT || strlen(front) >= DECK_TEXT) {
        free(front);
        return true;
    }
    sqlite3_reset(f->insert);
    desk_bind(f->insert, "iitttd", found->match->id, (int64_t)found->row->entry, xgid,
              front, back, open ? second_loss(back) : (double)found->row->loss);
    const int result = sqlite3_step(f->insert);
    if (result == SQLITE_DONE)
        f->made += sqlite3_changes(f->d->db);
    else
        f->status = desk_failed(f->d, f->error);
    sqlite3_reset(f->insert);
    free(front);
    return f->status == ALEA_OK;
}

static bool fill_one(void *context, const desk_found *found)
{
    filling *f = context;
    if (found->row->action != ALEA_EVENT_SET &&
        !((double)found->row->loss >= f->least_loss))
        return true;
    sqlite3_reset(f->detail);
    desk_bind(f->detail, "iid", found->match->id, (int64_t)found->row->entry,
              (double)found->row->loss);
    bool go_on = true;
    if (sqlite3_step(f->detail) == SQLITE_ROW)
        go_on = put_card(f, found, desk_text(f->detail, 0));
    sqlite3_reset(f->detail);
    return go_on;
}

static alea_status prepare(filling *f, alea_error *error)
{
    f->detail = desk_prepare(f->d,
                             "SELECT detail FROM analyses WHERE match=? AND entry=?"
                             " AND detail<>'' ORDER BY abs(loss-?),"
                             " program='alea' LIMIT 1",
                             error);
    f->insert = desk_prepare(
        f->d,
        "INSERT OR IGNORE INTO cards(match, entry, position, front, back, loss, made,"
        " due, stability, difficulty, reviews, lapses, state)"
        " VALUES(?,?,?,?,?,?,0,0,0,0,0,0,0)",
        error);
    return f->detail && f->insert ? ALEA_OK : ALEA_ERROR_FILE;
}

alea_status deck_fill(desk *d, const terms *t, double least_loss, int64_t *made,
                      alea_error *error)
{
    filling f = {.d = d, .least_loss = least_loss, .error = error};
    alea_status status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    status = prepare(&f, error);
    if (status == ALEA_OK) status = desk_find(d, t, fill_one, &f, error);
    if (status == ALEA_OK) status = f.status;
    sqlite3_finalize(f.detail);
    sqlite3_finalize(f.insert);
    *made = f.made;
    return desk_end(d, status, error);
}

alea_status deck_put(desk *d, const desk_found *found, char position[ALEA_XGID_SIZE],
                     bool *made, alea_error *error)
{
    filling f = {.d = d, .error = error};
    alea_position p;
    *made = false;
    desk_row_position(found->row, found->match->length, &p);
    if (alea_xgid_write(&p, position) != ALEA_OK) return ALEA_OK;
    alea_status status = prepare(&f, error);
    if (status == ALEA_OK) {
        fill_one(&f, found);
        status = f.status;
    }
    sqlite3_finalize(f.detail);
    sqlite3_finalize(f.insert);
    sqlite3_stmt *st = NULL;
    if (status == ALEA_OK) {
        st = desk_prepare(d, "SELECT 1 FROM cards WHERE position=?", error);
        status = st ? ALEA_OK : ALEA_ERROR_FILE;
    }
    if (st) {
        desk_bind(st, "t", position);
        while (desk_next(d, st, &status, error)) *made = true;
    }
    return status;
}

/* ---- showing cards ---- */

#define CARD_COLUMNS                                                                   \
    "id, match, entry, position, front, back, loss, reviews, lapses, state, step,"     \
    " stability, difficulty, due, last"

static void copy(char *out, size_t capacity, sqlite3_stmt *st, int column)
{
    snprintf(out, capacity, "%s", desk_text(st, column));
}

static void read_card(sqlite3_stmt *st, deck_card *c)
{
    *c = (deck_card){.id = sqlite3_column_int64(st, 0),
                     .match = sqlite3_column_int64(st, 1),
                     .entry = sqlite3_column_int64(st, 2),
                     .loss = sqlite3_column_double(st, 6),
                     .reviews = sqlite3_column_int(st, 7),
                     .lapses = sqlite3_column_int(st, 8)};
    copy(c->position, sizeof c->position, st, 3);
    copy(c->front, sizeof c->front, st, 4);
    copy(c->back, sizeof c->back, st, 5);
    const int state = sqlite3_column_int(st, 9);
    c->schedule = (fsrs_card){.state = state >= FSRS_NEW && state <= FSRS_RELEARNING
                                           ? (fsrs_state)state
                                           : FSRS_NEW,
                              .step = sqlite3_column_int(st, 10) > 0,
                              .stability = sqlite3_column_double(st, 11),
                              .difficulty = sqlite3_column_double(st, 12),
                              .due = (int64_t)sqlite3_column_double(st, 13),
                              .last = (int64_t)sqlite3_column_double(st, 14)};
    if (!(c->schedule.stability > 0)) c->schedule.state = FSRS_NEW;
}

/* One card of a query with up to one number to bind. */
static alea_status one_card(desk *d, const char *sql, int64_t number, deck_card *out,
                            bool *found, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *found = false;
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return status;
    sqlite3_bind_int64(st, 1, number);
    while (desk_next(d, st, &status, error)) {
        read_card(st, out);
        *found = true;
    }
    return status;
}

static alea_status one_number(desk *d, const char *sql, int64_t number, int64_t *out,
                              alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *out = 0;
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return status;
    sqlite3_bind_int64(st, 1, number);
    while (desk_next(d, st, &status, error)) *out = sqlite3_column_int64(st, 0);
    return status;
}

static alea_status fresh_left(desk *d, int64_t now, int new_a_day, int64_t *left,
                              alea_error *error)
{
    int64_t begun, waiting = 0;
    alea_status status =
        one_number(d,
                   "SELECT count(*) FROM (SELECT min(time) AS t FROM reviews GROUP BY"
                   " card) WHERE t >= ?",
                   midnight(now, 0), &begun, error);
    if (status == ALEA_OK)
        status = one_number(
            d, "SELECT count(*) FROM cards WHERE state=0 AND suspended=0 AND ?1=?1", 0,
            &waiting, error);
    *left = new_a_day - begun;
    if (*left < 0) *left = 0;
    if (*left > waiting) *left = waiting;
    return status;
}

alea_status deck_next(desk *d, int64_t now, int new_a_day, deck_card *out, bool *found,
                      alea_error *error)
{
    alea_status status =
        one_card(d,
                 "SELECT " CARD_COLUMNS " FROM cards WHERE state>0 AND due<=? AND"
                 " suspended=0 ORDER BY due, id LIMIT 1",
                 now, out, found, error);
    if (status != ALEA_OK || *found) return status;
    int64_t left;
    status = fresh_left(d, now, new_a_day, &left, error);
    if (status == ALEA_OK && left > 0)
        status = one_card(d,
                          "SELECT " CARD_COLUMNS " FROM cards WHERE state=0 AND"
                          " suspended=0 AND ?1=?1 ORDER BY loss DESC, id LIMIT 1",
                          0, out, found, error);
    if (status != ALEA_OK || *found) return status;
    return one_card(
        d,
        "SELECT " CARD_COLUMNS " FROM cards WHERE state>0 AND due<=?"
        " AND suspended=0 AND (SELECT grade FROM reviews WHERE card=cards.id"
        " ORDER BY time DESC LIMIT 1)=1 ORDER BY due, id LIMIT 1",
        now + SITTING_MS, out, found, error);
}

alea_status deck_card_of(desk *d, int64_t id, deck_card *out, alea_error *error)
{
    bool found;
    alea_status status = one_card(d, "SELECT " CARD_COLUMNS " FROM cards WHERE id=?",
                                  id, out, &found, error);
    if (status == ALEA_OK && !found)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "there is no card %lld", (long long)id);
    return status;
}

alea_status deck_card_at(desk *d, const char *position, deck_card *out, bool *found,
                         alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *found = false;
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT " CARD_COLUMNS " FROM cards WHERE position=?", error);
    if (!st) return status;
    desk_bind(st, "t", position);
    while (desk_next(d, st, &status, error)) {
        read_card(st, out);
        *found = true;
    }
    return status;
}

alea_status deck_put_shelf(desk *d, const deck_card *c, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(
        d,
        "INSERT OR IGNORE INTO cards(match, entry, position, front, back, loss, made,"
        " due, stability, difficulty, reviews, lapses, state)"
        " VALUES(NULL,-1,?,?,?,?,-1,0,0,0,0,0,0)",
        error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "tttd", c->position, c->front, c->back, c->loss);
    return desk_run(d, st, error);
}

alea_status deck_after(desk *d, int64_t after, deck_card *out, bool *found,
                       alea_error *error)
{
    return one_card(d,
                    "SELECT " CARD_COLUMNS " FROM cards WHERE id>? ORDER BY id LIMIT 1",
                    after, out, found, error);
}

alea_status deck_replay(desk *d, int64_t id, alea_error *error)
{
    fsrs_settings settings;
    fsrs_card card = {0};
    int64_t reviews = 0, lapses = 0;
    alea_status status = deck_settings(d, &settings, error);
    if (status != ALEA_OK) return status;
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT time, grade FROM reviews WHERE card=? ORDER BY time", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", id);
    while (desk_next(d, st, &status, error)) {
        const int grade = sqlite3_column_int(st, 1);
        if (grade < FSRS_AGAIN || grade > FSRS_EASY) continue;
        lapses += card.state == FSRS_REVIEW && grade == FSRS_AGAIN;
        card = fsrs_review(&settings, &card, (fsrs_grade)grade,
                           (int64_t)sqlite3_column_double(st, 0));
        reviews++;
    }
    if (status != ALEA_OK) return status;
    st = desk_prepare(d,
                      "UPDATE cards SET state=?, step=?, stability=?, difficulty=?,"
                      " due=?, last=?, reviews=?, lapses=? WHERE id=?",
                      error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "iiddddiii", (int64_t)card.state, (int64_t)card.step, card.stability,
              card.difficulty, (double)card.due, (double)card.last, reviews, lapses,
              id);
    return desk_run(d, st, error);
}

int64_t deck_day(int64_t now)
{
    return midnight(now, 0) / 3600000;
}

alea_status deck_of_the_day(desk *d, int64_t now, deck_card *out, bool *found,
                            alea_error *error)
{
    int64_t count;
    const int64_t day = deck_day(now);
    *found = false;
    alea_status status =
        one_number(d, "SELECT count(*) FROM cards WHERE made>=? AND suspended=0", 0,
                   &count, error);
    if (status != ALEA_OK || count == 0) return status;
    const uint64_t hash = alea_hash_bytes(ALEA_HASH_START, &day, sizeof day);
    return one_card(d,
                    "SELECT " CARD_COLUMNS " FROM cards WHERE made>=0 AND suspended=0"
                    " ORDER BY id LIMIT 1 OFFSET ?",
                    (int64_t)(hash % (uint64_t)count), out, found, error);
}

static alea_status put_answer(desk *d, const deck_card *c, const fsrs_card *after,
                              fsrs_grade grade, alea_error *error)
{
    const bool lapse = c->schedule.state == FSRS_REVIEW && grade == FSRS_AGAIN;
    sqlite3_stmt *st =
        desk_prepare(d,
                     "UPDATE cards SET state=?, step=?, stability=?, difficulty=?,"
                     " due=?, last=?, reviews=reviews+1, lapses=lapses+? WHERE id=?",
                     error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "iiddddii", (int64_t)after->state, (int64_t)after->step,
              after->stability, after->difficulty, (double)after->due,
              (double)after->last, (int64_t)lapse, c->id);
    alea_status status = desk_run(d, st, error);
    if (status != ALEA_OK) return status;
    st = desk_prepare(
        d, "INSERT OR REPLACE INTO reviews(card, time, grade) VALUES(?,?,?)", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "idi", c->id, (double)after->last, (int64_t)grade);
    return desk_run(d, st, error);
}

alea_status deck_answer(desk *d, int64_t id, fsrs_grade grade, int64_t now,
                        fsrs_card *after, alea_error *error)
{
    if (grade < FSRS_AGAIN || grade > FSRS_EASY)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "a grade is 1 (again), 2 (hard), 3 (good) or 4 (easy)");
    deck_card *c = malloc(sizeof *c);
    if (!c) return alea_error_no_memory(error);
    fsrs_settings settings;
    alea_status status = desk_begin(d, error);
    if (status == ALEA_OK) {
        status = deck_settings(d, &settings, error);
        if (status == ALEA_OK) status = deck_card_of(d, id, c, error);
        if (status == ALEA_OK) {
            *after = fsrs_review(&settings, &c->schedule, grade, now);
            status = put_answer(d, c, after, grade, error);
        }
        status = desk_end(d, status, error);
    }
    free(c);
    return status;
}

/* Days in a row with reviews, up to today or yesterday. */
static alea_status count_streak(desk *d, int64_t now, int64_t *out, alea_error *error)
{
    *out = 0;
    for (int day = 0;; day++) {
        int64_t reviews;
        char sql[128];
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM reviews WHERE time>=?1 AND time<%lld",
                 (long long)midnight(now, day - 1));
        alea_status status = one_number(d, sql, midnight(now, day), &reviews, error);
        if (status != ALEA_OK || (reviews == 0 && day > 0)) return status;
        if (reviews) ++*out;
    }
}

alea_status deck_count(desk *d, int64_t now, int new_a_day, deck_counts *out,
                       alea_error *error)
{
    *out = (deck_counts){0};
    alea_status status =
        one_number(d, "SELECT count(*) FROM cards WHERE ?1=?1", 0, &out->cards, error);
    if (status == ALEA_OK)
        status = one_number(
            d, "SELECT count(*) FROM cards WHERE state>0 AND due<=? AND suspended=0",
            now, &out->due, error);
    if (status == ALEA_OK) status = fresh_left(d, now, new_a_day, &out->fresh, error);
    if (status == ALEA_OK)
        status = one_number(d, "SELECT count(*) FROM reviews WHERE time>=?",
                            midnight(now, 0), &out->reviewed_today, error);
    return status == ALEA_OK ? count_streak(d, now, &out->streak, error) : status;
}
