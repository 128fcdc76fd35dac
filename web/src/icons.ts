// Small drawings for buttons, stroked in the colour of the text.

import { s } from './dom';

const paths = {
    menu: 'M4 7h16M4 12h16M4 17h16',
    close: 'M6 6l12 12M18 6L6 18',
    settings: 'M4 8h9M19 8h1M4 16h1M11 16h9M16 5.5v5M8 13.5v5',
    sound: 'M4 10v4h3l5 4V6L7 10ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
    mute: 'M4 10v4h3l5 4V6L7 10ZM16 9.5l5 5M21 9.5l-5 5',
    help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.1',
    user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-4 3.8-6 7.5-6s6.700 2 7.500 6',
    undo: 'M9 7L4.500 11.500 9 16M5 11.500h9a5 5 0 0 1 0 10h-2',
    redo: 'M15 7l4.500 4.500L15 16M19 11.500h-9a5 5 0 0 0 0 10h2',
    flag: 'M6 21V4M6 5c4-2 7 2 12 0v8c-5 2-8-2-12 0',
    flip: 'M8 4v15M8 4L4.500 7.500M8 4l3.500 3.500M16 20V5M16 20l-3.500-3.500M16 20l3.500-3.500',
    replay: 'M5 12a7 7 0 1 0 2.300-5.200L4.500 9.300M4.500 4.500v4.800h4.800',
    chat: 'M4 5h16v11H10l-5 4v-4H4Z',
    dice: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8.500 8.500v.1M15.500 15.500v.1M12 12v.1',
    check: 'M5 12.500l4.500 4.500L19 7',
    link: 'M10 14a4 4 0 0 0 6 .400l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.400l-3 3a4 4 0 0 0 5.700 5.700L12 17',
    copy: 'M9 9h11v11H9ZM5 15H4V4h11v1',
    download: 'M12 4v11M7.500 11L12 15.500 16.500 11M5 19.500h14',
    eye: 'M2.500 12C5 7.500 8.200 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.700 6.500-9.500 6.500S5 16.500 2.500 12ZM12 14.700a2.700 2.700 0 1 0 0-5.400 2.700 2.700 0 0 0 0 5.400Z',
    bulb: 'M9.500 18h5M10.500 21h3M8.500 15.500C6.500 14 5.500 12 5.500 9.700a6.500 6.500 0 0 1 13 0c0 2.300-1 4.300-3 5.800Z',
    text: 'M5 6h14M5 10h14M5 14h10M5 18h7',
    play: 'M7 4.500l12 7.500-12 7.500Z',
    next: 'M6 5l8 7-8 7ZM18 5v14',
    previous: 'M18 5l-8 7 8 7ZM6 5v14',
    left: 'M15 5l-7 7 7 7',
    right: 'M9 5l7 7-7 7',
    warn: 'M12 4L2.500 20h19ZM12 10v5M12 17.500v.1',
    shield: 'M12 3l8 3v6c0 5-3.500 7.500-8 9-4.500-1.500-8-4-8-9V6Z',
    chart: 'M4 4v16h16M7 15l4-5 3 3 5-7',
    people: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20c.500-4 3-6 6.500-6s6 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.200 2.600 3.500 5.500',
    robot: 'M6 9h12v10H6ZM12 9V5M9.500 13.500v.1M14.500 13.500v.1M3.500 12v4M20.500 12v4M12 4.500v.1',
    clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.500 2',
    plus: 'M12 5v14M5 12h14',
    upload: 'M12 16V5M7.500 9L12 4.500 16.500 9M5 19.500h14',
    sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M18.700 5.300l-1.400 1.400M6.700 17.300l-1.400 1.400',
    moon: 'M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10Z',
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
