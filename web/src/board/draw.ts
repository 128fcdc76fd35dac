// The parts of the board's drawing that are built from nothing: field, dice, cube, arrows,
// marks. Colours are the style sheet's; here are only shapes.

import { s } from '../dom';
import { Geometry, MY_OFF, RADIUS, THEIR_OFF, pointOf, type Point } from './geometry';
import type { Side } from '../types';

/** Frame, fields, triangles, bar and tray. */
export function drawField(geometry: Geometry, name: string): SVGGElement {
    const g = geometry;
    const grain = (kind: string, place: string, box: { x: number; y: number; w: number;
                                                       h: number }): SVGElement =>
        s('rect', { class: `grain ${kind} ${place}`, x: box.x, y: box.y, width: box.w,
            height: box.h, rx: place === 'on-frame' ? 26 : 8, fill: `url(#${name}-${kind}${
                kind === 'wood' && place === 'on-field' ? '-up' : ''})` });
    const group = s('g', { class: 'field', 'aria-hidden': 'true' });
    group.appendChild(s('rect', { class: 'frame', width: g.width, height: g.height, rx: 26 }));
    const whole = { x: 0, y: 0, w: g.width, h: g.height };
    for (const kind of ['wood', 'leather']) group.appendChild(grain(kind, 'on-frame', whole));
    group.append(s('rect', { class: 'bevel', x: 3, y: 3, width: g.width - 6,
        height: g.height - 6, rx: 24 }));
    for (const box of [g.left, g.right])
        group.appendChild(s('rect', { class: 'felt', x: box.x, y: box.y, width: box.w,
            height: box.h, rx: 8 }));
    for (let point = 1; point <= 24; point++)
        group.appendChild(s('path', { class: point % 2 ? 'point odd' : 'point even',
            d: g.triangle(point) }));
    for (const box of [g.left, g.right]) {
        for (const kind of ['wood', 'leather', 'cloth'])
            group.appendChild(grain(kind, 'on-field', box));
        group.append(s('rect', { class: 'bevel low', x: box.x - 3, y: box.y - 3,
            width: box.w + 6, height: box.h + 6, rx: 10 }));
    }
    for (const box of [g.left, g.right])
        group.appendChild(s('rect', { class: 'felt-edge', x: box.x, y: box.y, width: box.w,
            height: box.h, rx: 8 }));
    const bar = { x: g.bar.x, y: 0, width: g.bar.w, height: g.height };
    group.append(s('rect', { class: 'bar', ...bar }),
        s('rect', { class: 'grain wood on-frame', ...bar, fill: `url(#${name}-wood-up)` }));
    for (const top of [true, false])
        group.appendChild(s('rect', { class: 'well', x: g.tray.x,
            y: top ? g.tray.y : g.tray.y + g.tray.h - g.slab * 15 - 20, width: g.tray.w,
            height: g.slab * 15 + 20, rx: 8 }));
    return group;
}

/** The numbers along both edges, in `numbering`'s count. */
export function drawNumbers(geometry: Geometry, view: Side, numbering: Side): SVGGElement {
    const group = s('g', { class: 'numbers', 'aria-hidden': 'true' });
    for (let slot = 1; slot <= 24; slot++) {
        const at = geometry.numberAt(slot);
        group.appendChild(s('text', { x: at.x, y: at.y }, pointOf(slot, numbering, view)));
    }
    return group;
}

