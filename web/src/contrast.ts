// How far two colours are apart.

/** The luminance of "#rrggbb" as WCAG 2 defines it; null for other texts. */
export function luminance(colour: string): number | null {
    if (!/^#[0-9a-f]{6}$/i.test(colour)) return null;
    const [r, g, b] = [1, 3, 5].map((i) => {
        const part = parseInt(colour.slice(i, i + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** 1 to 21; 1 if a colour cannot be read. */
export function contrast(a: string, b: string): number {
    const [x, y] = [luminance(a), luminance(b)];
    if (x === null || y === null) return 1;
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
