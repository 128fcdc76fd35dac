// Geometry of the charts: figures in, coordinates and path texts out. Nothing is drawn here.

import type { Row } from './model';

export interface Frame {
    width: number;
    height: number;
    left: number;
    right: number;
    top: number;
    bottom: number;
}

export interface CurvePlace {
    index: number; // of the row
    x: number;
    y: number;
    value: number;
}

export interface Curve {
    places: CurvePlace[];
    line: string;
    /** The area between the line and the middle; clipping separates above from below. */
    area: string;
    middle: number;
    grid: { y: number; label: string }[];
    /** Where games begin. */
    borders: { x: number; label: string }[];
}

export type Measure = 'chance' | 'equity';

/** Rounded to a tenth of a pixel: short texts, and the same everywhere. */
export function px(value: number): string {
    const text = value.toFixed(1);
    return text.endsWith('.0') ? text.slice(0, -2) : text;
}

export function pathOf(points: { x: number; y: number }[]): string {
    return points.map((p, i) => `${i === 0 ? 'M' : 'L'}${px(p.x)} ${px(p.y)}`).join('');
}

/** A round number at or above `value`: 1, 2, 2.5 or 5 times a power of ten. */
export function niceCeil(value: number): number {
    if (!(value > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    for (const step of [1, 2, 2.5, 5, 10])
        if (value <= step * power * (1 + 1e-9)) return step * power;
    return 10 * power;
}

/** Equities are shown to 1 either way, further only if the game went there. */
export function equityReach(values: number[]): number {
    const most = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    return most <= 1 ? 1 : Math.min(3, Math.ceil(most * 2) / 2);
}

function innerY(frame: Frame, share: number): number {
    return frame.top + (1 - share) * (frame.height - frame.top - frame.bottom);
}

/** x of row number `n` of `count`, spread over the frame. */
export function placeX(frame: Frame, n: number, count: number): number {
    const width = frame.width - frame.left - frame.right;
    return frame.left + (count > 1 ? (n * width) / (count - 1) : width / 2);
}

export function makeCurve(rows: Row[], measure: Measure, frame: Frame): Curve {
    const known = rows.filter((row) => row.curve !== null);
    const reach = measure === 'chance' ? 1 : equityReach(known.map((row) => row.curve!.equity));
    const share = (value: number): number =>
        measure === 'chance' ? value : (Math.max(-reach, Math.min(reach, value)) + reach) /
                                       (2 * reach);
    const places: CurvePlace[] = [];
    const borders: { x: number; label: string }[] = [];
    let game = 0;
    rows.forEach((row, n) => {
        const x = placeX(frame, n, rows.length);
        if (row.game !== game) {
            borders.push({ x, label: String(row.game) });
            game = row.game;
        }
        if (!row.curve) return;
        const value = measure === 'chance' ? row.curve.chance : row.curve.equity;
        places.push({ index: row.index, x, y: innerY(frame, share(value)), value });
    });
    const middle = innerY(frame, 0.5);
    const line = pathOf(places);
    const first = places[0], last = places[places.length - 1];
    const area = first && last
        ? `${line}L${px(last.x)} ${px(middle)}L${px(first.x)} ${px(middle)}Z` : '';
    const labels = measure === 'chance'
        ? [1, 0.75, 0.5, 0.25, 0].map((v) => ({ at: v, label: `${v * 100}%` }))
        : [1, 0.5, 0, -0.5, -1].map((v) => ({
              at: (v + 1) / 2, label: equityLabel(v * reach),
          }));
    const grid = labels.map(({ at, label }) => ({ y: innerY(frame, at), label }));
    return { places, line, area, middle, grid, borders };
}

function equityLabel(value: number): string {
    if (value === 0) return '0';
    return (value < 0 ? '\u2212' : '+') + String(Math.abs(value));
}

/** The place nearest to an x; -1 where there is none. */
export function nearest(places: { x: number }[], x: number): number {
    let found = -1;
    places.forEach((place, i) => {
        if (found < 0 || Math.abs(place.x - x) < Math.abs(places[found]!.x - x)) found = i;
    });
    return found;
}

export interface LuckBar { index: number; by: 0 | 1; x: number; y: number; width: number;
                           height: number; value: number }

/** A bar a roll, up where the roller was lucky. */
export function luckBars(rows: Row[], frame: Frame): LuckBar[] {
    const most = rows.reduce((max, row) => Math.max(max, Math.abs(row.luck ?? 0)), 0.25);
    const half = (frame.height - frame.top - frame.bottom) / 2;
    const middle = frame.top + half;
    const room = (frame.width - frame.left - frame.right) / Math.max(rows.length, 1);
    const width = Math.max(1.5, Math.min(8, room * 0.7));
    const bars: LuckBar[] = [];
    rows.forEach((row, n) => {
        if (row.luck === null) return;
        const height = Math.max(0.5, (Math.abs(row.luck) / most) * half);
        bars.push({
            index: row.index, by: row.by, value: row.luck, width, height,
            x: placeX(frame, n, rows.length) - width / 2,
            y: row.luck >= 0 ? middle - height : middle,
        });
    });
    return bars;
}

export interface Trend { dots: { x: number; y: number; value: number; at: number }[];
                         line: string; average: string;
                         grid: { y: number; label: string }[]; top: number }

/** PR over time: a dot for each match, in order, and the average of the last `window` matches,
 * each weighed by its decisions. Lower is better, and lower is drawn lower. */
export function makeTrend(entries: { pr: number; decisions: number }[], window: number,
                          frame: Frame): Trend {
    const top = niceCeil(Math.max(5, ...entries.map((entry) => entry.pr)));
    const y = (value: number): number => innerY(frame, value / top);
    const dots = entries.map((entry, n) => ({
        x: placeX(frame, n, entries.length), y: y(entry.pr), value: entry.pr, at: n,
    }));
    const means = movingPr(entries, window);
    const average = pathOf(means.map((value, n) => ({ x: dots[n]!.x, y: y(value) })));
    const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => ({
        y: innerY(frame, share), label: String(Number((share * top).toFixed(2))),
    }));
    return { dots, line: pathOf(dots), average, grid, top };
}

export function movingPr(entries: { pr: number; decisions: number }[], window: number): number[] {
    return entries.map((_, n) => {
        const part = entries.slice(Math.max(0, n - window + 1), n + 1);
        const weight = part.reduce((sum, e) => sum + e.decisions, 0);
        if (weight === 0) return part.reduce((sum, e) => sum + e.pr, 0) / part.length;
        return part.reduce((sum, e) => sum + e.pr * e.decisions, 0) / weight;
    });
}
