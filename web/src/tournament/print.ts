// /tournament/ID/print: what a director hangs up and hands out: the pairings, a card for each player, score
// sheets of the matches to be played now, the table. Shown as it comes out of the printer.

import { get } from '../api';
import { h, replace } from '../dom';
import { qrPicture } from '../share/qr';
import { setAddress, type Page, type PageContext } from '../router';
import { dateTimeText, plural } from '../study/format';
import { failed } from '../study/words';
import type { Tournament, TournamentMatch, TournamentPlayer } from '../types';
import { hasBracket, isPlayable, lengthsText, nameOf, roundsOf, stageText, type Round } from './model';
import { groupTables, standingsTable } from './standings';

const KINDS = ['pairings', 'cards', 'sheets', 'table'] as const;
type Kind = (typeof KINDS)[number];
const TEXT: { [kind in Kind]: string } = {
    pairings: 'Pairings', cards: 'Player cards', sheets: 'Score sheets', table: 'Table',
};
/** Lines of a card or sheet; more do not fit on it. */
const CARD_ROWS = 11, SHEET_ROWS = 19;

function grid(heads: string[], rows: (string | number)[][], kind = ''): HTMLElement {
    return h('table', { class: `paper-grid ${kind}` },
        h('thead', null, h('tr', null, heads.map((head) => h('th', { scope: 'col' }, head)))),
        h('tbody', null, rows.map((row) => h('tr', null, row.map((cell) => h('td', null, cell || '\u00a0'))))));
}

function head(t: Tournament, text: string): HTMLElement {
    return h('div', { class: 'paper-head' }, h('strong', null, t.name), h('span', null, text));
}

/** The matches of a player in order, and the title of the round of each. */
function matchesOf(t: Tournament, player: number): { match: TournamentMatch; round: Round }[] {
    return roundsOf(t).flatMap((round) => round.matches.filter((match) => match.players.includes(player))
        .map((match) => ({ match, round })));
}

/** How many lines a card needs: as many matches as the player can have. */
function cardRows(t: Tournament, had: number): number {
    const players = t.players.filter((one) => one.seed !== null).length;
    const bracket = Math.ceil(Math.log2(Math.max(2, players)));
    const most = t.kind === 'arena' ? CARD_ROWS : t.kind === 'swiss' ? t.rounds : t.kind === 'league' ? (players - 1) * t.plan.cycles
        : t.kind === 'groups' ? (t.plan.group_size - 1) * t.plan.cycles + bracket : t.kind === 'double' ? 2 * bracket : bracket + (t.plan.consolation === 'none' ? 0 : bracket);
    return Math.max(had, Math.min(most, CARD_ROWS));
}

function card(t: Tournament, player: TournamentPlayer, address: string, code: Node | null): HTMLElement {
    const own = matchesOf(t, player.player);
    const rows = own.map(({ match, round }) => {
        const at = match.players[0] === player.player ? 0 : 1;
        const score = match.score ? `${match.score[at]} : ${match.score[1 - at]}` : match.outcome === 'bye' ? 'bye'
            : match.outcome ? (match.winner === player.player ? 'won' : 'lost') : '';
        return [hasBracket(t.kind) ? round.title : round.round, nameOf(t, match.players[1 - at]!), match.length, score, ''];
    });
    while (rows.length < cardRows(t, own.length)) rows.push(['', '', '', '', '']);
    return h('section', { class: 'paper-sheet paper-card', 'aria-label': `Card of ${player.name}` },
        head(t, player.seed ? `No. ${player.seed}` : ''),
        h('h2', null, player.name),
        h('p', null, [player.rating ? `rating ${player.rating}` : '', lengthsText(t.plan)].filter(Boolean).join(', ')),
        grid(['Round', 'Opponent', 'To', 'Result', 'Signed'], rows),
        h('div', { class: 'paper-foot' }, code?.cloneNode(true), h('span', null, address)));
}

function sheet(t: Tournament, match: TournamentMatch, round: Round): HTMLElement {
    const names = match.players.map((player) => nameOf(t, player));
    const rows = Array.from({ length: Math.min(2 * match.length - 1, SHEET_ROWS) },
        (_, n) => [n + 1, '', '', '', '']);
    return h('section', { class: 'paper-sheet paper-score', 'aria-label': `Score sheet of ${names.join(' and ')}` },
        head(t, round.title),
        h('h2', null, names.join(' \u2013 ')),
        h('p', null, `Match to ${match.length}.`),
        grid(['Game', 'Won by', 'Points', names[0]!, names[1]!], rows, 'paper-wide'),
        h('p', { class: 'paper-sign' }, 'Result: ', h('span', null), 'Signed: ', h('span', null), h('span', null)));
}

