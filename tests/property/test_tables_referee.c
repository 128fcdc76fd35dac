/* Whole matches of random games against the slow referee: the same turns, parts of
 * turns, ends, points and starters. `test_tables_referee 10000 [RULES]` plays that many
 * games of each rule set (or of one); without arguments a few of each. */
#include "tables_referee.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const rule_sets[] = {
    "portes",
    "portes score=one_two_three opening=use",
    "tavla",
    "plakoto",
    "plakoto mother=immediate draw_value=one_each after_draw=same_starter",
    "tapa",
    "mahbusa next_starter=loser",
    "pingame",
    "fevga",
    "fevga last_turn=on",
    "moultezim",
    "tawla31",
    "tawla31 layout=half_turn",
    "nardi",
    "nardi last_turn=on",
    "gulbara",
    "gulbara unplayed=lost",
    "gulbara unplayed=to_opponent_if_moved plain_turns=0",
    "aceydeucey",
    "aceydeucey form=european",
    "aceydeucey acey_named_must_be_playable=yes",
    "russian",
    "russian double_extra=complement_entered score=one_two_three",
    "tawula",
    "tabula next_starter=alternate",
    "sugoroku",
    "sugoroku form=yamato",
    "irish",
    "ur next_starter=roll_off",
    "tavli",
    "tavli draw_replays_same_game=no mother=immediate"};

enum { RULE_SETS = sizeof rule_sets / sizeof *rule_sets, MOST_PARTS = 20000 };

static int games_each = 4, rests_seen;
static const char *only;
static alea_tables_turns turns;
static referee_turns theirs, ours;

static alea_tables_series series_of(const char *text)
{
    alea_tables_series series;
    alea_error error = {0};
    char words[256];
    snprintf(words, sizeof words, "%s", text);
    char *rest = NULL, *word = strtok_r(words, " ", &rest);
    assert_int_equal(alea_tables_series_find(word, &series, &error), ALEA_OK);
    while ((word = strtok_r(NULL, " ", &rest))) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (alea_tables_series_set(&series, word, value, &error))
            fail_msg("%s: %s", text, error.reason);
    }
    for (int i = 0; i < series.games; i++) series.game[i].match_target = 32767;
    if (alea_tables_series_check(&series, &error))
        fail_msg("%s: %s", text, error.reason);
    return series;
}

/* `board` as player `me` sees it. */
static referee_board plain(const alea_tables_board *board, int me)
{
    referee_board out;
    memset(&out, 0, sizeof out);
    for (int side = 0; side < 2; side++) {
        const int player = side ? !me : me;
        memcpy(out.count[player], board->count[side], 26);
        out.struck[player] = board->hit[side];
        for (int r = 0; r < 26; r++)
            out.pinned[player][r] = board->pinned[side] >> r & 1;
    }
    return out;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(referee_board));
}

static void random_dice(const alea_tables_rules *rules, alea_random *random,
                        uint8_t *die, int count)
{
    for (int d = 0; d < count; d++)
        die[d] = (uint8_t)(rules->dice == 1 ? alea_random_below(random, 5)
                                            : 1 + alea_random_below(random, 6));
}

static void check_turns(const alea_tables_match *m, const referee_game *g)
{
    const referee_item *item = &g->todo[0];
    const bool none = item->dice == 1 && item->die[0] == 0;
    const alea_tables_board board = alea_tables_match_board(m, m->turn);
    referee_list(g->rules, &g->board, g->mover, item->die, none ? 0 : item->dice,
                 g->throws[g->mover] <= 1, &theirs);
    alea_tables_turns_list(alea_tables_match_rules(m), &board, m->dice,
                           alea_tables_match_first(m), &turns);
    ours.count = turns.count;
    for (int i = 0; i < turns.count; i++) {
        const alea_tables_board end = alea_tables_turns_board(&turns, i);
        ours.end[i] = plain(&end, g->mover);
    }
    qsort(ours.end, (size_t)ours.count, sizeof *ours.end, by_bytes);
    if (ours.count == theirs.count &&
        memcmp(ours.end, theirs.end, (size_t)ours.count * sizeof *ours.end) == 0)
        return;
    char text[ALEA_TABLES_TEXT_SIZE];
    alea_tables_text_write(alea_tables_match_rules(m), &board, text);
    fail_msg("%s %s, %d dice %d %d: %d turns, the referee has %d", g->rules->name, text,
             item->dice, item->die[0], item->die[1], ours.count, theirs.count);
}

