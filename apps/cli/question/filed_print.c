#include "cli/question/filed_print.h"

#include <math.h>
#include <stdio.h>

#include <alea/notation.h>

enum { SHOWN = 5 };

static void print_chances(const float chance[5])
{
    for (int i = 0; i < 5; i++)
        if (isnan(chance[i])) return;
    printf("  wins %.1f%% (gammon %.1f%%, backgammon %.1f%%), loses gammon %.1f%%, "
           "backgammon %.1f%%",
           (double)chance[0] * 100, (double)chance[1] * 100, (double)chance[2] * 100,
           (double)chance[3] * 100, (double)chance[4] * 100);
}

static void print_rollout(int32_t trials, float interval)
{
    if (trials <= 0) return;
    printf("  %ld games", (long)trials);
    if (!isnan(interval)) printf(", 95%% within %.3f", (double)interval);
}

static void print_candidate(const alea_record *record, const alea_filed *f, int i,
                            const alea_match *before)
{
    const alea_filed_candidate *c = &record->filed_candidate[f->first + (size_t)i];
    alea_board board = alea_match_board(before, f->by);
    alea_play play;
    char text[ALEA_PLAY_TEXT_SIZE] = "?";
    if (alea_play_judge(&board, before->roll, &before->rules.play, c->move, c->moves,
                        &play, NULL) == ALEA_PLAY_LEGAL)
        alea_play_write(&board, &play, text);
    printf("  %c %d. %-20s %+.3f  %s", i == f->made ? '*' : ' ', i + 1,
           text[0] ? text : "no move", (double)c->equity, c->level);
    print_chances(c->chance);
    print_rollout(c->trials, c->interval);
    putchar('\n');
}

static void print_cube(const alea_filed *f)
{
    static const char *const names[] = {"no double", "double, take", "double, drop"};
    const float equity[] = {f->no_double, f->double_take, f->double_drop};
    for (int i = 0; i < 3; i++)
        if (!isnan(equity[i]))
            printf(f->mwc ? "    %-14s %.2f%% match winning chances\n"
                          : "    %-14s %+.3f\n",
                   names[i], (double)equity[i] * (f->mwc ? 100 : 1));
}

void filed_print(const alea_record *record, size_t index, const alea_match *before)
{
    const alea_filed *f = NULL;
    while ((f = alea_record_filed(record, index, f))) {
        printf("%s, %s", f->program, f->level);
        if (!isnan(f->loss)) printf(", loss %.3f", (double)f->loss);
        if (!isnan(f->luck)) printf(", luck %+.3f", (double)f->luck);
        printf("%s:\n", f->flagged ? ", flagged" : "");
        for (int i = 0; i < f->candidates; i++)
            if (i < SHOWN || i == f->made) print_candidate(record, f, i, before);
        if (f->kind == ALEA_FILED_CUBE) print_cube(f);
    }
}
