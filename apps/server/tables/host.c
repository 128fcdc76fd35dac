#include "host.h"

#include "clock.h"
#include "machine.h"
#include "row.h"

#include <alea/tables_record.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 32 /* lines of one transaction */ };

typedef struct batch {
    int count;
    storage_family_line line[AT_ONCE];
    alea_tables_event event[AT_ONCE];
    alea_tables_match match; /* after them */
    tables_throws throws;
} batch;

bool families_has_room(families *all)
{
    if (!all->turns) all->turns = malloc(sizeof *all->turns);
    if (!all->steps) all->steps = malloc(sizeof *all->steps);
    if (!all->mind) all->mind = malloc(sizeof *all->mind);
    return all->turns && all->steps && all->mind;
}

static void drop(live_family *live)
{
    live->is_read = false;
    live->seq = 0;
    live->saids = 0;
    sodium_memzero(&live->secret, sizeof live->secret);
}

void families_drop(families *all)
{
    for (int i = 0; i < FAMILIES_KEPT; i++) {
        drop(&all->kept[i]);
        all->kept[i].row.id[0] = '\0';
    }
}

void families_close(families *all)
{
    families_drop(all);
    free(all->turns);
    free(all->steps);
    free(all->mind);
    all->turns = NULL;
    all->steps = NULL;
    all->mind = NULL;
}

/* ---- out of the storage ---- */

static live_family *find_place(families *all, const char *id)
{
    live_family *oldest = &all->kept[0];
    for (int i = 0; i < FAMILIES_KEPT; i++) {
        live_family *live = &all->kept[i];
        if (strcmp(live->row.id, id) == 0) return live;
        if (live->used < oldest->used) oldest = live;
    }
    drop(oldest);
    return oldest;
}

static void say(live_family *live, int64_t seq, const alea_tables_event *event,
                const char *line)
{
    if (live->saids == FAMILY_SAID)
        memmove(live->said, live->said + 1, (size_t)--live->saids * sizeof *live->said);
    family_said *said = &live->said[live->saids++];
    said->seq = seq;
    said->event = *event;
    snprintf(said->line, sizeof said->line, "%s", line);
}

typedef struct line_reader {
    families *all;
    live_family *live;
    bool is_good;
} line_reader;

static bool take_line(void *context, int64_t seq, int64_t time, const char *line)
{
    line_reader *r = context;
    live_family *live = r->live;
    alea_tables_event event = {0};
    (void)time;
    /* Stored since the row was read. */
    if (seq > live->row.last) return false;
    r->is_good = seq == live->seq + 1;
    if (r->is_good && *line != '#') {
        r->is_good = alea_tables_event_read(alea_tables_match_rules(&live->match), line,
                                            strlen(line), &event, NULL) == ALEA_OK &&
                     alea_tables_match_apply(&live->match, &event, r->all->turns,
                                             NULL) == ALEA_TABLES_ACCEPTED;
        if (r->is_good) {
            tables_sealed_check(&live->throws, &live->match, &event);
            r->is_good = !live->throws.wrong;
        }
        if (r->is_good) say(live, seq, &event, line);
    }
    if (r->is_good) live->seq = seq;
    return r->is_good;
}

/* The seed of a running match is sealed with the server's key, so that a copy of the
 * data shows no dice to come. */
static bool read_secret(const families *all, live_family *live)
{
    const storage_family *row = &live->row;
    live->secret = (dice_secret){{0}, "", ""};
    snprintf(live->secret.game_id, sizeof live->secret.game_id, "%s", row->dice_game);
    if (strlen(row->dice) == DICE_SEED_HEX - 1)
        return dice_secret_read_hex(&live->secret, row->dice);
    return all->parts.key &&
           server_key_unseal(all->parts.key, row->dice, &live->secret);
}

bool families_begin(families *all, const storage_family *row, alea_tables_match *out)
{
    alea_error error = {0};
    return families_has_room(all) &&
           alea_tables_record_read(row->head, strlen(row->head), out, all->turns, NULL,
                                   NULL, &error) == ALEA_OK;
}

static bool begin(families *all, live_family *live)
{
    live->seq = 0;
    live->saids = 0;
    live->throws = (tables_throws){.secret = &live->secret};
    live->is_read =
        read_secret(all, live) && families_begin(all, &live->row, &live->match);
    return live->is_read;
}

/* Reads the lines up to the row's last; false: they cannot be read. */
static bool read_on(families *all, live_family *live)
{
    line_reader r = {all, live, true};
    if (live->is_read && live->seq > live->row.last) drop(live);
    if (!live->is_read && !begin(all, live)) return false;
    if (live->seq == live->row.last) return true;
    return storage_family_lines(all->parts.store, live->row.id, live->seq, take_line,
                                &r) == ALEA_OK &&
           r.is_good && live->seq == live->row.last;
}

