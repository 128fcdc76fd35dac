// /p?id=TEXT[&quiz=1]: a position, judged, or as a question first.

import { get } from '../api';
import { h, replace } from '../dom';
import { navigate, type Page, type PageContext } from '../router';
import { Live } from '../study/position/live';
import { PositionView } from '../study/position/view';
import { question } from '../study/position/words';
import { errorText, notice } from '../study/words';
import type { PositionAnswer } from '../types';

/** A page that asks for an identifier. */
function askPage(problem: unknown, text: string): Page {
    const input = h('input', { type: 'text', id: 'position-id', value: text, class: 'mono wide',
                               spellcheck: 'false', autocomplete: 'off' });
    const form = h('form', { class: 'stack', on: { submit: (event: Event) => {
        event.preventDefault();
        if (input.value.trim()) navigate(`/p?id=${encodeURIComponent(input.value.trim())}`);
    } } },
        h('label', { for: 'position-id' }, 'XGID, GNU Backgammon ID or OGID'), input,
        problem ? notice(errorText(problem)) : null,
        h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button main' }, 'Show'),
          h('a', { class: 'button', href: '/editor' }, 'Set one up')));
    return { title: 'Position', element: h('div', { class: 'narrow' },
        h('div', { class: 'card stack' }, h('h1', null, 'A position'), form)) };
}

export async function positionPage(context: PageContext): Promise<Page> {
    const id = context.query.get('id')?.trim() ?? '';
    if (!id) return askPage(null, '');
    let position: PositionAnswer;
    try {
        const query = new URLSearchParams({ id });
        // A link may name a play made from there, and the roll after it.
        for (const name of ['play', 'roll'])
            if (context.query.has(name)) query.set(name, context.query.get(name)!);
        position = await get<PositionAnswer>(`/api/position?${query}`);
    } catch (error) {
        return askPage(error, id);
    }
    const quiz = context.query.get('quiz') === '1';
    const element = h('div');
    let view: PositionView | null = null;
    const show = (shown: PositionAnswer): void => {
        view?.destroy();
        view = new PositionView(shown, quiz, live);
        replace(element, view.element);
    };
    const live = quiz ? null : new Live(position, show);
    show(position);
    return { title: question(position), element, destroy: () => view?.destroy() };
}
