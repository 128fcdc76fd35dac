// The first page: play now, a friend by link, the lobby, games going on.

import { get, post } from '../api';
import { h, replace } from '../dom';
import { icon, type IconName } from '../icons';
import { isLocal } from '../local/line';
import { scoreText } from '../score';
import { navigate, registerPage, type Page } from '../router';
import { onMe, whoAmI } from '../me';
import { noticeError } from '../notices';
import { theSocket } from '../socket';
import { challengesCard } from './challenges';
import { leftText, Turns } from './turns';
import { face, hasFace } from '../faces';
import { startBoard } from '../board/frame';
import { smallBoard } from '../board/small';
import { choicesText, firstGame, isNewcomer, newGameDialog, nextGame, playNow, prText, theLevels,
    type Opponent } from '../start/new_game';
import { clockTerms } from '../start/days';
import { Offers } from '../start/offers';
import { boardPosition, question } from '../study/position/words';
import type { Desk, DeskNext, LiveGame, MineGame, OpenGame, PositionAnswer } from '../types';

/** Rows of my games. */
const MOST_ROWS = 20;

function lengthText(length: number): string {
    return length ? `match to ${length}` : 'money';
}

function tile(name: IconName, title: string, text: string, testid: string, kind: string,
              run: () => void): HTMLElement {
    return h('button', { class: `tile ${kind}`, type: 'button', 'data-testid': testid,
        on: { click: run } }, icon(name), h('span', { class: 'tile-text' }, h('b', null, title),
        h('span', null, text)));
}

/** An opponent to choose: face, name, PR and sentence; a click begins a game at once. */
function opponentTile(): HTMLElement {
    const title = h('b', null, 'Play the computer');
    const about = h('span', { class: 'tile-about' });
    const picture = h('span', { class: 'tile-face' });
    const length = h('span', null, '\u00a0');
    void Promise.all([theLevels(), nextGame()]).then(([{ levels }, next]) => {
        length.textContent = choicesText(next);
        const name = next.level;
        const level = levels.find((one) => one.name === name);
        if (!level) return;
        const strength = prText(level);
        title.textContent = level.title ? `Play ${level.title}` : `Play the computer: ${level.name}`;
        about.textContent = `${level.about}${strength ? ` ${strength}.` : ''}`;
        replace(picture, hasFace(name) ? face(name) : icon('play'));
    }).catch(() => undefined);
    return h('button', { class: `tile wide meets${isNewcomer() ? '' : ' main'}`, type: 'button',
        'data-testid': 'play-now', on: { click: () => void playNow({ opponent: 'machine' }) } },
        picture, h('span', { class: 'tile-text' }, title, about,
            length));
}

function list(title: string, empty: string, rows: HTMLElement[], testid: string): HTMLElement[] {
    return [h('h2', null, title), rows.length
        ? h('ul', { class: 'game-list', 'data-testid': testid }, rows)
        : h('p', { class: 'quiet', 'data-testid': testid }, empty)];
}

/** "Magrie (1712)". */
const named = (name: string, rating: number | null): string =>
    rating === null ? name : `${name} (${rating})`;

/** The order of games to watch: by the rating of both, the unrated last. */
const strengthOf = (game: LiveGame): number =>
    (game.ratings[0] ?? 0) + (game.ratings[1] ?? 0);

function mineRow(entry: MineGame): HTMLElement {
    const names = entry.players.filter(Boolean).join(' and ');
    return h('li', null, h('a', { class: 'game-row', href: `/g/${entry.game}` },
        h('span', { class: 'game-names' }, names || 'waiting for an opponent'),
        h('span', { class: 'quiet' }, [scoreText(entry.score, null), lengthText(entry.match_length),
            entry.turn ? `their turn, ${leftText(entry.turn, Date.now())} left` : ''].filter(Boolean).join(', ')),
        icon('right')));
}

