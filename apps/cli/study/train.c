/* alea study train: one's own errors as cards, five new ones a day. */
#include "base/clock.h"
#include "cli/io/args.h"
#include "cli/io/lines.h"
#include "desk/plan/gather.h"
#include "desk/plan/plan.h"
#include "desk/views/quiz.h"
#include "list.h"
#include "place.h"
#include "json/text.h"

#include <alea/diagram.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_question(const quiz *q)
{
    char board[ALEA_DIAGRAM_TEXT_SIZE] = "";
    alea_position p;
    if (alea_position_read(q->card.position, strlen(q->card.position), &p, NULL) ==
        ALEA_OK) {
        alea_diagram look = {.view = p.to_act};
        alea_diagram_text(&p, &look, board, sizeof board);
    }
    char situation[QUIZ_LINE];
    quiz_situation(q, situation);
    const char *kind = quiz_text(q->front, "kind");
    printf("\n%s\n%s\n%s\n%s\n", board, q->card.position, situation,
           strcmp(kind, "play") == 0     ? "What is the best play?"
           : strcmp(kind, "double") == 0 ? "Double?"
                                         : "Take?");
    for (int i = 0; i < q->choices; i++) printf("  %d  %s\n", i + 1, q->text[i]);
}

static void print_answer(const quiz *q, bool right)
{
    printf("%s %s\n", right ? "Right:" : "No:", q->text[q->best]);
    for (int i = 0; i < q->choices; i++)
        printf("  %-28s %+.3f%s\n", q->text[i], q->equity[i],
               i == q->made ? "  (played)" : "");
    const char *why = quiz_text(q->back, "why");
    if (*why) printf("%s\n", why);
}

/* The grade, 0 to stop. */
static int ask(const quiz *q, line_reader *in)
{
    bool hinted = false;
    print_question(q);
    for (;;) {
        printf("1-%d, h (hint), q (quit): ", q->choices);
        fflush(stdout);
        line_result result = line_reader_next(in);
        if (result != LINE_READ && result != LINE_TOO_LONG && result != LINE_HAS_NUL)
            return 0;
        const char *line = result == LINE_READ ? in->line : "";
        long long choice;
        if (strcmp(line, "q") == 0) return 0;
        if (strcmp(line, "h") == 0) {
            char hint[QUIZ_LINE];
            quiz_hint(q, hint);
            hinted = true;
            printf("%s\n", hint);
            continue;
        }
        if (!args_integer(line, 1, q->choices, &choice)) {
            printf("Please give a number from 1 to %d.\n", q->choices);
            continue;
        }
        const bool right = choice - 1 == q->best;
        print_answer(q, right);
        return !right ? FSRS_AGAIN : hinted ? FSRS_HARD : FSRS_GOOD;
    }
}

static int fail(const alea_error *error)
{
    return error->status == ALEA_ERROR_ARGUMENT
               ? args_refuse("study train", "%s", error->reason)
               : place_failed(error);
}

/* Which cards are asked: those of a plan, or of the whole deck. */
typedef struct source {
    int new_a_day;
    bool plan;
    char player[256], month[PLAN_MONTH];
    int thing; /* of the plan; 0: all */
} source;

static alea_status next_card(desk *d, const source *from, deck_card *out, bool *found,
                             alea_error *error)
{
    const int64_t now = alea_wall_clock_ms();
    return from->plan ? plan_next(d, from->player, from->month, from->thing, now, out,
                                  found, error)
                      : deck_next(d, now, from->new_a_day, out, found, error);
}

static int run_cards(desk *d, const source *from)
{
    alea_error error = {0};
    int status = EXIT_DONE, shown = 0, right = 0;
    bool found = true;
    line_reader in;
    line_reader_start(&in, STDIN_FILENO, 256);
    quiz *q = calloc(1, sizeof *q);
    while (q && status == EXIT_DONE) {
        if (next_card(d, from, &q->card, &found, &error) != ALEA_OK)
            status = place_failed(&error);
        if (status != EXIT_DONE || !found) break;
        fsrs_card after;
        const bool usable = quiz_open(q);
        const int grade =
            usable ? ask(q, &in) : FSRS_EASY; /* a damaged card goes far */
        quiz_close(q);
        if (grade == 0) break;
        if (deck_answer(d, q->card.id, (fsrs_grade)grade, alea_wall_clock_ms(), &after,
                        &error) != ALEA_OK)
            status = place_failed(&error);
        shown += usable;
        right += usable && grade > FSRS_AGAIN;
    }
    free(q);
    line_reader_finish(&in);
    deck_counts c;
    if (status == EXIT_DONE &&
        deck_count(d, alea_wall_clock_ms(), from->new_a_day, &c, &error) == ALEA_OK)
        printf("\n%d of %d right. %lld due, %lld new for today, %lld cards; streak of "
               "%lld days.\n",
               right, shown, (long long)c.due, (long long)c.fresh, (long long)c.cards,
               (long long)c.streak);
    return status;
}

