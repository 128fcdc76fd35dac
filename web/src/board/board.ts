// <alea-board>: the board as a custom element, drawn in SVG. It knows where things are and how
// a hand moves them; legal moves are a property (`tree`), never computed here.
//
// Properties (set them in any order; the drawing follows in the next microtask)
//   position    {board: number[26] in A's frame, off: [a, b], cube: {value, owner, offered} or
//               null, dice: [2] or null, turn: 0 | 1 | null}; null shows an empty board
//   view        0 | 1: whose side is below
//   numbering   0 | 1 | null: whose point numbers are shown; null: none. Undefined: the view's
//   homeLeft    the home boards on the left
//   colours     true: the two players' colours exchanged
//   tall        higher points, for a narrow screen
//   arrows      [{from, to, by, kind?}], from and to in `by`'s numbering (25 bar, 0 off); kind
//               is a class: 'last' (default), 'best', 'made'
//   names       [a, b] for labels, or null: "your", "opponent's"
//   marks       whether checkers that can move and places they can go are marked
//   oneTap      a tap moves at once with the left die (else a tap chooses, a second places)
//   interactive 'none' | 'play' | 'edit'
//   tree        play: the graph of docs/api.md for `position.dice`, the mover `position.turn`
//   prompt      text of a button in the middle (for example 'Roll'), or null
//   cubeAction  a label makes the cube a button of that name, or null
// Methods
//   undo(), redo(), reset(), swapDice(), load(moves) -> bool, commit() -> bool
//   draft       the Draft now on the board, or null
//   playMoves(by, moves, ms) -> Promise: shows moves [from, to, hit?] one after another,
//               starting from `position` as it is drawn. Set `position` afterwards
//   focusPoint(point): keyboard to the mover's point
// Events (CustomEvent, bubbling)
//   draft       {moves, complete, steps}: the trial play changed
//   commit      {moves}: dice clicked, or commit() called, on a complete play
//   editpoint   {index: 0..25 of A's frame or null, off: 0 | 1 | null, height, button, shift}: edit mode;
//               height is which checker from the edge (1..) was pointed at
//   prompt, cube, editdice: the button in the middle, the cube, the dice in edit mode
//   swap        {active}: the other die is on the left now
//   refused     {point}: a tap that could not do anything
// Attributes for tests: each slot has data-slot (viewer's 1..24, 25 my bar, 0 their bar, 26 my
// tray, 27 theirs) and data-testid "point-N", "bar-me", "bar-them", "off-me", "off-them".

import { replace, s, uniqueId } from '../dom';
import { Checkers } from './checkers';
import { Draft, type Step } from './draft';
import { drawArrow, drawCube, drawDefs, drawDie, drawField, drawMark, drawNumbers, type ArrowEnd,
    type MarkKind } from './draw';
import { afterMoves, offAfter } from './frame';
import { countIn, Geometry, MY_BAR, MY_OFF, pointOf, RADIUS, SLOTS, slotOf, THEIR_BAR, THEIR_OFF,
    type Point } from './geometry';
import { BoardInput } from './input';
import { slotName } from './names';
import type { Move, Pair, Side, Tree } from '../types';

export interface BoardPosition {
    board: number[];
    off: [number, number];
    cube: { value: number; owner: Side | null; offered?: number | null; by?: Side | null } | null;
    dice: [number, number] | null;
    turn: Side | null;
}
export interface BoardArrow { from: number; to: number; by: Side; kind?: string }
export type HitMove = readonly [number, number, (number | boolean)?];

function applied(position: BoardPosition, by: Side, moves: readonly HitMove[]): BoardPosition {
    return { ...position, board: afterMoves(position.board, by, moves),
             off: offAfter(position.off, by, moves) };
}

/** As long as the animation `tumble` in board.css. */
const TUMBLE_MS = 320;

export class AleaBoard extends HTMLElement {
    private _position: BoardPosition | null = null;
    private _opening: Pair<number> | null = null;
    private _view: Side = 0;
    private _numbering: Side | null | undefined = undefined;
    private _homeLeft = false;
    private _colours = false;
    private _tall = false;
    private _arrows: BoardArrow[] = [];
    private _names: [string, string] | null = null;
    private _marks = true;
    private _interactive: 'none' | 'play' | 'edit' = 'none';
    private _tree: Tree | null = null;
    private _prompt: string | null = null;
    private _cubeAction: string | null = null;
    oneTap = true;

