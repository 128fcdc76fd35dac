// Hands on the board: pointer, touch and keys, turned into walks of the draft. All gestures
// are there at once; a checker can be dragged, tapped, chosen and placed, or sent by a digit.

import type { AleaBoard } from './board';
import type { Checker } from './checkers';
import type { Step } from './draft';
import { MY_BAR, MY_OFF, pointOf, slotOf, THEIR_BAR, THEIR_OFF, type Point } from './geometry';
import { boardIndex } from './frame';

const dragStart = 7;
/** CSS pixels to either side of a point's middle that a finger may be off: a target of 44. */
const fingerReach = 22;
const longPressTime = 420;

export class BoardInput {
    /** The point of a checker in the hand, or null. */
    held: number | null = null;
    private checker: Checker | null = null;
    private pressed: { slot: number; x: number; y: number; button: number; id: number;
                       touch: boolean } | null = null;
    private toBoard: DOMMatrix | null = null;
    private frame = 0;
    private last: Point = { x: 0, y: 0 };
    private longPress = 0;

    constructor(private readonly board: AleaBoard) {}

    listen(svg: SVGSVGElement): void {
        svg.addEventListener('pointerdown', (event) => this.down(event));
        svg.addEventListener('pointermove', (event) => this.move(event));
        svg.addEventListener('pointerup', (event) => this.up(event));
        svg.addEventListener('pointercancel', () => this.cancel());
        svg.addEventListener('pointerleave', () => this.board.hover(null));
        svg.addEventListener('contextmenu', (event) => {
            if (this.board.interactive !== 'none') event.preventDefault();
        });
        svg.addEventListener('keydown', (event) => this.key(event));
        svg.addEventListener('click', (event) => this.assistiveClick(event));
        svg.addEventListener('focusin', (event) => {
            const slot = this.slotOfTarget(event.target);
            if (slot !== null) this.board.hover(this.pointAt(slot));
        });
    }

    private slotOfTarget(target: EventTarget | null): number | null {
        const value = (target as Element | null)?.getAttribute?.('data-slot');
        return value === null || value === undefined ? null : Number(value);
    }

    private pointAt(slot: number): number | null {
        const mover = this.board.mover;
        return mover === null ? null : pointOf(slot, mover, this.board.view);
    }

    private boardPoint(event: PointerEvent | MouseEvent): Point {
        const at = new DOMPoint(event.clientX, event.clientY)
            .matrixTransform(this.toBoard ?? this.matrix());
        return { x: at.x, y: at.y };
    }

    private matrix(): DOMMatrix {
        return this.board.layers.svg.getScreenCTM()?.inverse() ?? new DOMMatrix();
    }

    /** The slot meant by a touch: on a small screen a column is narrower than a finger, so
     * that beside something that can be done, where nothing can, is meant to be on it. */
    private meant(event: PointerEvent, useful: (slot: number) => boolean): number | null {
        const g = this.board.layers.geometry;
        const at = this.boardPoint(event);
        const under = g.slotAt(at);
        if (event.pointerType !== 'touch' || !this.board.playing) return under;
        const reach = fingerReach * Math.abs((this.toBoard ?? this.matrix()).a);
        return g.slotsNear(at, reach).find(useful) ?? under;
    }

    private down(event: PointerEvent): void {
        const under = this.slotOfTarget(event.target);
        if (under === null || this.board.interactive === 'none' || this.pressed) return;
        if (event.button !== 0 && event.button !== 2) return;
        this.toBoard = this.matrix();
        const slot = this.meant(event, (near) => this.canTap(near)) ?? under;
        this.pressed = { slot, x: event.clientX, y: event.clientY, button: event.button,
            id: event.pointerId, touch: event.pointerType === 'touch' };
        if (!this.board.playing) return;
        this.board.layers.svg.setPointerCapture(event.pointerId);
        // A long press is for fingers: a mouse has its right button, and slow clicks are clicks.
        if (event.pointerType !== 'mouse') {
            this.longPress = window.setTimeout(() => {
                if (!this.pressed || this.checker) return;
                this.pressed = null;
                this.tap(slot, true);
            }, longPressTime);
        }
    }

