#include "ask.h"

#include "host.h"
#include "look.h"

#include "server/http/budget.h"
#include "server/storage/clubs/ladder.h"

#include <stdlib.h>
#include <string.h>

static const double row_kb = 0.4; /* of a line of the log with its place in the index */

/* ---- before ---- */

bool club_may_store(clubs *all, const http_request *request, size_t bytes,
                    http_reply *reply)
{
    return http_may_store(all->parts.limit, request, row_kb + (double)bytes / 1024,
                          reply);
}

bool club_text_is_good(const char *text)
{
    return strlen(text) < CLUB_TEXT_SIZE && http_is_plain_text(text, CLUB_TEXT_MOST);
}

int club_number(const http_request *request, const char *after)
{
    const char *found = strstr(request->path, after);
    return found ? atoi(found + strlen(after)) : 0;
}

int ladder_match_side(club_request *c)
{
    const storage_answer found =
        storage_ladder_match(c->all->parts.store, c->club.id,
                             club_number(c->request, "/matches/"), &c->match);
    if (found == ANSWER_FAILED) http_refuse_storage(c->reply);
    if (found == ANSWER_ABSENT)
        http_refuse(c->reply, 404, "no_such_match", "There is no such match.");
    if (found != ANSWER_FOUND) return -1;
    if (c->match.member[0] == c->me.number) return 0;
    return c->match.member[1] == c->me.number ? 1 : -1;
}

/* What the asker is to the other club; false after filling the reply. */
static bool load_guest(club_request *c)
{
    storage *store = c->all->parts.store;
    storage_club_team *t = &c->team;
    storage_club_member own;
    const char *user = c->request->who.guest ? "" : c->request->who.user;
    bool plays = false;
    c->has_guest = c->visits = c->accepts = false;
    if (!*t->guest) return true;
    const storage_answer there = storage_club_get(store, t->guest, &c->guest);
    storage_answer known = ANSWER_ABSENT, directs = ANSWER_ABSENT;
    c->has_guest = there == ANSWER_FOUND && !c->guest.removed;
    if (c->has_guest && *user) {
        known = storage_club_member_of(store, t->guest, user, &own);
        directs = storage_club_directs(store, t->guest, user);
    }
    for (int i = 0; i < t->roster_size[1]; i++)
        plays |= c->me.number && t->roster[1][i] == c->me.number;
    c->visits = plays && c->me.role != CLUB_BANNED && known == ANSWER_FOUND &&
                own.role >= CLUB_MEMBER;
    c->accepts = directs == ANSWER_FOUND && t->state == CLUB_MATCH_ASKED;
    if (there != ANSWER_FAILED && known != ANSWER_FAILED && directs != ANSWER_FAILED)
        return true;
    http_refuse_storage(c->reply);
    return false;
}

bool team_load(club_request *c)
{
    storage *store = c->all->parts.store;
    const storage_answer found = storage_team_get(
        store, c->club.id, club_number(c->request, "/teams/"), &c->team);
    c->boards = 0;
    if (found == ANSWER_ABSENT)
        http_refuse(c->reply, 404, "no_such_team", "There is no such match of teams.");
    if (found == ANSWER_FOUND)
        c->boards =
            storage_team_boards(store, c->club.id, c->team.number, c->board, TEAM_ROWS);
    if (found == ANSWER_FAILED || c->boards < 0) http_refuse_storage(c->reply);
    return found == ANSWER_FOUND && c->boards >= 0 && load_guest(c);
}

bool team_load_board(club_request *c)
{
    const int number = club_number(c->request, "/boards/");
    if (!team_load(c)) return false;
    for (int i = 0; i < c->boards; i++)
        if (c->board[i].number == number) {
            c->match = c->board[i];
            return true;
        }
    http_refuse(c->reply, 404, "no_such_board", "There is no such board.");
    return false;
}

/* Club and asker as they are stored now; false after filling the reply. */
bool club_load(club_request *c)
{
    storage *store = c->all->parts.store;
    const char *user = c->request->who.guest ? "" : c->request->who.user;
    const storage_answer found = storage_club_get(store, c->request->id[0], &c->club);
    c->me = (storage_club_member){.number = 0};
    if (found == ANSWER_FAILED) http_refuse_storage(c->reply);
    if (found == ANSWER_ABSENT)
        http_refuse(c->reply, 404, "no_such_club", "There is no such club.");
    if (found != ANSWER_FOUND) return false;
    const storage_answer known =
        *user ? storage_club_member_of(store, c->club.id, user, &c->me) : ANSWER_ABSENT;
    if (known == ANSWER_FAILED) http_refuse_storage(c->reply);
    if (known == ANSWER_FOUND && c->me.number == c->club.owner) c->me.role = CLUB_OWNER;
    return known != ANSWER_FAILED;
}

