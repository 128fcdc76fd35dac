#include "host.h"

#include "make.h"

#include "tournament/arena.h"
#include "tournament/deadline.h"
#include "tournament/draw.h"
#include "tournament/event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- out of the storage ---- */

static void drop(live_tournament *live)
{
    tournament_free(live->t);
    live->t = NULL;
}

void tournaments_drop(tournaments *all)
{
    for (int i = 0; i < TOURNAMENTS_KEPT; i++) {
        drop(&all->kept[i]);
        all->kept[i].row.id[0] = '\0';
    }
}

/* The place of that tournament, or the one used the longest ago. */
static live_tournament *find_place(tournaments *all, const char *id)
{
    live_tournament *oldest = &all->kept[0];
    for (int i = 0; i < TOURNAMENTS_KEPT; i++) {
        live_tournament *live = &all->kept[i];
        if (strcmp(live->row.id, id) == 0) return live;
        if (live->used < oldest->used) oldest = live;
    }
    drop(oldest);
    return oldest;
}

typedef struct event_reader {
    tournament *t;
    tournament_event *e; /* scratch: it is large */
    bool is_good;
} event_reader;

static bool take_event(void *context, const storage_tournament_event *stored)
{
    event_reader *r = context;
    json_t *json = json_loads(stored->json, 0, NULL);
    r->is_good =
        stored->seq == r->t->seq + 1 && json && tournament_event_read(json, r->e);
    json_decref(json);
    if (!r->is_good) return false;
    r->e->time = stored->time;
    if (r->e->kind == TOURNAMENT_ENTERED) {
        snprintf(r->e->player.name, sizeof r->e->player.name, "%s", stored->name);
        snprintf(r->e->player.user, sizeof r->e->player.user, "%s", stored->person);
    }
    r->is_good = tournament_apply(r->t, r->e, NULL) == ALEA_OK;
    return r->is_good;
}

/* Reads what is stored after the events in memory. False: it cannot be read. */
static bool read_on(tournaments *all, live_tournament *live)
{
    event_reader r = {.t = live->t ? live->t : tournament_new(),
                      .e = malloc(sizeof *r.e),
                      .is_good = true};
    live->t = r.t;
    const bool has_read =
        r.t && r.e &&
        storage_tournament_events(all->parts.store, live->row.id, r.t->seq, take_event,
                                  &r) == ALEA_OK &&
        r.is_good && r.t->seq > 0;
    free(r.e);
    if (has_read) return true;
    server_log("error", "tournament_unread", "tournament", live->row.id, NULL);
    drop(live);
    return false;
}

static storage_answer reread(tournaments *all, live_tournament *live)
{
    char id[ID_SIZE];
    memcpy(id, live->row.id, sizeof id);
    const storage_answer answer =
        storage_tournament_get(all->parts.store, id, &live->row);
    if (answer != ANSWER_FOUND) return answer;
    if (live->t && live->t->seq == live->row.last) return ANSWER_FOUND;
    return read_on(all, live) ? ANSWER_FOUND : ANSWER_FAILED;
}

/* ---- into the storage ---- */

/* How many have entered and are not withdrawn. */
static int count_entered(const tournament *t)
{
    int count = 0;
    for (int i = 0; i < t->players; i++) count += !t->player[i].withdrawn;
    return count;
}

int64_t tournaments_due(const tournament *t, int64_t starts)
{
    if (t->stage == TOURNAMENT_ENTRY)
        return t->plan.by_clock && count_entered(t) >= 2 ? starts : 0;
    const int64_t arena = arena_due(t, t->changed), deadline = deadline_due(t);
    return !deadline || (arena && arena < deadline) ? arena : deadline;
}

static void fill_row(const tournament *t, storage_tournament *row)
{
    row->stage = (int)t->stage;
    row->round = t->round;
    row->rounds = t->rounds;
    row->changed = t->changed;
    row->last = t->seq;
    row->due = tournaments_due(t, row->starts);
    row->players = count_entered(t);
}

