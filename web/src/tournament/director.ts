// What a director does: enter by name, draw, next round, end, others who may direct.

import { ApiError, patch, post, remove } from '../api';
import { ask } from '../dialog';
import { h, replace } from '../dom';
import { notice as tell, noticeError } from '../notices';
import { copyField, errorText, notice } from '../study/words';
import type { Tournament } from '../types';
import { matchRows } from './matches';
import { isPlayable, lateText, namesOf, openCount, overdue } from './model';
import type { Took } from './report';

/** Runs a request and shows the state after it, or says what was wrong. */
export async function change(run: () => Promise<Tournament>, took: Took): Promise<boolean> {
    try {
        took(await run());
        return true;
    } catch (error) {
        noticeError(error);
        return false;
    }
}

function action(text: string, testid: string, run: () => void, kind = ''): HTMLElement {
    return h('button', { type: 'button', class: `button ${kind}`, 'data-testid': testid, on: { click: run } }, text);
}

/** One name per line; those that could not be entered stay, with the reason. Made once for a page, so that
 *  what is being written outlives a change of the state. */
export function entryForm(id: string, took: Took): HTMLElement {
    const out = h('div', { role: 'status' });
    const names = h('textarea', { rows: 3, 'aria-label': 'Names, one per line', 'data-testid': 'cup-names',
        placeholder: 'One name per line, a rating after a comma' });
    const send = async (event: Event): Promise<void> => {
        event.preventDefault();
        const left: string[] = [], wrong: string[] = [];
        let state: Tournament | null = null, stopped = false;
        button.disabled = true;
        for (const one of namesOf(names.value)) {
            const line = one.rating === null ? one.name : `${one.name}, ${one.rating}`;
            if (stopped) {
                left.push(line);
                continue;
            }
            try {
                state = await post<Tournament>(`/api/tournaments/${id}/players`,
                    { name: one.name, ...(one.rating === null ? {} : { rating: one.rating }) });
            } catch (error) {
                left.push(line);
                wrong.push(`${one.name}: ${errorText(error)}`);
                stopped = !(error instanceof ApiError) || ![409, 422].includes(error.status);
            }
        }
        button.disabled = false;
        names.value = left.join('\n');
        replace(out, wrong.map((text) => notice(text)));
        if (state) took(state);
    };
    const button = h('button', { type: 'submit', class: 'button', 'data-testid': 'cup-enter-names' }, 'Enter them');
    return h('form', { class: 'stack', 'aria-label': 'Enter by name', on: { submit: (event) => void send(event) } },
        names, out, h('div', { class: 'row' }, button));
}

function rounds(t: Tournament, took: Took): (HTMLElement | null)[] {
    const path = `/api/tournaments/${t.tournament}`;
    const open = openCount(t), last = t.matches.filter((match) => match.round === t.round);
    const undecided = last.length > 0 && last.every((match) => match.open || !isPlayable(match));
    return [
        t.may_pair ? action(t.round === 0 ? 'Pair round 1' : `Pair round ${t.round + 1}`, 'cup-pair',
            () => void change(() => post<Tournament>(`${path}/rounds`), took), 'main') : null,
        t.kind === 'swiss' && undecided ? action(`Take round ${t.round} back`, 'cup-unpair',
            () => void change(() => remove<Tournament>(`${path}/rounds`), took)) : null,
        t.kind === 'arena' || (t.kind === 'swiss' && open === 0) ? action('End the tournament', 'cup-close',
            () => void change(() => post<Tournament>(`${path}/close`), took)) : null,
    ];
}

function others(t: Tournament, took: Took): HTMLElement {
    const name = h('input', { type: 'text', maxlength: 32, 'aria-label': 'Name of an account', placeholder: 'Name',
        autocomplete: 'off', 'data-testid': 'cup-director-name' });
    const set = (who: string, director: boolean): Promise<boolean> => change(() =>
        post<Tournament>(`/api/tournaments/${t.tournament}/directors`, { name: who, director }), took);
    return h('details', null, h('summary', null, `Directors (${t.directors.length})`),
        h('ul', { class: 'cup-list' }, t.directors.map((one) => h('li', { class: 'row' }, h('span', null, one),
            t.directors.length > 1 ? h('button', { type: 'button', class: 'button compact',
                'aria-label': `${one} directs no longer`, on: { click: () => void set(one, false) } }, 'Remove')
                : null))),
        h('form', { class: 'row', on: { submit: async (event: Event) => {
            event.preventDefault();
            const who = name.value.trim();
            name.value = '';
            if (who && await set(who, true)) tell(`${who} directs it, too.`, 'good');
            else name.value = who;
        } } }, name, h('button', { type: 'submit', class: 'button' }, 'Add')));
}

