// /openings[?first=31]: the opening book: the first rolls, and the replies to the best play of one.

import { get } from '../api';
import { afterMoves, startBoard } from '../board/frame';
import { arrowsOfText, movesOf, smallBoard } from '../board/small';
import { h } from '../dom';
import type { Page, PageContext } from '../router';
import { equityText, rollText } from '../study/format';
import type { Opening, Openings } from '../types';

const BOARD = '-b----E-C---eE---c-e----B-';
const RULES: { [name: string]: string } = { money: '0:0:0:0:10', '1-1': '0:0:0:1:10' };
const WORDS: { [name: string]: string } = { money: 'Money, without Jacoby\u2019s rule',
                                            '1-1': 'One point each' };

function dice(roll: string): string {
    return rollText([Number(roll[0]), Number(roll[1])]);
}

/** The position in which the entry is decided. */
function address(one: Opening): string {
    const id = `XGID=${BOARD}:0:0:1:${one.first}:${RULES[one.rules] ?? RULES['money']}`;
    return `/p?${new URLSearchParams(one.reply ? { id, play: one.play ?? '', roll: one.reply } : { id })}`;
}

function plays(one: Opening): HTMLElement {
    const best = one.plays[0]?.equity ?? 0;
    return h('ul', { class: 'plain-list opening-plays' }, one.plays.map((play, n) => h('li', null,
        n === 0 ? h('strong', null, play.move || '(no move)') : play.move, ' ',
        h('span', { class: 'quiet num', title: `standard error ${play.standard_error.toFixed(4)}` },
          n === 0 ? equityText(play.equity) : `\u2212${(best - play.equity).toFixed(3)}`))));
}

/** The position on a small board, with the best play; seen by the player who moves. */
function picture(one: Opening): HTMLElement {
    const by = one.reply ? 1 : 0;
    const roll = one.reply ?? one.first;
    const moves = one.reply ? movesOf(one.play ?? '') : [];
    return smallBoard('opening-board', { board: afterMoves(startBoard(), 0, moves), off: [0, 0],
        turn: by, cube: { value: 1, owner: null }, dice: [Number(roll[0]), Number(roll[1])] }, by,
        arrowsOfText(one.plays[0]?.move ?? '', by, 'best'));
}

function list(caption: string, entries: Opening[]): HTMLElement {
    return h('ul', { class: 'opening-list', 'aria-label': caption }, entries.map((one) => {
        const roll = dice(one.reply ?? one.first);
        return h('li', { class: 'opening' },
            // The same as the link in words, for a pointer alone.
            h('a', { href: address(one), 'aria-hidden': 'true', tabindex: -1 }, picture(one)),
            h('div', { class: 'opening-words' },
              h('p', { class: 'opening-roll' }, h('a', { href: one.reply ? address(one)
                  : `/openings?first=${one.first}`, 'data-testid': `opening-${one.reply ?? one.first}` },
                one.reply ? roll : `${roll}: replies`), one.reply ? null : [' \u00b7 ',
                h('a', { href: address(one), 'aria-label': `Position with ${roll}` }, 'Position')]),
              plays(one)));
    }));
}

export async function openingsPage(context: PageContext): Promise<Page> {
    const first = context.query.get('first') ?? '';
    const book = await get<Openings>(`/api/openings${first ? `?first=${encodeURIComponent(first)}` : ''}`);
    const of = (rules: string): Opening[] =>
        book.openings.filter((one) => one.rules === rules && (!first || one.reply));
    const source = h('details', null, h('summary', null, 'Where the figures come from'),
        h('p', null, 'Rollouts by alea: the first rolls at the level rollout (1,296 trials), the replies ' +
            'at deep (360). The first figure is the equity of the player who moves, the others what ' +
            'they lose against it.'), h('pre', null, book.source));
    const element = first
        ? h('div', { class: 'wide-page stack' },
            h('h1', null, `Replies to ${dice(first)}: ${of('money')[0]?.play ?? ''}`),
            h('p', null, h('a', { href: '/openings' }, 'All first rolls')),
            h('section', { class: 'card' }, list('Replies', of('money'))), source)
        : h('div', { class: 'wide-page stack' },
            h('h1', null, 'Opening book'),
            h('p', { class: 'page-lead' }, 'The fifteen first rolls; a roll leads to the replies.'),
            Object.keys(RULES).map((rules) => h('section', { class: 'card' },
                h('h2', null, WORDS[rules]!), list(WORDS[rules]!, of(rules)))), source);
    return { title: first ? `Replies to ${dice(first)}` : 'Opening book', element };
}
