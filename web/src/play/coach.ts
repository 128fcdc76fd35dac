// A few words beside the board in somebody's first game: how to roll, how to move, how to send.
// They go after the second play.

import type { GameState } from '../types';

const PLAYS_TAUGHT = 2;

/** Hints for a newcomer's next step, in at most two lines of a phone; '' if there is nothing to
 * say. */
export function coachWords(state: GameState, plays: number,
                           draft: { complete: boolean; canUndo: boolean } | null): string {
    if (state.you === null || state.stage !== 'playing' || state.to_act !== state.you) return '';
    const onBar = state.you === 0 ? state.board[25]! > 0 : state.board[0]! < 0;
    if (onBar && state.actions.includes('play') && !draft?.canUndo)
        return 'You were hit: first your checker on the bar comes in.';
    if (plays >= PLAYS_TAUGHT) return '';
    if (state.actions.includes('roll')) return 'Your turn: press Roll, and two dice are thrown.';
    if (!state.actions.includes('play')) return '';
    if (draft?.complete && draft.canUndo)
        return 'Press Done to send your play, or Undo to think again.';
    if (draft?.canUndo) return 'Now the other die: choose a checker with a ring.';
    return 'Tap a ringed checker: it moves by the left die, on towards your home.';
}
