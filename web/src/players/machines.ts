// The machine's named players: who they are and how strong; a press begins a game.

import { h, replace } from '../dom';
import { face, hasFace } from '../faces';
import { playNow, prText, theLevels } from '../start/new_game';
import { failed } from '../study/words';
import type { Level } from '../types';

function tile(level: Level): HTMLElement {
    return h('li', null, h('button', { type: 'button', class: 'machine-tile',
        'data-testid': `meet-${level.name}`,
        on: { click: () => void playNow({ opponent: 'machine', level: level.name }) } },
        face(level.name), h('span', { class: 'machine-words' },
            h('span', null, h('b', null, level.title ?? level.name), ' ',
                h('span', { class: 'quiet' }, prText(level) || 'adapts to you')),
            h('span', { class: 'hint' }, level.about))));
}

export function machinesCard(): { element: HTMLElement; ready: Promise<void> } {
    const list = h('div');
    const load = async (): Promise<void> => {
        try {
            const { levels } = await theLevels();
            replace(list, h('ul', { class: 'machine-list' },
                levels.filter((level) => hasFace(level.name)).map(tile)));
        } catch (error) {
            replace(list, failed(error, () => void load()));
        }
    };
    return { ready: load(), element: h('section', { class: 'card stack', 'aria-label': 'The computer' },
        h('h2', null, 'Play the computer'), list) };
}
