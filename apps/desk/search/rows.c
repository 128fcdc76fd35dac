#include "rows.h"

#include <alea/analysis.h>
#include <alea/position.h>

#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

typedef struct walk {
    const alea_record *record;
    alea_match now;
    desk_rows *out;
    size_t capacity;
    int turn;
    bool alternates; /* a turn has begun */
    alea_player last;
    crypto_generichash_state hash;
    bool has_plays;
    const alea_met *met;
} walk;

static desk_row *new_row(walk *w)
{
    if (w->out->count == w->capacity) {
        size_t more = w->capacity ? w->capacity * 2 : 256;
        desk_row *rows = realloc(w->out->row, more * sizeof *rows);
        if (rows) w->out->row = rows;
        desk_side *sides = rows ? realloc(w->out->side, more * sizeof *sides) : NULL;
        if (!sides) return NULL;
        w->out->side = sides;
        w->capacity = more;
    }
    desk_row *row = &w->out->row[w->out->count];
    memset(row, 0, sizeof *row);
    w->out->side[w->out->count++] = (desk_side){0};
    return row;
}

static uint16_t unit16(float x)
{
    return (uint16_t)(x >= 1 ? 65535 : x > 0 ? x * 65535 + 0.5F : 0);
}

static int16_t away_of(const alea_match *m, alea_player player)
{
    if (m->rules.match_length == 0) return 0;
    int away = alea_match_away(m, player);
    return (int16_t)(away < 1 ? 1 : away > INT16_MAX ? INT16_MAX : away);
}

static void fill_state(desk_row *row, const alea_match *m, alea_player by)
{
    alea_board board = alea_match_board(m, by);
    memcpy(row->point, board.point, sizeof row->point);
    row->phase = (uint8_t)alea_board_phase(&board);
    row->by = (uint8_t)by;
    alea_player owner, doubler;
    int cube = alea_match_cube_before(m, &owner, &doubler);
    while ((1 << row->cube_log2) < cube) row->cube_log2++;
    row->owner = (uint8_t)(owner == ALEA_NOBODY ? DESK_CENTRED
                           : owner == by        ? DESK_MINE
                                                : DESK_THEIRS);
    if (m->crawford_game) row->flags |= DESK_CRAWFORD;
    const int all = alea_setup_checkers(m->rules.setup);
    for (int i = 0; i < 2; i++) {
        row->off[i] = (uint8_t)(all - alea_board_checkers(&board, i == 0));
        row->pips[i] = (uint16_t)alea_board_pips(&board, i == 0);
        row->away[i] = away_of(m, i == 0 ? by : alea_opponent(by));
    }
    row->game = (uint16_t)m->games_begun;
    row->loss = row->equity = NAN;
}

static desk_right right_of(const alea_judgement *j)
{
    if (j->kind == ALEA_JUDGED_TAKE)
        return j->best_event == ALEA_EVENT_DROP   ? DESK_RIGHT_DROP
               : j->best_event == ALEA_EVENT_TAKE ? DESK_RIGHT_TAKE
                                                  : DESK_RIGHT_BEAVER;
    if (j->kind != ALEA_JUDGED_DOUBLE) return DESK_RIGHT_UNKNOWN;
    switch (j->cube.verdict.action) {
    case ALEA_CUBE_DOUBLE_TAKE: return DESK_RIGHT_DOUBLE_TAKE;
    case ALEA_CUBE_DOUBLE_DROP: return DESK_RIGHT_DOUBLE_DROP;
    case ALEA_CUBE_TOO_GOOD: return DESK_RIGHT_TOO_GOOD;
    case ALEA_CUBE_NO_DOUBLE:
    case ALEA_CUBE_NOT_AVAILABLE: break;
    }
    return DESK_RIGHT_NO_DOUBLE;
}

static void put_moves(const alea_move *move, int count, int8_t out[8])
{
    memset(out, 0, 8);
    for (int i = 0; i < count && i < ALEA_MAX_MOVES; i++) {
        out[2 * i] = move[i].from;
        out[2 * i + 1] = move[i].to;
    }
}

