/* src/core/record.c: events kept, states rebuilt, texts and tags, memory that fails. */
#include "unit/match_steps.h"

#include <stdlib.h>

#include <alea/record.h>

/* Counts blocks, and fails after `left` more requests (-1 = never). */
typedef struct budget {
    int blocks, left;
} budget;

static void *resize(void *context, void *block, size_t size)
{
    budget *b = context;
    if (size == 0) {
        free(block);
        b->blocks--;
        return NULL;
    }
    if (b->left == 0) return NULL;
    if (b->left > 0) b->left--;
    void *now = realloc(block, size);
    if (now && !block) b->blocks++;
    return now;
}

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static alea_play_list list;

/* An event that is accepted now, chosen by `seed`. */
static alea_event any_event(const alea_match *m, uint64_t *seed)
{
    alea_event event = event_of(ALEA_EVENT_OPENING, ALEA_NOBODY);
    event.roll.die[0] = (uint8_t)(1 + next_random(seed) % 6);
    event.roll.die[1] = (uint8_t)(1 + next_random(seed) % 6);
    event.by = m->to_act;
    switch (m->phase) {
    case ALEA_MATCH_OPENING: break;
    case ALEA_MATCH_TO_ROLL:
        event.type = ALEA_EVENT_ROLL;
        if (alea_match_may_double(m, m->turn) && next_random(seed) % 8 == 0)
            event.type = ALEA_EVENT_DOUBLE;
        else if (next_random(seed) % 12 == 0) {
            event.type = ALEA_EVENT_RESIGN;
            event.win_class = (uint8_t)(1 + next_random(seed) % 3);
        }
        break;
    case ALEA_MATCH_DOUBLE_OFFERED:
    case ALEA_MATCH_BEAVER_OFFERED:
        event.type = next_random(seed) % 3 ? ALEA_EVENT_TAKE : ALEA_EVENT_DROP;
        break;
    case ALEA_MATCH_TO_PLAY: {
        event.type = ALEA_EVENT_PLAY;
        alea_board board = alea_match_board(m, m->turn);
        alea_plays(&board, m->roll, &m->rules.play, &list);
        const alea_play *play = &list.play[next_random(seed) % (uint64_t)list.count];
        memcpy(event.move, play->move, sizeof event.move);
        event.moves = play->count;
        break;
    }
    case ALEA_MATCH_RESIGN_OFFERED:
        event.type =
            next_random(seed) % 2 ? ALEA_EVENT_ACCEPT_RESIGN : ALEA_EVENT_REJECT_RESIGN;
        break;
    case ALEA_MATCH_GAME_OVER: event.type = ALEA_EVENT_NEXT_GAME; break;
    case ALEA_MATCH_MATCH_OVER:
        event.type = ALEA_EVENT_SET;
        event.set = ALEA_SET_SCORE;
        break;
    }
    return event;
}

enum { LONG = 3000 };

/* A long session; states[i] = before entry i. */
static void fill(alea_record *record, alea_match *states, int count)
{
    uint64_t seed = 20;
    for (int i = 0; i < count; i++) {
        states[i] = record->now;
        alea_event event = any_event(&record->now, &seed);
        alea_refusal refusal;
        assert_int_equal(alea_record_append(record, &event, &refusal, NULL), ALEA_OK);
        assert_int_equal(refusal, ALEA_ACCEPTED);
    }
    states[count] = record->now;
}

