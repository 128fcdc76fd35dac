// Judging what a reader answered in a quiz, from what the engine said.

import { afterMoves } from '../../board/frame';
import type { Candidate, CubeVerdict, Move, Side } from '../../types';

export interface PlayVerdict {
    /** Place among the candidates that were looked at as deeply as the best; -1: not among them. */
    place: number;
    loss: number;
    candidate: Candidate | null;
}

function sameBoard(a: number[], b: number[]): boolean {
    return a.length === b.length && a.every((count, i) => count === b[i]);
}

/** The candidates that were looked at as deeply as the best one. */
export function deepCandidates(candidates: Candidate[]): Candidate[] {
    const deepest = candidates[0]?.ply;
    return candidates.filter((one) => (one.ply ?? deepest) === deepest);
}

/** A play is known by the board it leaves, not by the order of its moves. */
export function judgePlay(candidates: Candidate[], board: number[], by: Side, moves: Move[]):
    PlayVerdict {
    const made = afterMoves(board, by, moves);
    const best = candidates[0]?.equity ?? 0;
    const deep = deepCandidates(candidates);
    const found = candidates.findIndex((candidate) =>
        candidate.moves && sameBoard(afterMoves(board, by, candidate.moves), made));
    const candidate = candidates[found] ?? null;
    if (!candidate || !deep.includes(candidate)) {
        const least = Math.min(best, ...deep.map((one) => one.equity));
        return { place: -1, loss: best - least, candidate };
    }
    // By equity, as the table has it; the best stays the best.
    const better = deep.filter((other) => other.equity > candidate.equity).length;
    const place = found === 0 ? 0 : Math.max(1, better);
    return { place, loss: Math.max(0, best - candidate.equity), candidate };
}

export interface CubeAnswer { double: boolean | null; take: boolean }
export interface CubeJudgement { doubleLoss: number | null; takeLoss: number }

/** The cost of each half of the answer to the player who gives it. */
export function judgeCube(cube: CubeVerdict, answer: CubeAnswer): CubeJudgement {
    const { no_double: none, double_take: take, double_drop: drop } = cube.equity;
    const turned = Math.min(take, drop);
    return {
        doubleLoss: answer.double === null ? null
            : Math.max(0, answer.double ? none - turned : turned - none),
        takeLoss: Math.max(0, answer.take ? take - drop : drop - take),
    };
}
