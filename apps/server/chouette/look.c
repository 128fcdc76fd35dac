#include "look.h"

#include "server/study/render/position_json.h"
#include "json/chouette.h"

#include <stdlib.h>
#include <string.h>

static const char *const stages[] = {"gathering", "playing", "over"};

static json_t *letter_json(int seat)
{
    const char letter[2] = {(char)('A' + seat), '\0'};
    return seat >= 0 ? json_string(letter) : json_null();
}

json_t *chouette_row_json(const storage_chouette *row)
{
    return json_pack("{s:s,s:s,s:b,s:s,s:i,s:i,s:i,s:I,s:I}", "chouette", row->id,
                     "name", row->name, "listed", row->listed, "stage",
                     stages[row->stage], "players", row->players, "seats", row->seats,
                     "games", row->games, "created", (json_int_t)row->created,
                     "changed", (json_int_t)row->changed);
}

static json_t *options_json(const alea_chouette_rules *rules)
{
    json_t *options = json_object();
    char value[48];
    for (int i = 0; alea_chouette_option(i); i++)
        if (alea_chouette_get(rules, alea_chouette_option(i), value, sizeof value) ==
            ALEA_OK)
            json_object_set_new(options, alea_chouette_option(i), json_string(value));
    for (int i = 0; alea_rules_option(i); i++)
        if (strcmp(alea_rules_option(i), "cube") != 0 &&
            alea_chouette_get(rules, alea_rules_option(i), value, sizeof value) ==
                ALEA_OK)
            json_object_set_new(options, alea_rules_option(i), json_string(value));
    return options;
}

static json_t *seats_json(const crew *t)
{
    json_t *list = json_array();
    for (int i = 0; i < t->seats; i++) {
        const crew_seat *s = &t->seat[i];
        const bool is_playing = t->stage != CREW_GATHERING;
        json_array_append_new(
            list,
            json_pack("{s:o,s:s,s:o,s:o,s:b,s:b,s:b,s:o,s:I}", "seat", letter_json(i),
                      "name", s->name, "user",
                      *s->user ? json_string(s->user) : json_null(), "machine",
                      s->level >= 0
                          ? json_string(alea_level_get((alea_level)s->level)->name)
                          : json_null(),
                      "in", crew_is_in(t, i), "leaving", is_playing && t->c.leaving[i],
                      "away", is_playing && t->c.away[i], "proxy",
                      letter_json(is_playing && t->c.away[i] &&
                                          t->rules.absent == ALEA_CHOUETTE_PROXY
                                      ? t->c.proxy[i]
                                      : -1),
                      "points", (json_int_t)(is_playing ? t->c.total[i] : 0)));
    }
    return list;
}

static json_t *said_json(const crew *t, int seat)
{
    json_t *list = json_array();
    for (int i = 0; i < t->said; i++) {
        const crew_said *m = &t->words[i];
        if (!crew_may_read(t, m, seat)) continue;
        json_array_append_new(
            list, json_pack("{s:I,s:I,s:o,s:b,s:s}", "seq", (json_int_t)m->seq, "time",
                            (json_int_t)m->time, "seat", letter_json(m->seat), "crew",
                            m->for_crew, "text", m->text));
    }
    return list;
}

static json_t *seal_json(const live_chouette *live)
{
    const char *seed = live->t->seed;
    return json_pack("{s:s,s:s,s:I,s:s,s:s,s:i,s:o}", "commitment", live->commitment,
                     "game", live->secret.game_id, "time",
                     (json_int_t)live->row.created, "key", live->signer, "signature",
                     live->signature, "rolls", live->t->rolls, "seed",
                     *seed ? json_string(seed) : json_null());
}

/* ---- what one may do ---- */

static void add(json_t *list, const crew *t, const alea_chouette_event *e)
{
    char text[ALEA_CHOUETTE_TEXT_SIZE];
    if (!crew_would(t, e)) return;
    alea_chouette_event_write(&t->c, e, text);
    json_array_append_new(list, json_string(text));
}

static void add_yes_no(json_t *list, const crew *t, alea_chouette_event e)
{
    for (int yes = 1; yes >= 0; yes--) {
        e.yes = yes != 0;
        add(list, t, &e);
    }
}

