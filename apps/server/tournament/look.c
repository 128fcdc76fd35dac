#include "look.h"

#include "server/storage/clubs/clubs.h"
#include "server/storage/clubs/seasons.h"
#include "tournament/apply.h"
#include "tournament/deadline.h"
#include "tournament/draw.h"
#include "tournament/event.h"
#include "tournament/standings.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- facts ---- */

static const char *stage_name(const storage_tournament *row)
{
    return row->removed ? "removed" : tournament_stage_names[row->stage];
}

static json_t *time_json(int64_t time)
{
    return time ? json_integer((json_int_t)time) : json_null();
}

json_t *tournament_row_json(const storage_tournament *row)
{
    return json_pack("{s:s,s:s,s:s,s:s,s:o,s:i,s:i,s:i,s:i,s:I,s:I,s:I,s:o,s:b}",
                     "tournament", row->id, "name", row->name, "kind", row->kind,
                     "stage", stage_name(row), "starts", time_json(row->starts),
                     "entered", row->players, "players_most", row->players_most,
                     "round", row->round, "rounds", row->rounds, "created",
                     (json_int_t)row->created, "changed", (json_int_t)row->changed,
                     "seq", (json_int_t)row->last, "club",
                     *row->club ? json_string(row->club) : json_null(), "members_only",
                     row->members_only);
}

/* 0 is null. */
static json_t *number_json(int number)
{
    return number ? json_integer(number) : json_null();
}

/* A player's number; null: nobody is known yet; -1: nobody comes, a bye. */
static json_t *player_json(int player)
{
    if (player == PLAYER_UNKNOWN) return json_null();
    return json_integer(player == PLAYER_NOBODY ? -1 : player);
}

static json_t *players_json(const tournament *t)
{
    json_t *all = json_array();
    for (int i = 0; i < t->players; i++) {
        const tournament_player *p = &t->player[i];
        json_array_append_new(
            all, json_pack("{s:i,s:s,s:b,s:o,s:o,s:o,s:b,s:b}", "player", i, "name",
                           p->name, "account", *p->user != '\0', "rating",
                           p->rating ? json_integer(p->rating) : json_null(), "seed",
                           p->seed ? json_integer(p->seed) : json_null(), "group",
                           number_json(p->group), "withdrawn", p->withdrawn, "paused",
                           p->paused));
    }
    return all;
}

/* ---- matches ---- */

static json_t *slot_json(int slot)
{
    return slot < 0 ? json_null()
                    : json_pack("{s:i,s:i}", "match", slot / 2, "side", slot % 2);
}

static json_t *score_json(bool has_score, const int score[2])
{
    return has_score ? json_pack("[ii]", score[0], score[1]) : json_null();
}

static json_t *winner_json(const tournament_match *m, int side)
{
    return side < 0 ? json_null() : player_json(m->player[side]);
}

static json_t *reports_json(const tournament_match *m)
{
    json_t *all = json_array();
    for (int side = 0; side < 2; side++) {
        const tournament_report *r = &m->report[side];
        json_array_append_new(
            all, r->count ? json_pack("{s:o,s:o}", "winner", winner_json(m, r->winner),
                                      "score", score_json(r->has_score, r->score))
                          : json_null());
    }
    return all;
}

static json_t *meeting_json(const tournament_match *m)
{
    const tournament_meeting *meeting = &m->meeting;
    if (!meeting->time || m->outcome != OUTCOME_NONE) return json_null();
    return json_pack("{s:I,s:o,s:b}", "time", (json_int_t)meeting->time, "by",
                     winner_json(m, meeting->by), "agreed", meeting->is_agreed);
}

static json_t *match_json(const tournament *t, int number)
{
    const tournament_match *m = &t->match[number];
    const bool is_disputed =
        m->outcome == OUTCOME_NONE && m->report[0].count && m->report[1].count;
    return json_pack(
        "{s:i,s:s,s:i,s:i,s:i,s:[oo],s:o,s:o,s:o,s:b,s:o,s:o,s:o,s:[bb],s:b,s:o,s:o,"
        "s:o,s:o}",
        "match", number, "part", tournament_part_names[m->part], "round", m->round,
        "place", m->place, "length", m->length, "players", player_json(m->player[0]),
        player_json(m->player[1]), "outcome",
        m->outcome == OUTCOME_NONE ? json_null()
                                   : json_string(tournament_outcome_names[m->outcome]),
        "winner", winner_json(m, m->winner), "score",
        score_json(m->has_score, m->score), "open", m->is_open, "opened",
        time_json(m->opened), "game", *m->game ? json_string(m->game) : json_null(),
        "reports", reports_json(m), "came", m->came[0] != 0, m->came[1] != 0,
        "disputed", is_disputed, "winner_to", slot_json(m->winner_to), "loser_to",
        slot_json(m->loser_to), "meeting", meeting_json(m), "last",
        time_json(deadline_is_given(&t->plan) ? deadline_last(t, m) : 0));
}

static json_t *matches_json(const tournament *t, int64_t after)
{
    json_t *all = json_array();
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].seq > after) json_array_append_new(all, match_json(t, i));
    return all;
}

/* ---- the table ---- */

static json_t *rows_json(const tournament_row *row, int count)
{
    json_t *all = json_array();
    for (int i = 0; i < count; i++) {
        const tournament_row *r = &row[i];
        json_array_append_new(
            all,
            json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:[ii],s:i,s:i,s:i,s:i,s:o,s:b}",
                      "rank", r->rank, "player", r->player, "won", r->won, "lost",
                      r->lost, "byes", r->byes, "score", r->score, "streak", r->streak,
                      "points", r->points[0], r->points[1], "buchholz", r->buchholz,
                      "median", r->median, "sonneborn", r->sonneborn, "met", r->met,
                      "group_rank", number_json(r->group_rank), "withdrawn",
                      r->withdrawn));
    }
    return all;
}

