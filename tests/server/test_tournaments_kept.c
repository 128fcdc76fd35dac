/* Tournaments in the storage: events in their order, each number once; what goes with
 * an account and what stays; the process killed after an answer. With a database's
 * address in ALEA_TEST_DATABASE the storage is that database. */
#include "server/storage/tournaments.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[32], path[64];
static const char *place;

static storage *open_it(void)
{
    storage *s = NULL;
    alea_error error = {0};
    if (storage_open(&s, place, &error) != ALEA_OK) fail_msg("%s", error.reason);
    return s;
}

static void put_user(storage *s, const char *id, const char *name)
{
    storage_user user = {.created = 1};
    snprintf(user.id, sizeof user.id, "%s", id);
    snprintf(user.name, sizeof user.name, "%s", name);
    snprintf(user.password_hash, sizeof user.password_hash, "x");
    snprintf(user.settings, sizeof user.settings, "{}");
    snprintf(user.skeleton, sizeof user.skeleton, "%s", name);
    assert_int_equal(storage_user_put(s, &user), ALEA_OK);
}

static storage_tournament_event event(int64_t seq, const char *person, const char *name)
{
    return (storage_tournament_event){.seq = seq,
                                      .time = 100 + seq,
                                      .actor = person,
                                      .person = person,
                                      .name = name,
                                      .json = "{\"event\":\"x\"}"};
}

static void make(storage *s, storage_tournament *t, const char *id, const char *maker)
{
    *t = (storage_tournament){
        .players_most = 8, .created = 100, .changed = 101, .last = 1, .starts = 77};
    snprintf(t->id, sizeof t->id, "%s", id);
    snprintf(t->name, sizeof t->name, "Thursday");
    snprintf(t->text, sizeof t->text, "Prize: 'a board'\n");
    snprintf(t->kind, sizeof t->kind, "swiss");
    snprintf(t->maker, sizeof t->maker, "%s", maker);
    storage_tournament_event first = event(1, "", "");
    first.actor = maker;
    const storage_new_tournament made = {t, &first, 1};
    assert_int_equal(storage_tournament_make(s, &made), ALEA_OK);
}

static alea_status add(storage *s, storage_tournament *t, const char *person,
                       const char *name)
{
    storage_tournament after = *t;
    after.last++;
    after.players++;
    after.changed = 100 + after.last;
    const storage_tournament_event e = event(after.last, person, name);
    const alea_status status =
        storage_tournament_append(s, &after, &e, &(storage_beside){0});
    if (status == ALEA_OK) *t = after;
    return status;
}

typedef struct list {
    int count;
    char line[16][120];
} list;

static bool note(void *context, const storage_tournament_event *e)
{
    list *all = context;
    snprintf(all->line[all->count++], sizeof *all->line, "%d %d %s %s %s %s",
             (int)e->seq, (int)e->time, e->actor, e->person, e->name, e->json);
    return all->count < 16;
}

static list read_events(storage *s, const char *id, int64_t after)
{
    list all = {0};
    assert_int_equal(storage_tournament_events(s, id, after, note, &all), ALEA_OK);
    return all;
}

static void test_order(void **state)
{
    (void)state;
    storage *s = open_it();
    storage_tournament t, other, found;
    put_user(s, "aaaaaaaaaaaa", "Ann");
    put_user(s, "bbbbbbbbbbbb", "Bob");
    assert_int_equal(storage_tournament_get(s, "tttttttttttt", &found), ANSWER_ABSENT);
    make(s, &t, "tttttttttttt", "aaaaaaaaaaaa");
    assert_int_equal(storage_tournament_get(s, t.id, &found), ANSWER_FOUND);
    assert_string_equal(found.text, "Prize: 'a board'\n");
    assert_string_equal(found.maker, "aaaaaaaaaaaa");
    assert_true(found.starts == 77 && found.last == 1 && found.players_most == 8);
    /* Of two servers that go on from the same event one is refused, and what it meant
     * to write is not there. */
    other = t;
    assert_int_equal(add(s, &t, "aaaaaaaaaaaa", "Ann"), ALEA_OK);
    assert_int_equal(add(s, &other, "bbbbbbbbbbbb", "Bob"), ALEA_ERROR_REFUSED);
    list all = read_events(s, t.id, 1);
    assert_int_equal(all.count, 1);
    assert_string_equal(all.line[0],
                        "2 102 aaaaaaaaaaaa aaaaaaaaaaaa Ann {\"event\":\"x\"}");
    assert_int_equal(storage_tournament_get(s, t.id, &found), ANSWER_FOUND);
    assert_true(found.last == 2 && found.players == 1 && found.changed == 102);
    assert_int_equal(storage_tournament_describe(s, t.id, "At eight", 0, 0), ALEA_OK);
    assert_int_equal(storage_tournament_get(s, t.id, &found), ANSWER_FOUND);
    assert_string_equal(found.text, "At eight");
    assert_int_equal(found.starts, 0);
    storage_close(s);
}

