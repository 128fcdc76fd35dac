// Small drawings for buttons, stroked in the colour of the text.

import { s } from './dom';

const paths = {
    menu: 'M4 7h16M4 12h16M4 17h16',
    close: 'M6 6l12 12M18 6L6 18',
    settings: 'M4 8h9M19 8h1M4 16h1M11 16h9M16 5.5v5M8 13.5v5',
    sound: 'M4 10v4h3l5 4V6L7 10ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
    mute: 'M4 10v4h3l5 4V6L7 10ZM16 9.5l5 5M21 9.5l-5 5',
    help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.1',
    user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
    undo: 'M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2',
    redo: 'M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h2',
    takeback: 'M12 21a9 9 0 1 0-8.5-6M3.5 15l-1-4.5M3.5 15l4.5-1.2M9 12h6M9 12l2.5-2.5M9 12l2.5 2.5',
    flag: 'M6 21V4M6 5c4-2 7 2 12 0v8c-5 2-8-2-12 0',
    flip: 'M8 4v15M8 4L4.5 7.5M8 4l3.5 3.5M16 20V5M16 20l-3.5-3.5M16 20l3.5-3.5',
    replay: 'M5 12a7 7 0 1 0 2.3-5.2L4.5 9.3M4.5 4.5v4.8h4.8',
    chat: 'M4 5h16v11H10l-5 4v-4H4Z',
    dice: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8.5 8.5v.1M15.5 15.5v.1M12 12v.1',
    check: 'M5 12.5l4.5 4.5L19 7',
    link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
    copy: 'M9 9h11v11H9ZM5 15H4V4h11v1',
    download: 'M12 4v11M7.5 11L12 15.5 16.5 11M5 19.5h14',
    eye: 'M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12ZM12 14.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4Z',
    bulb: 'M9.5 18h5M10.5 21h3M8.5 15.5C6.5 14 5.5 12 5.5 9.7a6.5 6.5 0 0 1 13 0c0 2.3-1 4.3-3 5.8Z',
    text: 'M5 6h14M5 10h14M5 14h10M5 18h7',
    play: 'M7 4.5l12 7.5-12 7.5Z',
    pause: 'M8 5v14M16 5v14',
    bell: 'M12 3.5a6 6 0 0 0-6 6c0 5-2 6.5-2 6.5h16s-2-1.5-2-6.5a6 6 0 0 0-6-6ZM10 19.5a2 2 0 0 0 4 0',
    next: 'M6 5l8 7-8 7ZM18 5v14',
    previous: 'M18 5l-8 7 8 7ZM6 5v14',
    left: 'M15 5l-7 7 7 7',
    right: 'M9 5l7 7-7 7',
    warn: 'M12 4L2.5 20h19ZM12 10v5M12 17.5v.1',
    shield: 'M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6Z',
    chart: 'M4 4v16h16M7 15l4-5 3 3 5-7',
    people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.6 3.5 5.5',
    cup: 'M7 4h10v6a5 5 0 0 1-10 0ZM7 6H3.5c0 3 1 5 3.8 5M17 6h3.5c0 3-1 5-3.8 5M12 15v4M8 20h8',
    robot: 'M6 9h12v10H6ZM12 9V5M9.5 13.5v.1M14.5 13.5v.1M3.5 12v4M20.5 12v4M12 4.5v.1',
    clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
    plus: 'M12 5v14M5 12h14',
    edit: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19ZM13.5 7l3.5 3.5',
    trash: 'M5 7h14M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
    upload: 'M12 16V5M7.5 9L12 4.5 16.5 9M5 19.5h14',
    sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
    moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
} as const;

export type IconName = keyof typeof paths;

/** An icon beside a text that says the same; alone, the button needs an aria-label. */
export function icon(name: IconName): SVGSVGElement {
    return s('svg', { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true',
        focusable: 'false' }, s('path', { d: paths[name] }));
}

/** The sign of the program: a die. */
export function logo(): SVGSVGElement {
    const places: [number, number][] = [[10, 10], [22, 10], [16, 16], [10, 22], [22, 22]];
    return s('svg', { class: 'logo', viewBox: '0 0 32 32', 'aria-hidden': 'true' },
        s('rect', { x: 2, y: 2, width: 28, height: 28, rx: 7 }),
        places.map(([cx, cy]) => s('circle', { cx, cy, r: 2.7 })));
}
