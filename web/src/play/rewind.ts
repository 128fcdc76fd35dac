// The board as it was before the play that was made last.

import type { LastPlay, Pair } from '../api';

/** `board` in A's frame and `off`, with the play's moves undone, the last one first. */
export function rewind(board: readonly number[], off: Pair<number>, last: LastPlay):
    { board: number[]; off: Pair<number> } {
    const before = [...board];
    const out: Pair<number> = [off[0], off[1]];
    const sign = last.by === 0 ? 1 : -1;
    const index = (point: number): number => last.by === 0 ? point : 25 - point;
    for (const [from, to, hit] of [...last.moves].reverse()) {
        if (to === 0) out[last.by] -= 1;
        else before[index(to)]! -= sign;
        if (hit) {
            before[index(to)]! -= sign;
            before[last.by === 0 ? 0 : 25]! += sign;
        }
        before[index(from)]! += sign;
    }
    return { board: before, off: out };
}
