#include "queue.h"
#include "upkeep.h"

/* The time is the database's, so that servers with different clocks agree on it. */
#define PUT(now, lock)                                                                 \
    "INSERT INTO clocks (game, seq, reserve0, reserve1, away0, away1, step, present,"  \
    " time) SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, " now                               \
    " - ?9 FROM games WHERE id = ?1 AND (?10 = '' OR owner = ?10)" lock                \
    " ON CONFLICT (game) DO UPDATE SET seq = excluded.seq,"                            \
    " reserve0 = excluded.reserve0, reserve1 = excluded.reserve1,"                     \
    " away0 = excluded.away0, away1 = excluded.away1, step = excluded.step,"           \
    " present = excluded.present, time = excluded.time"
#define GET(now)                                                                       \
    "SELECT seq, reserve0, reserve1, away0, away1, step, present, " now                \
    " - time FROM clocks WHERE game = ?"

alea_status clocks_put_within(storage *s, const char *game_id, const char *holder,
                              const storage_clocks *c, int64_t taken)
{
    storage_query *st =
        storage_statement(s, ST_CLOCKS_PUT,
                          storage_sql(s, PUT(LEASE_SQLITE_NOW, ""),
                                      PUT(LEASE_POSTGRESQL_NOW, " FOR SHARE")));
    storage_bind_text(st, 1, game_id);
    storage_bind_number(st, 2, c->seq);
    for (int i = 0; i < 2; i++) {
        storage_bind_number(st, 3 + i, c->reserve_ms[i]);
        storage_bind_number(st, 5 + i, c->away_ms[i]);
    }
    storage_bind_number(st, 7, c->step_ms);
    storage_bind_number(st, 8, (c->present[0] ? 1 : 0) + (c->present[1] ? 2 : 0));
    storage_bind_number(st, 9, server_ticks() - taken);
    storage_bind_text(st, 10, holder);
    return storage_run_later(st);
}

void storage_clocks_put(storage *s, const char *game_id, const storage_clocks *clocks)
{
    if (s->queue)
        queue_take_clocks(s->queue, game_id, s->holder, clocks);
    else if (storage_begin(s) == ALEA_OK)
        storage_end(s,
                    clocks_put_within(s, game_id, s->holder, clocks, server_ticks()));
}

storage_answer storage_clocks_get(storage *s, const char *game_id, storage_clocks *out)
{
    if (!storage_settle(s, game_id)) return ANSWER_FAILED;
    storage_query *st = storage_statement(
        s, ST_CLOCKS_GET,
        storage_sql(s, GET(LEASE_SQLITE_NOW), GET(LEASE_POSTGRESQL_NOW)));
    storage_bind_text(st, 1, game_id);
    const storage_answer answer = storage_first(st);
    if (answer == ANSWER_FOUND) {
        const int64_t present = storage_column_number(st, 6);
        *out = (storage_clocks){.seq = storage_column_number(st, 0),
                                .step_ms = storage_column_number(st, 5),
                                .present = {(present & 1) != 0, (present & 2) != 0},
                                .age_ms = storage_column_number(st, 7)};
        for (int i = 0; i < 2; i++) {
            out->reserve_ms[i] = storage_column_number(st, 1 + i);
            out->away_ms[i] = storage_column_number(st, 3 + i);
        }
    }
    storage_reset(st);
    return answer;
}
