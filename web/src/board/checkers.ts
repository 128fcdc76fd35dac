// The checkers on the drawing: thirty groups that glide from place to place. Only their
// transform changes when they move, so that nothing is laid out again.

import { s } from '../dom';
import { countIn, Geometry, MY_OFF, SLOTS, THEIR_OFF, type Point } from './geometry';
import type { Side } from '../types';

export interface Checker {
    element: SVGGElement;
    count: SVGTextElement;
    side: Side;
    slot: number;
    at: Point;
}

export class Checkers {
    private all: Checker[] = [];
    private stacks: Checker[][][] = [[], []];

    /** `hand` lies over everything: what is dragged is nowhere hidden. */
    constructor(private readonly layer: SVGGElement, private readonly hand: SVGGElement,
                private geometry: Geometry, private readonly gradients: string) {}

    setGeometry(geometry: Geometry): void {
        this.geometry = geometry;
    }

    private make(side: Side): Checker {
        const count = s('text', { class: 'checker-count', y: 2 });
        const element = s('g', { class: `checker side-${side}` },
            s('ellipse', { class: 'shadow', cx: 2, cy: 5, rx: 45, ry: 44 }),
            s('circle', { class: 'disc', r: 45 }),
            s('circle', { class: 'sheen', r: 45, fill: `url(#${this.gradients}-sheen)` }),
            s('circle', { class: 'ring', r: 30 }),
            s('rect', { class: 'slab', x: -40, y: -12, width: 80, height: 24, rx: 6 }),
            count);
        this.layer.appendChild(element);
        const checker = { element, count, side, slot: -1, at: { x: 0, y: 0 } };
        this.all.push(checker);
        return checker;
    }

    private place(checker: Checker, slot: number, n: number, count: number): void {
        const at = this.geometry.checker(slot, n, count);
        checker.slot = slot;
        if (checker.at.x !== at.x || checker.at.y !== at.y) {
            checker.at = at;
            checker.element.style.transform = `translate(${at.x}px, ${at.y}px)`;
        }
        const off = slot === MY_OFF || slot === THEIR_OFF;
        checker.element.classList.toggle('off', off);
        // Overlapping stacks say how many they are, on the top checker.
        const limit = this.geometry.tall ? 7 : 5;
        const crowded = !off && count > (slot === 0 || slot === 25 ? 2 : limit);
        const text = crowded && n === count - 1 ? String(count) : '';
        if (checker.count.textContent !== text) checker.count.textContent = text;
    }

    /**
     * Brings the checkers to a position. Those that stay where they were are not touched;
     * the others go to the nearest empty place, the ones on top first. Where `animate` is
     * false they are there at once.
     */
    show(board: number[], off: [number, number], view: Side, animate: boolean): void {
        this.layer.classList.toggle('still', !animate);
        for (const side of [0, 1] as const) {
            const old = this.stacks[side]!;
            const stacks: Checker[][] = [];
            const spare: Checker[] = [];
            const wanted: { slot: number; missing: number }[] = [];
            for (let slot = 0; slot < SLOTS; slot++) {
                const count = countIn(slot, side, view, board, off);
                const here = old[slot] ?? [];
                stacks[slot] = here.slice(0, count);
                spare.push(...here.slice(count));
                if (count > here.length) wanted.push({ slot, missing: count - here.length });
            }
            for (const { slot, missing } of wanted) {
                for (let i = 0; i < missing; i++) {
                    const checker = spare.shift() ?? this.make(side);
                    // The moving checker passes over the others.
                    if (checker.slot >= 0) this.layer.appendChild(checker.element);
                    stacks[slot]!.push(checker);
                }
            }
            for (const checker of spare) {
                checker.element.remove();
                this.all = this.all.filter((other) => other !== checker);
            }
            stacks.forEach((stack, slot) => {
                stack.forEach((checker, n) => this.place(checker, slot, n, stack.length));
            });
            this.stacks[side] = stacks;
        }
    }

    /** Forgets where things were, as when the board is turned round. */
    clear(): void {
        for (const checker of this.all) checker.element.remove();
        this.all = [];
        this.stacks = [[], []];
    }

    top(slot: number, side: Side): Checker | null {
        const stack = this.stacks[side]![slot] ?? [];
        return stack[stack.length - 1] ?? null;
    }

    height(slot: number, side: Side): number {
        return this.stacks[side]![slot]?.length ?? 0;
    }

    lift(checker: Checker): void {
        checker.element.classList.add('lifted');
        checker.element.classList.remove('off');
        this.hand.appendChild(checker.element);
    }

    moveLifted(checker: Checker, x: number, y: number): void {
        checker.element.style.transform = `translate(${x}px, ${y}px) scale(1.06)`;
    }

    /** Lets a lifted checker go; it glides to where the next show puts it, or back. */
    drop(checker: Checker): void {
        checker.element.classList.remove('lifted');
        checker.element.classList.toggle('off', checker.slot === MY_OFF ||
            checker.slot === THEIR_OFF);
        checker.element.style.transform = `translate(${checker.at.x}px, ${checker.at.y}px)`;
        // It glides home over the others, and lies among them when it is there.
        window.setTimeout(() => {
            const { classList, parentNode } = checker.element;
            if (parentNode === this.hand && !classList.contains('lifted'))
                this.layer.appendChild(checker.element);
        }, 750);
    }
}
