// /m/ID[/GAME/TURN]: a match to study.

import { ApiError, get } from '../api';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { registerKeys } from '../keys';
import { setAddress, type Page, type PageContext } from '../router';
import { announce } from '../notices';
import { theSocket } from '../socket';
import { makeBoard } from '../study/board';
import { CurveChart } from '../study/chart';
import { scoreText } from '../score';
import { dateText, lengthText, plural } from '../study/format';
import type { Mark } from '../study/marks';
import { isError, locate, makeStudy, nextError, type Row, type Study } from '../study/model';
import { keepLimits, prefs } from '../study/prefs';
import { errorText, notice } from '../study/words';
import { MoveList } from './list';
import { matchQuizPage } from './quiz';
import { Replay } from './replay';
import { analysisTool, downloads, limitsForm, Pictures, ShareLinks, type AnalysisTool } from
    '../study/tools';
import { totalsCard } from './totals';
import { TurnPanel } from './turn';
import type { Analysis, Match, Side } from '../types';

interface Loaded { match: Match; analysis: Analysis | null; why: string }

async function load(id: string): Promise<Loaded> {
    const match = await get<Match>(`/api/matches/${encodeURIComponent(id)}`);
    if (!match.analysed) return { match, analysis: null, why: '' };
    try {
        const analysis = await get<Analysis>(`/api/matches/${encodeURIComponent(id)}/analysis`);
        return { match, analysis, why: '' };
    } catch (error) {
        if (error instanceof ApiError && error.status === 404)
            return { match: { ...match, analysed: false }, analysis: null, why: '' };
        return { match: { ...match, analysed: false }, analysis: null, why: errorText(error) };
    }
}

class MatchPage {
    readonly element = h('div', { class: 'study' });
    private match: Match;
    private analysis: Analysis | null;
    private study: Study;
    private at = -1;
    private whose: Side | null = null;
    private least: Mark = 'doubtful';
    private whole = false;
    private readonly board;
    private readonly panel: TurnPanel;
    private readonly list: MoveList;
    private readonly curve: CurveChart;
    private readonly curveCard = h('section', { class: 'card curve-card', 'aria-label': 'Curve' });
    private readonly totals = h('div');
    private readonly place = h('p', { class: 'turn-place', 'aria-hidden': 'true' });
    private readonly pictures = new Pictures();
    private readonly links = new ShareLinks();
    private readonly analysisTool: AnalysisTool;
    private readonly keys: () => void;
    private readonly unheard: () => void;
    private readonly replay: Replay;
    private waiting = 0;
    private readonly errorsLeft = h('span', { class: 'hint' });

    constructor(loaded: Loaded, private readonly id: string) {
        this.match = loaded.match;
        this.analysis = loaded.analysis;
        this.study = makeStudy(this.match, this.analysis);
        this.board = makeBoard(this.match.you ?? 0);
        this.panel = new TurnPanel(this.match, this.board, prefs.limits,
            () => this.analysisTool.start());
        this.list = new MoveList(this.match, this.study, prefs.limits, (i) => this.go(i));
        this.curve = new CurveChart({
            players: this.match.players, limits: prefs.limits, onPick: (i) => this.go(i),
            chanceName: this.match.match_length > 0 ? 'Match chance' : 'Chance to win',
        });
        this.analysisTool = analysisTool(this.match, () => void this.reload(),
            () => this.panel.analysisEnded());
        const nav = h('div', { class: 'turn-nav', role: 'group', 'aria-label': 'Turns' });
        this.replay = new Replay(() => {
            this.go(this.at + 1 < this.study.rows.length ? this.at + 1 : 0, true);
            return this.at + 1 < this.study.rows.length;
        }, (running) => nav.classList.toggle('replaying', running));
        this.build(nav, loaded.why);
        // A game that has just ended is being analysed: both players get events of the job.
        let followed = '';
        this.unheard = theSocket().onJob((job) => {
            if (job.kind !== 'analysis' || job.match !== id || job.job === followed) return;
            followed = job.job;
            this.analysisTool.follow(job.job);
        });
        this.await(40);
        this.keys = registerKeys('Study', [
            { key: 'ArrowRight', shown: '\u2192', text: 'next turn', run: () => this.step(1) },
            { key: 'ArrowLeft', shown: '\u2190', text: 'turn before', run: () => this.step(-1) },
            { key: 'Home', text: 'first turn', run: () => this.go(0) },
            { key: 'End', text: 'last turn', run: () => this.go(this.study.rows.length - 1) },
            { key: 'n', text: 'next error', run: () => this.error(1) },
            { key: 'N', shown: 'Shift n', text: 'error before', run: () => this.error(-1) },
            { key: 'f', text: 'turn the board round', run: () => this.flip() },
            { key: 'p', text: 'replay the match, or pause', run: () => this.replay.toggle() },
        ]);
    }

