// The page of a game.

import { registerPage } from '../router';
import { messagePage } from '../shell';

export function registerPlay(): void {
    registerPage('/g/:id', () => messagePage('Game', 'The game page follows.'));
}