function cards(t: Tournament): HTMLElement[] {
    const address = `${location.origin}/tournament/${t.tournament}`;
    const code = qrPicture(address, `Address of ${t.name}`);
    return t.players.filter((one) => !one.withdrawn).map((one) => card(t, one, address, code));
}

function pairings(t: Tournament): HTMLElement[] {
    const meets = t.matches.some((match) => match.meeting?.agreed);
    return roundsOf(t).filter((round) => round.matches.some((match) => match.players.some((one) => one !== null)))
        .map((round) => h('section', { class: 'paper-sheet', 'aria-label': round.title },
            head(t, round.title),
            grid(['', '', '', ...(meets ? ['When'] : []), 'To', 'Result'], round.matches.map((match, n) => [n + 1,
                nameOf(t, match.players[0]), nameOf(t, match.players[1]),
                ...(meets ? [match.meeting?.agreed ? dateTimeText(match.meeting.time) : ''] : []), match.length,
                match.score ? match.score.join(' : ') : match.winner === null ? ''
                    : `${nameOf(t, match.winner)}`]), 'paper-pairs')));
}

/** What of a kind there is; an empty list with the reason. */
function sheetsOf(t: Tournament, kind: Kind): { sheets: HTMLElement[]; none: string } {
    switch (kind) {
    case 'pairings': return { sheets: pairings(t), none: 'Nobody is paired yet.' };
    case 'cards': return { sheets: cards(t), none: 'Nobody has entered yet.' };
    case 'sheets': return { sheets: roundsOf(t).flatMap((round) => round.matches.filter((match) =>
        match.open && isPlayable(match)).map((match) => sheet(t, match, round))), none: 'No match is to be played now.' };
    case 'table': {
        const table = standingsTable(t);
        const groups = groupTables(t);
        const sheet = (label: string, content: HTMLElement | HTMLElement[]): HTMLElement => h('section',
            { class: 'paper-sheet', 'aria-label': label }, head(t, stageText(t)), content);
        return { none: 'There is no table before the draw.', sheets: !table ? []
            : [...(groups.length === 0 ? [] : [sheet('Groups', groups)]), sheet('Table', table)] };
    }
    }
}

export function printPage(context: PageContext): Page {
    const path = `/tournament/${context.params['id']!}`;
    const asked = context.query.get('what') as Kind | null;
    const body = h('div', { class: 'paper', 'data-testid': 'paper' });
    const top = h('div', { class: 'stack no-print' });
    const element = h('div', { class: 'wide-page stack compact-page' }, top, body);
    const show = (t: Tournament, kind: Kind): void => {
        const { sheets, none } = sheetsOf(t, kind);
        replace(top, h('h1', null, h('a', { href: path }, t.name), ' on paper'),
            h('div', { class: 'choices' }, KINDS.map((one) => h('label', { class: 'choice' },
                h('input', { type: 'radio', name: 'paper-kind', checked: one === kind, 'data-testid': `paper-${one}`,
                    on: { change: () => {
                        setAddress(`${path}/print?what=${one}`);
                        show(t, one);
                        top.querySelector<HTMLElement>('input:checked')?.focus();
                    } } }), h('span', null, TEXT[one])))),
            h('div', { class: 'row' }, h('button', { type: 'button', class: 'button main', disabled: sheets.length === 0,
                'data-testid': 'paper-print', on: { click: () => window.print() } }, 'Print'),
                h('p', { class: 'hint' }, sheets.length === 0 ? none
                    : `${plural(sheets.length, kind === 'cards' ? 'card' : 'sheet')}, as they come out.`)));
        replace(body, ...sheets);
        body.className = `paper paper-${kind}`;
    };
    const load = async (): Promise<void> => {
        try {
            const t = await get<Tournament>(`/api${path.replace('tournament', 'tournaments')}`);
            show(t, asked && KINDS.includes(asked) ? asked : t.stage === 'entry' ? 'cards' : 'pairings');
        } catch (error) {
            replace(top, failed(error, () => void load()));
        }
    };
    return { title: 'On paper', element, ready: load() };
}
