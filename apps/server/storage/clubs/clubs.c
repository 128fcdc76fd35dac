#include "clubs.h"

#include "teams.h"

#include "server/storage/database/driver.h"
#include "server/storage/queue.h"

#include <string.h>

/* ---- the club itself ---- */

static alea_status put_club(storage *s, const storage_club *c)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_PUT,
        "INSERT INTO clubs (id, name, skeleton, town, text, open, reach, length,"
        " idle_days, created, changed, removed, last)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    storage_bind_text(st, 1, c->id);
    storage_bind_text(st, 2, c->name);
    storage_bind_text(st, 3, c->skeleton);
    storage_bind_text(st, 4, c->town);
    storage_bind_text(st, 5, c->text);
    storage_bind_number(st, 6, c->is_open);
    storage_bind_number(st, 7, c->reach);
    storage_bind_number(st, 8, c->length);
    storage_bind_number(st, 9, c->idle_days);
    storage_bind_number(st, 10, c->created);
    storage_bind_number(st, 11, c->changed);
    storage_bind_number(st, 12, c->removed);
    storage_bind_number(st, 13, c->last);
    return storage_run(st);
}

/* The club's row serves as the lock: only a writer that has seen the last change can
 * change it. */
static alea_status move_club(storage *s, const storage_club *c, int numbers)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_MOVE,
        "UPDATE clubs SET name = ?1, skeleton = ?2, town = ?3, text = ?4, open = ?5,"
        " reach = ?6, length = ?7, idle_days = ?8, changed = ?9, removed = ?10,"
        " last = ?11 WHERE id = ?12 AND last = ?11 - ?13");
    storage_bind_text(st, 1, c->name);
    storage_bind_text(st, 2, c->skeleton);
    storage_bind_text(st, 3, c->town);
    storage_bind_text(st, 4, c->text);
    storage_bind_number(st, 5, c->is_open);
    storage_bind_number(st, 6, c->reach);
    storage_bind_number(st, 7, c->length);
    storage_bind_number(st, 8, c->idle_days);
    storage_bind_number(st, 9, c->changed);
    storage_bind_number(st, 10, c->removed);
    storage_bind_number(st, 11, c->last);
    storage_bind_text(st, 12, c->id);
    storage_bind_number(st, 13, numbers);
    const alea_status status = storage_run(st);
    return status == ALEA_OK && s->changed == 0 ? ALEA_ERROR_REFUSED : status;
}

/* ---- rows of a change ---- */

static alea_status put_member(storage *s, const char *id, const storage_club_member *m)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_MEMBER_PUT,
        "INSERT INTO club_members (club, number, person, role, rung, joins, since,"
        " played) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (club, number) DO UPDATE"
        " SET role = excluded.role, rung = excluded.rung, joins = excluded.joins,"
        " since = excluded.since, played = excluded.played");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, m->number);
    storage_bind_text(st, 3, m->person);
    storage_bind_number(st, 4, m->role);
    storage_bind_number(st, 5, m->rung);
    storage_bind_number(st, 6, m->joins);
    storage_bind_number(st, 7, m->since);
    storage_bind_number(st, 8, m->played);
    return storage_run(st);
}

static alea_status put_match(storage *s, const char *id, const storage_club_match *m)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_MATCH_PUT,
        "INSERT INTO club_matches (club, number, member0, member1, time, ended, state,"
        " game, games, winner, told0, told1, score0, score1)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (club, number) DO UPDATE SET ended = excluded.ended,"
        " state = excluded.state, game = excluded.game, games = excluded.games,"
        " winner = excluded.winner, told0 = excluded.told0, told1 = excluded.told1,"
        " score0 = excluded.score0, score1 = excluded.score1");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, m->number);
    storage_bind_number(st, 3, m->member[0]);
    storage_bind_number(st, 4, m->member[1]);
    storage_bind_number(st, 5, m->time);
    storage_bind_number(st, 6, m->ended);
    storage_bind_number(st, 7, m->state);
    storage_bind_text(st, 8, m->game);
    storage_bind_number(st, 9, m->games);
    storage_bind_number(st, 10, m->winner);
    storage_bind_number(st, 11, m->told[0]);
    storage_bind_number(st, 12, m->told[1]);
    storage_bind_number(st, 13, m->has_score ? m->score[0] : -1);
    storage_bind_number(st, 14, m->has_score ? m->score[1] : -1);
    return storage_run(st);
}