static void test_lists(void **state)
{
    (void)state;
    storage *s = open_it();
    storage_tournament t, found[4];
    storage_director directors[4];
    make(s, &t, "uuuuuuuuuuuu", "bbbbbbbbbbbb");
    assert_int_equal(add(s, &t, "bbbbbbbbbbbb", "Bob"), ALEA_OK);
    assert_int_equal(storage_tournaments_in(s, 0, 1, found, 4), 2);
    assert_int_equal(storage_tournaments_in(s, 0, 1, found, 1), 1);
    assert_int_equal(storage_tournaments_in(s, 2, 2, found, 4), 0);
    assert_int_equal(storage_tournaments_of(s, "aaaaaaaaaaaa", found, 4), 1);
    assert_string_equal(found[0].id, "tttttttttttt");
    assert_int_equal(storage_tournaments_of(s, "", found, 4), 0);
    assert_int_equal(storage_tournaments_directed(s, "bbbbbbbbbbbb"), 1);
    assert_int_equal(storage_tournament_direct(s, t.id, "aaaaaaaaaaaa", true), ALEA_OK);
    assert_int_equal(storage_tournament_direct(s, t.id, "aaaaaaaaaaaa", true), ALEA_OK);
    assert_int_equal(storage_tournament_direct(s, t.id, "cccccccccccc", true),
                     ALEA_ERROR_ARGUMENT);
    assert_int_equal(storage_tournament_directors(s, t.id, directors, 4), 2);
    assert_string_equal(directors[0].name, "Bob");
    assert_string_equal(directors[1].name, "Ann");
    assert_int_equal(storage_tournaments_of(s, "aaaaaaaaaaaa", found, 4), 2);
    assert_int_equal(storage_tournament_direct(s, t.id, "aaaaaaaaaaaa", false),
                     ALEA_OK);
    assert_int_equal(storage_tournament_directors(s, t.id, directors, 4), 1);
    /* What the clock is to go on with: by its event, and by what is announced. */
    char due[4][ID_SIZE];
    assert_int_equal(storage_tournaments_due(s, INT64_MAX, due, 4), 0);
    t.due = 900;
    assert_int_equal(add(s, &t, "", ""), ALEA_OK);
    assert_int_equal(storage_tournaments_due(s, 899, due, 4), 0);
    assert_int_equal(storage_tournaments_due(s, 900, due, 4), 1);
    assert_string_equal(due[0], t.id);
    assert_int_equal(
        storage_tournament_describe(s, "tttttttttttt", "At eight", 700, 700), ALEA_OK);
    assert_int_equal(storage_tournaments_due(s, 900, due, 1), 1);
    assert_string_equal(due[0], "tttttttttttt"); /* the first due first */
    assert_int_equal(storage_tournaments_due(s, 900, due, 4), 2);
    assert_int_equal(storage_tournament_get(s, t.id, found), ANSWER_FOUND);
    assert_int_equal(found->due, 900);
    assert_int_equal(storage_tournament_describe(s, "tttttttttttt", "At eight", 0, 0),
                     ALEA_OK);
    /* Removed: in no list but those of its people, and not counted. */
    assert_int_equal(storage_tournament_remove(s, t.id, 500), ALEA_OK);
    assert_int_equal(storage_tournaments_due(s, 900, due, 4), 0);
    assert_int_equal(storage_tournaments_in(s, 0, 1, found, 4), 1);
    assert_int_equal(storage_tournaments_of(s, "bbbbbbbbbbbb", found, 4), 1);
    assert_int_equal(found[0].removed, 500);
    assert_int_equal(storage_tournaments_directed(s, "bbbbbbbbbbbb"), 0);
    assert_int_equal(storage_tournament_remove(s, t.id, 0), ALEA_OK);
    assert_int_equal(storage_tournaments_in(s, 0, 1, found, 4), 2);
    storage_close(s);
}

static void put_game(storage *s, const char *id, game_stage stage, int winner)
{
    storage_game g = {.stage = stage, .winner = winner, .score = {5, 3}, .created = 1};
    snprintf(g.id, sizeof g.id, "%s", id);
    assert_int_equal(storage_game_put(s, &g, "{}"), ALEA_OK);
}

/* A game is waited for until the event that has its result is there: both in one
 * transaction. */
