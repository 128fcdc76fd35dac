#include "look.h"

#include "clock.h"
#include "host.h"
#include "row.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const seats_names[] = {"here", "friend", "machine", "open"};
static const char *const stage_names[] = {"waits", "plays", "over", "closed"};
static const char *const how_names[] = {"played", "drop", "resign"};

/* ---- who ---- */

unsigned family_seats_of(const storage_family *row, const char *user)
{
    unsigned mine = 0;
    for (unsigned s = 0; *user && s < 2; s++)
        if (strcmp(row->user[s], user) == 0) mine |= 1u << s;
    return mine;
}

int family_seat_to_act(const live_family *live, const char *user)
{
    const unsigned mine = family_seats_of(&live->row, user);
    const alea_tables_match *m = &live->match;
    if (!mine) return -1;
    if (m->to_act >= 0 && mine >> m->to_act & 1) return m->to_act;
    return mine & 1 ? 0 : 1;
}

/* ---- words ---- */

typedef struct word_list {
    json_t *rules, *sources;
    char title[TABLES_WORDS_SIZE];
} word_list;

static void take_words(void *context, tables_words_kind kind, const char *text)
{
    word_list *w = context;
    if (kind == TABLES_TITLE)
        snprintf(w->title, sizeof w->title, "%s", text);
    else
        json_array_append_new(kind == TABLES_SOURCE ? w->sources : w->rules,
                              json_string(text));
}

static word_list words_of(const alea_tables_rules *rules)
{
    word_list w = {json_array(), json_array(), ""};
    tables_words_say(rules, take_words, &w);
    return w;
}

/* What the game is called: its title up to the first mark; of a series, its name. */
const char *family_called(const char *game, char out[TABLES_WORDS_SIZE])
{
    alea_tables_series series;
    snprintf(out, TABLES_WORDS_SIZE, "%s", game);
    if (alea_tables_series_find(game, &series, NULL) != ALEA_OK) return out;
    if (series.games > 1) {
        out[0] = (char)toupper((unsigned char)out[0]);
        return out;
    }
    const word_list w = words_of(&series.game[0]);
    memcpy(out, w.title, TABLES_WORDS_SIZE);
    out[strcspn(out, ",:.")] = '\0';
    json_decref(w.rules);
    json_decref(w.sources);
    return out;
}

/* ---- facts ---- */

static json_t *seat_json(int seat)
{
    return seat < 0 ? json_null() : json_integer(seat);
}

/* As at a chouette. */
static json_t *machine_json(const storage_family *row)
{
    const char *level = family_row_level(row);
    return level ? json_sprintf("alea %s", level) : json_string("alea");
}

static json_t *players_json(const storage_family *row, const char *user)
{
    const unsigned mine = family_seats_of(row, user);
    json_t *players = json_array();
    for (int s = 0; s < 2; s++) {
        const bool machine = s == 1 && row->seats == FAMILY_MACHINE;
        const bool is_free = s == 1 && row->stage == FAMILY_WAITS;
        json_array_append_new(
            players, json_pack("{s:o,s:b,s:b}", "name",
                               is_free   ? json_null()
                               : machine ? machine_json(row)
                                         : json_string(*row->name[s] ? row->name[s]
                                                                     : "somebody"),
                               "machine", machine, "you", (int)(mine >> s & 1)));
    }
    return players;
}

static json_t *clock_json(const storage_family *row)
{
    static const char *const kinds[] = {"", "delay", "days", "fischer"};
    if (row->clock == FAMILY_NO_CLOCK) return json_null();
    return json_pack("{s:s,s:I,s:I}", "kind", kinds[row->clock], "reserve_s",
                     (json_int_t)(row->bank_ms / 1000), "step_s",
                     (json_int_t)(row->step_ms / 1000));
}

