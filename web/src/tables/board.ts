// The board of a table, drawn by the switches of its rules: 24 points, squares in three lanes, or three
// rows of ten; men that are pinned, to enter, borne off; which way each side goes.

import { s } from '../dom';
import type { FamilyBoard, FamilySeat } from '../types';
import { isLong, movedMen, type Step } from './model';

const POINT = 40, MAN = 17, STEP = 35, SHOWN = 5, SQUARE = 62, TEN = 10, BAR = 25;

export interface Sight {
    board: FamilyBoard;
    /** Who looks from below, and whose points are numbered. */
    view: FamilySeat;
    acting: FamilySeat;
    /** Of the acting seat, by its own points. */
    next: Step[];
    selected: number | null;
    choose: (point: number) => void;
}

interface Area { x: number; y: number; width: number; height: number }

/** A man on the point `at`, by its side's numbers. */
function circle(side: number, at: number, x: number, y: number, kind = ''): SVGElement {
    return s('g', { class: `checker family-man side-${side} ${kind}`, 'data-at': at },
        s('circle', { class: 'disc', cx: x, cy: y, r: MAN }),
        s('circle', { class: 'family-ring', cx: x, cy: y, r: MAN - 6 }));
}

function count(side: number, x: number, y: number, number: number): SVGElement {
    return s('text', { class: `family-count side-${side}`, x, y: y + 6, 'text-anchor': 'middle' }, number);
}

/** A small arrow in the colour of a side. */
function arrow(side: number, x: number, y: number, right: boolean): SVGElement {
    const d = right ? 1 : -1;
    return s('path', { class: `family-arrow side-${side}`,
        d: `M ${x - 18 * d} ${y - 3} h ${20 * d} v -5 l ${14 * d} 8 l ${-14 * d} 8 v -5 h ${-20 * d} z` });
}

/** Where the points of a board lie, and what is drawn below the men. */
abstract class Shape {
    abstract readonly width: number;
    abstract readonly height: number;
    /** The area of a point, by its number for that side. */
    abstract area(side: FamilySeat, point: number): Area;
    abstract ground(): SVGElement[];
    constructor(protected readonly sight: Sight) {}

    /** The number that the viewing side has for it. */
    protected seen(side: FamilySeat, point: number): number {
        return side === this.sight.view ? point : this.sight.board.mirror[point] ?? point;
    }

    /** Men of one point of the board, by the viewer's number. */
    abstract men(): SVGElement[];
}

class Points extends Shape {
    readonly width = 14 * POINT + 12;
    readonly height = 10 * STEP + 78;
    private static readonly TOP = 18;

    private x(seen: number): number {
        const column = seen > 12 ? seen - 13 : 12 - seen;
        return 6 + POINT * (column + (column >= 6 ? 1 : 0));
    }

    area(side: FamilySeat, point: number): Area {
        const half = (this.height - 2 * Points.TOP) / 2;
        const below = side === this.sight.view;
        if (point === 0 || point === BAR)
            return { x: point === 0 ? 6 + 13 * POINT : 6 + 6 * POINT, y: Points.TOP + (below ? half : 0),
                width: POINT, height: half };
        const seen = this.seen(side, point);
        return { x: this.x(seen), y: Points.TOP + (seen > 12 ? 0 : half), width: POINT, height: half };
    }