class HomePage implements Page {
    title = 'alea';
    private readonly challenges = challengesCard();
    private readonly turns = new Turns();
    private readonly mine = h('section', { class: 'card home-mine', hidden: true });
    private readonly open = h('section', { class: 'card' });
    private readonly live = h('section', { class: 'card' });
    private readonly offers = isLocal ? null : new Offers();
    /** The newest unfinished game. */
    private readonly goOn = h('a', { class: 'tile main wide', hidden: true,
        'data-testid': 'continue' });
    private readonly newHere = tile('bulb', 'New here?', 'a short first game, explained as you play',
        'first-game', 'main wide', () => void firstGame());
    /** The deck: what is due today, and the position of the day. */
    private readonly day = h('p', { class: 'hint', 'data-testid': 'home-day' });
    private readonly dayQuestion = h('p', null, '\u00a0');
    private readonly dayBoard = smallBoard('day-board', { board: startBoard(), off: [0, 0],
        cube: { value: 1, owner: null }, dice: null, turn: 0 }, 0);
    /** Where the board stands below the tiles: a line above them that leads to it. */
    private readonly dayLine = h('a', { class: 'day-line', href: '/train?daily=1',
        'data-testid': 'day-line' }, 'Position of the day');
    readonly element: HTMLElement;
    readonly ready: Promise<void>;
    private readonly cleanups: (() => void)[] = [];

    constructor() {
        const choose = (opponent?: Opponent) => (): void => void newGameDialog(opponent);
        const hello = h('p', { class: 'lead' });
        this.cleanups.push(onMe((me) => {
            hello.textContent = me.guest ? `You play as ${me.name}. No account is needed.`
                                         : `Welcome back, ${me.name}.`;
        }));
        this.cleanups.push(this.challenges.destroy, () => this.offers?.destroy());
        this.element = h('div', { class: 'home' }, this.turns.element,
            h('section', { class: 'home-hero' },
                h('div', { class: 'home-words' }, h('h1', null, 'Backgammon, here and now'), hello,
                    this.dayLine,
                    h('div', { class: 'tiles' },
                        this.goOn,
                        this.newHere,
                        opponentTile(),
                        isLocal ? null : [tile('link', 'Play a friend', 'send a link', 'play-friend', '',
                                               choose('link')),
                            tile('people', 'Open game', 'play anyone who joins', 'play-open', '',
                                 choose('open'))],
                        tile('settings', 'Custom game', 'opponent, rules, length, clock',
                             'new-game', 'wide', choose())),
                    h('p', { class: 'hint' }, h('a', { href: '/learn', 'data-testid': 'learn' },
                        'Learn the rules in fifteen short lessons'), '.'),
                    isLocal ? h('p', { class: 'hint', 'data-testid': 'alone' }, 'alea works here without a ' +
                        'connection, and what you play stays in this browser. Friends, clubs and tournaments ',
                        h('a', { href: '/players' }, 'need a server'), '.') : null),
                h('section', { class: 'day-card', 'aria-label': 'Position of the day' },
                  h('a', { href: '/train?daily=1', 'data-testid': 'daily' },
                    h('h2', null, 'Position of the day'), this.dayQuestion, this.dayBoard), this.day)),
            this.challenges.element, this.mine,
            h('div', { class: 'home-columns' }, this.open, this.live, this.offers?.element ?? null));
        this.newHere.hidden = !isNewcomer();
        this.showOpen([]);
        this.showLive([]);
        // Without a server the page is there before what answers is.
        const loaded = this.load();
        this.ready = isLocal ? Promise.resolve() : loaded;
        const timer = window.setInterval(() => {
            if (!document.hidden) void this.loadLive();
        }, 15000);
        this.cleanups.push(() => clearInterval(timer));
    }

    private async load(): Promise<void> {
        try {
            await whoAmI();
            this.cleanups.push(theSocket().lobby((games) => this.showOpen(games)));
            const [mine] = await Promise.all([get<{ games: MineGame[] }>('/api/games?list=mine'),
                this.challenges.ready, this.loadLive(), this.loadDay(), this.offers?.load()]);
            this.turns.show(mine.games);
            const others = mine.games.filter((game) => !game.turn?.mine);
            const rows = others.slice(0, MOST_ROWS).map(mineRow);
            if (others.length > MOST_ROWS)
                rows.push(h('li', { class: 'quiet' }, `and ${others.length - MOST_ROWS} more`));
            this.showGoOn(others.find((game) => game.turn === null));
            this.mine.hidden = rows.length === 0;
            replace(this.mine, list('My games', '', rows, 'my-games'));
        } catch (error) {
            noticeError(error);
        }
    }

