/* Random events, sensible and senseless, against chouettes under random rules: a
 * refusal changes nothing, the ledger sums to zero, nobody is lost from the line, all
 * games still in play stand on one board, and the log, written as
 * text, replays to the same state. Deterministic. */
#include <alea/chouette_text.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SESSIONS = 400, EVENTS = 1200 };

static uint64_t seed;

static int below(int n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed % (uint64_t)n);
}

static alea_chouette_rules any_rules(void)
{
    alea_chouette_rules rules;
    do {
        rules = alea_chouette_rules_default();
        for (int i = 0; alea_chouette_option(i); i++) {
            const char *name = alea_chouette_option(i);
            int words = 0;
            while (alea_chouette_choice(name, words)) words++;
            if (words > 0 && below(2))
                alea_chouette_set(&rules, name,
                                  alea_chouette_choice(name, below(words)), NULL);
        }
        rules.partner_from = 4 + below(5);
        rules.game.beavers = below(3);
        rules.game.jacoby = below(2);
        rules.game.setup = below(3) ? ALEA_SETUP_HYPERGAMMON : ALEA_SETUP_BACKGAMMON;
    } while (alea_chouette_rules_check(&rules, NULL) != ALEA_OK);
    return rules;
}

static alea_roll any_roll(void)
{
    return (alea_roll){{(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))}};
}

static alea_play_list list;

static void choose_play(const alea_chouette *c, alea_chouette_event *e)
{
    const alea_match *m = alea_chouette_board(c);
    const alea_board board = alea_match_board(m, m->turn);
    alea_plays(&board, m->roll, &m->rules.play, &list);
    const alea_play *play = &list.play[below(list.count)];
    memcpy(e->move, play->move, sizeof e->move);
    e->moves = play->count;
}

/* What the phase asks for. */
static alea_chouette_event sensible(const alea_chouette *c)
{
    alea_chouette_event e = {.roll = any_roll(), .yes = below(2)};
    e.seat = c->asked;
    e.pair = c->pairs > 0 ? below(c->pairs) : 0;
    switch (c->phase) {
    case ALEA_CHOUETTE_ORDER:
        e.type = ALEA_CHOUETTE_EVENT_THROW;
        for (int i = 0; i < c->players; i++) {
            const bool tied = (i > 0 && c->group[i - 1] == c->group[i]) ||
                              (i + 1 < c->players && c->group[i + 1] == c->group[i]);
            if (tied) e.thrown[c->line[i]] = (uint8_t)(4 + below(3));
        }
        break;
    case ALEA_CHOUETTE_BETWEEN: e.type = ALEA_CHOUETTE_EVENT_BEGIN; break;
    case ALEA_CHOUETTE_ASK_BOX:
    case ALEA_CHOUETTE_ASK_PARTNER: e.type = ALEA_CHOUETTE_EVENT_PARTNER; break;
    case ALEA_CHOUETTE_ASK_AUTOMATIC: e.type = ALEA_CHOUETTE_EVENT_AUTOMATIC; break;
    case ALEA_CHOUETTE_OPENING: e.type = ALEA_CHOUETTE_EVENT_OPENING; break;
    case ALEA_CHOUETTE_TO_ROLL:
        e.type = below(4) ? ALEA_CHOUETTE_EVENT_ROLL : ALEA_CHOUETTE_EVENT_DOUBLE;
        e.seat = alea_chouette_mover(c);
        if (e.type == ALEA_CHOUETTE_EVENT_DOUBLE && below(2))
            e.seat = c->pair[e.pair].lower;
        break;
    case ALEA_CHOUETTE_ANSWERS:
        e.type = (alea_chouette_type)(ALEA_CHOUETTE_EVENT_DOUBLE + below(5));
        if (below(3)) e.type = ALEA_CHOUETTE_EVENT_TAKE;
        e.seat = c->pair[e.pair].match.to_act == ALEA_A ? c->pair[e.pair].upper
                                                        : c->pair[e.pair].lower;
        if (below(8) == 0) e.seat = c->shooter;
        break;
    case ALEA_CHOUETTE_EXTRAS:
        e.type = ALEA_CHOUETTE_EVENT_EXTRA;
        e.seat = c->pair[e.pair].lower;
        break;
    case ALEA_CHOUETTE_TO_PLAY:
        e.type = ALEA_CHOUETTE_EVENT_PLAY;
        e.seat = alea_chouette_mover(c);
        choose_play(c, &e);
        break;
    }
    return e;
}

