#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void crew_refuse(crew_refusal *why, const char *code, const char *text)
{
    if (!why) return;
    why->code = code;
    snprintf(why->text, sizeof why->text, "%s", text);
}

static alea_status refuse(crew_refusal *why, const char *code, const char *text)
{
    crew_refuse(why, code, text);
    return ALEA_ERROR_REFUSED;
}

crew *crew_new(const alea_chouette_rules *rules)
{
    crew *t = calloc(1, sizeof *t);
    if (t) t->rules = *rules;
    return t;
}

void crew_free(crew *t)
{
    if (t) free(t->game);
    free(t);
}

/* ---- looking ---- */

int crew_seat_of(const crew *t, const char *user)
{
    for (int i = 0; *user && i < t->seats; i++)
        if (strcmp(t->seat[i].user, user) == 0) return i;
    return -1;
}

static bool is_placed(const crew *t, int seat)
{
    for (int i = 0; i < t->c.players; i++)
        if (t->c.line[i] == seat) return true;
    return t->c.partner == seat;
}

bool crew_is_in(const crew *t, int seat)
{
    if (t->stage == CREW_GATHERING) return seat >= 0 && seat < t->seats;
    for (int i = 0; i < t->c.joiners; i++)
        if (t->c.joining[i] == seat) return true;
    return seat >= 0 && is_placed(t, seat);
}

int crew_count_in(const crew *t)
{
    int count = 0;
    for (int i = 0; i < t->seats; i++) count += crew_is_in(t, i);
    return count;
}

bool crew_is_machine(const crew *t, int seat)
{
    return seat >= 0 && seat < t->seats && t->seat[seat].level >= 0;
}

bool crew_must_wait(const crew *t, int64_t now)
{
    const unsigned seats = crew_may_double(t);
    for (int i = 0; i < t->seats; i++)
        if (seats >> i & 1 && crew_is_machine(t, i)) return true;
    return seats && now < t->moved_at + CREW_MOMENT_MS;
}

bool crew_is_running(const crew *t)
{
    return t->stage == CREW_PLAYING && t->c.phase > ALEA_CHOUETTE_BETWEEN;
}

bool crew_is_team(const crew *t, int seat)
{
    return crew_is_running(t) && seat >= 0 && is_placed(t, seat) &&
           seat != t->c.line[0] && seat != t->c.partner;
}

bool crew_may_read(const crew *t, const crew_said *m, int seat)
{
    const bool is_still_played = crew_is_running(t) && t->c.game == m->game;
    return !m->for_crew || !is_still_played || crew_is_team(t, seat);
}

bool crew_would(const crew *t, const alea_chouette_event *e)
{
    alea_chouette copy = t->c;
    return alea_chouette_apply(&copy, e, NULL, NULL) == ALEA_CHOUETTE_ACCEPTED;
}

unsigned crew_may_double(const crew *t)
{
    unsigned seats = 0;
    const bool is_roll = t->c.phase == ALEA_CHOUETTE_TO_ROLL;
    const int mover = is_roll ? alea_chouette_mover(&t->c) : ALEA_CHOUETTE_NO_SEAT;
    if (t->stage != CREW_PLAYING || t->c.answering ||
        (!is_roll && t->c.phase != ALEA_CHOUETTE_ANSWERS))
        return 0;
    for (int i = 0; i < t->c.pairs; i++) {
        const alea_chouette_pair *p = &t->c.pair[i];
        const int seat = p->match.turn == ALEA_A ? p->upper : p->lower;
        const alea_chouette_event e = {
            .type = ALEA_CHOUETTE_EVENT_DOUBLE, .seat = seat, .pair = i};
        if (seat != mover && !(t->passed >> seat & 1) && !p->over && !t->c.away[seat] &&
            crew_would(t, &e))
            seats |= 1u << seat;
    }
    return seats;
}

int crew_rolls_of(const crew *t, alea_chouette_type type)
{
    if (type == ALEA_CHOUETTE_EVENT_ROLL || type == ALEA_CHOUETTE_EVENT_OPENING)
        return 1;
    if (type != ALEA_CHOUETTE_EVENT_THROW) return 0;
    int count = 0;
    const unsigned seats = alea_chouette_waits_for(&t->c);
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++) count += (seats >> i & 1) != 0;
    return t->rules.order_throw == ALEA_CHOUETTE_FOUR_DICE ? 2 * count : count;
}

/* ---- events of the play ---- */

