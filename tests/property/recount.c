#include "recount.h"

#include <stdlib.h>
#include <string.h>

/* Of 36 throws, those of which some play fulfils `good`. */
int recount_throws(const alea_board *board, recount_goal *good)
{
    static alea_board results[ALEA_MAX_PLAYS];
    const alea_play_rules rules = alea_play_rules_standard();
    int sum = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            const alea_roll roll = {{(uint8_t)a, (uint8_t)b}};
            const int count = alea_positions_after(board, roll, &rules, results);
            int found = 0;
            for (int i = 0; i < count && !found; i++) found = good(board, &results[i]);
            sum += found;
        }
    return sum;
}

int recount_hits(const alea_board *now, const alea_board *result)
{
    return result->point[0] < now->point[0];
}

int recount_enters(const alea_board *now, const alea_board *result)
{
    return !alea_board_equal(now, result);
}

int recount_back(const alea_board *board)
{
    int sum = 0;
    for (int p = 25; p >= 19; p--) sum += board->point[p] > 0 ? board->point[p] : 0;
    return sum;
}

int recount_near(const alea_board *board)
{
    int sum = 0;
    for (int p = 7; p >= 1; p--) sum += board->point[p] > 1;
    return sum;
}

int recount_bears_off_two(const alea_board *now, const alea_board *result)
{
    return alea_board_checkers(result, true) <= alea_board_checkers(now, true) - 2;
}

int recount_tallest(const alea_board *board)
{
    int most = 0;
    for (int p = 24; p >= 1; p--)
        most = board->point[p] > most ? board->point[p] : most;
    return most;
}

int recount_gets_out(const alea_board *now, const alea_board *result)
{
    return recount_back(result) < recount_back(now);
}

int recount_builds(const alea_board *now, const alea_board *result)
{
    return recount_near(result) > recount_near(now);
}

int recount_far_points(const alea_board *board)
{
    int sum = 0;
    for (int p = 24; p >= 19; p--) sum += board->point[p] > 1;
    return sum;
}

int recount_anchors(const alea_board *now, const alea_board *result)
{
    return recount_far_points(result) > recount_far_points(now);
}

/* Each blot is compared with each place from which the other side goes past it. */
int recount_out_of_the_way(const alea_board *now, const alea_board *result)
{
    (void)now;
    for (int blot = 1; blot <= 24; blot++)
        for (int from = 0; from < blot; from++)
            if (result->point[blot] == 1 && result->point[from] < 0) return 0;
    return 1;
}

int recount_deep(const alea_board *board)
{
    int sum = 0;
    for (int p = 1; p <= 2; p++) sum += board->point[p] > 0 ? board->point[p] : 0;
    return sum;
}

int recount_blots(const alea_board *board)
{
    int sum = 0;
    for (int p = 1; p <= 24; p++) sum += board->point[p] == 1;
    return sum;
}

int recount_row(const alea_board *board)
{
    int longest = 0;
    for (int p = 1; p <= 24; p++) {
        int length = 0;
        while (p + length <= 24 && board->point[p + length] >= 2) length++;
        if (length > longest) longest = length;
    }
    return longest;
}

int recount_pips(const alea_board *board)
{
    int sum = 0;
    for (int p = 1; p <= 25; p++) sum += board->point[p] > 0 ? p * board->point[p] : 0;
    return sum;
}

int recount_home(const alea_board *board)
{
    int sum = 0;
    for (int p = 1; p <= 6; p++) sum += board->point[p] > 0 ? board->point[p] : 0;
    return sum;
}

/* The two numbers of a clause "BEFORE a MIDDLE b", if it is there. */
int recount_numbers(const char *text, const char *before, const char *middle, int *a,
                    int *b)
{
    for (const char *at = strstr(text, before); at; at = strstr(at + 1, before)) {
        char *end;
        *a = (int)strtol(at + strlen(before), &end, 10);
        if (strncmp(end, middle, strlen(middle)) != 0) continue;
        *b = (int)strtol(end + strlen(middle), NULL, 10);
        return 1;
    }
    return 0;
}