/* A proposal in a pair still in the game, or an answer to the one that is there. */
static alea_chouette_event proposal(const alea_chouette *c)
{
    const int pair = below(c->pairs);
    const alea_chouette_pair *p = &c->pair[pair];
    const bool upper = p->proposer == ALEA_NOBODY ? below(2) : p->proposer == ALEA_B;
    alea_chouette_event e = {.pair = pair, .win_class = 1, .points = below(9) - 4};
    e.seat = upper ? p->upper : p->lower;
    e.type = p->proposer == ALEA_NOBODY
                 ? below(2) ? ALEA_CHOUETTE_EVENT_RESIGN : ALEA_CHOUETTE_EVENT_SETTLE
             : below(2) ? ALEA_CHOUETTE_EVENT_ACCEPT
                        : ALEA_CHOUETTE_EVENT_REJECT;
    return e;
}

static alea_chouette_event senseless(const alea_chouette *c)
{
    alea_chouette_event e = {
        .type = (alea_chouette_type)below(ALEA_CHOUETTE_EVENTS),
        .seat = below(ALEA_CHOUETTE_SEATS + 2) - 1,
        .pair = below(ALEA_CHOUETTE_PAIRS + 2) - 1,
        .other = below(ALEA_CHOUETTE_SEATS + 2) - 1,
        .yes = below(2),
        .roll = {{(uint8_t)below(8), (uint8_t)below(8)}},
        .moves = (uint8_t)below(7),
        .win_class = (uint8_t)below(5),
        .points = below(9) - 4,
    };
    if (c->pairs > 0 && below(2)) e.pair = below(c->pairs);
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++) e.thrown[i] = (uint8_t)below(8);
    for (int i = 0; i < ALEA_MAX_MOVES; i++)
        e.move[i] =
            (alea_move){(int8_t)(below(28) - 1), (int8_t)(below(28) - 1), false};
    return e;
}

static alea_chouette_event any_event(const alea_chouette *c)
{
    const bool playing =
        c->phase == ALEA_CHOUETTE_TO_ROLL || c->phase == ALEA_CHOUETTE_TO_PLAY;
    if (playing && below(20) == 0) return proposal(c);
    return below(5) ? sensible(c) : senseless(c);
}

static void check_line(const alea_chouette *c)
{
    unsigned seen = 0;
    assert_in_range(c->players, 0, ALEA_CHOUETTE_SEATS);
    for (int i = 0; i < c->players; i++) {
        assert_in_range(c->line[i], 0, ALEA_CHOUETTE_SEATS - 1);
        assert_false(seen >> c->line[i] & 1);
        seen |= 1u << c->line[i];
    }
    if (c->partner >= 0) assert_false(seen >> c->partner & 1);
    for (int i = 0; i < c->joiners; i++) {
        assert_false(seen >> c->joining[i] & 1);
        assert_int_not_equal(c->joining[i], c->partner);
    }
}

/* The games still in play share board, dice, turn and phase but for cubes on offer. */
static void check_pairs(const alea_chouette *c)
{
    const alea_match *board = alea_chouette_board(c);
    assert_in_range(c->pairs, 0, ALEA_CHOUETTE_PAIRS);
    assert_in_range(c->entries, 0, ALEA_CHOUETTE_ENTRIES);
    for (int i = 0; board && i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        if (p->over) continue;
        assert_memory_equal(&p->match.board, &board->board, sizeof board->board);
        assert_int_equal(p->match.turn, board->turn);
        assert_int_equal(alea_match_offers(&p->match) > 0, p->offered == 1);
    }
    if (c->phase >= ALEA_CHOUETTE_OPENING) assert_non_null(board);
    if (c->phase != ALEA_CHOUETTE_BETWEEN && c->phase != ALEA_CHOUETTE_OPENING)
        assert_int_not_equal(alea_chouette_waits_for(c), 0);
    if (c->phase == ALEA_CHOUETTE_TO_ROLL || c->phase == ALEA_CHOUETTE_TO_PLAY)
        assert_in_range(alea_chouette_mover(c), 0, ALEA_CHOUETTE_SEATS - 1);
}