    private move(event: PointerEvent): void {
        if (!this.pressed) {
            if (event.pointerType === 'mouse' && this.board.playing) {
                const slot = this.slotOfTarget(event.target);
                const point = slot === null ? null : this.pointAt(slot);
                this.board.hover(point);
            }
            return;
        }
        if (event.pointerId !== this.pressed.id || !this.board.playing) return;
        const far = Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y);
        if (!this.checker && far >= dragStart && this.pressed.button === 0) this.startDrag();
        if (!this.checker) return;
        // The checker shows beside a finger, not under it.
        const at = this.boardPoint(event);
        this.last = at;
        if (this.frame) return;
        this.frame = requestAnimationFrame(() => {
            this.frame = 0;
            if (!this.checker) return;
            const lift = this.pressed?.touch ? 70 : 0;
            this.board.layers.checkers.moveLifted(this.checker, this.last.x, this.last.y - lift);
        });
    }

    private startDrag(): void {
        clearTimeout(this.longPress);
        const mover = this.board.mover;
        const point = this.pointAt(this.pressed!.slot);
        if (mover === null || point === null || point === 0) return;
        const draft = this.board.draft!;
        if (draft.reach(point).size === 0 && !draft.landedOn(point)) return;
        const checker = this.board.layers.checkers.top(this.pressed!.slot, mover);
        if (!checker) return;
        this.checker = checker;
        this.held = point;
        this.board.layers.checkers.lift(checker);
        this.board.redrawMarks();
    }

    private up(event: PointerEvent): void {
        clearTimeout(this.longPress);
        const pressed = this.pressed;
        this.pressed = null;
        if (!pressed || event.pointerId !== pressed.id) return;
        if (this.checker) {
            this.dropAt(this.meant(event, (near) => this.canDrop(near)));
        } else if (this.board.interactive === 'edit') {
            this.edit(pressed.slot, event);
        } else if (this.board.playing) {
            const slot = this.meant(event, (near) => near === pressed.slot);
            if (slot === pressed.slot) this.tap(slot, pressed.button === 2);
        }
    }

    /** Whether a tap on a slot does anything to the play. */
    private canTap(slot: number): boolean {
        const { board } = this;
        const draft = board.draft;
        const point = this.pointAt(slot);
        if (!draft || point === null) return false;
        if (board.chosen !== null && (point === board.chosen || draft.reach(board.chosen).has(point)))
            return true;
        return draft.reach(point).size > 0 || draft.landedOn(point) ||
            this.pointHere(point) !== null;
    }

    private canDrop(slot: number): boolean {
        const from = this.held;
        const draft = this.board.draft;
        const point = this.pointAt(slot);
        return from !== null && draft !== null && point !== null &&
            (point === from || draft.reach(from).has(point) ||
                (draft.landedOn(from) && point > from));
    }

    /** The checker in the hand is let go over a slot. */
    private dropAt(slot: number | null): void {
        const checker = this.checker!;
        const from = this.held!;
        this.checker = null;
        this.held = null;
        this.board.layers.checkers.drop(checker);
        const to = slot === null ? null : this.pointAt(slot);
        // The pointer was held by the board: where it is now, nobody else says.
        this.board.hover(to);
        const draft = this.board.draft;
        if (!draft || to === null || to === from) {
            this.board.redraw();
            return;
        }
        const path = draft.reach(from, this.board.leftDie ?? undefined).get(to);
        if (path) {
            this.board.apply(path);
        } else if (draft.landedOn(from) && to > from) {
            // Pulled back towards where it came from.
            this.board.takeBack(from);
        } else {
            this.board.refuse(from);
            this.board.redraw();
        }
    }

    cancel(): void {
        clearTimeout(this.longPress);
        if (this.checker) this.board.layers.checkers.drop(this.checker);
        this.checker = null;
        this.held = null;
        this.pressed = null;
        if (this.frame) cancelAnimationFrame(this.frame);
        this.frame = 0;
    }

    /** A tap on a slot; `other`: with the right button or held long. */
    tap(slot: number, other: boolean): void {
        const board = this.board;
        const draft = board.draft;
        const point = this.pointAt(slot);
        if (!draft) return;
        if (point === null) {
            board.refuse(null);
            return;
        }
        const chosen = board.chosen;
        if (chosen !== null && this.placeChosen(chosen, point)) return;
        const reach = draft.reach(point);
        if (draft.landedOn(point) && !other) {
            if (reach.size > 0) board.select(point);
            else board.takeBack(point);
            return;
        }
        if (reach.size > 0) {
            if (board.oneTap || other) this.moveWithDie(point, other);
            else board.select(point);
            return;
        }
        const path = this.pointHere(point);
        if (path) board.apply(path);
        else board.refuse(point);
    }

    /** A second tap: places the chosen checker, or takes it back. True if that was it. */
    private placeChosen(chosen: number, point: number): boolean {
        const board = this.board;
        const draft = board.draft!;
        if (point === chosen) {
            if (draft.landedOn(chosen)) board.takeBack(chosen);
            else board.select(null);
            return true;
        }
        const path = draft.reach(chosen, board.leftDie ?? undefined).get(point);
        if (path) {
            board.apply(path);
            return true;
        }
        if (draft.landedOn(chosen) && draft.steps.some((step) => step.to === chosen &&
            step.from === point)) {
            board.takeBack(chosen);
            return true;
        }
        board.select(null);
        return false;
    }

    private moveWithDie(point: number, other: boolean): void {
        const { board } = this;
        const draft = board.draft!;
        const dice = other ? [board.rightDie, board.leftDie] : [board.leftDie, board.rightDie];
        for (const die of dice) {
            const step = die === null ? null : draft.withDie(point, die);
            if (step) {
                board.apply([step]);
                return;
            }
        }
    }

    /** Tapping an empty point, or one with a single checker of mine: make it; else go there. */
    private pointHere(point: number): Step[] | null {
        const draft = this.board.draft!;
        const mover = this.board.mover!;
        const slot = slotOf(point, mover, this.board.view);
        const there = this.board.layers.checkers.height(slot, mover);
        if (point === 0) return draft.onlyWayTo(0);
        if (there >= 2) return null;
        return draft.gather(point, 2 - there) ?? draft.onlyWayTo(point);
    }

    private edit(slot: number, event: PointerEvent): void {
        const g = this.board.layers.geometry;
        const at = this.boardPoint(event);
        const distance = g.isTop(slot) ? at.y - g.strip : g.height - g.strip - at.y;
        const bar = slot === MY_BAR || slot === THEIR_BAR;
        const height = Math.max(1, Math.ceil((bar ? Math.abs(at.y - g.middle) - 60 : distance) /
            92));
        this.emitEdit(slot, height, event.button, event.shiftKey);
    }

    private emitEdit(slot: number, height: number, button: number, shift: boolean): void {
        const view = this.board.view;
        const off = slot === MY_OFF ? view : slot === THEIR_OFF ? (view ? 0 : 1) : null;
        let index: number | null = null;
        if (slot === MY_BAR) index = view === 0 ? 25 : 0;
        else if (slot === THEIR_BAR) index = view === 0 ? 0 : 25;
        else if (off === null) index = boardIndex(view, slot);
        this.board.emit('editpoint', { index, off, height, button, shift });
    }

    /** A click that no pointer made: a screen reader's. */
    private assistiveClick(event: MouseEvent): void {
        const slot = this.slotOfTarget(event.target);
        if (slot === null || event.detail !== 0 || (event as PointerEvent).pointerType) return;
        this.act(slot, false, event.shiftKey);
    }

    private act(slot: number, other: boolean, shift: boolean): void {
        if (this.board.playing) this.tap(slot, other);
        else if (this.board.interactive === 'edit') this.emitEdit(slot, 0, other ? 2 : 0, shift);
    }

    private key(event: KeyboardEvent): void {
        const slot = this.slotOfTarget(event.target);
        if (slot === null || event.ctrlKey || event.metaKey || event.altKey) return;
        const next = neighbour(slot, event.key, this.board.homeLeft);
        if (next !== null) {
            event.preventDefault();
            this.board.focusSlot(next);
            return;
        }
        if (event.key === ' ' || (event.key === 'Enter' && !this.board.draft?.complete)) {
            if (this.board.interactive === 'none') return;
            event.preventDefault();
            event.stopPropagation();
            this.act(slot, event.shiftKey, event.shiftKey);
        } else if (/^[1-6]$/.test(event.key) && this.board.playing) {
            const point = this.pointAt(slot);
            const step = point === null ? null
                : this.board.draft!.withDie(point, Number(event.key));
            event.preventDefault();
            event.stopPropagation();
            if (step) this.board.apply([step]);
            else this.board.refuse(point);
        } else if (event.key === 'Escape' && this.board.chosen !== null) {
            event.stopPropagation();
            this.board.select(null);
        }
    }
}

// The board as rows for the arrow keys: home on the right, bar between, tray outside.
const topRow = [13, 14, 15, 16, 17, 18, MY_BAR, 19, 20, 21, 22, 23, 24, THEIR_OFF];
const bottomRow = [12, 11, 10, 9, 8, 7, THEIR_BAR, 6, 5, 4, 3, 2, 1, MY_OFF];

export function neighbour(slot: number, key: string, homeLeft: boolean): number | null {
    const top = topRow.indexOf(slot);
    const row = top >= 0 ? topRow : bottomRow;
    const at = row.indexOf(slot);
    if (at < 0) return null;
    const right = homeLeft ? -1 : 1;
    switch (key) {
        case 'ArrowRight': return row[at + right] ?? null;
        case 'ArrowLeft': return row[at - right] ?? null;
        case 'ArrowUp': return top >= 0 ? null : topRow[at]!;
        case 'ArrowDown': return top >= 0 ? bottomRow[at]! : null;
        case 'Home': return row[homeLeft ? row.length - 1 : 0]!;
        case 'End': return row[homeLeft ? 0 : row.length - 1]!;
        default: return null;
    }
}