static void test_games(void **state)
{
    (void)state;
    storage *s = open_it();
    storage_tournament t;
    storage_tournament_game over[4];
    assert_int_equal(storage_tournament_get(s, "tttttttttttt", &t), ANSWER_FOUND);
    storage_tournament after = t;
    after.last++;
    storage_tournament_event e = event(after.last, "", "");
    assert_int_equal(storage_tournament_append(
                         s, &after, &e, &(storage_beside){.game = "gggggggggggg"}),
                     ALEA_OK);
    assert_int_equal(storage_tournament_games_over(s, over, 4), 0); /* not made yet */
    put_game(s, "gggggggggggg", STAGE_PLAYING, -1);
    assert_int_equal(storage_tournament_games_over(s, over, 4), 0);
    put_game(s, "gggggggggggg", STAGE_OVER, 1);
    assert_int_equal(storage_tournament_games_over(s, over, 4), 1);
    assert_string_equal(over[0].tournament, "tttttttttttt");
    assert_true(over[0].winner == 1 && over[0].score[0] == 5 && over[0].score[1] == 3);
    /* An event of a number that is taken leaves the game waiting. */
    assert_int_equal(storage_tournament_append(
                         s, &after, &e, &(storage_beside){.done = "gggggggggggg"}),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(storage_tournament_games_over(s, over, 4), 1);
    after.last++;
    e = event(after.last, "", "");
    assert_int_equal(storage_tournament_append(
                         s, &after, &e, &(storage_beside){.done = "gggggggggggg"}),
                     ALEA_OK);
    assert_int_equal(storage_tournament_games_over(s, over, 4), 0);
    storage_close(s);
}

/* Two entries of one person get one name, which is nobody else's in that tournament. */
static void test_forgotten(void **state)
{
    (void)state;
    storage *s = open_it();
    storage_tournament t, found;
    storage_director directors[4];
    make(s, &t, "vvvvvvvvvvvv", "aaaaaaaaaaaa");
    assert_int_equal(add(s, &t, "bbbbbbbbbbbb", "Bob"), ALEA_OK);
    assert_int_equal(add(s, &t, "aaaaaaaaaaaa", "Ann"), ALEA_OK);
    assert_int_equal(add(s, &t, "bbbbbbbbbbbb", "Bob"), ALEA_OK);
    assert_int_equal(add(s, &t, "aaaaaaaaaaaa", "Anna"), ALEA_OK);
    assert_int_equal(storage_user_remove(s, "aaaaaaaaaaaa"), ALEA_OK);
    const list all = read_events(s, t.id, 1);
    assert_int_equal(all.count, 4);
    assert_string_equal(all.line[0],
                        "2 102 bbbbbbbbbbbb bbbbbbbbbbbb Bob {\"event\":\"x\"}");
    assert_string_equal(all.line[1], "3 103   somebody 3 {\"event\":\"x\"}");
    assert_string_equal(all.line[3], "5 105   somebody 3 {\"event\":\"x\"}");
    assert_int_equal(storage_tournament_get(s, t.id, &found), ANSWER_FOUND);
    assert_string_equal(found.maker, "");
    assert_int_equal(storage_tournament_directors(s, t.id, directors, 4), 0);
    storage_close(s);
}

/* What was answered is there, however the process ends. */
static void test_kill(void **state)
{
    (void)state;
    int pipes[2];
    storage_tournament t;
    assert_int_equal(pipe(pipes), 0);
    storage *s = open_it();
    make(s, &t, "wwwwwwwwwwww", "bbbbbbbbbbbb");
    storage_close(s);
    const pid_t child = fork();
    if (child == 0) {
        close(pipes[0]);
        s = open_it();
        for (;;) {
            const bool is_in = add(s, &t, "bbbbbbbbbbbb", "Bob") == ALEA_OK;
            if (!is_in || write(pipes[1], "x", 1) != 1) _exit(1);
        }
    }
    close(pipes[1]);
    int answered = 0;
    char byte;
    while (answered < 40 && read(pipes[0], &byte, 1) == 1) answered++;
    assert_int_equal(kill(child, SIGKILL), 0);
    while (read(pipes[0], &byte, 1) == 1) answered++;
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(pipes[0]);
    s = open_it();
    assert_int_equal(storage_tournament_get(s, "wwwwwwwwwwww", &t), ANSWER_FOUND);
    /* One more may be there whose answer did not come out. */
    assert_in_range(t.last, answered + 1, answered + 2);
    assert_int_equal(t.players, t.last - 1);
    assert_int_equal(read_events(s, t.id, t.last - 1).count, 1);
    assert_int_equal(read_events(s, t.id, t.last).count, 0);
    storage_close(s);
}

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/alea-test-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/alea.db", folder);
    place = getenv("ALEA_TEST_DATABASE");
    if (!place) place = path;
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char file[80];
        snprintf(file, sizeof file, "%s%s", path, ends[i]);
        unlink(file);
    }
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order), cmocka_unit_test(test_lists),
        cmocka_unit_test(test_games), cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_kill),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
