// The dialog of a new game: opponent, rules, clock. It offers the last choice again.

import { get, getOnce, post, remove } from '../api';
import { isLocal } from '../local/line';
import { h, replace } from '../dom';
import { whoAmI } from '../me';
import { navigate } from '../router';
import { change, settings } from '../settings';
import { optionName, optionText, presetTitle } from '../rules_words';
import { openDialog } from '../dialog';
import { face } from '../faces';
import { noticeError } from '../notices';
import type { History, Level, Levels, NewGame, Preset, Profile, RuleOption, Rules } from '../types';

export type Opponent = NewGame['opponent'];

interface Choices {
    opponent: Opponent;
    level: string;
    tutor: boolean;
    preset: string;
    length: number | null;
    clock: 'none' | 'delay' | 'fischer' | 'days';
    /** Of a clock of days: for a turn, and in reserve. */
    days: number;
    budget: number;
    minutes: number | null;
    step: number;
    rated: boolean;
    seat: 'lot' | 'first' | 'second';
    spectators: boolean;
    /** Seconds that spectators see the game late. */
    delay: number;
    /** The ratings that may join an open game; null = no limit. */
    ratingFrom: number | null;
    ratingTo: number | null;
    options: { [name: string]: unknown };
}

/** The last choice, or the last one against that kind of opponent. */
function remembered(opponent?: Opponent): Choices {
    const all = settings.newGame as Partial<Choices> & { by?: { [kind: string]: Partial<Choices> } };
    const last = opponent ? all.by?.[opponent] ?? (all.opponent === opponent ? all : {}) : all;
    return { opponent: 'machine', level: '', tutor: true, preset: 'tournament', length: null,
        clock: 'none', days: 3, budget: 7, minutes: null, step: 12, rated: false, seat: 'lot', spectators: true,
        delay: 0, ratingFrom: null, ratingTo: null, options: {}, ...last, ...(opponent ? { opponent } : {}) };
}

const hasChosen = (): boolean => Object.keys(settings.newGame).length > 0;

/** Whether no match was finished yet, nor a game of one's own choice begun. */
export const isNewcomer = (): boolean => !hasChosen() && !settings.finished;

/** The named player nearest to the PR of `mine`, the latest matches. */
async function nearestLevel(mine: number[]): Promise<string> {
    const { levels } = await theLevels();
    const mean = mine.reduce((sum, pr) => sum + pr, 0) / mine.length;
    const apart = (level: Level): number => Math.abs((level.pr ?? Infinity) - mean);
    return levels.reduce((best, level) => apart(level) < apart(best) ? level : best).name;
}

/** Where nothing was chosen yet: a match to 1 against Poppy, to 3 after the first game; then Echo,
 * and with three judged matches the player who fits. */
async function firstChoice(): Promise<{ level: string; length: number }> {
    if (settings.firstGame !== '') return { level: 'poppy', length: 3 };
    try {
        await whoAmI();
        const { matches } = await get<History>('/api/history?limit=20');
        const mine = matches.filter((match) => match.you !== null);
        if (mine.length === 0 && !settings.finished) return { level: 'poppy', length: 1 };
        const judged = mine.flatMap((match) => {
            const pr = match.pr?.[match.you!];
            return typeof pr === 'number' ? [pr] : [];
        });
        return { level: judged.length < 3 ? 'echo' : await nearestLevel(judged), length: 5 };
    } catch {
        return settings.finished ? { level: 'echo', length: 5 } : { level: 'poppy', length: 1 };
    }
}

/** The choices that playNow begins with: the last ones, or defaults for a newcomer. */
export async function nextGame(): Promise<Choices> {
    const last = remembered('machine');
    if (!hasChosen()) return { ...last, ...await firstChoice() };
    return { ...last, level: last.level || (await theLevels()).normal };
}

/** A game about to begin in a few words. */
export function choicesText({ length, clock, preset, opponent }: Choices): string {
    return [length === null ? spaced(preset) : length ? `match to ${length}` : 'money',
        clock === 'none' || (clock === 'days' && opponent === 'machine') ? 'no clock' : `${clock} clock`].join(', ');
}

export const theRules = (): Promise<Rules> => getOnce<Rules>('/api/rules');
export const theLevels = (): Promise<Levels> => getOnce<Levels>('/api/levels');

/** "PR 27"; "" where none was measured. */
export const prText = (level: Level): string =>
    level.pr === undefined ? '' : `PR ${level.pr < 10 ? level.pr.toFixed(1) : Math.round(level.pr)}`;

