// What stands beside each other on the board can be told apart, on every board and with every
// set of checkers and dice.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast } from '../../../web/src/contrast';

const css = readFileSync('web/src/css/board.css', 'utf8');

/** The colours that a rule for such an attribute of the root sets. */
function rules(attribute: string): Map<string, Map<string, string>> {
    const found = new Map<string, Map<string, string>>();
    const rule = new RegExp(`:root\\[data-${attribute}="(\\w+)"\\][^{,]*\\{([^}]*)\\}`, 'g');
    for (const [, name, body] of css.matchAll(rule)) {
        const colours = found.get(name!) ?? new Map<string, string>();
        for (const [, variable, value] of body!.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi))
            colours.set(variable!, value!);
        found.set(name!, colours);
    }
    return found;
}

test('checkers, points and numbers of each board', () => {
    const boards = rules('board');
    assert.ok(boards.size >= 9, [...boards.keys()].join(' '));
    for (const name of ['wood', 'leather', 'felt']) {
        const of = (variable: string): string => boards.get(name)!.get(variable)!;
        const apart = (a: string, b: string, least: number): void => {
            const found = contrast(of(a), of(b));
            assert.ok(found >= least, `${name}: ${a} and ${b} are ${found.toFixed(2)} apart`);
        };
        apart('b-a', 'b-b', 3);
        apart('b-frame', 'b-frame-text', 4.5);
        apart('b-mark', 'b-felt', 3);
        for (const point of ['b-point-odd', 'b-point-even']) apart(point, 'b-felt', 2.5);
        // Each checker by its face or the line round it, on whatever it lies.
        for (const side of ['b-a', 'b-b'])
            for (const ground of ['b-felt', 'b-point-odd', 'b-point-even', 'b-bar', 'b-well'])
                assert.ok(contrast(of(side), of(ground)) >= 3 ||
                    contrast(of(`${side}-edge`), of(ground)) >= 3,
                    `${name}: ${side} on ${ground}`);
    }
});

test('a board has one name and one set of colours, on the page and in pictures', () => {
    const boards = rules('board');
    const usual = boards.get('lagoon')!;
    const columns = ['frame', 'frame-text', 'felt', 'point-odd', 'point-even', 'a', 'a-edge', 'b', 'b-edge',
        'count-a', 'count-b', 'arrow'];
    const pictures = [...readFileSync('apps/publish/picture/theme.c', 'utf8')
        .matchAll(/\{"(\w+)",([^}]*)\}/g)].map(([, name, row]) => ({ name: name!,
        colours: [...row!.matchAll(/0x([0-9a-f]{6})/g)].map((found) => `#${found[1]}`) }));
    const list = /BOARDS = \[(.*?)\] as const/s.exec(readFileSync('web/src/settings.ts', 'utf8'))![1]!;
    const names = [...list.matchAll(/value: '(\w+)'/g)].map((found) => found[1]!).sort();
    assert.deepEqual([...boards.keys()].sort(), names, 'css/board.css and settings.ts');
    assert.deepEqual(pictures.map((theme) => theme.name).sort(), names, 'theme.c and settings.ts');
    for (const { name, colours } of pictures)
        assert.deepEqual(colours, columns.map((column) =>
            boards.get(name)!.get(`b-${column}`) ?? usual.get(`b-${column}`)), name);
});

test('sets of checkers and dice', () => {
    const checkers = rules('checkers');
    for (const name of ['ivory', 'marble', 'cherry', 'amber']) {
        const set = checkers.get(name)!;
        assert.ok(contrast(set.get('b-a')!, set.get('b-b')!) >= 3, name);
        assert.ok(contrast(set.get('b-a')!, set.get('b-count-a')!) >= 4.5, `${name}: counts`);
        assert.ok(contrast(set.get('b-b')!, set.get('b-count-b')!) >= 4.5, `${name}: counts`);
    }
    for (const [name, set] of rules('dice'))
        assert.ok(contrast(set.get('face')!, set.get('pip')!) >= 4.5, name);
});

test('contrast is that of WCAG 2', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(contrast('#777777', '#777777'), 1);
    assert.ok(Math.abs(contrast('#777777', '#ffffff') - 4.48) < 0.01);
    assert.equal(contrast('red', '#ffffff'), 1);
});
