// Ratings in words.

import type { Rating } from '../types';

const lengths: { [name: string]: string } = { short: 'Short matches', medium: 'Medium matches',
    long: 'Long matches', money: 'Money' };
const speeds: { [name: string]: string } = { normal: 'with a clock', blitz: 'blitz',
    slow: 'without hurry' };

/** "Medium matches, blitz" out of "medium-blitz". */
export function poolText(pool: string): string {
    const [length = '', speed = ''] = pool.split('-');
    return `${lengths[length] ?? length}, ${speeds[speed] ?? speed}`;
}

/** A provisional rating has a question mark. */
export function ratingText(rating: Pick<Rating, 'rating' | 'provisional'>): string {
    return `${Math.round(rating.rating)}${rating.provisional ? '?' : ''}`;
}

export function changeText(change: number | null): string {
    if (change === null) return '';
    const whole = Math.round(change);
    return whole === 0 ? '\u00b10' : whole < 0 ? `\u2212${-whole}` : `+${whole}`;
}