static storage_answer reread(families *all, live_family *live)
{
    char id[ID_SIZE];
    memcpy(id, live->row.id, sizeof id);
    if (!families_has_room(all)) return ANSWER_FAILED;
    const storage_answer answer = storage_family_get(all->parts.store, id, &live->row);
    if (answer != ANSWER_FOUND ||
        (family_row_is_good(&live->row) && read_on(all, live)))
        return answer;
    server_log("error", "family_unread", "table", id, NULL);
    drop(live);
    return ANSWER_FAILED;
}

/* ---- into the storage ---- */

void families_tell(families *all, const char *id, int64_t seq)
{
    char text[24];
    families_tell_here(all, id, seq);
    if (!all->parts.bus || !bus_is_shared(all->parts.bus)) return;
    snprintf(text, sizeof text, "%lld", (long long)seq);
    bus_publish(all->parts.bus, "tables", id, text, strlen(text));
}

void families_tell_here(families *all, const char *id, int64_t seq)
{
    static const char *const nobody[2] = {"", ""};
    char text[120];
    const int size = snprintf(text, sizeof text,
                              "{\"type\":\"table\",\"table\":\"%s\",\"seq\":%lld}", id,
                              (long long)seq);
    connections_tell(all->parts.sockets, id, nobody, CONNECTIONS_AUDIENCES - 1, text,
                     (size_t)size);
}

void families_vacation(families *all, const char *user)
{
    storage_family *found = malloc(FAMILIES_OPEN * sizeof *found);
    const int count =
        found ? storage_families_of(all->parts.store, user, true, found, FAMILIES_OPEN)
              : 0;
    for (int i = 0; i < count; i++)
        if (found[i].clock == FAMILY_DAYS)
            families_tell(all, found[i].id, found[i].last);
    free(found);
}

void families_tick(families *all, int64_t ticks)
{
    enum { OFFERS_MS = 500 };
    if (!all->offers_changed || ticks - all->offers_told < OFFERS_MS) return;
    all->offers_changed = false;
    all->offers_told = ticks;
    families_tell(all, FAMILY_OFFERS, 0);
}

static bool is_offered(const storage_family *row)
{
    return row->seats == FAMILY_OPEN && row->stage == FAMILY_WAITS;
}

static int64_t later(const storage_family *row)
{
    const int64_t now = server_now();
    return now > row->changed ? now : row->changed;
}

/* The word to the player of that seat; there is none where nobody is away from. */
static storage_word word_to(const storage_family *row, int seat)
{
    storage_word word = {.kind = WORD_TABLE, .time = row->changed};
    memcpy(word.about, row->id, sizeof word.about);
    if ((seat == 0 || seat == 1) && row->stage == FAMILY_PLAYS &&
        (row->seats == FAMILY_FRIEND || row->seats == FAMILY_OPEN))
        memcpy(word.person, row->user[seat], sizeof word.person);
    return word;
}

static void tell_word(const families *all, const storage_word *word)
{
    if (*word->person) all->parts.on_word(all->parts.context, word);
}

static bool is_machines(const storage_family *row, const alea_tables_match *match)
{
    return row->seats == FAMILY_MACHINE && row->stage == FAMILY_PLAYS &&
           match->to_act == ALEA_TABLES_B;
}

/* The clock of the row as it is to be then; storage_family_append adds vacations. */
static void pass_clock(const live_family *live, storage_family *row,
                       const alea_tables_match *after, bool has_played)
{
    const int is = family_clock_awaits(row, after);
    family_clock_after(row, family_clock_awaits(&live->row, &live->match), is,
                       has_played, server_now());
    row->runs = is == 0 || is == 1 || is_machines(row, after) ? (int)after->to_act : -1;
}

alea_status families_remark(families *all, live_family *live,
                            const storage_family *after, const char *remark)
{
    storage_family_line line;
    storage_family row = *after;
    snprintf(line.text, sizeof line.text, "# %s", remark);
    row.changed = later(&live->row);
    row.last = live->row.last + 1;
    pass_clock(live, &row, &live->match, false);
    if (row.stage >= FAMILY_OVER) dice_secret_hex(&live->secret, row.dice);
    /* Somebody has come: his host hears of it. */
    const storage_word word = word_to(&row, live->row.stage == FAMILY_WAITS ? 0 : -1);
    const alea_status status =
        storage_family_append(all->parts.store, &row, &line, 1, &word);
    if (is_offered(&live->row)) all->offers_changed = true;
    if (status == ALEA_OK) {
        memcpy(row.name, live->row.name, sizeof row.name);
        live->row = row;
        live->seq = row.last;
        families_tell(all, row.id, row.last);
        tell_word(all, &word);
    } else {
        drop(live);
    }
    return status;
}