/* What is left; null: there is no clock. */
static json_t *time_json(const live_family *live)
{
    const storage_family *row = &live->row;
    if (row->clock == FAMILY_NO_CLOCK) return json_null();
    const int awaited = family_clock_awaits(row, &live->match);
    const int64_t now = server_now();
    const family_time left = family_clock_left(row, awaited, now);
    return json_pack("{s:[I,I],s:I,s:o,s:o*}", "reserve_ms",
                     (json_int_t)left.reserve_ms[0], (json_int_t)left.reserve_ms[1],
                     "step_ms", (json_int_t)left.step_ms, "running",
                     seat_json(awaited == FAMILY_PAUSE ? -1 : awaited), "stands_until",
                     row->stood > now ? json_integer(row->stood) : NULL);
}

json_t *family_row_json(const storage_family *row, const char *user)
{
    char name[TABLES_WORDS_SIZE];
    if (!family_row_is_listable(row)) {
        server_log("error", "family_unread", "table", row->id, NULL);
        return NULL;
    }
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:o,s:I,s:I,s:I,s:o,s:s?}", "table", row->id,
                     "game", row->game, "called", family_called(row->game, name),
                     "seats", seats_names[row->seats], "stage", stage_names[row->stage],
                     "players", players_json(row, user), "created",
                     (json_int_t)row->created, "changed", (json_int_t)row->changed,
                     "seq", (json_int_t)row->last, "clock", clock_json(row), "level",
                     family_row_level(row));
}

/* Those that are not the game's own, of the first game of a series. */
static json_t *changed_json(const alea_tables_series *series, const char *game)
{
    alea_tables_series usual;
    json_t *changed = json_object();
    if (alea_tables_series_find(game, &usual, NULL) != ALEA_OK) return changed;
    for (int i = 0; alea_tables_option(i); i++) {
        char value[128], own[128];
        const char *name = alea_tables_option(i);
        if (alea_tables_get(&series->game[0], name, value, sizeof value) == ALEA_OK &&
            alea_tables_get(&usual.game[0], name, own, sizeof own) == ALEA_OK &&
            strcmp(value, own) != 0 && strcmp(name, "match_target") != 0)
            json_object_set_new(changed, name, json_string(value));
    }
    return changed;
}

json_t *family_offer_json(families *all, const storage_family *row, const char *user)
{
    alea_tables_match *match = malloc(sizeof *match);
    json_t *offer = NULL;
    if (match && families_begin(all, row, match)) {
        offer = family_row_json(row, user);
    }
    if (offer) {
        json_object_set_new(offer, "target",
                            json_integer(match->series.game[0].match_target));
        json_object_set_new(offer, "options", changed_json(&match->series, row->game));
        json_object_set_new(
            offer, "is_here",
            json_boolean(connections_is_online(all->parts.sockets, row->user[0])));
    }
    free(match);
    return offer;
}

/* ---- the board ---- */

static json_t *bits_json(uint32_t bits)
{
    json_t *list = json_array();
    for (int r = 0; r < ALEA_TABLES_POINTS; r++)
        if (bits >> r & 1) json_array_append_new(list, json_integer(r));
    return list;
}

static json_t *side_json(const alea_tables_rules *rules, const alea_tables_board *board,
                         int side)
{
    json_t *points = json_array();
    const int count =
        rules->path == ALEA_TABLES_LONG ? ALEA_TABLES_POINTS : ALEA_TABLES_PLAIN;
    int pips = 0;
    for (int r = 0; r < count; r++) {
        json_array_append_new(points, json_integer(board->count[side][r]));
        const bool waits = r == ALEA_TABLES_BAR && rules->path < ALEA_TABLES_BAR;
        pips += board->count[side][r] * (waits ? rules->path + 1 : r);
    }
    return json_pack("{s:o,s:o,s:i,s:i}", "points", points, "pinned",
                     bits_json(board->pinned[side]), "waiting",
                     alea_tables_waiting(rules, board, side), "pips", pips);
}

