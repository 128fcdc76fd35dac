// Fair dice, in sight: the seal before the first roll, what both sides put in, the seed at the
// end, a check of every roll made here in the browser, and how the dice fell so far.

import { get, getText } from '../api';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { notice, noticeError } from '../notices';
import { chiSquareTail, rolls } from './chance';
import { readJournal, verifyDice } from './verify';
import { plural } from '../study/format';
import { who } from './words';
import type { DiceTable, GameState } from '../types';

function code(label: string, text: string): HTMLElement {
    return h('div', { class: 'sealed' }, h('span', { class: 'small quiet' }, label),
        h('div', { class: 'row nowrap' }, h('code', { class: 'wrap-anywhere grow' }, text),
            h('button', { class: 'icon-button', type: 'button', 'aria-label': `Copy: ${label}`,
                on: { click: () => navigator.clipboard?.writeText(text)
                    .then(() => notice('Copied.', 'good', 2500)).catch(noticeError) } },
                icon('copy'))));
}

function tableView(table: DiceTable, state: GameState): HTMLElement {
    if (table.rolls === 0)
        return h('p', { class: 'quiet' }, 'No dice have been thrown yet.');
    const chance = chiSquareTail(table.counts, table.rolls);
    const most = Math.max(1, ...table.counts.map((count, i) =>
        count / (rolls[i]![0] === rolls[i]![1] ? 1 : 2)));
    return h('div', { class: 'stack' },
        h('table', { class: 'numbers-table' },
            h('caption', null, table.rolls === 1 ? 'The one roll of this game' : `All ${table.rolls} rolls of this game`),
            h('thead', null, h('tr', null, h('td'), h('th', { class: 'number' },
                'rolls'), h('th', { class: 'number' }, 'doubles'), h('th', { class: 'number' },
                'pips a roll'), h('th', { class: 'number' }, 'expected'))),
            h('tbody', null, table.players.map((player, i) => h('tr', null,
                h('th', { scope: 'row' }, who(i as 0 | 1, state)),
                h('td', { class: 'number' }, player.rolls),
                h('td', { class: 'number' }, `${player.doubles} (${(player.rolls / 6)
                    .toFixed(1)})`),
                h('td', { class: 'number' }, player.rolls ? (player.pips / player.rolls)
                    .toFixed(2) : ''),
                h('td', { class: 'number' }, player.rolls ? (player.expected_pips /
                    player.rolls).toFixed(2) : ''))))),
        h('div', { class: 'roll-grid', role: 'img', 'aria-label': 'How often each roll came: ' +
            rolls.map(([a, b], i) => `${a}${b} ${table.counts[i]}`).join(', ') },
            rolls.map(([a, b], i) => {
                const count = table.counts[i] ?? 0;
                const bar = h('span', { class: 'roll-bar' });
                bar.style.setProperty('--share', String(count / (a === b ? 1 : 2) / most));
                return h('span', { class: 'roll-cell' }, bar, h('b', null, `${a}${b}`),
                    h('span', { class: 'small' }, `${count}`));
            })),
        h('p', { class: 'small quiet' }, table.rolls < 100
            ? `With ${plural(table.rolls, 'roll')}, differences of this size mean nothing yet.`
            : `Fair dice differ from the average at least this much in ` +
              `${(chance * 100).toFixed(0)} of 100 samples of ${table.rolls} rolls.`));
}

export class DicePanel {
    readonly element = h('div', { class: 'dice-panel stack' });
    private readonly buttons = h('div', { class: 'stack' });
    private readonly seal = h('div', { class: 'stack' });
    private readonly verdict = h('p', { class: 'verdict', role: 'status',
        'data-testid': 'dice-verdict' });
    private readonly table = h('div');
    private shown = '';

    constructor(private readonly game: string) {
        this.element.append(this.buttons, this.verdict, this.seal, this.table);
    }

    show(state: GameState): void {
        const key = JSON.stringify([state.dice_seal, state.stage]);
        if (key === this.shown) return;
        this.shown = key;
        const seal = state.dice_seal;
        const words = ([0, 1] as const).map((side) => {
            const text = seal.words[side];
            return !text ? null
                : h('div', null, code(`${state.you === side ? 'You' : who(side, state)} put in`,
                                      text));
        });
        const open = seal.seed !== null;
        replace(this.buttons,
            h('p', { class: 'small' }, open
                ? 'The dice are open. Every roll follows from the seed, which was fixed by the ' +
                  'seal before the first roll, and from the words of both players.'
                : 'Neither a player nor the server can choose the dice: the server fixed a ' +
                  'secret seed, then both players committed to their parts before either was ' +
                  'shown. At the end anybody can check every roll against the seal below.'),
            open ? h('div', { class: 'row' },
                h('button', { class: 'button', type: 'button', 'data-testid': 'verify',
                    on: { click: () => void this.verify() } }, icon('shield'),
                'Check every roll'),
                h('a', { class: 'button quiet', download: `dice-${this.game}.jsonl`,
                    href: `/api/games/${this.game}/dice` }, icon('download'), 'Download')) : null);
        replace(this.seal, code('Fingerprint', seal.commitment), words,
            open ? code('Seed', seal.seed!) : null,
            h('p', { class: 'small quiet' }, open
                ? 'The check runs in this page. "alea verify-dice" does the same with the file.'
                : 'Until the game is over nobody but the server knows the seed, and the server ' +
                  'cannot change it any more.'));
    }

    private async verify(): Promise<void> {
        this.verdict.className = 'verdict';
        this.verdict.textContent = 'Checking...';
        try {
            if (!crypto.subtle)
                throw new Error('This browser computes no hashes on a page without TLS; use ' +
                    'localhost, TLS, or "alea verify-dice" with the file.');
            const journal = readJournal(await getText(`/api/games/${this.game}/dice`));
            if (typeof journal === 'string') throw new Error(journal);
            const result = await verifyDice(journal);
            this.verdict.textContent = result.text;
            this.verdict.classList.add(result.ok ? 'good' : 'bad');
        } catch (error) {
            this.verdict.textContent = error instanceof Error ? error.message : String(error);
            this.verdict.classList.add('bad');
        }
        this.verdict.scrollIntoView({ block: 'nearest' });
    }

    /** Asks for the table anew; when the panel is opened. */
    async refresh(state: GameState): Promise<void> {
        try {
            const table = await get<DiceTable>(`/api/games/${this.game}/dice/table`);
            replace(this.table, tableView(table, state));
        } catch {
            // Not worth a message: the table is a side matter.
        }
    }
}
