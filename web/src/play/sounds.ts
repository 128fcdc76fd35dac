// What is heard when something happens in a game.

import { sound } from '../sound';
import type { GameEvent, GameState } from '../types';

/** `before`: the state until now; `state`: the one after the event. */
export function eventSound(event: GameEvent, before: GameState | null, state: GameState): void {
    switch (event.type) {
        case 'roll': case 'opening': sound('roll'); break;
        case 'play':
            sound(event.moves?.length === 0 ? 'pass'
                : state.last_play?.moves.some((move) => move[2]) ? 'hit' : 'move');
            break;
        case 'double': case 'beaver': case 'raccoon': case 'take': case 'drop':
        case 'resign': sound('cube'); break;
    }
    const result = state.result;
    if (result && !before?.result && state.you !== null && result.winner !== null)
        sound(result.winner === state.you ? 'win' : 'lose');
    else if (state.to_act === state.you && before?.to_act !== state.you &&
        state.phase === 'to_roll') sound('turn');
}
