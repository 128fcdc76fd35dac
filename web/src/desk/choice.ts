// The choice whose analysis counts if several programs have judged a match.

import { h } from '../dom';

/** In words; a program stands for itself. */
export function figuresName(choice: string): string {
    if (choice === 'first') return 'first analysis';
    if (choice === 'ours') return 'analysis by alea';
    if (choice === 'filed') return 'analysis of the file';
    return choice === 'desk' ? 'as the desk' : `analysis by ${choice}`;
}

/** `ofMatch`: it may be as the desk says. */
export function figuresSelect(id: string, programs: readonly string[], chosen: string, ofMatch = false):
    HTMLSelectElement {
    const others = programs.filter((program) => program !== 'alea');
    const choices = [...(ofMatch ? ['desk'] : []), 'first', 'ours', 'filed', ...others];
    if (!choices.includes(chosen)) choices.push(chosen);
    const text = (choice: string): string =>
        ({ desk: 'As chosen for the desk', first: 'The first one', ours: 'alea', filed: 'That of the file' })[choice] ?? choice;
    return h('select', { id, 'data-testid': id }, choices.map((value) =>
        h('option', { value, selected: value === chosen }, text(value))));
}
