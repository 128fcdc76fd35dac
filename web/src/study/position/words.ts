// A position in words, and as the board takes it.

import type { AleaBoard } from '../../board/board';
import { COLOURS } from '../board';
import { lengthText, rollText } from '../format';
import type { PositionAnswer } from '../../types';

/** Score and cube of a position in a line. */
export function situation(position: PositionAnswer): string {
    const parts = [lengthText(position.match_length)];
    if (position.match_length > 0)
        parts.push(`${COLOURS[0]} ${position.score[0]}, ${COLOURS[1]} ${position.score[1]}` +
            (position.crawford ? ', Crawford game' : ''));
    const cube = position.cube;
    if (cube.value > 1 || cube.owner !== null)
        parts.push(`cube at ${cube.value}, ` +
            (cube.owner === null ? 'in the middle' : `${COLOURS[cube.owner]}'s`));
    parts.push(`pips ${position.pips[0]} to ${position.pips[1]}`);
    return parts.join(' \u00b7 ');
}

export function question(position: PositionAnswer): string {
    const who = COLOURS[position.turn];
    if (position.dice) return `${who} to play ${rollText(position.dice)}`;
    if (position.cube.offered)
        return `${COLOURS[position.to_act ?? (position.turn === 0 ? 1 : 0)]} is doubled: take or drop?`;
    return `${who} on roll: cube action?`;
}

export function boardPosition(position: PositionAnswer): AleaBoard['position'] {
    const cube = position.cube;
    return {
        board: position.board, off: position.off, dice: position.dice, turn: position.turn,
        cube: position.crawford || position.match_length === 1 || cube.in_play === false ? null
            : { value: cube.value, owner: cube.owner, offered: cube.offered ?? null,
                by: cube.offered ? position.turn : null },
    };
}
