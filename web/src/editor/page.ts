// /editor: a position set up by hand, with its identifiers in and out.

import { ApiError, get, post } from '../api';
import type { AleaBoard } from '../board/board';
import { h, replace, setText } from '../dom';
import { icon } from '../icons';
import { registerKeys } from '../keys';
import { navigate, setAddress, type Page, type PageContext } from '../router';
import { announce } from '../notices';
import { Pictures } from '../study/tools';
import { COLOURS, makeBoard, seat, showPosition } from '../study/board';
import { pipCount } from '../study/xgid';
import { copyField, errorText } from '../study/words';
import { EditorForm } from './form';
import { Picker, type Choice } from './picker';
import { addChecker, BAR_OF, CHECKERS, CUBE_VALUES, emptyBoard, flip, mirror, moveChecker, offOf, ownerOf, Past,
         placeName, put, removeChecker, requestOf, setupOf, startSetup, tapAt, type Setup } from
    './model';
import type { PositionAnswer, Side } from '../types';
import { boardIndex, startBoard } from '../board/frame';

type Brush = Side | 'remove';
interface EditPoint { index: number | null; height: number; button: number; shift: boolean }

class EditorPage {
    readonly element = h('div', { class: 'study editor' });
    private readonly past = new Past<Setup>(startSetup());
    private brush: Brush = 0;
    private readonly board;
    private readonly picker = new Picker();
    private readonly form: EditorForm;
    private readonly idInput = h('input', { type: 'text', class: 'mono wide', id: 'editor-id',
        spellcheck: 'false', autocomplete: 'off', 'data-testid': 'editor-id' });
    private readonly idError = h('p', { class: 'field-error', role: 'alert' });
    private readonly problem = h('p', { class: 'field-error', role: 'status' });
    private readonly counts = h('p', { class: 'hint', 'data-testid': 'counts' });
    private readonly ids = h('div', { class: 'stack' });
    private readonly pictures = new Pictures();
    private readonly undo = h('button', { type: 'button', class: 'icon-button',
        'aria-label': 'Undo', on: { click: () => this.back() } }, icon('undo'));
    private readonly redo = h('button', { type: 'button', class: 'icon-button',
        'aria-label': 'Redo', on: { click: () => this.forth() } }, icon('redo'));
    private readonly go = h('button', { type: 'button', class: 'button main compact', disabled: true,
        'data-testid': 'analyse', on: { click: () => this.open('') } }, 'Analyse');
    private readonly quiz = h('button', { type: 'button', class: 'button compact', disabled: true,
        on: { click: () => this.open('&quiz=1') } }, 'As a quiz');
    private readonly keys: () => void;
    private asked = 0;
    private timer = 0;
    private valid = '';
    private dragFrom: number | null | undefined = undefined;
    private dragged = false;

    constructor() {
        this.board = makeBoard(0);
        this.form = new EditorForm((change) => this.set({ ...this.now, ...change }));
        this.prepareBoard(this.board.element);
        this.build();
        this.keys = registerKeys('Editor', [
            { key: 'u', text: 'undo', run: () => this.back() },
            { key: 'r', text: 'redo', run: () => this.forth() },
            { key: 'x', text: 'the other colour', run: () => this.chooseBrush(
                this.brush === 0 ? 1 : 0) },
            { key: 'f', text: 'turn the board round', run: () => this.turnBoard() },
        ]);
        this.show();
    }

    private get now(): Setup { return this.past.now; }

    destroy(): void {
        this.keys();
        window.clearTimeout(this.timer);
        this.asked += 1;
        this.board.destroy();
    }

    private prepareBoard(board: AleaBoard): void {
        board.interactive = 'edit';
        board.names = COLOURS;
        board.cubeAction = 'set it';
        board.addEventListener('editdice', () => this.pickDie(0));
        board.addEventListener('cube', () => this.pickCube());
        board.addEventListener('editpoint', (event) => {
            // The end of a drag is no click.
            if (this.dragged) this.dragged = false;
            else this.click((event as CustomEvent<EditPoint>).detail);
        });
        board.addEventListener('pointerdown', (event) => {
            this.dragged = false;
            this.dragFrom = event.button === 0 ? this.placeAt(event) : undefined;
        }, true);
        board.addEventListener('pointerup', (event) => this.dropped(event), true);
        board.addEventListener('keydown', (event) => this.slotKey(event), true);
    }

