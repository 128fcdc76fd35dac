// A score as players read it.

import type { Pair, Side } from './types';

/** A score with a minus sign that differs from the dash between two scores. */
export function signed(score: number): string {
    return score < 0 ? `\u2212${-score}` : String(score);
}

/** The reader's points first; those of the first seat for a spectator. */
export function scoreText(score: Pair<number>, you: Side | null): string {
    const [mine, theirs] = you === 1 ? [score[1], score[0]] : score;
    return mine < 0 || theirs < 0 ? `${signed(mine)} : ${signed(theirs)}`
                                  : `${mine}\u2013${theirs}`;
}

/** The names of the levels of a game's result: 1 to 3. */
export const LEVELS = ['', 'single game', 'gammon', 'backgammon'];
