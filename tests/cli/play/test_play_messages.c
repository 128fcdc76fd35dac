/* Messages of the full screen: the ring forgets the oldest, lines break into
 * columns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "cli/play/terminal/messages.h"

static void test_ring(void **state)
{
    (void)state;
    messages m;
    char text[2 * MESSAGE_SIZE];
    assert_true(messages_open(&m));
    messages_add(&m, "one\ntwo\n");
    assert_int_equal(m.count, 3);
    assert_string_equal(messages_at(&m, 1), "two");
    assert_string_equal(messages_at(&m, 2), "");
    for (int i = 0; i < 3 * MESSAGES; i++) {
        snprintf(text, sizeof text, "%d", i);
        messages_add(&m, text);
    }
    assert_int_equal(m.count - messages_oldest(&m), MESSAGES);
    assert_string_equal(messages_at(&m, m.count - 1), text);
    snprintf(text, sizeof text, "%d", 2 * MESSAGES);
    assert_string_equal(messages_at(&m, messages_oldest(&m)), text);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    messages_add(&m, text);
    assert_int_equal(strlen(messages_at(&m, m.count - 1)), MESSAGE_SIZE - 1);
    messages_close(&m);
}

static void test_columns(void **state)
{
    (void)state;
    assert_int_equal(messages_fitting("", 10), 0);
    assert_int_equal(messages_rows("", 10), 1);
    assert_int_equal(messages_fitting("ten chars.", 10), 10);
    assert_int_equal(messages_fitting("eleven char", 10), 7);
    assert_int_equal(messages_rows("eleven char", 10), 2);
    assert_int_equal(messages_fitting("elevenchars", 10), 10);
    assert_int_equal(messages_rows("elevenchars", 1), 11);
    if (!setlocale(LC_CTYPE, "C.UTF-8")) skip();
    /* Wide characters take two columns; one that does not fit at all is taken alone. */
    assert_int_equal(messages_fitting("王小明", 4), 6);
    assert_int_equal(messages_fitting("王小明", 5), 6);
    assert_int_equal(messages_fitting("王小明", 1), 3);
    assert_int_equal(messages_fitting("●●●", 2), 6);
    assert_int_equal(messages_fitting("\xff\xff\xff", 2), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring),
        cmocka_unit_test(test_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