static const char *reason_of(alea_chouette_refusal refusal, alea_refusal by_game,
                             alea_play_error play, const char **code)
{
    const bool is_game = refusal == ALEA_CHOUETTE_REFUSED_GAME;
    *code = is_game ? alea_refusal_code(by_game) : alea_chouette_refusal_code(refusal);
    if (is_game && by_game == ALEA_REFUSED_ILLEGAL_PLAY)
        return alea_play_error_text(play);
    return is_game ? alea_refusal_text(by_game) : alea_chouette_refusal_text(refusal);
}

/* What was paid in the game that has just ended. */
static void note_game(crew *t)
{
    crew_game *g = &t->game[t->games++];
    memset(g, 0, sizeof *g);
    for (int i = 0; i < t->c.entries; i++) {
        g->points[t->c.entry[i].to] += t->c.entry[i].points;
        g->points[t->c.entry[i].from] -= t->c.entry[i].points;
    }
}

/* Room for one more game; false: no memory. */
static bool has_room(crew *t)
{
    enum { FIRST = 16 };
    const bool is_full =
        t->games >= FIRST ? (t->games & (t->games - 1)) == 0 : t->games == 0;
    if (!is_full) return true;
    const size_t capacity = t->games >= FIRST ? 2 * (size_t)t->games : FIRST;
    crew_game *bigger = realloc(t->game, capacity * sizeof *bigger);
    if (bigger) t->game = bigger;
    return bigger != NULL;
}

static alea_status apply_event(crew *t, const alea_chouette_event *e, crew_refusal *why)
{
    alea_refusal by_game = ALEA_ACCEPTED;
    alea_play_error play = ALEA_PLAY_LEGAL;
    const int rolls = crew_rolls_of(t, e->type);
    const bool was_running = crew_is_running(t);
    if (!has_room(t)) return ALEA_ERROR_MEMORY;
    const alea_chouette_refusal refusal =
        alea_chouette_apply(&t->c, e, &by_game, &play);
    if (refusal != ALEA_CHOUETTE_ACCEPTED) {
        const char *code, *text = reason_of(refusal, by_game, play, &code);
        return refuse(why, code, text);
    }
    t->rolls += rolls;
    if (e->type == ALEA_CHOUETTE_EVENT_BEGIN) t->begun = t->seq + 1;
    if (e->type != ALEA_CHOUETTE_EVENT_DOUBLE) t->passed = 0;
    if (was_running && !crew_is_running(t)) note_game(t);
    return ALEA_OK;
}

static alea_status play(crew *t, const char *text, crew_refusal *why)
{
    alea_chouette_event e;
    alea_error error = {0};
    if (t->stage != CREW_PLAYING)
        return refuse(why, t->stage == CREW_OVER ? "over" : "not_started",
                      t->stage == CREW_OVER ? "This chouette is over."
                                            : "It has not begun yet.");
    if (alea_chouette_event_read(&t->c, text, strlen(text), &e, &error) != ALEA_OK)
        return refuse(why, "bad_event", error.reason);
    return apply_event(t, &e, why);
}

/* ---- seats ---- */

/* The seat of the letter behind a word of that length: "sit B". -1: there is none. */
static int letter_at(const char *text, size_t at)
{
    const int seat = strlen(text) > at ? text[at] - 'A' : -1;
    return seat >= 0 && seat < ALEA_CHOUETTE_SEATS ? seat : -1;
}

static alea_status sit(crew *t, const storage_chouette_event *e, crew_refusal *why)
{
    const char *text = e->text;
    const int seat = letter_at(text, 4);
    const int level = text[5] == ' ' ? alea_level_find(text + 6) : -1;
    const bool is_old = seat >= 0 && seat < t->seats;
    if (t->stage == CREW_OVER) return refuse(why, "over", "This chouette is over.");
    if (seat < 0 || seat > t->seats || (text[5] && level < 0) || (is_old && *e->name))
        return refuse(why, "no_such_seat", "There is no such seat.");
    if (t->stage == CREW_PLAYING) {
        const alea_chouette_event join = {.type = ALEA_CHOUETTE_EVENT_JOIN,
                                          .seat = seat};
        const alea_status status = apply_event(t, &join, why);
        if (status != ALEA_OK) return status;
    }
    if (is_old) return ALEA_OK;
    crew_seat *s = &t->seat[t->seats++];
    *s = (crew_seat){.level = level};
    snprintf(s->name, sizeof s->name, "%s", e->name);
    snprintf(s->user, sizeof s->user, "%s", e->person);
    return ALEA_OK;
}

