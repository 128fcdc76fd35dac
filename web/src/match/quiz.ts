// /m/ID?quiz=N: what went wrong in a match, as questions one after another, the answers hidden.

import { get } from '../api';
import { h } from '../dom';
import { PositionView } from '../study/position/view';
import { question } from '../study/position/words';
import type { Page } from '../router';
import { decisionText, makeStudy, questions } from '../study/model';
import { prefs } from '../study/prefs';
import { lossBadge, notice } from '../study/words';
import type { Analysis, Match, PositionAnswer } from '../types';

export async function matchQuizPage(id: string, wanted: number): Promise<Page> {
    const base = `/api/matches/${encodeURIComponent(id)}`;
    const match = await get<Match>(base);
    const asked = questions(makeStudy(match, await get<Analysis>(`${base}/analysis`)));
    const names = match.players.join(' \u2013 ');
    const one = asked[Math.min(Math.max(wanted, 1), asked.length) - 1];
    if (!one)
        return { title: 'Quiz', element: h('div', { class: 'narrow' },
            h('h1', null, `Quiz: ${names}`),
            notice('No decision of this match is marked as a mistake: there is nothing to ask.',
                   'info'), h('a', { class: 'button', href: `/m/${id}` }, 'To the match')) };
    const number = asked.indexOf(one) + 1;
    const position = await get<PositionAnswer>(
        `/api/position?id=${encodeURIComponent(one.decision.xgid ?? one.decision.id ?? '')}`);
    const link = (to: number, text: string, testid: string): HTMLElement | null =>
        to < 1 || to > asked.length ? null : h('a', { class: 'button compact',
            href: `/m/${id}?quiz=${to}`, 'data-testid': testid }, text);
    const told = h('p', { class: 'quiz-told', hidden: true, 'data-testid': 'quiz-told' },
        `${match.players[one.decision.player]} ${decisionText(one.decision)}. `,
        lossBadge(one.decision.loss, prefs.limits), ' ',
        h('a', { href: `/m/${id}/${one.row.game}/${one.row.turn}` }, 'This turn in the match'));
    const page = new PositionView(position, {
        head: h('div', { class: 'row quiz-round' }, link(number - 1, '\u2039 Before', 'quiz-before'),
            link(number + 1, 'Next \u203a', 'quiz-next'),
            h('span', null, `${names}: question ${number} of ${asked.length}`)),
        told,
    });
    return { title: `Quiz ${number}: ${question(position)}`, element: page.element,
             destroy: () => page.destroy() };
}
