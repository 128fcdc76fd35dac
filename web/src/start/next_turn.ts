// The way from one game over days to the next.

import { get } from '../api';
import { h } from '../dom';
import { notice, noticeError } from '../notices';
import { navigate } from '../router';
import type { GameState, MineGame } from '../types';

/** My games in which I am to act by a clock of days, the most urgent first. */
async function myTurns(): Promise<MineGame[]> {
    const { games } = await get<{ games: MineGame[] }>('/api/games?list=mine');
    return games.filter((game) => game.turn?.mine);
}

/** The way to the next game from one that is over; before that the main button leads there. */
export function nextGameBar(state: GameState, go: () => void): HTMLElement[] {
    if (state.clock?.kind !== 'days' || state.you === null || state.stage !== 'over') return [];
    return [h('button', { class: 'button main', type: 'button', 'data-testid': 'next-turn', on: { click: go } },
        'Next game')];
}

/** Goes to the most urgent of my games but this one; without one to the first page. */
export async function goToNextTurn(here: string): Promise<void> {
    try {
        const next = (await myTurns()).find((game) => game.game !== here);
        if (!next) notice('It is your turn in no other game.', 'good');
        navigate(next ? `/g/${next.game}` : '/');
    } catch (error) {
        noticeError(error);
    }
}
