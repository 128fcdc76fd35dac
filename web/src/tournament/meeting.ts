// When the two of a match of a league meet: in words, and the dialog in which one proposes it, agrees, or calls it off.

import { post, remove } from '../api';
import { openDialog } from '../dialog';
import { h, replace } from '../dom';
import { dateTimeText } from '../study/format';
import { errorText, notice } from '../study/words';
import type { Pair, Tournament, TournamentMatch } from '../types';
import { isPlayable, nameOf } from './model';
import type { Took } from './report';

/** Whether the reader may say when it is played. */
export function mayMeet(t: Tournament, match: TournamentMatch): boolean {
    return t.kind === 'league' && t.stage === 'running' && match.outcome === null && isPlayable(match)
        && (t.me.director || (t.me.player !== null && match.players.includes(t.me.player)));
}

/** "On 5 Dec, 20:00", "Ann proposes 5 Dec, 20:00"; '' where nothing is proposed. */
export function meetingText(t: Tournament, match: TournamentMatch): string {
    const meeting = match.meeting;
    if (!meeting) return '';
    const when = dateTimeText(meeting.time);
    if (meeting.agreed) return `On ${when}`;
    return meeting.by === t.me.player ? `You propose ${when}` : `${nameOf(t, meeting.by)} proposes ${when}`;
}

/** Whether the other player waits for the reader's answer. */
export function isAsked(t: Tournament, match: TournamentMatch): boolean {
    return match.meeting !== null && !match.meeting.agreed && t.me.player !== null
        && match.players.includes(t.me.player) && match.meeting.by !== t.me.player;
}

/** The value of a field for date and time, in the reader's time zone. */
function fieldValue(time: number): string {
    const local = new Date(time - new Date(time).getTimezoneOffset() * 60000);
    return local.toISOString().slice(0, 16);
}

function meetingDialog(t: Tournament, match: TournamentMatch, took: Took): void {
    const path = `/api/tournaments/${t.tournament}/matches/${match.match}/time`;
    const names = match.players.map((player) => nameOf(t, player)) as Pair<string>;
    const plays = t.me.player !== null && match.players.includes(t.me.player);
    const out = h('div', { role: 'status' });
    const input = h('input', { type: 'datetime-local', id: 'cup-meets', 'data-testid': 'cup-meets',
        value: match.meeting ? fieldValue(match.meeting.time) : '' });
    const send = async (run: () => Promise<Tournament>): Promise<void> => {
        try {
            const state = await run();
            dialog.close('done');
            took(state);
        } catch (error) {
            replace(out, notice(errorText(error)));
        }
    };
    const propose = (event: Event): void => {
        event.preventDefault();
        const time = new Date(input.value).getTime();
        if (Number.isNaN(time)) {
            replace(out, notice('Give a day and a time.'));
            input.focus();
        } else {
            void send(() => post<Tournament>(path, { time }));
        }
    };
    const asked = isAsked(t, match), meeting = match.meeting;
    const dialog = openDialog({ title: `When do ${names[0]} and ${names[1]} meet?`, testid: 'cup-meeting', content: [
        meeting ? h('p', null, `${meetingText(t, match)}.`) : '',
        asked && meeting ? h('div', { class: 'row' }, h('button', { type: 'button', class: 'button main',
            'data-testid': 'cup-agree', on: { click: () => void send(() =>
                post<Tournament>(path, { time: meeting.time })) } }, 'Agree')) : '',
        h('form', { class: 'stack', on: { submit: propose } },
            h('div', { class: 'field-row stacked' }, h('label', { for: 'cup-meets' }, asked ? 'Or another time' : 'Time'), input),
            h('p', { class: 'hint' }, plays ? 'It counts when the other agrees. In your time zone.'
                : 'You set it for both. In your time zone.'), out,
            h('div', { class: 'row' }, h('button', { type: 'submit', class: `button${asked ? '' : ' main'}`,
                'data-testid': 'cup-propose' }, plays ? 'Propose' : 'Set'),
                meeting ? h('button', { type: 'button', class: 'button danger', 'data-testid': 'cup-call-off',
                    on: { click: () => void send(() => remove<Tournament>(path)) } }, 'Call off') : null))] });
}

/** Opens the dialog; null where the reader has no say. */
export function meetingButton(t: Tournament, match: TournamentMatch, took: Took, kind = ''): HTMLElement | null {
    if (!mayMeet(t, match)) return null;
    return h('button', { type: 'button', class: `button ${kind}`, 'data-testid': `cup-time-${match.match}`,
        'aria-label': `Time of ${match.players.map((player) => nameOf(t, player)).join(' and ')}`,
        on: { click: () => meetingDialog(t, match, took) } }, isAsked(t, match) ? 'Answer' : 'Time');
}