/* Both players of a counted match have played. */
static alea_status note_played(storage *s, const char *id, const storage_club_match *m)
{
    storage_query *st = storage_statement(s, ST_CLUB_PLAYED,
                                          "UPDATE club_members SET played = ?"
                                          " WHERE club = ? AND number IN (?, ?)");
    storage_bind_number(st, 1, m->ended);
    storage_bind_text(st, 2, id);
    storage_bind_number(st, 3, m->member[0]);
    storage_bind_number(st, 4, m->member[1]);
    return storage_run(st);
}

static alea_status climb(storage *s, const storage_club_change *c)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_CLIMB,
        "UPDATE club_members SET rung = CASE WHEN number = ?2 THEN ?4 ELSE rung + 1 END"
        " WHERE club = ?1 AND rung >= ?4 AND rung <= ?3");
    storage_bind_text(st, 1, c->club->id);
    storage_bind_number(st, 2, c->mover);
    storage_bind_number(st, 3, c->from);
    storage_bind_number(st, 4, c->to);
    return storage_run(st);
}

static alea_status put_news(storage *s, const storage_club_change *c)
{
    storage_query *st =
        storage_statement(s, ST_CLUB_NEWS_PUT,
                          "INSERT INTO club_news (club, number, time, author, text)"
                          " VALUES (?, ?, ?, ?, ?)");
    storage_bind_text(st, 1, c->club->id);
    storage_bind_number(st, 2, c->line.seq);
    storage_bind_number(st, 3, c->line.time);
    storage_bind_number(st, 4, c->line.by);
    storage_bind_text(st, 5, c->news);
    const alea_status status = storage_run(st);
    if (status != ALEA_OK) return status;
    st = storage_statement(
        s, ST_CLUB_NEWS_TIDY,
        "DELETE FROM club_news WHERE club = ?1 AND number <= (SELECT number FROM"
        " club_news WHERE club = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)");
    storage_bind_text(st, 1, c->club->id);
    storage_bind_number(st, 2, CLUB_NEWS_KEPT);
    return storage_run(st);
}

static alea_status remove_news(storage *s, const storage_club_change *c)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_NEWS_REMOVE, "DELETE FROM club_news WHERE club = ? AND number = ?");
    storage_bind_text(st, 1, c->club->id);
    storage_bind_number(st, 2, c->news_gone);
    return storage_run(st);
}

