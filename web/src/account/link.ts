// /word#confirm=, #recover=, #off=: where the links of e-mails lead. A look changes nothing, since
// mail programs look too; a click does. What a link says stands behind the #, so that no log has it.

import { get, post } from '../api';
import { h, replace } from '../dom';
import { setMe } from '../me';
import { navigate, type Page } from '../router';
import { errorText } from '../study/words';
import type { LinkToken, Me } from '../types';
import { form } from './form';
import { passwordProblem } from './password';

function click(text: string, button: string, does: () => Promise<string>): HTMLElement {
    const out = h('p', { role: 'status' });
    const press = h('button', { type: 'button', class: 'button main', on: { click: async () => {
        press.disabled = true;
        try {
            replace(out, await does());
            press.remove();
        } catch (error) {
            press.disabled = false;
            replace(out, h('span', { class: 'field-error' }, errorText(error)));
        }
    } } }, button);
    return h('section', { class: 'card stack' }, h('p', null, text), h('div', { class: 'row' }, press), out);
}

function recoverForm(link: LinkToken): HTMLElement {
    return form('A new password', [
        { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password',
          max: 128, hint: '8 to 128 characters. All sessions of the account end, and one begins here.' },
    ], 'Set it', async ({ password }) => {
        const wrong = passwordProblem(password!);
        if (wrong) throw new Error(wrong);
        await post('/api/recover/password', { ...link, password });
        setMe(await get<Me>('/api/me'));
        navigate('/account');
        return 'Set.';
    });
}

export function linkPage(): Page {
    const [what, token = ''] = location.hash.slice(1).split('=');
    const link: LinkToken = { token };
    const [title, body] = what === 'confirm' && token
        ? ['Your address', click('Words while you are away, and a link for a lost password, can go to this ' +
            'address.', 'Confirm it', async () => {
            const { address } = await post<{ address: string }>('/api/word/confirm', link);
            return `${address} is confirmed. The Account page has the switches.`;
        })]
        : what === 'off' && token
            ? ['No more e-mail', click('No word of this account goes to your address any more.', 'Stop it',
                async () => {
                    await post(`/api/word/off?t=${encodeURIComponent(token)}`);
                    return 'Done. The Account page can switch it on again.';
                })]
            : what === 'recover' && token ? ['Forgotten password', recoverForm(link)]
                : ['A link', h('p', { class: 'page-lead' }, 'This address is that of a link in an e-mail, and a part ' +
                    'of it is missing.')];
    return { title, element: h('div', { class: 'narrow account' }, h('h1', null, title), body) };
}