static void every_state_is_rebuilt(void **state)
{
    (void)state;
    budget b = {0, -1};
    alea_rules rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
    alea_record record;
    alea_record_start(&record, &rules, (alea_memory){resize, &b});
    alea_match *states = calloc(LONG + 1, sizeof *states);
    fill(&record, states, LONG);
    assert_int_equal(record.entries, LONG);
    assert_int_equal(alea_record_games(&record), states[LONG].games_begun);
    assert_true(alea_record_games(&record) > 20);
    for (size_t i = 0; i <= LONG; i++) {
        alea_match at;
        assert_int_equal(alea_record_state(&record, i, &at), ALEA_OK);
        assert_memory_equal(&at, &states[i], sizeof at);
    }
    alea_match unchanged = states[0];
    assert_int_equal(alea_record_state(&record, LONG + 1, &unchanged),
                     ALEA_ERROR_ARGUMENT);
    assert_memory_equal(&unchanged, &states[0], sizeof unchanged);
    /* Each game begins where its number first stands. */
    for (int game = 1; game <= alea_record_games(&record); game++) {
        size_t start = alea_record_game_start(&record, game);
        assert_int_equal(states[start].games_begun, game);
        assert_true(start == 0 || states[start - 1].games_begun == game - 1);
    }
    assert_int_equal(alea_record_game_start(&record, 0), 0);
    assert_int_equal(alea_record_game_start(&record, 1 << 20), LONG);
    alea_record_clear(&record);
    assert_int_equal(b.blocks, 0);
    alea_record_clear(&record);
    alea_record_clear(NULL);
    free(states);
}

static void entries_are_taken_back(void **state)
{
    (void)state;
    budget b = {0, -1};
    alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    alea_record record;
    alea_record_start(&record, &rules, (alea_memory){resize, &b});
    alea_match states[301];
    fill(&record, states, 300);
    static const size_t counts[] = {0, 1, 43, 1, 63, 64, 65, 63};
    size_t left = 300;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        assert_int_equal(alea_record_drop_last(&record, counts[i]), ALEA_OK);
        left -= counts[i];
        assert_int_equal(record.entries, left);
        assert_memory_equal(&record.now, &states[left], sizeof record.now);
        for (size_t j = 0; j <= left; j++) {
            alea_match at;
            assert_int_equal(alea_record_state(&record, j, &at), ALEA_OK);
            assert_memory_equal(&at, &states[j], sizeof at);
        }
    }
    assert_int_equal(left, 0);
    assert_int_equal(alea_record_drop_last(&record, 1), ALEA_ERROR_ARGUMENT);
    /* It grows again as before. */
    fill(&record, states, 300);
    assert_int_equal(record.entries, 300);
    alea_record_clear(&record);
    assert_int_equal(b.blocks, 0);
}

