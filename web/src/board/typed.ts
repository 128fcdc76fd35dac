// Typed plays: `8/5 6/5`, `bar/22*`, `6/off`, `24/18(2)`, `24/18/13`. This file only reads the
// notation; the graph of the turn decides which play it is.

import { Draft, type Step } from './draft';
import type { Move } from '../types';

interface Segment {
    from: number;
    to: number;
    /** Points on the way and at the end where a hit was written. */
    hits: number[];
}

export type Typed = { ok: true; moves: Move[]; complete: boolean } | { ok: false; text: string };

function place(text: string): number | null {
    if (/^(bar|b)$/i.test(text)) return 25;
    if (/^(off|o)$/i.test(text)) return 0;
    if (!/^\d{1,2}$/.test(text)) return null;
    const point = Number(text);
    return point >= 0 && point <= 25 ? point : null;
}

/** Reads the notation; a sentence where it cannot be read. */
export function readSegments(text: string): Segment[] | string {
    const words = text.trim().split(/[\s,;]+/).filter(Boolean);
    const segments: Segment[] = [];
    for (const word of words) {
        const match = /^(.+?)(?:\((\d)\))?$/.exec(word);
        const times = match?.[2] ? Number(match[2]) : 1;
        const parts = (match?.[1] ?? '').split(/[/>-]/);
        if (parts.length < 2 || times < 1 || times > 4)
            return `"${word}" is not a move: write 8/5, bar/22, 6/off or 24/18(2).`;
        const stops: number[] = [];
        const hits: number[] = [];
        for (const part of parts) {
            const point = place(part.replace(/\*$/, ''));
            if (point === null) return `"${part}" in "${word}" is not a point.`;
            if (part.endsWith('*')) hits.push(point);
            stops.push(point);
        }
        for (let i = 0; i < times; i++)
            for (let k = 1; k < stops.length; k++) {
                if (stops[k]! >= stops[k - 1]!) return `"${word}" goes backwards.`;
                segments.push({ from: stops[k - 1]!, to: stops[k]!, hits });
            }
    }
    return segments;
}

interface Search { path: Step[]; at: number[]; node: number }

function finished(segments: Segment[], at: number[]): boolean {
    return segments.every((segment, i) => at[i] === segment.to);
}

/** Walks of the graph that do exactly what the segments say. */
function walks(draft: Draft, segments: Segment[]): Step[][] {
    const found: Step[][] = [];
    const seen = new Set<string>();
    const stack: Search[] = [{ path: [], at: segments.map((segment) => segment.from), node: 0 }];
    while (stack.length > 0 && found.length < 64) {
        const state = stack.pop()!;
        if (finished(segments, state.at)) {
            found.push(state.path);
            continue;
        }
        for (const step of draft.next(state.node)) {
            for (let i = 0; i < segments.length; i++) {
                if (state.at[i] !== step.from || step.to < segments[i]!.to) continue;
                if (state.at[i] === segments[i]!.to) continue;
                const at = [...state.at];
                at[i] = step.to;
                const hits = state.path.filter((other) => other.hit).length + Number(step.hit);
                const key = `${step.after}|${at.join()}|${hits}`;
                if (seen.has(key)) continue;
                seen.add(key);
                stack.push({ path: [...state.path, step], at, node: step.after });
            }
        }
    }
    return found;
}

/** Finds a typed play in the graph. Hits may be written or left out. */
export function readPlay(draft: Draft, text: string): Typed {
    const segments = readSegments(text);
    if (typeof segments === 'string') return { ok: false, text: segments };
    if (segments.length === 0) return { ok: false, text: 'Write a play such as 8/5 6/5.' };
    const all = walks(draft, segments);
    if (all.length === 0)
        return { ok: false, text: `${text.trim()} cannot be played with this roll.` };
    const starred = new Set(segments.flatMap((segment) => segment.hits));
    const score = (path: Step[]): number => {
        const hits = new Set(path.filter((step) => step.hit).map((step) => step.to));
        // Every written hit must be there; of the rest, the way with fewer hits.
        const missing = [...starred].filter((point) => !hits.has(point)).length;
        const extra = [...hits].filter((point) => !starred.has(point)).length;
        return missing * 100 + extra;
    };
    all.sort((a, b) => score(a) - score(b));
    const best = all[0]!;
    if (score(best) >= 100)
        return { ok: false, text: 'There is nothing to hit where the * is written.' };
    const last = best[best.length - 1]!;
    return { ok: true, moves: best.map((step) => [step.from, step.to]),
             complete: draft.tree.nodes[last.after]?.done ?? false };
}

/** Moves as text, those of one checker joined: "24/18/13*", "6/off(2)". */
export function playText(moves: readonly (readonly [number, number, (number | boolean)?])[]):
    string {
    const name = (point: number): string =>
        point === 25 ? 'bar' : point === 0 ? 'off' : String(point);
    const chains: string[][] = [];
    const ends: number[] = [];
    for (const [from, to, hit] of [...moves].sort((a, b) => b[0] - a[0])) {
        const stop = `${name(to)}${hit ? '*' : ''}`;
        const at = ends.indexOf(from);
        if (at >= 0) {
            const chain = chains[at]!;
            // A stop without a hit on the way is not worth writing.
            if (!chain[chain.length - 1]!.endsWith('*')) chain.pop();
            chain.push(stop);
            ends[at] = to;
        } else {
            chains.push([name(from), stop]);
            ends.push(to);
        }
    }
    const counted = new Map<string, number>();
    for (const chain of chains) {
        const text = chain.join('/');
        counted.set(text, (counted.get(text) ?? 0) + 1);
    }
    return [...counted].map(([text, count]) => count > 1 ? `${text}(${count})` : text).join(' ');
}