    /** Which die is on the left: the index in position.dice. */
    private active: 0 | 1 = 0;
    private selected: number | null = null;
    private hovered: number | null = null;
    draft: Draft | null = null;

    private geometry = new Geometry(false, false);
    private readonly gradientName = uniqueId('board');
    private readonly svg = s('svg', { class: 'board-svg', role: 'application',
        'aria-roledescription': 'backgammon board', 'aria-label': 'Board' });
    private readonly fieldLayer = s('g');
    private readonly arrowLayer = s('g', { class: 'arrows', 'aria-hidden': 'true' });
    private readonly checkerLayer = s('g', { class: 'checkers', 'aria-hidden': 'true' });
    private readonly markLayer = s('g', { class: 'marks', 'aria-hidden': 'true' });
    private readonly handLayer = s('g', { class: 'checkers hand', 'aria-hidden': 'true' });
    private readonly slotLayer = s('g', { class: 'slots' });
    private readonly propLayer = s('g', { class: 'props' });
    private readonly checkers: Checkers;
    private readonly slots: SVGRectElement[] = [];
    private readonly input: BoardInput;
    private pending = false;
    private rebuild = true;
    private still = true;
    private sequence = 0;
    private diceSeen = '';
    /** When these dice were thrown: drawn anew, they go on tumbling where they were. */
    private thrownAt = 0;

    constructor() {
        super();
        this.checkers = new Checkers(this.checkerLayer, this.handLayer, this.geometry, this.gradientName);
        this.input = new BoardInput(this);
    }

    connectedCallback(): void {
        if (!this.svg.parentNode) {
            replace(this.svg, drawDefs(this.gradientName), this.fieldLayer, this.checkerLayer,
                    this.arrowLayer, this.markLayer, this.slotLayer, this.propLayer,
                    this.handLayer);
            this.appendChild(this.svg);
            this.input.listen(this.svg);
        }
        this.schedule();
    }

    get position(): BoardPosition | null { return this._position; }
    set position(value: BoardPosition | null) {
        const before = this._position;
        this._position = value;
        this.sequence += 1;
        if (!value || !before || String(value.dice) !== String(before.dice) ||
            value.turn !== before.turn)
            this.active = 0;
        this.restart();
    }
    get view(): Side { return this._view; }
    set view(value: Side) { this.turn(() => { this._view = value; }, this._view !== value); }
    get homeLeft(): boolean { return this._homeLeft; }
    set homeLeft(value: boolean) {
        this.turn(() => { this._homeLeft = value; }, this._homeLeft !== value);
    }
    get tall(): boolean { return this._tall; }
    set tall(value: boolean) { this.turn(() => { this._tall = value; }, this._tall !== value); }
    get numbering(): Side | null | undefined { return this._numbering; }
    set numbering(value: Side | null | undefined) {
        if (this._numbering === value) return;
        this._numbering = value;
        this.rebuild = true;
        this.schedule();
    }
    get colours(): boolean { return this._colours; }
    set colours(value: boolean) { this._colours = value; this.schedule(); }
    get arrows(): BoardArrow[] { return this._arrows; }
    set arrows(value: BoardArrow[]) { this._arrows = value; this.schedule(); }
    get names(): [string, string] | null { return this._names; }
    set names(value: [string, string] | null) { this._names = value; this.schedule(); }
    get marks(): boolean { return this._marks; }
    set marks(value: boolean) { this._marks = value; this.schedule(); }
    get interactive(): 'none' | 'play' | 'edit' { return this._interactive; }
    set interactive(value: 'none' | 'play' | 'edit') {
        if (this._interactive === value) return;
        this._interactive = value;
        // A trial play stays on the board while its turn is being sent, and where that fails.
        if (value === 'none' || (value === 'play' && this.draft?.tree === this._tree)) {
            this.selected = null;
            this.input.cancel();
            this.schedule();
        } else {
            this.restart();
        }
    }
    get tree(): Tree | null { return this._tree; }
    set tree(value: Tree | null) {
        this._tree = value;
        this.restart();
    }
    get prompt(): string | null { return this._prompt; }
    set prompt(value: string | null) { this._prompt = value; this.schedule(); }
    /** The dice of the start, one per side, player 0's first; null: `position.dice` as usual. */
    set opening(value: Pair<number> | null) { this._opening = value; this.schedule(); }
    get cubeAction(): string | null { return this._cubeAction; }
    set cubeAction(value: string | null) { this._cubeAction = value; this.schedule(); }