static alea_status stand(crew *t, const char *text, crew_refusal *why)
{
    const int seat = letter_at(text, 6);
    if (t->stage != CREW_GATHERING)
        return refuse(why, "started", "It has begun: leave it instead.");
    if (seat < 0 || seat >= t->seats)
        return refuse(why, "no_such_seat", "There is no such seat.");
    t->seats--;
    memmove(&t->seat[seat], &t->seat[seat + 1],
            (size_t)(t->seats - seat) * sizeof t->seat[0]);
    return ALEA_OK;
}

static alea_status start(crew *t, crew_refusal *why)
{
    if (t->stage != CREW_GATHERING) return refuse(why, "started", "It has begun.");
    if (t->seats < CREW_LEAST)
        return refuse(why, "too_few", "Three players are needed.");
    alea_chouette_start(&t->c, &t->rules, t->seats);
    t->stage = CREW_PLAYING;
    return ALEA_OK;
}

/* ---- words and passes ---- */

bool crew_has_said(const crew *t, int seat, const char *key)
{
    for (int i = 0; i < t->said && *key; i++)
        if (t->words[i].seat == seat && strcmp(t->words[i].key, key) == 0) return true;
    return false;
}

bool crew_is_secret(const char *text)
{
    static const char crew_word[] = " crew";
    const size_t length = sizeof crew_word - 1;
    return strncmp(text, "say ", 4) == 0 && text[4] &&
           strncmp(text + 5, crew_word, length) == 0 &&
           (!text[5 + length] || text[5 + length] == ' ');
}

static alea_status say(crew *t, const storage_chouette_event *e, int64_t seq,
                       crew_refusal *why)
{
    const int seat = letter_at(e->text, 4);
    if (seat < 0 || seat >= t->seats || strlen(e->said) >= CREW_SAID_SIZE)
        return refuse(why, "no_such_seat", "There is no such seat.");
    const char *to = strchr(e->text + 4, ' ');
    const char *blank = to ? strchr(to + 1, ' ') : NULL;
    const char *key = blank ? blank + 1 : "";
    if (strlen(key) >= CREW_KEY_SIZE)
        return refuse(why, "bad_key", "The key is too long.");
    if (crew_has_said(t, seat, key))
        return refuse(why, CREW_SAID_BEFORE, "That has been said.");
    if (t->said == CREW_SAID_KEPT) {
        t->said--;
        memmove(&t->words[0], &t->words[1], (size_t)t->said * sizeof t->words[0]);
    }
    crew_said *m = &t->words[t->said++];
    *m = (crew_said){.seq = seq,
                     .time = e->time,
                     .seat = seat,
                     .game = t->c.game,
                     .for_crew = crew_is_secret(e->text)};
    snprintf(m->key, sizeof m->key, "%s", key);
    snprintf(m->text, sizeof m->text, "%s", e->said);
    return ALEA_OK;
}

static alea_status pass(crew *t, const char *letters, crew_refusal *why)
{
    unsigned seats = 0;
    for (; *letters; letters++) {
        const int seat = letter_at(letters, 0);
        if (seat < 0 || seat >= t->seats)
            return refuse(why, "no_such_seat", "There is no such seat.");
        seats |= 1u << seat;
    }
    if (!seats || (crew_may_double(t) & seats) != seats)
        return refuse(why, "nothing_to_pass", "You cannot turn a cube just now.");
    t->passed |= seats;
    return ALEA_OK;
}

static alea_status finish(crew *t, const char *seed, crew_refusal *why)
{
    if (t->stage == CREW_OVER) return refuse(why, "over", "This chouette is over.");
    if (strlen(seed) >= sizeof t->seed) return refuse(why, "bad_event", "No seed.");
    t->stage = CREW_OVER;
    strcpy(t->seed, seed);
    return ALEA_OK;
}

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

alea_status crew_apply(crew *t, const storage_chouette_event *e, crew_refusal *why)
{
    const char *text = e->text;
    const bool is_play =
        !begins(text, "stand ") && !begins(text, "say ") && !begins(text, "pass ");
    alea_status status;
    if (begins(text, "sit "))
        status = sit(t, e, why);
    else if (begins(text, "stand "))
        status = stand(t, text, why);
    else if (strcmp(text, "start") == 0)
        status = start(t, why);
    else if (begins(text, "say "))
        status = say(t, e, t->seq + 1, why);
    else if (begins(text, "pass "))
        status = pass(t, text + 5, why);
    else if (begins(text, "close "))
        status = finish(t, text + 6, why);
    else
        status = play(t, text, why);
    if (status != ALEA_OK) return status;
    t->seq++;
    t->time = e->time;
    if (is_play) {
        t->moved = t->seq;
        t->moved_at = e->time;
    }
    return ALEA_OK;
}
