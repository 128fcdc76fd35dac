// Sounds and browser notifications of events in a game.

import { notify } from '../notify';
import { sound } from '../sound';
import type { GameEvent, GameState } from '../types';

/** It has become my turn while I looked elsewhere. */
function tellTurn(before: GameState | null, state: GameState): void {
    const you = state.you;
    if (you === null || !before || before.to_act === you || state.to_act !== you) return;
    const other = state.players[1 - you]!.name;
    notify('Your turn', `against ${other}`, state.id, `/g/${state.id}`);
}

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
    tellTurn(before, state);
    const result = state.result;
    if (result && !before?.result && state.you !== null && result.winner !== null)
        sound(result.winner === state.you ? 'win' : 'lose');
    else if (state.to_act === state.you && before?.to_act !== state.you &&
        state.phase === 'to_roll') sound('turn');
}
