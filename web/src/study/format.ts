// Figures as a reader sees them. U+2212 is the minus that is as wide as a plus.

import { scoreText } from '../score';
import type { CubeEquities, Side } from '../types';

const MINUS = '\u2212';
export const DASH = '\u2013';

/** `+0.123`, `−0.050`: three decimals, always with a sign except for zero. */
export function equityText(value: number): string {
    const text = Math.abs(value).toFixed(3);
    if (Number(text) === 0) return text;
    return (value < 0 ? MINUS : '+') + text;
}

/** A loss, `−0.083`; nothing where nothing was lost. */
export function lossText(loss: number): string {
    const text = Math.abs(loss).toFixed(3);
    return Number(text) === 0 ? '' : MINUS + text;
}

/** `64.6%` of a chance between 0 and 1. */
export function percentText(chance: number, digits = 1): string {
    return `${(100 * chance).toFixed(digits)}%`;
}

/** PR and other rates: two digits, a dash where there were no decisions. */
export function rateText(value: number | null | undefined, decisions = 1): string {
    if (value === null || value === undefined || decisions === 0) return DASH;
    return value.toFixed(2);
}

/** So few decisions say nothing of a player's level. */
export const LEVEL_LEAST = 20;

export function plural(count: number, one: string, many = `${one}s`): string {
    return `${count} ${count === 1 ? one : many}`;
}

/** `5-point match`, `money session`. */
export function lengthText(matchLength: number): string {
    return matchLength > 0 ? `${matchLength}-point match` : 'money session';
}

/** A time in Unix milliseconds, or a date from a file, as the reader's own date. */
export function dateText(time: number | string | null | undefined): string {
    if (time === null || time === undefined || time === '') return '';
    if (typeof time === 'string') return time;
    return new Date(time).toLocaleDateString(undefined, {
        year: 'numeric', month: 'short', day: 'numeric',
    });
}

export function dateTimeText(time: number): string {
    return new Date(time).toLocaleString(undefined, {
        year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit',
    });
}

export function bytesText(bytes: number): string {
    if (bytes < 1024) return plural(bytes, 'byte');
    if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
    return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The word for the luck of one roll, in equity. */
export function luckWord(luck: number): string {
    const size = Math.abs(luck);
    if (size < 0.1) return 'about average';
    const lucky = luck > 0 ? 'lucky' : 'unlucky';
    if (size < 0.3) return lucky;
    return size < 0.6 ? `very ${lucky}` : luck > 0 ? 'a joker' : 'a disaster';
}

/** The action of a cube decision or a score's cell; 'not_available' if no cube may be turned. */
export function cubeAction(cube: { action?: string; available?: boolean }): string {
    return cube.available === false ? 'not_available' : cube.action ?? '';
}

/** The verdict of a cube decision in words. */
export function cubeActionText(action: string, redouble = false): string {
    const re = redouble ? 're' : '';
    switch (action) {
    case 'no_double': return `No ${re}double, take`;
    case 'double_take': return redouble ? 'Redouble, take' : 'Double, take';
    case 'double_drop': return redouble ? 'Redouble, drop' : 'Double, drop';
    case 'too_good': return `Too good to ${re}double, drop`;
    case 'not_available': return 'No cube to turn';
    default: return action.replace(/_/g, ' ');
    }
}

/** The same in the two or three letters of a grid. */
export function cubeActionShort(action: string, dead = false): string {
    switch (action) {
    case 'no_double': return dead ? 'dead' : 'ND';
    case 'double_take': return 'D/T';
    case 'double_drop': return 'D/D';
    case 'too_good': return 'TG';
    default: return DASH;
    }
}

/** The equities of doubling after the best answer and of not doubling, compared. */
export function cubeChoices(equity: CubeEquities, redouble = false):
    { action: string; equity: number; loss: number }[] {
    const turned = Math.min(equity.double_take, equity.double_drop);
    const best = Math.max(equity.no_double, turned);
    const name = redouble ? 'Redouble' : 'Double';
    return [
        { action: `No ${name.toLowerCase()}`, equity: equity.no_double,
          loss: best - equity.no_double },
        { action: `${name}, take`, equity: equity.double_take,
          loss: Math.abs(equity.double_take - best) },
        { action: `${name}, drop`, equity: equity.double_drop,
          loss: Math.abs(equity.double_drop - best) },
    ];
}

/** The equities of taking and dropping to the doubled player, the better first. */
export function takeChoices(equity: CubeEquities): { action: string; equity: number;
                                                     loss: number }[] {
    const choices = [{ action: 'Take', equity: -equity.double_take, loss: 0 },
                     { action: 'Drop', equity: -equity.double_drop, loss: 0 }];
    choices.sort((a, b) => b.equity - a.equity);
    choices[1]!.loss = choices[0]!.equity - choices[1]!.equity;
    return choices;
}

/** A roll as plays are written: the larger number first, in whatever order it was thrown. */
export function rollText(dice: readonly [number, number]): string {
    return `${Math.max(...dice)}${Math.min(...dice)}`;
}

/** `3\u20132 of 5`: the score, and what the match is played to. */
export function scoreOfText(score: [number, number], matchLength: number): string {
    const text = scoreText(score, 0);
    return matchLength > 0 ? `${text} of ${matchLength}` : text;
}

export function otherPlayer(player: Side): Side {
    return player === 0 ? 1 : 0;
}

/** The note on decisions left out of a PR because a hint was asked for; '' for none. */
export function hintedText(count: number | undefined): string {
    if (!count) return '';
    return `${plural(count, 'decision')} with a hint ${count === 1 ? 'is' : 'are'} not counted.`;
}
