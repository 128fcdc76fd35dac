// The dialog of settings. Every change holds at once.

import { contrast } from './contrast';
import { openDialog } from './dialog';
import { h } from './dom';
import { askToNotify, mayNotify } from './notify';
import { BOARDS, change, settings, type Settings } from './settings';
import { soundNames, tryOut } from './sound';

type Choice<K extends keyof Settings> = { value: Settings[K]; text: string }[];

function select<K extends keyof Settings>(name: K, label: string, choices: Choice<K>):
    HTMLElement {
    const box: HTMLSelectElement = h('select', { id: `set-${name}`, 'data-testid': `set-${name}`, on: {
        change: () => {
            const found = choices[box.selectedIndex];
            if (found) change({ [name]: found.value } as Partial<Settings>);
        } } },
        choices.map((choice) => h('option', { selected: choice.value === settings[name] },
            choice.text)));
    return h('div', { class: 'field-row' }, h('label', { for: `set-${name}` }, label), box);
}

export function toggle(name: keyof Settings, label: string): HTMLElement {
    const box: HTMLInputElement = h('input', { type: 'checkbox', class: 'switch', id: `set-${name}`,
        'data-testid': `set-${name}`, checked: settings[name] === true,
        on: { change: () => change({ [name]: box.checked } as Partial<Settings>) } });
    return h('div', { class: 'field-row' }, h('label', { for: `set-${name}` }, label), box);
}

function section(title: string, ...rows: HTMLElement[]): HTMLElement {
    return h('fieldset', { class: 'settings-group' }, h('legend', null, title), ...rows);
}

function sounds(): HTMLElement[] {
    const volume: HTMLInputElement = h('input', { type: 'range', id: 'set-volume', min: 0, max: 1, step: 0.05,
        value: settings.volume, on: { change: () => {
            change({ volume: Number(volume.value) });
            tryOut('move');
        } } });
    const rows = [toggle('sound', 'Sound'),
        h('div', { class: 'field-row' }, h('label', { for: 'set-volume' }, 'Volume'), volume)];
    for (const [name, text] of soundNames) {
        const box: HTMLInputElement = h('input', { type: 'checkbox', class: 'switch', id: `sound-${name}`,
            checked: !settings.mutedSounds.includes(name), on: { change: () => {
                const rest = settings.mutedSounds.filter((other) => other !== name);
                change({ mutedSounds: box.checked ? rest : [...rest, name] });
                if (box.checked) tryOut(name);
            } } });
        rows.push(h('div', { class: 'field-row' },
            h('label', { for: `sound-${name}` }, text), box));
    }
    return rows;
}

/** Pressing it asks the browser; without its leave the switch stays off. */
function notifyRow(): HTMLElement {
    const row = toggle('notify', 'Notify me when it is my turn or somebody challenges me');
    const box = row.querySelector('input')!;
    const said = h('p', { class: 'hint', role: 'status' });
    box.checked = mayNotify();
    box.addEventListener('change', () => {
        said.textContent = '';
        if (box.checked) void askToNotify().then((refused) => {
            said.textContent = refused;
            box.checked = !refused;
            change({ notify: !refused });
        });
    });
    return h('div', null, row, said);
}

/** The reader's two colours: a pair that cannot be told apart is refused. */
function ownColours(): HTMLElement {
    const said = h('p', { class: 'hint', role: 'status' });
    const inputs = (['ownLight', 'ownDark'] as const).map((name): HTMLInputElement => h('input', {
        type: 'color', id: `set-${name}`, value: settings[name], 'data-testid': `set-${name}`,
        'aria-label': name === 'ownLight' ? 'First colour' : 'Second colour',
        on: { change: () => {
            const [light, dark] = inputs.map((input) => input.value) as [string, string];
            if (contrast(light, dark) < LEAST_CONTRAST) {
                said.textContent = 'These two are too much alike: choose one lighter or darker.';
                return;
            }
            said.textContent = '';
            change({ ownLight: light, ownDark: dark, checkers: 'own' });
            const box = document.getElementById('set-checkers') as HTMLSelectElement | null;
            if (box) box.selectedIndex = box.options.length - 1;
        } } }));
    return h('div', { class: 'stack' }, h('div', { class: 'field-row' },
        h('span', null, 'Own colours'), h('span', { class: 'row' }, inputs)), said);
}