    ground(): SVGElement[] {
        const { view, acting, board } = this.sight;
        const top = Points.TOP, bottom = this.height - Points.TOP, middle = this.height / 2;
        const out: SVGElement[] = [
            s('rect', { class: 'family-frame', width: this.width, height: this.height, rx: 8 }),
            s('rect', { class: 'family-felt', x: 6, y: top, width: 6 * POINT, height: bottom - top }),
            s('rect', { class: 'family-felt', x: 6 + 7 * POINT, y: top, width: 6 * POINT, height: bottom - top }),
            s('rect', { class: 'family-well', x: 6 + 13 * POINT + 3, y: top, width: POINT - 3, height: bottom - top })];
        for (let seen = 1; seen <= 24; seen++) {
            const up = seen > 12, x = this.x(seen), edge = up ? top : bottom, tip = up ? 1 : -1;
            out.push(s('path', { class: seen % 2 ? 'family-odd' : 'family-even',
                d: `M ${x + 1} ${edge} h ${POINT - 2} l ${-(POINT / 2 - 1)} ${tip * 4.4 * STEP} z` }));
            const shown = acting === view ? seen : board.mirror[seen];
            out.push(s('text', { class: 'family-number', x: x + POINT / 2, y: up ? 13 : this.height - 5,
                'text-anchor': 'middle' }, shown));
        }
        // From 24 to 13 above, from 12 to 1 below; the other side as its numbers fall.
        const theirs = (board.mirror[2] ?? 0) < (board.mirror[1] ?? 0);
        const other = 1 - view;
        for (const [x, side, right] of [[6 + 3 * POINT, view, true], [6 + 10 * POINT, other, !theirs]] as const)
            out.push(arrow(side, x, middle - 9, !right), arrow(side, x, middle + 9, right));
        return out;
    }

    private stack(side: number, own: number, number: number, x: number, y: number, down: number,
                  kind = ''): [SVGElement[], number] {
        const out: SVGElement[] = [];
        for (let i = 0; i < Math.min(number, SHOWN); i++, y += down * STEP) {
            out.push(circle(side, own, x, y, kind));
            if (i === SHOWN - 1 && number > SHOWN) out.push(count(side, x, y, number));
        }
        return [out, y];
    }

    men(): SVGElement[] {
        const { view, board } = this.sight;
        const out: SVGElement[] = [];
        for (let seen = 1; seen <= 24; seen++) {
            const down = seen > 12 ? 1 : -1, x = this.x(seen) + POINT / 2;
            let y = seen > 12 ? Points.TOP + MAN + 1 : this.height - Points.TOP - MAN - 1;
            const of = [0, 1].map((side) => {
                const own = side === view ? seen : board.mirror[seen]!;
                return { side, own, number: board.sides[side]!.points[own] ?? 0, pinned: board.sides[side]!.pinned.includes(own) };
            }).sort((a, b) => Number(b.pinned) - Number(a.pinned));
            for (const { side, own, number, pinned } of of) {
                const [drawn, end] = this.stack(side, own, number, x, y, down, pinned ? 'pinned' : '');
                out.push(...drawn);
                y = end;
            }
        }
        for (const side of [0, 1] as const) {
            const below = side === view, middle = this.height / 2;
            const waiting = board.sides[side].waiting, off = board.sides[side].points[0] ?? 0;
            const x = 6 + 6.5 * POINT, right = 6 + 13.5 * POINT, y = middle + (below ? 60 : -60);
            if (waiting > 0) out.push(circle(side, BAR, x, y));
            if (waiting > 1) out.push(count(side, x, y, waiting));
            if (off > 0) out.push(circle(side, 0, right + 1, below ? this.height - 42 : 42),
                count(side, right + 1, below ? this.height - 42 : 42, off));
        }
        return out;
    }
}

/** Squares, on each of which is one man. */
abstract class Squares extends Shape {
    protected readonly lane = 44;
    protected abstract readonly columns: number;
    get width(): number { return this.columns * SQUARE + 12; }
    get height(): number { return 3 * SQUARE + 2 * this.lane + 12; }
    protected abstract cell(side: FamilySeat, point: number): [number, number];
    protected abstract kind(point: number): string;
    protected abstract readonly squares: number[];

    area(side: FamilySeat, point: number): Area {
        const below = side === this.sight.view;
        if (point === 0 || (point === BAR && !isLong(this.sight.board)))
            return { x: point === 0 ? this.width - 6 - 2 * SQUARE : 6, y: below ? this.height - this.lane - 3 : 3,
                width: 2 * SQUARE, height: this.lane };
        const [column, row] = this.cell(side, point);
        return { x: 6 + column * SQUARE, y: 6 + this.lane + row * SQUARE, width: SQUARE, height: SQUARE };
    }