function requestOf(choices: Choices, preset: Preset | undefined): NewGame {
    const options: { [name: string]: unknown } = {};
    for (const [name, value] of Object.entries(choices.options))
        if (preset && value !== preset.options[name]) options[name] = value;
    if (choices.length !== null && choices.length !== preset?.match_length)
        options['match_length'] = choices.length;
    const length = choices.length ?? preset?.match_length ?? 0;
    const reserve = choices.minutes !== null ? Math.round(choices.minutes * 60)
        : length ? 120 * length : 600;
    const machine = choices.opponent === 'machine';
    const clock: NewGame['clock'] = choices.clock === 'none' || (choices.clock === 'days' && machine) ? null
        : choices.clock === 'days' ? { kind: 'days', days: choices.days, budget_days: choices.budget } : { kind: choices.clock, reserve_s: reserve, step_s: choices.step };
    return {
        opponent: choices.opponent,
        ...(machine ? { level: choices.level, tutor: choices.tutor && !choices.rated } : {}),
        preset: choices.preset,
        options,
        clock,
        rated: choices.rated,
        seat: choices.seat === 'lot' ? null : choices.seat === 'first' ? 0 : 1,
        spectators: choices.spectators,
        ...(!machine && choices.spectators && choices.delay ? { delay_s: choices.delay } : {}),
        ...(choices.opponent === 'open' && (choices.ratingFrom || choices.ratingTo)
            ? { rating_range: [Math.round(choices.ratingFrom || 1),
                Math.round(choices.ratingTo || 4000)] as [number, number] } : {}),
    };
}

/** Makes the game and goes there; `to` is the account that alone may join it. */
async function start(choices: Choices, to = '', text = ''): Promise<string> {
    const { presets } = await theRules();
    const preset = presets.find((candidate) => candidate.name === choices.preset);
    const made = await post<{ game: string; url: string }>('/api/games',
                                                            requestOf(choices, preset));
    if (to) await challenge(made.game, to, text);
    const by = (settings.newGame as { by?: object }).by;
    const kept: { [name: string]: unknown } = { ...choices };
    delete kept['by'];
    change({ newGame: { ...kept, by: { ...by, [choices.opponent]: kept } } });
    return made.game;
}

/** Challenges a player to a new game; removes the game if that fails. */
async function challenge(game: string, name: string, text: string): Promise<void> {
    try {
        await post('/api/challenges', { game, name, ...(text ? { text } : {}) });
    } catch (error) {
        await remove(`/api/games/${game}`).catch(() => undefined);
        throw error;
    }
}

/** At once, with the last choices. */
export async function playNow(part: Partial<Choices>): Promise<void> {
    try {
        const levels = await theLevels();
        const choices = { ...await nextGame(), ...part };
        if (!levels.levels.some((level) => level.name === choices.level))
            choices.level = levels.normal;
        navigate(`/g/${await start(choices)}`);
    } catch (error) {
        noticeError(error);
    }
}

/** Somebody's first game: short, against the weakest player, and explained as it goes. */
export async function firstGame(): Promise<void> {
    try {
        const game = await start({ ...remembered('machine'), level: 'poppy', length: 1,
            tutor: false, clock: 'none', rated: false, seat: 'first', preset: 'tournament',
            options: {} });
        change({ firstGame: game, newGame: {} });
        navigate(`/g/${game}`);
    } catch (error) {
        noticeError(error);
    }
}

function radios<T extends string | number>(name: string, legend: string,
                                           entries: { value: T; text: string }[], chosen: T,
                                           pick: (value: T) => void): HTMLElement {
    return h('fieldset', { class: 'choice-set' }, h('legend', null, legend),
        h('div', { class: 'choices' }, entries.map((entry) => h('label', { class: 'choice' },
            h('input', { type: 'radio', name, value: entry.value,
                checked: entry.value === chosen, 'data-testid': `${name}-${entry.value}`,
                on: { change: () => pick(entry.value) } }),
            h('span', null, entry.text)))));
}

function check(id: string, text: string, value: boolean, set: (value: boolean) => void,
               hint = ''): HTMLElement {
    const box: HTMLInputElement = h('input', { type: 'checkbox', class: 'switch', id,
        'data-testid': id, checked: value, on: { change: () => set(box.checked) } });
    return h('div', { class: 'field-row' }, h('label', { for: id }, text,
        hint ? h('span', { class: 'hint block' }, hint) : null), box);
}

const BOOKLETS = ['vido', 'compendium', 'portfolio', 'sheet', 'ocastudios'];
const spaced = (name: string): string => name.replace(/_/g, ' ');

