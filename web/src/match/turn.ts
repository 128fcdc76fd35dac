// One turn of a match: what was decided, what it cost, and why.

import { filedPart, judgePart } from './filed';
import { h, replace } from '../dom';
import type { AleaBoard } from '../board/board';
import { arrowsOf, decisionArrows, positionOfXgid, seat, showPosition, type StudyBoard } from
    '../study/board';
import { candidateTable, cubeTable, decisionHead, playRows, takeTable, type PlayRow } from
    '../study/candidates';
import { equityText, luckWord, otherPlayer, percentText } from '../study/format';
import { lossBadge } from '../study/words';
import type { Limits } from '../study/marks';
import { decisionsOf, mainDecision, rowText, type Row } from '../study/model';
import { RolloutPanel } from '../study/rollout';
import { scoresButton } from '../study/scores';
import type { Decision, Match } from '../types';

export class TurnPanel {
    readonly element = h('section', { class: 'card turn-panel', 'aria-label': 'The turn' });
    private row: Row | null = null;
    private focus: Decision | null = null;
    private rollout: RolloutPanel | null = null;
    private tools: { leave(): void }[] = [];
    private isAnalysing = false;

    private readonly board: AleaBoard;

    constructor(private readonly match: Match, private readonly place: StudyBoard,
                private limits: Limits, private readonly analyse: () => void) {
        this.board = place.element;
    }

    /** Another decision of the turn; the keyboard goes on from its heading. */
    private turnTo(decision: Decision): void {
        this.show(this.row!, decision);
        this.element.querySelector<HTMLElement>('#turn-title')?.focus();
    }

    setLimits(limits: Limits): void {
        this.limits = limits;
        if (this.row) this.show(this.row, this.focus);
    }

    destroy(): void { this.leaveTools(); }

    private leaveTools(): void {
        for (const tool of this.tools) tool.leave();
        this.tools = [];
    }

    show(row: Row, focus: Decision | null = mainDecision(row)): void {
        this.leaveTools();
        this.row = row;
        this.focus = focus;
        this.showBoard();
        const decisions = decisionsOf(row).filter((d) => d.kind !== 'double' || d.loss >= 0.0005 ||
            d.counted || row.record.cube !== null || decisionsOf(row).length === 1);
        replace(this.element, this.head(row),
            decisions.map((decision) => this.part(decision)),
            decisions.length > 0 ? null : this.match.analysed
                ? h('p', { class: 'quiet' }, this.unjudged(row)) : this.notAnalysed());
    }

    private notAnalysed(): HTMLElement {
        const button: HTMLButtonElement = h('button', { type: 'button', class: 'button main',
            'data-testid': 'analyse-now', disabled: this.isAnalysing, on: { click: () => {
                this.isAnalysing = true;
                button.disabled = true;
                button.textContent = 'Analysing ...';
                this.analyse();
            } } }, this.isAnalysing ? 'Analysing ...' : 'Analyse');
        return h('div', { class: 'row' }, h('span', { class: 'quiet' }, 'Not analysed yet.'), button);
    }

    /** The analysis ended without a result. */
    analysisEnded(): void {
        this.isAnalysing = false;
        if (this.row && !this.match.analysed) this.show(this.row, this.focus);
    }

    private unjudged(row: Row): string {
        if (row.record.illegal) return 'An illegal play, kept as the file has it: not judged.';
        if (row.record.dice && row.record.moves?.length === 0) return 'There was no legal move.';
        return 'Nothing to decide here.';
    }

    private head(row: Row): HTMLElement {
        const name = this.match.players[row.by];
        const facts: string[] = [];
        if (row.luck !== null)
            facts.push(`roll luck ${equityText(row.luck)} (${luckWord(row.luck)})`);
        if (row.curve) {
            const chance = row.by === 0 ? row.curve.chance : 1 - row.curve.chance;
            facts.push(`${name} ${percentText(chance)} ` +
                (this.match.match_length > 0 ? 'to win the match' : 'to win the game') +
                ' after it');
        }
        if (typeof row.record.clock_ms === 'number')
            facts.push(`clock ${Math.round(row.record.clock_ms / 1000)} s`);
        return h('div', { class: 'turn-head' },
            h('h2', { id: 'turn-title', tabindex: -1 }, seat(row.by),
              `${name}: ${rowText(row) || 'no move'}`),
            facts.length > 0 ? h('p', { class: 'hint' }, facts.join(' \u00b7 ')) : null);
    }