static void refused_events_are_not_kept(void **state)
{
    (void)state;
    budget b = {0, -1};
    alea_rules rules = alea_rules_default();
    alea_record record;
    alea_record_start(&record, &rules, (alea_memory){resize, &b});
    alea_event event = event_of(ALEA_EVENT_DOUBLE, ALEA_A);
    alea_refusal refusal = ALEA_ACCEPTED;
    assert_int_equal(alea_record_append(&record, &event, &refusal, NULL),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(refusal, ALEA_REFUSED_WRONG_PHASE);
    assert_int_equal(alea_record_append(&record, &event, NULL, NULL),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(record.entries, 0);
    event = event_of(ALEA_EVENT_OPENING, ALEA_NOBODY);
    event.roll = (alea_roll){{3, 1}};
    assert_int_equal(alea_record_append(&record, &event, NULL, NULL), ALEA_OK);
    assert_int_equal(record.entry[0].comment, ALEA_NO_TEXT);
    assert_int_equal(record.entry[0].clock_ms[1], ALEA_NO_CLOCK);
    event = play_of(ALEA_A, (const int[]){8, 5, 0});
    alea_play_error error;
    assert_int_equal(alea_record_append(&record, &event, &refusal, &error),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(refusal, ALEA_REFUSED_ILLEGAL_PLAY);
    assert_int_equal(error, ALEA_PLAY_MUST_USE_BOTH);
    alea_record_clear(&record);
}

/* A play that the rules refuse is kept with its moves; the position comes with a
 * SET. */
static void illegal_plays(void **state)
{
    (void)state;
    budget b = {0, -1};
    alea_rules rules = alea_rules_default();
    alea_record record;
    alea_record_start(&record, &rules, (alea_memory){resize, &b});
    alea_event event = event_of(ALEA_EVENT_OPENING, ALEA_NOBODY);
    event.roll = (alea_roll){{3, 1}};
    assert_int_equal(alea_record_append(&record, &event, NULL, NULL), ALEA_OK);
    const alea_move move[] = {{8, 3, false}, {4, 6, true}};
    alea_refusal refusal;
    assert_int_equal(alea_record_append_illegal(&record, ALEA_B, move, 2, &refusal),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(refusal, ALEA_REFUSED_NOT_YOUR_TURN);
    assert_int_equal(
        alea_record_append_illegal(&record, ALEA_A, move, ALEA_MAX_MOVES + 1, NULL),
        ALEA_ERROR_ARGUMENT);
    assert_int_equal(alea_record_append_illegal(&record, ALEA_A, move, -1, NULL),
                     ALEA_ERROR_ARGUMENT);
    assert_int_equal(record.entries, 1);
    assert_int_equal(alea_record_append_illegal(&record, ALEA_A, move, 2, NULL),
                     ALEA_OK);
    assert_true(record.entry[1].unknown_play && record.entry[1].illegal_play);
    assert_int_equal(record.entry[1].event.moves, 2);
    assert_memory_equal(record.entry[1].event.move, move, sizeof move);
    assert_int_equal(record.now.phase, ALEA_MATCH_TO_PLAY);
    event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_BOARD;
    event.board = record.now.board;
    event.turn = ALEA_B;
    assert_int_equal(alea_record_append(&record, &event, NULL, NULL), ALEA_OK);
    alea_match at;
    assert_int_equal(alea_record_state(&record, 3, &at), ALEA_OK);
    assert_int_equal(at.turn, ALEA_B);
    alea_record_clear(&record);
}

/* ???? in a match file: the play is unknown, the result is not. */
static void unknown_plays(void **state)
{
    (void)state;
    budget b = {0, -1};
    alea_rules rules = alea_rules_default();
    alea_record record;
    alea_record_start(&record, &rules, (alea_memory){resize, &b});
    alea_refusal refusal;
    assert_int_equal(alea_record_append_unknown(&record, ALEA_A, &refusal),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(refusal, ALEA_REFUSED_WRONG_PHASE);
    alea_event event = event_of(ALEA_EVENT_OPENING, ALEA_NOBODY);
    event.roll = (alea_roll){{3, 1}};
    assert_int_equal(alea_record_append(&record, &event, NULL, NULL), ALEA_OK);
    assert_int_equal(alea_record_append_unknown(&record, ALEA_B, &refusal),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(refusal, ALEA_REFUSED_NOT_YOUR_TURN);
    assert_int_equal(alea_record_append_unknown(&record, ALEA_A, NULL), ALEA_OK);
    assert_true(record.entry[1].unknown_play);
    event = event_of(ALEA_EVENT_RESIGN, ALEA_A);
    event.win_class = 2;
    assert_int_equal(alea_record_append(&record, &event, NULL, NULL), ALEA_OK);
    alea_match at;
    assert_int_equal(alea_record_state(&record, 2, &at), ALEA_OK);
    assert_int_equal(at.phase, ALEA_MATCH_TO_PLAY);
    event = event_of(ALEA_EVENT_ACCEPT_RESIGN, ALEA_B);
    assert_int_equal(alea_record_append(&record, &event, NULL, NULL), ALEA_OK);
    assert_int_equal(record.now.result.points, 2);
    assert_int_equal(alea_record_drop_last(&record, 2), ALEA_OK);
    assert_int_equal(record.now.phase, ALEA_MATCH_TO_PLAY);
    /* An entry that was tampered with does not replay, and says so. */
    record.entry[0].event.roll.die[0] = 9;
    assert_int_equal(alea_record_state(&record, 1, &at), ALEA_ERROR_REFUSED);
    alea_record_clear(&record);
}

/* A legal play is stored in an order in which it can be made, with its hits; one put
 * down as it was made keeps its moves. What was stored replays. */
static void settled_plays(void **state)
{
    (void)state;
    budget b = {0, -1};
    alea_rules rules = alea_rules_preset(ALEA_PRESET_COMPENDIUM);
    alea_record record;
    alea_record_start(&record, &rules, (alea_memory){resize, &b});
    alea_event event = event_of(ALEA_EVENT_OPENING, ALEA_NOBODY);
    event.roll = (alea_roll){{6, 5}};
    assert_int_equal(alea_record_append_settled(&record, &event, NULL, NULL), ALEA_OK);
    event = play_of(ALEA_A, (const int[]){24, 12, 0});
    const alea_event refused = event;
    alea_refusal refusal;
    alea_play_error why;
    assert_int_equal(alea_record_append_settled(&record, &event, &refusal, &why),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(refusal, ALEA_REFUSED_ILLEGAL_PLAY);
    assert_memory_equal(&event, &refused, sizeof event);
    event = play_of(ALEA_A, (const int[]){24, 13, 0});
    event.as_made = true;
    assert_int_equal(alea_record_append_settled(&record, &event, NULL, NULL), ALEA_OK);
    assert_false(event.as_made);
    assert_int_equal(event.moves, 2);
    assert_int_equal(event.move[0].from, 24);
    assert_int_equal(event.move[1].to, 13);
    assert_int_equal(event.move[0].to, event.move[1].from);
    assert_memory_equal(&record.entry[1].event, &event, sizeof event);

    event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_BOARD;
    event.turn = ALEA_B;
    event.board.point[6] = -2; /* B's 19 point */
    event.board.point[15] = 1; /* A's blot on B's 10 point */
    event.board.point[24] = 2;
    assert_int_equal(alea_record_append(&record, &event, NULL, NULL), ALEA_OK);
    event = event_of(ALEA_EVENT_ROLL, ALEA_B);
    event.roll = (alea_roll){{6, 3}};
    assert_int_equal(alea_record_append(&record, &event, NULL, NULL), ALEA_OK);
    const alea_match before = record.now;
    /* One move only, and 13/10 before a checker stands there: hits on the way. */
    event = play_of(ALEA_B, (const int[]){19, 10, 0});
    assert_int_equal(alea_record_append_settled(&record, &event, NULL, NULL), ALEA_OK);
    assert_int_equal(event.moves, 2);
    assert_true(event.move[1].hit && event.move[1].to == 10);
    alea_match at;
    assert_int_equal(alea_record_state(&record, record.entries, &at), ALEA_OK);
    assert_int_equal(at.board.point[ALEA_BAR], 1);

    /* Backwards: the opponent may accept it, so it is kept as it was made. */
    assert_int_equal(alea_record_drop_last(&record, 1), ALEA_OK);
    assert_memory_equal(&record.now, &before, sizeof before);
    event = play_of(ALEA_B, (const int[]){19, 10, 0});
    event.move[0].to = 18;
    event.as_made = true;
    assert_int_equal(alea_record_append_settled(&record, &event, NULL, NULL), ALEA_OK);
    assert_true(event.as_made && event.moves == 1 && !event.move[0].hit);
    alea_record_clear(&record);
    assert_int_equal(b.blocks, 0);
}

static void texts_and_tags(void **state)
{
    (void)state;
    budget b = {0, -1};
    alea_rules rules = alea_rules_default();
    alea_record record;
    alea_record_start(&record, &rules, (alea_memory){resize, &b});
    assert_string_equal(alea_record_text(&record, ALEA_NO_TEXT), "");
    assert_string_equal(alea_record_text(&record, 0), "");
    int32_t handles[100];
    for (int i = 0; i < 100; i++) {
        const char text[] = {(char)('a' + i % 26), (char)('0' + i / 26), '\0'};
        assert_int_equal(alea_record_add_text(&record, text, 2, &handles[i]), ALEA_OK);
    }
    for (int i = 0; i < 100; i++) {
        const char text[] = {(char)('a' + i % 26), (char)('0' + i / 26), '\0'};
        assert_string_equal(alea_record_text(&record, handles[i]), text);
    }
    assert_string_equal(alea_record_text(&record, 1 << 20), "");
    int32_t handle = 77;
    assert_int_equal(alea_record_add_text(&record, "a\0b", 3, &handle),
                     ALEA_ERROR_ARGUMENT);
    assert_int_equal(handle, 77);
    assert_int_equal(alea_record_add_text(&record, NULL, 0, &handle), ALEA_OK);
    assert_string_equal(alea_record_text(&record, handle), "");

    assert_null(alea_record_tag_value(&record, "player_a"));
    assert_int_equal(alea_record_set_tag(&record, "player_a", "Ada"), ALEA_OK);
    assert_int_equal(alea_record_set_tag(&record, "player_b", "B\xc3\xa9la"), ALEA_OK);
    assert_int_equal(alea_record_set_tag(&record, "player_a", "Ann"), ALEA_OK);
    size_t size = record.text_size;
    assert_int_equal(alea_record_set_tag(&record, "player_a", "Ann"), ALEA_OK);
    assert_int_equal(record.text_size, size);
    assert_int_equal(record.tags, 2);
    assert_string_equal(alea_record_tag_value(&record, "player_a"), "Ann");
    assert_string_equal(alea_record_tag_value(&record, "player_b"), "B\xc3\xa9la");
    for (int i = 0; i < 60; i++) {
        const char key[] = {'k', (char)('0' + i), '\0'};
        assert_int_equal(alea_record_set_tag(&record, key, key), ALEA_OK);
    }
    assert_string_equal(alea_record_tag_value(&record, "k0"), "k0");
    alea_record_clear(&record);
    assert_int_equal(b.blocks, 0);
}

/* Whatever request fails, the record is as it was and goes on afterwards. */
static void memory_that_fails(void **state)
{
    (void)state;
    for (int allowed = 0; allowed < 12; allowed++) {
        budget b = {0, allowed};
        alea_rules rules = alea_rules_default();
        alea_record record;
        alea_record_start(&record, &rules, (alea_memory){resize, &b});
        uint64_t seed = 3;
        bool failed = false;
        for (int i = 0; i < 200; i++) {
            uint64_t seed_before = seed;
            alea_event event = any_event(&record.now, &seed);
            alea_record before = record;
            alea_status status = alea_record_append(&record, &event, NULL, NULL);
            if (status == ALEA_OK) continue;
            assert_int_equal(status, ALEA_ERROR_MEMORY);
            assert_int_equal(record.entries, before.entries);
            assert_int_equal(record.snapshots, before.snapshots);
            assert_memory_equal(&record.now, &before.now, sizeof record.now);
            failed = true;
            b.left = -1;
            seed = seed_before;
            i--;
        }
        /* The snapshots need a second block; after that room is left for long. */
        assert_true(failed || allowed > 4);
        alea_match at;
        for (size_t i = 0; i <= record.entries; i++)
            assert_int_equal(alea_record_state(&record, i, &at), ALEA_OK);
        size_t tags = record.tags, size = record.text_size;
        b.left = allowed % 3;
        if (alea_record_set_tag(&record, "place", "Wien") != ALEA_OK) {
            assert_int_equal(record.tags, tags);
            assert_int_equal(record.text_size, size);
            assert_null(alea_record_tag_value(&record, "place"));
        }
        b.left = -1;
        assert_int_equal(alea_record_set_tag(&record, "place", "Wien"), ALEA_OK);
        assert_string_equal(alea_record_tag_value(&record, "place"), "Wien");
        alea_record_clear(&record);
        assert_int_equal(b.blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_is_rebuilt),
        cmocka_unit_test(entries_are_taken_back),
        cmocka_unit_test(refused_events_are_not_kept),
        cmocka_unit_test(unknown_plays),
        cmocka_unit_test(illegal_plays),
        cmocka_unit_test(settled_plays),
        cmocka_unit_test(texts_and_tags),
        cmocka_unit_test(memory_that_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
