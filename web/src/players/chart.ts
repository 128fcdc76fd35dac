// A line over time: ratings, error rates. Figures in, a drawing out.

import { h, s } from '../dom';
import { pathOf, placeX, px, type Frame } from '../study/curve';

export interface Scale { low: number; high: number; step: number }

/** Round numbers around the values, four lines at most. */
export function scaleOf(values: number[], least: number): Scale {
    const low = Math.min(...values), high = Math.max(...values);
    const steps = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000].filter((step) => step >= least);
    for (const step of steps) {
        const from = Math.floor(low / step) * step;
        const to = Math.max(Math.ceil(high / step) * step, from + step);
        if ((to - from) / step <= 4) return { low: from, high: to, step };
    }
    const step = steps[steps.length - 1]!;
    return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
}

function drawing(values: number[], least: number, label: string, width: number): SVGSVGElement {
    const frame: Frame = { width, height: 180, left: 46, right: 12, top: 12, bottom: 14 };
    const { low, high, step } = scaleOf(values, least);
    const room = frame.height - frame.top - frame.bottom;
    const y = (value: number): number => frame.top + room * (high - value) / (high - low || 1);
    const points = values.map((value, n) => ({ x: placeX(frame, n, values.length), y: y(value) }));
    const svg = s('svg', { class: 'curve-svg', viewBox: `0 0 ${width} ${frame.height}`, width,
                           height: frame.height, role: 'img', 'aria-label': label });
    for (let value = low; value <= high; value += step)
        svg.append(s('line', { class: 'grid', x1: frame.left, x2: width - frame.right,
                               y1: px(y(value)), y2: px(y(value)) }),
                   s('text', { class: 'grid-label', x: frame.left - 8, y: px(y(value) + 4) },
                     String(value)));
    svg.append(s('path', { class: 'trend-line', d: pathOf(points) }));
    for (const point of points.length <= 60 ? points : points.slice(-1))
        svg.append(s('circle', { class: 'trend-dot', cx: px(point.x), cy: px(point.y), r: 3 }));
    return svg;
}

/** Drawn as wide as its place; `ends` is called when the page goes. */
export function lineChart(values: number[], least: number, label: string,
                          ends: (stop: () => void) => void): HTMLElement {
    const place = h('div', { class: 'trend' });
    const watch = new ResizeObserver(() => {
        const width = Math.floor(place.clientWidth);
        if (width <= 80) return;
        place.textContent = '';
        place.append(drawing(values, least, label, width));
    });
    watch.observe(place);
    ends(() => watch.disconnect());
    return place;
}
