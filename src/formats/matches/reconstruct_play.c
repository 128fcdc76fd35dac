#include "reconstruct_play.h"

#include <stdio.h>
#include <string.h>

#include "formats/toolkit/parse.h"
#include "reconstruct.h"

/* Applies moves regardless of the dice, with hits. */
static bool moved(alea_board *board, const alea_move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        const alea_move *m = &moves[i];
        if (m->to >= m->from || !alea_board_move(board, m->from, m->to)) return false;
    }
    return true;
}

/* Finds a legal play with the same result: some programs write "5/1 1/off" for "5/2
 * 2/off". False if there is none. */
static bool find_same_result(importer *in, alea_player player, alea_event *play)
{
    const alea_match *now = &in->record->now;
    alea_board before = alea_match_board(now, player), after = before;
    if (now->phase != ALEA_MATCH_TO_PLAY || now->turn != player ||
        !moved(&after, play->move, play->moves))
        return false;
    const alea_play_list *list = import_plays(in, &before, now->roll, &now->rules.play);
    if (!list) return false;
    bool found = false;
    for (int i = 0; i < list->count && !found; i++) {
        found = alea_board_equal(&list->play[i].board, &after);
        if (!found) continue;
        play->moves = (uint8_t)list->play[i].count;
        memcpy(play->move, list->play[i].move, sizeof play->move);
    }
    return found;
}

static bool same_checkers(const alea_board *a, const alea_board *b)
{
    for (int i = 1; i <= ALEA_BAR; i++)
        if ((a->point[i] > 0 ? a->point[i] : 0) != (b->point[i] > 0 ? b->point[i] : 0))
            return false;
    return true;
}

/* True if a move joins several dice, so that it may have hit on the way. */
static bool is_joined(const alea_event *play, alea_roll roll)
{
    for (int i = 0; i < play->moves; i++) {
        int pips = play->move[i].from - play->move[i].to;
        bool one_die = pips == roll.die[0] || pips == roll.die[1];
        int most = roll.die[0] > roll.die[1] ? roll.die[0] : roll.die[1];
        if (!one_die && !(play->move[i].to == ALEA_OFF && pips < most)) return true;
    }
    return false;
}

/* Replaces the last two entries by this play and roll, and appends `play`. */
static alea_status replace_last(importer *in, const alea_record_entry last[2],
                                alea_event *play, size_t line)
{
    alea_record *record = in->record;
    size_t at = record->entries;
    alea_status status = ALEA_OK;
    for (int i = 0; i < 2 && !status; i++) {
        if ((status = import_event(in, &last[i].event, line))) break;
        record->entry[record->entries - 1].comment = last[i].comment;
        record->entry[record->entries - 1].extra = last[i].extra;
    }
    if (!status && play) status = import_event(in, play, line);
    if (status) (void)alea_record_drop_last(record, record->entries - at);
    return status;
}

/* `play` is impossible. If the previous play joined several dice, tries the other
 * route, which may hit: some files do not mark hits. */
static alea_status retry_with_hit(importer *in, alea_event *play, size_t line)
{
    alea_record *record = in->record;
    size_t n = record->entries;
    alea_match state;
    if (n < 2 || record->entry[n - 1].event.type != ALEA_EVENT_ROLL ||
        record->entry[n - 2].event.type != ALEA_EVENT_PLAY ||
        record->entry[n - 2].unknown_play ||
        record->entry[n - 2].event.by == play->by ||
        import_finish_entry(in) != ALEA_OK ||
        alea_record_state(record, n - 2, &state) != ALEA_OK ||
        !is_joined(&record->entry[n - 2].event, state.roll))
        return ALEA_ERROR_REFUSED;
    const alea_record_entry stated[2] = {record->entry[n - 2], record->entry[n - 1]};
    alea_player by = stated[0].event.by;
    alea_board before = alea_match_board(&state, by);
    alea_board after = alea_match_board(&record->now, by);
    const alea_play_list *list =
        import_plays(in, &before, state.roll, &state.rules.play);
    if (!list) return import_no_memory(in, line);
    alea_status status = ALEA_ERROR_REFUSED;
    for (int i = 0; i < list->count && status == ALEA_ERROR_REFUSED; i++) {
        const alea_play *other = &list->play[i];
        if (!same_checkers(&other->board, &after) ||
            alea_board_equal(&other->board, &after))
            continue;
        size_t fileds = record->fileds, candidates = record->filed_candidates;
        alea_record_entry tried[2] = {stated[0], stated[1]};
        tried[0].event.moves = (uint8_t)other->count;
        memcpy(tried[0].event.move, other->move, sizeof other->move);
        (void)alea_record_drop_last(record, 2);
        status = replace_last(in, tried, play, line);
        if (status == ALEA_ERROR_REFUSED) {
            alea_status back = replace_last(in, stated, NULL, line);
            if (back) status = back;
        }
        /* Restores the analysis of the two entries, which dropping them removed. */
        record->fileds = fileds;
        record->filed_candidates = candidates;
    }
    if (!status)
        import_warn(in, line,
                    "the previous play hit, although the file does not mark it");
    return status;
}