/* What the drawing depends on: switches of the rules, not the name of the game. */
json_t *family_board_json(const alea_tables_rules *rules,
                          const alea_tables_board *board)
{
    static const char *const relations[] = {"contrary", "half_turn", "same"};
    static const char *const landings[] = {"hit", "pin", "block", "swap"};
    json_t *mirror = json_array();
    json_array_append_new(mirror, json_integer(0));
    for (int r = 1; r <= rules->path; r++)
        json_array_append_new(mirror,
                              json_integer(alea_tables_mirror(rules->relation, r)));
    return json_pack("{s:i,s:s,s:s,s:i,s:i,s:o,s:o,s:o,s:i,s:i,s:o,s:[o,o]}", "path",
                     rules->path, "relation", relations[rules->relation], "landing",
                     landings[rules->landing], "men", alea_tables_men(rules), "dice",
                     rules->dice, "shared", bits_json(rules->shared), "safe",
                     bits_json(rules->safe), "again", bits_json(rules->again), "gate",
                     rules->gate, "trap", rules->trap, "mirror", mirror, "sides",
                     side_json(rules, board, 0), side_json(rules, board, 1));
}

/* ---- the turn ---- */

/* For each place [may the turn end here, then from, to, mark, next of each step]. */
json_t *family_steps_json(families *all, const alea_tables_rules *rules,
                          const alea_tables_board *board, alea_tables_dice dice,
                          bool first)
{
    const alea_tables_steps *steps = all->steps;
    if (!alea_tables_steps_list(rules, board, dice, first, all->turns, all->steps))
        return json_null();
    json_t *list = json_array();
    for (int i = 0; i < steps->places; i++) {
        const alea_tables_place *p = &steps->place[i];
        json_t *place = json_array();
        json_array_append_new(place, json_integer(p->ends));
        for (int k = p->first; k < p->first + p->count; k++) {
            const alea_tables_step *s = &steps->step[k];
            const int numbers[] = {s->from, s->to, (int)s->mark, s->next};
            for (int n = 0; n < 4; n++)
                json_array_append_new(place, json_integer(numbers[n]));
        }
        json_array_append_new(list, place);
    }
    return list;
}

static json_t *turn_steps_json(families *all, const live_family *live)
{
    const alea_tables_match *m = &live->match;
    const alea_tables_board board = alea_tables_match_board(m, m->to_act);
    return family_steps_json(all, alea_tables_match_rules(m), &board, m->dice,
                             alea_tables_match_first(m));
}

json_t *family_dice_json(const alea_tables_dice *dice)
{
    json_t *list = json_array();
    for (int d = 0; d < dice->count; d++)
        json_array_append_new(list, json_integer(dice->die[d]));
    return list;
}

int family_double_steps(const alea_tables_rules *rules, const alea_tables_dice *dice)
{
    if (dice->count != 2 || dice->die[0] != dice->die[1]) return 0;
    return dice->steps ? dice->steps : rules->double_steps;
}

static json_t *may_json(families *all, const live_family *live, int seat, json_t *names)
{
    json_t *may = json_array();
    alea_tables_event e = {.by = (alea_tables_player)seat, .points = 1};
    for (int t = 0; seat >= 0 && alea_tables_event_name((alea_tables_event_type)t);
         t++) {
        e.type = (alea_tables_event_type)t;
        bool is_possible = false;
        if (e.type == ALEA_TABLES_EVENT_PLAY) {
            is_possible = live->row.stage == FAMILY_PLAYS &&
                          live->match.phase == ALEA_TABLES_PHASE_TO_PLAY &&
                          live->match.to_act == e.by;
        } else if (e.type == ALEA_TABLES_EVENT_NAME) {
            for (uint8_t d = 1; d <= 6; d++) {
                e.die[0] = d;
                if (!families_may(all, live, &e)) continue;
                json_array_append_new(names, json_integer(d));
                is_possible = true;
            }
        } else {
            /* Any dice of the game do. */
            const int die = alea_tables_marks(alea_tables_match_rules(&live->match), 1);
            for (int d = 0; d < ALEA_TABLES_MAX_DICE; d++)
                e.die[d] =
                    (uint8_t)(alea_tables_match_rules(&live->match)->dice == 1 ? die
                                                                               : d + 1);
            is_possible = families_may(all, live, &e);
        }
        if (is_possible)
            json_array_append_new(may, json_string(alea_tables_event_name(e.type)));
    }
    return may;
}