static void draw(const batch *b, alea_tables_event *event)
{
    const alea_tables_rules *rules = alea_tables_match_rules(&b->match);
    alea_roll roll[TABLES_MOST_ROLLS] = {{{0}}};
    const int rolls = tables_sealed_rolls(rules, event->type);
    for (int i = 0; i < rolls; i++)
        roll[i] = dice_secret_roll(b->throws.secret, b->throws.rolls + (uint64_t)i);
    if (rolls) tables_sealed_dice(rules, event->type, roll, event->die);
}

static alea_tables_refusal add(families *all, batch *b, alea_tables_event *event,
                               alea_tables_fault *fault)
{
    const alea_tables_rules before = *alea_tables_match_rules(&b->match);
    draw(b, event);
    if (event->type == ALEA_TABLES_EVENT_PLAY && b->match.to_act == event->by) {
        const alea_tables_board board = alea_tables_match_board(&b->match, event->by);
        alea_tables_fault judged = ALEA_TABLES_LEGAL;
        int index;
        if (b->match.phase == ALEA_TABLES_PHASE_TO_PLAY)
            judged = alea_tables_judge(&before, &board, b->match.dice,
                                       alea_tables_match_first(&b->match), event->move,
                                       event->moves, all->turns, &index);
        if (!judged) alea_tables_moves_mark(&before, &board, event->move, event->moves);
    }
    const alea_tables_refusal refusal =
        alea_tables_match_apply(&b->match, event, all->turns, fault);
    if (refusal) return refusal;
    tables_sealed_check(&b->throws, &b->match, event);
    alea_tables_event_write(&before, event, b->line[b->count].text);
    b->event[b->count++] = *event;
    return ALEA_TABLES_ACCEPTED;
}

static alea_status store(families *all, live_family *live, const batch *b)
{
    storage_family row = live->row;
    row.changed = later(&row);
    row.last += b->count;
    if (b->match.phase == ALEA_TABLES_PHASE_MATCH_OVER) {
        row.stage = FAMILY_OVER;
        dice_secret_hex(&live->secret, row.dice);
    }
    pass_clock(live, &row, &b->match, b->event[0].type == ALEA_TABLES_EVENT_PLAY);
    const storage_word word =
        word_to(&row, b->match.to_act == live->match.to_act ? -1 : b->match.to_act);
    const alea_status status =
        storage_family_append(all->parts.store, &row, b->line, b->count, &word);
    if (status != ALEA_OK) {
        drop(live);
        return ALEA_ERROR_FILE;
    }
    for (int i = 0; i < b->count; i++)
        say(live, live->row.last + 1 + i, &b->event[i], b->line[i].text);
    live->row = row;
    live->seq = row.last;
    live->match = b->match;
    live->throws = b->throws;
    families_tell(all, row.id, row.last);
    tell_word(all, &word);
    return ALEA_OK;
}

/* ---- the machine ---- */

static batch *start_batch(const live_family *live)
{
    batch *b = malloc(sizeof *b);
    if (!b) return NULL;
    b->count = 0;
    b->match = live->match;
    b->throws = live->throws;
    return b;
}

static family_thought take_thought;

/* Does a worker think of the machine's turn, from now on or already? */
static bool is_thought_of(families *all, live_family *live)
{
    if (live->asked == live->row.last) return true;
    if (!family_machine_thinks(all, &live->match, live->row.level) ||
        !family_machine_ask(all, live, take_thought))
        return false;
    live->asked = live->row.last;
    return true;
}

/* What the machine does until a person has to act, or a worker thinks of its turn.
 * `at_once`: its first turn is chosen here. */
static void follow(families *all, live_family *live, bool at_once)
{
    alea_status status = ALEA_OK;
    while (status == ALEA_OK && is_machines(&live->row, &live->match) &&
           live->row.last < FAMILY_LINES_MOST) {
        if (!at_once && is_thought_of(all, live)) return;
        at_once = false;
        batch *b = start_batch(live);
        if (!b) return;
        bool goes_on = true;
        while (goes_on && b->count < AT_ONCE && b->match.to_act == ALEA_TABLES_B &&
               !(b->count && family_machine_thinks(all, &b->match, live->row.level))) {
            alea_tables_event event;
            family_machine_choose(all, &b->match, live->row.level, &event);
            goes_on = add(all, b, &event, NULL) == ALEA_TABLES_ACCEPTED;
        }
        status = b->count ? store(all, live, b) : ALEA_ERROR_REFUSED;
        if (!goes_on)
            server_log("error", "family_machine", "table", live->row.id, NULL);
        free(b);
        if (!goes_on) return;
    }
}

