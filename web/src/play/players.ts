// One player's card: name, score, pips, clock, whether they are there.

import { h, replace, setText } from '../dom';
import { face, hasFace } from '../faces';
import { playerUrl } from '../people';
import { signed } from '../score';
import { marks } from './clock_warning';
import { shortDays, standsUntil, untilText } from '../start/days';
import { clockOf, clockText } from './words';
import type { GameState, Side } from '../types';

export class PlayerCard {
    private readonly name = h('a', { class: 'player-name', target: '_blank' });
    private readonly note = h('span', { class: 'player-note' });
    private readonly score = h('span', { class: 'player-score' });
    private readonly clock = h('span', { class: 'player-clock', role: 'timer' });
    private readonly dot = h('span', { class: 'player-dot' });
    private readonly disc = h('span', { class: 'player-disc', 'aria-hidden': 'true' });
    private readonly picture = h('span', { class: 'player-face', hidden: true });
    private shown = '';
    /** The rating of a person with an account in the kind of this game; '' = none. */
    rating = '';
    readonly element: HTMLElement;

    constructor(place: 'me' | 'them') {
        this.element = h('section', { class: `player ${place}`, 'data-testid': `player-${place}` },
            this.disc, this.picture,
            h('div', { class: 'player-main' }, h('div', { class: 'player-line' }, this.name,
                this.dot), this.note),
            this.clock, this.score);
    }

    /** `away`: what is left of the disconnect budget now, in ms. */
    show(state: GameState, side: Side, pips: boolean, swapped: boolean, away: number): void {
        const player = state.players[side];
        const free = player.kind === 'free';
        setText(this.name, free ? 'empty seat' : player.name);
        // In a tab of its own: nobody should lose sight of a game by a touch.
        if (player.kind === 'person' && !player.guest)
            this.name.setAttribute('href', playerUrl(player.name));
        else this.name.removeAttribute('href');
        this.element.setAttribute('aria-label', free ? 'Free seat'
            : state.you === side ? `You, ${player.name}` : player.name);
        const level = player.kind === 'machine' && player.level ? player.level : '';
        const note: string[] = [];
        if (this.rating) note.push(this.rating);
        if (level && !hasFace(level) && !player.name.includes(level)) note.push(level);
        if (state.match_length && state.stage !== 'waiting')
            note.push(state.away[side] > 0 ? `${state.away[side]} away` : 'has won');
        if (pips && !free) note.push(`${state.pips[side]} pips`);
        const stands = standsUntil(state.clock, side, Date.now());
        if (stands) note.push(`on vacation ${untilText(stands)}`);
        if (player.kind === 'person' && !player.online && state.stage !== 'over' && state.clock?.kind !== 'days')
            note.push(away > 0 ? `disconnected, ${clockText(away)} until you may claim` : 'disconnected; you may claim');
        setText(this.note, note.join(' \u00b7 '));
        this.dot.className = `player-dot${player.kind === 'person'
            ? player.online ? ' online' : ' gone' : ''}`;
        this.dot.setAttribute('title', player.kind === 'person'
            ? player.online ? 'online' : 'offline' : '');
        setText(this.score, signed(state.score[side]));
        this.score.setAttribute('aria-label', `Score ${signed(state.score[side])}`);
        this.meets(level);
        this.disc.className = `player-disc side-${swapped ? 1 - side : side}`;
        this.element.classList.toggle('to-act', state.stage === 'playing' &&
            state.to_act === side);
    }

    /** The face of a named player of the machine. */
    private meets(level: string): void {
        if (this.shown === level) return;
        this.shown = level;
        replace(this.picture, hasFace(level) ? face(level) : '');
        this.picture.hidden = !hasFace(level);
    }

    /** Sets the clock; the answer is what is left in all, in ms, while it runs. */
    tick(state: GameState, side: Side, now: number): number | null {
        const view = clockOf(side, state, now);
        // Written only when it changes: five times a second a page that is idle would be drawn anew.
        if (this.clock.hidden !== !view) this.clock.hidden = !view;
        if (!view) {
            setText(this.clock, '');
            return null;
        }
        if (state.clock?.kind === 'days') {
            setText(this.clock, shortDays(view.running ? view.reserve + view.step : view.reserve));
            this.clock.title = view.running ? 'left for this turn, with the reserve' : 'in reserve';
            this.clock.classList.toggle('running', view.running);
            return null;
        }
        const step = view.running && view.step > 0 ? ` +${Math.ceil(view.step / 1000)}` : '';
        setText(this.clock, `${clockText(view.reserve)}${step}`);
        this.clock.classList.toggle('running', view.running);
        const left = view.reserve + view.step;
        for (const mark of marks) this.clock.classList.toggle(`under-${mark}`, left <= mark * 1000);
        return view.running ? left : null;
    }
}