/* If the file marks a hit and the play has none, finds the route that hits. */
static void find_marked_hit(importer *in, alea_player player, alea_event *play)
{
    const alea_match *now = &in->record->now;
    bool marked = false;
    for (int i = 0; i < play->moves; i++) marked |= play->move[i].hit;
    alea_play judged;
    if (!marked || now->phase != ALEA_MATCH_TO_PLAY || now->turn != player) return;
    alea_board before = alea_match_board(now, player);
    if (alea_play_judge(&before, now->roll, &now->rules.play, play->move, play->moves,
                        &judged, NULL) != ALEA_PLAY_LEGAL)
        return;
    for (int i = 0; i < judged.count; i++)
        if (judged.move[i].hit) return;
    const alea_play_list *list = import_plays(in, &before, now->roll, &now->rules.play);
    if (!list) return;
    for (int i = 0; i < list->count; i++) {
        const alea_play *other = &list->play[i];
        if (!same_checkers(&other->board, &judged.board) ||
            alea_board_equal(&other->board, &judged.board))
            continue;
        play->moves = (uint8_t)other->count;
        memcpy(play->move, other->move, sizeof play->move);
        break;
    }
}

alea_status reconstruct_legal_play(importer *in, alea_player player,
                                   const alea_move *moves, int count, size_t line,
                                   size_t column)
{
    alea_event play = {.type = ALEA_EVENT_PLAY,
                       .by = player,
                       .moves = (uint8_t)count,
                       .cube_owner = ALEA_NOBODY};
    memcpy(play.move, moves, sizeof moves[0] * (size_t)count);
    for (int i = 0; i < count; i++) in->hits_marked |= moves[i].hit;
    find_marked_hit(in, player, &play);
    alea_status status = import_event(in, &play, line);
    if (status == ALEA_ERROR_REFUSED && find_same_result(in, player, &play))
        status = import_event(in, &play, line);
    if (status != ALEA_ERROR_REFUSED) return status;
    alea_error first = *in->error;
    status = retry_with_hit(in, &play, line);
    if (status == ALEA_ERROR_REFUSED) {
        *in->error = first;
        in->error->column = column;
    }
    return status;
}

/* ---- illegal plays ---- */

/* True if the last play of the current game was illegal. */
static bool follows_illegal(const alea_record *record)
{
    for (size_t i = record->entries; i-- > 0;) {
        const alea_record_entry *entry = &record->entry[i];
        const alea_event *event = &entry->event;
        if (event->type == ALEA_EVENT_PLAY) return entry->illegal_play;
        if (event->type == ALEA_EVENT_NEXT_GAME ||
            (event->type == ALEA_EVENT_SET && event->set & ALEA_SET_SCORE))
            break;
    }
    return false;
}

/* `how`: "kept as written", or what was left out. */
static void warn_illegal(importer *in, const char *how, const char *text, size_t length,
                         size_t line, size_t column)
{
    char why[RECONSTRUCT_REASON_SIZE], place[32] = "";
    reconstruct_reason(in, why);
    if (column) snprintf(place, sizeof place, "column %zu: ", column);
    import_warn(in, line, "%san illegal play, %s: %.*s (%s)", place, how,
                (int)(length < 80 ? length : 80), text, why);
}