static json_t *match_json(const live_family *live)
{
    const alea_tables_match *m = &live->match;
    const int lost = live->row.lost;
    json_t *series = json_array();
    for (int g = 0; g < m->series.games; g++)
        json_array_append_new(series, json_string(m->series.game[g].name));
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    return json_pack("{s:o,s:i,s:s,s:i,s:[i,i],s:o}", "series", series, "number",
                     m->game, "playing", rules->name, "target",
                     m->series.game[0].match_target, "score", m->score[0], m->score[1],
                     "winner", seat_json(lost ? 2 - lost : (int)m->match_winner));
}

static json_t *result_json(const alea_tables_match *m)
{
    if (!m->has_result) return json_null();
    return json_pack("{s:o,s:i,s:s}", "winner", seat_json(m->winner), "points",
                     m->points, "how", how_names[m->how]);
}

static json_t *cube_json(const alea_tables_match *m)
{
    if (m->series.game[0].cube == ALEA_TABLES_CUBE_OFF) return json_null();
    return json_pack("{s:i,s:o,s:b}", "value", 1 << m->cube_log2, "owner",
                     seat_json(m->cube_owner), "crawford", m->crawford_game);
}

static json_t *seal_json(families *all, const live_family *live)
{
    char commitment[DICE_SEED_HEX], seed[DICE_SEED_HEX], signature[DICE_SIGNATURE_HEX];
    const bool is_open = live->row.stage >= FAMILY_OVER;
    dice_secret_commitment(&live->secret, commitment);
    json_t *seal =
        json_pack("{s:s,s:s}", "commitment", commitment, "game", live->secret.game_id);
    if (all->parts.key) {
        dice_seal_sign(all->parts.key->sign, live->secret.game_id, commitment,
                       live->row.created, signature);
        json_object_set_new(seal, "time", json_integer((json_int_t)live->row.created));
        json_object_set_new(seal, "key", json_string(all->parts.key->public_hex));
        json_object_set_new(seal, "signature", json_string(signature));
    }
    dice_secret_hex(&live->secret, seed);
    json_object_set_new(seal, "seed", is_open ? json_string(seed) : json_null());
    return seal;
}

/* The line without its player and its event. */
static const char *rest_of(const char *line)
{
    const char *rest = strchr(line, ' ');
    if (rest && (*line == 'A' || *line == 'B') && rest == line + 1)
        rest = strchr(rest + 1, ' ');
    return rest ? rest + 1 : "";
}

static json_t *said_json(const live_family *live)
{
    json_t *list = json_array();
    for (int i = 0; i < live->saids; i++) {
        const family_said *s = &live->said[i];
        const bool common = s->event.type == ALEA_TABLES_EVENT_OPENING ||
                            s->event.type == ALEA_TABLES_EVENT_NEXT;
        json_array_append_new(list,
                              json_pack("{s:I,s:o,s:s,s:s}", "seq", (json_int_t)s->seq,
                                        "by", seat_json(common ? -1 : (int)s->event.by),
                                        "do", alea_tables_event_name(s->event.type),
                                        "text", rest_of(s->line)));
    }
    return list;
}