void desk_figures_of(const desk_row *row, const alea_judgement *j, bool hinted,
                     desk_figures *out)
{
    const bool flip = row->kind == ALEA_JUDGED_TAKE;
    const alea_probs *p = &j->probs;
    *out = (desk_figures){.loss = j->loss, .equity = j->best};
    out->program = j->filed ? DESK_FILED : DESK_ALEA;
    out->chance[0] = unit16(flip ? 1 - p->win : p->win);
    out->chance[1] = unit16(flip ? p->lose_gammon : p->win_gammon);
    out->chance[2] = unit16(flip ? p->win_gammon : p->lose_gammon);
    out->backgammon[0] = unit16(flip ? p->lose_backgammon : p->win_backgammon);
    out->backgammon[1] = unit16(flip ? p->win_backgammon : p->lose_backgammon);
    out->flags = (uint8_t)((unsigned)right_of(j) << DESK_RIGHT_SHIFT);
    if (j->kind == ALEA_JUDGED_PLAY && j->candidates)
        put_moves(j->candidate[0].play.move, j->candidate[0].play.count, out->best);
    if (row->action == ALEA_EVENT_SET)
        out->loss = NAN; /* the decision of a position has not been made */
    else if (alea_judgement_counts(j))
        out->flags |= hinted ? DESK_HINTED : DESK_COUNTED;
}

enum { JUDGED_FLAGS = DESK_COUNTED | DESK_HINTED | DESK_RIGHT };

void desk_take_figures(desk_row *row, desk_side *side, const desk_figures *f)
{
    row->program = f->program;
    row->loss = f->loss;
    row->equity = f->equity;
    row->flags = (uint8_t)((row->flags & ~JUDGED_FLAGS) | (f->flags & JUDGED_FLAGS));
    memcpy(row->chance, f->chance, sizeof row->chance);
    memcpy(side->backgammon, f->backgammon, sizeof side->backgammon);
    memcpy(side->best, f->best, sizeof side->best);
}

void desk_have_figures(const desk_row *row, const desk_side *side, desk_figures *out)
{
    *out = (desk_figures){.loss = row->loss,
                          .equity = row->equity,
                          .program = row->program,
                          .flags = row->flags & JUDGED_FLAGS};
    memcpy(out->chance, row->chance, sizeof out->chance);
    memcpy(out->backgammon, side->backgammon, sizeof out->backgammon);
    memcpy(out->best, side->best, sizeof out->best);
}

theme desk_row_theme(const desk_row *row)
{
    static const theme of_right[] = {
        THEMES,         THEME_NO_DOUBLE, THEME_DOUBLE_TAKE, THEME_DOUBLE_DROP,
        THEME_TOO_GOOD, THEME_TAKE,      THEME_DROP,        THEME_BEAVER};
    if (row->kind != ALEA_JUDGED_PLAY)
        return of_right[(row->flags & DESK_RIGHT) >> DESK_RIGHT_SHIFT];
    alea_board board;
    memcpy(board.point, row->point, sizeof board.point);
    /* A position has no turn number: use one of the middle of a game. */
    return theme_of_board(&board, row->turn ? row->turn : 10);
}

report_class desk_row_class(const desk_row *row)
{
    const desk_right right =
        (desk_right)((row->flags & DESK_RIGHT) >> DESK_RIGHT_SHIFT);
    if (!(row->loss > 0) || right == DESK_RIGHT_UNKNOWN) return REPORT_NO_CLASS;
    if (row->action == ALEA_EVENT_ROLL)
        return right == DESK_RIGHT_DOUBLE_DROP ? REPORT_MISSED_DOUBLE_ABOVE
                                               : REPORT_MISSED_DOUBLE_BELOW;
    if (row->action == ALEA_EVENT_DOUBLE)
        return right == DESK_RIGHT_TOO_GOOD ? REPORT_WRONG_DOUBLE_ABOVE
                                            : REPORT_WRONG_DOUBLE_BELOW;
    if (row->action == ALEA_EVENT_DROP) return REPORT_WRONG_DROP;
    return right == DESK_RIGHT_DROP ? REPORT_WRONG_TAKE : REPORT_NO_CLASS;
}

/* The first program's judgement; its equities in match winning chances are converted by
 * the default table. */
