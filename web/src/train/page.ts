// /train: the deck of one's own errors, five new ones a day; matches as a quiz; the lessons.

import { get } from '../api';
import { h, replace } from '../dom';
import type { Page, PageContext } from '../router';
import { dateText, DASH, lengthText, rateText } from '../study/format';
import { failed } from '../study/words';
import { ownPr } from '../study/entries';
import { capital } from '../rules_words';
import { deckText, Trainer } from './card';
import type { Entry, History } from '../types';

const SHOWN = 12;

function row(entry: Entry): HTMLElement {
    const pr = ownPr(entry);
    return h('li', null, h('a', { class: 'match-row', href: `/m/${entry.id}?quiz=1`,
        'data-testid': 'train-match' },
        h('span', { class: 'match-names' }, `${entry.players[0]} ${DASH} ${entry.players[1]}`),
        h('span', { class: 'match-facts' }, h('span', null, lengthText(entry.match_length)),
          h('span', null, dateText(entry.time)),
          pr === null ? null : h('span', null, `PR ${rateText(pr)}`))));
}

export async function trainPage(context: PageContext): Promise<Page> {
    const list = h('div', { 'aria-busy': 'true' });
    const load = async (): Promise<void> => {
        try {
            const answer = await get<History>('/api/history?limit=50');
            const judged = answer.matches.filter((entry) => entry.pr !== null).slice(0, SHOWN);
            replace(list, judged.length > 0 ? h('ul', { class: 'match-rows' }, judged.map(row))
                : h('p', { class: 'quiet' }, 'No match is analysed yet. Play one, or ',
                    h('a', { href: '/analyse' }, 'import one'), '; its errors then wait here.'));
        } catch (error) {
            replace(list, failed(error, () => void load()));
        }
        list.removeAttribute('aria-busy');
    };
    const loaded = load();
    const daily = context.query.get('daily') === '1';
    const counts = h('p', { class: 'page-lead', role: 'status', 'data-testid': 'deck-counts' });
    const trainer = new Trainer(daily, (deck) => {
        counts.textContent = deck.cards > 0 ? `${capital(deckText(deck))}.`
            : 'Five positions a day from your own errors.';
    }, context.query.get('plan'));
    return { title: 'Train', destroy: () => trainer.destroy(),
        ready: Promise.all([loaded, trainer.ready]), element: h('div', { class: 'wide-page stack compact-page' },
        h('div', { class: 'study-head' }, h('h1', null, 'Train'), counts), trainer.element,
        daily || context.query.has('plan')
            ? h('p', null, h('a', { href: '/train' }, 'Train what is due')) : null,
        h('section', { class: 'card stack', 'aria-label': 'Study plan' },
          h('h2', null, 'Study plan'),
          h('p', null, 'What you would gain where, beside players of your level, and three things to study ' +
              'this month: ', h('a', { href: '/plan', 'data-testid': 'plan-link' }, 'Study plan'), '.')),
        h('section', { class: 'card stack', 'aria-label': 'Your errors' },
          h('h2', null, 'Your errors, as questions'),
          h('p', null, 'Choose a match: its costly decisions are asked again, and the reason follows ' +
              'the answer.'), list),
        h('section', { class: 'card stack', 'aria-label': 'Lessons' },
          h('h2', null, 'Lessons'),
          h('p', null, 'Rules and first ideas in fifteen short lessons, and the examples of every booklet to ' +
              'play: ', h('a', { href: '/learn' }, 'Learn to play'), '. The first rolls and their replies: ',
            h('a', { href: '/openings' }, 'Opening book'), '.'))) };
}
