/* Options by name from any bytes, "name=value" a line: what is accepted is valid and
 * reads back as itself; what is refused has a plain reason and changes nothing. */
#include <alea/rules.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

static void check_set(alea_rules *rules, const char *name, const char *value)
{
    alea_rules before;
    memcpy(&before, rules, sizeof before);
    alea_error error;
    if (alea_rules_set(rules, name, value, &error) != ALEA_OK) {
        require(memcmp(&before, rules, sizeof before) == 0);
        check_reason(&error);
        return;
    }
    require(alea_rules_check(rules, NULL) == ALEA_OK);
    char text[48];
    require(alea_rules_get(rules, name, text, sizeof text) == ALEA_OK);
    alea_rules again;
    memcpy(&again, rules, sizeof again);
    require(alea_rules_set(&again, name, text, NULL) == ALEA_OK);
    require(memcmp(&again, rules, sizeof again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    alea_rules rules = alea_rules_default();
    for (char *line = text; line && line < text + size;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        char *value = strchr(line, '=');
        if (value) *value++ = '\0';
        check_set(&rules, line, value);
        line = end ? end + 1 : NULL;
    }
    free(text);
    return 0;
}