static void apply(alea_tables_match *m, const alea_tables_event *event)
{
    alea_tables_fault fault;
    alea_tables_refusal refusal = alea_tables_match_apply(m, event, &turns, &fault);
    if (refusal)
        fail_msg("%s: %s is refused: %s", alea_tables_match_rules(m)->name,
                 alea_tables_event_name(event->type),
                 alea_tables_refusal_code(refusal));
}

static void play_part(alea_tables_match *m, referee_game *g, alea_random *random)
{
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_PLAY, .by = m->turn};
    assert_int_equal(m->phase, ALEA_TABLES_PHASE_TO_PLAY);
    check_turns(m, g);
    int chosen = (int)alea_random_below(random, (uint32_t)turns.count);
    event.moves = (uint8_t)alea_tables_turns_moves(&turns, chosen, event.move);
    apply(m, &event);
    const referee_board end = plain(&m->board, 0);
    referee_play(g, &end, event.moves,
                 event.moves ? event.move[event.moves - 1].to : 0);
}

static void throw_part(alea_tables_match *m, referee_game *g, alea_random *random)
{
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_ROLL, .by = m->turn};
    assert_int_equal(m->phase, ALEA_TABLES_PHASE_TO_ROLL);
    if (m->may_use && alea_random_below(random, 2)) {
        const int a = m->priv.opening[0], b = m->priv.opening[1];
        event.type = ALEA_TABLES_EVENT_USE;
        apply(m, &event);
        referee_use(g, a, b);
        return;
    }
    random_dice(g->rules, random, event.die, g->rules->dice);
    apply(m, &event);
    referee_throw(g, event.die);
}

/* Some step of a double of `die` can be played. */
static bool can_play(const referee_game *g, int die)
{
    const int dice[4] = {die, die, die, die};
    referee_list(g->rules, &g->board, g->mover, dice, 4, false, &theirs);
    return theirs.count != 1 || memcmp(theirs.end, &g->board, sizeof g->board) != 0;
}

static void name_part(alea_tables_match *m, referee_game *g, alea_random *random)
{
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_NAME, .by = m->turn};
    assert_int_equal(m->phase, ALEA_TABLES_PHASE_TO_NAME);
    event.die[0] = (uint8_t)(1 + alea_random_below(random, 6));
    bool any = false;
    for (int d = 1; d <= 6 && g->rules->acey_playable; d++) any |= can_play(g, d);
    if (any && !can_play(g, event.die[0])) {
        assert_int_equal(alea_tables_match_apply(m, &event, &turns, NULL),
                         ALEA_TABLES_REFUSED_NOT_PLAYABLE);
        return;
    }
    apply(m, &event);
    referee_name(g, event.die[0]);
}

/* The dice to be played are those of the referee's item. */
static void check_dice(const alea_tables_match *m, const referee_item *item)
{
    int sum = 0, wanted = 0, steps = m->dice.count;
    const bool equal = m->dice.count == 2 && m->dice.die[0] == m->dice.die[1];
    if (item->task != TASK_PLAY) {
        assert_int_equal(m->dice.count, 0);
        return;
    }
    for (int d = 0; d < item->dice; d++) wanted += item->die[d];
    for (int d = 0; d < m->dice.count; d++) sum += m->dice.die[d];
    if (equal) {
        steps =
            m->dice.steps ? m->dice.steps : alea_tables_match_rules(m)->double_steps;
        sum = steps * m->dice.die[0];
    }
    assert_int_equal(steps, item->dice);
    assert_int_equal(sum, wanted);
}