static alea_status put_line(storage *s, const char *id, const storage_club_line *l)
{
    enum { TIDIED_EVERY = 100 };
    storage_query *st = storage_statement(
        s, ST_CLUB_LINE,
        "INSERT INTO club_log (club, seq, time, actor, what, about0, about1, rank0,"
        " rank1) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, l->seq);
    storage_bind_number(st, 3, l->time);
    storage_bind_number(st, 4, l->by);
    storage_bind_text(st, 5, l->what);
    storage_bind_number(st, 6, l->about[0]);
    storage_bind_number(st, 7, l->about[1]);
    storage_bind_number(st, 8, l->rank[0]);
    storage_bind_number(st, 9, l->rank[1]);
    const alea_status status = storage_run(st);
    if (status != ALEA_OK || l->seq % TIDIED_EVERY) return status;
    st = storage_statement(s, ST_CLUB_LOG_TIDY,
                           "DELETE FROM club_log WHERE club = ? AND seq <= ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, l->seq - CLUB_LOG_KEPT);
    return storage_run(st);
}

/* ---- changes ---- */

alea_status storage_club_make(storage *s, const storage_club *club,
                              const storage_club_member *owner)
{
    storage_club_line line = {.seq = 1, .time = club->created, .by = 1};
    strcpy(line.what, "founded");
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = put_club(s, club);
    if (status == ALEA_OK) status = put_member(s, club->id, owner);
    if (status == ALEA_OK) status = put_line(s, club->id, &line);
    return storage_end(s, status);
}

static alea_status commit(storage *s, const storage_club_change *c)
{
    const char *id = c->club->id;
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = move_club(s, c->club, 1 + c->visitors);
    for (int i = 0; i < c->visitors && status == ALEA_OK; i++)
        status = put_member(s, id, &c->visitor[i]);
    for (int i = 0; i < 2 && status == ALEA_OK; i++)
        if (c->member[i]) status = put_member(s, id, c->member[i]);
    if (status == ALEA_OK && c->match) status = put_match(s, id, c->match);
    if (status == ALEA_OK && c->match && c->match->state == CLUB_MATCH_COUNTED)
        status = note_played(s, id, c->match);
    if (status == ALEA_OK) status = storage_team_put(s, c);
    if (status == ALEA_OK && c->mover) status = climb(s, c);
    if (status == ALEA_OK && c->news) status = put_news(s, c);
    if (status == ALEA_OK && c->news_gone) status = remove_news(s, c);
    if (status == ALEA_OK) status = put_line(s, id, &c->line);
    return storage_end(s, status);
}

/* Whether that very change is there: of a try whose answer was lost. */
static storage_answer is_stored(storage *s, const storage_club_change *c)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_STORED,
        "SELECT 1 FROM club_log WHERE club = ? AND seq = ? AND time = ? AND actor = ?"
        " AND what = ? AND about0 = ? AND about1 = ?");
    storage_bind_text(st, 1, c->club->id);
    storage_bind_number(st, 2, c->line.seq);
    storage_bind_number(st, 3, c->line.time);
    storage_bind_number(st, 4, c->line.by);
    storage_bind_text(st, 5, c->line.what);
    storage_bind_number(st, 6, c->line.about[0]);
    storage_bind_number(st, 7, c->line.about[1]);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

alea_status storage_club_commit(storage *s, const storage_club_change *change)
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = commit(s, change);
    while (status != ALEA_OK && status != ALEA_ERROR_REFUSED &&
           status != ALEA_ERROR_ARGUMENT &&
           storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    if (status != ALEA_ERROR_REFUSED || tries == 0) return status;
    const storage_answer stored = is_stored(s, change);
    return stored == ANSWER_FOUND    ? ALEA_OK
           : stored == ANSWER_ABSENT ? ALEA_ERROR_REFUSED
                                     : ALEA_ERROR_FILE;
}

/* ---- looking at clubs ---- */

#define FACTS                                                                          \
    "c.id, c.name, c.skeleton, c.town, c.open, c.reach, c.length, c.idle_days,"        \
    " c.created, c.changed, c.removed, c.last,"                                        \
    " (SELECT count(*) FROM club_members m WHERE m.club = c.id AND m.role >= 2)"       \
    " AS members,"                                                                     \
    " (SELECT m.number FROM club_members m WHERE m.club = c.id AND m.role >= 2"        \
    " ORDER BY m.role DESC, m.number LIMIT 1)"

static void read_club(storage_query *st, storage_club *out)
{
    storage_column_text(st, 0, out->id, sizeof out->id);
    storage_column_text(st, 1, out->name, sizeof out->name);
    storage_column_text(st, 2, out->skeleton, sizeof out->skeleton);
    storage_column_text(st, 3, out->town, sizeof out->town);
    out->text[0] = '\0';
    out->is_open = storage_column_number(st, 4) != 0;
    out->reach = (int)storage_column_number(st, 5);
    out->length = (int)storage_column_number(st, 6);
    out->idle_days = (int)storage_column_number(st, 7);
    out->created = storage_column_number(st, 8);
    out->changed = storage_column_number(st, 9);
    out->removed = storage_column_number(st, 10);
    out->last = storage_column_number(st, 11);
    out->members = (int)storage_column_number(st, 12);
    out->owner = (int)storage_column_number(st, 13);
}

storage_answer storage_club_get(storage *s, const char *id, storage_club *out)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_GET, "SELECT " FACTS ", c.text FROM clubs c WHERE c.id = ?");
    storage_bind_text(st, 1, id);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) {
        read_club(st, out);
        storage_column_text(st, 14, out->text, sizeof out->text);
    }
    storage_reset(st);
    return answer;
}