/** The board as it will look. */
function preview(): HTMLElement {
    const board = document.createElement('alea-board') as HTMLElement & { position: unknown };
    board.position = {
        board: [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0],
        off: [0, 0], dice: [6, 3], turn: 0, cube: { value: 2, owner: 0 },
    };
    board.setAttribute('inert', '');
    board.setAttribute('aria-hidden', 'true');
    return h('div', { class: 'board-preview' }, board);
}

/** The contrast that WCAG 2 requires of neighbouring things. */
const LEAST_CONTRAST = 3;

export function settingsDialog(): void {
    const words: HTMLInputElement = h('input', { type: 'text', id: 'set-words', maxlength: 40,
        pattern: '[ -~]*', value: settings.words, autocomplete: 'off',
        on: { change: () => change({ words: words.value.replace(/[^ -~]/g, '').slice(0, 40) }) } });
    openDialog({
        title: 'Settings',
        wide: true,
        testid: 'settings-dialog',
        content: [h('div', { class: 'settings-columns' },
            section('Look',
                select('mode', 'Colours', [{ value: 'system', text: 'system default' },
                    { value: 'light', text: 'light' }, { value: 'dark', text: 'dark' }]),
                select('board', 'Board', [{ value: 'auto', text: 'automatic' }, ...BOARDS]),
                select('checkers', 'Checkers', [{ value: 'board', text: 'board\u2019s own' },
                    { value: 'ivory', text: 'Ivory and ebony' },
                    { value: 'marble', text: 'Marble' }, { value: 'cherry', text: 'Cherry' },
                    { value: 'amber', text: 'Amber and navy' },
                    { value: 'own', text: 'own colours' }]),
                ownColours(),
                select('dice', 'Dice', [{ value: 'checkers', text: 'match checkers' },
                    { value: 'ivory', text: 'Ivory' }, { value: 'ruby', text: 'Ruby' },
                    { value: 'jet', text: 'Jet' }, { value: 'jade', text: 'Jade' }]),
                preview(),
                toggle('swapColours', 'Swap checker colours'),
                select('mine', 'My checkers in a game', [{ value: 'seat', text: 'as the seat has them' },
                    { value: 'light', text: 'always the light ones' },
                    { value: 'dark', text: 'always the dark ones' }]),
                toggle('homeLeft', 'Home board on the left'),
                select('numbering', 'Point numbers', [
                    { value: 'decider', text: 'from the side of the player on roll' },
                    { value: 'mine', text: 'always mine' }, { value: 'none', text: 'none' }]),
                toggle('pips', 'Pip counts'),
                toggle('textBoard', 'Board as text')),
            section('Moving',
                toggle('oneTap', 'One tap to move'),
                toggle('marks', 'Mark what can move, and where'),
                toggle('singleKeys', 'Single-key shortcuts'),
                toggle('autoForced', 'Play forced moves automatically'),
                toggle('sendForced', 'Send a play without a choice'),
                toggle('greedyBearOff', 'Bear off automatically once there is no contact'),
                toggle('askDouble', 'Ask before I double'),
                toggle('autoRoll', 'Roll automatically when I cannot double'),
                select('tutorFrom', 'The tutor warns from', [
                    { value: 0.02, text: 'doubtful, 0.020' }, { value: 0.04, text: '0.040' },
                    { value: 0.08, text: 'blunders, 0.080' }]),
                toggle('arrows', "Arrows for the opponent's play"),
                select('speed', 'Animation', [{ value: 'off', text: 'instant' },
                    { value: 'fast', text: 'fast' }, { value: 'normal', text: 'normal' },
                    { value: 'slow', text: 'slow' }]),
                select('reducedMotion', 'Less motion', [
                    { value: 'system', text: 'system default' }, { value: 'on', text: 'yes' },
                    { value: 'off', text: 'no' }])),
            section('Sound', ...sounds()),
            section('With others',
                toggle('muteChat', 'Hide chat'),
                notifyRow(),
                h('div', { class: 'field-row stacked' },
                    h('label', { for: 'set-words' }, 'Your own input to the dice (optional)'), words,
                    h('p', { class: 'hint' }, 'They go into every roll of my games, beside ' +
                        'random ones that this page adds. Nobody can foresee the dice then.'))))],
    });
}
