#include "schema.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Step i upgrades from version i to i + 1, in SQLite's dialect, parts of which are
 * translated below. Steps are never changed. A step keeps everything that servers of
 * the version before it use, so that both may serve while one replaces the other. */
static const char *const steps[] = {
    "CREATE TABLE users ("
    " id TEXT PRIMARY KEY, name TEXT NOT NULL, password_hash TEXT NOT NULL,"
    " settings TEXT NOT NULL, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX users_name ON users(lower(name)) WHERE password_hash <> '';"
    "CREATE TABLE sessions ("
    " secret_hash BLOB PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
    " \"user\" TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " agent TEXT NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_user ON sessions(\"user\");"
    "CREATE TABLE games ("
    " id TEXT PRIMARY KEY, stage INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " user0 TEXT NOT NULL, user1 TEXT NOT NULL, name0 TEXT NOT NULL,"
    " name1 TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL,"
    " match_length INTEGER NOT NULL, preset TEXT NOT NULL, score0 INTEGER NOT NULL,"
    " score1 INTEGER NOT NULL, winner INTEGER NOT NULL, pr0 REAL, pr1 REAL, luck REAL,"
    " head TEXT NOT NULL) STRICT;"
    "CREATE INDEX games_user0 ON games(user0, created) WHERE user0 <> '';"
    "CREATE INDEX games_user1 ON games(user1, created) WHERE user1 <> '';"
    "CREATE INDEX games_stage ON games(stage, created);"
    "CREATE TABLE events ("
    " game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, seq INTEGER NOT NULL,"
    " time INTEGER NOT NULL, \"user\" TEXT NOT NULL, key TEXT NOT NULL,"
    " json TEXT NOT NULL, PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX events_key ON events(game, \"user\", key) WHERE key <> '';"
    "CREATE TABLE blobs ("
    " game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, kind TEXT NOT NULL,"
    " bytes BLOB NOT NULL, UNIQUE (game, kind)) STRICT;",
    /* There are few of them, and each start looks for them. */
    "CREATE INDEX blobs_wanted ON blobs(game) WHERE kind = 'wanted';",
    /* Events that contain a name, to remove it with the account. */
    "CREATE INDEX events_named ON events(\"user\")"
    " WHERE instr(json, '\"name\":\"') > 0;",
    /* How `alea admin` reaches a running server: storage_people_changed. */
    "CREATE TABLE people_changed (number INTEGER PRIMARY KEY AUTOINCREMENT,"
    " \"user\" TEXT NOT NULL) STRICT;",
    /* Events of games that are over, compressed: archive.c. */
    "CREATE TABLE archives (game TEXT PRIMARY KEY REFERENCES games(id)"
    " ON DELETE CASCADE, last INTEGER NOT NULL, count INTEGER NOT NULL,"
    " length INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;",
    /* Skeletons of names that look alike; filled by people/account.c. */
    "ALTER TABLE users ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX users_skeleton ON users(skeleton) WHERE password_hash <> '';",
    /* Several servers on one database: leases.c. */
    "CREATE TABLE holders (id TEXT PRIMARY KEY, address TEXT NOT NULL,"
    " key TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;"
    "ALTER TABLE games ADD COLUMN owner TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN asked TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX games_owner ON games(owner) WHERE owner <> '';"
    "CREATE INDEX games_asked ON games(owner) WHERE asked <> '';",
    /* Rated results with the ratings after them, and the last of each player:
     * results.c. Friends, blocks and challenges: relations.c. */
    "CREATE TABLE results ("
    " number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE, time INTEGER NOT NULL,"
    " pool TEXT NOT NULL, user0 TEXT NOT NULL, user1 TEXT NOT NULL,"
    " winner INTEGER NOT NULL, rating0 REAL NOT NULL, deviation0 REAL NOT NULL,"
    " volatility0 REAL NOT NULL, rating1 REAL NOT NULL, deviation1 REAL NOT NULL,"
    " volatility1 REAL NOT NULL) STRICT;"
    "CREATE INDEX results_user0 ON results(user0, number);"
    "CREATE INDEX results_user1 ON results(user1, number);"
    "CREATE TABLE ratings ("
    " person TEXT NOT NULL, pool TEXT NOT NULL, rating REAL NOT NULL,"
    " deviation REAL NOT NULL, volatility REAL NOT NULL, played INTEGER NOT NULL,"
    " won INTEGER NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (person, pool))"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX ratings_pool ON ratings(pool, rating);"
    "CREATE TABLE relations ("
    " person TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " other TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " friend INTEGER NOT NULL, blocked INTEGER NOT NULL, muted INTEGER NOT NULL,"
    " time INTEGER NOT NULL, PRIMARY KEY (person, other)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX relations_other ON relations(other);"
    "CREATE TABLE challenges ("
    " game TEXT PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,"
    " person TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " other TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " time INTEGER NOT NULL, text TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX challenges_person ON challenges(person);"
    "CREATE INDEX challenges_other ON challenges(other);"
    "CREATE TABLE reports ("
    " number INTEGER PRIMARY KEY, time INTEGER NOT NULL, person TEXT NOT NULL,"
    " other TEXT NOT NULL, game TEXT NOT NULL, text TEXT NOT NULL) STRICT;",
    /* Removed accounts are marked: a missing row is no proof of a removal. */
    "ALTER TABLE people_changed ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;",
    /* Desks, an image in compressed chunks each: desks.c. */
    "CREATE TABLE desks ("
    " person TEXT PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,"
    " version INTEGER NOT NULL, size INTEGER NOT NULL, stored INTEGER NOT NULL,"
    " changed INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE desk_chunks ("
    " person TEXT NOT NULL REFERENCES desks(person) ON DELETE CASCADE,"
    " number INTEGER NOT NULL, version INTEGER NOT NULL, bytes BLOB NOT NULL,"
    " UNIQUE (person, number)) STRICT;",
    /* The clocks of running games every few seconds: clocks.c. */
    "CREATE TABLE clocks ("
    " game TEXT PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL, reserve0 INTEGER NOT NULL, reserve1 INTEGER NOT NULL,"
    " away0 INTEGER NOT NULL, away1 INTEGER NOT NULL, step INTEGER NOT NULL,"
    " present INTEGER NOT NULL, time INTEGER NOT NULL) STRICT, WITHOUT ROWID;",
    /* Until when nobody can sign in to the account. */
    "ALTER TABLE users ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;",
    /* Where sessions began, hashed: people/session.c. */
    "ALTER TABLE sessions ADD COLUMN origin TEXT NOT NULL DEFAULT '';",
    /* Tournaments, with a list of events each: tournaments.c. */
    "CREATE TABLE tournaments ("
    " id TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL,"
    " maker TEXT NOT NULL, kind TEXT NOT NULL, starts INTEGER NOT NULL,"
    " stage INTEGER NOT NULL, removed INTEGER NOT NULL, players INTEGER NOT NULL,"
    " players_most INTEGER NOT NULL, round INTEGER NOT NULL, rounds INTEGER NOT NULL,"
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, last INTEGER NOT NULL)"
    " STRICT;"
    "CREATE INDEX tournaments_stage ON tournaments(stage, changed) WHERE removed = 0;"
    "CREATE TABLE tournament_events ("
    " tournament TEXT NOT NULL REFERENCES tournaments(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL, time INTEGER NOT NULL, actor TEXT NOT NULL,"
    " person TEXT NOT NULL, name TEXT NOT NULL, json TEXT NOT NULL,"
    " PRIMARY KEY (tournament, seq)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tournament_events_actor ON tournament_events(actor)"
    " WHERE actor <> '';"
    "CREATE INDEX tournament_events_person ON tournament_events(person)"
    " WHERE person <> '';"
    "CREATE TABLE tournament_directors ("
    " tournament TEXT NOT NULL REFERENCES tournaments(id) ON DELETE CASCADE,"
    " person TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " time INTEGER NOT NULL, PRIMARY KEY (tournament, person)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tournament_directors_person ON tournament_directors(person);"
    "CREATE TABLE tournament_games ("
    " game TEXT PRIMARY KEY,"
    " tournament TEXT NOT NULL REFERENCES tournaments(id) ON DELETE CASCADE,"
    " waits INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tournament_games_waits ON tournament_games(game) WHERE waits = 1;"
    "CREATE INDEX tournament_games_of ON tournament_games(tournament);",
    /* Turns of games that are played over days, and who is on vacation: turns.c. */
    "CREATE TABLE turns ("
    " game TEXT PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL, player TEXT NOT NULL, deadline INTEGER NOT NULL,"
    " stood INTEGER NOT NULL, card TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX turns_deadline ON turns(deadline) WHERE player <> '';"
    "CREATE INDEX turns_player ON turns(player) WHERE player <> '';"
    "CREATE TABLE vacations ("
    " person TEXT PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,"
    " year INTEGER NOT NULL, used INTEGER NOT NULL, since INTEGER NOT NULL,"
    " until INTEGER NOT NULL) STRICT, WITHOUT ROWID;",
    /* When the server itself goes on with a tournament; 0 = it waits for somebody. */
    "ALTER TABLE tournaments ADD COLUMN due INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX tournaments_due ON tournaments(due) WHERE due > 0 AND removed = 0;",
    /* Words to who is away: word/words.c. */
    "CREATE TABLE word_keys ("
    " name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE word_wishes ("
    " person TEXT PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,"
    " push INTEGER NOT NULL, mail INTEGER NOT NULL, address TEXT NOT NULL,"
    " off TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX word_wishes_address ON word_wishes(lower(address))"
    " WHERE address <> '';"
    "CREATE INDEX word_wishes_off ON word_wishes(off) WHERE off <> '';"
    "CREATE TABLE word_devices ("
    " endpoint TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
    " person TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " point BLOB NOT NULL, auth BLOB NOT NULL, agent TEXT NOT NULL,"
    " created INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX word_devices_person ON word_devices(person);"
    "CREATE TABLE word_tokens ("
    " hash BLOB PRIMARY KEY, purpose INTEGER NOT NULL,"
    " person TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " address TEXT NOT NULL, until INTEGER NOT NULL, used INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX word_tokens_person ON word_tokens(person);"
    "CREATE INDEX word_tokens_until ON word_tokens(until);",
    /* Whether the player has had a word about this turn, or looked at it. */
    "ALTER TABLE turns ADD COLUMN told INTEGER NOT NULL DEFAULT 1;",
    /* Clubs and their tournaments: clubs/clubs.c. */
    "CREATE TABLE clubs ("
    " id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL,"
    " town TEXT NOT NULL, text TEXT NOT NULL, open INTEGER NOT NULL,"
    " reach INTEGER NOT NULL, length INTEGER NOT NULL, idle_days INTEGER NOT NULL,"
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, removed INTEGER NOT NULL,"
    " last INTEGER NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX clubs_skeleton ON clubs(skeleton) WHERE removed = 0;"
    "CREATE TABLE club_members ("
    " club TEXT NOT NULL REFERENCES clubs(id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL, person TEXT NOT NULL, role INTEGER NOT NULL,"
    " rung INTEGER NOT NULL, joins INTEGER NOT NULL, since INTEGER NOT NULL,"
    " played INTEGER NOT NULL, PRIMARY KEY (club, number)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX club_members_person ON club_members(person, club)"
    " WHERE person <> '';"
    "CREATE INDEX club_members_role ON club_members(club, role);"
    "CREATE INDEX club_members_rung ON club_members(club, rung) WHERE rung > 0;"
    "CREATE TABLE club_news ("
    " club TEXT NOT NULL REFERENCES clubs(id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL, time INTEGER NOT NULL, author INTEGER NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY (club, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE club_matches ("
    " club TEXT NOT NULL REFERENCES clubs(id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL, member0 INTEGER NOT NULL, member1 INTEGER NOT NULL,"
    " time INTEGER NOT NULL, ended INTEGER NOT NULL, state INTEGER NOT NULL,"
    " game TEXT NOT NULL, games INTEGER NOT NULL, winner INTEGER NOT NULL,"
    " told0 INTEGER NOT NULL, told1 INTEGER NOT NULL, score0 INTEGER NOT NULL,"
    " score1 INTEGER NOT NULL, PRIMARY KEY (club, number)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX club_matches_open ON club_matches(club) WHERE state = 0;"
    "CREATE INDEX club_matches_game ON club_matches(game)"
    " WHERE state = 0 AND game <> '';"
    "CREATE TABLE club_log ("
    " club TEXT NOT NULL REFERENCES clubs(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL, time INTEGER NOT NULL, actor INTEGER NOT NULL,"
    " what TEXT NOT NULL, about0 INTEGER NOT NULL, about1 INTEGER NOT NULL,"
    " rank0 INTEGER NOT NULL, rank1 INTEGER NOT NULL, PRIMARY KEY (club, seq))"
    " STRICT, WITHOUT ROWID;"
    "ALTER TABLE tournaments ADD COLUMN club TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tournaments ADD COLUMN members_only INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX tournaments_club ON tournaments(club, changed) WHERE club <> '';",
    /* Team matches: clubs/teams.c. */
    "CREATE TABLE club_teams ("
    " club TEXT NOT NULL REFERENCES clubs(id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL, name0 TEXT NOT NULL, name1 TEXT NOT NULL,"
    " captain0 INTEGER NOT NULL, captain1 INTEGER NOT NULL, roster0 TEXT NOT NULL,"
    " roster1 TEXT NOT NULL, boards INTEGER NOT NULL, length INTEGER NOT NULL,"
    " rounds INTEGER NOT NULL, round INTEGER NOT NULL, hours INTEGER NOT NULL,"
    " reserve INTEGER NOT NULL, step INTEGER NOT NULL, time INTEGER NOT NULL,"
    " until INTEGER NOT NULL, ended INTEGER NOT NULL, state INTEGER NOT NULL,"
    " lineup0 TEXT NOT NULL, lineup1 TEXT NOT NULL, PRIMARY KEY (club, number))"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE club_boards ("
    " club TEXT NOT NULL REFERENCES clubs(id) ON DELETE CASCADE,"
    " team INTEGER NOT NULL, number INTEGER NOT NULL, member0 INTEGER NOT NULL,"
    " member1 INTEGER NOT NULL, time INTEGER NOT NULL, ended INTEGER NOT NULL,"
    " state INTEGER NOT NULL, game TEXT NOT NULL, games INTEGER NOT NULL,"
    " winner INTEGER NOT NULL, told0 INTEGER NOT NULL, told1 INTEGER NOT NULL,"
    " score0 INTEGER NOT NULL, score1 INTEGER NOT NULL,"
    " PRIMARY KEY (club, team, number)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX club_boards_game ON club_boards(game)"
    " WHERE state = 0 AND game <> '';",
    /* Seasons of leagues: clubs/seasons.c. */
    "CREATE TABLE seasons ("
    " id TEXT PRIMARY KEY, name TEXT NOT NULL, club TEXT NOT NULL,"
    " moves INTEGER NOT NULL, previous TEXT NOT NULL, created INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX seasons_previous ON seasons(previous) WHERE previous <> '';"
    "CREATE INDEX seasons_created ON seasons(created);"
    "CREATE TABLE season_divisions ("
    " season TEXT NOT NULL REFERENCES seasons(id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL, tournament TEXT NOT NULL,"
    " PRIMARY KEY (season, number)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX season_divisions_tournament ON season_divisions(tournament);",
    /* Tables at which games of the family are played: family/family.c. */
    "CREATE TABLE family_tables ("
    " id TEXT PRIMARY KEY, user0 TEXT NOT NULL, user1 TEXT NOT NULL,"
    " seats INTEGER NOT NULL, stage INTEGER NOT NULL, game TEXT NOT NULL,"
    " head TEXT NOT NULL, dice TEXT NOT NULL, dice_game TEXT NOT NULL,"
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, last INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX family_tables_user0 ON family_tables(user0) WHERE user0 <> '';"
    "CREATE INDEX family_tables_user1 ON family_tables(user1) WHERE user1 <> '';"
    "CREATE TABLE family_lines ("
    " family TEXT NOT NULL REFERENCES family_tables(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL, time INTEGER NOT NULL, line TEXT NOT NULL,"
    " PRIMARY KEY (family, seq)) STRICT, WITHOUT ROWID;",
    /* Words that wait, or that nobody has looked at since: turns.c. */
    "CREATE TABLE word_due ("
    " person TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,"
    " kind INTEGER NOT NULL, about TEXT NOT NULL, time INTEGER NOT NULL,"
    " told INTEGER NOT NULL, PRIMARY KEY (person, kind, about))"
    " STRICT, WITHOUT ROWID;",
    /* Chouettes, with a list of events each: chouette/kept.c. */
    "CREATE TABLE chouettes ("
    " id TEXT PRIMARY KEY, name TEXT NOT NULL, maker TEXT NOT NULL,"
    " head TEXT NOT NULL, listed INTEGER NOT NULL, stage INTEGER NOT NULL,"
    " players INTEGER NOT NULL, seats INTEGER NOT NULL, games INTEGER NOT NULL,"
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, last INTEGER NOT NULL,"
    " due INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX chouettes_due ON chouettes(due) WHERE due > 0;"
    "CREATE INDEX chouettes_listed ON chouettes(changed) WHERE listed = 1 AND due > 0;"
    "CREATE INDEX chouettes_maker ON chouettes(maker) WHERE due > 0;"
    "CREATE TABLE chouette_events ("
    " chouette TEXT NOT NULL REFERENCES chouettes(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL, time INTEGER NOT NULL, actor TEXT NOT NULL,"
    " person TEXT NOT NULL, name TEXT NOT NULL, said TEXT NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY (chouette, seq)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX chouette_events_actor ON chouette_events(actor)"
    " WHERE actor <> '';"
    "CREATE INDEX chouette_events_person ON chouette_events(person)"
    " WHERE person <> '';",
    /* Until when the boards of two teams are begun; 0 = whenever. */
    "ALTER TABLE club_teams ADD COLUMN board_hours INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE club_teams ADD COLUMN boards_until INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX club_teams_due ON club_teams(boards_until)"
    " WHERE state = 0 AND boards_until > 0;",
    /* Tables of the family that anybody may join. */
    "CREATE INDEX family_tables_offered ON family_tables(created)"
    " WHERE seats = 3 AND stage = 0;",
    /* The server that sends a word, as that of a game: told = 2, it is on its way. */
    "ALTER TABLE word_due ADD COLUMN owner TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE turns ADD COLUMN owner TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX turns_untold ON turns(owner) WHERE told <> 1 AND player <> '';",
    /* Clocks of these tables; when a server last looked at them. */
    "ALTER TABLE family_tables ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE family_tables ADD COLUMN step INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE family_tables ADD COLUMN bank INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE family_tables ADD COLUMN reserve0 INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE family_tables ADD COLUMN reserve1 INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE family_tables ADD COLUMN due INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE family_tables ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX family_tables_due ON family_tables(due) WHERE due > 0;"
    "CREATE TABLE family_beat (id INTEGER PRIMARY KEY, time INTEGER NOT NULL)"
    " STRICT;",
    /* The club of the second of two teams, if it is another. */
    "ALTER TABLE club_teams ADD COLUMN guest TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX club_teams_guest ON club_teams(guest) WHERE guest <> '';",
    /* The level of the machine there: an alea_level, 4 = expert. */
    "ALTER TABLE family_tables ADD COLUMN level INTEGER NOT NULL DEFAULT 4;",
    /* The seat whose clock runs, if one's does, or the machine's if it is to act; the
     * vacation that `due` counts. */
    "ALTER TABLE family_tables ADD COLUMN runs INTEGER NOT NULL DEFAULT -1;"
    "ALTER TABLE family_tables ADD COLUMN stood INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX family_tables_machine ON family_tables(changed)"
    " WHERE seats = 2 AND stage = 1 AND runs = 1;",
};

enum { VERSION = sizeof steps / sizeof *steps };

/* Longest first. Text is compared byte by byte in both. */
static const struct {
    const char *sqlite, *postgresql;
} words[] = {
    {"INTEGER PRIMARY KEY AUTOINCREMENT",
     "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"},
    {" STRICT, WITHOUT ROWID", ""},
    {" STRICT", ""},
    {"INTEGER", "BIGINT"},
    {"BLOB", "BYTEA"},
    {"REAL", "DOUBLE PRECISION"},
    {"TEXT", "TEXT COLLATE \"C\""},
};

static const schema_table tables[] = {
    {"users", "id, name, password_hash, settings, created, skeleton, closed", "ttttiti",
     "id", 1},
    {"sessions", "secret_hash, id, \"user\", agent, created, seen, origin", "btttiit",
     "secret_hash", 1},
    {"games",
     "id, stage, listed, user0, user1, name0, name1, created, changed, match_length,"
     " preset, score0, score1, winner, pr0, pr1, luck, head",
     "tiittttiiitiiirrrt", "id", 1},
    {"events", "game, seq, time, \"user\", key, json", "tiittt", "game, seq", 2},
    {"blobs", "game, kind, bytes", "ttb", "game, kind", 2},
    {"people_changed", "number, \"user\", removed", "iti", "number", 1},
    {"archives", "game, last, count, length, bytes", "tiiib", "game", 1},
    {"results",
     "number, game, time, pool, user0, user1, winner, rating0, deviation0,"
     " volatility0, rating1, deviation1, volatility1",
     "ititttirrrrrr", "number", 1},
    {"ratings", "person, pool, rating, deviation, volatility, played, won, time",
     "ttrrriii", "person, pool", 2},
    {"relations", "person, other, friend, blocked, muted, time", "ttiiii",
     "person, other", 2},
    {"challenges", "game, person, other, time, text", "tttit", "game", 1},
    {"reports", "number, time, person, other, game, text", "iitttt", "number", 1},
    {"clocks", "game, seq, reserve0, reserve1, away0, away1, step, present, time",
     "tiiiiiiii", "game", 1},
    {"desks", "person, version, size, stored, changed", "tiiii", "person", 1},
    {"desk_chunks", "person, number, version, bytes", "tiib", "person, number", 2},
    {"tournaments",
     "id, name, text, maker, kind, starts, stage, removed, players, players_most,"
     " round, rounds, created, changed, last, due, club, members_only",
     "tttttiiiiiiiiiiiti", "id", 1},
    {"tournament_events", "tournament, seq, time, actor, person, name, json", "tiitttt",
     "tournament, seq", 2},
    {"tournament_directors", "tournament, person, time", "tti", "tournament, person",
     2},
    {"tournament_games", "game, tournament, waits", "tti", "game", 1},
    {"turns", "game, seq, player, deadline, stood, card, told", "titiiti", "game", 1},
    {"vacations", "person, year, used, since, until", "tiiii", "person", 1},
    {"word_keys", "name, bytes", "tb", "name", 1},
    {"word_wishes", "person, push, mail, address, off", "tiitt", "person", 1},
    {"word_devices", "endpoint, id, person, point, auth, agent, created", "tttbbti",
     "endpoint", 1},
    {"word_tokens", "hash, purpose, person, address, until, used", "bittii", "hash", 1},
    {"clubs",
     "id, name, skeleton, town, text, open, reach, length, idle_days, created,"
     " changed, removed, last",
     "tttttiiiiiiii", "id", 1},
    {"club_members", "club, number, person, role, rung, joins, since, played",
     "titiiiii", "club, number", 2},
    {"club_news", "club, number, time, author, text", "tiiit", "club, number", 2},
    {"club_matches",
     "club, number, member0, member1, time, ended, state, game, games, winner, told0,"
     " told1, score0, score1",
     "tiiiiiitiiiiii", "club, number", 2},
    {"club_log", "club, seq, time, actor, what, about0, about1, rank0, rank1",
     "tiiitiiii", "club, seq", 2},
    {"club_teams",
     "club, number, name0, name1, captain0, captain1, roster0, roster1, boards,"
     " length, rounds, round, hours, reserve, step, time, until, ended, state,"
     " lineup0, lineup1, board_hours, boards_until, guest",
     "tittiittiiiiiiiiiiittiit", "club, number", 2},
    {"club_boards",
     "club, team, number, member0, member1, time, ended, state, game, games, winner,"
     " told0, told1, score0, score1",
     "tiiiiiiitiiiiii", "club, team, number", 3},
    {"seasons", "id, name, club, moves, previous, created", "tttiti", "id", 1},
    {"season_divisions", "season, number, tournament", "tit", "season, number", 2},
    {"family_tables",
     "id, user0, user1, seats, stage, game, head, dice, dice_game, created, changed,"
     " last, clock, step, bank, reserve0, reserve1, due, lost, level, runs, stood",
     "tttiittttiiiiiiiiiiiii", "id", 1},
    {"family_beat", "id, time", "ii", "id", 1},
    {"family_lines", "family, seq, time, line", "tiit", "family, seq", 2},
    {"word_due", "person, kind, about, time, told", "titii", "person, kind, about", 3},
    {"chouettes",
     "id, name, maker, head, listed, stage, players, seats, games, created, changed,"
     " last, due",
     "ttttiiiiiiiii", "id", 1},
    {"chouette_events", "chouette, seq, time, actor, person, name, said, text",
     "tiittttt", "chouette, seq", 2},
};

int schema_version(void)
{
    return VERSION;
}

const schema_table *schema_tables(int *count)
{
    *count = sizeof tables / sizeof *tables;
    return tables;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

char *schema_step(int from, bool is_postgresql)
{
    enum { GROWTH = 5 }; /* no replacement is this many times as long as its word */
    const char *at = steps[from];
    char *text = malloc(strlen(at) * GROWTH + 1), *out = text;
    if (!text) return NULL;
    while (*at) {
        size_t taken = 0;
        for (size_t i = 0; is_postgresql && i < sizeof words / sizeof *words; i++) {
            const size_t length = strlen(words[i].sqlite);
            if (strncmp(at, words[i].sqlite, length) != 0 || is_letter(at[length]) ||
                (is_letter(*at) && at > steps[from] && is_letter(at[-1])))
                continue;
            out += strlen(strcpy(out, words[i].postgresql));
            taken = length;
            break;
        }
        if (!taken) *out++ = *at;
        at += taken ? taken : 1;
    }
    *out = '\0';
    return text;
}
