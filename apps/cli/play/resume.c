#include "resume.h"
#include "base/error.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/play/prompt/session.h"
#include "cli/play/view/words.h"
#include "cli/save/place.h"
#include "prompt_commands.h"

#include <stdio.h>
#include <string.h>

static int fail(const char *path, const alea_error *error, int status)
{
    if (error->line)
        command_say("play", "%s is damaged, line %zu: %s. Nothing was changed.", path,
                    error->line, error->reason);
    else
        command_say("play", "%s.", error->reason);
    return status;
}

static alea_status reason(alea_error *error, const char *text)
{
    return alea_error_fill(error, ALEA_ERROR_POSITION, 0, 0, "%s", text);
}

static bool same_roll(alea_roll a, alea_roll b, bool ordered)
{
    return (a.die[0] == b.die[0] && a.die[1] == b.die[1]) ||
           (!ordered && a.die[0] == b.die[1] && a.die[1] == b.die[0]);
}

long long play_check_rolls(const alea_record *record, const dice_secret *secret,
                           uint64_t *rolls)
{
    long long wrong = -1;
    *rolls = 0;
    for (size_t i = 0; i < record->entries; i++) {
        const alea_event *event = &record->entry[i].event;
        const bool opening = event->type == ALEA_EVENT_OPENING;
        if (!opening && event->type != ALEA_EVENT_ROLL) continue;
        if (secret && wrong < 0 &&
            !same_roll(event->roll, dice_secret_roll(secret, *rolls), opening))
            wrong = (long long)i;
        ++*rolls;
    }
    return wrong;
}

bool play_read_secret(const alea_record *record, dice_secret *secret)
{
    const char *game = alea_record_tag_value(record, "dice_game");
    const char *stir = alea_record_tag_value(record, "dice_stir");
    if (!game || strlen(game) >= sizeof secret->game_id || strpbrk(game, "\n"))
        return false;
    if (stir && (strlen(stir) >= sizeof secret->player_entropy || strpbrk(stir, "\n")))
        return false;
    snprintf(secret->game_id, sizeof secret->game_id, "%s", game);
    snprintf(secret->player_entropy, sizeof secret->player_entropy, "%s",
             stir ? stir : "");
    return true;
}

/* Restores the dice from the save. Refuses rolls that do not follow from the seed. */
static alea_status take_dice(play_session *s, const char *path, alea_error *error)
{
    const alea_record *record = &s->record;
    const char *spec = alea_record_tag_value(record, "dice");
    const char *commitment = alea_record_tag_value(record, "dice_commitment");
    const char *opened = alea_record_tag_value(record, "dice_seed");
    char hex[DICE_SEED_HEX + 2];
    uint64_t rolls = 0;
    play_check_rolls(record, NULL, &rolls);
    if (!spec) return reason(error, "the save does not say where its dice come from");
    alea_status status = dice_source_resume(&s->dice, spec, rolls, error);
    if (status != ALEA_OK) return status;
    if (s->dice.kind == DICE_OS) {
        if (opened)
            snprintf(hex, sizeof hex, "%.64s", opened);
        else
            status = play_save_load_seed(path, hex, sizeof hex, error);
        if (status != ALEA_OK) return status;
        if (!play_read_secret(record, &s->dice.secret) ||
            !dice_secret_read_hex(&s->dice.secret, hex))
            return reason(error, "the sealed dice of the save cannot be read");
        dice_secret_commitment(&s->dice.secret, hex);
        if (!commitment || strcmp(hex, commitment) != 0)
            return reason(error, "the seed of the dice does not fit its commitment");
    }
    if (s->dice.kind != DICE_OS && s->dice.kind != DICE_SEED) return ALEA_OK;
    if (play_check_rolls(record, &s->dice.secret, &rolls) >= 0)
        return reason(error, "the rolls of the save do not follow from its seed");
    return ALEA_OK;
}

static alea_status take_players(play_session *s, alea_error *error)
{
    static const char *const keys[2] = {"player_a", "player_b"};
    static const char *const level_keys[2] = {"x-level-a", "x-level-b"};
    for (int i = 0; i < 2; i++) {
        const char *name = alea_record_tag_value(&s->record, keys[i]);
        if (!name || strlen(name) >= PLAY_NAME_SIZE)
            return reason(error, "the save does not name its players");
        snprintf(s->name_kept[i], PLAY_NAME_SIZE, "%s", name);
        s->name[i] = s->name_kept[i];
        s->person[i] = !play_is_machine(name);
        const char *level = alea_record_tag_value(&s->record, level_keys[i]);
        const int found = level ? alea_level_find(level) : -1;
        s->level[i] = found < 0 ? ALEA_LEVEL_EXPERT : (alea_level)found;
    }
    return ALEA_OK;
}

/* Prints the other side's last play, for a player who has just resumed the game. */
static void say_last_play(play_session *s)
{
    const alea_record *r = &s->record;
    char said[PLAY_VIEW_SIZE];
    play_text out;
    alea_match before;
    size_t i = r->entries;
    while (i > 0 && r->entry[i - 1].event.type != ALEA_EVENT_PLAY &&
           r->entry[i - 1].event.type != ALEA_EVENT_NEXT_GAME)
        i--;
    if (i == 0 || r->entry[i - 1].event.type != ALEA_EVENT_PLAY) return;
    const alea_event *event = &r->entry[i - 1].event;
    if (alea_record_state(r, i - 1, &before) != ALEA_OK) return;
    play_remember_marks(s, event);
    text_start(&out, said, sizeof said);
    play_say_event(&before, &before, event, s->name, &out);
    console_say(s->console, "Last: %s", said);
}

void play_say_resumed(play_session *s, bool cut)
{
    char said[PLAY_SENTENCE_SIZE];
    play_text out;
    console_say(s->console, "Going on with %s", s->save.path);
    if (cut)
        play_say_text(s, "Its last line was cut off in the writing; it is left out.");
    console_say(s->console, "Rules: %s.",
                alea_preset_title(s->record.now.rules.preset));
    for (int i = 0; i < 2; i++)
        if (!s->person[i]) play_say_level(s, (alea_player)i);
    text_start(&out, said, sizeof said);
    play_say_score(&s->record.now, s->name, &out);
    play_say_text(s, said);
    say_last_play(s);
    play_say_pending(s);
}

int play_resume(play_session *s, const char *path, bool *cut)
{
    alea_error error = {0};
    *cut = false;
    if (play_save_open(&s->save, path, &s->record, cut, &error) != ALEA_OK)
        return fail(path, &error, EXIT_SYSTEM);
    s->marked_by = ALEA_NOBODY;
    alea_status status = take_players(s, &error);
    if (status == ALEA_OK) status = take_dice(s, path, &error);
    if (status == ALEA_OK && alea_record_tag_value(&s->record, "x-given-up"))
        status = reason(&error, "this game was given up and its seed opened; it cannot "
                                "be gone on with");
    if (status != ALEA_OK) return fail(path, &error, EXIT_SYSTEM);
    return EXIT_DONE;
}
