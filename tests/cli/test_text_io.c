/* Lines from a pipe whatever the pieces they come in; output that cannot be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/io/command.h"
#include "cli/io/lines.h"

enum { CAP = 10 };

/* A pipe that a reader reads and the test writes. */
typedef struct feed {
    int in, out;
    line_reader reader;
} feed;

static void open_feed(feed *f, size_t cap)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    f->in = ends[0];
    f->out = ends[1];
    line_reader_start(&f->reader, f->in, cap);
}

static void put(feed *f, const char *bytes, size_t length)
{
    assert_int_equal(write(f->out, bytes, length), (ssize_t)length);
}

static void end(feed *f)
{
    close(f->out);
}

static void close_feed(feed *f)
{
    line_reader_finish(&f->reader);
    close(f->in);
}

static void expect(feed *f, line_result result, const char *text)
{
    assert_int_equal(line_reader_next(&f->reader), result);
    if (!text) return;
    assert_int_equal(f->reader.length, strlen(text));
    assert_string_equal(f->reader.line, text);
}

static void test_lines(void **state)
{
    (void)state;
    feed f;
    open_feed(&f, CAP);
    const char text[] = "one\n\r\ntwo\r\nthr\ree\n1234567890\n1234567890\r\nlast";
    put(&f, text, sizeof text - 1);
    end(&f);
    expect(&f, LINE_READ, "one");
    expect(&f, LINE_READ, "");
    expect(&f, LINE_READ, "two");
    expect(&f, LINE_READ, "thr\ree");
    expect(&f, LINE_READ, "1234567890");
    expect(&f, LINE_READ, "1234567890"); /* the end of a line does not count */
    expect(&f, LINE_READ, "last");
    assert_int_equal(f.reader.number, 7);
    expect(&f, LINE_END, NULL);
    expect(&f, LINE_END, NULL);
    close_feed(&f);
}

static void test_nothing_at_all(void **state)
{
    (void)state;
    feed f;
    open_feed(&f, CAP);
    end(&f);
    expect(&f, LINE_END, NULL);
    assert_int_equal(f.reader.number, 0);
    close_feed(&f);
}

/* What cannot be a line is passed over, counted, and what follows is read. */
static void test_unfit_lines(void **state)
{
    (void)state;
    feed f;
    open_feed(&f, CAP);
    const char text[] = "12345678901\na\0b\nfit\n\0\nlonger than that";
    put(&f, text, sizeof text - 1);
    end(&f);
    expect(&f, LINE_TOO_LONG, NULL);
    expect(&f, LINE_HAS_NUL, NULL);
    expect(&f, LINE_READ, "fit");
    assert_int_equal(f.reader.number, 3);
    expect(&f, LINE_HAS_NUL, NULL);
    expect(&f, LINE_TOO_LONG, NULL);
    expect(&f, LINE_END, NULL);
    close_feed(&f);
}

/* Ten megabytes without an end, from a child that writes them, stay out of memory. */
static void test_endless_line(void **state)
{
    (void)state;
    feed f;
    open_feed(&f, 1000);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static char block[65536];
        close(f.in);
        memset(block, 'x', sizeof block);
        for (int i = 0; i < 160; i++)
            if (write(f.out, block, sizeof block) < 0) _exit(1);
        _exit(write(f.out, "\nafter", 6) == 6 ? 0 : 1);
    }
    end(&f);
    expect(&f, LINE_TOO_LONG, NULL);
    expect(&f, LINE_READ, "after");
    assert_true(f.reader.size <= 2 * 65536);
    close_feed(&f);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Many lines in pieces of every size come out as they went in. */