int storage_clubs_in(storage *s, const char *search, const char *person,
                     storage_club *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st =
        storage_statement(s, ST_CLUBS_IN,
                          "SELECT " FACTS " FROM clubs c WHERE c.removed = 0"
                          " AND (?1 = '' OR instr(lower(c.name), lower(?1)) > 0"
                          " OR instr(lower(c.town), lower(?1)) > 0)"
                          " AND (?2 = '' OR c.id IN (SELECT m.club FROM club_members m"
                          " WHERE m.person = ?2 AND m.person <> '' AND m.role >= 1))"
                          " ORDER BY members DESC, c.created, c.id LIMIT ?3");
    storage_bind_text(st, 1, search);
    storage_bind_text(st, 2, person);
    storage_bind_number(st, 3, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_club(st, &out[count++]);
    return storage_listed(st, code, count);
}

int64_t storage_clubs_of(storage *s, const char *person, club_role least)
{
    storage_query *st = storage_statement(
        s, ST_CLUBS_OF,
        "SELECT count(*) FROM club_members m JOIN clubs c ON c.id = m.club"
        " WHERE m.person = ? AND m.person <> '' AND m.role >= ? AND c.removed = 0");
    storage_bind_text(st, 1, person);
    storage_bind_number(st, 2, least);
    return storage_single(st);
}

/* ---- looking at members ---- */

#define MEMBER                                                                         \
    "SELECT m.number, m.person, coalesce(u.name, 'somebody ' || m.number), m.role,"    \
    " m.rung, m.joins, m.since, m.played FROM club_members m LEFT JOIN users u"        \
    " ON u.id = m.person AND m.person <> '' WHERE m.club = "

static void read_member(storage_query *st, storage_club_member *out)
{
    out->number = (int)storage_column_number(st, 0);
    storage_column_text(st, 1, out->person, sizeof out->person);
    storage_column_text(st, 2, out->name, sizeof out->name);
    out->role = (club_role)storage_column_number(st, 3);
    out->rung = (int)storage_column_number(st, 4);
    out->joins = (int)storage_column_number(st, 5);
    out->since = storage_column_number(st, 6);
    out->played = storage_column_number(st, 7);
}

static storage_answer first_member(storage_query *st, storage_club_member *out)
{
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) read_member(st, out);
    storage_reset(st);
    return answer;
}

storage_answer storage_club_member_of(storage *s, const char *id, const char *person,
                                      storage_club_member *out)
{
    storage_query *st = storage_statement(s, ST_CLUB_MEMBER_OF,
                                          MEMBER "? AND m.person = ?"
                                                 " AND m.person <> ''");
    storage_bind_text(st, 1, id);
    storage_bind_text(st, 2, person);
    return first_member(st, out);
}

