/* Match equity tables: the default, the model, both file forms and their refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <alea/met.h>

static alea_met table, other;

static void near(double a, double b, double within)
{
    if (!(fabs(a - b) <= within)) fail_msg("%.7f is not %.7f", a, b);
}

/* Values printed in the published table. */
static void default_values(void **state)
{
    (void)state;
    alea_met_default(&table);
    near((double)alea_met_chance(&table, 1, 2, false), 0.67736, 1e-6);
    near((double)alea_met_chance(&table, 2, 3, false), 0.59947, 1e-6);
    near((double)alea_met_chance(&table, 3, 5, false), 0.64795, 1e-6);
    near((double)alea_met_chance(&table, 5, 3, false), 1 - 0.64795, 1e-6);
    near((double)alea_met_chance(&table, 5, 9, false), 0.72540, 1e-6);
    near((double)alea_met_chance(&table, 2, 1, true), 0.48803, 1e-6);
    near((double)alea_met_chance(&table, 1, 4, true), 1 - 0.31002, 1e-6);
    near((double)alea_met_chance(&table, 0, 4, true), 1, 0);
    near((double)alea_met_chance(&table, -3, 4, false), 1, 0);
    near((double)alea_met_chance(&table, 4, 0, false), 0, 0);
}

static void default_is_sound(void **state)
{
    (void)state;
    alea_error error;
    alea_met_default(&table);
    assert_int_equal(table.size, ALEA_MET_SIZE);
    assert_int_equal(table.given, 25);
    assert_int_equal(alea_met_check(&table, &error), ALEA_OK);
    for (int i = 1; i <= 64; i++)
        for (int j = 1; j <= 64; j++) {
            near((double)(alea_met_chance(&table, i, j, false) +
                          alea_met_chance(&table, j, i, false)),
                 1, 1e-6);
            if (j > 1)
                assert_true(alea_met_chance(&table, i, j, false) >=
                            alea_met_chance(&table, i, j - 1, false) - 1e-6F);
        }
}

/* The extension must go on where the published numbers end. */
static void model_is_near_what_is_published(void **state)
{
    (void)state;
    alea_met_model model = alea_met_model_default();
    alea_met_default(&table);
    assert_int_equal(alea_met_compute(&model, &other, NULL), ALEA_OK);
    for (int i = 0; i < 25; i++) {
        near((double)other.after[i], (double)table.after[i], 0.004);
        for (int j = 0; j < 25; j++)
            near((double)other.before[i][j], (double)table.before[i][j], 0.025);
    }
    for (int i = 0; i < 15; i++)
        for (int j = 0; j < 15; j++)
            near((double)other.before[i][j], (double)table.before[i][j], 0.008);
}

static void model_refuses(void **state)
{
    (void)state;
    alea_error error;
    alea_met_model model = alea_met_model_default();
    model.gammons = (float)NAN;
    assert_int_equal(alea_met_compute(&model, &other, &error), ALEA_ERROR_ARGUMENT);
    model = alea_met_model_default();
    model.efficiency = 1.5F;
    assert_int_equal(alea_met_compute(&model, &other, &error), ALEA_ERROR_ARGUMENT);
    assert_non_null(strstr(error.reason, "efficiency"));
}

static const char small_xml[] =
    "<?xml version=\"1.0\"?>\n<!DOCTYPE met SYSTEM \"met.dtd\">\n<!-- two <points> "
    "-->\n"
    "<met>\n<info><name>Two</name><description>d</description><length>2</length></"
    "info>\n"
    "<pre-crawford-table type=\"explicit\">\n"
    "<row><me>0.5</me><me>0.7</me></row>\n"
    "<row><me>0.3</me><me>0.5</me></row>\n"
    "</pre-crawford-table>\n"
    "<post-crawford-table type=\"explicit\" player=\"both\">\n"
    "<row><me>0.5</me><me>0.48</me></row>\n"
    "</post-crawford-table>\n</met>\n";

static alea_status read_text(const char *text, alea_error *error)
{
    return alea_met_read(text, strlen(text), &table, error);
}

static void xml(void **state)
{
    (void)state;
    alea_error error;
    assert_int_equal(read_text(small_xml, &error), ALEA_OK);
    assert_int_equal(table.size, 2);
    assert_string_equal(table.name, "Two");
    near((double)table.before[0][1], 0.7, 1e-6);
    near((double)table.after[1], 0.48, 1e-6);
    assert_int_equal(alea_met_extend(&table, &error), ALEA_OK);
    assert_int_equal(table.size, 64);
    assert_int_equal(table.given, 2);
    near((double)table.before[0][1], 0.7, 1e-6);
    assert_int_equal(alea_met_check(&table, &error), ALEA_OK);
}