static void fill_filed(walk *w, desk_row *row)
{
    const alea_record *r = w->record;
    const alea_filed *f = NULL, *first = alea_record_filed(r, row->entry, NULL);
    alea_judgement j;
    desk_figures figures;
    while ((f = alea_record_filed(r, row->entry, f)))
        if (f->flagged) row->flags |= DESK_FLAGGED;
    f = first;
    if (!f) return;
    if (f->kind == ALEA_FILED_PLAY && !isnan(f->luck)) {
        row->luck = f->luck;
        row->flags |= DESK_LUCK;
    }
    if (!alea_judge_filed(r, f, row->entry, &w->now, w->met, &j)) return;
    w->out->filed++;
    desk_figures_of(row, &j, row->entry < r->entries && r->entry[row->entry].hinted,
                    &figures);
    figures.program = DESK_FILED;
    desk_take_figures(row, &w->out->side[w->out->count - 1], &figures);
}

/* The kind of decision that the entry makes, or ALEA_JUDGED_RESIGNATION if it is not
 * kept. */
static alea_judged kind_of(const alea_match *now, const alea_record_entry *e)
{
    const alea_event_type type = e->event.type;
    if (type == ALEA_EVENT_PLAY)
        return e->unknown_play ? ALEA_JUDGED_RESIGNATION : ALEA_JUDGED_PLAY;
    if (type == ALEA_EVENT_DOUBLE) return ALEA_JUDGED_DOUBLE;
    if (type == ALEA_EVENT_ROLL && alea_match_may_double(now, e->event.by))
        return ALEA_JUDGED_DOUBLE;
    if (type == ALEA_EVENT_TAKE || type == ALEA_EVENT_DROP ||
        type == ALEA_EVENT_BEAVER || type == ALEA_EVENT_RACCOON)
        return ALEA_JUDGED_TAKE;
    return ALEA_JUDGED_RESIGNATION;
}

static void count_turn(walk *w, const alea_event *event)
{
    if (event->type == ALEA_EVENT_OPENING || event->type == ALEA_EVENT_NEXT_GAME ||
        (event->type == ALEA_EVENT_SET && (event->set & ALEA_SET_SCORE))) {
        w->turn = 0;
        w->last = ALEA_NOBODY;
        return;
    }
    const bool acts = event->type == ALEA_EVENT_PLAY ||
                      event->type == ALEA_EVENT_ROLL ||
                      event->type == ALEA_EVENT_DOUBLE;
    if (acts && event->by != w->last) {
        w->turn++;
        w->last = event->by;
    }
}

static void sort_dice(alea_roll roll, uint8_t out[2])
{
    const bool first = roll.die[0] > roll.die[1];
    out[0] = (uint8_t)roll.die[!first];
    out[1] = (uint8_t)roll.die[first];
}

static alea_status add_entry(walk *w, size_t index)
{
    const alea_record_entry *e = &w->record->entry[index];
    const alea_judged kind = kind_of(&w->now, e);
    count_turn(w, &e->event);
    desk_row *row = NULL;
    uint8_t dice[2] = {0, 0};
    if (kind != ALEA_JUDGED_RESIGNATION) {
        row = new_row(w);
        if (!row) return ALEA_ERROR_MEMORY;
        fill_state(row, &w->now, e->event.by);
        row->kind = (uint8_t)kind;
        row->action = (uint8_t)e->event.type;
        row->entry = (uint32_t)index;
        row->turn = (uint16_t)(w->turn < UINT16_MAX ? w->turn : UINT16_MAX);
    }
    if (row && kind == ALEA_JUDGED_PLAY) {
        sort_dice(w->now.roll, dice);
        memcpy(row->dice, dice, 2);
    }
    if (row) fill_filed(w, row);
    if (row && kind == ALEA_JUDGED_PLAY)
        put_moves(e->event.move, e->event.moves, w->out->side[w->out->count - 1].made);
    if (e->unknown_play) return ALEA_OK;
    alea_match_apply(&w->now, &e->event, NULL);
    if (row && kind == ALEA_JUDGED_PLAY && e->event.moves > 0) {
        alea_board after = alea_match_board(&w->now, e->event.by);
        w->has_plays = true;
        crypto_generichash_update(&w->hash, dice, sizeof dice);
        crypto_generichash_update(&w->hash, (const unsigned char *)after.point,
                                  sizeof after.point);
    }
    return ALEA_OK;
}

