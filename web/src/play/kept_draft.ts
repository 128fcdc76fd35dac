// The play begun on the board, kept while this tab lives, so that loading the page again loses no
// checker moved.

import type { Move } from '../types';

const nameOf = (game: string): string => `alea-draft-${game}`;

/** `seq` is that of the state in which the play was begun. */
export function keepDraft(game: string, seq: number, moves: readonly Move[]): void {
    try {
        if (moves.length > 0)
            sessionStorage.setItem(nameOf(game), JSON.stringify({ seq, moves }));
        else
            sessionStorage.removeItem(nameOf(game));
    } catch {
        // No storage: nothing is kept.
    }
}

/** The moves begun in that state, or null. */
export function keptDraft(game: string, seq: number): Move[] | null {
    try {
        const kept = JSON.parse(sessionStorage.getItem(nameOf(game)) ?? 'null') as
            { seq: number; moves: Move[] } | null;
        return kept && kept.seq === seq && Array.isArray(kept.moves) ? kept.moves : null;
    } catch {
        return null;
    }
}
