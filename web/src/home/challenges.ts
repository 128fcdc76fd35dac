// Challenges that wait, on the first page, and a word when one comes.

import { get, post, remove } from '../api';
import { h, replace } from '../dom';
import { notify } from '../notify';
import { daysTerms } from '../start/days';
import { playerUrl } from '../people';
import { navigate } from '../router';
import { onMe } from '../me';
import { banner, notice, noticeError } from '../notices';
import { theSocket, type Call } from '../socket';
import type { Challenge, Challenges } from '../types';

function termsText(challenge: Challenge): string {
    const clock = challenge.clock;
    return [challenge.match_length ? `match to ${challenge.match_length}` : 'money',
        clock?.kind === 'days' ? daysTerms(clock) : clock ? `${Math.round(clock.reserve_s / 60)} min and ${clock.step_s} s` : 'no clock',
        challenge.rated ? 'rated' : '',
        challenge.delay_s ? `shown ${challenge.delay_s} s late` : ''].filter(Boolean).join(', ');
}

function row(challenge: Challenge, load: () => void): HTMLElement {
    const other = challenge.mine ? challenge.to : challenge.from;
    const run = async (what: () => Promise<unknown>, then: () => void): Promise<void> => {
        try {
            await what();
            then();
        } catch (error) {
            noticeError(error);
            load();
        }
    };
    const end = h('button', { type: 'button', class: 'button', 'data-testid': 'decline',
        on: { click: () => void run(() => remove(`/api/challenges/${challenge.game}`), load) } },
        challenge.mine ? 'Take back' : 'Decline');
    return h('li', null, h('div', { class: 'game-row' },
        h('span', { class: 'game-names' }, challenge.mine ? 'To ' : 'From ',
            h('a', { href: playerUrl(other) }, other)),
        h('span', { class: 'quiet challenge-text' }, termsText(challenge),
            challenge.text ? `: \u201c${challenge.text}\u201d` : ''),
        challenge.mine ? h('a', { class: 'button', href: `/g/${challenge.game}` }, 'Open')
            : h('button', { type: 'button', class: 'button main', 'data-testid': 'accept',
                on: { click: () => void run(() => post(`/api/games/${challenge.game}/join`),
                    () => navigate(`/g/${challenge.game}`)) } }, 'Accept'), end));
}

/** A card that is hidden while there are no challenges. */
export function challengesCard(): { element: HTMLElement; ready: Promise<void>; destroy(): void } {
    const element = h('section', { class: 'card home-mine', hidden: true, 'aria-label': 'Challenges',
        'data-testid': 'challenges' });
    const load = async (): Promise<void> => {
        try {
            const { challenges } = await get<Challenges>('/api/challenges');
            element.hidden = challenges.length === 0;
            replace(element, h('h2', null, 'Challenges'), h('ul', { class: 'game-list' },
                challenges.map((challenge) => row(challenge, () => void load()))));
        } catch {
            element.hidden = true;
        }
    };
    let begun = (): void => {};
    const ready = new Promise<void>((done) => { begun = done; });
    const offMe = onMe((me) => {
        element.hidden = true;
        if (me.guest) begun();
        else void load().then(begun);
    });
    const off = theSocket().onCall(() => void load());
    return { element, ready, destroy: () => {
        offMe();
        off();
    } };
}

/** A line above the page, not over the board, with the two answers. */
function ask(challenge: Challenge): void {
    const name = `challenge-${challenge.game}`;
    const answer = async (run: () => Promise<unknown>, to: string): Promise<void> => {
        banner(name, null);
        try {
            await run();
            if (to) navigate(to);
        } catch (error) {
            noticeError(error);
        }
    };
    const button = (kind: string, testid: string, text: string, run: () => void): HTMLElement =>
        h('button', { type: 'button', class: `button compact ${kind}`, 'data-testid': testid,
            on: { click: run } }, text);
    banner(name, `${challenge.from} challenges you: ${termsText(challenge)}`, 'good', [
        button('main', 'call-accept', 'Accept', () => void answer(
            () => post(`/api/games/${challenge.game}/join`), `/g/${challenge.game}`)),
        button('', 'call-decline', 'Decline', () => void answer(
            () => remove(`/api/challenges/${challenge.game}`), ''))]);
}

function hear(message: Call): void {
    if (message.type === 'challenge') {
        const { from, game } = message.challenge;
        // The first page has it in its list.
        if (location.pathname !== '/') ask(message.challenge);
        notify(`${from} challenges you`, termsText(message.challenge), game, '/');
    } else if (message.type === 'challenge_ended') {
        banner(`challenge-${message.game}`, null);
    } else if (message.type === 'turn') {
        const what = message.why === 'joined' ? `${message.opponent} has come to your game`
            : `It is your turn against ${message.opponent}`;
        notice(`${what}: it is among your games on the first page.`, 'good', 12000);
        notify(what, 'alea', message.game, `/g/${message.game}`);
    }
}

/** Tells of challenges and turns on every page. */
export function hearCalls(): void {
    theSocket().onCall(hear);
    onMe((me) => {
        if (!me.guest) theSocket().open();
    });
}
