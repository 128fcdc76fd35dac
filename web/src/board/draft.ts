// A turn being tried out on the board: a walk through the graph of moves the server sent.
// No rules here; what the graph does not hold cannot be done.

import type { Move, Tree, TreeMove } from '../types';

export interface Step {
    from: number;
    to: number;
    die: number;
    hit: boolean;
    /** The node before the step and the one after. */
    before: number;
    after: number;
}

function stepOf(move: TreeMove, before: number): Step {
    return { from: move[0], to: move[1], die: move[2], hit: Boolean(move[3]), before,
             after: move[4] };
}

export class Draft {
    private done: Step[] = [];
    private undone: Step[][] = [];

    constructor(readonly tree: Tree) {}

    get steps(): readonly Step[] { return this.done; }
    get node(): number { return this.done.length ? this.done[this.done.length - 1]!.after : 0; }
    get moves(): Move[] { return this.done.map((step) => [step.from, step.to]); }
    /** Whether the play may end here. */
    get complete(): boolean { return this.tree.nodes[this.node]?.done ?? false; }
    get canUndo(): boolean { return this.done.length > 0; }
    get canRedo(): boolean { return this.undone.length > 0; }
    /** The dice used so far. */
    get used(): number[] { return this.done.map((step) => step.die); }

    /** Single moves that may come next. */
    next(node: number = this.node): Step[] {
        return (this.tree.nodes[node]?.moves ?? []).map((move) => stepOf(move, node));
    }

    /** Points from which a checker may move now. */
    sources(): number[] {
        return [...new Set(this.next().map((step) => step.from))];
    }

    /**
     * Where the checker on `from` can get to, alone, with one die or several: the shortest
     * way to each point, and of equal ones that which begins with the die `prefer`, and
     * then that which hits.
     */
    reach(from: number, prefer?: number): Map<number, Step[]> {
        const found = new Map<number, Step[]>();
        let front: Step[][] = this.next().filter((step) => step.from === from)
            .sort((a, b) => Number(b.die === prefer) - Number(a.die === prefer) ||
                Number(b.hit) - Number(a.hit))
            .map((step) => [step]);
        while (front.length > 0) {
            const following: Step[][] = [];
            for (const path of front) {
                const last = path[path.length - 1]!;
                if (!found.has(last.to)) found.set(last.to, path);
            }
            for (const path of front) {
                const last = path[path.length - 1]!;
                if (last.to === 0) continue;
                for (const step of this.next(last.after))
                    if (step.from === last.to) following.push([...path, step]);
            }
            front = following;
        }
        return found;
    }

    /** The move of the checker on `from` with this die, if there is one. */
    withDie(from: number, die: number): Step | null {
        return this.next().find((step) => step.from === from && step.die === die) ?? null;
    }

    /** The shortest sequence that brings `count` checkers to a stand on `to`, or null. */
    gather(to: number, count: number): Step[] | null {
        let front: { path: Step[]; node: number; there: number }[] =
            [{ path: [], node: this.node, there: 0 }];
        const seen = new Set<string>();
        while (front.length > 0) {
            const following: typeof front = [];
            for (const state of front) {
                for (const step of this.next(state.node)) {
                    const there = state.there + Number(step.to === to) - Number(step.from === to);
                    if (there < 0) continue;
                    const path = [...state.path, step];
                    if (there >= count) return path;
                    const key = `${step.after}/${there}`;
                    if (seen.has(key)) continue;
                    seen.add(key);
                    following.push({ path, node: step.after, there });
                }
            }
            front = following;
        }
        return null;
    }

    /** The only way of one checker that ends on `to`; null if there is none or a choice. */
    onlyWayTo(to: number): Step[] | null {
        const ways = this.sources().map((from) => this.reach(from).get(to))
            .filter((path): path is Step[] => path !== undefined);
        const shortest = Math.min(...ways.map((path) => path.length));
        const best = ways.filter((path) => path.length === shortest);
        return best.length === 1 ? best[0]! : null;
    }

    /** The rest of a play of which every move takes a checker off; null where there is none. */
    allOff(node: number = this.node): Step[] | null {
        for (const step of this.next(node)) {
            if (step.to !== 0) continue;
            if (this.tree.nodes[step.after]?.done) return [step];
            const rest = this.allOff(step.after);
            if (rest) return [step, ...rest];
        }
        return null;
    }

    apply(path: readonly Step[]): void {
        if (path.length === 0) return;
        this.done.push(...path);
        this.undone = [];
    }

    undo(): void {
        const step = this.done.pop();
        if (step) this.undone.push([step]);
    }

    redo(): void {
        const path = this.undone.pop();
        if (path) this.done.push(...path);
    }

    reset(): void {
        while (this.done.length > 0) this.undo();
    }

    /** Whether some step of this draft ended on `point` with a checker that stands there. */
    landedOn(point: number): boolean {
        let there = 0;
        for (const step of this.done)
            there = Math.max(0, there + Number(step.to === point) - Number(step.from === point));
        return there > 0;
    }

    /**
     * Takes the last checker that came to `point` back to where it started this turn.
     * Steps that cannot stand without it go as well.
     */
    takeBack(point: number): boolean {
        let index = -1;
        for (let i = this.done.length - 1; i >= 0 && index < 0; i--)
            if (this.done[i]!.to === point) index = i;
        if (index < 0) return false;
        const drop = new Set([index]);
        // The way that led the same checker there.
        let at = this.done[index]!.from;
        for (let i = index - 1; i >= 0; i--) {
            if (this.done[i]!.to === at && !this.stoodBefore(at, i)) {
                drop.add(i);
                at = this.done[i]!.from;
            }
        }
        const rest = this.done.filter((_, i) => !drop.has(i));
        this.done = this.rewalk(rest);
        this.undone = [];
        return true;
    }

    /** Whether another checker came to `point` in an earlier step and may have gone on. */
    private stoodBefore(point: number, before: number): boolean {
        return this.done.slice(0, before).some((step) => step.to === point);
    }

    /** As much of a list of steps as can be walked from the start. */
    private rewalk(steps: Step[]): Step[] {
        const walked: Step[] = [];
        let node = 0;
        for (const wanted of steps) {
            const step = this.next(node).find((candidate) => candidate.from === wanted.from &&
                candidate.to === wanted.to);
            if (!step) break;
            walked.push(step);
            node = step.after;
        }
        return walked;
    }

    /** Walks moves from the start; false (and nothing changed) where one is not there. */
    replay(moves: readonly Move[]): boolean {
        const walked: Step[] = [];
        let node = 0;
        for (const [from, to] of moves) {
            const step = this.next(node).find((candidate) => candidate.from === from &&
                candidate.to === to);
            if (!step) return false;
            walked.push(step);
            node = step.after;
        }
        this.done = walked;
        this.undone = [];
        return true;
    }

    /** Makes moves as long as there is exactly one to make and the play may not end. */
    playForced(): number {
        let made = 0;
        for (;;) {
            const next = this.next();
            const node = this.tree.nodes[this.node];
            if (next.length !== 1 || node?.done) return made;
            this.apply([next[0]!]);
            made += 1;
        }
    }
}