function optionField(option: RuleOption, value: unknown, set: (value: unknown) => void):
    HTMLElement {
    const id = `option-${option.name}`;
    if (option.kind === 'switch')
        return check(id, optionName(option.name), value === true, set);
    let field: HTMLElement;
    if (option.kind === 'choice') {
        const box: HTMLSelectElement = h('select', { id, on: {
            change: () => set((option.choices ?? [])[box.selectedIndex]) } },
            (option.choices ?? []).map((choice) => h('option', { selected: choice === value },
                choice === null ? 'none' : optionText(choice))));
        field = box;
    } else {
        const box: HTMLInputElement = h('input', { type: 'number', id, min: 0, class: 'narrow-input',
            value: value ?? '', placeholder: 'no limit', on: {
                change: () => set(box.value === '' ? null : Number(box.value)) } });
        field = box;
    }
    return h('div', { class: 'field-row' }, h('label', { for: id }, optionName(option.name)), field);
}

function words(): HTMLElement {
    const field: HTMLInputElement = h('input', { type: 'text', id: 'my-words', maxlength: 40,
        autocomplete: 'off', value: settings.words, on: { change: () => change({ words:
            field.value.replace(/[^ -~]/g, '').slice(0, 40) }) } });
    return field;
}

function numberRow(id: string, label: string, value: number | null, unit: string,
                   placeholder: string, set: (value: number | null) => void, max = 600):
    HTMLElement {
    const box: HTMLInputElement = h('input', { type: 'number', id, min: 0, max, step: 'any',
        class: 'narrow-input', value: value ?? '', placeholder, on: { change: () => {
            const number = Number(box.value);
            set(box.value === '' || !(number >= 0) ? null : number);
        } } });
    return h('div', { class: 'field-row' }, h('label', { for: id }, label),
        h('span', { class: 'row nowrap' }, box, h('span', { class: 'quiet' }, unit)));
}

/** The form is built once; what depends on a choice is shown, hidden or filled anew. */
class Form {
    readonly element = h('div', { class: 'new-game stack' });
    private readonly about = h('p', { class: 'hint' });
    private readonly machine: HTMLElement;
    private readonly tutor: HTMLElement;
    private readonly presetText = h('div', { class: 'stack' });
    private readonly clockFields = h('div');
    private readonly spectators: HTMLElement;
    private readonly seek: HTMLElement;
    private readonly delay = h('div');
    private readonly everyRule = h('div');
    private readonly lengthNote = h('p', { class: 'hint', 'data-testid': 'length-note' });

    constructor(readonly choices: Choices, private readonly rules: Rules,
                private readonly levels: Level[], withOpponent: boolean) {
        const c = this.choices;
        this.tutor = check('tutor', 'Tutor', c.tutor, (tutor) => { c.tutor = tutor; },
                           'warns before you send a mistake');
        const plain = this.levels.filter((level) => !level.title);
        const pick = (level: string): void => {
            c.level = level;
            this.depend();
        };
        this.machine = h('div', { class: 'stack' }, this.opponents(pick), this.about,
            h('details', { open: plain.some((level) => level.name === c.level) },
                h('summary', null, 'Levels without a name'),
                radios('level', 'Strength', plain.map((level) => ({ value: level.name,
                    text: spaced(level.name) })), c.level, pick)), this.tutor);
        this.spectators = h('div', { class: 'stack' },
            check('spectators', 'Others may watch', c.spectators, (spectators) => {
                c.spectators = spectators;
                this.depend();
            }), this.delay);
        replace(this.delay, radios('delay', 'They see it', [{ value: 0, text: 'at once' },
            { value: 30, text: '30 s late' }, { value: 120, text: '2 minutes late' }], c.delay,
            (delay) => { c.delay = delay; }));
        this.seek = h('div', { class: 'stack' },
            numberRow('rating-from', 'Rating of the opponent from', c.ratingFrom, '', 'any',
                (value) => { c.ratingFrom = value; }, 4000),
            numberRow('rating-to', 'to', c.ratingTo, '', 'any',
                (value) => { c.ratingTo = value; }, 4000));
        replace(this.element,
            withOpponent && !isLocal ? radios<Opponent>('opponent', 'Against', [{ value: 'machine', text: 'the computer' },
                { value: 'link', text: 'a friend, by link' },
                { value: 'open', text: 'anyone' }], c.opponent, (opponent) => {
                c.opponent = opponent;
                this.depend();
            }) : this.ratedRow(),
            this.machine, this.seek, this.presetPart(), this.clockPart(), this.more(withOpponent));
        this.presetChanged();
        this.depend();
    }

