// The curve of a PR over time, and the bar of a share.

import { h, s } from '../dom';
import { makeTrend, px, type Frame } from './curve';
import { percentText, plural, rateText } from './format';

export const TREND_WINDOW = 10;

/** How much of a whole. */
export function shareBar(share: number): Node {
    return h('span', { class: 'share' },
        s('svg', { class: 'share-bar', viewBox: '0 0 100 8', preserveAspectRatio: 'none',
                   'aria-hidden': 'true' },
          s('rect', { class: 'ground', width: 100, height: 8 }),
          s('rect', { class: 'part', width: (100 * share).toFixed(1), height: 8 })),
        percentText(share, 0));
}

export function trendFrame(width: number): Frame {
    return { width, height: 190, left: 38, right: 12, top: 12, bottom: 14 };
}

/** One dot for each entry; `what` they are, one and many. */
export function trendSvg(entries: { pr: number; decisions: number }[], width: number,
                         what: [string, string] = ['match', 'matches']): SVGSVGElement {
    const frame = trendFrame(width);
    const trend = makeTrend(entries, TREND_WINDOW, frame);
    const first = entries[0]!, last = entries[entries.length - 1]!;
    const svg = s('svg', { class: 'curve-svg', viewBox: `0 0 ${width} ${frame.height}`, width,
        height: frame.height, role: 'img',
        'aria-label': `PR of ${plural(entries.length, what[0], what[1])}, from ` +
            `${rateText(first.pr)} to ${rateText(last.pr)}` });
    for (const line of trend.grid)
        svg.append(s('line', { class: 'grid', x1: frame.left, x2: width - frame.right,
                               y1: px(line.y), y2: px(line.y) }),
                   s('text', { class: 'grid-label', x: frame.left - 8, y: px(line.y + 4) },
                     line.label));
    svg.append(s('path', { class: 'trend-line', d: trend.average }));
    for (const dot of trend.dots)
        svg.append(s('circle', { class: 'trend-dot', cx: px(dot.x), cy: px(dot.y), r: 3.5 }));
    return svg;
}