    get mover(): Side | null { return this._position?.turn ?? null; }
    get playing(): boolean {
        return this._interactive === 'play' && this.draft !== null && this.mover !== null;
    }
    get chosen(): number | null { return this.selected; }
    /** The die that a tap uses, and the other one. */
    get leftDie(): number | null { return this._position?.dice?.[this.active] ?? null; }
    get rightDie(): number | null { return this._position?.dice?.[this.active ? 0 : 1] ?? null; }

    private turn(set: () => void, changed: boolean): void {
        set();
        if (changed) {
            this.rebuild = true;
            this.still = true;
            this.checkers.clear();
        }
        this.schedule();
    }

    /** A new position or graph: the trial play begins anew. */
    private restart(): void {
        this.draft = this._interactive === 'play' && this._tree ? new Draft(this._tree) : null;
        this.selected = null;
        this.input.cancel();
        this.schedule();
    }

    private schedule(): void {
        if (this.pending) return;
        this.pending = true;
        queueMicrotask(() => {
            this.pending = false;
            if (this.isConnected) this.render();
        });
    }

    /** The position with the trial play on it. */
    shown(): BoardPosition | null {
        const position = this._position;
        if (!position || !this.draft || position.turn === null) return position;
        return applied(position, position.turn,
                       this.draft.steps.map((step) => [step.from, step.to, step.hit]));
    }

    private render(): void {
        if (this.rebuild) this.build();
        const shown = this.shown();
        this.svg.classList.toggle('swapped', this._colours);
        this.svg.classList.toggle('playing', this.playing);
        this.svg.classList.toggle('editing', this._interactive === 'edit');
        if (shown) this.checkers.show(shown.board, shown.off, this._view, !this.still);
        else this.checkers.clear();
        this.still = false;
        this.drawProps(shown);
        this.drawArrows();
        this.drawMarks();
        this.label(shown);
    }

    private build(): void {
        this.rebuild = false;
        this.geometry = new Geometry(this._homeLeft, this._tall);
        this.checkers.setGeometry(this.geometry);
        const g = this.geometry;
        this.classList.toggle('tall', this._tall);
        this.svg.setAttribute('viewBox', `0 0 ${g.width} ${g.height}`);
        const numbering = this._numbering === undefined ? this._view : this._numbering;
        replace(this.fieldLayer, drawField(g, this.gradientName),
                numbering === null ? null : drawNumbers(g, this._view, numbering));
        const focused = this.slots.findIndex((slot) => slot === document.activeElement);
        if (this.slots.length === 0) this.makeSlots();
        for (let slot = 0; slot < SLOTS; slot++) {
            const box = g.area(slot);
            const rect = this.slots[slot]!;
            rect.setAttribute('x', String(box.x));
            rect.setAttribute('y', String(box.y));
            rect.setAttribute('width', String(box.w));
            rect.setAttribute('height', String(box.h));
        }
        if (focused >= 0) this.slots[focused]!.focus();
    }

    private makeSlots(): void {
        const names: { [slot: number]: string } = { [MY_BAR]: 'bar-me', [THEIR_BAR]: 'bar-them',
            [MY_OFF]: 'off-me', [THEIR_OFF]: 'off-them' };
        // In reading order for the mover: 24 down to 1, then bars and trays.
        const order = [MY_BAR, ...Array.from({ length: 24 }, (_, i) => 24 - i), MY_OFF, THEIR_BAR,
            THEIR_OFF];
        for (const slot of order) {
            const rect = s('rect', { class: 'slot', role: 'button', 'data-slot': slot, rx: 8,
                tabindex: slot === 24 ? 0 : -1, 'data-testid': names[slot] ?? `point-${slot}` });
            this.slots[slot] = rect;
            this.slotLayer.appendChild(rect);
        }
    }

    private drawProps(shown: BoardPosition | null): void {
        const focused = this.propLayer.contains(document.activeElement)
            ? document.activeElement!.getAttribute('data-testid') : null;
        this.propLayer.textContent = '';
        if (!shown) return;
        this.drawDice(shown);
        this.drawCubeAndPrompt(shown);
        if (focused)
            this.propLayer.querySelector<SVGElement>(`[data-testid="${focused}"]`)?.focus();
    }

