// The board of the page as a custom element. The npm package alea-board defines a class of its own by the same name
// (package.ts).

import { AleaBoard } from './board';

customElements.define('alea-board', AleaBoard);
