// The 21 rolls, and how far a sample of them is from what chance gives.

/** In the server's order: 11 21 22 31 ... 66. */
export const rolls = [[1, 1], [2, 1], [2, 2], [3, 1], [3, 2], [3, 3], [4, 1], [4, 2], [4, 3], [4, 4],
    [5, 1], [5, 2], [5, 3], [5, 4], [5, 5], [6, 1], [6, 2], [6, 3], [6, 4], [6, 5], [6, 6]];

/** How often chance would give something at least this far from what is expected. */
export function chiSquareTail(counts: number[], total: number): number {
    if (total < 1) return 1;
    let sum = 0;
    counts.forEach((count, i) => {
        const [a, b] = rolls[i]!;
        const expected = total * (a === b ? 1 : 2) / 36;
        sum += (count - expected) ** 2 / expected;
    });
    // Wilson and Hilferty's cube root, good to two figures at 20 degrees of freedom.
    const k = 20;
    const z = (Math.cbrt(sum / k) - (1 - 2 / (9 * k))) / Math.sqrt(2 / (9 * k));
    const t = 1 / (1 + 0.2316419 * Math.abs(z));
    const tail = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * t * (0.31938153 + t *
        (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return z >= 0 ? tail : 1 - tail;
}