    /** A game's own analysis is made when it ends and may be done before this page gets the
     * message. */
    private await(tries: number): void {
        if (this.analysis || this.match.source !== 'played' || tries === 0) return;
        this.waiting = window.setTimeout(async () => {
            const match = await get<Match>(`/api/matches/${encodeURIComponent(this.id)}`)
                .catch(() => null);
            if (match?.analysed) await this.reload();
            else this.await(tries - 1);
        }, 1500);
    }

    destroy(): void {
        window.clearTimeout(this.waiting);
        this.keys();
        this.replay.stop();
        this.unheard();
        this.panel.destroy();
        this.curve.destroy();
        this.board.destroy();
        this.analysisTool.leave();
    }

    private build(nav: HTMLElement, why: string): void {
        const m = this.match;
        const facts = [lengthText(m.match_length), scoreText(m.final_score, 0), dateText(m.date)]
            .filter(Boolean);
        const button = (label: string, name: Parameters<typeof icon>[0], run: () => void,
                        testid: string): HTMLElement =>
            h('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label,
                          'data-testid': testid, on: { click: run } }, icon(name));
        const errorButton = (label: string, step: 1 | -1, testid: string): HTMLElement =>
            h('button', { type: 'button', class: 'button compact', 'data-testid': testid,
                          on: { click: () => this.error(step) } }, label);
        replace(nav,
            button('First turn', 'previous', () => this.go(0), 'first'),
            button('Turn before', 'left', () => this.step(-1), 'prev'),
            this.place,
            button('Next turn', 'right', () => this.step(1), 'next'),
            button('Last turn', 'next', () => this.go(this.study.rows.length - 1), 'last'),
            ...this.replay.elements,
            errorButton('\u2039 Error', -1, 'prev-error'), errorButton('Error \u203a', 1, 'next-error'),
            button('Turn the board round', 'flip', () => this.flip(), 'flip'));
        const head = h('header', { class: 'study-head' },
            h('h1', null, `${m.players[0]} \u2013 ${m.players[1]}`),
            h('p', { class: 'quiet' }, facts.join(' \u00b7 '),
              typeof m.warnings === 'number' && m.warnings > 0
                  ? ` \u00b7 ${plural(m.warnings, 'warning')} when it was read` : ''));
        const empty = this.study.rows.length === 0
            ? notice('This match has no turns to show.', 'info') : null;
        replace(this.element, head, why ? notice(why, 'info') : null, empty,
            h('div', { class: 'study-grid' },
                h('div', { class: 'study-top' },
                  h('div', { class: 'study-board' }, this.board.holder, nav),
                  h('div', { class: 'study-side' }, this.panel.element, this.list.element)),
                h('div', { class: 'study-under' }, this.curveCard, this.totals,
                  this.toolCard())));
        replace(this.curveCard, h('div', { class: 'curve-head' }, h('h2', null, 'Match graph'),
            h('div', { class: 'row' }, this.curve.choice, this.scopeChoice())),
            this.curve.element);
        this.refresh();
    }

    private scopeChoice(): HTMLElement {
        const group = h('div', { class: 'segmented', role: 'group', 'aria-label': 'How much' });
        const pair = ([[false, 'This game'], [true, 'Match']] as [boolean, string][])
            .map(([whole, text]) => {
                const one = h('button', { type: 'button', 'aria-pressed': 'false',
                    on: { click: () => {
                        this.whole = whole;
                        pair.forEach((other) =>
                            other.setAttribute('aria-pressed', String(other === one)));
                        this.showCurve();
                    } } }, text);
                one.setAttribute('aria-pressed', String(whole === this.whole));
                group.appendChild(one);
                return one;
            });
        return group;
    }

    private toolCard(): HTMLElement {
        const whose = h('select', { id: 'error-whose', on: { change: () => {
            this.whose = whose.value === '' ? null : Number(whose.value) as Side;
            this.countErrors();
        } } }, h('option', { value: '' }, 'both players'),
            this.match.players.map((name, i) => h('option', { value: i }, name)));
        const least = h('select', { id: 'error-least', on: { change: () => {
            this.least = least.value as Mark;
            this.countErrors();
        } } }, h('option', { value: 'doubtful' }, 'all marked'),
            h('option', { value: 'error' }, 'errors and blunders'),
            h('option', { value: 'blunder' }, 'blunders'));
        const part = (title: string, ...content: (Node | null)[]): HTMLElement =>
            h('section', { class: 'tool-part' }, h('h3', null, title), content);
        return h('section', { class: 'card tools-card', 'aria-label': 'Tools' },
            part('Step through: player and severity',
                h('div', { class: 'field-row' }, h('label', { for: 'error-whose' }, 'of'), whose),
                h('div', { class: 'field-row' }, h('label', { for: 'error-least' }, 'which'),
                  least), this.errorsLeft),
            part('Error thresholds', limitsForm(prefs.limits, (limits) => {
                keepLimits(limits);
                this.refresh();
            })),
            part('Analysis', this.analysisTool.element),
            part('Share', this.links.element),
            part('Download', downloads(this.match), this.pictures.element));
    }

    /** Everything that depends on the analysis or the limits. */
    private refresh(): void {
        this.study = makeStudy(this.match, this.analysis);
        this.list.setStudy(this.study, this.analysis, prefs.limits);
        this.panel.setLimits(prefs.limits);
        this.curve.setLimits(prefs.limits);
        replace(this.totals, this.analysis
            ? totalsCard(this.match, this.analysis, this.study, prefs.limits) : null);
        this.countErrors();
        if (this.at >= 0) {
            const at = this.at;
            this.at = -1;
            this.go(at, true);
        }
    }

    private countErrors(): void {
        const count = this.study.rows.filter((row) => isError(row, this.filter())).length;
        this.errorsLeft.textContent = this.analysis ? `${count} in this match` : '';
    }

    private filter(): { limits: typeof prefs.limits; least: Mark; player: Side | null } {
        return { limits: prefs.limits, least: this.least, player: this.whose };
    }

    private async reload(): Promise<void> {
        try {
            const loaded = await load(this.id);
            // The panel, the list and the tools hold this object.
            this.match = Object.assign(this.match, loaded.match);
            this.analysis = loaded.analysis;
            this.refresh();
            announce('The analysis is ready.');
        } catch (error) {
            announce(errorText(error), 'urgent');
        }
    }

    followJob(job: string): void { this.analysisTool.follow(job); }

    open(game: number | null, turn: number | null): void {
        const at = locate(this.study, game, turn);
        if (this.study.rows.length > 0) this.go(at, true);
    }

    private step(by: 1 | -1): void {
        this.replay.stop();
        this.go(this.at + by);
    }

    private error(step: 1 | -1): void {
        const to = nextError(this.study, this.at, step, this.filter());
        if (to < 0) announce('No error of that kind in this match.');
        else this.go(to);
    }

    private flip(): void { this.board.element.view = this.board.element.view === 0 ? 1 : 0; }

    private showCurve(): void {
        const row = this.study.rows[this.at];
        if (!row) return;
        const known = this.study.rows.some((candidate) => candidate.curve !== null);
        this.curveCard.hidden = !known;
        const rows: Row[] = this.whole ? this.study.rows : this.study.games.get(row.game)!;
        this.curve.show(rows, this.at);
    }

    private go(index: number, quiet = false): void {
        const row = this.study.rows[index];
        if (!row || index === this.at) return;
        this.at = index;
        const address = `/m/${encodeURIComponent(this.id)}/${row.game}/${row.turn}`;
        setAddress(address + location.search);
        this.panel.show(row);
        this.list.show(row);
        this.showCurve();
        this.place.textContent = `${index + 1} / ${this.study.rows.length}`;
        const decision = row.play ?? row.double ?? row.take;
        const id = decision?.xgid ?? decision?.id ?? row.record.xgid;
        this.pictures.show(id, row.record.text);
        this.links.show(`/m/${this.id}`, address, id);
        if (!quiet) announce(this.panel.spoken());
    }
}

function numberOf(text: string | undefined): number | null {
    const value = Number(text);
    return text && Number.isInteger(value) && value > 0 ? value : null;
}

export async function matchPage(context: PageContext): Promise<Page> {
    const id = context.params['id'] ?? '';
    const quiz = context.query.get('quiz');
    if (quiz !== null) return matchQuizPage(id, numberOf(quiz) ?? 1);
    const loaded = await load(id);
    const page = new MatchPage(loaded, id);
    page.open(numberOf(context.params['game']), numberOf(context.params['turn']));
    const job = context.query.get('job');
    if (job && /^[a-z2-7]{12}$/.test(job)) page.followJob(job);
    return {
        title: loaded.match.players.join(' \u2013 '),
        element: page.element,
        destroy: () => page.destroy(),
        update: (next) => {
            if (next.params['id'] !== id || next.query.has('quiz')) return false;
            page.open(numberOf(next.params['game']), numberOf(next.params['turn']));
            return true;
        },
    };
}