/* One card as JSON or text, without a review. */
static int show_one(desk *d, bool daily, const source *from, bool json)
{
    alea_error error = {0};
    bool found = false;
    const int64_t now = alea_wall_clock_ms();
    quiz *q = calloc(1, sizeof *q);
    if (!q) return EXIT_SYSTEM;
    alea_status done = daily ? deck_of_the_day(d, now, &q->card, &found, &error)
                             : next_card(d, from, &q->card, &found, &error);
    int status = done == ALEA_OK ? EXIT_DONE : place_failed(&error);
    if (done == ALEA_OK && found) {
        quiz_open(q);
        if (json)
            json_print_line(stdout, quiz_json(q));
        else
            print_question(q);
        quiz_close(q);
    } else if (done == ALEA_OK) {
        printf("%s\n", json ? "null" : "No card is due.");
    }
    free(q);
    return status;
}

static int show_counts(desk *d, int new_a_day, bool json)
{
    alea_error error = {0};
    deck_counts c;
    if (deck_count(d, alea_wall_clock_ms(), new_a_day, &c, &error) != ALEA_OK)
        return place_failed(&error);
    if (json)
        json_print_line(stdout, quiz_counts_json(&c));
    else
        printf(
            "%lld cards: %lld due, %lld new for today; %lld reviews today, streak of "
            "%lld days\n",
            (long long)c.cards, (long long)c.due, (long long)c.fresh,
            (long long)c.reviewed_today, (long long)c.streak);
    return EXIT_DONE;
}

static int answer(desk *d, const char *text)
{
    long long id, grade;
    char number[24];
    const char *equals = strchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : 0;
    if (length == 0 || length >= sizeof number)
        return args_refuse("study train", "--answer is CARD=GRADE, not \"%.40s\"",
                           text);
    memcpy(number, text, length);
    number[length] = '\0';
    if (!args_integer(number, 1, INT64_MAX, &id) ||
        !args_integer(equals + 1, FSRS_AGAIN, FSRS_EASY, &grade))
        return args_refuse("study train",
                           "--answer is CARD=GRADE with a grade "
                           "from 1 to 4, not \"%.40s\"",
                           text);
    alea_error error = {0};
    fsrs_card after;
    alea_status status =
        deck_answer(d, id, (fsrs_grade)grade, alea_wall_clock_ms(), &after, &error);
    error.status = status;
    if (status != ALEA_OK) return fail(&error);
    json_print_line(stdout, json_pack("{s:I,s:I,s:f,s:f}", "card", (json_int_t)id,
                                      "due", (json_int_t)after.due, "stability",
                                      after.stability, "difficulty", after.difficulty));
    return EXIT_DONE;
}

static int make(desk *d, const char *const *text, int count, double least_loss)
{
    alea_error error = {0};
    int64_t made = 0;
    terms *t = calloc(1, sizeof *t);
    if (!t) return EXIT_SYSTEM;
    alea_status status = desk_read_terms(d, t, text, count, &error);
    if (status == ALEA_OK) status = deck_fill(d, t, least_loss, &made, &error);
    fsrs_settings s; /* stored, so that a deck keeps its parameters */
    if (status == ALEA_OK) status = deck_settings(d, &s, &error);
    if (status == ALEA_OK) status = deck_set_settings(d, &s, &error);
    free(t);
    error.status = status;
    if (status != ALEA_OK) return fail(&error);
    printf("%lld new cards\n", (long long)made);
    return EXIT_DONE;
}