static void check_ledger(const alea_chouette *before, const alea_chouette *c)
{
    int64_t sum = 0, moved[ALEA_CHOUETTE_SEATS] = {0};
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++) sum += c->total[i];
    assert_int_equal(sum, 0);
    /* What the totals moved by is written down. */
    const int from = c->game == before->game ? before->entries : 0;
    for (int i = from; i < c->entries; i++) {
        assert_true(c->entry[i].points > 0);
        moved[c->entry[i].to] += c->entry[i].points;
        moved[c->entry[i].from] -= c->entry[i].points;
    }
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++)
        assert_int_equal(c->total[i] - before->total[i], moved[i]);
}

/* Clears what lies between the fields of a pair: compilers may leave it as it was. */
static void clear_gaps(alea_chouette *c)
{
    for (int i = 0; i < ALEA_CHOUETTE_PAIRS; i++) {
        alea_chouette_pair *pair = &c->pair[i];
        char *over = (char *)(&pair->over + 1),
             *beaver = (char *)(&pair->must_beaver + 1);
        memset(over, 0, (size_t)((char *)&pair->offered - over));
        memset(beaver, 0, (size_t)((char *)&pair->proposer - beaver));
    }
}

static char logged[EVENTS][ALEA_CHOUETTE_TEXT_SIZE];
static alea_chouette c, before, replayed;
static int accepted_of[ALEA_CHOUETTE_EVENTS], refused_by[ALEA_CHOUETTE_REFUSALS], games;

static void storm(int session)
{
    int count = 0;
    seed = 0x9e3779b97f4a7c15u * (uint64_t)(session + 1);
    const alea_chouette_rules rules = any_rules();
    const int players = 3 + below(6);
    alea_chouette_start(&c, &rules, players);
    for (int i = 0; i < EVENTS; i++) {
        const alea_chouette_event e = any_event(&c);
        memcpy(&before, &c, sizeof c);
        const alea_chouette_refusal got = alea_chouette_apply(&c, &e, NULL, NULL);
        refused_by[got]++;
        if (got != ALEA_CHOUETTE_ACCEPTED) {
            assert_memory_equal(&before, &c, sizeof c);
            continue;
        }
        accepted_of[e.type]++;
        alea_chouette_event_write(&before, &e, logged[count++]);
        check_line(&c);
        check_pairs(&c);
        check_ledger(&before, &c);
    }
    games += c.game;
    alea_chouette_start(&replayed, &rules, players);
    for (int i = 0; i < count; i++) {
        alea_chouette_event e;
        alea_error error = {0};
        if (alea_chouette_event_read(&replayed, logged[i], strlen(logged[i]), &e,
                                     &error) != ALEA_OK)
            fail_msg("%s: column %zu: %s", logged[i], error.column, error.reason);
        assert_int_equal(alea_chouette_apply(&replayed, &e, NULL, NULL),
                         ALEA_CHOUETTE_ACCEPTED);
    }
    clear_gaps(&replayed);
    clear_gaps(&c);
    assert_memory_equal(&replayed, &c, sizeof c);
}

static void storms(void **state)
{
    (void)state;
    for (int session = 0; session < SESSIONS; session++) storm(session);
    /* Every event was accepted and every refusal given somewhere. */
    for (int i = 0; i < ALEA_CHOUETTE_EVENTS; i++)
        if (accepted_of[i] == 0)
            fail_msg("%s was never accepted",
                     alea_chouette_event_name((alea_chouette_type)i));
    for (int i = 0; i < ALEA_CHOUETTE_REFUSALS; i++)
        if (refused_by[i] == 0)
            fail_msg("%s was never given",
                     alea_chouette_refusal_code((alea_chouette_refusal)i));
    printf("%d games\n", games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(storms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
