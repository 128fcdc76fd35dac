/* A chouette from any bytes: the first ones choose rules and players, each line after
 * them is an event. What is accepted is written again and reads back as itself; what is
 * refused changes nothing and has a plain reason. */
#include <alea/chouette_text.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

static alea_chouette c, before;

static void check_reason(const alea_error *error)
{
    const size_t length = strlen(error->reason);
    require(length > 0 && length < sizeof error->reason && error->column > 0);
    for (size_t i = 0; i < length; i++)
        require(error->reason[i] >= ' ' && error->reason[i] <= '~');
}

static void check_line(const char *line, size_t length)
{
    alea_chouette_event event, again;
    alea_error error = {0};
    char text[ALEA_CHOUETTE_TEXT_SIZE];
    if (alea_chouette_event_read(&c, line, length, &event, &error) != ALEA_OK) {
        check_reason(&error);
        return;
    }
    memcpy(&before, &c, sizeof c);
    if (alea_chouette_apply(&c, &event, NULL, NULL) != ALEA_CHOUETTE_ACCEPTED) {
        require(memcmp(&before, &c, sizeof c) == 0);
        return;
    }
    const size_t written = alea_chouette_event_write(&before, &event, text);
    require(written == strlen(text) && written < sizeof text);
    require(alea_chouette_event_read(&before, text, written, &again, &error) ==
            ALEA_OK);
    require(alea_chouette_apply(&before, &again, NULL, NULL) == ALEA_CHOUETTE_ACCEPTED);
    require(memcmp(&before, &c, sizeof c) == 0);
    int64_t sum = 0;
    for (int i = 0; i < ALEA_CHOUETTE_SEATS; i++) sum += c.total[i];
    require(sum == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    alea_chouette_rules rules = alea_chouette_rules_default();
    if (size < 24) return 0;
    for (int i = 0; alea_chouette_option(i); i++) {
        const char *name = alea_chouette_option(i);
        const char *word = alea_chouette_choice(name, data[i] % 5);
        if (word) (void)alea_chouette_set(&rules, name, word, NULL);
    }
    rules.partner_from = 4 + data[22] % 6;
    if (alea_chouette_rules_check(&rules, NULL) != ALEA_OK) return 0;
    alea_chouette_start(&c, &rules, 3 + data[23] % 8);
    const char *text = (const char *)data;
    for (size_t at = 24, end; at < size; at = end + 1) {
        for (end = at; end < size && text[end] != '\n';) end++;
        check_line(text + at, end - at);
    }
    return 0;
}
