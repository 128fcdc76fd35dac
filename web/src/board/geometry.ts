// Where things are on the board, in the drawing's own units. Pure numbers, no elements.
//
// A slot is a place for checkers, numbered as the viewer sees it: 1 to 24 points, 25 the
// viewer's bar, 0 the opponent's bar, 26 the viewer's tray, 27 the opponent's.

import type { Side } from '../types';
import { turned } from './frame';

export const MY_BAR = 25;
export const THEIR_BAR = 0;
export const MY_OFF = 26;
export const THEIR_OFF = 27;
export const SLOTS = 28;

export const COLUMN = 100;
export const RADIUS = 46;
const GAP = 124;

export interface Point { x: number; y: number }
export interface Box { x: number; y: number; w: number; h: number }

export class Geometry {
    readonly half: number;
    /** How wide the rims at the sides are, the bar and the tray. */
    private readonly frame: number;
    private readonly barWide: number;
    private readonly trayWide: number;
    /** The rims above and below, where the numbers are. */
    readonly strip: number;
    readonly width: number;
    readonly height: number;
    readonly bar: Box;
    readonly tray: Box;
    readonly left: Box;
    readonly right: Box;

    /** `tall`: points as high as seven checkers and little beside them, for a screen higher
     * than wide. */
    constructor(readonly homeLeft: boolean, readonly tall: boolean) {
        this.frame = tall ? 8 : 22;
        this.barWide = tall ? 96 : 108;
        this.trayWide = tall ? 88 : 96;
        const [frame, bar, tray] = [this.frame, this.barWide, this.trayWide];
        this.half = tall ? 650 : 478;
        const strip = tall ? 54 : 44;
        this.strip = strip;
        const inner = 2 * this.half + GAP;
        this.width = frame + 600 + bar + 600 + frame + tray + frame;
        this.height = 2 * strip + inner;
        const x = (at: number, w: number): number => homeLeft ? this.width - at - w : at;
        this.left = { x: x(frame, 600), y: strip, w: 600, h: inner };
        this.bar = { x: x(frame + 600, bar), y: strip, w: bar, h: inner };
        this.right = { x: x(frame + 600 + bar, 600), y: strip, w: 600, h: inner };
        this.tray = { x: x(frame + 1200 + bar + frame, tray), y: strip, w: tray, h: inner };
    }

    get middle(): number { return this.height / 2; }
    get gap(): number { return GAP; }

    /** The middle of a point's column. `right` is the home side when homeLeft is false. */
    pointX(point: number): number {
        const index = point <= 12 ? point - 1 : 24 - point;
        const fromHome = (index + 0.5) * COLUMN + (index >= 6 ? this.barWide : 0);
        const x = this.frame + 1200 + this.barWide - fromHome;
        return this.homeLeft ? this.width - x : x;
    }

    isTop(slot: number): boolean {
        return (slot >= 13 && slot <= 24) || slot === MY_BAR || slot === THEIR_OFF;
    }

    /** How high slabs lie in the tray. */
    get slab(): number { return Math.min(28, (this.half - 20) / 15); }

    /** The middle of checker `n` (0 the lowest) of `count` in a slot. */
    checker(slot: number, n: number, count: number): Point {
        const top = this.isTop(slot);
        const up = top ? 1 : -1;
        if (slot === MY_OFF || slot === THEIR_OFF) {
            const edge = top ? this.tray.y : this.tray.y + this.tray.h;
            return {
                x: this.tray.x + this.tray.w / 2,
                y: edge + up * (10 + this.slab * (n + 0.5)),
            };
        }
        if (slot === MY_BAR || slot === THEIR_BAR) {
            // From beside the cube's place in the middle towards the edge.
            const room = this.half - 150;
            const step = Math.min(2 * RADIUS, count > 1 ? room / (count - 1) : room);
            return {
                x: this.bar.x + this.bar.w / 2,
                y: this.middle - up * (118 + n * step),
            };
        }
        const room = this.half - 2 * RADIUS - 4;
        const step = Math.min(2 * RADIUS, count > 1 ? room / (count - 1) : room);
        const edge = top ? this.right.y : this.right.y + this.right.h;
        return { x: this.pointX(slot), y: edge + up * (RADIUS + 2 + n * step) };
    }