storage_answer storage_club_member_at(storage *s, const char *id, int number,
                                      storage_club_member *out)
{
    storage_query *st =
        storage_statement(s, ST_CLUB_MEMBER_AT, MEMBER "? AND m.number = ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, number);
    return first_member(st, out);
}

int storage_club_members(storage *s, const char *id, club_role least, club_role most,
                         int after, storage_club_member *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st =
        storage_statement(s, ST_CLUB_MEMBERS,
                          MEMBER "? AND m.role BETWEEN ? AND ? AND m.number > ?"
                                 " ORDER BY m.number LIMIT ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, least);
    storage_bind_number(st, 3, most);
    storage_bind_number(st, 4, after);
    storage_bind_number(st, 5, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW)
        read_member(st, &out[count++]);
    return storage_listed(st, code, count);
}

int64_t storage_club_count(storage *s, const char *id, club_role least, club_role most)
{
    storage_query *st = storage_statement(s, ST_CLUB_COUNT,
                                          "SELECT count(*) FROM club_members"
                                          " WHERE club = ? AND role BETWEEN ? AND ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, least);
    storage_bind_number(st, 3, most);
    return storage_single(st);
}

storage_answer storage_club_directs(storage *s, const char *id, const char *person)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_DIRECTS,
        "SELECT 1 FROM club_members WHERE club = ?1 AND person = ?2 AND person <> ''"
        " AND (role >= 3 OR number = (SELECT m.number FROM club_members m"
        " WHERE m.club = ?1 AND m.role >= 2 ORDER BY m.role DESC, m.number LIMIT 1))");
    storage_bind_text(st, 1, id);
    storage_bind_text(st, 2, person);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

/* ---- announcements and the log ---- */

#define BEFORE(column)                                                                 \
    " AND (?2 = 0 OR " column " < ?2) ORDER BY " column " DESC LIMIT ?3"

int storage_club_news_of(storage *s, const char *id, int before, storage_club_news *out,
                         int capacity)
{
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(
        s, ST_CLUB_NEWS,
        "SELECT n.number, n.time, coalesce(u.name, 'somebody ' || n.author), n.text"
        " FROM club_news n LEFT JOIN club_members m ON m.club = n.club"
        " AND m.number = n.author LEFT JOIN users u ON u.id = m.person"
        " WHERE n.club = ?1" BEFORE("n.number"));
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, before);
    storage_bind_number(st, 3, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_club_news *n = &out[count++];
        n->number = (int)storage_column_number(st, 0);
        n->time = storage_column_number(st, 1);
        storage_column_text(st, 2, n->author, sizeof n->author);
        storage_column_text(st, 3, n->text, sizeof n->text);
    }
    return storage_listed(st, code, count);
}

storage_answer storage_club_has_news(storage *s, const char *id, int number)
{
    storage_query *st = storage_statement(
        s, ST_CLUB_NEWS_HAS, "SELECT 1 FROM club_news WHERE club = ? AND number = ?");
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, number);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

/* The name of the member whose number the column has; NULL without one. */
#define NAME_OF(column)                                                                \
    ", (SELECT coalesce(u.name, 'somebody ' || m.number) FROM club_members m"          \
    " LEFT JOIN users u ON u.id = m.person"                                            \
    " WHERE m.club = l.club AND m.number = " column ")"

int storage_club_log_of(storage *s, const char *id, int64_t before,
                        storage_club_line *out, int capacity)
{
    static const char sql[] =
        "SELECT l.seq, l.time, l.actor, l.what, l.about0, l.about1, l.rank0, l.rank1"
        /* */ NAME_OF("l.actor") NAME_OF("l.about0")
            NAME_OF("l.about1") " FROM club_log l WHERE l.club = ?1" BEFORE("l.seq");
    int count = 0, code = STORAGE_DONE;
    storage_query *st = storage_statement(s, ST_CLUB_LOG, sql);
    storage_bind_text(st, 1, id);
    storage_bind_number(st, 2, before);
    storage_bind_number(st, 3, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_club_line *l = &out[count++];
        l->seq = storage_column_number(st, 0);
        l->time = storage_column_number(st, 1);
        l->by = (int)storage_column_number(st, 2);
        storage_column_text(st, 3, l->what, sizeof l->what);
        for (int i = 0; i < 2; i++) {
            l->about[i] = (int)storage_column_number(st, 4 + i);
            l->rank[i] = (int)storage_column_number(st, 6 + i);
        }
        for (int i = 0; i < 3; i++)
            storage_column_text(st, 8 + i, l->names[i], sizeof l->names[i]);
    }
    return storage_listed(st, code, count);
}
