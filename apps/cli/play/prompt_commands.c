#include "prompt_commands.h"
#include "cli/play/advice/advice.h"
#include "cli/play/prompt/session.h"
#include "cli/play/view/words.h"
#include "turn.h"

#include <alea/notation.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

alea_player play_side_to_tell(const play_session *s)
{
    const alea_match *m = &s->record.now;
    if (m->to_act != ALEA_NOBODY && s->person[m->to_act]) return m->to_act;
    return s->person[0] || !s->person[1] ? ALEA_A : ALEA_B;
}

static void play_help(play_session *s)
{
    static const char *const lines[] = {
        "A play is typed from-point to-point, your own numbers: 8/5 6/5, bar/22.",
        "A part of it is fine too: the rest follows, 'undo' takes a part back.",
        "list: the legal plays with numbers ('list best': the strongest first); a "
        "number plays that one.",
        "hint: the machine's best three. eval: the chances of both sides.",
        "rollout [TRIALS]: the decision played out many times; "
        "Ctrl-C shows what it has.",
        "stats: the errors, the PR and the luck of both sides so far.",
        "back: take your last turn back, against the machine (not with sealed dice). "
        "flip: turn the board.",
        "tutor on: be warned before a mistake, with the reason "
        "('tutor 0.1': a larger one).",
        "roll (or Enter): roll the dice. double: offer the cube.",
        "take, drop, beaver, raccoon: answer a double (also: accept, "
        "refuse, decline, forfeit).",
        "resign [1-3]: offer a single game, a gammon, a backgammon; accept, reject.",
        "board, pips, score, id: the position, pips, score and cube, the XGID.",
        "rules: the rules of this game. stir WORDS: mix words into sealed dice.",
        "save [FILE]: where the game is saved. new: begin again. quit: stop here.",
        "New to the game? 'alea learn' teaches it.",
        "abandon: end this game for good and reveal the seed of its dice.",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        play_say_text(s, lines[i]);
    if (s->record.now.rules.illegal_play == ALEA_ILLEGAL_OPPONENT_OPTION)
        play_say_text(s,
                      "made MOVES: put an illegal play down; contest: demand a legal "
                      "one instead.");
    if (s->dice.kind == DICE_MANUAL)
        play_say_text(s, "Dice are typed as 63; cocked: they do not count.");
    if (s->person[0] && s->person[1])
        console_say(s->console,
                    "A name before a command makes it that player's: '%s: resign', "
                    "'%s: double'.",
                    s->name[0], s->name[1]);
}

static void play_say_rules(play_session *s)
{
    const alea_rules *rules = &s->record.now.rules;
    const alea_rules preset = alea_rules_preset(rules->preset);
    const char *name = alea_preset_name(rules->preset);
    char value[64], usual[64];
    console_say(s->console, "Rules: %s.", alea_preset_title(rules->preset));
    for (int i = 0;; i++) {
        const alea_rule_note *note = alea_preset_note(rules->preset, i);
        if (!note) break;
        console_say(s->console, "- %s", note->text);
        if (note->source) console_say(s->console, "  %s", note->source);
    }
    for (int i = 1; alea_rules_option(i); i++) {
        const char *option = alea_rules_option(i);
        alea_rules_get(rules, option, value, sizeof value);
        alea_rules_get(&preset, option, usual, sizeof usual);
        if (strcmp(value, usual) != 0)
            console_say(s->console, "Chosen for this game: %s=%s.", option, value);
    }
    console_say(s->console, "The whole rule book: alea rules %s --full.",
                name ? name : "standard");
}

/* The board before the plays that are being sorted is the same for all of them, so the
 * written order is the order of the canonical moves: the highest points first. */
typedef struct listed_play {
    alea_play play;
    int8_t key[2 * ALEA_MAX_MOVES];
} listed_play;

static int by_notation(const void *a, const void *b)
{
    const listed_play *x = a, *y = b;
    return memcmp(y->key, x->key, sizeof x->key);
}

/* Sorts a list by notation; without memory it stays in the library's order. */
static void sort_plays(const alea_board *board, alea_play_list *list)
{
    listed_play *sorted = calloc((size_t)list->count, sizeof *sorted);
    if (!sorted) return;
    for (int i = 0; i < list->count; i++) {
        alea_move moves[ALEA_MAX_MOVES];
        int count = 0;
        sorted[i].play = list->play[i];
        alea_play_canonical(board, &list->play[i], moves, &count);
        for (int k = 0; k < count; k++) {
            sorted[i].key[2 * k] = moves[k].from;
            sorted[i].key[2 * k + 1] = moves[k].to;
        }
    }
    qsort(sorted, (size_t)list->count, sizeof *sorted, by_notation);
    for (int i = 0; i < list->count; i++) list->play[i] = sorted[i].play;
    free(sorted);
}

/* Puts the plays that the machine thinks best at the top, best first. */
static void best_first(play_session *s, alea_play_list *list)
{
    enum { BEST = 16 };
    machine_play best[BEST];
    machine *opinion = play_opinion(s);
    const int count = opinion ? machine_plays(opinion, &s->record.now, best, BEST) : 0;
    for (int rank = 0; rank < count; rank++)
        for (int i = rank; i < list->count; i++) {
            if (!alea_board_equal(&list->play[i].board, &best[rank].play.board))
                continue;
            const alea_play found = list->play[i];
            memmove(&list->play[rank + 1], &list->play[rank],
                    (size_t)(i - rank) * sizeof found);
            list->play[rank] = found;
            break;
        }
}

/* The legal plays with numbers, by notation or the strongest first. */
static void play_list_plays(play_session *s, bool strongest_first)
{
    const alea_match *m = &s->record.now;
    char written[ALEA_PLAY_TEXT_SIZE];
    if (m->phase != ALEA_MATCH_TO_PLAY) {
        play_refuse(s, "There is no roll to play now.");
        return;
    }
    const alea_board board = alea_match_board(m, m->turn);
    alea_plays(&board, m->roll, &m->rules.play, s->list);
    sort_plays(&board, s->list);
    if (strongest_first) best_first(s, s->list);
    s->candidate = s->list->play;
    s->candidates = s->list->count;
    console_say(s->console, "%d legal play%s with %d-%d:", s->candidates,
                s->candidates == 1 ? "" : "s", m->roll.die[0], m->roll.die[1]);
    for (int i = 0; i < s->candidates; i++) {
        alea_play_write(&board, &s->candidate[i], written);
        console_say(s->console, "%d. %s", i + 1, written);
    }
}

const char *play_example(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    const alea_board board = alea_match_board(m, by);
    alea_plays(&board, m->roll, &m->rules.play, s->scratch);
    alea_play_write(&board, &s->scratch->play[s->scratch->count / 2], s->example);
    return s->example;
}

static void set_tutor(play_session *s, const char *words)
{
    if (strcasecmp(words, "off") == 0)
        s->tutor = 0;
    else if (strcasecmp(words, "on") == 0)
        s->tutor = PLAY_TUTOR_USUAL;
    else if (*words)
        s->tutor = strtof(words, NULL);
    if (s->tutor > 0)
        console_say(s->console,
                    "The tutor warns before a decision that gives away %.3f or more.",
                    (double)s->tutor);
    else
        play_say_text(s, "The tutor is off; 'tutor on' turns it on.");
}

static void say_facts(play_session *s, play_word word)
{
    char said[PLAY_SENTENCE_SIZE];
    play_text out;
    play_view view;
    alea_position position;
    play_make_view(s, play_side_to_tell(s), &view);
    text_start(&out, said, sizeof said);
    if (word == WORD_PIPS) {
        play_say_pips(&view, &out);
    } else if (word == WORD_ID) {
        alea_position_of_match(&s->record.now, &position);
        char xgid[ALEA_XGID_SIZE];
        if (alea_xgid_write(&position, xgid) == ALEA_OK)
            text_add(&out, "%s", xgid);
        else
            text_add(&out, "This position has no XGID.");
    } else {
        play_say_score(&s->record.now, s->name, &out);
        text_add(&out, "\n");
        play_say_cube(&s->record.now, s->name, &out);
    }
    play_say_text(s, said);
    if (word == WORD_SCORE) play_say_pending(s);
}

void play_say_pending(play_session *s)
{
    char said[PLAY_SENTENCE_SIZE];
    play_text out;
    const alea_match *m = &s->record.now;
    text_start(&out, said, sizeof said);
    if (play_say_offer(m, s->name, &out)) play_say_text(s, said);
    if (m->contestable)
        play_say_text(s, "The last play was not legal; it may be contested.");
    if (alea_match_is_cocked(m) && m->phase == ALEA_MATCH_TO_ROLL)
        play_say_text(s, "The last roll was cocked.");
}

static void save(play_session *s, const play_input *input)
{
    alea_error error = {0};
    if (*input->rest) {
        if (play_move_save(s, input->rest, &error) != ALEA_OK)
            play_refuse(s, "Not saved there: %s.", error.reason);
        else
            console_say(s->console, "From now on the game is saved in %s.",
                        s->save.path);
    } else if (s->save.fd < 0) {
        play_say_text(s, "This game is not saved; 'save FILE' begins to.");
    } else {
        console_say(s->console, "All of it is saved in %s.", s->save.path);
    }
}

/* Words of a player, mixed into dice whose seed is already fixed: neither side alone
 * then chooses the rolls. */
static void stir(play_session *s, const play_input *input)
{
    alea_error error = {0};
    if (s->dice.kind != DICE_OS) {
        play_refuse(s, "Only sealed dice (--dice os) can be stirred.");
    } else if (s->record.entries > 0 || *s->dice.secret.player_entropy) {
        play_refuse(s, "Too late: that is done once, before the first roll.");
    } else if (!*input->rest || strlen(input->rest) >= DICE_ENTROPY_SIZE) {
        play_refuse(s, "Type 1 to %d characters after 'stir'.", DICE_ENTROPY_SIZE - 1);
    } else if (play_save_tag(&s->save, "dice_stir", input->rest, &error) != ALEA_OK ||
               alea_record_set_tag(&s->record, "dice_stir", input->rest) != ALEA_OK) {
        play_refuse(s, "That could not be saved: %s.", error.reason);
    } else {
        snprintf(s->dice.secret.player_entropy, DICE_ENTROPY_SIZE, "%s", input->rest);
        play_say_text(s, "Stirred in.");
    }
}

/* Asks for confirmation of an action that cannot be taken back. */
static play_end confirm(play_session *s, const char *question, play_end meant)
{
    play_input input;
    play_say_text(s, question);
    const play_end end = play_ask(s, "yes or no", &input);
    if (end != PLAY_GOES_ON) return end;
    return input.word == WORD_YES ? meant : PLAY_GOES_ON;
}

play_end play_general(play_session *s, const play_input *input, bool *known)
{
    *known = true;
    switch ((int)input->word) {
    case WORD_HELP: play_help(s); break;
    case WORD_BOARD:
        play_show_board(s, play_side_to_tell(s));
        play_say_pending(s);
        break;
    case WORD_PIPS:
    case WORD_SCORE:
    case WORD_ID: say_facts(s, input->word); break;
    case WORD_RULES: play_say_rules(s); break;
    case WORD_EVAL: play_evaluate(s); break;
    case WORD_TUTOR: set_tutor(s, input->rest); break;
    case WORD_ROLLOUT: return play_rollout(s, input->number);
    case WORD_STATS: return play_stats(s);
    case WORD_BACK: return play_back(s);
    case WORD_FLIP:
        if (!console_drawn(s->console)) {
            play_refuse(s, "No board is drawn here that could be turned.");
            break;
        }
        s->flipped = !s->flipped;
        play_say_text(s, s->flipped ? "The board is turned: your home board is above."
                                    : "The board is turned back.");
        play_show_board(s, play_side_to_tell(s));
        break;
    case WORD_LIST: play_list_plays(s, strcmp(input->rest, "best") == 0); break;
    case WORD_SAVE: save(s, input); break;
    case WORD_STIR: stir(s, input); break;
    case WORD_NEW:
        return confirm(s, "Leave this game (it stays saved) and begin a new one?",
                       PLAY_NEW);
    case WORD_ABANDON:
        return confirm(s, "Abandon this game and reveal the seed of its dice?",
                       PLAY_GIVEN_UP);
    case WORD_QUIT: return PLAY_QUIT;
    default: *known = false; break;
    }
    return PLAY_GOES_ON;
}

/* Offers every order of the parts of a play that begins as typed, so that "6/5 8" is
 * completed as well as "8/5 6". */
static void offer_orders(const char *written, const char *typed,
                         void (*offer)(void *offers, const char *line), void *offers)
{
    char part[ALEA_MAX_MOVES][ALEA_PLAY_TEXT_SIZE];
    int parts = 0, order[ALEA_MAX_MOVES];
    for (const char *p = written; *p && parts < ALEA_MAX_MOVES; parts++) {
        const size_t length = strcspn(p, " ");
        snprintf(part[parts], sizeof part[parts], "%.*s", (int)length, p);
        p += length + (p[length] == ' ');
    }
    int orders = 1;
    for (int i = 2; i <= parts; i++) orders *= i;
    for (int k = 0; k < orders; k++) {
        char line[ALEA_PLAY_TEXT_SIZE + ALEA_MAX_MOVES];
        bool used[ALEA_MAX_MOVES] = {false};
        size_t n = 0;
        for (int i = 0, rest = k; i < parts; i++) {
            int pick = rest % (parts - i);
            rest /= parts - i;
            for (order[i] = 0; used[order[i]] || pick-- > 0;) order[i]++;
            used[order[i]] = true;
            n += (size_t)snprintf(line + n, sizeof line - n, "%s%s", i ? " " : "",
                                  part[order[i]]);
        }
        if (strncmp(line, typed, strlen(typed)) != 0) continue;
        offer(offers, line);
        return;
    }
}

/* One checker more, by either die, that some legal play goes on with. */
static void offer_parts(const play_session *s, const char *typed,
                        void (*offer)(void *offers, const char *line), void *offers)
{
    char part[32], from_text[12], to_text[12];
    for (int from = ALEA_BAR; from >= 1; from--) {
        if (s->draft.board.point[from] <= 0) continue;
        for (int i = 0; i < 2; i++) {
            play_draft draft = s->draft;
            alea_play_error why;
            int bad;
            const int to = from - draft.roll.die[i] > 0 ? from - draft.roll.die[i] : 0;
            const alea_move move = {.from = (int8_t)from, .to = (int8_t)to};
            if (play_draft_add(&draft, &move, 1, &why, &bad) == DRAFT_REFUSED) continue;
            snprintf(from_text, sizeof from_text, "%d", from);
            snprintf(to_text, sizeof to_text, "%d", to);
            snprintf(part, sizeof part, "%s/%s", from == ALEA_BAR ? "bar" : from_text,
                     to == ALEA_OFF ? "off" : to_text);
            if (strncmp(part, typed, strlen(typed)) == 0) offer(offers, part);
        }
    }
}

void play_complete(void *context, const char *typed,
                   void (*offer)(void *offers, const char *line), void *offers)
{
    play_session *s = context;
    const alea_match *m = &s->record.now;
    const size_t length = strlen(typed);
    for (int i = 0; play_word_name(i); i++)
        if (length > 0 && strncmp(play_word_name(i), typed, length) == 0)
            offer(offers, play_word_name(i));
    if (m->phase != ALEA_MATCH_TO_PLAY) return;
    if (s->draft.moves > 0) {
        offer_parts(s, typed, offer, offers);
        return;
    }
    const alea_board board = alea_match_board(m, m->turn);
    alea_plays(&board, m->roll, &m->rules.play, s->scratch);
    for (int i = 0; i < s->scratch->count; i++) {
        char written[ALEA_PLAY_TEXT_SIZE];
        alea_play_write(&board, &s->scratch->play[i], written);
        offer_orders(written, typed, offer, offers);
    }
}
