/* Random matches with the dice of one play changed in the text: as the play stays the
 * same, everything behind it is read, whether the new dice allow it or not. */
#include "support/same_match.h"

#include "support/random_match.h"

static random_match dealer;

static void count_warning(void *context, size_t line, const char *text)
{
    (void)line;
    *(int *)context += strstr(text, "this game ends here") != NULL;
}

typedef struct counts {
    size_t plays, rolls, illegal;
} counts;

static counts count(const alea_record *record)
{
    counts n = {0};
    for (size_t i = 0; i < record->entries; i++) {
        const alea_record_entry *entry = &record->entry[i];
        n.plays += entry->event.type == ALEA_EVENT_PLAY;
        n.rolls += entry->event.type == ALEA_EVENT_ROLL ||
                   entry->event.type == ALEA_EVENT_OPENING;
        n.illegal += entry->illegal_play;
    }
    return n;
}

/* The first digit of the dice at `at`, with a play behind them. */
static bool is_roll(const char *text, size_t at, size_t size, alea_format format)
{
    const char *t = text + at;
    if (at + 6 > size || t[0] < '1' || t[0] > '6' || t[1] < '1' || t[1] > '6')
        return false;
    if (format == ALEA_FORMAT_SGF)
        return at > 2 && t[-1] == '[' && (t[-2] == 'W' || t[-2] == 'B') &&
               t[2] >= 'a' && t[2] <= 'y';
    return t[2] == ':' && t[3] == ' ' &&
           ((t[4] >= '0' && t[4] <= '9') || (t[4] == 'b' && t[5] == 'a'));
}

/* Changes the dice of a play in the middle of the text; false if there is none. */
static bool change_dice(char *text, size_t size, alea_format format)
{
    size_t rolls = 0;
    for (size_t i = 0; i < size; i++) rolls += is_roll(text, i, size, format);
    if (rolls < 8) return false;
    size_t wanted = 2 + random_match_next(&dealer, (uint32_t)rolls - 2);
    for (size_t i = 0; i < size; i++)
        if (is_roll(text, i, size, format) && wanted-- == 0) {
            text[i] = (char)('1' + random_match_next(&dealer, 6));
            text[i + 1] = (char)('1' + random_match_next(&dealer, 6));
            return true;
        }
    return false;
}

static void check(alea_format format)
{
    size_t illegal = 0, tried = 0;
    dealer.state = 31 + (uint64_t)format;
    dealer.resignations = true;
    for (int round = 0; round < 400; round++) {
        alea_rules rules = alea_rules_preset(ALEA_PRESET_TOURNAMENT);
        rules.match_length = 3;
        alea_record record, plain, again;
        alea_error error = {0};
        char *bytes;
        size_t size;
        int lost = 0;
        assert_true(random_match_fill(&dealer, &record, &rules, 2));
        assert_int_equal(alea_export(&record, format, NULL, &bytes, &size, &error),
                         ALEA_OK);
        assert_int_equal(alea_import(bytes, size, NULL, &plain, NULL, &error), ALEA_OK);
        if (change_dice(bytes, size, format)) {
            const alea_import_options options = {.warn = count_warning,
                                                 .warn_context = &lost};
            if (alea_import(bytes, size, &options, &again, NULL, &error))
                fail_msg("round %d: line %zu: %s", round, error.line, error.reason);
            const counts a = count(&plain), b = count(&again);
            if (lost || a.plays != b.plays || a.rolls != b.rolls || b.illegal > 1 ||
                plain.now.score[0] != again.now.score[0] ||
                plain.now.score[1] != again.now.score[1] ||
                !alea_board_equal(&plain.now.board, &again.now.board))
                fail_msg("round %d: %zu plays of %zu, %d games lost\n%s", round,
                         b.plays, a.plays, lost, bytes);
            illegal += b.illegal;
            tried++;
            alea_record_clear(&again);
        }
        free(bytes);
        alea_record_clear(&plain);
        alea_record_clear(&record);
    }
    print_message("%s: %zu matches, %zu with an illegal play\n",
                  alea_format_name(format), tried, illegal);
    assert_true(tried > 200 && illegal > tried / 2);
}

static void test_match_text(void **state)
{
    (void)state;
    check(ALEA_FORMAT_MAT);
}

static void test_sgf(void **state)
{
    (void)state;
    check(ALEA_FORMAT_SGF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match_text),
        cmocka_unit_test(test_sgf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