    private async loadDay(): Promise<void> {
        const { deck } = await get<Desk>('/api/desk');
        const wait = deck.due + deck.new;
        const parts: (Node | string)[] = [];
        if (deck.streak > 0) parts.push(`Streak: ${deck.streak} ${deck.streak === 1 ? 'day' : 'days'}`);
        if (deck.reviewed_today === 0 && deck.streak > 0) parts.push('solve it to keep the streak');
        if (wait > 0) parts.push(h('a', { class: 'alone', href: '/train' },
            `${wait} ${wait === 1 ? 'position' : 'positions'} to train`));
        replace(this.day, parts.length === 0 ? 'One a day, for everybody. Your own errors follow.'
            : parts.flatMap((part, i) => i > 0 ? [' \u00b7 ', part] : [part]));
        const { card } = await get<DeskNext>('/api/desk/train?daily=1');
        if (!card) return;
        const position = await get<PositionAnswer>(`/api/position?id=${encodeURIComponent(card.id)}`);
        this.dayQuestion.textContent = question(position);
        this.dayLine.textContent = `Position of the day: ${question(position)}`;
        this.dayBoard.position = boardPosition(position)!;
        this.dayBoard.view = position.turn;
    }

    private showGoOn(game: MineGame | undefined): void {
        this.goOn.hidden = game === undefined;
        this.newHere.hidden = !isNewcomer() || game !== undefined;
        if (!game) return;
        const names = game.players.filter(Boolean);
        this.goOn.setAttribute('href', `/g/${game.game}`);
        replace(this.goOn, icon('right'), h('span', { class: 'tile-text' }, h('b', null, 'Continue'),
            h('span', null, [names.join(' and ') || 'waiting for an opponent',
                scoreText(game.score, null)].filter(Boolean).join(', '))));
    }

    private async loadLive(): Promise<void> {
        try {
            this.showLive((await get<{ games: LiveGame[] }>('/api/games?list=live')).games);
        } catch {
            // The next time, perhaps.
        }
    }

    private showOpen(games: OpenGame[]): void {
        this.open.hidden = games.length === 0;
        replace(this.open, list('Open games', 'Nobody is waiting. Open a game and anyone ' +
            'can join it.', games.map((game) => h('li', null, h('div', { class: 'game-row' },
            h('span', { class: 'game-names' }, named(game.host, game.rating)),
            h('span', { class: 'quiet grow' }, `${game.preset}, ${lengthText(game.match_length)}, ` +
                `${clockTerms(game.clock)}${game.rated ? ', rated' : ''}` +
                (game.delay_s ? `, shown ${game.delay_s} s late` : '') +
                (game.rating_range ? `, for ratings ${game.rating_range.join(' to ')}` : '')),
            h('button', { class: 'button', type: 'button', 'data-testid': `join-${game.game}`,
                on: { click: () => void this.join(game.game) } }, 'Join')))), 'open-seats'));
    }

    private showLive(games: LiveGame[]): void {
        this.live.hidden = games.length === 0;
        replace(this.live, list('Games to watch', 'No games between people at the moment.',
            [...games].sort((a, b) => strengthOf(b) - strengthOf(a)).map((game) => h('li', null,
                h('a', { class: 'game-row', href: `/g/${game.game}` },
                h('span', { class: 'game-names' }, game.players.map((name, i) =>
                    named(name, game.ratings[i]!)).join(' and ')),
                h('span', { class: 'quiet grow' }, (game.score ? `${scoreText(game.score, null)}, ` : '') +
                    lengthText(game.match_length)),
                h('span', { class: 'tag' }, icon('eye'), String(game.spectators))))),
            'live-games'));
    }

    private async join(game: string): Promise<void> {
        try {
            await post(`/api/games/${game}/join`);
        } catch (error) {
            noticeError(error);
            return;
        }
        navigate(`/g/${game}`);
    }

    destroy(): void {
        for (const cleanup of this.cleanups) cleanup();
    }
}

export function registerHome(): void {
    registerPage('/', () => new HomePage());
}