    /** The place under a pointer: an index of the board, null for a tray, undefined for neither. */
    private placeAt(event: PointerEvent | KeyboardEvent): number | null | undefined {
        const under = 'clientX' in event
            ? document.elementsFromPoint(event.clientX, event.clientY) : [event.target as Element];
        const slot = under.map((element) => (element as SVGElement).dataset?.['slot'])
            .find((value) => value !== undefined);
        if (slot === undefined) return undefined;
        const number = Number(slot);
        if (number > 25) return null;
        return boardIndex(this.board.element.view, number);
    }

    private dropped(event: PointerEvent): void {
        const from = this.dragFrom;
        this.dragFrom = undefined;
        const to = this.placeAt(event);
        if (from === undefined || to === undefined || from === to) return;
        this.dragged = true;
        // The board's own event comes in this same turn of the loop, or not at all.
        window.setTimeout(() => { this.dragged = false; });
        const player = from === null ? (this.brush === 'remove' ? 0 : this.brush)
                                     : ownerOf(this.now.board, from);
        if (player === null) return;
        this.change(moveChecker(this.now.board, from, to, player), to ?? from);
    }

    /** Digits put that many of the brush's checkers on the point with the focus. */
    private slotKey(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const index = this.placeAt(event);
        if (typeof index !== 'number') return;
        let board: number[] | null | undefined;
        if (/^[0-9]$/.test(event.key)) {
            const player = this.brush === 'remove' ? ownerOf(this.now.board, index) ?? 0 : this.brush;
            board = put(this.now.board, index, player, Number(event.key));
        } else if (event.key === 'Delete' || event.key === 'Backspace' || event.key === '-') {
            board = removeChecker(this.now.board, index);
        } else if (event.key === '+') {
            board = this.brush === 'remove' ? null : addChecker(this.now.board, index, this.brush);
        }
        if (board === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.change(board, index);
    }

    private click(detail: EditPoint): void {
        if (detail.index === null) return;
        this.picker.close();
        const { index, height, button, shift } = detail;
        const { board } = this.now;
        if (this.brush === 'remove' || shift) return this.change(removeChecker(board, index), index);
        // On its bar a player has a place alone: either button means that one.
        const bar = BAR_OF.indexOf(index);
        const player = bar >= 0 ? bar as Side : button === 2 ? (this.brush === 0 ? 1 : 0) : this.brush;
        const limit = bar >= 0 ? 3 : this.board.element.tall ? 7 : 5;
        this.change(tapAt(board, index, player, height, limit), index);
    }

    private pickDie(n: 0 | 1): void {
        const faces = [1, 2, 3, 4, 5, 6];
        const dice = this.now.dice;
        const set = (face: number): void => {
            const other = dice ? dice[1 - n]! : face;
            this.set({ ...this.now, dice: n === 0 ? [face, other] : [other, face] });
            if (n === 0) this.pickDie(1);
            else this.picker.close();
        };
        this.picker.open(n === 0 ? 'First die' : 'Second die', [
            faces.map((face) => ({ text: String(face), label: String(face),
                chosen: dice?.[n] === face, run: () => set(face) })),
            [{ text: 'No dice', label: 'No dice', chosen: dice === null, run: () => {
                this.set({ ...this.now, dice: null });
                this.picker.close();
            } }]], () => this.focusProp('board-editdice'));
    }

    private pickCube(): void {
        const { cube, owner } = this.now;
        const again = (change: Partial<Setup>): void => {
            this.set({ ...this.now, ...change });
            this.pickCube();
        };
        const place = (value: Side | null, text: string): Choice => ({ text, label: text,
            chosen: owner === value, run: () => again({ owner: value }) });
        this.picker.open('Cube', [
            CUBE_VALUES.slice(0, 7).map((value) => ({ text: String(value), label: `Cube at ${value}`,
                chosen: cube === value, run: () => again({ cube: value }) })),
            [place(null, 'Centre'), place(0, `${COLOURS[0]}'s`), place(1, `${COLOURS[1]}'s`)],
        ], () => this.focusProp('board-cube'));
    }

    private focusProp(id: string): void {
        this.board.element.querySelector<SVGElement>(`[data-testid="${id}"]`)?.focus();
    }

    private change(board: number[] | null, index: number | null): void {
        if (!board) {
            const none = offOf(this.now.board).indexOf(0);
            setText(this.problem, none < 0 ? 'That cannot be done.'
                : `All ${CHECKERS} ${COLOURS[none]} checkers are on the board.`);
            return;
        }
        this.set({ ...this.now, board });
        if (index !== null) announce(placeName(board, index, this.board.element.view, COLOURS));
    }

    private set(setup: Setup): void {
        this.past.set(setup);
        this.show();
    }

    private back(): void { this.past.undo(); this.show(); }
    private forth(): void { this.past.redo(); this.show(); }
    private turnBoard(): void {
        this.board.element.view = this.board.element.view === 0 ? 1 : 0;
    }

    private chooseBrush(brush: Brush): void {
        this.brush = brush;
        const input = this.element.querySelector<HTMLInputElement>(`input[name=brush][value="${brush}"]`);
        if (input) input.checked = true;
        announce(brush === 'remove' ? 'Taking away' : COLOURS[brush]);
    }

    private build(): void {
        const tool = (text: string, run: () => void): HTMLElement =>
            h('button', { type: 'button', class: 'button compact', on: { click: run } }, text);
        const brush = (value: Brush, text: string): HTMLElement => h('label', { class: 'choice' },
            h('input', { type: 'radio', name: 'brush', value: String(value),
                         checked: value === this.brush,
                         on: { change: () => { this.brush = value; } } }),
            h('span', null, value === 'remove' ? null
                : seat(value), text));
        const side = h('div', { class: 'study-side' },
            h('section', { class: 'card stack', 'aria-label': 'Checkers' },
              h('h2', { class: 'editor-title' }, 'Checkers'),
              h('fieldset', null, h('legend', { class: 'hidden-text' }, 'A tap puts'),
                h('div', { class: 'choices' }, brush(0, COLOURS[0]), brush(1, COLOURS[1]),
                  brush('remove', 'Remove'))),
              h('div', { class: 'row editor-tools' },
                tool('Start', () => this.set({ ...this.now, board: startBoard() })),
                tool('Clear', () => this.set({ ...this.now, board: emptyBoard() })),
                tool('Swap sides', () => this.set(flip(this.now))),
                tool('Mirror', () => this.change(mirror(this.now.board,
                    this.brush === 1 ? 1 : 0), null)),
                this.undo, this.redo),
              this.counts,
              h('p', { class: 'hint' }, 'Tap where the top checker is to be: so many are set. ' +
                  'The topmost one goes by a tap, and moves by dragging. The right button sets ' +
                  'the other colour, Shift takes one away. Tap dice or cube to set them. Keys ' +
                  'on a point: 0 to 9, + and \u2212.')),
            h('section', { class: 'card stack', 'aria-label': 'Game' }, h('h2', null, 'Game'),
              this.form.element));
        const text = h('section', { class: 'card stack', 'aria-label': 'Position as text' },
            h('h2', null, 'As text'),
            h('label', { for: 'editor-id' }, 'Paste an XGID, GNU Backgammon ID or OGID'),
            this.idInput, this.idError, this.ids, this.pictures.element);
        this.idInput.addEventListener('input', () => this.readId());
        this.board.holder.append(this.picker.element);
        replace(this.element, h('header', { class: 'study-head' }, h('h1', null, 'Position editor'),
                h('div', { class: 'row editor-go' }, this.go, this.quiz)),
            h('div', { class: 'study-grid' },
                h('div', { class: 'study-top' },
                  h('div', { class: 'study-board' }, this.board.holder, this.problem), side),
                h('div', { class: 'study-under' }, text)));
    }

    private show(): void {
        const setup = this.now;
        const off = offOf(setup.board);
        const match = setup.matchLength > 0;
        showPosition(this.board.element, {
            board: setup.board, off, dice: setup.dice, turn: setup.turn,
            cube: match && (setup.crawford || setup.matchLength === 1) ? null
                : { value: setup.cube, owner: setup.owner },
        }, this.board.element.view);
        this.form.show(setup);
        this.undo.disabled = !this.past.canUndo;
        this.redo.disabled = !this.past.canRedo;
        setText(this.counts, ([0, 1] as Side[]).map((player) =>
            `${COLOURS[player]}: ${CHECKERS - off[player]} on the board, ${off[player]} off, ` +
            `${pipCount(setup.board, player)} pips`).join(' \u00b7 '));
        this.ask();
    }

    /** The server says what the position is called, or why it cannot be. */
    private ask(): void {
        window.clearTimeout(this.timer);
        this.asked += 1;
        const mine = this.asked;
        this.timer = window.setTimeout(async () => {
            try {
                const answer = await post<PositionAnswer>('/api/position', requestOf(this.now));
                if (mine === this.asked) this.good(answer);
            } catch (error) {
                if (mine === this.asked) this.bad(error);
            }
        }, 150);
    }

    private good(answer: PositionAnswer): void {
        this.valid = answer.xgid;
        setText(this.problem, '');
        this.go.disabled = this.quiz.disabled = false;
        if (document.activeElement !== this.idInput) {
            this.idInput.value = answer.xgid;
            setText(this.idError, '');
        }
        this.pictures.show(answer.xgid, '');
        replace(this.ids, copyField('XGID', answer.xgid), copyField('GNU ID', answer.gnubg),
                copyField('OGID', answer.ogid));
        setAddress(`/editor?id=${encodeURIComponent(answer.xgid)}`);
    }

    private bad(error: unknown): void {
        this.valid = '';
        this.go.disabled = this.quiz.disabled = true;
        // Nothing of the position before is left to be copied.
        if (document.activeElement !== this.idInput) this.idInput.value = '';
        replace(this.ids, h('p', { class: 'hint' }, 'A position that cannot be has no ID.'));
        this.pictures.hide();
        setAddress('/editor');
        setText(this.problem, errorText(error));
    }

    private readId(): void {
        const text = this.idInput.value.trim();
        window.clearTimeout(this.timer);
        this.asked += 1;
        const mine = this.asked;
        if (!text) {
            setText(this.idError, '');
            return;
        }
        this.timer = window.setTimeout(async () => {
            try {
                const answer = await get<PositionAnswer>(
                    `/api/position?id=${encodeURIComponent(text)}`);
                if (mine !== this.asked) return;
                setText(this.idError, '');
                this.past.set(setupOf(answer, this.now));
                this.show();
            } catch (error) {
                if (mine !== this.asked) return;
                setText(this.idError, errorText(error));
                if (error instanceof ApiError && error.column !== undefined)
                    this.pointAt(error.column);
            }
        }, 200);
    }

    /** Selects the character that could not be read, if the reader is not in mid-word. */
    private pointAt(column: number): void {
        const at = Math.min(this.idInput.value.length, Math.max(0, column - 1));
        if (document.activeElement === this.idInput && at < this.idInput.value.length)
            this.idInput.setSelectionRange(at, at + 1);
    }

    load(id: string): void {
        this.idInput.value = id;
        this.readId();
    }

    private open(more: string): void {
        if (this.valid) navigate(`/p?id=${encodeURIComponent(this.valid)}${more}`);
    }
}

export function editorPage(context: PageContext): Page {
    const page = new EditorPage();
    const id = context.query.get('id');
    if (id) page.load(id);
    return { title: 'Position editor', element: page.element, destroy: () => page.destroy() };
}