static json_t *standings_json(const tournament *t)
{
    tournament_row *row = malloc(TOURNAMENT_PLAYERS * sizeof *row);
    const int count =
        row && t->stage != TOURNAMENT_ENTRY ? tournament_standings(t, row) : 0;
    json_t *all = rows_json(row, count);
    free(row);
    return all;
}

json_t *tournament_table_json(const tournament *t)
{
    return json_pack("{s:o,s:o}", "players", players_json(t), "standings",
                     standings_json(t));
}

/* The table of each group. */
static json_t *groups_json(const tournament *t)
{
    json_t *all = json_array();
    tournament_row *row = malloc(TOURNAMENT_PLAYERS * sizeof *row);
    const bool has_groups = row && t->plan.kind == TOURNAMENT_GROUPS;
    for (int group = 1, count = has_groups; count > 0; group++) {
        count = tournament_group_standings(t, group, row);
        if (count) json_array_append_new(all, rows_json(row, count));
    }
    free(row);
    return all;
}

/* ---- the draw ---- */

/* The hash that binds the draw before anybody enters: SHA-256 of the seed's digits. */
static json_t *seed_hash_json(const tournament *t)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char digits[2 * sizeof hash + 1];
    if (t->plan.seeding != SEEDING_RANDOM) return json_null();
    crypto_hash_sha256(hash, (const unsigned char *)t->plan.seed, strlen(t->plan.seed));
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    return json_string(digits);
}

static json_t *seed_json(const tournament *t)
{
    const bool is_drawn =
        t->plan.seeding == SEEDING_RANDOM && t->stage != TOURNAMENT_ENTRY;
    return is_drawn ? json_string(t->plan.seed) : json_null();
}

/* ---- the reader ---- */

static json_t *me_json(const tournament *t, bool is_director, const char *user)
{
    const int player = tournament_player_of(t, user);
    int open = -1; /* the first: of a league there may be more */
    for (int i = t->matches - 1; i >= 0 && player >= 0; i--)
        if (t->match[i].is_open &&
            (t->match[i].player[0] == player || t->match[i].player[1] == player))
            open = i;
    return json_pack("{s:b,s:o,s:o}", "director", is_director, "player",
                     player < 0 ? json_null() : json_integer(player), "match",
                     open < 0 ? json_null() : json_integer(open));
}

static int read_directors(tournaments *all, const char *id, storage_director *found)
{
    return storage_tournament_directors(all->parts.store, id, found,
                                        TOURNAMENT_DIRECTORS);
}

/* The maker of a club's tournament directs it as long as he is a director of the club.
 */
static bool is_named(const storage_tournament *row, const storage_director *d)
{
    return !*row->club || strcmp(d->id, row->maker) != 0;
}

storage_answer tournament_is_director(tournaments *all, const storage_tournament *row,
                                      const char *user)
{
    storage_director found[TOURNAMENT_DIRECTORS];
    if (!*user) return ANSWER_ABSENT;
    const int count = read_directors(all, row->id, found);
    for (int i = 0; i < count; i++)
        if (strcmp(found[i].id, user) == 0 && is_named(row, &found[i]))
            return ANSWER_FOUND;
    if (count < 0) return ANSWER_FAILED;
    return *row->club ? storage_club_directs(all->parts.store, row->club, user)
                      : ANSWER_ABSENT;
}

json_t *tournament_state_json(tournaments *all, const live_tournament *live,
                              const char *user, int64_t after)
{
    storage_director found[TOURNAMENT_DIRECTORS];
    const tournament *t = live->t;
    const int count = read_directors(all, live->row.id, found);
    const storage_answer directs = tournament_is_director(all, &live->row, user);
    char season[ID_SIZE] = "";
    if (count < 0 || directs == ANSWER_FAILED ||
        storage_season_of(all->parts.store, live->row.id, season) == ANSWER_FAILED)
        return NULL;
    json_t *directors = json_array(), *out = tournament_row_json(&live->row);
    for (int i = 0; i < count; i++)
        if (is_named(&live->row, &found[i]) ||
            storage_club_directs(all->parts.store, live->row.club, found[i].id) ==
                ANSWER_FOUND)
            json_array_append_new(directors, json_string(found[i].name));
    const int winner = tournament_winner(t), second = tournament_consolation_winner(t);
    json_t *more = json_pack(
        "{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:b,s:b,s:o,s:o,s:i,s:o,s:o,s:o,s:o,s:o}",
        "text", live->row.text, "started", time_json(t->started), "ends",
        time_json(t->ends), "plan", tournament_plan_json(&t->plan, false), "seed_hash",
        seed_hash_json(t), "seed", seed_json(t), "directors", directors, "me",
        me_json(t, directs == ANSWER_FOUND, user), "may_pair", tournament_may_pair(t),
        "may_enter", tournament_may_enter(t, server_now()), "players", players_json(t),
        "matches", matches_json(t, after), "match_count", t->matches, "standings",
        standings_json(t), "groups", groups_json(t), "winner",
        winner < 0 ? json_null() : json_integer(winner), "consolation_winner",
        second < 0 ? json_null() : json_integer(second), "season",
        *season ? json_string(season) : json_null());
    json_object_update(out, more);
    json_decref(more);
    return out;
}
