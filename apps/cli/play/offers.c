#include "offers.h"
#include "cli/play/advice/advice.h"
#include "prompt_commands.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

play_end play_act(play_session *s, alea_event_type type, alea_player by)
{
    const alea_event event = {.type = type, .by = by};
    return play_apply(s, &event);
}

void play_refuse_word(play_session *s, const play_input *input, const char *choices)
{
    const char *near =
        input->word == WORD_UNKNOWN ? play_word_nearest(input->text) : NULL;
    if (input->word == WORD_BAD_MOVES)
        play_refuse(s, "Not a move: %s.", input->error.reason);
    else if (input->word == WORD_UNKNOWN)
        play_refuse(s, "Unknown command \"%.40s\"%s%s%s %s", input->text,
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : ".",
                    choices);
    else if (input->word == WORD_EXTRA)
        play_refuse(s, "\"%.40s\" after '%.*s' is not understood; nothing was done. %s",
                    input->rest, (int)strcspn(input->text, " "), input->text, choices);
    else if (input->word == WORD_MOVES)
        play_refuse(s, "You have not rolled yet. %s", choices);
    else if (input->word == WORD_TAKE || input->word == WORD_DROP ||
             input->word == WORD_ACCEPT || input->word == WORD_REJECT)
        play_refuse(s, "%s %s", alea_refusal_text(ALEA_REFUSED_NOTHING_OFFERED),
                    choices);
    else
        play_refuse(s, "Not now. %s", choices);
}

/* The same of a decision that the tutor may speak about. */
static play_end decide(play_session *s, alea_event_type type, alea_player by)
{
    const alea_event event = {.type = type, .by = by};
    play_end end;
    return play_tutor_lets(s, &event, &end) ? play_apply(s, &event) : end;
}

static alea_player named_player(const play_session *s, const char *name,
                                alea_player otherwise)
{
    for (int i = 0; i < 2; i++)
        if (*name && strcmp(name, s->name[i]) == 0) return (alea_player)i;
    return otherwise;
}

static play_end offer_double(play_session *s, const play_input *input, alea_player by)
{
    const alea_player who = named_player(s, input->rest, by);
    const alea_match *m = &s->record.now;
    const alea_event event = {.type = ALEA_EVENT_DOUBLE, .by = who};
    if (!s->person[who]) {
        play_refuse(s, "%s decides that alone.", s->name[who]);
        return PLAY_GOES_ON;
    }
    if (alea_match_would(m, &event) == ALEA_ACCEPTED &&
        alea_match_cube_is_dead(m, who) && m->rules.dead_cube == ALEA_DEAD_CUBE_WARN)
        play_say_text(s, "Note: one point already wins you the match; "
                         "doubling only helps your opponent.");
    play_end end;
    return play_tutor_lets(s, &event, &end) ? play_apply(s, &event) : end;
}

/* Resigning asks how much if that was not said, and states what it costs. */
static play_end resign(play_session *s, const play_input *input, alea_player by)
{
    const alea_match *m = &s->record.now;
    alea_event event = {.type = ALEA_EVENT_RESIGN, .by = by, .win_class = 1};
    const int cube = 1 << m->cube_log2;
    const int most = alea_match_gammons_count(m) ? 3 : 1;
    if (input->number < 0) {
        play_refuse(s, "Resign 1 (single), 2 (gammon) or 3 (backgammon).");
        return PLAY_GOES_ON;
    }
    if (input->number > 0 || alea_match_would(m, &event) != ALEA_ACCEPTED) {
        event.win_class = (uint8_t)(input->number > 0 ? input->number : 1);
        return play_apply(s, &event);
    }
    play_say_text(
        s, "Resign what? 1 single, 2 gammon, 3 backgammon (Enter: keep playing).");
    for (int level = 1; level <= 3; level++)
        console_say(s->console, "%d: %s, costs %d", level,
                    level == 1   ? "single game"
                    : level == 2 ? "gammon"
                                 : "backgammon",
                    (level < most ? level : most) * cube);
    play_input answer;
    const play_end end = play_ask(s, "1, 2 or 3", &answer);
    if (end != PLAY_GOES_ON) return end;
    if (answer.word != WORD_NUMBER || answer.number < 1 || answer.number > 3) {
        play_say_text(s, "Not resigned.");
        return PLAY_GOES_ON;
    }
    event.win_class = (uint8_t)answer.number;
    return play_apply(s, &event);
}

static play_end contest(play_session *s, alea_player by)
{
    if (s->record.now.contestable) return play_act(s, ALEA_EVENT_REQUIRE_LEGAL, by);
    play_refuse(s, "There is no illegal play to contest.");
    return PLAY_GOES_ON;
}

/* Commands about the player's own turn or offer. */
static bool is_for_player_to_act(play_word word)
{
    switch ((int)word) {
    case WORD_NOTHING:
    case WORD_MOVES:
    case WORD_BAD_MOVES:
    case WORD_NUMBER:
    case WORD_ROLL:
    case WORD_TAKE:
    case WORD_DROP:
    case WORD_BEAVER:
    case WORD_RACCOON:
    case WORD_ACCEPT:
    case WORD_REJECT:
    case WORD_HINT:
    case WORD_UNDO:
    case WORD_DONE:
    case WORD_COCKED:
    case WORD_MADE: return true;
    default: return false;
    }
}