static void test_pieces(void **state)
{
    (void)state;
    for (size_t piece = 1; piece <= 9; piece++) {
        feed f;
        open_feed(&f, CAP);
        char text[2000];
        size_t length = 0;
        for (int i = 0; i < 200; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%d%s",
                                       i * 7, i % 3 ? "\n" : "\r\n");
        size_t sent = 0;
        for (int i = 0; i < 200; i++) {
            while (!line_reader_has_line(&f.reader)) {
                const size_t left = length - sent, now = left < piece ? left : piece;
                if (now == 0) break;
                put(&f, text + sent, now);
                sent += now;
                assert_int_equal(line_reader_fill(&f.reader), LINE_READ);
            }
            char want[16];
            snprintf(want, sizeof want, "%d", i * 7);
            expect(&f, LINE_READ, want);
        }
        assert_false(line_reader_has_line(&f.reader));
        end(&f);
        assert_int_equal(line_reader_fill(&f.reader), LINE_READ);
        assert_true(line_reader_has_line(&f.reader)); /* asking cannot wait */
        expect(&f, LINE_END, NULL);
        close_feed(&f);
    }
}

/* A line over the cap that arrives bit by bit is still one line too long. */
static void test_long_line_in_pieces(void **state)
{
    (void)state;
    feed f;
    open_feed(&f, CAP);
    for (int i = 0; i < 50; i++) {
        put(&f, "abc", 3);
        assert_false(line_reader_has_line(&f.reader));
        assert_int_equal(line_reader_fill(&f.reader), LINE_READ);
    }
    put(&f, "\nok\n", 4);
    expect(&f, LINE_TOO_LONG, NULL);
    expect(&f, LINE_READ, "ok");
    assert_int_equal(f.reader.number, 2);
    end(&f);
    close_feed(&f);
}

static void no_matter(int number)
{
    (void)number;
}

static void test_signal_loses_nothing(void **state)
{
    (void)state;
    feed f;
    open_feed(&f, CAP);
    const struct sigaction act = {.sa_handler = no_matter};
    struct sigaction before;
    sigaction(SIGALRM, &act, &before);
    put(&f, "half", 4);
    alarm(1);
    expect(&f, LINE_INTERRUPTED, NULL);
    put(&f, " line\n", 6);
    expect(&f, LINE_READ, "half line");
    sigaction(SIGALRM, &before, NULL);
    end(&f);
    close_feed(&f);
}

static void test_reading_fails(void **state)
{
    (void)state;
    line_reader reader;
    line_reader_start(&reader, -1, CAP);
    assert_int_equal(line_reader_next(&reader), LINE_FAILED);
    assert_int_equal(errno, EBADF);
    line_reader_finish(&reader);
    for (int i = LINE_READ; i <= LINE_FAILED; i++)
        assert_string_not_equal(line_result_text((line_result)i), "unknown");
}

/* The status and the message of output_flush in a child whose output is `fd`. */
static int flush_into(int fd, char *message, size_t size)
{
    int said[2];
    assert_int_equal(pipe(said), 0);
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGPIPE, SIG_IGN);
        dup2(fd, STDOUT_FILENO);
        dup2(said[1], STDERR_FILENO);
        clearerr(stdout);
        for (int i = 0; i < 100000 && output_works(); i++) fputs("words ", stdout);
        const int status = output_flush();
        _exit(status);
    }
    close(said[1]);
    const ssize_t got = read(said[0], message, size - 1);
    message[got > 0 ? got : 0] = '\0';
    close(said[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_output(void **state)
{
    (void)state;
    char message[200];
    const int null = open("/dev/null", O_WRONLY), full = open("/dev/full", O_WRONLY);
    assert_int_equal(flush_into(null, message, sizeof message), EXIT_DONE);
    assert_string_equal(message, "");
    if (full >= 0) {
        assert_int_equal(flush_into(full, message, sizeof message), EXIT_SYSTEM);
        assert_non_null(strstr(message, "could not be written"));
    }
    /* Whoever reads `alea ... | head` wants no complaint. */
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_int_equal(flush_into(ends[1], message, sizeof message), EXIT_SYSTEM);
    assert_string_equal(message, "");
    close(ends[1]);
    close(null);
    if (full >= 0) close(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_nothing_at_all),
        cmocka_unit_test(test_unfit_lines),
        cmocka_unit_test(test_endless_line),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_long_line_in_pieces),
        cmocka_unit_test(test_signal_loses_nothing),
        cmocka_unit_test(test_reading_fails),
        cmocka_unit_test(test_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