    private drawCubeAndPrompt(shown: BoardPosition): void {
        const cube = shown.cube;
        if (cube) {
            const offered = cube.offered ?? null;
            const by = cube.by ?? shown.turn;
            const place = offered !== null && by !== null
                ? (by === this._view ? 'offered-to-them' as const : 'offered-to-me' as const)
                : cube.owner === null ? 'centre' as const
                : cube.owner === this._view ? 'mine' as const : 'theirs' as const;
            const element = drawCube(this.geometry.cube(place), offered ?? (cube.value > 1
                ? cube.value : 64), place === 'theirs');
            element.classList.toggle('idle', offered === null && cube.value <= 1);
            // The name has what is seen, for those who speak to their machine.
            if (this._cubeAction)
                this.makeButton(element, `Cube ${element.textContent}: ${this._cubeAction}`, 'cube');
            else element.setAttribute('aria-hidden', 'true');
            this.propLayer.appendChild(element);
        }
        if (this._prompt) {
            const mine = this.geometry.die(true, 0, 1);
            const button = s('g', { class: 'prompt',
                transform: `translate(${mine.x} ${mine.y})${this._tall ? ' scale(1.6)' : ''}` },
                s('rect', { x: -120, y: -50, width: 240, height: 100, rx: 50 }),
                s('text', { y: 3 }, this._prompt));
            this.makeButton(button, this._prompt, 'prompt');
            this.propLayer.appendChild(button);
        }
    }

    private makeButton(element: SVGGElement, label: string, event: string): void {
        element.classList.add('button');
        element.setAttribute('role', 'button');
        element.setAttribute('aria-label', label);
        element.setAttribute('tabindex', '0');
        element.setAttribute('data-testid', `board-${event}`);
        const press = (): void => { this.emit(event, {}); };
        element.addEventListener('click', press);
        element.addEventListener('keydown', (key: KeyboardEvent) => {
            if (key.key !== ' ' && (key.key !== 'Enter' || event === 'cube')) return;
            key.preventDefault();
            key.stopPropagation();
            press();
        });
    }

    private drawOpening(dice: Pair<number>): void {
        const group = s('g', { class: 'dice fresh', role: 'img',
            'aria-label': `Opening roll ${dice[0]} against ${dice[1]}` });
        for (const side of [0, 1] as const)
            group.appendChild(drawDie(this.geometry.die(side === this._view, 0, 1), side,
                { face: dice[side], used: false, active: false }));
        this.propLayer.appendChild(group);
    }

    private drawDice(shown: BoardPosition): void {
        const dice = shown.dice;
        if (this._opening) {
            this.drawOpening(this._opening);
            return;
        }
        if (!dice || shown.turn === null) {
            this.diceSeen = '';
            if (this._interactive === 'edit' && shown.turn !== null) this.drawNoDice(shown.turn);
            return;
        }
        const side = shown.turn;
        const mine = side === this._view;
        const order: [number, number] = this.active ? [dice[1], dice[0]] : [dice[0], dice[1]];
        const double = dice[0] === dice[1];
        const faces = double ? Array<number>(4).fill(dice[0]) : order;
        const used = [...(this.draft?.used ?? [])];
        const complete = this.playing && this.draft!.complete;
        const key = `${side}${String(dice)}`;
        if (key !== this.diceSeen) this.thrownAt = performance.now();
        this.diceSeen = key;
        const since = performance.now() - this.thrownAt;
        const group = s('g', { class: `dice${complete ? ' complete' : ''}` +
            `${since < TUMBLE_MS ? ' fresh' : ''}` });
        group.style.setProperty('--since', `-${Math.round(since)}ms`);
        // The gap between the dice belongs to them too, and on a narrow screen what is around.
        group.appendChild(this.diceArea(mine, faces.length));
        faces.forEach((face, i) => {
            const at = used.indexOf(face);
            if (at >= 0) used.splice(at, 1);
            group.appendChild(drawDie(this.geometry.die(mine, i, faces.length), side,
                { face, used: at >= 0, active: this.playing && !double && i === 0 &&
                    !complete && at < 0 }));
        });
        const text = `Dice ${order[0]} and ${order[1]}`;
        if (this._interactive === 'edit') {
            this.makeButton(group, `${text}: set them`, 'editdice');
        } else if (this.playing) {
            this.makeButton(group, complete ? `${text}: play is complete, send it`
                                            : double ? text : `${text}: swap`, 'dice');
        } else {
            group.setAttribute('role', 'img');
            group.setAttribute('aria-label', text);
        }
        this.propLayer.appendChild(group);
    }

