// /account: the guest's name, an account, its sessions, and the way out.

import { ApiError, get, patch, post, remove } from '../api';
import { h, replace } from '../dom';
import { navigate, type Page } from '../router';
import { ask } from '../dialog';
import { onMe, setMe, whoAmI } from '../me';
import { notice as tell } from '../notices';
import { dateTimeText } from '../study/format';
import { settings } from '../settings';
import { errorText } from '../study/words';
import { untilText } from '../start/days';
import type { Me, Session, Vacation } from '../types';

interface Field { name: string; label: string; type: 'text' | 'password'; autocomplete: string;
                  value?: string; hint?: string; min?: number; max: number; optional?: boolean }

/** The fault of a password before it is sent; '' if it has none. */
export function passwordProblem(password: string): string {
    const length = [...password].length;
    if (length < 8) return 'At least 8 characters.';
    return length > 128 ? 'At most 128 characters.' : '';
}

/** "Firefox on Linux" out of what a browser calls itself. */
export function agentText(agent: string): string {
    const browser = /Edg\//.test(agent) ? 'Edge' : /Firefox\//.test(agent) ? 'Firefox'
        : /(Chrome|Chromium)\//.test(agent) ? 'Chrome' : /Safari\//.test(agent) ? 'Safari' : '';
    const system = /Android/.test(agent) ? 'Android' : /iPhone|iPad/.test(agent) ? 'iOS'
        : /Windows/.test(agent) ? 'Windows' : /Mac OS X/.test(agent) ? 'macOS'
        : /Linux/.test(agent) ? 'Linux' : '';
    if (!browser) return agent.slice(0, 60) || 'unknown program';
    return system ? `${browser} on ${system}` : browser;
}

/** The switch that shows a password while it is typed. */
function shown(input: HTMLInputElement): HTMLElement {
    const box = h('input', { type: 'checkbox', id: `${input.id}-shown`, on: { change: () => {
        input.type = box.checked ? 'text' : 'password';
    } } });
    return h('label', { class: 'check small', for: box.id }, box, 'Show password');
}

function form(title: string, fields: Field[], button: string,
              send: (values: { [name: string]: string }) => Promise<string>): HTMLElement {
    const out = h('p', { role: 'status', class: 'form-said' });
    const inputs = new Map<string, HTMLInputElement>();
    const submit = h('button', { type: 'submit', class: 'button main' }, button);
    const problem = (text: string): void => {
        out.className = 'form-said field-error';
        out.textContent = text;
    };
    const element = h('form', { class: 'card stack account-form', 'aria-label': title, on: {
        submit: async (event: Event) => {
            event.preventDefault();
            const values: { [name: string]: string } = {};
            for (const [name, input] of inputs) values[name] = input.value;
            submit.disabled = true;
            try {
                const text = await send(values);
                out.className = 'form-said';
                out.textContent = text;
                for (const field of fields) if (field.type === 'password') inputs.get(field.name)!.value = '';
                for (const box of element.querySelectorAll<HTMLInputElement>('.password [type=checkbox]'))
                    if (box.checked) box.click();
            } catch (error) {
                problem(errorText(error));
            } finally {
                submit.disabled = false;
            }
        } } },
        h('h2', null, title),
        fields.map((field) => {
            const id = `${title}-${field.name}`.toLowerCase().replace(/[^a-z]+/g, '-');
            const input = h('input', { type: field.type, id, autocomplete: field.autocomplete,
                value: field.value ?? '', required: !field.optional, maxlength: field.max,
                minlength: field.min, 'aria-describedby': field.hint ? `${id}-hint` : undefined });
            inputs.set(field.name, input);
            return h('div', { class: 'field-row stacked' }, h('label', { for: id }, field.label),
                field.type === 'password' ? h('div', { class: 'password' }, input, shown(input)) : input,
                field.hint ? h('p', { class: 'hint', id: `${id}-hint` }, field.hint) : null);
        }),
        h('div', { class: 'row' }, submit, out));
    return element;
}

const PASSWORD_HINT = '8 to 128 characters of any kind; a sentence is better than a word. There is ' +
    'no e-mail here, so a lost password cannot be sent to you.';

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
        me.guest ? null : h('div', { class: 'field-row stacked' },
            h('label', { for: 'forget-password' }, 'Confirm with your password'), password),
        h('div', { class: 'row' }, h('button', { type: 'button', class: 'button danger',
            'data-testid': 'forget', on: { click: () => void forget() } },
            me.guest ? 'Delete my guest data' : 'Delete the account')));
}

function logoutButton(): HTMLElement {
    return h('button', { type: 'button', class: 'button', 'data-testid': 'logout', on: {
        click: async () => {
            try {
                await post('/api/logout');
                setMe(await get<Me>('/api/me'));
                tell('Logged out.', 'good');
            } catch (error) {
                tell(errorText(error), 'bad');
            }
        } } }, 'Log out');
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
        ready ??= Promise.all([sessions?.ready, vacation?.ready]).then(() => undefined);
        replace(body, me.guest
            ? [h('p', { class: 'page-lead' }, `You are here as a guest, ${me.name}. Everything works; an ` +
                'account only lets you come back from another browser.'),
               h('div', { class: 'account-grid' }, nameForm(me), registerForm(me), loginForm()),
               dataCard(me)]
            : [h('div', { class: 'row page-lead' }, h('span', null, `Logged in as ${me.name}.`),
                 logoutButton()), sessions!.element, vacation!.element, passwordForm(),
                 dataCard(me)]);
    });
    return { title: 'Account', element, ready, destroy: off };
}