/* Names and accounts stand beside the JSON (storage/tournaments.h). */
static char *event_text(const tournament_event *e)
{
    json_t *json = tournament_event_json(e);
    if (json && e->kind == TOURNAMENT_ENTERED) {
        json_object_set_new(json, "name", json_string(""));
        json_object_set_new(json, "user", json_string(""));
    }
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

static storage_tournament_event stored_event(const tournament_event *e, int64_t seq,
                                             const char *actor, const char *text)
{
    const bool enters = e->kind == TOURNAMENT_ENTERED;
    return (storage_tournament_event){.seq = seq,
                                      .time = e->time,
                                      .actor = actor ? actor : "",
                                      .person = enters ? e->player.user : "",
                                      .name = enters ? e->player.name : "",
                                      .json = text};
}

/* Applies the event and takes it into the draft. */
static alea_status draft_event(tournament *t, const tournament_event *e,
                               tournament_draft *draft)
{
    const alea_status status = tournament_apply(t, e, NULL);
    char *text = status == ALEA_OK ? event_text(e) : NULL;
    if (!text) return status == ALEA_OK ? ALEA_ERROR_MEMORY : status;
    draft->event[draft->events++] =
        (storage_tournament_event){.seq = t->seq,
                                   .time = e->time,
                                   .actor = draft->row.maker,
                                   .person = "",
                                   .name = "",
                                   .json = text};
    return ALEA_OK;
}

alea_status tournaments_draft(tournament_event *first, const tournament_player *player,
                              int players, tournament_draft *draft)
{
    tournament *t = tournament_new();
    storage_tournament *row = &draft->row;
    first->time = server_now();
    row->created = first->time;
    row->players_most = first->plan.players_most;
    snprintf(row->kind, sizeof row->kind, "%s",
             tournament_kind_names[first->plan.kind]);
    snprintf(row->name, sizeof row->name, "%s", first->plan.name);
    server_new_id(row->id);
    draft->events = 0;
    draft->event = calloc((size_t)players + 1, sizeof *draft->event);
    alea_status status =
        t && draft->event ? draft_event(t, first, draft) : ALEA_ERROR_MEMORY;
    for (int i = 0; i < players && status == ALEA_OK; i++) {
        first->kind = TOURNAMENT_ENTERED;
        first->player = player[i];
        status = draft_event(t, first, draft);
        if (status != ALEA_OK) break;
        draft->event[i + 1].person = player[i].user;
        draft->event[i + 1].name = player[i].name;
    }
    if (status == ALEA_OK) fill_row(t, row);
    tournament_free(t);
    return status;
}

void tournaments_draft_free(tournament_draft *draft)
{
    for (int i = 0; i < draft->events; i++)
        free((char *)(uintptr_t)draft->event[i].json);
    free(draft->event);
    draft->event = NULL;
    draft->events = 0;
}

alea_status tournaments_make(tournaments *all, tournament_event *first,
                             storage_tournament *row)
{
    tournament_draft draft = {.row = *row};
    alea_status status = tournaments_draft(first, NULL, 0, &draft);
    const storage_new_tournament made = {&draft.row, draft.event, draft.events};
    if (status == ALEA_OK) status = storage_tournament_make(all->parts.store, &made);
    *row = draft.row;
    tournaments_draft_free(&draft);
    return status;
}

static alea_status store(tournaments *all, live_tournament *live,
                         const tournament_event *e, const char *actor,
                         const storage_beside *beside)
{
    char *text = event_text(e);
    storage_tournament after = live->row;
    fill_row(live->t, &after);
    const storage_tournament_event stored = stored_event(e, live->t->seq, actor, text);
    const alea_status status =
        text ? storage_tournament_append(all->parts.store, &after, &stored, beside)
             : ALEA_ERROR_MEMORY;
    free(text);
    if (status == ALEA_OK) live->row = after;
    return status;
}

/* The pairs of an arena belong to the time of the event, so that whoever has the events
 * can find them again. */
static alea_status settle_pairs(const tournament *t, tournament_event *e)
{
    const bool is_wave =
        t->plan.kind == TOURNAMENT_ARENA && e->kind == TOURNAMENT_PAIRED && !e->by_hand;
    return is_wave ? arena_pair(t, e->time, e) : ALEA_OK;
}

static int add_word(const live_tournament *live, word_kind kind, int player,
                    storage_word *out)
{
    const char *user = player >= 0 ? live->t->player[player].user : "";
    if (!*user) return 0;
    *out = (storage_word){.kind = kind, .time = live->t->changed};
    snprintf(out->person, sizeof out->person, "%s", user);
    memcpy(out->about, live->row.id, sizeof out->about);
    return 1;
}

static bool is_about_time(const tournament_event *e)
{
    return e->kind == TOURNAMENT_PROPOSED || e->kind == TOURNAMENT_AGREED ||
           e->kind == TOURNAMENT_CALLED_OFF;
}

/* The words about the last event, at most two for each match. A time of a match: to its
 * two, without who has acted himself. A match that it opened: to its two; but one that
 * was opened by an agreement starts at the time agreed on. */
static int find_words(const live_tournament *live, const tournament_event *e,
                      storage_word *out)
{
    const tournament *t = live->t;
    const bool is_time = is_about_time(e);
    int count = 0;
    for (int i = is_time ? e->match : 0; i < (is_time ? e->match + 1 : t->matches);
         i++) {
        const tournament_match *m = &t->match[i];
        if (!is_time &&
            (m->seq != t->seq || !m->is_open || m->opened != t->changed || *m->game))
            continue;
        for (int side = 0; side < 2; side++)
            if (!is_time || m->player[side] != e->who)
                count += add_word(live, is_time ? WORD_MEETING : WORD_MATCH,
                                  m->player[side], &out[count]);
    }
    return count;
}

/* Stores the event that was applied, with the words about it, and says so. */
static alea_status publish(tournaments *all, live_tournament *live,
                           const tournament_event *e, const tournament_change *change)
{
    storage_word *word = malloc((2 * (size_t)live->t->matches + 1) * sizeof *word);
    if (!word) return ALEA_ERROR_MEMORY;
    const storage_beside beside = {change->game, change->done, word,
                                   find_words(live, e, word)};
    const alea_status status = store(all, live, e, change->actor, &beside);
    if (status == ALEA_OK) {
        tournaments_tell(all, live->row.id, live->t->seq);
        for (int i = 0; i < beside.words && all->parts.on_word; i++)
            all->parts.on_word(all->parts.context, &word[i]);
    }
    free(word);
    return status;
}

/* One event. Where another server was first, what it stored is read, and the event is
 * judged again. */
static alea_status commit(tournaments *all, live_tournament *live, tournament_event *e,
                          const tournament_change *change, tournament_refusal *refusal)
{
    enum { TRIES = 4 };
    for (int i = 0; i < TRIES; i++) {
        const int64_t now = server_now();
        e->time = now > live->t->changed ? now : live->t->changed;
        alea_status status = settle_pairs(live->t, e);
        if (status == ALEA_OK) status = tournament_apply(live->t, e, refusal);
        if (status != ALEA_OK) return status;
        status = publish(all, live, e, change);
        if (status == ALEA_OK) return ALEA_OK;
        drop(live);
        if (status != ALEA_ERROR_REFUSED || reread(all, live) != ANSWER_FOUND) break;
    }
    return ALEA_ERROR_FILE;
}

/* The next wave of an arena, or its end. */
static bool follow_arena(tournaments *all, live_tournament *live, tournament_event *e)
{
    const tournament_change nobody = {NULL, NULL, NULL};
    const int64_t now = server_now(), due = arena_due(live->t, now);
    if (!due || due > now) return false;
    memset(e, 0, sizeof *e);
    const bool goes_on = now < live->t->ends && live->t->seq < TOURNAMENT_EVENTS_MOST;
    e->kind = goes_on ? TOURNAMENT_PAIRED : TOURNAMENT_CLOSED;
    return commit(all, live, e, &nobody, NULL) == ALEA_OK;
}

/* The draw at the announced time, if there are two by then. */
static void follow_start(tournaments *all, live_tournament *live, tournament_event *e)
{
    const tournament_change nobody = {NULL, NULL, NULL};
    if (live->t->stage != TOURNAMENT_ENTRY) return;
    const int64_t due = tournaments_due(live->t, live->row.starts);
    if (!due || due > server_now()) return;
    tournament_draw(live->t, e);
    commit(all, live, e, &nobody, NULL);
}

/* A match whose time is over. The game to which somebody did not come ends. */
static bool follow_deadline(tournaments *all, live_tournament *live,
                            tournament_event *e)
{
    const tournament_change nobody = {NULL, NULL, NULL};
    char game[TOURNAMENT_ID];
    if (live->t->seq >= TOURNAMENT_EVENTS_MOST ||
        !deadline_decide(live->t, server_now(), e))
        return false;
    memcpy(game, live->t->match[e->match].game, sizeof game);
    if (commit(all, live, e, &nobody, NULL) != ALEA_OK) return false;
    if (e->absent && storage_game_end(all->parts.store, game) == ALEA_ERROR_FILE)
        server_log("error", "tournament_game_not_ended", "game", game, NULL);
    return true;
}

/* The game of a match of an arena that has had none, between two accounts. Its
 * identifier is stored first (make.h). */
static bool follow_game(tournaments *all, live_tournament *live, tournament_event *e)
{
    const int match = play_next(live->t);
    const tournament_change change = {NULL, e->game, NULL};
    if (match < 0 || live->t->seq >= TOURNAMENT_EVENTS_MOST) return false;
    memset(e, 0, sizeof *e);
    e->kind = TOURNAMENT_GAME;
    e->match = match;
    e->who = PLAYER_NOBODY;
    server_new_id(e->game);
    if (commit(all, live, e, &change, NULL) != ALEA_OK) return false;
    const tournament *t = live->t;
    play_make(all, live, match, -1, t->player[t->match[match].player[0]].user);
    return true;
}

/* Starts the next round if the tournament goes on by itself. Rounds that the rules
 * cannot pair wait for the director. */
static void follow(tournaments *all, live_tournament *live)
{
    const tournament_change nobody = {NULL, NULL, NULL};
    tournament_event *e = malloc(sizeof *e);
    if (e && live->t) follow_start(all, live, e);
    while (e && live->t && follow_deadline(all, live, e)) continue;
    while (e && live->t && follow_arena(all, live, e)) continue;
    while (e && live->t && follow_game(all, live, e)) continue;
    while (e && live->t && live->t->plan.automatic && !live->t->is_held &&
           tournament_may_pair(live->t)) {
        if (tournament_pair(live->t, e) != ALEA_OK ||
            commit(all, live, e, &nobody, NULL) != ALEA_OK)
            break;
    }
    free(e);
}

alea_status tournaments_commit(tournaments *all, live_tournament *live,
                               tournament_event *e, const tournament_change *change,
                               tournament_refusal *refusal)
{
    const alea_status status = commit(all, live, e, change, refusal);
    if (status != ALEA_OK) return status;
    follow(all, live);
    return live->t ? ALEA_OK : ALEA_ERROR_FILE;
}

live_tournament *tournaments_fetch(tournaments *all, const char *id,
                                   storage_answer *answer)
{
    live_tournament *live = find_place(all, id);
    if (!live->t) memcpy(live->row.id, id, ID_SIZE);
    *answer = reread(all, live);
    if (*answer == ANSWER_FOUND && !live->row.removed) follow(all, live);
    if (*answer == ANSWER_FOUND && !live->t) *answer = ANSWER_FAILED;
    live->used = server_ticks();
    if (*answer == ANSWER_FOUND) return live;
    drop(live);
    live->row.id[0] = '\0';
    return NULL;
}

/* ---- results of games ---- */

static int match_of_game(const tournament *t, const char *id)
{
    for (int i = 0; i < t->matches; i++)
        if (strcmp(t->match[i].game, id) == 0) return i;
    return -1;
}

/* False: it could not be stored, and comes again. */
static bool collect(tournaments *all, const storage_tournament_game *g)
{
    storage_answer answer;
    live_tournament *live = tournaments_fetch(all, g->tournament, &answer);
    if (answer == ANSWER_FAILED) return false;
    const int match = live ? match_of_game(live->t, g->game) : -1;
    /* Decided by the director meanwhile, or ended without a winner: a further game may
     * be made. */
    if (match < 0 || g->winner < 0 || live->t->match[match].outcome != OUTCOME_NONE)
        return storage_tournament_game_done(all->parts.store, g->game) == ALEA_OK;
    const int length = live->t->match[match].length;
    tournament_event *e = calloc(1, sizeof *e);
    if (!e) return false;
    e->kind = TOURNAMENT_RESULT;
    e->match = match;
    e->winner = g->winner;
    /* Seat 0 has side 0. A match that was given up or lost by time has no score. */
    e->has_score = g->score[g->winner] >= length && g->score[1 - g->winner] < length;
    if (e->has_score) memcpy(e->score, g->score, sizeof e->score);
    const tournament_change change = {NULL, NULL, g->game};
    const alea_status status = tournaments_commit(all, live, e, &change, NULL);
    free(e);
    if (status != ALEA_ERROR_REFUSED) return status == ALEA_OK;
    server_log("error", "tournament_result_refused", "tournament", g->tournament,
               "game", g->game, NULL);
    return storage_tournament_game_done(all->parts.store, g->game) == ALEA_OK;
}

void tournaments_collect(tournaments *all)
{
    enum { AT_ONCE = 50, FAILED_MOST = 3 };
    storage_tournament_game found[AT_ONCE];
    const int count = storage_tournament_games_over(all->parts.store, found, AT_ONCE);
    /* What cannot be read keeps nobody else's result back. */
    for (int i = 0, failed = 0; i < count && failed < FAILED_MOST; i++)
        failed += !collect(all, &found[i]);
}

/* What is due by the clock: fetched it is followed up. */
static void go_on(tournaments *all)
{
    enum { AT_ONCE = 20 };
    char due[AT_ONCE][ID_SIZE];
    storage_answer answer;
    const int count =
        storage_tournaments_due(all->parts.store, server_now(), due, AT_ONCE);
    for (int i = 0; i < count; i++) tournaments_fetch(all, due[i], &answer);
}

void tournaments_tick(tournaments *all, int64_t ticks)
{
    enum { EVERY_MS = 1000 };
    if (all->looked && ticks - all->looked < EVERY_MS) return;
    all->looked = ticks;
    tournaments_collect(all);
    go_on(all);
}

void tournaments_game_over(tournaments *all)
{
    all->looked = 0;
}

/* ---- players come ---- */

static void note_coming(tournaments *all, live_tournament *live, const char *user,
                        const char *game)
{
    const int match =
        live->t->plan.no_show && !live->row.removed ? match_of_game(live->t, game) : -1;
    const int who = match < 0 ? -1 : tournament_player_of(live->t, user);
    if (who < 0) return;
    const tournament_match *m = &live->t->match[match];
    const tournament_change change = {user, NULL, NULL};
    tournament_event *e =
        m->came[m->player[0] == who ? 0 : 1] ? NULL : calloc(1, sizeof *e);
    if (!e) return;
    e->kind = TOURNAMENT_CAME;
    e->match = match;
    e->who = who;
    tournaments_commit(all, live, e, &change, NULL);
    free(e);
}

void tournaments_seen(tournaments *all, const char *user, const char *game)
{
    char id[ID_SIZE];
    storage_answer found =
        *game ? storage_tournament_of_game(all->parts.store, game, id) : ANSWER_ABSENT;
    live_tournament *live =
        found == ANSWER_FOUND ? tournaments_fetch(all, id, &found) : NULL;
    if (live) note_coming(all, live, user, game);
    if (found == ANSWER_FAILED)
        server_log("error", "tournament_coming_unread", "game", game, NULL);
}

/* ---- telling ---- */

void tournaments_tell(tournaments *all, const char *id, int64_t seq)
{
    char text[24];
    tournaments_tell_here(all, id, seq);
    if (!all->parts.bus || !bus_is_shared(all->parts.bus)) return;
    snprintf(text, sizeof text, "%lld", (long long)seq);
    bus_publish(all->parts.bus, "tournament", id, text, strlen(text));
}

void tournaments_tell_here(tournaments *all, const char *id, int64_t seq)
{
    static const char *const nobody[2] = {"", ""};
    char text[120];
    const int size =
        snprintf(text, sizeof text,
                 "{\"type\":\"tournament\",\"tournament\":\"%s\",\"seq\":%lld}", id,
                 (long long)seq);
    connections_tell(all->parts.sockets, id, nobody, CONNECTIONS_AUDIENCES - 1, text,
                     (size_t)size);
}
