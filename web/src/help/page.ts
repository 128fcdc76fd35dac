// /help: how to play here, in a few plain sections.

import { h } from '../dom';
import type { Page } from '../router';
import { whoAmI } from '../me';

type Line = string | [string, string];

function section(id: string, title: string, ...content: (Node | null)[]): HTMLElement {
    return h('section', { class: 'card stack', id }, h('h2', null, title), content);
}

function words(...texts: string[]): HTMLElement[] {
    return texts.map((text) => h('p', null, text));
}

function list(lines: Line[]): HTMLElement {
    return h('ul', null, lines.map((line) => typeof line === 'string' ? h('li', null, line)
        : h('li', null, h('strong', null, line[0]), ` ${line[1]}`)));
}

function keys(lines: [string, string][]): HTMLElement {
    return h('dl', { class: 'keys' }, lines.map(([key, text]) => [
        h('dt', null, key.split(' ').map((one) => h('kbd', null, one))), h('dd', null, text)]));
}

const SECTIONS: [string, string][] = [
    ['start', 'Start'], ['hands', 'Moving checkers'], ['keys', 'Keys'], ['learn', 'Learning'],
    ['dice', 'The dice'], ['others', 'With others'], ['everyone', 'For everyone'], ['about', 'About'],
];

function startPart(): HTMLElement {
    return section('start', 'Start',
        ...words('You play as a guest right away; no account is needed. On the first page choose the ' +
            'computer and its strength, or make a link and send it to a friend; the person who opens it ' +
            'first is your opponent. An open game is shown to everybody on this server.',
            'Games are kept on the server: close the page and come back later. If the connection ' +
            'breaks, your clock pauses for a limited time, which both players see.',
            'With a clock of days nobody has to be there: a turn has some days, then a reserve that is never ' +
            'filled again. Your turns are first on the first page, and after a move a button leads to the next. An ' +
            'account has 30 days of vacation a year, on the account page; its clocks of days stand meanwhile. ' +
            'While you wait you may say beside the board what you answer to a double or a resignation: it is ' +
            'then done at once.'),
        h('p', null, h('a', { href: '/' }, 'To the first page'), ' \u00b7 ',
          h('a', { href: '/learn' }, 'Learn to play'), ' \u00b7 ',
          h('a', { href: '/rules' }, 'Which rules?')));
}

function handsPart(): HTMLElement {
    return section('hands', 'Moving checkers', list([
        ['Drag', 'a checker to where it goes; the places it can reach are marked by shape.'],
        ['Tap', 'a checker to move it by the left die; the other button, or a long press, uses the ' +
            'other die. Tap the dice to exchange them.'],
        ['Tap a point', 'that you can make, and the checkers come.'],
        ['Tap a moved checker', 'to take it back. Undo and redo are yours until you send the play.'],
        ['Send', 'by tapping the dice when the play is complete, or with the button. The cube and ' +
            'resigning are elsewhere, and Enter never turns the cube.'],
        'Settings: one or two taps for a move, automatic forced moves, arrows, animation, ' +
            'colours, direction of play.',
    ]));
}

function keysPart(): HTMLElement {
    return section('keys', 'Keys',
        ...words('On every page ? shows the keys that work there, and so does the question mark in ' +
            'the header. Single-key shortcuts can be switched off there and in the settings, for ' +
            'those who dictate or whose hand slips; all that a game needs is a button or a typed word ' +
            'too.'),
        keys([
            ['Tab', 'into the board, and out of it'],
            ['\u2190 \u2191 \u2192 \u2193', 'from point to point'],
            ['Space', 'move the checker by the left die; with Shift by the other'],
            ['1 \u2013 6', 'move the checker on the chosen point by that die'],
            ['Enter', 'roll, or send a complete play'],
            ['n', 'studying: the next error; with Shift the one before'],
            ['\u2190 \u2192', 'studying: turn by turn'],
            ['z', 'zen mode: only the board'],
        ]),
        ...words('Moves can be typed as well, as in a book: 8/5 6/5, bar/20, 6/off.'));
}

