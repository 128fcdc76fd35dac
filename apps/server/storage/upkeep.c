#include "upkeep.h"

#include "server/support/system.h"

enum { TIDY_MS = 3600 * 1000, ARCHIVE_MS = 1000 };
/* The ages at which storage_tidy removes sessions, guests, and games without a play. */
static const int64_t kept_ms = (int64_t)90 * 24 * 3600 * 1000;
static const int64_t guest_ms = (int64_t)24 * 3600 * 1000;
static const int64_t unplayed_ms = (int64_t)7 * 24 * 3600 * 1000;

void upkeep_tick(upkeep *u, storage *s, int64_t ticks)
{
    const int64_t now = server_now();
    if (ticks >= u->archive_at) {
        const bool is_over = storage_archive_some(s, u->archived, now - TIDY_MS) < 0;
        u->archive_at = ticks + (is_over ? TIDY_MS : ARCHIVE_MS);
    }
    if (ticks >= u->tidy_at) {
        u->tidy_at = ticks + TIDY_MS;
        storage_tidy_behind(s, now - kept_ms, now - guest_ms, now - unplayed_ms);
    }
}
