// The charts drawn. Each is a picture with a sentence in its place for those who do not see it.

import { h, replace, s } from '../dom';
import { luckBars, makeCurve, nearest, px } from './curve';
import type { Frame, Measure } from './curve';
import { equityText, luckWord, percentText } from './format';
import { MARK_NAME, type Limits } from './marks';
import { rowMark, type Row } from './model';

export interface CurveOptions {
    players: [string, string];
    /** Words for the chance: of the game or of the match. */
    chanceName: string;
    limits: Limits;
    onPick(index: number): void;
}

const CURVE_HEIGHT = 168;
const LUCK_HEIGHT = 56;

/** The width of "Game 10", in pixels. */
const LABEL_WIDTH = 58;

/** Equity or chance after each turn of a game or a match, with the luck of the rolls below. */
export class CurveChart {
    readonly element: HTMLElement;
    /** The buttons that choose the measure, for the page to place. */
    readonly choice: HTMLElement;
    private readonly drawing = h('div', { class: 'curve-drawing' });
    private readonly slider: HTMLElement;
    private rows: Row[] = [];
    private current = -1;
    private width = 0;
    private places: { index: number; x: number }[] = [];
    private readonly observer: ResizeObserver;

    constructor(private options: CurveOptions, private measure: Measure = 'chance') {
        this.slider = h('div', {
            class: 'curve', role: 'slider', tabindex: 0, 'aria-orientation': 'horizontal',
            'aria-label': 'Turn, along the curve', 'data-testid': 'curve',
            on: {
                click: (event: MouseEvent) => this.pick(event),
                keydown: (event: KeyboardEvent) => this.key(event),
            },
        }, this.drawing);
        const group = h('div', { class: 'segmented', role: 'group',
                                 'aria-label': 'What the curve shows' });
        const buttons = (['chance', 'equity'] as Measure[]).map((name) => {
            const button = h('button', { type: 'button', 'aria-pressed': name === measure,
                on: { click: () => {
                    this.measure = name;
                    buttons.forEach((other) =>
                        other.setAttribute('aria-pressed', String(other === button)));
                    this.draw();
                } } }, name === 'chance' ? options.chanceName : 'Equity');
            button.setAttribute('aria-pressed', String(name === measure));
            group.appendChild(button);
            return button;
        });
        this.choice = group;
        this.element = h('div', { class: 'curve-box' }, this.slider);
        this.observer = new ResizeObserver(() => {
            const width = Math.floor(this.drawing.clientWidth);
            if (width !== this.width) this.draw();
        });
        this.observer.observe(this.drawing);
    }

    destroy(): void { this.observer.disconnect(); }

    show(rows: Row[], current: number): void {
        const same = rows === this.rows;
        this.rows = rows;
        this.current = current;
        if (same && this.width > 0) this.moveCursor();
        else this.draw();
    }

    setLimits(limits: Limits): void {
        this.options = { ...this.options, limits };
        this.draw();
    }

    private pick(event: MouseEvent): void {
        const box = this.drawing.getBoundingClientRect();
        const found = nearest(this.places, event.clientX - box.left);
        if (found >= 0) this.options.onPick(this.places[found]!.index);
    }

