// Error classes: what a loss is called, at limits the reader may set.

export type Mark = 'none' | 'doubtful' | 'error' | 'blunder';
export type Limits = [number, number, number];

export const DEFAULT_LIMITS: Limits = [0.02, 0.04, 0.08];
export const MARKS: Mark[] = ['none', 'doubtful', 'error', 'blunder'];

export const MARK_SYMBOL: { [mark in Mark]: string } =
    { none: '', doubtful: '?!', error: '?', blunder: '??' };
export const MARK_NAME: { [mark in Mark]: string } =
    { none: '', doubtful: 'doubtful', error: 'error', blunder: 'blunder' };

// Losses come rounded to six digits; a loss that is the limit counts.
const ROUNDING = 5e-7;

export function markOf(loss: number, limits: Limits = DEFAULT_LIMITS): Mark {
    if (loss + ROUNDING >= limits[2]) return 'blunder';
    if (loss + ROUNDING >= limits[1]) return 'error';
    return loss + ROUNDING >= limits[0] ? 'doubtful' : 'none';
}

/** How bad, 0 to 3, for comparing. */
export function markRank(mark: Mark): number {
    return MARKS.indexOf(mark);
}

/** Three rising numbers of a person's typing, or null. */
export function readLimits(texts: [string, string, string]): Limits | null {
    const values = texts.map((text) => Number(text.trim().replace(',', '.')));
    if (texts.some((text) => text.trim() === '') ||
        values.some((value) => !Number.isFinite(value) || value <= 0 || value > 3))
        return null;
    const [doubtful, error, blunder] = values as Limits;
    return doubtful < error && error < blunder ? [doubtful, error, blunder] : null;
}
