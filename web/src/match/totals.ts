// The analysis of each player, in one table.

import { h } from '../dom';
import { seat } from '../study/board';
import { equityText, percentText, plural, rateText } from '../study/format';
import { countMarks, type Study } from '../study/model';
import type { Limits } from '../study/marks';
import { table } from '../study/words';
import type { Analysis, Match, Side, Totals } from '../types';

function signed(value: number | undefined, digits = 3): string {
    if (value === undefined) return '\u2013';
    return equityText(Number(value.toFixed(digits)));
}

function chance(value: number | undefined): string {
    if (value === undefined) return '\u2013';
    const text = (100 * Math.abs(value)).toFixed(1);
    return `${Number(text) === 0 ? '' : value < 0 ? '\u2212' : '+'}${text}%`;
}

export function totalsCard(match: Match, analysis: Analysis, study: Study, limits: Limits):
    HTMLElement {
    const [a, b] = analysis.totals;
    const both = (of: (t: Totals) => string | number): (string | number)[] => [of(a), of(b)];
    const marks = ([0, 1] as const).map((player) => countMarks(study, player, limits));
    const inMatch = match.match_length > 0;
    const kind = (t: Totals['plays']): string =>
        `${t.loss.toFixed(3)} / ${t.decisions}`;
    const rows: (string | number)[][] = [
        ['Equity lost', ...both((t) => t.loss.toFixed(3))],
        ['Decisions', ...both((t) => t.decisions)],
        ...(a.hinted || b.hinted ? [['With a hint, not counted', ...both((t) => t.hinted ?? 0)]] : []),
        ['Doubtful ?!', marks[0]!.doubtful, marks[1]!.doubtful],
        ['Errors ?', marks[0]!.error, marks[1]!.error],
        ['Blunders ??', marks[0]!.blunder, marks[1]!.blunder],
        ['Plays: lost / decisions', ...both((t) => kind(t.plays))],
        ['Doubles: lost / decisions', ...both((t) => kind(t.doubles))],
        ['Takes: lost / decisions', ...both((t) => kind(t.takes))],
        ['Luck', ...both((t) => inMatch ? chance(t.luck_chance) : signed(t.luck_points ?? t.luck))],
    ];
    const filed = analysis.filed;
    if (filed) rows.splice(0, 0, [`PR by ${filed.program} in the file`,
        ...filed.players.map((p) => p.pr.toFixed(2))]);
    if (inMatch) rows.splice(1, 0, ['Match chance lost', ...both((t) =>
        percentText(t.chance_loss ?? 0))]);
    const plies = analysis.settings?.plies;
    return h('section', { class: 'card totals', 'aria-label': 'Totals' },
        h('h2', null, 'Players'),
        h('div', { class: 'ratings' }, [a, b].map((t, side) => h('div', { class: 'rating' },
            h('p', { class: 'rating-name' },
              seat(side as Side), match.players[side]),
            h('p', { class: 'rating-pr' }, h('span', { class: 'pr-label' }, 'PR '),
              rateText(t.pr, t.decisions)),
            h('p', { class: 'rating-word' }, t.decisions > 0 ? t.rating : 'no decisions')))),
        h('div', { class: 'scroll-x' },
          table('Totals of both players', ['Figure', match.players[0], match.players[1]], rows)),
        h('p', { class: 'hint' }, luckLine(match, analysis),
          plies !== undefined ? judgesLine(analysis, plies) : '',
          analysis.complete ? '' : ' The analysis is not complete.'));
}

/** The programs that have judged the counted decisions, and the depth of alea's search. */
function judgesLine(analysis: Analysis, plies: number): string {
    const counted = new Map<string, number>();
    for (const judge of analysis.totals.flatMap((t) => t.judges ?? []))
        counted.set(judge.program, (counted.get(judge.program) ?? 0) + judge.decisions);
    const own = counted.get('alea') ?? 0;
    counted.delete('alea');
    const files = [...counted].map(([program, n]) => `${program} in the file (${n})`);
    const depth = plural(plies, 'ply', 'plies');
    if (files.length === 0) return ` Judged at ${depth}.`;
    return ` Judged by ${files.join(' and ')}${own > 0 ? ` and by alea at ${depth} (${own})` : ''}.`;
}

/** The result and what of it luck does not explain. */
function luckLine(match: Match, analysis: Analysis): string {
    const inMatch = match.match_length > 0;
    const show = (value: number): string => inMatch ? chance(value) : signed(value, 2);
    return `Result for ${match.players[0]}: ${show(analysis.result)}` +
        `${inMatch ? ' against an even start' : ' points'}; luck-adjusted: ` +
        `${show(analysis.luck_adjusted)}.`;
}
