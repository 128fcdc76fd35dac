#include "host.h"

#include "places.h"
#include "team.h"

#include "server/storage/clubs/ladder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t day_ms = 24LL * 3600 * 1000;

void clubs_tell_here(const clubs *all, const char *id, int64_t seq)
{
    static const char *const nobody[2] = {"", ""};
    char text[96];
    const int size =
        snprintf(text, sizeof text, "{\"type\":\"club\",\"club\":\"%s\",\"seq\":%lld}",
                 id, (long long)seq);
    connections_tell(all->parts.sockets, id, nobody, CONNECTIONS_AUDIENCES - 1, text,
                     (size_t)size);
}

/* Other servers' sockets too. */
static void tell(const clubs *all, const char *id, int64_t seq)
{
    char text[24];
    clubs_tell_here(all, id, seq);
    if (!all->parts.bus || !bus_is_shared(all->parts.bus)) return;
    snprintf(text, sizeof text, "%lld", (long long)seq);
    bus_publish(all->parts.bus, "club", id, text, strlen(text));
}

alea_status clubs_commit(const clubs *all, storage_club *club,
                         storage_club_change *change)
{
    const int64_t now = server_now();
    club->last += 1 + change->visitors;
    club->changed = now > club->changed ? now : club->changed;
    change->club = club;
    change->line.seq = club->last;
    change->line.time = club->changed;
    const alea_status done = storage_club_commit(all->parts.store, change);
    if (done == ALEA_OK) tell(all, club->id, club->last);
    return done;
}

/* A change by the server. */
typedef struct own_change {
    clubs *all;
    storage_club club;
    storage_club_change change;
    storage_club_match match;
    storage_club_member member;
    storage_club_team team;
    storage_club_match board[TEAM_ROWS];
} own_change;

static alea_status commit(own_change *o)
{
    return clubs_commit(o->all, &o->club, &o->change);
}

/* ---- results of games ---- */

/* Builds the change; false: there is nothing to be done, or it failed. */
static storage_answer take_result(own_change *o, const void *game)
{
    const storage_ladder_game *g = game;
    storage *store = o->all->parts.store;
    storage_answer found = storage_club_get(store, g->club, &o->club);
    if (found == ANSWER_FOUND)
        found = storage_ladder_match(store, g->club, g->number, &o->match);
    if (found != ANSWER_FOUND) return found;
    if (o->match.state != CLUB_MATCH_OPEN || strcmp(o->match.game, g->game) != 0)
        return ANSWER_ABSENT;
    o->change = (storage_club_change){.match = &o->match};
    if (g->winner < 0) {
        strcpy(o->change.line.what, "no_result");
        memcpy(o->change.line.about, o->match.member, sizeof o->match.member);
        o->match.game[0] = '\0';
        return ANSWER_FOUND;
    }
    places p;
    const bool is_read = places_read(o->all, g->club, &p);
    if (is_read) {
        /* Seat 0 has side 0. A match given up or lost by time has no score. */
        o->match.has_score = g->score[g->winner] >= o->club.length;
        memcpy(o->match.score, g->score, sizeof o->match.score);
        places_decide(&p, &o->match, g->winner, &o->change);
    }
    places_free(&p);
    return is_read ? ANSWER_FOUND : ANSWER_FAILED;
}

/* Fills the change that the end of a game makes: take_result or take_board. */
typedef storage_answer take_game(own_change *o, const void *game);

/* False: it could not be stored, and comes again. */
static bool collect(clubs *all, take_game *take, const void *game)
{
    enum { TRIES = 4 };
    own_change *o = calloc(1, sizeof *o);
    alea_status done = ALEA_ERROR_REFUSED;
    storage_answer found = o ? ANSWER_FOUND : ANSWER_FAILED;
    for (int i = 0; i < TRIES && done == ALEA_ERROR_REFUSED && found == ANSWER_FOUND;
         i++) {
        o->all = all;
        found = take(o, game);
        if (found == ANSWER_FOUND) done = commit(o);
    }
    free(o);
    return found == ANSWER_ABSENT || done == ALEA_OK;
}

static storage_answer read_board(own_change *o, const storage_team_game *g, int *count)
{
    storage *store = o->all->parts.store;
    storage_answer found = storage_club_get(store, g->club, &o->club);
    if (found == ANSWER_FOUND)
        found = storage_team_get(store, g->club, g->team, &o->team);
    if (found != ANSWER_FOUND) return found;
    *count = storage_team_boards(store, g->club, g->team, o->board, TEAM_ROWS);
    if (*count < 0) return ANSWER_FAILED;
    for (int i = 0; i < *count; i++)
        if (o->board[i].number == g->board && o->board[i].state == CLUB_MATCH_OPEN &&
            strcmp(o->board[i].game, g->game) == 0) {
            o->match = o->board[i];
            return ANSWER_FOUND;
        }
    return ANSWER_ABSENT;
}

/* As take_result, of a board of two teams. */
static storage_answer take_board(own_change *o, const void *game)
{
    const storage_team_game *g = game;
    int count = 0;
    const storage_answer found = read_board(o, g, &count);
    if (found != ANSWER_FOUND) return found;
    o->change =
        (storage_club_change){.team = &o->team, .board = &o->match, .boards = 1};
    if (g->winner < 0) {
        strcpy(o->change.line.what, "no_result");
        memcpy(o->change.line.about, o->match.member, sizeof o->match.member);
        o->match.game[0] = '\0';
    } else {
        team_count(&o->team, o->board, count, &o->match, g->winner,
                   g->score[1 - g->winner], &o->change);
    }
    return ANSWER_FOUND;
}