    private opponents(pick: (level: string) => void): HTMLElement {
        return h('fieldset', { class: 'choice-set' }, h('legend', null, 'Opponent'),
            h('div', { class: 'opponents' }, this.levels.filter((level) => level.title)
                .map((level) => h('label', { class: 'choice' },
                    h('input', { type: 'radio', name: 'level', value: level.name,
                        checked: level.name === this.choices.level,
                        'data-testid': `level-${level.name}`,
                        on: { change: () => pick(level.name) } }),
                    h('span', { class: 'opponent' }, face(level.name), h('b', null, level.title),
                        h('small', null, prText(level) || 'adapts'))))));
    }

    get preset(): Preset | undefined {
        return this.rules.presets.find((preset) => preset.name === this.choices.preset);
    }

    private depend(): void {
        const c = this.choices;
        this.machine.hidden = c.opponent !== 'machine';
        this.about.textContent = this.levels.find((level) => level.name === c.level)?.about ?? '';
        this.tutor.hidden = c.rated;
        this.seek.hidden = c.opponent !== 'open';
        this.delay.hidden = !c.spectators;
        this.spectators.hidden = c.opponent === 'machine';
        this.element.classList.toggle('with-machine', c.opponent === 'machine');
        const clock = c.clock === 'days' && c.opponent === 'machine' ? 'none' : c.clock;
        this.clockFields.hidden = clock === 'none';
    }

    private presetPart(): HTMLElement {
        const c = this.choices;
        const select: HTMLSelectElement = h('select', { id: 'preset', 'data-testid': 'preset',
            on: { change: () => {
                c.preset = this.rules.presets[select.selectedIndex]!.name;
                c.length = null;
                c.options = {};
                this.presetChanged();
            } } },
            this.rules.presets.map((candidate) => h('option', { value: candidate.name,
                selected: candidate.name === c.preset }, presetTitle(candidate))));
        return h('div', { class: 'stack' },
            h('div', { class: 'field-row preset-row' }, h('label', { for: 'preset' }, 'Rules'),
                select), this.presetText);
    }

    private presetChanged(): void {
        const c = this.choices;
        const preset = this.preset;
        const length = c.length ?? preset?.match_length ?? 0;
        const lengths = [...new Set([1, 3, 5, 7, 9, 11, length].filter((value) => value > 0))]
            .sort((a, b) => a - b);
        replace(this.presetText,
            preset ? h('p', { class: 'hint' }, preset.summary) : null, this.lengthNote,
            preset && preset.notes.length > 0 ? h('details', null,
                h('summary', null, BOOKLETS.includes(preset.name) ? 'What the booklet says'
                    : 'About these rules'),
                h('ul', { class: 'notes' }, preset.notes.map((note) => h('li', null,
                    note.text, note.source ? h('span', { class: 'hint' }, ` ${note.source}`) : null))))
                : null,
            radios('length', 'Match to', [...lengths.map((value) => ({ value,
                text: String(value) })), { value: 0, text: 'money' }], length,
                (value) => {
                    c.length = value;
                    this.fillClock();
                    this.noteLength();
                }));
        replace(this.everyRule, preset ? this.rules.options.filter((option) =>
            option.name !== 'match_length' && option.name !== 'preset' &&
            option.name in preset.options)
            .map((option) => optionField(option, option.name in c.options
                ? c.options[option.name] : preset.options[option.name],
                (value) => { c.options = { ...c.options, [option.name]: value }; })) : null);
        this.fillClock();
        this.noteLength();
    }

    /** The summary states the rule set's own length. */
    private noteLength(): void {
        const length = this.choices.length;
        const own = this.preset?.match_length ?? 0;
        this.lengthNote.textContent = length === null || length === own ? ''
            : `Here: ${length ? `a match to ${length}` : 'for money, without an end'}.`;
    }

    private clockPart(): HTMLElement {
        const c = this.choices;
        return h('div', { class: 'stack' },
            radios('clock', 'Clock', [{ value: 'none', text: 'none' },
                { value: 'delay', text: 'delay' }, { value: 'fischer', text: 'increment' },
                { value: 'days', text: 'days' }],
                c.clock, (clock) => {
                    c.clock = clock;
                    this.fillClock();
                    this.depend();
                }), this.clockFields);
    }