    private key(event: KeyboardEvent): void {
        const at = this.places.findIndex((place) => place.index === this.current);
        const last = this.places.length - 1;
        const to = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1,
                     PageUp: at - 10, PageDown: at + 10, Home: 0, End: last }[event.key];
        if (to === undefined || last < 0) return;
        event.preventDefault();
        this.options.onPick(this.places[Math.max(0, Math.min(last, to))]!.index);
    }

    private frame(height: number): Frame {
        return { width: this.width, height, left: 46, right: 12, top: 12, bottom: 12 };
    }

    private draw(): void {
        this.width = Math.floor(this.drawing.clientWidth);
        if (this.width < 80) return;
        const frame = this.frame(CURVE_HEIGHT);
        const curve = makeCurve(this.rows, this.measure, frame);
        const height = CURVE_HEIGHT + LUCK_HEIGHT;
        const svg = s('svg', { class: 'curve-svg', viewBox: `0 0 ${this.width} ${height}`,
                               width: this.width, height, 'aria-hidden': 'true' });
        const right = this.width - frame.right;
        for (const line of curve.grid)
            svg.append(s('line', { class: 'grid', x1: frame.left, x2: right, y1: px(line.y),
                                   y2: px(line.y) }),
                       s('text', { class: 'grid-label', x: frame.left - 8, y: px(line.y + 4) },
                         line.label));
        let labelled = -LABEL_WIDTH;
        for (const border of curve.borders.length > 1 ? curve.borders : []) {
            svg.append(s('line', { class: 'border', x1: px(border.x), x2: px(border.x), y1: 4,
                                   y2: height - 4 }));
            // Short games stand too close for a label each.
            if (border.x - labelled < LABEL_WIDTH) continue;
            labelled = border.x;
            svg.append(s('text', { class: 'border-label', x: px(border.x + 4), y: 12 },
                         `Game ${border.label}`));
        }
        svg.append(...this.halves(curve.area, curve.middle, frame));
        svg.append(s('path', { class: 'curve-line', d: curve.line }));
        this.places = this.rows.map((row, n) => ({
            index: row.index,
            x: frame.left + (this.rows.length > 1
                ? (n * (right - frame.left)) / (this.rows.length - 1)
                : (right - frame.left) / 2),
        }));
        for (const place of curve.places) {
            const row = this.rows.find((candidate) => candidate.index === place.index)!;
            const mark = rowMark(row, this.options.limits);
            if (mark === 'none') continue;
            svg.append(errorDot(place.x, place.y, mark));
        }
        svg.append(this.luck());
        svg.append(s('line', { class: 'cursor', x1: 0, x2: 0, y1: 4, y2: height - 4 }),
                   s('circle', { class: 'cursor-dot', r: 4.5, cx: -20, cy: 0 }));
        replace(this.drawing, svg);
        this.moveCursor();
        this.describe();
    }

    /** The area above the middle is the first player's, below the second's. */
    private halves(area: string, middle: number, frame: Frame): SVGElement[] {
        if (!area) return [];
        const clip = (name: string, y: number, height: number): SVGElement =>
            s('clipPath', { id: name }, s('rect', { x: 0, y, width: this.width, height }));
        return [
            s('defs', null, clip('curve-up', 0, middle),
              clip('curve-down', middle, frame.height - middle)),
            s('path', { class: 'area-a', d: area, 'clip-path': 'url(#curve-up)' }),
            s('path', { class: 'area-b', d: area, 'clip-path': 'url(#curve-down)' }),
        ];
    }

    private luck(): SVGElement {
        const frame = { ...this.frame(LUCK_HEIGHT), top: 4, bottom: 8 };
        const group = s('g', { class: 'luck', transform: `translate(0 ${CURVE_HEIGHT})` });
        const middle = frame.top + (frame.height - frame.top - frame.bottom) / 2;
        group.append(s('line', { class: 'grid', x1: frame.left, x2: this.width - frame.right,
                                 y1: middle, y2: middle }),
                     s('text', { class: 'grid-label', x: frame.left - 8, y: middle + 4 }, 'luck'));
        for (const bar of luckBars(this.rows, frame))
            group.append(s('rect', { class: bar.by === 0 ? 'luck-a' : 'luck-b', x: px(bar.x),
                                     y: px(bar.y), width: px(bar.width),
                                     height: px(bar.height) }));
        return group;
    }

    private moveCursor(): void {
        const place = this.places.find((candidate) => candidate.index === this.current);
        const line = this.drawing.querySelector('.cursor');
        const dot = this.drawing.querySelector('.cursor-dot');
        if (place && line && dot) {
            line.setAttribute('x1', px(place.x));
            line.setAttribute('x2', px(place.x));
            const curve = makeCurve(this.rows, this.measure, this.frame(CURVE_HEIGHT));
            const on = curve.places.find((candidate) => candidate.index === this.current);
            dot.setAttribute('cx', on ? px(on.x) : '-20');
            dot.setAttribute('cy', on ? px(on.y) : '0');
        }
        this.slider.setAttribute('aria-valuemin', '1');
        this.slider.setAttribute('aria-valuemax', String(Math.max(1, this.rows.length)));
        const at = this.rows.findIndex((row) => row.index === this.current);
        this.slider.setAttribute('aria-valuenow', String(Math.max(1, at + 1)));
        this.slider.setAttribute('aria-valuetext', this.valueText(this.rows[at]));
    }

    private valueText(row: Row | undefined): string {
        if (!row) return 'no turn';
        const parts = [`game ${row.game}, turn ${row.turn}, ${this.options.players[row.by]}`];
        if (row.curve)
            parts.push(this.measure === 'chance'
                ? `${this.options.players[0]} ${percentText(row.curve.chance)}`
                : `${this.options.players[0]} ${equityText(row.curve.equity)}`);
        const mark = rowMark(row, this.options.limits);
        if (mark !== 'none') parts.push(MARK_NAME[mark]);
        if (row.luck !== null) parts.push(`luck ${equityText(row.luck)}, ${luckWord(row.luck)}`);
        return parts.join(', ');
    }

    private describe(): void {
        const [a, b] = this.options.players;
        this.slider.title = `Above the middle ${a} is ahead, below it ${b}. Click to go to a turn.`;
    }
}

/** A dot whose shape shows the class: circle, triangle, diamond. */
function errorDot(x: number, y: number, mark: 'doubtful' | 'error' | 'blunder'): SVGElement {
    const group = s('g', { class: `curve-dot dot-${mark}`, transform: `translate(${px(x)} ${px(y)})` });
    if (mark === 'doubtful') group.append(s('circle', { r: 3.4 }));
    else if (mark === 'error') group.append(s('path', { d: 'M0 -5L4.8 3.6H-4.8Z' }));
    else group.append(s('path', { d: 'M0 -6L5.5 0 0 6-5.500 0Z' }));
    return group;
}