static bool has_right(const club_request *c, clubs_right right)
{
    static const club_role least[] = {
        [CLUB_RIGHT_OF_ALL] = CLUB_BANNED,        [CLUB_RIGHT_OF_MEMBER] = CLUB_MEMBER,
        [CLUB_RIGHT_OF_DIRECTOR] = CLUB_DIRECTOR, [CLUB_RIGHT_OF_OWNER] = CLUB_OWNER,
        [CLUB_RIGHT_TO_PUT_BACK] = CLUB_OWNER,
    };
    if (c->request->who.guest)
        http_refuse(c->reply, 403, "guest",
                    "Clubs are for accounts: choose a name first.");
    else if (c->me.role < least[right] && least[right] == CLUB_MEMBER)
        http_refuse(c->reply, 403, "not_member", "Only members can do that.");
    else if (c->me.role < least[right] && least[right] == CLUB_DIRECTOR)
        http_refuse(c->reply, 403, "not_director",
                    "Only a director of the club can do that.");
    else if (c->me.role < least[right])
        http_refuse(c->reply, 403, "not_owner", "Only the club's owner can do that.");
    else if (c->club.removed && right != CLUB_RIGHT_TO_PUT_BACK)
        http_refuse(c->reply, 409, "removed",
                    "The club was removed; its owner can put it back.");
    else if (c->club.last >= CLUB_CHANGES_MOST)
        http_refuse(c->reply, 409, "too_many", "The club takes no more changes.");
    else
        return true;
    return false;
}

/* ---- looking ---- */

void club_look(clubs *all, const http_request *request, http_reply *reply,
               void (*answer)(club_request *c))
{
    club_request *c = calloc(1, sizeof *c);
    if (!c) {
        http_refuse_storage(reply);
        return;
    }
    *c = (club_request){.all = all, .request = request, .reply = reply, .status = 200};
    if (club_load(c)) answer(c);
    free(c);
}

/* ---- changing ---- */

void club_note(club_request *c, const char *what, int by, int about)
{
    strcpy(c->change.line.what, what);
    c->change.line.by = by;
    c->change.line.about[0] = about;
}

/* Once; true = to be tried again. */
static bool try_change(club_request *c, clubs_right right,
                       void (*decide)(club_request *c))
{
    c->change = (storage_club_change){.club = NULL};
    c->answer = club_answer;
    c->status = 200;
    if (!club_load(c) || !has_right(c, right)) return false;
    decide(c);
    if (c->reply->status) return false;
    const alea_status done =
        *c->change.line.what ? clubs_commit(c->all, &c->club, &c->change) : ALEA_OK;
    if (done == ALEA_ERROR_REFUSED) return true;
    if (done == ALEA_OK)
        c->answer(c);
    else if (done == ALEA_ERROR_ARGUMENT)
        http_refuse(c->reply, 409, "name_taken",
                    "Another club has this name, or one that looks like it.");
    else
        http_refuse(c->reply, 503, "not_stored",
                    "The server could not store it. Try again.");
    return false;
}

static void change_with(clubs *all, const http_request *request, http_reply *reply,
                        clubs_right right, void (*decide)(club_request *c),
                        const json_t *body)
{
    enum { TRIES = 4 };
    club_request *c = calloc(1, sizeof *c);
    if (!c) {
        http_refuse_storage(reply);
        return;
    }
    *c = (club_request){
        .all = all, .request = request, .reply = reply, .body = body, .status = 200};
    int tries = 0;
    if (club_may_store(all, request, request->body_size, reply)) {
        while (tries < TRIES && try_change(c, right, decide)) tries++;
        if (tries == TRIES)
            http_refuse(reply, 503, "not_stored",
                        "Others are changing the club at this moment. Try again.");
    }
    free(c);
}

void club_change(clubs *all, const http_request *request, http_reply *reply,
                 clubs_right right, void (*decide)(club_request *c))
{
    change_with(all, request, reply, right, decide, NULL);
}

void club_change_by(clubs *all, const http_request *request, http_reply *reply,
                    clubs_right right, void (*decide)(club_request *c))
{
    json_t *body = http_json(request, reply);
    if (!body) return;
    change_with(all, request, reply, right, decide, body);
    json_decref(body);
}