    /** The part of the board that belongs to a slot, for pointers: the whole column. */
    area(slot: number): Box {
        const top = this.isTop(slot);
        const y = top ? 0 : this.middle;
        const h = this.height / 2;
        if (slot === MY_OFF || slot === THEIR_OFF)
            return { x: this.tray.x - this.frame / 2, y, w: this.tray.w + this.frame, h };
        if (slot === MY_BAR || slot === THEIR_BAR)
            return { x: this.bar.x, y, w: this.bar.w, h };
        return { x: this.pointX(slot) - COLUMN / 2, y, w: COLUMN, h };
    }

    slotAt(at: Point): number | null {
        for (let slot = 0; slot < SLOTS; slot++) {
            const box = this.area(slot);
            if (at.x >= box.x && at.x < box.x + box.w && at.y >= box.y && at.y < box.y + box.h)
                return slot;
        }
        return null;
    }

    /**
     * Slots that a finger may have meant, the nearest first: the one under it, then those of
     * the same half of the board whose middle is no farther to the side than `reach`.
     */
    slotsNear(at: Point, reach: number): number[] {
        const under = this.slotAt(at);
        if (under === null) return [];
        const aside = (slot: number): number => {
            const box = this.area(slot);
            return Math.abs(box.x + box.w / 2 - at.x);
        };
        const near: number[] = [];
        for (let slot = 0; slot < SLOTS; slot++)
            if (slot !== under && this.isTop(slot) === this.isTop(under) && aside(slot) <= reach)
                near.push(slot);
        return [under, ...near.sort((a, b) => aside(a) - aside(b))];
    }

    /** The outline of a point's triangle, as a path. */
    triangle(point: number): string {
        const x = this.pointX(point);
        const top = this.isTop(point);
        const base = top ? this.right.y : this.right.y + this.right.h;
        const up = top ? 1 : -1;
        const tip = base + up * this.half * 0.9;
        return `M${x - 46} ${base}L${x - 3} ${tip - up * 8}Q${x} ${tip} ${x + 3} ` +
            `${tip - up * 8}L${x + 46} ${base}Z`;
    }

    numberAt(point: number): Point {
        return {
            x: this.pointX(point),
            y: this.isTop(point) ? this.strip / 2 : this.height - this.strip / 2,
        };
    }

    /** Where die `n` (0, 1, ..) of `count` of the viewer (mine) or the opponent lies. */
    die(mine: boolean, n: number, count: number): Point {
        const half = mine ? this.right : this.left;
        return {
            x: half.x + half.w / 2 + (n - (count - 1) / 2) * 108,
            y: this.middle,
        };
    }

    /** The cube: in the middle, at the viewer's or the opponent's edge, or offered. */
    cube(place: 'centre' | 'mine' | 'theirs' | 'offered-to-me' | 'offered-to-them'): Point {
        const x = this.bar.x + this.bar.w / 2;
        switch (place) {
            case 'mine': return { x, y: this.height - this.strip - 56 };
            case 'theirs': return { x, y: this.strip + 56 };
            case 'offered-to-me': return { x: this.right.x + 300, y: this.middle };
            case 'offered-to-them': return { x: this.left.x + 300, y: this.middle };
            default: return { x, y: this.middle };
        }
    }
}

/** A point of `by`'s numbering (25 bar, 0 off) as a slot of the viewer. */
export function slotOf(point: number, by: Side, view: Side): number {
    const own = by === view;
    if (point === 25) return own ? MY_BAR : THEIR_BAR;
    if (point === 0) return own ? MY_OFF : THEIR_OFF;
    return own ? point : turned(point);
}

/** The same the other way; null where `by` has no such place (the other's bar or tray). */
export function pointOf(slot: number, by: Side, view: Side): number | null {
    const own = by === view;
    if (slot >= 1 && slot <= 24) return own ? slot : turned(slot);
    if (slot === MY_BAR) return own ? 25 : null;
    if (slot === THEIR_BAR) return own ? null : 25;
    if (slot === MY_OFF) return own ? 0 : null;
    return own ? null : 0;
}

/** How many checkers of `by` stand in a slot: `board` and `off` as docs/api.md has them. */
export function countIn(slot: number, by: Side, view: Side, board: number[],
                        off: [number, number]): number {
    const point = pointOf(slot, by, view);
    if (point === null) return 0;
    if (point === 0) return off[by];
    const value = by === 0 ? board[point] ?? 0 : -(board[turned(point)] ?? 0);
    return Math.max(0, value);
}