    /** Days are for two people, each of whom looks in when there is time. */
    private daysFields(): HTMLElement[] {
        const c = this.choices;
        const whole = (value: number | null, usual: number, least: number, most: number): number =>
            Math.min(most, Math.max(least, Math.round(value ?? usual)));
        return [
            numberRow('days', 'For each turn', c.days, 'days', '3',
                (days) => { c.days = whole(days, 3, 1, 14); }, 14),
            numberRow('budget', 'In reserve, for the whole match', c.budget, 'days', '7',
                (days) => { c.budget = whole(days, 7, 0, 24); }, 24),
            h('p', { class: 'hint' }, 'Nobody has to be there: each moves when it suits. Your turns are on ' +
                'the first page.')];
    }

    private fillClock(): void {
        const c = this.choices;
        if (c.clock === 'days') {
            replace(this.clockFields, this.daysFields());
            return;
        }
        replace(this.clockFields,
            numberRow('minutes', 'Time bank', c.minutes, 'minutes',
                String((c.length ?? this.preset?.match_length ?? 0) * 2 || 10),
                (minutes) => { c.minutes = minutes; }),
            numberRow('step', c.clock === 'delay' ? 'Delay per turn' : 'Added after each turn',
                c.step, 'seconds', '12', (step) => { c.step = step ?? 12; }));
    }

    private ratedRow(): HTMLElement {
        const c = this.choices;
        return check('rated', 'Rated', c.rated, (rated) => {
            c.rated = rated;
            this.depend();
        }, 'no tutor, no hints, no taking back; between two accounts it counts');
    }

    private more(withOpponent: boolean): HTMLElement {
        const c = this.choices;
        return h('details', { class: 'more' }, h('summary', null, 'More'),
            h('div', { class: 'stack' },
                radios('seat', 'My seat', [{ value: 'lot', text: 'random' },
                    { value: 'first', text: 'first' }, { value: 'second', text: 'second' }],
                    c.seat, (seat) => { c.seat = seat; }),
                withOpponent ? this.ratedRow() : null,
                this.spectators,
                h('div', { class: 'field-row stacked' },
                    h('label', { for: 'my-words' }, 'Your own input to the dice (optional)',
                        h('span', { class: 'hint block' }, 'they go into every roll, beside ' +
                            'random ones')), words()),
                h('h3', null, 'Every rule'), this.everyRule));
    }
}

export function newGameDialog(opponent?: Opponent): Promise<void> {
    return dialogOf(opponent, '');
}

/** A game for that account alone; it waits until it is accepted or declined. */
export function challengeDialog(name: string): Promise<void> {
    return dialogOf('link', name);
}

/** Whether this account and that one have played rated matches: a challenge is one then. */
async function bothRated(name: string): Promise<boolean> {
    try {
        const me = await whoAmI();
        const profiles = await Promise.all([name, me.name].map((one) =>
            get<Profile>(`/api/players/${encodeURIComponent(one)}`)));
        return !me.guest && profiles.every((profile) => profile.played > 0);
    } catch {
        return false;
    }
}

async function dialogOf(opponent: Opponent | undefined, name: string): Promise<void> {
    let rules: Rules;
    let levels: Levels;
    try {
        [rules, levels] = await Promise.all([theRules(), theLevels()]);
    } catch (error) {
        noticeError(error);
        return;
    }
    const choices = remembered(name ? 'link' : undefined);
    if (name) choices.rated = await bothRated(name);
    if (opponent) choices.opponent = opponent;
    if (!levels.levels.some((level) => level.name === choices.level))
        choices.level = (await nextGame()).level;
    if (!levels.levels.some((level) => level.name === choices.level))
        choices.level = levels.normal;
    if (!rules.presets.some((preset) => preset.name === choices.preset))
        choices.preset = rules.presets[0]?.name ?? '';
    const form = new Form(choices, rules, levels.levels, name === '');
    const text: HTMLInputElement = h('input', { type: 'text', id: 'challenge-text', maxlength: 200,
        autocomplete: 'off', 'data-testid': 'challenge-text' });
    const dialog = openDialog({
        title: name ? `Challenge ${name}` : 'New game',
        content: [form.element, name ? h('div', { class: 'field-row stacked' },
            h('label', { for: text.id }, 'Message (optional)'), text) : ''],
        testid: 'new-game-dialog',
        buttons: [{ text: 'Cancel', value: '' },
                  { text: name ? 'Send' : 'Start', value: 'start', kind: 'main', testid: 'new-game-start' }],
    });
    if (await dialog.answer !== 'start') return;
    try {
        navigate(`/g/${await start(form.choices, name, text.value.trim())}`);
    } catch (error) {
        noticeError(error);
    }
}
