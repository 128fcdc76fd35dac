/* Table and results as CSV, for spreadsheets and printed lists. */
#include "routes.h"

#include "ask.h"

#include "server/support/csv.h"
#include "tournament/event.h"
#include "tournament/standings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_name(FILE *out, const tournament *t, int player)
{
    if (player >= 0) csv_text(out, t->player[player].name);
}

static void put_standings(FILE *out, const tournament *t)
{
    tournament_row *row = malloc(TOURNAMENT_PLAYERS * sizeof *row);
    const int count =
        row && t->stage != TOURNAMENT_ENTRY ? tournament_standings(t, row) : 0;
    fputs("rank,name,score,won,lost,byes,points_won,points_lost,buchholz,median,"
          "sonneborn,streak,withdrawn,group,group_rank\r\n",
          out);
    for (int i = 0; i < count; i++) {
        const tournament_row *r = &row[i];
        fprintf(out, "%d,", r->rank);
        put_name(out, t, r->player);
        fprintf(out, ",%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%s,", r->score, r->won, r->lost,
                r->byes, r->points[0], r->points[1], r->buchholz, r->median,
                r->sonneborn, r->streak, r->withdrawn ? "yes" : "");
        if (r->group)
            fprintf(out, "%d,%d\r\n", r->group, r->group_rank);
        else
            fputs(",\r\n", out);
    }
    free(row);
}

static void put_results(FILE *out, const tournament *t)
{
    fputs("part,round,place,length,player_1,player_2,points_1,points_2,winner,outcome"
          "\r\n",
          out);
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        fprintf(out, "%s,%d,%d,%d,", tournament_part_names[m->part], m->round,
                m->place + 1, m->length);
        put_name(out, t, m->player[0]);
        fputc(',', out);
        put_name(out, t, m->player[1]);
        if (m->has_score)
            fprintf(out, ",%d,%d,", m->score[0], m->score[1]);
        else
            fputs(",,,", out);
        if (m->winner >= 0) put_name(out, t, m->player[m->winner]);
        fprintf(out, ",%s\r\n", tournament_outcome_names[m->outcome]);
    }
}

static void answer_csv(tournaments *all, const http_request *request, const char *name,
                       void (*put)(FILE *out, const tournament *t), http_reply *reply)
{
    const live_tournament *live = ask_look(all, request, reply);
    if (!live) return;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out) put(out, live->t);
    if (!out || fclose(out) != 0) {
        free(text);
        http_refuse(reply, 503, "memory", "The server is out of memory. Try again.");
        return;
    }
    reply->status = 200;
    reply->type = "text/csv; charset=utf-8";
    reply->body = text;
    reply->size = size;
    snprintf(reply->disposition, sizeof reply->disposition,
             "attachment; filename=\"%s-%s.csv\"", live->row.id, name);
}

static void standings_get(void *part, http_request *request, http_reply *reply)
{
    answer_csv(part, request, "standings", put_standings, reply);
}

static void results_get(void *part, http_request *request, http_reply *reply)
{
    answer_csv(part, request, "results", put_results, reply);
}

const http_route tournament_table_routes[] = {
    {HTTP_GET, "/api/tournaments/{id}/standings.csv", ROUTE_OPEN, standings_get},
    {HTTP_GET, "/api/tournaments/{id}/results.csv", ROUTE_OPEN, results_get},
    {0},
};