const pipPlaces: { [face: number]: [number, number][] } = {
    1: [[0, 0]],
    2: [[-1, -1], [1, 1]],
    3: [[-1, -1], [0, 0], [1, 1]],
    4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
    5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
    6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export interface DieLook { face: number; used: boolean; active: boolean }

/** One die of `side`'s colour. */
export function drawDie(at: Point, side: Side, look: DieLook): SVGGElement {
    const die = s('g', {
        class: `die side-${side}${look.used ? ' used' : ''}${look.active ? ' active' : ''}`,
    });
    const place = s('g', { transform: `translate(${at.x} ${at.y})` }, die);
    die.appendChild(s('rect', { class: 'die-shadow', x: -43, y: -39, width: 88, height: 88,
        rx: 18 }));
    die.appendChild(s('rect', { class: 'die-face', x: -44, y: -44, width: 88, height: 88,
        rx: 17 }));
    for (const [x, y] of pipPlaces[look.face] ?? [])
        die.appendChild(s('circle', { class: 'pip', cx: x * 23, cy: y * 23, r: 8.8 }));
    if (look.active) die.appendChild(s('path', { class: 'die-mark', d: 'M-12 55h24' }));
    return place;
}

export function drawCube(at: Point, value: number, turned: boolean): SVGGElement {
    const text = value >= 1024 ? `${Math.round(value / 1024)}k` : String(value);
    return s('g', { class: `cube digits-${Math.min(text.length, 4)}`,
        transform: `translate(${at.x} ${at.y})${turned ? ' rotate(180)' : ''}` },
        // As wide as the bar and more: a finger needs 24 pixels on a phone.
        s('rect', { class: 'cube-reach', x: -54, y: -60, width: 108, height: 120 }),
        s('rect', { class: 'cube-shadow', x: -40, y: -36, width: 82, height: 82, rx: 14 }),
        s('rect', { class: 'cube-face', x: -41, y: -41, width: 82, height: 82, rx: 13 }),
        s('text', { y: 3 }, text));
}

/** Farther than this no arrow bends. */
const MOST_BOW = 780;

/** An end of an arrow, and the unit vector from there into open space. */
export interface ArrowEnd extends Point { out: Point }

/** The control points of an arrow's curve, so far away from its ends. */
function curveOf(from: ArrowEnd, to: ArrowEnd, head: Point, [first, last]: [number, number]): Point[] {
    return [from, { x: from.x + from.out.x * first, y: from.y + from.out.y * first },
            { x: head.x + to.out.x * last, y: head.y + to.out.y * last }, head];
}

/** How many of the places along a curve lie on a checker. */
function covered(curve: Point[], checkers: readonly Point[]): number {
    let count = 0;
    for (let i = 1; i < 32; i++) {
        const t = i / 32;
        const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
        const x = curve.reduce((sum, one, n) => sum + weights[n]! * one.x, 0);
        const y = curve.reduce((sum, one, n) => sum + weights[n]! * one.y, 0);
        if (checkers.some((one) => Math.hypot(one.x - x, one.y - y) < RADIUS + 4)) count++;
    }
    return count;
}

/** A curved arrow that leaves and arrives through open space, and bends as far as it takes to
 *  pass `checkers`, the middles of all there are. */
export function drawArrow(from: ArrowEnd, to: ArrowEnd, kind: string,
                          checkers: readonly Point[] = []): SVGGElement {
    const usual = Math.min(170, Math.max(36, Math.hypot(to.x - from.x, to.y - from.y) * 0.36));
    const head = { x: to.x + to.out.x * 26, y: to.y + to.out.y * 26 };
    let bow: [number, number] = [usual, usual];
    let least = covered(curveOf(from, to, head, bow), checkers);
    // The shortest way first: by the sum of both.
    for (let sum = 120; least > 0 && sum <= 2 * MOST_BOW; sum += 60)
        for (let first = Math.max(60, sum - MOST_BOW); first <= Math.min(sum - 60, MOST_BOW); first += 60) {
            const count = covered(curveOf(from, to, head, [first, sum - first]), checkers);
            if (count < least) [bow, least] = [[first, sum - first], count];
        }
    const point = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
    const curve = curveOf(from, to, head, bow).map(point);
    const line = `M${curve[0]}C${curve.slice(1).join(' ')}`;
    const [nx, ny] = [-to.out.y * 15, to.out.x * 15];
    const tip = `M${point(to)}L${point({ x: head.x + nx, y: head.y + ny })}` +
        `L${point({ x: head.x - nx, y: head.y - ny })}Z`;
    return s('g', { class: `arrow ${kind}` },
        s('path', { class: 'arrow-edge', d: line }),
        s('path', { class: 'arrow-edge head', d: tip }),
        s('path', { class: 'arrow-line', d: line }),
        s('path', { class: 'arrow-head', d: tip }));
}

export type MarkKind = 'one' | 'many' | 'hit' | 'back' | 'source';

/** A mark where a checker can go: a ring, and inside it a shape for the kind of move. */
export function drawMark(geometry: Geometry, slot: number, height: number,
                         kind: MarkKind): SVGGElement {
    if (slot === MY_OFF || slot === THEIR_OFF) {
        const t = geometry.tray;
        const h = geometry.slab * 15 + 20;
        const y = slot === THEIR_OFF ? t.y : t.y + t.h - h;
        return s('g', { class: `mark ${kind}` },
            s('rect', { class: 'mark-ring', x: t.x + 4, y: y + 4, width: t.w - 8, height: h - 8,
                rx: 8 }),
            s('path', { class: 'mark-shape',
                d: `M${t.x + t.w / 2 - 16} ${y + h / 2}l16 16 16-16m-32-20 16 16 16-16` }));
    }
    const at = geometry.checker(slot, height, Math.max(height + 1, 1));
    const shape: { [kind in MarkKind]: string } = {
        one: 'M0-13L13 0 0 13-13 0Z',
        many: 'M-21 0l9-9 9 9-9 9ZM3 0l9-9 9 9-9 9Z',
        hit: 'M-14-14L14 14M14-14L-14 14',
        back: 'M12 13A15 15 0 1 0-13 8M-17-4l4 13 12-5',
        source: '',
    };
    return s('g', { class: `mark ${kind}`, transform: `translate(${at.x} ${at.y})` },
        kind === 'source' ? s('circle', { class: 'mark-under', r: 41 }) : null,
        s('circle', { class: 'mark-ring', r: kind === 'source' ? 41 : 36 }),
        shape[kind] ? s('path', { class: 'mark-shape', d: shape[kind] }) : null);
}

/** Numbers that look thrown but are the same every time. */
function thrown(seed: number): () => number {
    let state = seed;
    return () => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return state / 2147483648;
    };
}