    ground(): SVGElement[] {
        const out: SVGElement[] = [s('rect', { class: 'family-frame', width: this.width, height: this.height, rx: 8 })];
        const sides = isLong(this.sight.board) ? [this.sight.view] : [0, 1] as FamilySeat[];
        for (const side of sides) for (const point of this.squares) {
            const { x, y, width, height } = this.area(side, point);
            out.push(s('rect', { class: this.kind(point), x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 3 }));
            out.push(s('text', { class: 'family-number on-square', x: x + 5, y: y + 14 }, point));
        }
        return out;
    }

    men(): SVGElement[] {
        const { view, board } = this.sight;
        const out: SVGElement[] = [];
        for (const side of [0, 1] as const) {
            for (const point of this.squares) {
                if (!board.sides[side].points[point]) continue;
                const { x, y } = this.area(side, point);
                out.push(circle(side, point, x + SQUARE / 2, y + SQUARE / 2 + 3));
            }
            const y = side === view ? this.height - this.lane / 2 - 3 : this.lane / 2 + 3;
            const waiting = isLong(board) ? 0 : board.sides[side].waiting, off = board.sides[side].points[0] ?? 0;
            if (waiting > 0) out.push(circle(side, BAR, 30, y), count(side, 30, y, waiting));
            if (off > 0) out.push(circle(side, 0, this.width - 30, y), count(side, this.width - 30, y, off),
                s('text', { class: 'family-number', x: this.width - 54, y: y + 5, 'text-anchor': 'end' }, 'off'));
        }
        return out;
    }
}

/** A lane of four squares and one of two for each side, eight between them for both. */
class Lanes extends Squares {
    protected readonly columns = 8;
    protected readonly squares = Array.from({ length: 14 }, (_, i) => i + 1);

    protected cell(side: FamilySeat, point: number): [number, number] {
        const square = 15 - point;
        if (this.sight.board.shared.includes(point)) return [square - 5, 1];
        return [square <= 4 ? 4 - square : 20 - square, side === this.sight.view ? 2 : 0];
    }

    protected kind(point: number): string {
        return this.sight.board.again.includes(point) ? 'family-even' : 'family-felt';
    }
}

/** Three rows of ten, of which the second goes back. */
class Rows extends Squares {
    protected readonly columns = TEN;
    protected readonly squares = Array.from({ length: 30 }, (_, i) => i + 1);

    protected cell(_side: FamilySeat, point: number): [number, number] {
        const house = this.sight.board.path - point, row = Math.floor(house / TEN);
        return [row % 2 ? TEN - 1 - house % TEN : house % TEN, row];
    }

    protected kind(point: number): string {
        return point <= this.sight.board.gate || point === this.sight.board.trap ? 'family-even' : 'family-felt';
    }
}

const placeText = (point: number, long: boolean): string =>
    point === 0 ? 'off' : point === BAR && !long ? 'the men to enter' : `point ${point}`;

/** What can be pressed: points with a man that can move, and where the chosen one can go. */
function pads(shape: Shape, sight: Sight): SVGElement[] {
    const long = isLong(sight.board), sources = new Set(sight.next.map((step) => step.from));
    const targets = new Set(sight.next.filter((step) => step.from === sight.selected).map((step) => step.to));
    return [...new Set([...sources, ...targets])].map((point) => {
        const { x, y, width, height } = shape.area(sight.acting, point);
        const target = targets.has(point), chosen = point === sight.selected;
        const label = target ? `To ${placeText(point, long)}` : chosen ? `${placeText(point, long)}, chosen` :
            `From ${placeText(point, long)}`;
        const press = (): void => sight.choose(point);
        return s('rect', { class: `family-pad ${target ? 'target' : ''} ${chosen ? 'chosen' : ''}`, x: x + 1, y: y + 1,
            width: width - 2, height: height - 2, rx: 5, role: 'button', tabindex: 0, 'aria-label': label,
            'data-point': point, on: { click: press, keydown: (event: KeyboardEvent) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                event.stopPropagation();
                press();
            } } });
    });
}

const shapeOf = (sight: Sight): Shape =>
    sight.board.path === 24 ? new Points(sight) : isLong(sight.board) ? new Rows(sight) : new Lanes(sight);