static void play_game(alea_tables_match *m, referee_game *g, alea_random *random)
{
    for (int part = 0; g->winner < 0; part++) {
        if (part == MOST_PARTS) fail_msg("%s does not end", g->rules->name);
        assert_int_equal(m->turn, g->mover);
        assert_int_equal(m->to_act, g->mover);
        check_dice(m, &g->todo[0]);
        rests_seen += g->todo[0].rest;
        switch (g->todo[0].task) {
        case TASK_THROW: throw_part(m, g, random); break;
        case TASK_NAME: name_part(m, g, random); break;
        case TASK_PLAY: play_part(m, g, random); break;
        }
    }
}

static int open_game(alea_tables_match *m, alea_random *random)
{
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_OPENING};
    while (m->phase == ALEA_TABLES_PHASE_OPENING) {
        random_dice(alea_tables_match_rules(m), random, event.die, 2);
        apply(m, &event);
    }
    return event.die[0] > event.die[1] ? 0 : 1;
}

/* Who starts after the game; -1: the dice say. */
static int next_starter(const referee_game *g)
{
    if (g->winner == 2)
        return g->rules->after_draw == ALEA_TABLES_AFTER_DRAW_SAME_STARTER ? g->starter
                                                                           : -1;
    switch (g->rules->next_starter) {
    case ALEA_TABLES_NEXT_WINNER: return g->winner;
    case ALEA_TABLES_NEXT_LOSER: return !g->winner;
    case ALEA_TABLES_NEXT_ALTERNATE: return !g->starter;
    case ALEA_TABLES_NEXT_ROLL_OFF: break;
    }
    return -1;
}

static void play_match(const char *text, uint64_t stream)
{
    const alea_tables_series series = series_of(text);
    alea_random random = alea_random_start(43, stream);
    alea_tables_match m;
    int score[2] = {0}, starter = -1, place = 0;
    alea_tables_match_start(&m, &series);
    const int games = games_each * series.games;
    for (int game = 1; game <= games; game++) {
        const alea_tables_rules *rules = &series.game[place];
        referee_game g;
        if (starter < 0) {
            assert_int_equal(m.phase, ALEA_TABLES_PHASE_OPENING);
            starter = open_game(&m, &random);
        }
        assert_int_equal(m.starter, starter);
        assert_int_equal(m.in_series, place);
        referee_start(&g, rules, starter);
        if (m.phase == ALEA_TABLES_PHASE_TO_PLAY)
            referee_use(&g, m.dice.die[0], m.dice.die[1]);
        play_game(&m, &g, &random);
        for (int side = 0; side < 2; side++)
            if (g.winner == side || g.winner == 2) score[side] += g.points;
        assert_int_equal(m.phase, ALEA_TABLES_PHASE_GAME_OVER);
        assert_int_equal(m.winner, g.winner == 2 ? ALEA_TABLES_NOBODY : g.winner);
        assert_int_equal(m.points, g.points);
        assert_memory_equal(m.score, score, sizeof score);
        starter = next_starter(&g);
        if (g.winner != 2 || rules->draw_replay == ALEA_TABLES_REPLAY_NEXT)
            place = (place + 1) % series.games;
        if (score[0] > 30000 || score[1] > 30000) {
            alea_tables_match_start(&m, &series);
            memset(score, 0, sizeof score);
            starter = -1;
            place = 0;
        } else {
            apply(&m, &(alea_tables_event){.type = ALEA_TABLES_EVENT_NEXT});
        }
    }
}

static void matches_agree_with_the_referee(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < RULE_SETS; i++) {
        if (only && strcmp(only, rule_sets[i]) != 0) continue;
        if (games_each > 100) {
            printf("%s\n", rule_sets[i]);
            fflush(stdout);
        }
        play_match(rule_sets[i], 100 + i);
    }
    if (!only) assert_true(rests_seen > 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_agree_with_the_referee),
    };
    if (argc > 1) games_each = atoi(argv[1]);
    if (argc > 2) only = argv[2];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
