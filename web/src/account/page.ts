// /account: the guest's name, an account, its sessions, and the way out.

import { ApiError, get, patch, post, remove } from '../api';
import { h, replace } from '../dom';
import { navigate, type Page } from '../router';
import { ask } from '../dialog';
import { onMe, setMe, whoAmI } from '../me';
import { notice as tell } from '../notices';
import { avatar } from '../faces';
import { playerUrl, ratingText } from '../people';
import { dateText, dateTimeText, plural } from '../study/format';
import { settings } from '../settings';
import { errorText } from '../study/words';
import { untilText } from '../start/days';
import type { Me, Profile, Session, Vacation, Words } from '../types';
import { agentText } from './agent';
import { form } from './form';
import { passwordProblem } from './password';
import { forgetDevice, recoverCard, wordsCard } from './words';

const PASSWORD_HINT = '8 to 128 characters of any kind; a sentence is better than a word.';

function nameForm(me: Me): HTMLElement {
    return form('Your name', [{ name: 'name', label: 'Name that others see', type: 'text',
        autocomplete: 'nickname', value: me.name, max: 32 }], 'Save', async ({ name }) => {
        setMe(await patch<Me>('/api/me', { name: name!.trim() }));
        return 'Saved.';
    });
}

function registerForm(me: Me): HTMLElement {
    return form('Sign up', [
        { name: 'name', label: 'Name', type: 'text', autocomplete: 'username', value: me.name,
          max: 32, hint: 'Your games and history so far stay with you.' },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password',
          max: 128, hint: PASSWORD_HINT },
    ], 'Create account', async ({ name, password }) => {
        const wrong = passwordProblem(password!);
        if (wrong) throw new Error(wrong);
        setMe(await post<Me>('/api/register', { name: name!.trim(), password }));
        return 'Welcome.';
    });
}

function loginForm(): HTMLElement {
    return form('Log in', [
        { name: 'name', label: 'Name', type: 'text', autocomplete: 'username', max: 32 },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password',
          max: 128 },
    ], 'Log in', async ({ name, password }) => {
        setMe(await post<Me>('/api/login', { name: name!.trim(), password }));
        return 'Welcome back.';
    });
}

function passwordForm(): HTMLElement {
    return form('Change the password', [
        { name: 'old', label: 'Current password', type: 'password', autocomplete: 'current-password',
          max: 128 },
        { name: 'new', label: 'New password', type: 'password', autocomplete: 'new-password',
          max: 128, hint: `${PASSWORD_HINT} All other sessions end.` },
    ], 'Change', async (values) => {
        const wrong = passwordProblem(values['new']!);
        if (wrong) throw new Error(wrong);
        await post('/api/password', { old: values['old'], new: values['new'] });
        return 'Changed; other sessions have ended.';
    });
}

function sessionsCard(): { element: HTMLElement; ready: Promise<void> } {
    const out = h('div', { 'aria-live': 'polite' });
    const load = async (): Promise<void> => {
        try {
            const { sessions } = await get<{ sessions: Session[] }>('/api/sessions');
            replace(out, h('ul', { class: 'session-rows' }, sessions.map((session) => h('li', null,
                h('span', { class: 'session-name' }, agentText(session.agent),
                  session.current ? h('span', { class: 'tag accent' }, 'this one') : null),
                h('span', { class: 'hint' }, `since ${dateTimeText(session.created)}, last seen ` +
                    dateTimeText(session.seen)),
                session.current ? null : h('button', { type: 'button', class: 'button compact',
                    'aria-label': `End the session of ${agentText(session.agent)}`,
                    on: { click: () => void end(session) } }, 'End')))));
        } catch (error) {
            replace(out, h('p', { class: 'field-error' }, errorText(error)));
        }
    };
    const end = async (session: Session): Promise<void> => {
        try {
            await remove(`/api/sessions/${encodeURIComponent(session.id)}`);
        } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 404) tell(errorText(error), 'bad');
        }
        await load();
    };
    const ready = load();
    return { ready, element: h('section', { class: 'card stack', 'aria-label': 'Sessions' },
        h('h2', null, 'Sessions'),
        h('p', { class: 'hint' }, 'Where this account is logged in.'), out) };
}

/** Days in which my clocks of days stand. */
function vacationCard(): { element: HTMLElement; ready: Promise<void> } {
    const out = h('div', { class: 'stack' });
    const days = h('input', { type: 'number', id: 'vacation-days', min: 1, max: 30, value: 7, class: 'narrow-input',
        'data-testid': 'vacation-days' });
    const show = (vacation: Vacation): void => {
        const button = (text: string, testid: string, run: () => Promise<Vacation>): HTMLElement =>
            h('button', { class: 'button', type: 'button', 'data-testid': testid,
                on: { click: () => void run().then(show, (error: unknown) => tell(errorText(error), 'bad')) } }, text);
        replace(out, h('p', { 'data-testid': 'vacation-state' }, vacation.until
            ? `You are on vacation ${untilText(vacation.until)}.`
            : `${vacation.left} of ${vacation.days} days are left this year.`),
            vacation.until ? button('End it now', 'vacation-end', () => remove<Vacation>('/api/vacation'))
                : h('div', { class: 'field-row' }, h('label', { for: days.id }, 'Days from now'),
                    h('span', { class: 'row' }, days, button('Go on vacation', 'vacation-begin',
                        () => post<Vacation>('/api/vacation', { days: Number(days.value) })))));
    };
    const ready = get<Vacation>('/api/vacation').then(show, (error: unknown) => {
        replace(out, h('p', { class: 'field-error' }, errorText(error)));
    });
    return { ready, element: h('section', { class: 'card stack', 'aria-label': 'Vacation' },
        h('h2', null, 'Vacation'), h('p', { class: 'hint' }, 'Your clocks of days stand meanwhile, but not that of ' +
            'a turn with less than an hour left. Whole days that you do not use come back.'), out) };
}