void desk_decision_key(const desk_row *row, const alea_rules *rules,
                       uint8_t key[DESK_KEY_SIZE])
{
    static const char name[] = "position";
    const bool money = rules->match_length == 0;
    const uint8_t flags[] = {row->dice[0],
                             row->dice[1],
                             row->kind,
                             row->cube_log2,
                             row->owner,
                             row->flags & DESK_CRAWFORD,
                             money && rules->jacoby,
                             money && rules->beavers != 0};
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, DESK_KEY_SIZE);
    crypto_generichash_update(&hash, (const unsigned char *)name, sizeof name);
    crypto_generichash_update(&hash, (const unsigned char *)row->point,
                              sizeof row->point);
    crypto_generichash_update(&hash, flags, sizeof flags);
    crypto_generichash_update(&hash, (const unsigned char *)row->away,
                              sizeof row->away);
    crypto_generichash_final(&hash, key, DESK_KEY_SIZE);
}

/* The one decision of a position: no action was taken. */
static alea_status add_position(walk *w)
{
    const alea_match *now = &w->record->now;
    desk_row *row = new_row(w);
    if (!row) return ALEA_ERROR_MEMORY;
    w->now = *now;
    fill_state(row, now, now->to_act);
    row->kind = now->phase == ALEA_MATCH_TO_PLAY          ? ALEA_JUDGED_PLAY
                : now->phase == ALEA_MATCH_DOUBLE_OFFERED ? ALEA_JUDGED_TAKE
                                                          : ALEA_JUDGED_DOUBLE;
    row->action = ALEA_EVENT_SET;
    row->entry = (uint32_t)w->record->entries;
    if (row->kind == ALEA_JUDGED_PLAY) sort_dice(now->roll, row->dice);
    fill_filed(w, row);
    desk_decision_key(row, &w->record->rules, w->out->key);
    return ALEA_OK;
}

static alea_status finish(walk *w, alea_status status)
{
    if (status != ALEA_OK) desk_rows_free(w->out);
    return status;
}

void desk_rows_free(desk_rows *rows)
{
    free(rows->row);
    free(rows->side);
    *rows = (desk_rows){0};
}

alea_status desk_rows_of(const alea_record *record, const alea_met *met, desk_rows *out)
{
    *out = (desk_rows){.position = alea_record_is_position(record)};
    walk w = {.record = record, .met = met, .out = out, .last = ALEA_NOBODY};
    if (out->position) return finish(&w, add_position(&w));
    alea_match_start(&w.now, &record->rules);
    crypto_generichash_init(&w.hash, NULL, 0, DESK_KEY_SIZE);
    alea_status status = ALEA_OK;
    for (size_t i = 0; status == ALEA_OK && i < record->entries; i++)
        status = add_entry(&w, i);
    if (!w.has_plays) { /* only the names tell such matches apart */
        static const char *const keys[] = {"player_a", "player_b", "date", "event"};
        for (int i = 0; i < 4; i++) {
            const char *text = alea_record_tag_value(record, keys[i]);
            if (text)
                crypto_generichash_update(&w.hash, (const unsigned char *)text,
                                          strlen(text) + 1);
        }
        crypto_generichash_update(&w.hash, (const unsigned char *)record->now.score,
                                  sizeof record->now.score);
    }
    crypto_generichash_final(&w.hash, out->key, sizeof out->key);
    return finish(&w, status);
}

bool desk_row_same(const desk_row *a, const desk_row *b)
{
    return a->kind == b->kind && memcmp(a->dice, b->dice, sizeof a->dice) == 0 &&
           memcmp(a->point, b->point, sizeof a->point) == 0;
}

void desk_row_position(const desk_row *row, int length, alea_position *out)
{
    *out = (alea_position){0};
    alea_board board;
    memcpy(board.point, row->point, sizeof board.point);
    const alea_player by = (alea_player)row->by, other = alea_opponent(by);
    const bool takes = row->kind == ALEA_JUDGED_TAKE;
    out->board = by == ALEA_A ? board : alea_board_swap(&board);
    out->to_act = by;
    out->on_roll = takes ? other : by;
    out->roll.die[0] = row->dice[0];
    out->roll.die[1] = row->dice[1];
    out->cube_log2 = row->cube_log2;
    out->cube_owner = row->owner == DESK_CENTRED ? ALEA_NOBODY
                      : row->owner == DESK_MINE  ? by
                                                 : other;
    out->offers = takes;
    out->match_length = length;
    if (length) {
        out->score[by] = length - row->away[0];
        out->score[other] = length - row->away[1];
    }
    out->crawford_game = row->flags & DESK_CRAWFORD;
    out->cube = true;
    out->cube_limit_log2 = ALEA_UNLIMITED;
    const int on = alea_board_checkers(&board, true) + row->off[0];
    out->checkers = on;
}
