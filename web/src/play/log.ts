// The list of what was played: one row for each pair of turns, as in match text.

import { h } from '../dom';
import { scoreText } from '../score';
import { eventSentence } from './words';
import type { GameEvent, GameState, Pair, Side } from '../types';

const matchEvents = new Set(['opening', 'double', 'take', 'drop', 'beaver', 'raccoon', 'roll',
    'play', 'resign', 'accept_resign', 'reject_resign', 'next_game', 'set', 'cocked',
    'require_legal']);

export class PlayLog {
    readonly element = h('div', { class: 'log', tabindex: 0, role: 'region',
        'aria-label': 'Moves', 'data-testid': 'log' });
    private table: HTMLElement | null = null;
    private row: HTMLElement | null = null;
    private filled: Side | null = null;
    private number = 0;
    private rolled: string | null = null;
    private games = 0;
    private entries: { event: GameEvent; match: boolean }[] = [];

    private clear(): void {
        this.entries = [];
        this.element.textContent = '';
        this.table = null;
        this.row = null;
        this.filled = null;
        this.number = 0;
        this.rolled = null;
        this.games = 0;
    }

    private startGame(state: GameState): void {
        this.games += 1;
        this.number = 0;
        this.row = null;
        this.filled = null;
        const names: Pair<string> = [state.players[0].name, state.players[1].name];
        this.table = h('tbody');
        this.element.appendChild(h('table', { class: 'log-game' },
            h('caption', null, `Game ${this.games}`),
            h('thead', null, h('tr', null, h('th', null, h('span', { class: 'hidden-text' },
                'Turn')), h('th', { scope: 'col' }, names[0]), h('th', { scope: 'col' }, names[1]))),
            this.table));
    }

    private cell(by: Side, text: string, kind: string): void {
        if (!this.table) return;
        if (!this.row || this.filled === 1 || this.filled === by || (this.filled === null &&
            this.row)) {
            this.number += 1;
            this.row = h('tr', null, h('td', { class: 'turn-number' }, this.number),
                h('td'), h('td'));
            this.table.appendChild(this.row);
        }
        this.filled = by;
        const cell = this.row.children[by + 1]!;
        cell.textContent = text;
        if (kind) cell.className = kind;
    }

    private wide(text: string): void {
        if (!text) return;
        if (!this.table) {
            this.element.appendChild(h('p', { class: 'log-note' }, text));
            return;
        }
        this.table.appendChild(h('tr', { class: 'log-wide' }, h('td', { colspan: 3 }, text)));
        this.row = null;
        this.filled = null;
    }

    /** A turn was taken back: the last `count` events of the game never happened. */
    private unwind(count: number, state: GameState): void {
        const kept = [...this.entries];
        for (let left = count; left > 0 && kept.length > 0;)
            if (kept.pop()!.match) left -= 1;
        this.clear();
        for (const entry of kept) this.add(entry.event, state);
    }

    add(event: GameEvent, state: GameState): void {
        if (event.type === 'takeback' && typeof event.entries === 'number')
            this.unwind(event.entries, state);
        this.entries.push({ event, match: matchEvents.has(event.type) });
        const by = event.by;
        const dice = event.dice as Pair<number> | undefined;
        const atEnd = this.element.scrollHeight - this.element.scrollTop -
            this.element.clientHeight < 60;
        switch (event.type) {
            case 'opening':
                if (!this.table) this.startGame(state);
                if (dice && dice[0] !== dice[1])
                    this.rolled = `${Math.max(...dice)}${Math.min(...dice)}`;
                break;
            case 'next_game': this.startGame(state); break;
            case 'roll':
                if (dice) this.rolled = `${Math.max(...dice)}${Math.min(...dice)}`;
                break;
            case 'play':
                if (by !== undefined)
                    this.cell(by, `${this.rolled ? `${this.rolled}: ` : ''}` +
                        `${event.text || 'no move'}`, '');
                this.rolled = null;
                break;
            case 'double': case 'take': case 'drop': case 'beaver': case 'raccoon': {
                const words: { [type: string]: string } = { double: 'doubles', take: 'takes',
                    drop: 'drops', beaver: 'beavers', raccoon: 'raccoons' };
                if (by !== undefined) this.cell(by, words[event.type]!, 'log-cube');
                break;
            }
            case 'said': case 'committed': case 'contributed': case 'ready': break;
            default:
                this.wide(eventSentence(event, state, false));
                // A play that is made anew has the dice it had.
                if (event.type === 'require_legal' || event.type === 'takeback')
                    this.rolled = state.dice ? `${Math.max(...state.dice)}` +
                        `${Math.min(...state.dice)}` : null;
        }
        if (atEnd) this.toEnd();
    }

    /** To the newest line: a list that was hidden could not follow. */
    toEnd(): void { this.element.scrollTop = this.element.scrollHeight; }

    result(text: string, state: GameState): void {
        this.wide(`${text} ${scoreText(state.score, null)}`);
    }
}
