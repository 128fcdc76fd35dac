// The first page.

import { h } from '../dom';
import { registerPage } from '../router';

export function registerHome(): void {
    registerPage('/', () => {
        const board = document.createElement('alea-board');
        board.position = {
            board: [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0],
            off: [0, 0], cube: { value: 1, owner: null }, dice: [3, 1], turn: 0,
        };
        return { title: 'alea', element: h('div', { class: 'home' }, h('h1', null, 'alea'), board) };
    });
}
