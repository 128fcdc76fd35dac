// What the page of a game keeps by itself: the play begun on the board, while this tab lives, so that
// loading the page again loses no checker moved; and, without a server, what it showed last, so that the
// board is there before the program is.

import { siteVersion } from '../local/line';
import type { GameState, Move } from '../types';

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

const LAST = 'alea-last-game';

/** Keeps what is shown, of the last game alone; where a server answers nothing is kept. */
export function keepState(state: GameState): void {
    if (!siteVersion) return;
    try {
        localStorage.setItem(LAST, JSON.stringify({ version: siteVersion, state }));
    } catch {
        // No storage, or a full one: the board comes with the program.
    }
}

/** What this version of the page showed last of that game, with nothing to be done in it; or null. */
export function keptState(game: string): GameState | null {
    if (!siteVersion) return null;
    try {
        const { version, state } = JSON.parse(localStorage.getItem(LAST) ?? '{}') as
            { version?: string; state: GameState };
        return version === siteVersion && state.id === game ? { ...state, actions: [] } : null;
    } catch {
        return null;
    }
}