    /** The space around dice and between them. */
    private diceArea(mine: boolean, count: number): SVGRectElement {
        const first = this.geometry.die(mine, 0, count);
        const last = this.geometry.die(mine, count - 1, count);
        const reach = this._tall ? 84 : 56;
        return s('rect', { class: 'dice-area', x: first.x - reach, y: first.y - reach,
            width: last.x - first.x + 2 * reach, height: 2 * reach });
    }

    /** Where dice can be set, two blank ones. */
    private drawNoDice(side: Side): void {
        const group = s('g', { class: 'dice blank' }, this.diceArea(side === this._view, 2));
        for (const n of [0, 1])
            group.appendChild(drawDie(this.geometry.die(side === this._view, n, 2), side,
                { face: 0, used: false, active: false }));
        this.makeButton(group, 'No dice: set them', 'editdice');
        this.propLayer.appendChild(group);
    }

    private drawArrows(): void {
        this.arrowLayer.textContent = '';
        const shown = this.shown();
        if (!shown || this._arrows.length === 0) return;
        const checkers = this.places(shown);
        for (const arrow of this._arrows) {
            const from = slotOf(arrow.from, arrow.by, this._view);
            const to = slotOf(arrow.to, arrow.by, this._view);
            const [start, end] = [this.arrowEnd(shown, from), this.arrowEnd(shown, to)];
            for (const [one, other] of [[start, end], [end, start]] as const)
                if (one.out.y === 0) one.out.x = other.x < one.x ? -1 : 1;
            for (const [one, slot] of [[start, from], [end, to]] as const)
                if (one.out.y === 0) one.x += one.out.x * (slot === from ? 50 : 56);
            this.arrowLayer.appendChild(drawArrow(start, end, arrow.kind ?? 'last', checkers));
        }
    }

    /** The middles of all checkers on the points. */
    private places(shown: BoardPosition): Point[] {
        const found: Point[] = [];
        for (let slot = 1; slot <= 24; slot++) {
            const count = Math.max(countIn(slot, 0, this._view, shown.board, shown.off),
                                   countIn(slot, 1, this._view, shown.board, shown.off));
            for (let n = 0; n < count; n++) found.push(this.geometry.checker(slot, n, count));
        }
        return found;
    }

    /** Where an arrow begins or ends: beyond the topmost checker of a point towards the middle of
     *  the board; beside a checker on the bar or in a tray. */
    private arrowEnd(shown: BoardPosition, slot: number): ArrowEnd {
        const count = Math.max(countIn(slot, 0, this._view, shown.board, shown.off),
                               countIn(slot, 1, this._view, shown.board, shown.off));
        const at = this.geometry.checker(slot, Math.max(0, count - 1), Math.max(1, count));
        const beside = slot < 1 || slot > 24;
        const up = this.geometry.isTop(slot) ? 1 : -1;
        // An empty point: the place of its first checker.
        const beyond = beside ? 0 : count === 0 ? -20 : RADIUS + 6;
        return { x: at.x, y: at.y + up * beyond, out: { x: 0, y: beside ? 0 : up } };
    }

    private drawMarks(): void {
        this.markLayer.textContent = '';
        if (!this.playing || !this._marks) return;
        const mover = this.mover!;
        const from = this.selected ?? this.input.held ?? this.hovered;
        const mark = (point: number, kind: MarkKind, height?: number): void => {
            const slot = slotOf(point, mover, this._view);
            const there = this.checkers.height(slot, mover);
            this.markLayer.appendChild(drawMark(this.geometry, slot, height ?? there, kind));
        };
        if (from === null) {
            if (this.draft!.complete) return;
            for (const point of this.draft!.sources()) {
                const slot = slotOf(point, mover, this._view);
                mark(point, 'source', this.checkers.height(slot, mover) - 1);
            }
            return;
        }
        for (const [to, path] of this.draft!.reach(from, this.leftDie ?? undefined))
            mark(to, path[path.length - 1]!.hit ? 'hit' : path.length > 1 ? 'many' : 'one');
        if (this.selected !== null && this.draft!.landedOn(from)) {
            const origin = this.originOf(from);
            if (origin !== null) mark(origin, 'back');
        }
    }