play_end play_either_side(play_session *s, const play_input *input, alea_player by,
                          bool *used)
{
    const alea_player who = input->by == ALEA_NOBODY ? by : input->by;
    *used = true;
    switch ((int)input->word) {
    case WORD_DOUBLE: return offer_double(s, input, who);
    case WORD_RESIGN: return resign(s, input, who);
    case WORD_CONTEST: return contest(s, who);
    default: break;
    }
    *used = who != by && is_for_player_to_act(input->word);
    if (*used) play_refuse(s, "It is %s's turn to act.", s->name[by]);
    return PLAY_GOES_ON;
}

/* Offers have no answer by Enter. */
play_end play_ask_offer(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    const bool beavered = m->phase == ALEA_MATCH_BEAVER_OFFERED;
    const alea_event again = {.type = beavered ? ALEA_EVENT_RACCOON : ALEA_EVENT_BEAVER,
                              .by = by};
    const bool may_turn = alea_match_would(m, &again) == ALEA_ACCEPTED;
    char choices[32];
    snprintf(choices, sizeof choices, "%s",
             !may_turn  ? "take or drop"
             : beavered ? "take, drop or raccoon"
                        : "take, drop or beaver");
    play_input input;
    bool known = false;
    const play_end end =
        play_ask(s, play_prompt(s, by, "%c%s", 'T', choices + 1), &input);
    if (end != PLAY_GOES_ON) return end;
    if (input.by != ALEA_NOBODY && input.by != by) {
        const play_end other = play_either_side(s, &input, by, &known);
        if (other != PLAY_GOES_ON || known) return other;
    }
    switch ((int)input.word) {
    case WORD_ACCEPT:
    case WORD_TAKE: return decide(s, ALEA_EVENT_TAKE, by);
    case WORD_REJECT:
    case WORD_DROP: return decide(s, ALEA_EVENT_DROP, by);
    case WORD_BEAVER: return decide(s, ALEA_EVENT_BEAVER, by);
    case WORD_RACCOON: return decide(s, ALEA_EVENT_RACCOON, by);
    case WORD_DOUBLE:
        if (may_turn) return decide(s, again.type, by);
        break;
    case WORD_HINT: play_hint(s, by); return PLAY_GOES_ON;
    default: break;
    }
    const play_end general = play_general(s, &input, &known);
    if (general == PLAY_GOES_ON && !known) {
        char sentence[192];
        snprintf(sentence, sizeof sentence, "Answer the double: %s.", choices);
        play_refuse_word(s, &input, sentence);
    }
    return general;
}

play_end play_ask_resignation(play_session *s, alea_player by)
{
    play_input input;
    bool known = false;
    play_end end = play_ask(s, play_prompt(s, by, "Accept or reject"), &input);
    if (end != PLAY_GOES_ON) return end;
    if (input.by != ALEA_NOBODY && input.by != by) {
        end = play_either_side(s, &input, by, &known);
        if (end != PLAY_GOES_ON || known) return end;
    }
    switch ((int)input.word) {
    case WORD_YES:
    case WORD_TAKE:
    case WORD_ACCEPT: return play_act(s, ALEA_EVENT_ACCEPT_RESIGN, by);
    case WORD_NO:
    case WORD_DROP:
    case WORD_REJECT:
        s->resign_refused[alea_opponent(by)] = true;
        return play_act(s, ALEA_EVENT_REJECT_RESIGN, by);
    case WORD_HINT: play_hint(s, by); return PLAY_GOES_ON;
    default: break;
    }
    end = play_general(s, &input, &known);
    if (end == PLAY_GOES_ON && !known)
        play_refuse_word(s, &input, "Answer the resignation: accept or reject.");
    return end;
}

play_end play_interrupt(play_session *s, alea_player person, bool *doubled)
{
    const alea_match *m = &s->record.now;
    const char *what = m->phase == ALEA_MATCH_TO_ROLL ? "rolls" : "plays";
    for (;;) {
        play_input input;
        bool known = false;
        *doubled = false;
        play_end end =
            play_ask(s,
                     play_prompt(s, person, "Press Enter (%s %s), 'double' or 'skip'",
                                 s->name[m->turn], what),
                     &input);
        if (end != PLAY_GOES_ON) return end;
        if (input.word == WORD_NOTHING || input.word == WORD_ROLL) return PLAY_GOES_ON;
        if (strcasecmp(input.text, "skip") == 0) {
            s->skips = true;
            play_say_text(s, "You are not asked again in this game; on your own turn "
                             "'double' works as ever.");
            return PLAY_GOES_ON;
        }
        *doubled = true;
        if (input.word == WORD_DOUBLE) return offer_double(s, &input, person);
        if (input.word == WORD_RESIGN) return resign(s, &input, person);
        end = play_general(s, &input, &known);
        if (end != PLAY_GOES_ON) return end;
        if (!known)
            play_refuse_word(s, &input,
                             "Enter goes on; 'double' offers the cube; 'skip': "
                             "not asked again in this game.");
    }
}