function pattern(id: string, width: number, height: number, parts: SVGElement[],
                 turn?: string): SVGElement {
    return s('pattern', { id, width, height, patternUnits: 'userSpaceOnUse',
        patternTransform: turn }, parts);
}

/** Wood, leather and cloth, a few paths each. */
function drawGrains(name: string): SVGElement[] {
    const next = thrown(7);
    // Along x; begins and ends at one height, so that the pieces join.
    const line = (kind: string, y: number, width: number): SVGElement => {
        const sway = (): string => (y + 22 * (next() - 0.5)).toFixed(1);
        return s('path', { class: kind, 'stroke-width': width.toFixed(1),
            d: `M0 ${y}C${(250 * next()).toFixed(0)} ${sway()} ` +
                `${(350 + 250 * next()).toFixed(0)} ${sway()} 640 ${y}` });
    };
    const lines: SVGElement[] = [];
    // Years of unlike width: narrow ones in a group, then a wide one.
    for (let y = 5; y < 292; y += next() < 0.3 ? 18 + Math.floor(16 * next())
                                               : 5 + Math.floor(6 * next()))
        lines.push(line(next() < 0.62 ? 'grain-dark' : 'grain-light', y, 1.2 + 3 * next() * next()));
    const dots = (count: number, size: number, most: number): SVGElement[] => {
        let [dark, light] = ['', ''];
        for (let i = 0; i < count; i++) {
            const r = 1 + most * next();
            const dot = `M${(r + (size - 2 * r) * next()).toFixed(1)} ` +
                `${(r + (size - 2 * r) * next()).toFixed(1)}h${r.toFixed(1)}v${r.toFixed(1)}h-` +
                `${r.toFixed(1)}z`;
            if (next() < 0.5) dark += dot;
            else light += dot;
        }
        return [s('path', { class: 'grain-dot', d: dark }),
                s('path', { class: 'grain-dot light', d: light })];
    };
    // In the field the grain runs along the points.
    return [pattern(`${name}-wood`, 640, 300, lines.map((one) => one.cloneNode(true) as SVGElement)),
            pattern(`${name}-wood-up`, 640, 300, lines, 'rotate(90)'),
            pattern(`${name}-leather`, 90, 90, dots(110, 90, 5)),
            pattern(`${name}-cloth`, 60, 60, dots(190, 60, 1.6))];
}

/** Gradients, named after the element that holds them. */
export function drawDefs(name: string): SVGDefsElement {
    return s('defs', null, ...drawGrains(name),
        s('radialGradient', { id: `${name}-sheen`, cx: '0.36', cy: '0.3', r: '0.78' },
            s('stop', { class: 'sheen-light', offset: '0' }),
            s('stop', { class: 'sheen-none', offset: '0.55' }),
            s('stop', { class: 'sheen-dark', offset: '1' })));
}