/* ---- fetching and committing ---- */

live_family *families_fetch(families *all, const char *id, storage_answer *answer)
{
    live_family *live = find_place(all, id);
    if (strcmp(live->row.id, id) != 0) {
        memcpy(live->row.id, id, ID_SIZE);
        live->asked = 0;
    }
    *answer = reread(all, live);
    if (*answer == ANSWER_FOUND) follow(all, live, false);
    if (*answer == ANSWER_FOUND && !live->is_read) *answer = ANSWER_FAILED;
    live->used = server_ticks();
    if (*answer == ANSWER_FOUND) return live;
    drop(live);
    live->row.id[0] = '\0';
    return NULL;
}

alea_status families_make(families *all, const alea_tables_series *series,
                          storage_family *row)
{
    dice_secret secret;
    if (!families_has_room(all)) return ALEA_ERROR_MEMORY;
    dice_secret_draw(&secret);
    server_new_id(row->id);
    snprintf(row->game, sizeof row->game, "%s",
             series->games > 1 ? "tavli" : series->game[0].name);
    alea_tables_header_write(series, row->head);
    snprintf(row->dice_game, sizeof row->dice_game, "%s", secret.game_id);
    if (all->parts.key)
        server_key_seal(all->parts.key, &secret, row->dice);
    else
        dice_secret_hex(&secret, row->dice);
    sodium_memzero(&secret, sizeof secret);
    row->created = server_now();
    if (row->stage == FAMILY_PLAYS && row->clock != FAMILY_NO_CLOCK)
        family_clock_after(row, -1, FAMILY_PAUSE, false, row->created);
    if (is_offered(row)) all->offers_changed = true;
    return storage_family_make(all->parts.store, row);
}

bool families_may(families *all, const live_family *live,
                  const alea_tables_event *event)
{
    alea_tables_match copy = live->match;
    return live->row.stage == FAMILY_PLAYS &&
           alea_tables_match_apply(&copy, event, all->turns, NULL) ==
               ALEA_TABLES_ACCEPTED;
}

alea_status families_commit(families *all, live_family *live, alea_tables_event *event,
                            family_refusal *why)
{
    alea_tables_fault fault = ALEA_TABLES_LEGAL;
    batch *b = start_batch(live);
    if (!b) return ALEA_ERROR_MEMORY;
    alea_tables_refusal refusal = add(all, b, event, &fault);
    /* Equal dice decide no opening: they are thrown again. */
    while (!refusal && b->match.phase == ALEA_TABLES_PHASE_OPENING &&
           event->type == ALEA_TABLES_EVENT_OPENING && b->count < AT_ONCE)
        refusal = add(all, b, event, &fault);
    alea_status status = ALEA_ERROR_REFUSED;
    if (refusal)
        *why = fault ? (family_refusal){alea_tables_fault_code(fault),
                                        alea_tables_fault_text(fault)}
                     : (family_refusal){alea_tables_refusal_code(refusal),
                                        alea_tables_refusal_text(refusal)};
    else
        status = store(all, live, b);
    free(b);
    if (status == ALEA_OK) follow(all, live, false);
    if (status == ALEA_OK && !live->is_read) return ALEA_ERROR_FILE;
    return status;
}

static void take_thought(families *all, const char *id, int64_t seq, const char *moves)
{
    storage_answer answer;
    family_refusal why = {NULL, NULL};
    alea_tables_event event = {.by = ALEA_TABLES_B, .type = ALEA_TABLES_EVENT_PLAY};
    int count = 0;
    live_family *live = families_fetch(all, id, &answer);
    if (!live || live->asked != seq) return;
    live->asked = 0;
    /* Somebody has closed the table meanwhile, or another server has played. */
    if (live->row.last != seq || live->row.stage != FAMILY_PLAYS) return;
    if (moves &&
        alea_tables_moves_read(alea_tables_match_rules(&live->match), moves,
                               strlen(moves), event.move, &count, NULL) == ALEA_OK) {
        event.moves = (uint8_t)count;
        if (families_commit(all, live, &event, &why) != ALEA_ERROR_REFUSED) return;
    }
    server_log("error", "family_machine", "table", id, NULL);
    follow(all, live, true);
}