/* The plan to train: this month's of `player`, or of the main player of the desk. */
static int find_plan(desk *d, const char *player, source *from)
{
    alea_error error = {0};
    json_t *plan = NULL;
    plan_month_of(alea_wall_clock_ms(), from->month);
    if (player) snprintf(from->player, sizeof from->player, "%s", player);
    alea_status status = player ? ALEA_OK : gather_main_player(d, from->player, &error);
    if (status == ALEA_OK)
        status = plan_read(d, from->player, from->month, &plan, &error);
    if (status != ALEA_OK) return place_failed(&error);
    const size_t things = json_array_size(json_object_get(plan, "things"));
    const bool exists = plan != NULL;
    json_decref(plan);
    if (!exists)
        return args_refuse("study train",
                           "\"%.60s\" has no plan of %s; alea study plan makes it",
                           from->player, from->month);
    if (from->thing > (int)things)
        return args_refuse("study train", "the plan has %zu thing%s, not %d", things,
                           things == 1 ? "" : "s", from->thing);
    return EXIT_DONE;
}

static int set_retention(desk *d, double retention)
{
    alea_error error = {0};
    fsrs_settings s;
    alea_status status = deck_settings(d, &s, &error);
    s.retention = retention;
    if (status == ALEA_OK) status = deck_set_settings(d, &s, &error);
    error.status = status;
    return status == ALEA_OK ? EXIT_DONE : fail(&error);
}

int verb_train(int argc, char **argv)
{
    const char *db = NULL, *given = NULL;
    bool json = false, next = false, daily = false, counts = false, fill = false;
    long long new_a_day = 5, thing = 0;
    bool plan = false;
    const char *player = NULL;
    double least_loss = 0.08, retention = -1; /* -1: as stored */
    const option_spec options[] = {
        PLACE_OPTION(db),
        FLAG_OPTION(
            "make", 'm',
            "make cards of the errors that match the terms (as in alea study find)",
            &fill),
        NUMBER_OPTION("min-loss", 0, "X", "--make: least equity lost (default 0.08)",
                      &least_loss, 0, 10),
        INTEGER_OPTION("new", 0, "N", "new cards a day (default 5)", &new_a_day, 0,
                       1000),
        FLAG_OPTION("plan", 0,
                    "ask the positions of this month's study plan (alea study plan)",
                    &plan),
        INTEGER_OPTION("thing", 0, "N", "--plan: of one of its things only", &thing, 1,
                       PLAN_THINGS),
        TEXT_OPTION("player", 0, "NAME",
                    "--plan: whose plan (default: who has most matches)", &player),
        FLAG_OPTION("counts", 0, "only say what is due", &counts),
        FLAG_OPTION("daily", 0, "show the position of the day", &daily),
        FLAG_OPTION("next", 0, "show the next card without asking", &next),
        TEXT_OPTION("answer", 0, "CARD=GRADE",
                    "store a review: 1 again, 2 hard, 3 good, 4 easy", &given),
        NUMBER_OPTION(
            "retention", 0, "X",
            "chance to know a card when it is due, 0.7 to 0.99 (default 0.9); stored",
            &retention, 0, 1),
        FLAG_OPTION("json", 'j', "--counts, --daily, --next: as JSON", &json),
        {0}};
    const args_spec spec = {
        .operands = "[not] [TERM...]",
        .about = "Trains your own errors: what is due, then five new ones a day. The "
                 "scheduler is\n"
                 "FSRS 6. First make the cards:\n"
                 "  alea study train --make player=Ann\n"
                 "  alea study train",
        .options = options,
        .least = 0,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (operands > 0 && !fill)
        return args_refuse("study train", "terms go with --make");
    if (!plan && (thing || player))
        return args_refuse("study train", "%s goes with --plan",
                           thing ? "--thing" : "--player");
    source from = {.new_a_day = (int)new_a_day, .plan = plan, .thing = (int)thing};
    desk d;
    status = place_open(&d, db, false);
    if (status == EXIT_DONE && retention >= 0) status = set_retention(&d, retention);
    if (status == EXIT_DONE && plan) status = find_plan(&d, player, &from);
    if (status == EXIT_DONE && fill)
        status = make(&d, (const char *const *)argv + 1, operands, least_loss);
    else if (status == EXIT_DONE && given)
        status = answer(&d, given);
    else if (status == EXIT_DONE && counts)
        status = show_counts(&d, (int)new_a_day, json);
    else if (status == EXIT_DONE && (next || daily))
        status = show_one(&d, daily, &from, json);
    else if (status == EXIT_DONE && retention < 0)
        status = run_cards(&d, &from);
    desk_close(&d);
    return status;
}