export function drawBoard(sight: Sight): SVGSVGElement {
    const shape = shapeOf(sight);
    return s('svg', { class: 'family-board', viewBox: `0 0 ${shape.width} ${shape.height}`, role: 'group',
        'aria-label': 'Board', 'data-testid': 'family-board' },
    ...shape.ground(), ...shape.men(), ...pads(shape, sight));
}

/** On the same board another man is chosen, or others can move: its men stay, also those that glide. */
export function choose(drawn: SVGSVGElement, sight: Sight): void {
    for (const pad of drawn.querySelectorAll('.family-pad')) pad.remove();
    drawn.append(...pads(shapeOf(sight), sight));
}

const menAt = (men: Iterable<Element>, side: FamilySeat, point: number): Element[] =>
    [...men].filter((one) => one.matches(`.side-${side}[data-at="${point}"]`));

const middleOf = (man: Element): [number, number] => {
    const disc = man.querySelector('.disc')!;
    return [Number(disc.getAttribute('cx')), Number(disc.getAttribute('cy'))];
};

/** A man that glides, and how far from its place it is drawn just now, in units of the drawing. */
export interface Glide { man: Element; x: number; y: number }

/** The men that glide on a drawn board just now; asked before another drawing takes its place. */
export function underWay(drawn: SVGSVGElement): Glide[] {
    return drawn.getAnimations({ subtree: true }).flatMap(({ effect }) => {
        const man = effect instanceof KeyframeEffect ? effect.target : null;
        if (!man?.matches('.family-man')) return [];
        const { e, f } = new DOMMatrix(getComputedStyle(man).transform);
        return [{ man, x: e, y: f }];
    });
}

/** On a board just drawn, the men that stood elsewhere before glide to where they are; those that were `gliding`
 *  on the drawing before go on. */
export function glide(drawn: SVGSVGElement, sight: Sight, before: FamilyBoard, time: number, gliding: Glide[]): void {
    const was = shapeOf({ ...sight, board: before }).men(), top = drawn.querySelector('.family-count, .family-pad');
    const place = (man: Element): string => `${man.matches('.side-1')} ${String(middleOf(man))}`;
    const going = new Map(gliding.map((one) => [place(one.man), one]));
    for (const side of [0, 1] as const) for (const { from, to, nth } of movedMen(before, sight.board, side)) {
        const there = menAt(drawn.querySelectorAll('.family-man'), side, to), here = menAt(was, side, from);
        const man = there[there.length - 1 - nth], source = here[here.length - 1];
        if (!man || !source) continue;
        const [x, y] = middleOf(man), [fromX, fromY] = middleOf(source), start = going.get(place(source));
        going.delete(place(source));
        going.delete(place(man));
        drawn.insertBefore(man, top); // over the others
        man.animate([{ transform: `translate(${fromX - x + (start?.x ?? 0)}px, ${fromY - y + (start?.y ?? 0)}px)` },
            { transform: 'none' }], { duration: time, easing: 'ease-in-out' });
    }
    for (const man of drawn.querySelectorAll('.family-man')) {
        const one = going.get(place(man));
        if (!one) continue;
        one.man.setAttribute('class', man.getAttribute('class')!);
        man.remove();
        drawn.insertBefore(one.man, top);
    }
}

/** A die, or what the binary dice count. */
export function dieFace(die: number, binary: boolean): SVGSVGElement {
    const pips: [number, number][] = [[], [[2, 2]], [[1, 1], [3, 3]], [[1, 1], [2, 2], [3, 3]],
        [[1, 1], [1, 3], [3, 1], [3, 3]], [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]],
        [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]]][die] as [number, number][];
    return s('svg', { class: 'family-die', viewBox: '0 0 40 40', role: 'img', 'aria-label': String(die) },
        s('rect', { x: 1, y: 1, width: 38, height: 38, rx: 8 }),
        binary ? s('text', { x: 20, y: 28, 'text-anchor': 'middle' }, die)
            : pips.map(([x, y]) => s('circle', { cx: x * 10, cy: y * 10, r: 3.6 })));
}