/* With a single cube the pairs share it: the first that will do. */
static void add_of_pairs(json_t *list, const crew *t, alea_chouette_event e)
{
    const size_t before = json_array_size(list);
    for (e.pair = 0; e.pair < t->c.pairs; e.pair++) {
        const bool shares = t->rules.cube == ALEA_CHOUETTE_SINGLE &&
                            !t->c.pair[e.pair].extra && json_array_size(list) > before;
        if (!shares) add(list, t, &e);
    }
}

static void add_of_game(json_t *list, const crew *t, int seat)
{
    static const alea_chouette_type of_cube[] = {
        ALEA_CHOUETTE_EVENT_DOUBLE,  ALEA_CHOUETTE_EVENT_TAKE,
        ALEA_CHOUETTE_EVENT_DROP,    ALEA_CHOUETTE_EVENT_BEAVER,
        ALEA_CHOUETTE_EVENT_RACCOON, ALEA_CHOUETTE_EVENT_ACCEPT,
        ALEA_CHOUETTE_EVENT_REJECT};
    alea_chouette_event e = {.seat = seat};
    for (size_t i = 0; i < sizeof of_cube / sizeof *of_cube; i++) {
        e.type = of_cube[i];
        add_of_pairs(list, t, e);
    }
    e.type = ALEA_CHOUETTE_EVENT_RESIGN;
    for (e.win_class = 1; e.win_class <= 3; e.win_class++) add_of_pairs(list, t, e);
    e.type = ALEA_CHOUETTE_EVENT_PARTNER;
    add_yes_no(list, t, e);
    e.type = ALEA_CHOUETTE_EVENT_AUTOMATIC;
    add_yes_no(list, t, e);
    e.type = ALEA_CHOUETTE_EVENT_EXTRA;
    for (e.pair = 0; e.pair < t->c.pairs; e.pair++)
        if (t->c.pair[e.pair].lower == seat) add_yes_no(list, t, e);
    e.type = ALEA_CHOUETTE_EVENT_ROLL;
    e.roll = (alea_roll){{6, 5}};
    char text[8] = "roll A";
    text[5] = (char)('A' + seat);
    if (crew_would(t, &e)) json_array_append_new(list, json_string(text));
}

static void add_of_seat(json_t *list, const crew *t, int seat)
{
    alea_chouette_event e = {.type = ALEA_CHOUETTE_EVENT_BEGIN, .seat = seat};
    add(list, t, &e);
    for (int i = 0; i < t->c.joiners; i++) {
        e = (alea_chouette_event){
            .type = ALEA_CHOUETTE_EVENT_ADMIT, .seat = seat, .other = t->c.joining[i]};
        if (!t->c.admitted[e.other]) add_yes_no(list, t, e);
    }
    e = (alea_chouette_event){.type = t->c.away[seat] ? ALEA_CHOUETTE_EVENT_BACK
                                                      : ALEA_CHOUETTE_EVENT_AWAY,
                              .seat = seat};
    for (e.other = 0; e.other < t->seats; e.other++) {
        add(list, t, &e);
        if (t->c.away[seat] || t->rules.absent != ALEA_CHOUETTE_PROXY) break;
    }
    e = (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_LEAVE, .seat = seat};
    if (!t->c.leaving[seat]) add(list, t, &e);
}

static json_t *may_json(const crew *t, int seat)
{
    json_t *list = json_array();
    if (t->stage != CREW_PLAYING || !crew_is_in(t, seat)) return list;
    add_of_game(list, t, seat);
    if (crew_may_double(t) >> seat & 1) {
        char text[8] = "pass A";
        text[5] = (char)('A' + seat);
        json_array_append_new(list, json_string(text));
    }
    add_of_seat(list, t, seat);
    return list;
}

