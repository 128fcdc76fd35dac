// "Your turn": the games over days in which I am to act, each with its board, the most urgent first.

import { smallBoard } from '../board/small';
import { h, replace } from '../dom';
import { daysText } from '../start/days';
import { scoreText } from '../score';
import type { DaysTurn, MineGame, Side } from '../types';

/** "Bob played 31: 8/5 6/5"; what there is to decide where nothing was played. */
function lastText(turn: DaysTurn, names: [string, string], you: Side): string {
    const { phase, last_play: last, cube } = turn.position;
    if (phase === 'double_offered') return `${names[1 - you]} doubles to ${cube.offered ?? cube.value * 2}`;
    if (phase === 'resign_offered') return `${names[1 - you]} offers to resign`;
    if (!last) return 'The game begins';
    return `${names[last.by]} played ${[...last.dice].sort((a, b) => b - a).join('')}: ${last.text || 'no move'}`;
}

/** What is left until the deadline; while a vacation lasts it stands. */
export function leftText(turn: DaysTurn, now: number): string {
    const stands = turn.stands_until ?? 0;
    return daysText(turn.deadline - Math.max(now, stands)) + (stands > now ? ', stands' : '');
}

function card(game: MineGame, turn: DaysTurn): HTMLElement {
    const { board, off, cube, dice } = turn.position;
    const opponent = game.players[1 - game.you] ?? '';
    const left = leftText(turn, Date.now());
    const score = game.match_length ? `${scoreText(turn.position.score, game.you)}, match to ${game.match_length}`
        : 'money';
    return h('li', null, h('a', { class: 'turn-card', href: `/g/${game.game}`, 'data-testid': 'your-turn-game' },
        smallBoard('turn-board', { board, off, dice, turn: turn.position.turn ?? game.you,
            cube: { value: cube.value, owner: cube.owner } }, game.you),
        h('span', { class: 'turn-head' }, h('b', null, opponent), h('span', { class: 'turn-left' }, left)),
        h('span', { class: 'quiet' }, score),
        h('span', { class: 'quiet' }, lastText(turn, game.players, game.you))));
}

/** Hidden while it is my turn in none. */
export class Turns {
    readonly element = h('section', { class: 'home-turns', hidden: true, 'aria-label': 'Your turn',
        'data-testid': 'your-turn' });

    show(games: MineGame[]): void {
        const mine = games.flatMap((game) => game.turn?.mine ? [card(game, game.turn)] : []);
        this.element.hidden = mine.length === 0;
        replace(this.element, h('h2', null, mine.length > 1 ? `Your turn in ${mine.length} games` : 'Your turn'),
            h('ul', { class: 'turn-cards' }, mine));
    }
}