static void ini_round_trip(void **state)
{
    (void)state;
    alea_error error;
    alea_met_default(&other);
    size_t size = alea_met_write(&other, NULL, 0);
    char *text = malloc(size + 1);
    assert_non_null(text);
    assert_int_equal(alea_met_write(&other, text, size + 1), size);
    assert_int_equal(alea_met_read(text, size, &table, &error), ALEA_OK);
    assert_int_equal(table.size, 64);
    assert_string_equal(table.name, other.name);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            near((double)table.before[i][j], (double)other.before[i][j], 1e-6);
    /* Every truncation is refused, none crashes; windows line ends are read. */
    for (size_t cut = 0; cut + 2 < size; cut += 37)
        assert_int_not_equal(alea_met_read(text, cut, &table, &error), ALEA_OK);
    free(text);
    assert_int_equal(read_text("[Current]\r\nName=a\r\n[PostCrawford]\r\nSize=1\r\n"
                               "Data=0.5\r\n[PreCrawford]\r\nSize=1\r\n 1=0.5\r\n",
                               &error),
                     ALEA_OK);
    assert_int_equal(table.size, 1);
}

/* Replaces `from` once and expects a refusal at a line, naming a word. */
static void refuse(const char *from, const char *to, alea_status wanted, size_t line,
                   const char *word)
{
    char text[1024];
    alea_error error = {0};
    const char *at = strstr(small_xml, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - small_xml), small_xml, to,
             at + strlen(from));
    table.size = 77;
    assert_int_equal(read_text(text, &error), wanted);
    assert_int_equal(table.size, 77);
    if (error.line != line || !strstr(error.reason, word))
        fail_msg("line %zu: %s", error.line, error.reason);
}

static void xml_refusals(void **state)
{
    (void)state;
    refuse("<me>0.3</me>", "<me>0.4</me>", ALEA_ERROR_SYNTAX, 8, "mirror");
    refuse("<me>0.7</me>", "<me>1.7</me>", ALEA_ERROR_SYNTAX, 7, "0 to 1");
    refuse("<me>0.7</me>", "<me></me>", ALEA_ERROR_SYNTAX, 7, "empty");
    refuse("<me>0.7</me>", "<me>nan</me>", ALEA_ERROR_SYNTAX, 7, "chance");
    refuse("<me>0.7</me>", "<me>-0.7</me>", ALEA_ERROR_SYNTAX, 7, "chance");
    refuse("<me>0.7</me>", "", ALEA_ERROR_SYNTAX, 7, "row 1 has 1");
    refuse("<row><me>0.3</me><me>0.5</me></row>", "", ALEA_ERROR_SYNTAX, 9, "rows");
    refuse("<length>2", "<length>-1", ALEA_ERROR_UNSUPPORTED, 5, "formula");
    refuse("<length>2", "<length>65", ALEA_ERROR_SYNTAX, 5, "64");
    refuse("type=\"explicit\">\n<row><me>0.5</me><me>0.7",
           "type=\"zadeh\">\n<row><me>0.5"
           "</me><me>0.7",
           ALEA_ERROR_UNSUPPORTED, 6, "formula");
    refuse("player=\"both\"", "player=\"0\"", ALEA_ERROR_UNSUPPORTED, 10, "both");
    refuse("<me>0.48</me>", "<me>0.58</me>", ALEA_ERROR_SYNTAX, 11, "rises");
    refuse("<!-- two", "", ALEA_ERROR_SYNTAX, 3, "missing");
}

static void no_table(void **state)
{
    (void)state;
    alea_error error;
    assert_int_equal(read_text("", &error), ALEA_ERROR_SYNTAX);
    assert_int_equal(read_text("hello", &error), ALEA_ERROR_SYNTAX);
    assert_int_equal(read_text("[PreCrawford]\n1=0.5\n", &error), ALEA_ERROR_SYNTAX);
    assert_int_equal(error.line, 2);
    assert_int_equal(read_text("<met", &error), ALEA_ERROR_SYNTAX);
    assert_int_equal(read_text("<!--", &error), ALEA_ERROR_SYNTAX);
}

static void check_names_the_score(void **state)
{
    (void)state;
    alea_error error;
    alea_met_default(&table);
    table.before[4][2] = 0.5F;
    assert_int_equal(alea_met_check(&table, &error), ALEA_ERROR_ARGUMENT);
    assert_non_null(strstr(error.reason, "3-away 5-away"));
    alea_met_default(&table);
    table.after[7] = (float)NAN;
    assert_int_equal(alea_met_check(&table, &error), ALEA_ERROR_ARGUMENT);
    assert_non_null(strstr(error.reason, "8-away"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_values),
        cmocka_unit_test(default_is_sound),
        cmocka_unit_test(model_is_near_what_is_published),
        cmocka_unit_test(model_refuses),
        cmocka_unit_test(xml),
        cmocka_unit_test(ini_round_trip),
        cmocka_unit_test(xml_refusals),
        cmocka_unit_test(no_table),
        cmocka_unit_test(check_names_the_score),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
