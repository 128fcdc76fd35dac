// The outlook beside a spectator's board: the chances of both players before the present roll, and
// the loss of the last play. The server computes both once for all spectators.

import { h, setText } from '../dom';
import type { GameState, OutlookMessage } from '../types';

/** The machine's comment on the last play; '' where there was no choice. */
export function commentText(message: OutlookMessage, state: GameState): string {
    const last = message.last;
    if (!last || last.forced) return '';
    const name = state.players[last.by].name;
    if (last.loss < 0.001) return `${name}'s last play was the best.`;
    const word = { '': 'good, ', '?!': 'doubtful, ', '?': 'an error, ', '??': 'a blunder, ' }[last.mark];
    return `${name}'s last play was ${word ?? ''}${last.loss.toFixed(3)} behind the best.`;
}

export class Outlook {
    private readonly left = h('span', { class: 'outlook-side' });
    private readonly right = h('span', { class: 'outlook-side' });
    private readonly bar = h('span', { class: 'outlook-bar', 'aria-hidden': 'true' });
    private readonly comment = h('p', { class: 'outlook-comment', 'data-testid': 'outlook-comment' });
    readonly element = h('section', { class: 'outlook', hidden: true, 'aria-label': 'Chances to win',
        'data-testid': 'outlook' },
        h('p', { class: 'outlook-line' }, this.left, this.bar, this.right), this.comment);
    private message: OutlookMessage | null = null;

    take(message: OutlookMessage, state: GameState): void {
        this.message = message;
        this.show(state);
    }

    /** For spectators alone; it keeps its place from the first moment. */
    show(state: GameState): void {
        this.element.hidden = state.you !== null || state.stage !== 'playing';
        const chances = this.message?.chances;
        const part = (side: 0 | 1): string => chances ? ` ${Math.round(chances[side] * 100)}%` : '';
        setText(this.left, `${state.players[0].name}${part(0)}`);
        setText(this.right, `${state.players[1].name}${part(1)}`);
        this.bar.style.setProperty('--share', String(chances ? chances[0] : 0.5));
        setText(this.comment, this.message ? commentText(this.message, state) : '');
    }
}