function announcement(t: Tournament, took: Took): HTMLElement {
    const text = h('textarea', { rows: 3, maxlength: 2000, 'aria-label': 'What players should know' }, t.text);
    return h('details', null, h('summary', null, 'Text'), h('form', { class: 'stack', on: { submit: (event: Event) => {
        event.preventDefault();
        void change(() => patch<Tournament>(`/api/tournaments/${t.tournament}`,
            { text: text.value, starts: t.starts }), took);
    } } }, text, h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button' }, 'Save'))));
}

function paper(t: Tournament): HTMLElement {
    const link = (what: string, text: string): HTMLElement =>
        h('a', { href: `/tournament/${t.tournament}/print?what=${what}`, 'data-testid': `cup-print-${what}` }, text);
    return h('p', { class: 'hint' }, 'On paper: ', link('cards', 'player cards'), ...t.stage === 'entry' ? []
        : [', ', link('pairings', 'pairings'), ', ', link('sheets', 'score sheets'), ', ', link('table', 'the table')],
        '.');
}

/** The line of HTML that shows the tournament, live, on the club's own pages. */
function elsewhere(t: Tournament): HTMLElement {
    const name = t.name.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
    const line = `<iframe src="${location.origin}/embed/${t.tournament}" title="${name}" ` +
        'style="width:100%;height:600px;border:0"></iframe>';
    return h('details', null, h('summary', null, 'On your own site'), h('div', { class: 'stack' },
        h('p', { class: 'hint' }, 'This line of HTML shows rounds and table there, always as they are now.'),
        copyField('HTML', line)));
}

async function removeIt(t: Tournament, took: Took): Promise<void> {
    const sure = await ask('Remove the tournament?', 'It leaves every list. A director can put it back.', 'Remove',
        true);
    if (sure) await change(() => remove<Tournament>(`/api/tournaments/${t.tournament}`), took);
}

/** The director's card; `entry` is the form of entryForm. */
export function directorCard(t: Tournament, entry: HTMLElement, took: Took): HTMLElement {
    const path = `/api/tournaments/${t.tournament}`;
    const playing = t.players.filter((player) => !player.withdrawn).length;
    const late = t.stage === 'running' && t.may_enter;
    const tardy = t.stage === 'running' ? overdue(t) : [];
    if (t.stage === 'removed') return h('section', { class: 'card stack', 'aria-label': 'Directing' },
        h('div', { class: 'row' }, action('Put it back', 'cup-restore',
            () => void change(() => post<Tournament>(`${path}/restore`), took), 'main')));
    return h('section', { class: 'card stack', 'aria-label': 'Directing', 'data-testid': 'cup-directing' },
        h('h2', null, 'Directing'),
        t.stage === 'entry' ? entry : late ? h('details', { 'data-testid': 'cup-late' },
            h('summary', null, 'Late entry'),
            h('div', { class: 'stack' }, h('p', { class: 'hint' }, lateText(t)), entry)) : null,
        h('div', { class: 'row cup-buttons' },
            t.stage === 'entry' && playing > 1 ? action(`Draw and begin with ${playing} players`, 'cup-start',
                () => void change(() => post<Tournament>(`${path}/start`), took), 'main') : null,
            t.stage === 'running' ? rounds(t, took) : null,
            action('Remove', 'cup-remove', () => void removeIt(t, took), 'danger')),
        tardy.length === 0 ? null : h('div', { class: 'stack', 'data-testid': 'cup-overdue' },
            h('p', null, `Not played in time: decide ${tardy.length > 1 ? 'them' : 'it'}`, t.kind === 'league'
                ? ', or set a time at which the two meet.' : '.'), matchRows(t, tardy, took)),
        t.stage === 'running' ? h('p', { class: 'hint' }, 'Press a match to enter its result or take it back.')
            : null,
        paper(t), others(t, took), announcement(t, took), elsewhere(t));
}