json_t *family_state_json(families *all, const live_family *live, const char *user)
{
    const alea_tables_match *m = &live->match;
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const int seat = family_seat_to_act(live, user);
    json_t *state = family_row_json(&live->row, user), *names = json_array();
    const bool plays = live->row.stage == FAMILY_PLAYS && seat >= 0 &&
                       m->phase == ALEA_TABLES_PHASE_TO_PLAY && m->to_act == seat;
    json_t *may = may_json(all, live, seat, names);
    json_t *more = json_pack(
        "{s:o,s:s,s:o,s:o,s:o,s:i,s:o,s:o,s:o,s:o,s:o,s:i,s:i,s:o,s:o,s:o,s:o,s:o}",
        "match", match_json(live), "phase", alea_tables_phase_name(m->phase), "turn",
        seat_json(m->turn), "to_act", seat_json(m->to_act), "dice",
        family_dice_json(&m->dice), "double_steps",
        family_double_steps(rules, &m->dice), "cube", cube_json(m), "result",
        result_json(m), "board", family_board_json(rules, &m->board), "may", may,
        "names", names, "offered", alea_tables_match_resigned(m), "most_points",
        alea_tables_most_points(rules), "steps",
        plays ? turn_steps_json(all, live) : json_null(), "said", said_json(live),
        "seal", seal_json(all, live), "time", time_json(live), "out_of_time",
        seat_json(live->row.lost - 1));
    if (!state || !more || json_object_update(state, more) != 0) {
        json_decref(state);
        state = NULL;
    }
    json_decref(more);
    return state;
}

/* ---- rules ---- */

json_t *family_rules_json(const alea_tables_series *series)
{
    json_t *list = json_array();
    for (int g = 0; g < series->games; g++) {
        const alea_tables_rules *rules = &series->game[g];
        const word_list w = words_of(rules);
        char name[TABLES_WORDS_SIZE];
        json_t *options = json_object();
        for (int i = 0; alea_tables_option(i); i++) {
            char value[128];
            if (alea_tables_get(rules, alea_tables_option(i), value, sizeof value) ==
                ALEA_OK)
                json_object_set_new(options, alea_tables_option(i), json_string(value));
        }
        json_array_append_new(
            list, json_pack("{s:s,s:s,s:s,s:o,s:o,s:o}", "game", rules->name, "called",
                            family_called(rules->name, name), "title", w.title, "rules",
                            w.rules, "sources", w.sources, "options", options));
    }
    return list;
}

static void add_game(json_t *list, const char *name)
{
    alea_tables_series series;
    json_t *games = json_array();
    char title[TABLES_WORDS_SIZE] = "", words[TABLES_WORDS_SIZE];
    if (alea_tables_series_find(name, &series, NULL) != ALEA_OK) return;
    for (int g = 0; g < series.games; g++) {
        const word_list w = words_of(&series.game[g]);
        if (!g) memcpy(title, w.title, sizeof title);
        json_decref(w.rules);
        json_decref(w.sources);
        json_array_append_new(games, json_string(series.game[g].name));
    }
    if (series.games > 1)
        snprintf(title, sizeof title,
                 "A match of several games in turn; points and target are counted over "
                 "all of them.");
    json_array_append_new(list, json_pack("{s:s,s:s,s:s,s:i,s:o}", "name", name,
                                          "called", family_called(name, words), "title",
                                          title, "target", series.game[0].match_target,
                                          "series", games));
}

json_t *family_games_json(void)
{
    json_t *list = json_array();
    for (int i = 0; alea_tables_game(i); i++) {
        add_game(list, alea_tables_game(i));
        if (i == 0) add_game(list, "tavli");
    }
    return list;
}

json_t *family_options_json(void)
{
    json_t *list = json_array();
    for (int i = 0; alea_tables_option(i); i++) {
        json_t *choices = json_array();
        for (int k = 0; alea_tables_choice(alea_tables_option(i), k); k++)
            json_array_append_new(
                choices, json_string(alea_tables_choice(alea_tables_option(i), k)));
        json_array_append_new(
            list,
            json_pack("{s:s,s:o}", "name", alea_tables_option(i), "choices", choices));
    }
    return list;
}
