// Values that the history page computes from the server's data.

import type { Entry, Statistics } from '../types';

export function ownPr(entry: Entry): number | null {
    return entry.you === null || !entry.pr ? null : entry.pr[entry.you];
}

export interface Line { name: string; decisions: number; errors: number; blunders: number | null;
                        loss: number; pr: number; share: number }

/** Kinds or themes, the dearest first: PR, and the share of everything lost. Where nothing was
 * decided there is no line. */
export function costLines(list: { name: string; decisions: number; errors: number;
                                  blunders?: number; loss: number }[]): Line[] {
    const total = list.reduce((sum, item) => sum + item.loss, 0);
    return list.filter((item) => item.decisions > 0)
        .map((item) => ({
            name: item.name, decisions: item.decisions, errors: item.errors,
            blunders: item.blunders ?? null, loss: item.loss,
            pr: (500 * item.loss) / item.decisions, share: total > 0 ? item.loss / total : 0,
        }))
        .sort((a, b) => b.loss - a.loss);
}

/** Too few to say anything: the figure is shown with that warning. */
export const FEW = 100;

const WORDS: [number, string][] = [
    [2.5, 'world class'], [5, 'expert'], [7.5, 'advanced'], [12.5, 'intermediate'],
    [17.5, 'casual'],
];

/** The limits of docs/analysis.md. */
export function ratingWord(pr: number): string {
    return WORDS.find(([limit]) => pr < limit)?.[1] ?? 'beginner';
}

export function overallPr(list: Statistics['pr']): { pr: number; decisions: number } | null {
    const decisions = list.reduce((sum, item) => sum + item.decisions, 0);
    if (decisions === 0) return null;
    return { pr: list.reduce((sum, item) => sum + item.pr * item.decisions, 0) / decisions,
             decisions };
}
