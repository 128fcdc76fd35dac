// The analysis that came with a match file, beside alea's own.

import { h } from '../dom';
import { equityText, percentText } from '../study/format';
import type { Decision, Filed } from '../types';

const CUBE_NAMES: ['no_double' | 'double_take' | 'double_drop', string][] =
    [['no_double', 'No double'], ['double_take', 'Double, take'], ['double_drop', 'Double, drop']];

function rows(filed: Filed): [string, string, string][] {
    if (filed.plays) return filed.plays.slice(0, 5).map((play, i) =>
        [`${play.move}${i === filed.made ? ' (made)' : ''}`,
         play.equity === undefined ? '' : equityText(play.equity), play.level]);
    const known: [string, string, string][] = [];
    for (const [key, name] of CUBE_NAMES) {
        const equity = filed.equity?.[key];
        const chance = filed.mwc?.[key];
        if (equity !== undefined) known.push([name, equityText(equity), '']);
        else if (chance !== undefined) known.push([name, percentText(chance, 2), '']);
    }
    return known;
}

/** Another program's judgement that counts, which its file has; null where alea has judged. */
export function judgePart(decision: Decision): HTMLElement | null {
    if (!decision.judge || decision.judge === 'alea' || !decision.level) return null;
    return h('p', { class: 'hint', 'data-testid': 'judge' },
             `Judged by ${decision.judge}, ${decision.level}, in the file.`);
}

/** The file's judgement of a decision, without the parts that count anyway; null if nothing is
 * left. */
export function filedPart(decision: Decision): HTMLElement | null {
    const others = (decision.filed ?? []).filter((filed) =>
        filed.program !== decision.judge || filed.level !== decision.level);
    if (others.length === 0 && !decision.comment) return null;
    return h('div', { class: 'filed', 'data-testid': 'filed' },
        others.map((filed) => h('details', null,
            h('summary', null, `In the file: ${filed.program}, ${filed.level}`,
              filed.loss !== undefined && filed.loss >= 0.0005
                  ? `, lost ${filed.loss.toFixed(3)}` : ''),
            h('div', { class: 'scroll-x' }, h('table', { class: 'compact' },
                h('thead', null, h('tr', null, ['Choice', 'Equity', 'Level'].map((text) =>
                    h('th', { scope: 'col' }, text)))),
                h('tbody', null, rows(filed).map((row) =>
                    h('tr', null, row.map((cell) => h('td', null, cell))))))))),
        decision.comment ? h('blockquote', null, decision.comment) : null);
}
