// The faces of the machine's named players: our own drawings, a head, hair and one thing
// that goes with the style. And a sign for each person.

import { s } from './dom';

interface Face {
    back: string;
    skin: string;
    hair: string;
    /** Behind the head, over it, and what is drawn last, as paths in a 64 x 64 box. */
    behind?: string;
    over: string;
    mouth: string;
    /** Filled; drawn as lines. */
    extra?: [path: string, colour: string][];
    lines?: string;
}

const faces: { [name: string]: Face } = {
    poppy: { back: '#f6d9d5', skin: '#f3c9a5', hair: '#c2542d', mouth: 'M26 41q6 5 12 0',
        behind: 'M14 30a7 7 0 1 0-6 11ZM50 30a7 7 0 1 1 6 11Z',
        over: 'M16 30c0-13 8-18 16-18s16 5 16 18c-5-7-10-9-16-9s-11 2-16 9Z',
        extra: [['M32 12c-3-6 3-8 4-5 4-2 5 4-1 6Z', '#d8384e']] },
    bruno: { back: '#d9e4ee', skin: '#d9a176', hair: '#2c2420', mouth: 'M25 42q8 3 13-2',
        over: 'M16 26c1-12 10-15 16-15s15 3 16 15l-5-5H21Z',
        extra: [['M18 43c2 12 9 14 14 14s12-2 14-14c-3 7-6 6-14 6s-11 1-14-6Z', '#2c2420']],
        lines: 'M21 28l8 2M43 28l-8 2' },
    otto: { back: '#e4e0d2', skin: '#edc4a1', hair: '#d7d4cc', mouth: 'M27 45h10',
        behind: 'M13 28c-3 8 0 15 4 17l3-15ZM51 28c3 8 0 15-4 17l-3-15Z',
        over: 'M17 27c0-3 1-6 3-8l2 6ZM47 27c0-3-1-6-3-8l-2 6Z',
        extra: [['M22 41q10-6 20 0q-4 4-10 1q-6 3-10-1Z', '#bdb9ae']] },
    nora: { back: '#dcebe2', skin: '#efd0b4', hair: '#5b4636', mouth: 'M28 42h8',
        behind: 'M14 32c0-14 8-20 18-20s18 6 18 20v14H14Z',
        over: 'M17 31c1-11 8-13 15-13s14 2 15 13c-7-2-10-5-12-8-4 5-10 7-18 8Z',
        lines: 'M20 33a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0ZM33 33a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0ZM31 33h2' },
    dario: { back: '#f4e6c4', skin: '#c98f62', hair: '#1e1a18', mouth: 'M25 41q8 8 14 0Z',
        over: 'M16 29c-2-12 6-19 17-18 10 0 17 7 15 18-3-4-4-8-9-9-7 1-18-2-23 9Z',
        extra: [['M43 43h14v14H43Z', '#fffdf6']], lines: 'M47.5 47.5v.1M52.5 52.5v.1M52.5 47.5v.1M47.5 52.5v.1' },
    carla: { back: '#e3dcf0', skin: '#e2b48c', hair: '#3b2a4a', mouth: 'M27 41q5 4 10 0',
        behind: 'M32 4a7 7 0 1 1 0 14 7 7 0 1 1 0-14Z',
        over: 'M15 34c-1-15 7-21 17-21s18 6 17 21c-2-8-6-12-17-12s-15 4-17 12Z',
        extra: [['M17 41a2 2 0 1 0 .1 0ZM47 41a2 2 0 1 0 .1 0Z', '#2e9b77']] },
    viktor: { back: '#d5dbe3', skin: '#f0cdb1', hair: '#8a8f96', mouth: 'M27 42l10-1',
        over: 'M18 24c3-9 9-12 14-12s11 3 14 12c-4-3-8-5-14-5s-10 2-14 5Z',
        extra: [['M22 57l10-6 10 6 3-2-13-9-13 9Z', '#b23a48']], lines: 'M21 28.5h8M35 28.5h8' },
    aurelia: { back: '#1f3a40', skin: '#e9c39c', hair: '#d9a92f', mouth: 'M27 41q5 3 10 0',
        behind: 'M13 52c-3-26 5-41 19-41s22 15 19 41Z',
        over: 'M17 32c0-12 7-16 15-16s15 4 15 16c-3-6-8-8-12-12-3 5-12 5-18 12Z',
        extra: [['M21 15l3-9 5 6 3-8 3 8 5-6 3 9c-7-4-15-4-22 0Z', '#f3d35c']] },
    echo: { back: '#cfe3e4', skin: '#9cc3c6', hair: '#35696e', mouth: 'M26 41q6 3 12 0',
        over: 'M16 30c0-12 8-17 16-17s16 5 16 17c-5-6-10-8-16-8s-11 2-16 8Z',
        lines: 'M8 26c-2 5-2 9 0 14M56 26c2 5 2 9 0 14' },
};

/** Has that level a face? */
export const hasFace = (name: string | undefined): boolean =>
    name !== undefined && Object.keys(faces).includes(name);

/** The face of a named player; the name stands beside it. */
export function face(name: string): SVGSVGElement {
    const f = faces[name] ?? faces['echo']!;
    const line = { fill: 'none', stroke: '#2b2522', 'stroke-width': 2, 'stroke-linecap': 'round',
        'stroke-linejoin': 'round' };
    return s('svg', { class: 'face', viewBox: '0 0 64 64', 'aria-hidden': 'true' },
        s('circle', { cx: 32, cy: 32, r: 32, fill: f.back }),
        f.behind ? s('path', { d: f.behind, fill: f.hair }) : null,
        s('path', { d: 'M14 64c1-9 9-12 18-12s17 3 18 12Z', fill: f.hair, opacity: 0.75 }),
        s('path', { d: 'M27 44h10v11q-5 4-10 0Z', fill: f.skin }),
        s('ellipse', { cx: 32, cy: 34, rx: 14.5, ry: 16, fill: f.skin }),
        s('path', { d: f.over, fill: f.hair }),
        s('path', { ...line, d: 'M25.5 33.5v.1M38.5 33.5v.1', 'stroke-width': 4 }),
        (f.extra ?? []).map(([d, colour]) => s('path', { d, fill: colour })),
        f.lines ? s('path', { ...line, d: f.lines }) : null,
        s('path', { ...line, d: f.mouth }));
}

/** A person's: a checker in a colour of the name, with its first letter. The name stands beside it. */
export function avatar(name: string): SVGSVGElement {
    let hash = 7;
    for (const letter of name.toLocaleLowerCase()) hash = (hash * 31 + letter.codePointAt(0)!) % 360;
    return s('svg', { class: 'face', viewBox: '0 0 64 64', 'aria-hidden': 'true' },
        s('circle', { cx: 32, cy: 32, r: 32, fill: `hsl(${hash} 38% 34%)` }),
        s('circle', { cx: 32, cy: 32, r: 24, fill: 'none', stroke: `hsl(${hash} 40% 62%)`,
            'stroke-width': 2.5 }),
        s('text', { x: 32, y: 33, fill: '#ffffff', 'font-size': 27, 'font-weight': 600,
            'text-anchor': 'middle', 'dominant-baseline': 'central' },
            ([...name][0] ?? '').toLocaleUpperCase()));
}
