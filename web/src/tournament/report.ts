// The dialog in which a director or a player tells a result, or takes it back.

import { post, remove } from '../api';
import { openDialog, type OpenDialog } from '../dialog';
import { h, replace } from '../dom';
import { errorText, notice } from '../study/words';
import type { Pair, Tournament, TournamentMatch } from '../types';
import { nameOf, resultText, winnerOf } from './model';

export type Took = (state: Tournament) => void;

function scoreInput(name: string, value: number | undefined, most: number): HTMLInputElement {
    return h('input', { type: 'number', min: 0, max: most, inputmode: 'numeric', 'aria-label': `Points of ${name}`,
        class: 'cup-points', value: value ?? '' });
}

/** The points of both; null where none is given. One alone, or no number, is said. */
function readScore(inputs: Pair<HTMLInputElement>): Pair<number> | null {
    const given = inputs.map((input) => input.value.trim());
    if (given.every((text) => text === '')) return null;
    if (given.some((text) => !/^\d{1,3}$/.test(text))) throw new Error('Give the points of both, or of neither.');
    return [Number(given[0]), Number(given[1])];
}

/** Asks who won. `took` gets the state after it. */
export function reportDialog(t: Tournament, match: TournamentMatch, took: Took): OpenDialog {
    const path = `/api/tournaments/${t.tournament}/matches/${match.match}`;
    const names = match.players.map((player) => nameOf(t, player)) as Pair<string>;
    const inputs: Pair<HTMLInputElement> = [scoreInput(names[0], match.score?.[0], 999),
        scoreInput(names[1], match.score?.[1], 999)];
    const out = h('div', { role: 'status' });
    const send = async (run: () => Promise<Tournament>): Promise<void> => {
        try {
            const state = await run();
            dialog.close('done');
            took(state);
        } catch (error) {
            replace(out, notice(errorText(error)));
        }
    };
    const tell = (winner: number): Promise<void> => send(() => {
        const score = readScore(inputs), told = winnerOf(match.players, score);
        if (score && told !== winner) throw new Error('The points say that the other player won.');
        return post<Tournament>(`${path}/result`, { winner, ...(score ? { score } : {}) });
    });
    const won = (side: 0 | 1): HTMLElement => h('div', { class: 'cup-side' },
        h('button', { type: 'button', class: 'button main', 'data-testid': `cup-won-${side}`,
            on: { click: () => void tell(match.players[side]!) } }, `${names[side]} won`), inputs[side]);
    const forfeit = (winner: number | null, text: string): HTMLElement => h('button', { type: 'button',
        class: 'button compact', on: { click: () => void send(() =>
            post<Tournament>(`${path}/forfeit`, { winner })) } }, text);
    const decided = match.outcome === 'played' || match.outcome === 'forfeit';
    const dialog = openDialog({ title: `${names[0]} and ${names[1]}`, testid: 'cup-report', content: [
        h('p', { class: 'hint' }, decided ? `${resultText(t, match)}.`
            : `A match to ${match.length}. The points may be left out.`),
        decided ? '' : h('div', { class: 'stack' }, won(0), won(1)), out,
        decided || !t.me.director ? '' : h('details', null, h('summary', null, 'Somebody did not come'),
            h('div', { class: 'row cup-buttons' }, forfeit(match.players[0], `${names[1]} did not`),
                forfeit(match.players[1], `${names[0]} did not`), forfeit(null, 'neither did'))),
        decided && t.me.director ? h('div', { class: 'row' }, h('button', { type: 'button', class: 'button danger',
            'data-testid': 'cup-undo', on: { click: () => void send(() => remove<Tournament>(`${path}/result`)) } },
            'Take the result back')) : ''] });
    return dialog;
}
