// /rules: every rule set in plain words, with the booklet's own sentence behind each departure.

import { getOnce } from '../api';
import { h } from '../dom';
import { newGameDialog } from '../start/new_game';
import type { Page } from '../router';
import { change, settings } from '../settings';
import { noticeError } from '../notices';
import { lengthText } from '../study/format';
import { capital, optionName, optionText, presetTitle } from '../rules_words';
import type { Preset, Rules } from '../types';

const STANDARD = [
    'Fifteen checkers per side: two on 24, five on 13, three on 8, five on 6, each player counting ' +
        'from his own home. Checkers move from 24 down to 1 and off.',
    'Each player rolls one die; the higher starts and plays both dice. Ties are rolled again.',
    'A checker may land on any point not held by two or more enemy checkers. One checker may play ' +
        'both dice if it may land on the point between. A double is four moves.',
    'As many dice as possible must be played. If either die can be played but not both, it must be ' +
        'the higher.',
    'A hit checker goes to the bar and must enter, in the opponent\u2019s home, before anything else ' +
        'moves.',
    'With all checkers home they are borne off by the exact number; a die above every checker takes ' +
        'one from the highest point.',
    'A loser with no checker off loses a gammon (2); with one on the bar or in the winner\u2019s home ' +
        'as well, a backgammon (3).',
    'Before his own roll a player with access to the cube may double; the other takes, and owns the ' +
        'cube at twice the value, or drops and pays the value before.',
];

/** A document to print; where letters are the custom, for them. */
function printLink(query: string, text: string): HTMLElement {
    const letter = /^(en-US|en-CA|es-MX|fr-CA)$/.test(navigator.language);
    return h('a', { class: 'button compact', download: '',
        href: `/api/paper.pdf?${query}&paper=${letter ? 'letter' : 'a4'}` }, text);
}

/** A section that opens by its title. */
function fold(id: string, title: string, tag: string, ...content: (Node | null)[]): HTMLElement {
    return h('details', { class: 'card preset', id }, h('summary', null, h('h2', null, title),
        tag ? h('span', { class: 'tag' }, tag) : null), h('div', { class: 'stack' }, content));
}

function presetPart(preset: Preset): HTMLElement {
    const options = Object.entries(preset.options ?? {}).filter(([name]) => name !== 'preset');
    return fold(`preset-${preset.name}`, presetTitle(preset), lengthText(preset.match_length),
        preset.summary ? h('p', null, preset.summary) : null,
        preset.notes.length === 0 ? null : h('ul', { class: 'rule-notes' },
            preset.notes.map((note) => h('li', null, note.text,
                note.source ? h('span', { class: 'clause' }, note.source) : null))),
        h('details', null, h('summary', null, 'Every option'),
            h('dl', { class: 'option-list' }, options.map(([name, value]) => [
                h('dt', null, optionName(name)), h('dd', null, optionText(value))]))),
        h('p', null, h('button', { type: 'button', class: 'button compact',
            'data-testid': `play-${preset.name}`, on: { click: () => {
                change({ newGame: { ...settings.newGame, preset: preset.name, length: null,
                                    options: {} } });
                void newGameDialog().catch(noticeError);
            } } }, 'Play with these rules'), ' ',
            printLink(`what=rules&preset=${preset.name}&booklet=1`, 'Print the booklet'), ' ',
            printLink(`what=set&preset=${preset.name}&colour=1`, 'Print a set'), ' ',
            printLink(`what=score&match=${preset.match_length}`, 'Print a score sheet')));
}

export async function rulesPage(): Promise<Page> {
    const rules = await getOnce<Rules>('/api/rules');
    const contents = [['standard', 'The standard game'], ...rules.presets.map((preset) =>
        [`preset-${preset.name}`, capital(preset.name)])] as [string, string][];
    const open = (id: string): boolean => {
        const section = [...element.querySelectorAll('details')].find((one) => one.id === id);
        if (section) section.open = true;
        return section !== undefined;
    };
    const element = h('div', { class: 'narrow rules' }, h('h1', null, 'Rules'),
        h('p', { class: 'page-lead' }, 'Everybody knows one game of backgammon; the booklets that come in ' +
            'the box tell several. Choose the one on your table: the server plays it to the letter, ' +
            'and when a rule bites you see the sentence behind it. New to the game? ',
            h('a', { href: '/learn' }, 'Learn to play'), '.'),
        h('nav', { class: 'preset-links', 'aria-label': 'Rule sets' }, contents.map(([id, text]) =>
            h('a', { class: 'tag', href: `#${id}`, on: { click: () => open(id) } }, text))),
        fold('standard', 'The standard game', '',
          h('p', { class: 'hint' }, 'What holds wherever a booklet says nothing else.'),
          h('ul', { class: 'rule-notes' }, STANDARD.map((text) => h('li', null, text)))),
        rules.presets.map(presetPart));
    const wanted = location.hash.slice(1);
    if (open(wanted)) requestAnimationFrame(() => document.getElementById(wanted)?.scrollIntoView());
    return { title: 'Rules', element };
}