    private originOf(point: number): number | null {
        const steps = this.draft?.steps ?? [];
        for (let i = steps.length - 1; i >= 0; i--)
            if (steps[i]!.to === point) return steps[i]!.from;
        return null;
    }

    private label(shown: BoardPosition | null): void {
        const numbering = this._numbering ?? this._view;
        const mover = this.mover;
        for (let slot = 0; slot < SLOTS; slot++) {
            const rect = this.slots[slot]!;
            let name = shown ? slotName(slot, this._view, numbering, shown, this._names) : '';
            const point = mover === null ? null : pointOf(slot, mover, this._view);
            if (this.playing && point !== null) {
                if (this.selected === point) name += ', chosen';
                else if (this.selected !== null && this.draft!.reach(this.selected).has(point))
                    name += ', can go here';
            }
            if (rect.getAttribute('aria-label') !== name) rect.setAttribute('aria-label', name);
            if (this.playing && point !== null)
                rect.setAttribute('aria-pressed', String(this.selected === point));
            else rect.removeAttribute('aria-pressed');
        }
    }

    emit(type: string, detail: object): void {
        if (type === 'dice') {
            if (this.draft?.complete) this.commit();
            else this.swapDice();
            return;
        }
        this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
    }

    private drafted(): void {
        this.selected = null;
        const draft = this.draft;
        if (draft)
            this.emit('draft', { moves: draft.moves, complete: draft.complete, steps: draft.steps });
        this.schedule();
    }

    apply(path: readonly Step[]): void {
        this.draft?.apply(path);
        this.drafted();
    }

    undo(): void { this.draft?.undo(); this.drafted(); }
    redo(): void { this.draft?.redo(); this.drafted(); }
    reset(): void { this.draft?.reset(); this.drafted(); }

    /** Shows a play of the graph as the trial play; false if it is not in it. */
    load(moves: readonly Move[]): boolean {
        const ok = this.draft?.replay(moves) ?? false;
        if (ok) this.drafted();
        return ok;
    }

    playForced(): void {
        if (this.draft && this.draft.playForced() > 0) this.drafted();
    }

    /** Where the whole play can be to bear off, it is made. */
    bearOff(): void {
        const path = this.draft?.allOff();
        if (path) this.apply(path);
    }

    swapDice(): void {
        const dice = this._position?.dice;
        if (!this.playing || !dice || dice[0] === dice[1]) return;
        this.active = this.active ? 0 : 1;
        this.emit('swap', { active: this.leftDie });
        this.schedule();
    }

    commit(): boolean {
        if (!this.playing || !this.draft!.complete) return false;
        this.emit('commit', { moves: this.draft!.moves });
        return true;
    }

    select(point: number | null): void {
        this.selected = point;
        this.schedule();
    }

    hover(point: number | null): void {
        if (this.hovered === point) return;
        this.hovered = point;
        if (this.playing) this.drawMarks();
    }

    takeBack(point: number): void {
        if (this.draft?.takeBack(point)) this.drafted();
    }

    refuse(point: number | null): void {
        this.emit('refused', { point });
    }

    focusSlot(slot: number): void {
        for (const rect of this.slots) rect.setAttribute('tabindex', '-1');
        this.slots[slot]?.setAttribute('tabindex', '0');
        this.slots[slot]?.focus();
    }

    focusPoint(point: number): void {
        this.focusSlot(slotOf(point, this.mover ?? this._view, this._view));
    }

    /** For the input: internals that follow the pointer. */
    get layers(): { geometry: Geometry; checkers: Checkers; svg: SVGSVGElement } {
        return { geometry: this.geometry, checkers: this.checkers, svg: this.svg };
    }
    redraw(): void { this.schedule(); }
    redrawMarks(): void { this.drawMarks(); }

    async playMoves(by: Side, moves: readonly HitMove[], ms: number): Promise<void> {
        if (!this._position || ms <= 0) return;
        const base = this._position;
        const mine = ++this.sequence;
        for (let i = 1; i <= moves.length; i++) {
            const shown = applied(base, by, moves.slice(0, i));
            this.checkers.show(shown.board, shown.off, this._view, true);
            await new Promise((wake) => setTimeout(wake, ms + 60));
            if (mine !== this.sequence) return;
        }
    }
}

declare global {
    interface HTMLElementTagNameMap { 'alea-board': AleaBoard }
}
