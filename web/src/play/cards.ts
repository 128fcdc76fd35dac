// The cards over the board before and after a game.

import { h } from '../dom';
import { icon } from '../icons';
import { sharedAddress } from '../share/address';
import { qrPicture } from '../share/qr';
import { notice, noticeError } from '../notices';
import { scoreText } from '../score';
import { shareButton } from './closing';
import { daysTerms } from '../start/days';
import { other, resultSentence, uncountedReason, who } from './words';
import type { GameState } from '../types';

export interface WaitingActions { join(): void; withdraw(): void }

function clockWords(state: GameState): string {
    const clock = state.clock;
    if (!clock) return 'without a clock';
    if (clock.kind === 'days')
        return daysTerms({ kind: 'days', reserve_s: clock.reserve_ms[0] / 1000, step_s: clock.step_ms / 1000 });
    const reserve = Math.round(clock.reserve_ms[0] / 1000);
    const minutes = reserve % 60 === 0 ? `${reserve / 60} min` : `${reserve} s`;
    return clock.kind === 'delay' ? `${minutes} + ${clock.step_ms / 1000} s delay`
                                  : `${minutes} each, ${clock.step_ms / 1000} s added a turn`;
}

/** Before the first roll: the link for a friend, or the free seat. */
export function waitingCard(state: GameState, actions: WaitingActions): HTMLElement {
    const free = state.players.findIndex((player) => player.kind === 'free');
    if (free < 0)
        return h('div', { class: 'card waiting' }, h('h2', null, 'The dice are being prepared'),
            h('p', null, 'Each player adds to their randomness, so that neither can know a roll ' +
                'before it is thrown.'));
    const host = state.players[free === 0 ? 1 : 0];
    const about = `${state.title || state.preset}, ${state.match_length
        ? `match to ${state.match_length}` : 'money'}, ${clockWords(state)}` +
        `${state.rated ? ', rated' : ''}` +
        (state.delay_s ? `, shown ${state.delay_s} s late to spectators` : '');
    if (state.you === null)
        return h('div', { class: 'card waiting' },
            h('h2', null, `${host.name} is looking for an opponent`), h('p', null, about),
            h('button', { class: 'button main big', type: 'button', 'data-testid': 'join',
                on: { click: actions.join } }, 'Join game'));
    const url = sharedAddress(`/g/${state.id}`);
    const field = h('input', { type: 'text', readonly: true, value: url, class: 'grow',
        'aria-label': 'Link to this game', 'data-testid': 'invite-link',
        on: { focus: () => field.select() } }) as HTMLInputElement;
    const local = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    return h('div', { class: 'card waiting' },
        h('h2', null, state.opponent === 'open' ? 'Waiting in the lobby' : 'Send this link'),
        h('p', null, about),
        h('p', null, state.opponent === 'open'
            ? 'Whoever sits down first plays. You can send the link as well.'
            : 'Whoever opens it and sits down first plays you.'),
        h('div', { class: 'row nowrap' }, field,
            h('button', { class: 'button', type: 'button', 'data-testid': 'copy-link',
                on: { click: () => {
                    navigator.clipboard?.writeText(url)
                        .then(() => notice('The link is copied.', 'good', 3000))
                        .catch(noticeError);
                } } }, icon('copy'), 'Copy')),
        local ? null : qrPicture(url, 'QR code of the link, for a phone'),
        local ? h('p', { class: 'hint' }, 'This address works on this computer alone. For others ' +
            'start alea with --listen and the address of this computer in your network.') : null,
        h('button', { class: 'button quiet', type: 'button', 'data-testid': 'withdraw',
            on: { click: actions.withdraw } }, 'Withdraw'));
}

/** After a game: who won what, and where to go from here. */
export function resultCard(state: GameState, can: (action: string) => boolean,
                           act: (action: string) => void, dice: () => void, hide: () => void,
                           closing: HTMLElement | null): HTMLElement {
    const over = state.stage === 'over';
    const you = state.you;
    const button = (text: string, action: string, kind: string): HTMLElement | null =>
        can(action) ? h('button', { class: `button ${kind}`, type: 'button',
            'data-testid': `card-${action}`, on: { click: () => act(action) } }, text) : null;
    const ready = you !== null && state.players[you].ready === true;
    const asked = state.offer?.kind === 'rematch' ? state.offer.by : null;
    const title = over && state.winner !== null && state.match_length
        ? `${who(state.winner, state)} ${state.winner === you ? 'win' : 'wins'} the match`
        : resultSentence(state).replace(/\.$/, '');
    return h('div', { class: 'card result', 'data-testid': 'result' },
        h('button', { class: 'icon-button hide-card', type: 'button',
            'aria-label': 'Back to moves and chat', title: 'Back to moves and chat',
            on: { click: hide } }, icon('close')),
        h('h2', null, title),
        // The title has the match.
        over && state.match_length
            ? h('p', null, resultSentence(state).replace(' and the match', '')) : null,
        over && state.counts === false
            ? h('p', { class: 'quiet', 'data-testid': 'uncounted' },
                `The ratings stay as they are. ${uncountedReason}`) : null,
        h('p', { class: 'result-score' }, scoreText(state.score, you)),
        asked !== null && asked !== you && you !== null
            ? h('p', null, `${who(asked, state)} would like a rematch.`) : null,
        asked !== null && asked === you
            ? h('p', { class: 'quiet' }, `${who(other(you), state)} has been asked for a ` +
                'rematch.') : null,
        ready && !over ? h('p', { class: 'quiet' }, 'Waiting for the other player...') : null,
        h('div', { class: 'row center' },
            button('Next game', 'next_game', 'main'),
            state.next ? h('a', { class: 'button main', href: `/g/${state.next}` },
                'To the rematch')
                : button(asked !== null && asked !== you ? 'Play again' : 'Rematch', 'rematch',
                         'main'),
            over ? h('a', { class: 'button', href: `/m/${state.id}`, 'data-testid': 'analyse' },
                icon('chart'), you === null ? 'See the analysis' : 'Analyse') : null),
        over ? shareButton(`/m/${state.id}`, title) : null,
        closing,
        over || !can('abort') ? null : h('div', { class: 'row center abandon' },
            button(state.match_length ? 'Abandon the match…' : 'End the session…', 'abort',
                   'quiet')),
        over ? h('div', { class: 'row center' },
            h('button', { class: 'button quiet', type: 'button', on: { click: dice } },
                icon('shield'), 'Check the dice'),
            h('a', { class: 'button quiet', download: '',
                href: `/api/games/${state.id}/file?format=mat` }, icon('download'),
            'Match file'),
            h('a', { class: 'button quiet', href: '/' }, 'New game')) : null);
}
