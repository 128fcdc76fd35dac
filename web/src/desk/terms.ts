// The terms of a search, as the server lists them.

import { get } from '../api';
import { h, replace } from '../dom';
import { failed } from '../study/words';
import type { DeskTerm } from '../types';

let asked: Promise<DeskTerm[]> | null = null;

/** All terms; asked for once. */
function allTerms(): Promise<DeskTerm[]> {
    asked ??= get<{ terms: DeskTerm[] }>('/api/desk/terms').then((answer) => answer.terms, (error) => {
        asked = null;
        throw error;
    });
    return asked;
}

/** Those that nothing stands after: "crawford". */
export async function flagTerms(): Promise<string[]> {
    return (await allTerms()).filter((term) => term.flag).map((term) => term.name);
}

/** A list of all terms, opened by a click. */
export function termsHelp(before: string): HTMLElement {
    const list = h('ul');
    const element = h('details', { class: 'hint', 'data-testid': 'search-terms' },
        h('summary', null, 'What can be searched'),
        h('p', null, before, h('code', null, 'right=drop error>=0.08'), ', ', h('code', null, 'theme=attack'),
            ', ', h('code', null, 'best=24/20 not money'), '. "not" stands before a term, "or" between alternatives, ' +
            '"(" and ")" around them; a value with blanks stands in quotation marks.'), list);
    const load = async (): Promise<void> => {
        if (!element.open || list.childElementCount > 0) return;
        try {
            replace(list, (await allTerms()).map((term) =>
                h('li', null, h('code', null, term.form), ` ${term.help}`)));
        } catch (error) {
            replace(list, failed(error, () => void load()));
        }
    };
    element.addEventListener('toggle', () => void load());
    return element;
}
