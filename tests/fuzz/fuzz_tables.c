/* Tables games from any bytes. The first line is "GAME OPTION=VALUE ..."; every other
 * line is a position with its dice. What is read is valid and reads back as itself;
 * what is refused has a plain reason. */
#include <alea/tables.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static alea_tables_turns turns;

static void require(bool condition)
{
    if (!condition) abort();
}

static void check_reason(const alea_error *error)
{
    size_t length = strlen(error->reason);
    require(length > 0 && length < sizeof error->reason);
    for (size_t i = 0; i < length; i++)
        require(error->reason[i] >= ' ' && error->reason[i] <= '~');
}

static void set_option(alea_tables_rules *rules, char *word)
{
    alea_error error = {0};
    char value[128], after[128];
    char *equals = strchr(word, '=');
    if (!equals) return;
    *equals++ = '\0';
    alea_tables_rules before = *rules;
    if (alea_tables_set(rules, word, equals, &error) != ALEA_OK) {
        require(memcmp(&before, rules, sizeof before) == 0);
        check_reason(&error);
        return;
    }
    require(alea_tables_get(rules, word, value, sizeof value) == ALEA_OK);
    require(alea_tables_set(rules, word, value, NULL) == ALEA_OK);
    require(alea_tables_get(rules, word, after, sizeof after) == ALEA_OK);
    require(strcmp(value, after) == 0);
}

static bool read_rules(char *line, alea_tables_rules *rules)
{
    alea_error error = {0};
    char *rest = NULL, *word = strtok_r(line, " ", &rest);
    if (!word) return false;
    if (alea_tables_find(word, rules, &error) != ALEA_OK) {
        check_reason(&error);
        return false;
    }
    while ((word = strtok_r(NULL, " ", &rest))) set_option(rules, word);
    if (alea_tables_rules_check(rules, &error) == ALEA_OK) return true;
    check_reason(&error);
    return false;
}

static void read_position(const alea_tables_rules *rules, const char *line,
                          size_t length)
{
    alea_error error = {0};
    alea_tables_board board, again;
    alea_tables_dice dice;
    bool first;
    char text[ALEA_TABLES_TEXT_SIZE], rewritten[ALEA_TABLES_TEXT_SIZE];
    if (alea_tables_text_read(rules, line, length, &board, &dice, &first, &error) !=
        ALEA_OK) {
        check_reason(&error);
        return;
    }
    size_t written = alea_tables_text_write(rules, &board, text);
    require(alea_tables_text_read(rules, text, written, &again, NULL, NULL, NULL) ==
            ALEA_OK);
    alea_tables_text_write(rules, &again, rewritten);
    require(strcmp(text, rewritten) == 0);
    alea_tables_turns_list(rules, &board, dice, first, &turns);
    require(turns.count > 0 && turns.count <= ALEA_TABLES_MAX_TURNS);
    for (int i = 0; i < turns.count; i++) {
        alea_tables_board end = alea_tables_turns_board(&turns, i);
        require(alea_tables_board_check(rules, &end, NULL) == ALEA_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    alea_tables_rules rules;
    char *end = strchr(text, '\n'), *line = end ? end + 1 : NULL;
    if (end) *end = '\0';
    if (!read_rules(text, &rules)) line = NULL;
    while (line && line < text + size) {
        end = memchr(line, '\n', (size_t)(text + size - line));
        read_position(&rules, line, end ? (size_t)(end - line) : strlen(line));
        line = end ? end + 1 : NULL;
    }
    free(text);
    return 0;
}