/* Keeps an illegal play of the roll on the board and sets the position `after` it, in
 * the player's frame, unless it ended the game. The reason is in in->error.
 * ALEA_ERROR_REFUSED, with nothing changed, where this cannot be. */
static alea_status keep_illegal(importer *in, const alea_event *play,
                                const alea_board *after, size_t line)
{
    const alea_match *now = &in->record->now;
    alea_event set = {.type = ALEA_EVENT_SET,
                      .by = ALEA_NOBODY,
                      .set = ALEA_SET_BOARD,
                      .board = play->by == ALEA_B ? alea_board_swap(after) : *after,
                      .turn = alea_opponent(play->by),
                      .cube_owner = ALEA_NOBODY};
    const bool finished = alea_board_checkers(after, true) == 0;
    if (in->options->strict || now->phase != ALEA_MATCH_TO_PLAY ||
        now->turn != play->by || follows_illegal(in->record) ||
        (!finished && alea_match_would(now, &set) != ALEA_ACCEPTED))
        return ALEA_ERROR_REFUSED;
    const alea_status status =
        reconstruct_illegal(in, play->by, play->move, play->moves, line);
    return status || finished ? status : import_event(in, &set, line);
}

/* Moves the checkers in any direction. */
static bool moved_anyhow(alea_board *board, const alea_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        if (!alea_board_move(board, moves[i].from, moves[i].to)) return false;
    return true;
}

/* Makes the moves that can be made, in any direction and order, and appends them to
 * `play`; `left` gets the others. Returns how many these are. */
static int move_what_can(alea_board *board, const alea_move *moves, int count,
                         alea_event *play, alea_move left[ALEA_MAX_MOVES])
{
    int rest = count;
    memcpy(left, moves, sizeof moves[0] * (size_t)count);
    for (int i = 0; i < rest;) {
        if (!alea_board_move(board, left[i].from, left[i].to)) {
            i++;
            continue;
        }
        play->move[play->moves++] = left[i];
        rest--;
        memmove(&left[i], &left[i + 1], sizeof left[0] * (size_t)(rest - i));
        i = 0; /* this checker may be one that an earlier move lacked */
    }
    return rest;
}

alea_status reconstruct_play(importer *in, alea_player player, const alea_move *moves,
                             int count, size_t line, size_t column)
{
    const alea_status status =
        reconstruct_legal_play(in, player, moves, count, line, column);
    if (status != ALEA_ERROR_REFUSED) return status;
    alea_board after = alea_match_board(&in->record->now, player);
    alea_event play = {.type = ALEA_EVENT_PLAY, .by = player};
    alea_move left[ALEA_MAX_MOVES];
    const int rest = move_what_can(&after, moves, count, &play, left);
    if (play.moves == 0) return status;
    const alea_status kept = keep_illegal(in, &play, &after, line);
    if (kept != ALEA_OK) return kept;
    char text[ALEA_PLAY_TEXT_SIZE], without[ALEA_PLAY_TEXT_SIZE],
        how[ALEA_PLAY_TEXT_SIZE + 20] = "kept as written";
    const size_t length = alea_moves_write(moves, count, text);
    if (rest > 0) {
        alea_moves_write(left, rest, without);
        snprintf(how, sizeof how, "kept without %s", without);
    }
    warn_illegal(in, how, text, length, line, column);
    return ALEA_OK;
}

alea_status reconstruct_long_play(importer *in, alea_player player, const char *text,
                                  size_t length, size_t line, size_t column)
{
    alea_board after = alea_match_board(&in->record->now, player);
    int moves = 0;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        alea_move move[ALEA_MAX_MOVES];
        int count = 0;
        while (end < length && !parse_is_blank(text[end])) end++;
        if (alea_moves_read(text + at, end - at, move, &count, NULL) != ALEA_OK ||
            !moved_anyhow(&after, move, count))
            return ALEA_ERROR_REFUSED;
        moves += count;
        at = end;
        while (at < length && parse_is_blank(text[at])) at++;
    }
    const alea_event play = {.type = ALEA_EVENT_PLAY, .by = player};
    if (moves <= ALEA_MAX_MOVES) return ALEA_ERROR_REFUSED;
    const alea_status status = keep_illegal(in, &play, &after, line);
    if (status == ALEA_OK)
        warn_illegal(in, "kept as written", text, length, line, column);
    return status;
}