/* As take_result, of a board whose time is over. */
static storage_answer take_late(own_change *o, const void *late)
{
    int count = 0;
    const storage_answer found = read_board(o, late, &count);
    if (found != ANSWER_FOUND) return found;
    if (!o->team.boards_until || o->team.boards_until >= server_now())
        return ANSWER_ABSENT; /* opened again meanwhile */
    o->change = (storage_club_change){.line.by = 0};
    team_lapse(&o->team, o->board, count, &o->match, &o->change);
    return ANSWER_FOUND;
}

/* A game whose identifier is stored before the deadline is made soon after it. */
static void lapse_boards(clubs *all)
{
    enum { AT_ONCE = 20, FAILED_MOST = 3, GRACE_MS = 10000 };
    storage_team_game found[AT_ONCE];
    const int count = storage_team_boards_late(
        all->parts.store, server_now() - GRACE_MS, CLUB_CHANGES_MOST, found, AT_ONCE);
    for (int i = 0, failed = 0; i < count && failed < FAILED_MOST; i++)
        failed += !collect(all, take_late, &found[i]);
}

static void collect_boards(clubs *all)
{
    enum { AT_ONCE = 50, FAILED_MOST = 3 };
    storage_team_game found[AT_ONCE];
    const int count = storage_team_games_over(all->parts.store, found, AT_ONCE);
    for (int i = 0, failed = 0; i < count && failed < FAILED_MOST; i++)
        failed += !collect(all, take_board, &found[i]);
}

static void collect_games(clubs *all)
{
    enum { AT_ONCE = 50, FAILED_MOST = 3 };
    storage_ladder_game found[AT_ONCE];
    const int count = storage_ladder_games_over(all->parts.store, found, AT_ONCE);
    for (int i = 0, failed = 0; i < count && failed < FAILED_MOST; i++)
        failed += !collect(all, take_result, &found[i]);
}

/* ---- what time does ---- */

/* The first open match that nobody can or does play; a game goes on all the same. */
static bool find_lapsed(own_change *o, const places *p, const storage_club_match *open,
                        int count)
{
    for (int i = 0; i < count; i++) {
        const storage_club_match *m = &open[i];
        const bool is_late = server_now() - m->time > LADDER_DAYS * day_ms;
        const bool is_void =
            !places_rank(p, m->member[0]) || !places_rank(p, m->member[1]);
        if (*m->game || (!is_late && !is_void)) continue;
        o->match = *m;
        o->match.state = CLUB_MATCH_OFF;
        o->match.ended = server_now();
        o->change = (storage_club_change){.match = &o->match};
        strcpy(o->change.line.what, "lapsed");
        memcpy(o->change.line.about, m->member, sizeof m->member);
        return true;
    }
    return false;
}

static bool plays(int member, const storage_club_match *open, int count)
{
    for (int i = 0; i < count; i++)
        if (open[i].member[0] == member || open[i].member[1] == member) return true;
    return false;
}

static bool find_idle(own_change *o, const places *p, const storage_club_match *open,
                      int count)
{
    const int64_t limit = server_now() - o->club.idle_days * day_ms;
    if (!o->club.idle_days) return false;
    for (int i = 0; i < p->count; i++) {
        if (p->row[i].played >= limit || plays(p->row[i].number, open, count)) continue;
        o->member = p->row[i];
        o->member.rung = 0;
        o->change = (storage_club_change){.member = {&o->member}};
        strcpy(o->change.line.what, "idle");
        o->change.line.about[0] = o->member.number;
        o->change.line.rank[0] = i + 1;
        return true;
    }
    return false;
}

/* One change; false: there is none, or it failed. */
static bool settle_one(own_change *o, const char *id, storage_club_match *open)
{
    storage *store = o->all->parts.store;
    if (storage_club_get(store, id, &o->club) != ANSWER_FOUND || o->club.removed ||
        !o->club.reach || o->club.last >= CLUB_CHANGES_MOST)
        return false;
    places p;
    const bool is_read = places_read(o->all, id, &p);
    const int count = storage_ladder_matches(store, id, true, open, LADDER_PLACES);
    const bool has_change =
        is_read && count >= 0 &&
        (find_lapsed(o, &p, open, count) || find_idle(o, &p, open, count));
    places_free(&p);
    return has_change && commit(o) == ALEA_OK;
}

void clubs_settle(clubs *all, const char *id)
{
    enum { AT_ONCE = 20 };
    own_change *o = calloc(1, sizeof *o);
    storage_club_match *open = calloc(LADDER_PLACES, sizeof *open);
    if (o) o->all = all;
    for (int i = 0; o && open && i < AT_ONCE && settle_one(o, id, open); i++) continue;
    free(open);
    free(o);
}

/* A few clubs at once, in turn, so that none keeps the others waiting. */
static void settle_due(clubs *all)
{
    enum { AT_ONCE = 5 };
    char found[AT_ONCE][ID_SIZE];
    const int64_t now = server_now();
    const int count =
        storage_ladders_due(all->parts.store, now, now - LADDER_DAYS * day_ms,
                            all->settled_to, found, AT_ONCE);
    for (int i = 0; i < count; i++) clubs_settle(all, found[i]);
    strcpy(all->settled_to, count == AT_ONCE ? found[count - 1] : "");
}

void clubs_tick(clubs *all, int64_t ticks)
{
    enum { EVERY_MS = 1000, SETTLED_EVERY_MS = 60 * 1000 };
    if (!all->looked || ticks - all->looked >= EVERY_MS) {
        all->looked = ticks;
        collect_games(all);
        collect_boards(all);
        lapse_boards(all);
    }
    if (!all->settled || *all->settled_to || ticks - all->settled >= SETTLED_EVERY_MS) {
        all->settled = ticks;
        settle_due(all);
    }
}

void clubs_game_over(clubs *all)
{
    all->looked = 0;
}