    private part(decision: Decision): HTMLElement {
        const shown = decision === this.focus;
        const head = decisionHead(decision, this.match.players[decision.player], this.limits);
        const look = shown || decisionsOf(this.row!).length < 2 ? null : h('button', {
            type: 'button', class: 'button compact quiet',
            on: { click: () => {
                this.turnTo(decision);
                this.place.reveal();
            } } }, 'Show on the board');
        return h('section', { class: `judged${shown ? ' shown' : ''}` },
            h('div', { class: 'decision-head' }, head, look),
            decision.kind === 'play' ? this.playPart(decision) : this.cubePart(decision),
            decision.explanation ? h('p', { class: 'explanation' }, decision.explanation) : null,
            judgePart(decision), filedPart(decision),
            shown ? this.toolPart(decision) : null);
    }

    private playPart(decision: Decision): HTMLElement {
        const rows = playRows(decision.plays ?? [], {
            move: decision.made, moves: decision.moves_made ?? this.row!.record.moves,
            equity: decision.equity_made,
        });
        let pinned: PlayRow | null = null;
        const put = (row: PlayRow | null): void => {
            if (decision !== this.focus) return;
            if (!row) this.board.arrows = this.arrows();
            else this.board.arrows = arrowsOf(row.moves, decision.player,
                                              row.made ? 'made' : 'best');
        };
        return candidateTable(rows, {
            limits: this.limits,
            onShow: (row) => put(row ?? pinned),
            onChoose: (row) => {
                if (decision !== this.focus) this.turnTo(decision);
                pinned = pinned === row ? null : row;
                put(row);
                this.place.reveal();
            },
            onTick: decision === this.focus
                ? (moves) => this.rollout?.choose(moves) : undefined,
        });
    }

    private cubePart(decision: Decision): HTMLElement {
        if (!decision.cube) return h('p', null, `${decision.made}; best: ${decision.best}`);
        if (decision.kind === 'take') return takeTable(decision.cube, decision.made);
        const cube = positionOfXgid(this.idOf(decision))?.cube;
        const redouble = this.row!.record.cube === 'redouble' || (cube ? cube.owner !== null : false);
        return cubeTable(decision.cube, redouble, decision.made);
    }

    private idOf(decision: Decision): string {
        return decision.xgid ?? decision.id ?? this.row!.record.xgid;
    }

    private toolPart(decision: Decision): HTMLElement {
        const id = this.idOf(decision);
        this.rollout = new RolloutPanel(id, decision.kind === 'play'
            ? (decision.plays ?? []).slice(0, 3).map((play) => play.move) : null);
        this.tools.push(this.rollout);
        const scores = scoresButton(id);
        this.tools.push(scores);
        const quiz = `/p?id=${encodeURIComponent(id)}&quiz=1`;
        return h('div', { class: 'decision-tools' },
            h('div', { class: 'row' }, this.rollout.button, scores.button,
              h('a', { class: 'button compact', href: `/p?id=${encodeURIComponent(id)}` },
                'Open the position'),
              h('a', { class: 'button compact', href: quiz }, 'As a quiz')),
            this.rollout.element, scores.element);
    }

    private arrows(): ReturnType<typeof decisionArrows> {
        const row = this.row!;
        if (this.focus && this.focus.kind !== 'play') return [];
        return decisionArrows(row.play, row.record.moves, row.by);
    }

    private showBoard(): void {
        const row = this.row!;
        const cube = this.focus !== null && this.focus.kind !== 'play';
        const xgid = cube ? this.idOf(this.focus!) : row.play ? this.idOf(row.play)
                                                              : row.record.xgid;
        const position = positionOfXgid(xgid, !cube) ?? positionOfXgid(row.record.xgid, !cube);
        if (!position) return;
        // Only the dice may be missing in a row's position: they are in the record.
        if (!cube && !position.dice) position.dice = row.record.dice;
        const offered = cube && (this.focus!.kind === 'take' || row.record.cube !== null);
        if (offered && position.cube) {
            const value = position.cube.value;
            position.cube = { ...position.cube, offered: position.cube.offered ?? 2 * value,
                              by: row.by };
        }
        position.turn = row.by;
        this.board.names = this.match.players;
        showPosition(this.board, position,
                     this.focus?.kind === 'take' ? otherPlayer(row.by) : row.by);
        this.board.arrows = this.arrows();
    }

    /** The text for a screen reader when the turn changes. */
    spoken(): string {
        const row = this.row;
        if (!row) return '';
        const worst = mainDecision(row);
        const badge = worst ? lossBadge(worst.loss, this.limits)?.textContent ?? '' : '';
        return `Game ${row.game}, turn ${row.turn}, ${this.match.players[row.by]}: ` +
            `${rowText(row) || 'no move'}${badge ? `, ${badge.trim()}` : ''}`;
    }
}