function dataCard(me: Me): HTMLElement {
    const save = (): void => {
        const text = JSON.stringify({ name: me.name, guest: me.guest, exported: Date.now(),
                                      settings }, null, 2);
        const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
        const link = h('a', { href: url, download: 'alea-settings.json' });
        link.click();
        window.setTimeout(() => URL.revokeObjectURL(url), 1000);
    };
    const password = h('input', { type: 'password', id: 'forget-password', maxlength: 128,
                                  autocomplete: 'current-password' });
    const forget = async (): Promise<void> => {
        const yes = await ask(me.guest ? 'Delete your guest data?' : 'Delete this account?', 'Its name, sessions, settings and history go ' +
            'for good. Games stay with the other players, under \u201csomebody\u201d.', 'Delete', true);
        if (!yes) return;
        try {
            await remove('/api/me', me.guest ? {} : { password: password.value });
            setMe(await get<Me>('/api/me'));
            tell(me.guest ? 'The data is gone.' : 'The account is gone.', 'good');
            navigate('/');
        } catch (error) {
            tell(errorText(error), 'bad');
        }
    };
    return h('section', { class: 'card stack', 'aria-label': 'Your data' }, h('h2', null, 'Your data'),
        h('div', { class: 'row' }, h('button', { type: 'button', class: 'button',
            on: { click: save } }, 'Export the settings'),
          h('a', { class: 'button', href: '/history' }, 'My matches')),
        h('details', null, h('summary', null, me.guest ? 'Delete it' : 'Delete the account'),
            h('div', { class: 'stack' },
                me.guest ? null : h('div', { class: 'field-row stacked' },
                    h('label', { for: 'forget-password' }, 'Confirm with your password'), password),
                h('div', { class: 'row' }, h('button', { type: 'button', class: 'button danger',
                    'data-testid': 'forget', on: { click: () => void forget() } },
                    me.guest ? 'Delete my guest data' : 'Delete the account')))));
}

/** Who I am here, as others see me, and the way out. */
function headOf(me: Me): { element: HTMLElement; ready: Promise<void> } {
    const facts = h('p', { class: 'hint account-facts' }, '\u00a0');
    const ready = get<Profile>(`/api/players/${encodeURIComponent(me.name)}`).then((profile) => {
        const rated = [...profile.ratings].sort((a, b) => b.played - a.played)[0];
        facts.textContent = `Joined ${dateText(profile.since)}; ` +
            `${plural(profile.played, 'rated match', 'rated matches')}, ${profile.won} won` +
            `${rated ? `; rating ${ratingText(rated)}` : ''}.`;
    }, (error: unknown) => { facts.textContent = errorText(error); });
    return { ready, element: h('div', { class: 'account-head', 'data-testid': 'account-head' }, avatar(me.name),
        h('div', { class: 'account-name' }, h('p', null, me.name), facts),
        h('div', { class: 'row' }, h('a', { class: 'button', href: playerUrl(me.name) }, 'My profile'),
            logoutButton())) };
}

function logoutButton(): HTMLElement {
    return h('button', { type: 'button', class: 'button', 'data-testid': 'logout', on: {
        click: async () => {
            try {
                await forgetDevice().catch(() => undefined);
                await post('/api/logout');
                setMe(await get<Me>('/api/me'));
                tell('Logged out.', 'good');
            } catch (error) {
                tell(errorText(error), 'bad');
            }
        } } }, 'Log out');
}

/** Shows what is there once it is. */
function later(make: (words: Words) => HTMLElement): { element: HTMLElement; ready: Promise<void> } {
    const element = h('div', { class: 'words-place' });
    const ready = get<Words>('/api/word').then((words) => replace(element, make(words)),
        (error: unknown) => replace(element, h('p', { class: 'field-error' }, errorText(error))));
    return { element, ready };
}

export async function accountPage(): Promise<Page> {
    await whoAmI();
    const body = h('div', { class: 'account-body' });
    const element = h('div', { class: 'narrow account' }, h('h1', null, 'Account'), body);
    let shown = '';
    let ready: Promise<void> | undefined;
    const off = onMe((me) => {
        const key = `${me.id} ${me.guest} ${me.name}`;
        if (key === shown) return;
        shown = key;
        const sessions = me.guest ? null : sessionsCard();
        const vacation = me.guest ? null : vacationCard();
        const words = later(me.guest ? recoverCard : wordsCard), head = me.guest ? null : headOf(me);
        ready ??= Promise.all([head?.ready, sessions?.ready, vacation?.ready, words.ready]).then(() => undefined);
        replace(body, me.guest
            ? [h('p', { class: 'page-lead' }, `You are here as a guest, ${me.name}. Everything works; an ` +
                'account only lets you come back from another browser.'),
               h('div', { class: 'account-grid' }, nameForm(me), registerForm(me), loginForm(), words.element),
               dataCard(me)]
            : [head!.element, words.element, vacation!.element, sessions!.element, passwordForm(), dataCard(me)]);
    });
    return { title: 'Account', element, ready, destroy: off };
}