function learnPart(): HTMLElement {
    return section('learn', 'Learning',
        ...words('A finished game is analysed automatically and listed under Matches. Those ' +
            'played elsewhere can be imported there, from any common file.'),
        list([
            ['Equity', 'is what a position is worth on average, in points per unit of the cube.'],
            ['Loss', 'is the equity of the best choice less that of the one made. From .02 it is ' +
                'doubtful ?!, from .04 an error ?, from .08 a blunder ??. The limits are yours to set.'],
            ['PR', 'is 500 times the equity lost in a decision, on average: below 2.5 world class, 5 ' +
                'expert, 7.5 advanced, 12.5 intermediate, 17.5 casual.'],
            ['Luck', 'is what a roll was worth beyond the average of all rolls. Result less luck is ' +
                'skill, and noise.'],
            ['Rollout', 'plays a position out many times, luck-adjusted; the interval says how ' +
                'sure the figure is.'],
        ]),
        h('p', null, h('a', { href: '/history' }, 'My matches'), ' \u00b7 ',
          h('a', { href: '/editor' }, 'Set up a position')));
}

function dicePart(): HTMLElement {
    return section('dice', 'The dice',
        ...words('The server cannot choose the dice, and neither can you or your opponent. Before the ' +
            'first roll the server seals a secret number and shows its fingerprint. Each player then ' +
            'adds words of their own. Every roll is computed from the secret and both players\u2019 ' +
            'words together, so a part of them alone predicts nothing.',
            'When the game is over the secret is opened. The page checks by one button that it fits the ' +
            'fingerprint and that every roll follows from it; \u201calea verify-dice\u201d does the same ' +
            'with the saved file, on your own machine. A table counts the rolls, with how many there ' +
            'were: few rolls look unfair more often than one would think.',
            'The machine sees no roll before it is thrown, and plays from the same dice.'));
}

function othersPart(): HTMLElement {
    return section('others', 'With others', list([
        ['Ratings', 'come from rated matches between two accounts: a win over a ' +
            'stronger player moves them more. Short, medium and long matches, money, blitz and play ' +
            'without a clock have one each. A match counts if both have made a play; of those with the ' +
            'same opponent five count a day. A question mark says that few matches are behind it.'],
        ['Challenge', 'somebody by name from their page or from your friends: the game waits for ' +
            'them alone until they accept or decline.'],
        ['Words', 'tell you while you are away that it is your turn, that your match of a tournament starts or ' +
            'that somebody challenges you: the Account page has the switches.'],
        ['Tournaments', 'are made by anybody with an account: knock-out, double elimination, Swiss or round ' +
            'robin. Players enter themselves or by name, play here with one click or at a real board, and tell ' +
            'the result; what both say stands, the director decides the rest. Player cards, pairings and ' +
            'score sheets can be printed, and one line of HTML shows the table on the club’s own site.'],
        ['Clubs', 'have members, directors, announcements, tournaments of their own and a ladder: challenge a member ' +
            'a few places higher; if you win, his place is yours. A director’s rights end at his club.'],
        ['Mute', 'and you do not see what they write; block, and they cannot play, write or challenge, ' +
            'and do not see whether you are here. Report tells those who run the server.'],
        ['Notifications', 'of the browser say that it is your turn while you look elsewhere: ' +
            'switch them on in the settings.'],
    ]), h('p', null, h('a', { class: 'alone', href: '/players' }, 'Players'), ' ',
        h('a', { class: 'alone', href: '/tournaments' }, 'Tournaments'),
        h('a', { class: 'alone', href: '/clubs' }, 'Clubs')));
}

function everyonePart(): HTMLElement {
    return section('everyone', 'For everyone', list([
        'Every page works by keyboard alone. The board is one stop for Tab; its points are named, for ' +
            'example \u201cyour 8 point, 3 checkers\u201d.',
        'Rolls, plays and offers are announced to screen readers. A board in plain text can be switched ' +
            'on in the settings.',
        'Colour is never the only sign: errors have symbols and numbers, targets have shapes.',
        'Light, dark, high contrast and colour-blind safe boards; less motion; sounds one by one.',
        'Single-key shortcuts do nothing while you type, and can be switched off altogether.',
    ]));
}

function aboutPart(version: string): HTMLElement {
    return section('about', 'About',
        ...words(`alea ${version}: backgammon played by the book, judged by an engine of its own. Free ` +
            'software under the MIT licence.',
            'This page fetches nothing from anywhere else, does no tracking, shows no advertisements and ' +
            'sets one cookie, which says who you are while you play.'));
}

export async function helpPage(): Promise<Page> {
    const me = await whoAmI().catch(() => null);
    const element = h('div', { class: 'narrow help' }, h('h1', null, 'Help'),
        h('nav', { class: 'preset-links', 'aria-label': 'On this page' }, SECTIONS.map(([id, text]) =>
            h('a', { class: 'tag', href: `#${id}` }, text))),
        startPart(), handsPart(), keysPart(), learnPart(), dicePart(), othersPart(),
        everyonePart(),
        aboutPart(me?.version ?? ''));
    return { title: 'Help', element };
}
