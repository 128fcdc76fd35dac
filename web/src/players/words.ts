// Ratings in words.

const lengths: { [name: string]: string } = { short: 'Short matches', medium: 'Medium matches',
    long: 'Long matches', money: 'Money' };
const speeds: { [name: string]: string } = { normal: 'with a clock', blitz: 'blitz',
    slow: 'without hurry' };

/** "Medium matches, blitz" out of "medium-blitz". */
export function poolText(pool: string): string {
    const [length = '', speed = ''] = pool.split('-');
    return `${lengths[length] ?? length}, ${speeds[speed] ?? speed}`;
}

export function changeText(change: number | null): string {
    if (change === null) return '';
    const whole = Math.round(change);
    return whole === 0 ? '\u00b10' : whole < 0 ? `\u2212${-whole}` : `+${whole}`;
}
