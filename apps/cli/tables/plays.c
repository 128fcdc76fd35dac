#include "commands.h"
#include "stream.h"

#include "cli/io/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    char text[ALEA_TABLES_TEXT_SIZE];
    int index;
} entry;

typedef struct plays {
    const alea_tables_rules *rules;
    alea_tables_turns turns;
    entry entry[ALEA_TABLES_MAX_TURNS];
} plays;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const entry *)a)->text, ((const entry *)b)->text);
}

static void print_moves(const alea_tables_rules *rules, const alea_tables_turns *turns,
                        int index)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    char text[ALEA_TABLES_MOVES_SIZE];
    alea_tables_moves_write(rules, move, alea_tables_turns_moves(turns, index, move),
                            text);
    fputs(text, stdout);
}

/* The position says how many checkers were hit: its sixth field follows the fourth
 * without a blank. */
static bool names_hits(const char *line)
{
    for (int i = 0; i < 3 && line; i++) line = strchr(line + (i > 0), ';');
    return line && line[1 + strspn(line + 1, "0123456789,-")] == ';';
}

/* In the form of the question. */
static void write_end(const alea_tables_rules *rules, alea_tables_board *end, bool hits,
                      char out[ALEA_TABLES_TEXT_SIZE])
{
    if (!hits) end->hit[0] = end->hit[1] = 0;
    const bool written = end->hit[0] || end->hit[1];
    const size_t length = alea_tables_text_write(rules, end, out);
    if (hits && !written)
        snprintf(out + length, ALEA_TABLES_TEXT_SIZE - length, ";0;0");
}

static bool answer(void *context, const line_reader *reader)
{
    plays *p = context;
    alea_tables_board board;
    alea_tables_dice dice;
    alea_error error = {0};
    bool first;
    if (alea_tables_text_read(p->rules, reader->line, reader->length, &board, &dice,
                              &first, &error) != ALEA_OK)
        return tables_refuse("bad_position", &error, reader);
    const bool hits = names_hits(reader->line);
    alea_tables_turns_list(p->rules, &board, dice, first, &p->turns);
    for (int i = 0; i < p->turns.count; i++) {
        alea_tables_board end = alea_tables_turns_board(&p->turns, i);
        write_end(p->rules, &end, hits, p->entry[i].text);
        p->entry[i].index = i;
    }
    qsort(p->entry, (size_t)p->turns.count, sizeof *p->entry, by_text);
    printf("{\"count\": %d, \"plays\": [", p->turns.count);
    for (int i = 0; i < p->turns.count; i++) {
        printf("%s{\"move\": \"", i ? ", " : "");
        print_moves(p->rules, &p->turns, p->entry[i].index);
        printf("\", \"position\": \"%s\"}", p->entry[i].text);
    }
    puts("]}");
    return true;
}

int tables_plays_run(const alea_tables_rules *rules)
{
    plays *p = malloc(sizeof *p);
    if (!p) return command_fail_memory("plays");
    p->rules = rules;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    const int status = tables_stream("plays", answer, p);
    free(p);
    return status;
}
