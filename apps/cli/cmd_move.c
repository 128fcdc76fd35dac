/* alea move: the best plays of positions with dice. */
#include "args.h"
#include "command.h"
#include "ids.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "The best plays of a position and a roll, best first: the move, the Position ID "
    "after\n"
    "it (seen by the player then on roll), chances and equity of the player who moves. "
    "An\n"
    "ID is an XGID with dice, or any ID followed by the dice:\n"
    "  alea move XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n"
    "  alea move 4HPwATDgc/ABMA 31\n"
    "Without an ID, or with -, one a line is read from standard input.";

typedef struct rated {
    alea_play play;
    alea_probs probs;
    float equity;
    char position[ALEA_POSITION_ID_SIZE];
} rated;

/* Everything a roll with very many plays needs, allocated once. */
typedef struct move_run {
    alea_evaluator *evaluator;
    bool json;
    long long wanted; /* plays to list; 0 = all */
    alea_play_list list;
    alea_board results[ALEA_MAX_PLAYS];
    alea_probs probs[ALEA_MAX_PLAYS];
    rated rated[ALEA_MAX_PLAYS];
} move_run;

/* Best first; equal ones in the order of their positions, so that output repeats. */
static int better(const void *a, const void *b)
{
    const rated *x = a, *y = b;
    if (x->equity != y->equity) return x->equity > y->equity ? -1 : 1;
    return strcmp(x->position, y->position);
}

static int rate(move_run *run, const id_question *q)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_plays(&q->board, q->roll, &rules, &run->list);
    int count = run->list.count;
    for (int i = 0; i < count; i++) run->results[i] = run->list.play[i].board;
    alea_eval_results(run->evaluator, &q->board, run->results, count, run->probs);
    for (int i = 0; i < count; i++) {
        rated *r = &run->rated[i];
        r->play = run->list.play[i];
        r->probs = run->probs[i];
        r->equity = alea_probs_equity(&r->probs);
        alea_board next = alea_board_swap(&r->play.board);
        alea_position_id_write(&next, r->position);
    }
    qsort(run->rated, (size_t)count, sizeof *run->rated, better);
    return count;
}

static void print_json_play(const id_question *q, const rated *r)
{
    char move[ALEA_PLAY_TEXT_SIZE];
    alea_play_write(&q->board, &r->play, move);
    printf("\"move\": \"%s\", \"position\": \"%s\", \"equity\": %.6f, "
           "\"probabilities\": ",
           move, r->position, (double)r->equity);
    json_print_probabilities(&r->probs);
}

static void print_json(const move_run *run, const id_question *q, int listed)
{
    fputs("{\"id\": ", stdout);
    json_print_string(q->text);
    printf(", \"dice\": [%d, %d], ", q->roll.die[0], q->roll.die[1]);
    print_json_play(q, &run->rated[0]);
    fputs(", \"plays\": [", stdout);
    for (int i = 0; i < listed; i++) {
        fputs(i ? ", {" : "{", stdout);
        print_json_play(q, &run->rated[i]);
        putchar('}');
    }
    fputs("]}\n", stdout);
}

static void print_text(const move_run *run, const id_question *q, int listed, int count)
{
    printf("%s  roll %d-%d, %d play%s\n", q->text, q->roll.die[0], q->roll.die[1],
           count, count == 1 ? "" : "s");
    for (int i = 0; i < listed; i++) {
        const rated *r = &run->rated[i];
        const alea_probs *p = &r->probs;
        char move[ALEA_PLAY_TEXT_SIZE];
        alea_play_write(&q->board, &r->play, move);
        printf("%3d. %-28s %+.5f", i + 1, *move ? move : "(no move)",
               (double)r->equity);
        if (i > 0) printf(" (%+.5f)", (double)(r->equity - run->rated[0].equity));
        printf("\n     win %.3f%% (gammon %.3f%%, backgammon %.3f%%)  lose %.3f%% "
               "(%.3f%%, "
               "%.3f%%)  -> %s\n",
               100 * (double)p->win, 100 * (double)p->win_gammon,
               100 * (double)p->win_backgammon, 100 * (1 - (double)p->win),
               100 * (double)p->lose_gammon, 100 * (double)p->lose_backgammon,
               r->position);
    }
}

static bool answer(void *context, const id_question *q, alea_error *error)
{
    move_run *run = context;
    const char *why = NULL;
    if (q->position.offers || q->position.resign_level)
        why = "nobody is to play here: an offer awaits its answer";
    else if (alea_board_phase(&q->board) == ALEA_PHASE_OVER || q->position.game_over)
        why = "the game of this position is over";
    else if (!alea_roll_valid(q->roll))
        why = "the dice are missing: an XGID with dice, or the dice behind the ID";
    if (why) {
        *error = (alea_error){0};
        snprintf(error->reason, sizeof error->reason, "%s", why);
        return false;
    }
    int count = rate(run, q), listed = count;
    if (run->wanted > 0 && run->wanted < count) listed = (int)run->wanted;
    if (run->json)
        print_json(run, q, listed);
    else
        print_text(run, q, listed, count);
    return true;
}

int cmd_move(int argc, char **argv)
{
    const char *net_path = NULL;
    long long ply = 0, wanted = 5;
    bool cubeless = false, json = false;
    const option_spec options[] = {
        {"ply", 'p', OPTION_INTEGER, "N", "rolls to look ahead: 0, the net alone", &ply,
         0, 0},
        {"cubeless", 'c', OPTION_FLAG, NULL,
         "equity without the cube (at 0-ply always)", &cubeless, 0, 0},
        {"plays", 'k', OPTION_INTEGER, "N",
         "how many plays to list (default 5; 0 = all)", &wanted, 0, ALEA_MAX_PLAYS},
        {"net", 'n', OPTION_TEXT, "FILE", "a net file instead of the built-in net",
         &net_path, 0, 0},
        {"json", 'j', OPTION_FLAG, NULL, "one JSON object a position", &json, 0, 0},
        {0}};
    const args_spec spec = {"[ID [DICE]]...", about, options, 0, -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    move_run *run = malloc(sizeof *run);
    if (!run) {
        fprintf(stderr, "alea move: out of memory\n");
        return EXIT_SYSTEM;
    }
    run->json = json;
    run->wanted = wanted;
    run->evaluator = ids_open_evaluator("move", net_path);
    status = EXIT_SYSTEM;
    if (run->evaluator) status = ids_run("move", json, operands, argv, answer, run);
    alea_evaluator_close(run->evaluator);
    free(run);
    return status;
}