/* The graph of the legal plays, for who plays now; else null. */
static json_t *tree_json(const crew *t, int seat)
{
    const alea_match *m = alea_chouette_board(&t->c);
    const int mover = alea_chouette_mover(&t->c);
    const bool is_proxy = mover >= 0 && t->c.away[mover] &&
                          t->rules.absent == ALEA_CHOUETTE_PROXY &&
                          t->c.proxy[mover] == seat;
    if (!m || seat < 0 || t->c.phase != ALEA_CHOUETTE_TO_PLAY ||
        (mover != seat && !is_proxy))
        return json_null();
    const alea_board board = alea_match_board(m, m->turn);
    alea_play_tree *tree = malloc(sizeof *tree);
    if (!tree) return json_null();
    alea_play_tree_of(&board, m->roll, &m->rules.play, tree);
    json_t *value = play_tree_json(tree);
    free(tree);
    return value;
}

static json_t *board_json(const crew *t)
{
    const alea_match *m = alea_chouette_board(&t->c);
    alea_position position;
    if (!m) return json_null();
    alea_position_of_match(m, &position);
    return position_json(&position);
}

json_t *chouette_state_json(const live_chouette *live, const char *user)
{
    const crew *t = live->t;
    const int seat = crew_seat_of(t, user);
    const bool is_playing = t->stage != CREW_GATHERING;
    json_t *o = chouette_row_json(&live->row);
    json_object_set_new(o, "seq", json_integer(t->seq));
    json_object_set_new(o, "moved", json_integer(t->moved));
    json_object_set_new(o, "host",
                        json_boolean(*user && strcmp(user, live->row.maker) == 0));
    json_object_set_new(o, "you", letter_json(seat));
    json_object_set_new(o, "options", options_json(&t->rules));
    json_object_set_new(o, "taken", seats_json(t));
    json_object_set_new(o, "state", is_playing ? chouette_json(&t->c) : json_null());
    json_object_set_new(o, "position", is_playing ? board_json(t) : json_null());
    json_object_set_new(o, "tree", is_playing ? tree_json(t, seat) : json_null());
    json_object_set_new(o, "may", may_json(t, seat));
    json_object_set_new(o, "throw_from",
                        crew_may_double(t) ? json_integer(t->moved_at + CREW_MOMENT_MS)
                                           : json_null());
    json_object_set_new(o, "said", said_json(t, seat));
    json_object_set_new(o, "dice_seal", seal_json(live));
    return o;
}

/* ---- settlement ---- */

/* The fewest payments that a simple rule finds: who owes most pays who is owed most. */
static json_t *payments_json(const crew *t)
{
    int64_t left[ALEA_CHOUETTE_SEATS];
    json_t *list = json_array();
    memcpy(left, t->c.total, sizeof left);
    for (int n = 0; n < ALEA_CHOUETTE_SEATS; n++) {
        int most = 0, least = 0;
        for (int i = 1; i < ALEA_CHOUETTE_SEATS; i++) {
            if (left[i] > left[most]) most = i;
            if (left[i] < left[least]) least = i;
        }
        const int64_t sum = left[most] < -left[least] ? left[most] : -left[least];
        if (sum <= 0) break;
        json_array_append_new(
            list, json_pack("{s:o,s:o,s:I}", "from", letter_json(least), "to",
                            letter_json(most), "points", (json_int_t)sum));
        left[most] -= sum;
        left[least] += sum;
    }
    return list;
}

json_t *chouette_settlement_json(const live_chouette *live)
{
    const crew *t = live->t;
    json_t *players = json_array(), *games = json_array();
    json_int_t sum = 0;
    for (int i = 0; i < t->seats; i++) {
        sum += t->c.total[i];
        json_array_append_new(
            players, json_pack("{s:o,s:s,s:I}", "seat", letter_json(i), "name",
                               t->seat[i].name, "points", (json_int_t)t->c.total[i]));
    }
    for (int g = 0; g < t->games; g++) {
        json_t *points = json_array();
        for (int i = 0; i < t->seats; i++)
            json_array_append_new(points, json_integer(t->game[g].points[i]));
        json_array_append_new(games,
                              json_pack("{s:i,s:o}", "game", g + 1, "points", points));
    }
    return json_pack("{s:s,s:s,s:o,s:o,s:I,s:o}", "chouette", live->row.id, "name",
                     live->row.name, "players", players, "games", games, "sum", sum,
                     "payments", payments_json(t));
}