alea_status reconstruct_bare_roll(importer *in, alea_player player, bool said_no_move,
                                  size_t line)
{
    const alea_match *now = &in->record->now;
    if (now->phase != ALEA_MATCH_TO_PLAY) return reconstruct_unknown(in, player, line);
    alea_board board = alea_match_board(now, player);
    alea_event pass = {
        .type = ALEA_EVENT_PLAY, .by = player, .cube_owner = ALEA_NOBODY};
    if (alea_match_would(now, &pass) == ALEA_ACCEPTED)
        return import_event(in, &pass, line);
    /* A roll without a play is weak evidence: if the file marks hits, the previous play
     * had none. */
    alea_status status = said_no_move || !in->hits_marked
                             ? retry_with_hit(in, &pass, line)
                             : ALEA_ERROR_REFUSED;
    if (status != ALEA_ERROR_REFUSED) return status;
    if (said_no_move)
        import_warn(in, line, "the file states no legal move, but there was one");
    const alea_play_list *list = import_plays(in, &board, now->roll, &now->rules.play);
    if (!list) return import_fail(in, ALEA_ERROR_MEMORY, line, 0, "not enough memory");
    if (list->count == 1 && !said_no_move) {
        alea_play only = list->play[0];
        status = reconstruct_play(in, player, only.move, only.count, line, 0);
    } else {
        status = reconstruct_unknown(in, player, line);
    }
    return status;
}

void reconstruct_turn_moves(alea_move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        if (moves[i].from != ALEA_BAR) moves[i].from = (int8_t)(25 - moves[i].from);
        if (moves[i].to != ALEA_OFF) moves[i].to = (int8_t)(25 - moves[i].to);
    }
}

alea_status reconstruct_upward_moves(importer *in, const char *text, size_t length,
                                     bool upward, alea_move moves[ALEA_MAX_MOVES],
                                     int *count, size_t line)
{
    /* "1/6" is a move in the other side's numbering; alea_moves_read accepts it because
     * it checks only the notation. */
    alea_error why = {0};
    if (alea_moves_read(text, length, moves, count, &why) != ALEA_OK)
        return import_fail(in, ALEA_ERROR_SYNTAX, line, 0, "%s", why.reason);
    if (upward) reconstruct_turn_moves(moves, *count);
    return ALEA_OK;
}

static bool is_legal(const alea_match *now, alea_player player, const alea_move *moves,
                     int count)
{
    alea_event play = {.type = ALEA_EVENT_PLAY,
                       .by = player,
                       .moves = (uint8_t)count,
                       .cube_owner = ALEA_NOBODY};
    memcpy(play.move, moves, sizeof moves[0] * (size_t)count);
    return alea_match_would(now, &play) == ALEA_ACCEPTED;
}

alea_status reconstruct_oriented_moves(importer *in, alea_player player,
                                       alea_move *moves, int count, size_t line,
                                       size_t column)
{
    int way = 0;
    for (int i = 0; i < count && !way; i++)
        if (moves[i].from != ALEA_BAR && moves[i].to != ALEA_OFF)
            way = moves[i].to > moves[i].from ? 1 : -1;
    bool turned =
        way > 0 || (!way && !is_legal(&in->record->now, player, moves, count));
    if (turned) reconstruct_turn_moves(moves, count);
    return reconstruct_play(in, player, moves, count, line, column);
}

alea_status reconstruct_oriented_play(importer *in, alea_player player,
                                      const char *text, size_t length, size_t line,
                                      size_t column)
{
    alea_move moves[ALEA_MAX_MOVES];
    int count;
    alea_error why = {0};
    if (alea_moves_read(text, length, moves, &count, &why) != ALEA_OK)
        return import_fail(in, ALEA_ERROR_SYNTAX, line,
                           column ? column + why.column - 1 : 0, "%s", why.reason);
    return reconstruct_oriented_moves(in, player, moves, count, line, column);
}
