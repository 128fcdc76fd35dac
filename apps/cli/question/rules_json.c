#include "answers.h"

#include "json/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(char message[RULES_MESSAGE_SIZE], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(char message[RULES_MESSAGE_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, RULES_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
}

/* The parser's own words are not passed on: they quote the line. */
json_t *rules_json_object(const char *line, size_t length,
                          char message[RULES_MESSAGE_SIZE])
{
    size_t blanks = 0;
    while (blanks < length && (line[blanks] == ' ' || line[blanks] == '\t')) blanks++;
    if (blanks == length) {
        say(message, "This line is empty.");
        return NULL;
    }
    json_error_t error;
    json_t *root = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!root && json_error_code(&error) == json_error_duplicate_key) {
        say(message, "A key stands twice in one object (column %d).", error.column);
    } else if (!root) {
        say(message, "This line is not a JSON object (column %d).", error.column);
    } else if (!json_is_object(root)) {
        say(message, "This line is JSON, but not an object.");
        json_decref(root);
        root = NULL;
    }
    return root;
}

/* One option of the rules object, its JSON type included. */
static bool read_option(alea_rules *rules, const char *name, const json_t *value,
                        char message[RULES_MESSAGE_SIZE])
{
    char text[32];
    const char *as_text = NULL;
    alea_option_kind kind = alea_rules_option_kind(name);
    if (kind == ALEA_OPTION_SWITCH && json_is_boolean(value)) {
        as_text = json_is_true(value) ? "true" : "false";
    } else if (kind == ALEA_OPTION_CHOICE && json_is_string(value) &&
               strcmp(json_string_value(value), "null") != 0) {
        as_text = json_string_value(value);
    } else if (kind == ALEA_OPTION_NUMBER && json_is_integer(value)) {
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
        as_text = text;
    } else if (json_is_null(value) &&
               (kind == ALEA_OPTION_NUMBER || strcmp(name, "preset") == 0)) {
        as_text = "null";
    } else if (kind != ALEA_OPTION_UNKNOWN) {
        static const char *const wanted[] = {"", "true or false", "a whole number",
                                             "one of its words as a string"};
        say(message, "%s must be %s.", name, wanted[kind]);
        return false;
    }
    alea_error error;
    if (alea_rules_set(rules, name, as_text ? as_text : "", &error) == ALEA_OK)
        return true;
    say(message, "%s.", error.reason);
    return false;
}

static bool read_rules_object(json_t *object, alea_rules *out,
                              char message[RULES_MESSAGE_SIZE])
{
    alea_rules rules = alea_rules_default();
    /* The preset comes first, wherever it stands. */
    const json_t *preset = json_object_get(object, "preset");
    if (preset && !read_option(&rules, "preset", preset, message)) return false;
    const char *name;
    json_t *value;
    bool good = true;
    json_object_foreach(object, name, value)
    {
        if (good && strcmp(name, "preset") != 0)
            good = read_option(&rules, name, value, message);
    }
    alea_error error;
    if (good && alea_rules_check(&rules, &error) != ALEA_OK) {
        say(message, "%s.", error.reason);
        good = false;
    }
    if (good) *out = rules;
    return good;
}

bool rules_json_read(const char *line, size_t length, bool bare_allowed,
                     alea_rules *rules, char message[RULES_MESSAGE_SIZE])
{
    json_t *root = rules_json_object(line, length, message);
    if (!root) return false;
    json_t *object = json_object_get(root, "rules");
    if (!object && bare_allowed) object = root;
    bool good = json_is_object(object);
    if (good)
        good = read_rules_object(object, rules, message);
    else
        say(message, "The first line must be {\"rules\": {...}}.");
    const char *name;
    json_t *value;
    if (good && object != root) json_object_foreach(root, name, value)
        {
            if (value == object) continue;
            char shown[64];
            utf8_text(name, shown, sizeof shown);
            say(message,
                "Unknown field \"%s\"; an option of the rules belongs in "
                "{\"rules\": {...}}.",
                shown);
            good = false;
            break;
        }
    json_decref(root);
    return good;
}
