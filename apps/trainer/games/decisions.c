#include "decisions.h"
#include "trainer/support/reason.h"

#include <alea/notation.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[DECISION_KINDS] = {"contact", "race", "bearin"};

const char *decision_kind_name(decision_kind kind)
{
    return kind < DECISION_KINDS ? names[kind] : "?";
}

decision_kind decision_kind_of(const alea_board *board)
{
    if (alea_board_phase(board) == ALEA_PHASE_CONTACT) return DECISION_CONTACT;
    int outside = 0;
    for (int p = 7; p <= 25; p++)
        if (board->point[p] > 0) outside += board->point[p];
    return outside <= 4 ? DECISION_BEARIN : DECISION_RACE;
}

double decision_loss(const decision *d, int choice)
{
    float top = d->equity[0];
    for (int i = 1; i < d->count; i++) top = fmaxf(top, d->equity[i]);
    return (double)(top - d->equity[choice]);
}

void decisions_free(decision_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->item[i].result);
        free(list->item[i].equity);
    }
    free(list->item);
    memset(list, 0, sizeof *list);
}

static int read_head(char **save, char *line, decision *d, char *reason, size_t size)
{
    const char *kind = strtok_r(line, " \t\r\n", save);
    const char *id = strtok_r(NULL, " \t\r\n", save);
    const char *dice = strtok_r(NULL, " \t\r\n", save);
    alea_error error = {0};
    if (!dice) {
        snprintf(reason, size, "expected KIND POSITION-ID DICE PLAY...");
        return -1;
    }
    int k = 0;
    while (k < DECISION_KINDS && strcmp(kind, names[k]) != 0) k++;
    if (k == DECISION_KINDS) {
        snprintf(reason, size, "'%.20s' is no kind of decision", kind);
        return -1;
    }
    d->kind = (decision_kind)k;
    if (alea_position_id_read(id, strlen(id), &d->board, &error) != ALEA_OK) {
        snprintf(reason, size, "position '%.20s': %s", id, error.reason);
        return -1;
    }
    d->roll.die[0] = (uint8_t)(dice[0] - '0');
    d->roll.die[1] = (uint8_t)(dice[0] ? dice[1] - '0' : 0);
    if (strlen(dice) != 2 || !alea_roll_valid(d->roll)) {
        snprintf(reason, size, "'%.10s' are no dice", dice);
        return -1;
    }
    if (alea_board_phase(&d->board) == ALEA_PHASE_OVER) {
        snprintf(reason, size, "the game is over");
        return -1;
    }
    return 0;
}

static int read_play(char *word, decision *d, char *reason, size_t size)
{
    alea_error error = {0};
    alea_board board;
    char *equals = strchr(word, '=');
    if (!equals) {
        snprintf(reason, size, "'%.40s': expected RESULT-ID=EQUITY", word);
        return -1;
    }
    if (alea_position_id_read(word, (size_t)(equals - word), &board, &error) !=
        ALEA_OK) {
        snprintf(reason, size, "play '%.40s': %s", word, error.reason);
        return -1;
    }
    board = alea_board_swap(&board);
    char *end;
    float equity = strtof(equals + 1, &end);
    if (end == equals + 1 || (*end && strcmp(end, "~") != 0) ||
        !(fabsf(equity) <= 3.01f)) {
        snprintf(reason, size, "'%.40s': no equity within -3..3", word);
        return -1;
    }
    for (int i = 0; i < d->count; i++)
        if (isnan(d->equity[i]) && alea_board_equal(&d->result[i], &board)) {
            d->equity[i] = equity;
            return 0;
        }
    snprintf(reason, size, "play '%.40s' is not legal or stands there twice", word);
    return -1;
}

static int read_line(char *line, decision *d, alea_board *scratch, char *reason,
                     size_t size)
{
    const alea_play_rules rules = alea_play_rules_standard();
    char *save = NULL, *word;
    if (read_head(&save, line, d, reason, size) != 0) return -1;
    d->count = alea_results(&d->board, d->roll, &rules, scratch);
    d->result = malloc((size_t)d->count * sizeof *d->result);
    d->equity = malloc((size_t)d->count * sizeof *d->equity);
    if (!d->result || !d->equity) return reason_no_memory(reason, size);
    memcpy(d->result, scratch, (size_t)d->count * sizeof *d->result);
    for (int i = 0; i < d->count; i++) d->equity[i] = NAN;
    while ((word = strtok_r(NULL, " \t\r\n", &save)))
        if (read_play(word, d, reason, size) != 0) return -1;
    for (int i = 0; i < d->count; i++)
        if (isnan(d->equity[i])) {
            snprintf(reason, size, "a legal play is missing (%d there are)", d->count);
            return -1;
        }
    return 0;
}

static decision *list_next(decision_list *list)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        decision *item = realloc(list->item, capacity * sizeof *item);
        if (!item) return NULL;
        list->item = item;
        list->capacity = capacity;
    }
    decision *d = &list->item[list->count++];
    memset(d, 0, sizeof *d);
    return d;
}

int decisions_read(const char *path, decision_list *list, char *reason, size_t size)
{
    memset(list, 0, sizeof *list);
    FILE *file = fopen(path, "r");
    alea_board *scratch = malloc(ALEA_MAX_PLAYS * sizeof *scratch);
    if (!file || !scratch) {
        snprintf(reason, size, "%s: %s", path, strerror(errno ? errno : ENOMEM));
        if (file) fclose(file);
        free(scratch);
        return -1;
    }
    char *line = NULL, why[256];
    size_t capacity = 0;
    int number = 0, status = 0;
    while (status == 0 && getline(&line, &capacity, file) >= 0) {
        number++;
        if (line[strspn(line, " \t\r\n")] == '\0' || line[0] == '#') continue;
        decision *d = list_next(list);
        if (!d) {
            status = reason_no_memory(why, sizeof why);
        } else {
            status = read_line(line, d, scratch, why, sizeof why);
        }
    }
    if (status != 0) snprintf(reason, size, "%s:%d: %s", path, number, why);
    free(line);
    free(scratch);
    fclose(file);
    if (status != 0) decisions_free(list);
    return status;
}
