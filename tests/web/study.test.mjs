// Learning from games: a match brought in and studied, positions judged and asked as a quiz,
// the editor, the account, and the pages that are only read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { checkAccess, counted, inView, openBrowser, Person, resize, until } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

const START = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10';
const MATCH = readFileSync(new URL('../golden/formats/base.mat', import.meta.url), 'utf8');
/** Its first game: little to look at deeply. */
const GAME = MATCH.split('\n Game 2')[0];
let browser, server;
before(async () => {
    server = await Server.start();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

const text = (page, selector) => page.locator(selector).first().innerText();
const arrows = (page) => page.evaluate(() => JSON.stringify(
    document.querySelector('[data-testid="board"]').arrows));
const path = (page) => page.evaluate(() => location.pathname);
const slotPoint = async (page, slot) => {
    const box = await page.locator(`[data-slot="${slot}"]`).boundingBox();
    return [box.x + box.width / 2, slot <= 12 ? box.y + box.height - 14 : box.y + 14];
};
const tap = async (page, slot, options) => page.mouse.click(...await slotPoint(page, slot), options);
/** At the height of checker `n` of a point, 1 the lowest, where it would stand. */
const tapAt = async (page, slot, n, options) => {
    const { x, y } = await page.evaluate(([at, height]) => {
        const box = document.querySelector(`[data-slot="${at}"]`).getBoundingClientRect();
        const svg = document.querySelector('.board-svg').viewBox.baseVal;
        const unit = document.querySelector('.board-svg').getBoundingClientRect().height / svg.height;
        const from = (44 + 92 * (height - 0.5)) * unit;
        return { x: box.x + box.width / 2, y: at > 12 ? box.top + from : box.bottom - from };
    }, [slot, n]);
    await page.mouse.click(x, y, options);
};
const drag = async (page, from, to) => {
    const [x, y] = await slotPoint(page, from);
    const [u, v] = await slotPoint(page, to);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 4 });
    await page.mouse.move(u, v, { steps: 4 });
    await page.mouse.up();
};

/** No table is cut off, or makes the page wider than the screen. */
async function tablesFit(page, what) {
    for (const [width, height] of [[390, 844], [768, 1024], [1100, 720], [1440, 900]]) {
        await resize(page, { width, height });
        await page.evaluate(() => new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(done))));
        const cut = await page.evaluate(() => [...document.querySelectorAll('table')]
            .filter((table) => table.scrollWidth > table.parentElement.clientWidth ||
                table.getBoundingClientRect().right > innerWidth)
            .map((table) => `${table.className || table.caption?.textContent}: ` +
                `${table.scrollWidth} in ${table.parentElement.clientWidth}`));
        assert.deepEqual(cut, [], `${what} at ${width} x ${height}`);
    }
    await resize(page, { width: 1280, height: 800 });
}

/** Brings the match in by the file chooser; its page is open afterwards. */
async function bringIn(person, match = MATCH) {
    await person.goto('/history');
    await person.page.getByTestId('match-file').setInputFiles({
        name: 'base.mat', mimeType: 'text/plain', buffer: Buffer.from(match) });
    await person.page.waitForURL(/\/m\/[a-z2-7]{12}\/1\/1$/);
    return (await path(person.page)).split('/')[2];
}

test('a match file becomes a study', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    const id = await bringIn(person);
    assert.match(await text(page, 'h1'), /Player 1 \u2013 Player 2/);
    assert.match(await text(page, '.totals'), /PR \d+\.\d\d/);
    await checkAccess(page, 'the match');
    await tablesFit(page, 'the match');

    // Errors by key, there and back; turns by arrows.
    const { json: analysis } = await person.api('GET', `/api/matches/${id}/analysis`);
    const bad = analysis.decisions.filter((d) => d.loss >= 0.02 && d.turn > 1 && d.game === 1);
    await page.keyboard.press('n');
    const first = await path(page);
    assert.equal(first, `/m/${id}/1/${Math.min(...bad.map((d) => d.turn))}`);
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await path(page), first);
    await page.keyboard.press('Shift+N');
    assert.equal(await path(page), first);
    await counted(page.locator('.turn-button[aria-current]'), 1);

    // Replayed: turn after turn, until it is paused.
    await page.getByTestId('replay').click();
    await page.getByTestId('speed-fast').click();
    assert.equal(await page.getByTestId('speed-fast').getAttribute('aria-pressed'), 'true');
    const after = `/m/${id}/1/${Number(first.split('/').pop()) + 2}`;
    await until(async () => await path(page) === after, 'two turns later');
    await page.getByTestId('replay').click();
    await page.getByTestId('prev-error').waitFor();
    await page.keyboard.press('Shift+N');

    // The points are numbered as the plays are written: for the one who decides.
    const decider = (await text(page, '#turn-title')).startsWith('Player 2') ? 1 : 0;
    assert.equal(await page.evaluate(() =>
        document.querySelector('[data-testid="board"]').numbering), decider);

    // A candidate pointed at, or tabbed to, is on the board; afterwards the decision again.
    const shown = await arrows(page);
    const candidates = page.getByTestId('candidate');
    await candidates.last().focus();
    assert.notEqual(await arrows(page), shown);
    await candidates.last().evaluate((element) => element.blur());
    assert.equal(await arrows(page), shown);

    // The curve is a way to turns, by pointer and by keys.
    const curve = page.getByTestId('curve');
    const box = await curve.boundingBox();
    await curve.click({ position: { x: box.width - 14, y: 60 } });
    const last = await path(page);
    assert.ok(Number(last.split('/')[4]) > 8, last);
    await curve.press('Home');
    assert.equal(await path(page), `/m/${id}/1/1`);

    // Higher limits leave fewer errors, and they are kept.
    const count = async () => Number((await text(page, '.tool-part .hint')).split(' ')[0]);
    const before = await count();
    await page.locator('#limit-2').fill('1.5');
    await page.locator('#limit-1').fill('1.4');
    await page.locator('#limit-0').fill('1.3');
    await page.locator('#limit-0').press('Tab');
    await until(async () => (await count()) < before, 'fewer errors');
    await page.locator('#limit-0').fill('2');
    await page.locator('#limit-0').press('Tab');
    assert.match(await text(page, '.limits [role=status]'), /rising/);

    // Whoever has the address sees the same turn; every download is there.
    await page.goto(`${server.url}${first}`);
    await page.locator('#turn-title').waitFor();
    assert.equal(await path(page), first);
    for (const link of await page.locator('a[download]').all()) {
        const href = await link.getAttribute('href');
        const { status, text: body } = await person.api('GET', href);
        assert.equal(status, 200, href);
        assert.ok(body.length > 100, href);
    }
    await person.leave();
});

test('a match is asked as a quiz, its answers hidden', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    const id = await bringIn(person, GAME);
    await page.getByTestId('match-quiz').click();
    await page.waitForURL(/\?quiz=1$/);
    const { json: analysis } = await person.api('GET', `/api/matches/${id}/analysis`);
    const marked = analysis.decisions.filter((d) => d.symbol !== '').length;
    assert.match(await text(page, '.quiz-round'), new RegExp(`question 1 of ${marked}`));
    const told = page.getByTestId('quiz-told');
    assert.equal(await told.isVisible(), false);
    assert.equal(await page.getByTestId('candidate').count(), 0);
    await page.getByTestId('quiz-next').click();
    await until(async () => /question 2 of/.test(await text(page, '.quiz-round')), 'the second');
    await page.goBack();
    await until(async () => /question 1 of/.test(await text(page, '.quiz-round')), 'the first');
    await checkAccess(page, 'the quiz of a match');
    await page.getByTestId('quiz-show').click();
    await told.waitFor();
    const first = analysis.decisions.find((d) => d.symbol !== '');
    assert.match(await told.innerText(), new RegExp(`^Player ${first.player + 1} `));
    await told.getByRole('link').click();
    await page.waitForURL(new RegExp(`/m/${id}/\\d+/\\d+$`));
    await page.locator('#turn-title').waitFor();
    await person.leave();
});

test('the analysis is made anew, with progress', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await bringIn(person, GAME);
    // What came with the match is fast; a shallower one would tell nothing new.
    await page.getByTestId('level').selectOption('standard');
    await page.getByTestId('analyse').click();
    await until(async () => /Judged at 3 plies/.test(await text(page, '.totals')), 'new figures');
    await page.goto(`${server.url}/history`);
    const row = '.match-item .match-row';
    await page.locator(row).waitFor();
    await until(async () => /Player 1 \u2013 Player 2[^]*PR \d/.test(await text(page, row)),
                'the PR of the match');
    await checkAccess(page, 'the history');
    // As one of the players: now there are figures.
    const match = await page.evaluate(async (body) =>
        (await (await fetch('/api/matches?you=0', { method: 'POST', body })).json()).match, GAME);
    await until(async () => (await person.api('GET', `/api/matches/${match}`)).json.analysed, 'its analysis');
    await page.reload();
    await page.getByRole('heading', { name: 'Where you lose equity, by theme' }).waitFor();
    await tablesFit(page, 'the history');
    await person.leave();
});

test('unreadable text is reported with its place', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/history');
    await page.locator('.paste summary').click();
    const paste = async (what) => {
        await page.locator('#match-text').fill(what);
        await page.getByRole('button', { name: 'Read it' }).click();
    };
    await paste('<script>alert(1)</script>');
    await page.locator('.study-notice.error').waitFor();
    // A play that cannot be made ends its game with a warning; the match is read.
    await paste(MATCH.replace('8/3 7/6', '8/1 7/6'));
    await page.getByRole('link', { name: 'Open the match' }).waitFor();
    const said = await text(page, '.upload');
    assert.match(said, /1 warning|\d+ warnings/);
    assert.match(said, /Line \d+/);
    // A damaged container is refused with its place, and read up to there when asked.
    const sgf = '(;FF[4]GM[6]RU[Crawford:CrawfordGame]MI[length:1][game:0][ws:0][bs:0]PW[a]PB[b]' +
        ';W[52lqab];B[31';
    await paste(sgf);
    await until(async () => /line \d+/.test(await text(page, '.study-notice.error')), 'the line');
    await page.getByRole('button', { name: /Import the readable part/ }).click();
    await page.getByRole('link', { name: 'Open the match' }).waitFor();
    await paste(START);
    await page.getByRole('link', { name: 'Open the position' }).click();
    await page.waitForURL(/\/p\?id=XGID/);
    await person.leave();
});

test('a position is judged, rolled out and seen at every score', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto(`/p?id=${encodeURIComponent(START)}`);
    await page.getByTestId('candidate').first().waitFor();
    assert.equal(await text(page, '[data-testid=candidate]'), '8/5 6/5');
    // Plays looked at less deeply stand behind a line, without a rank and a loss.
    await page.getByRole('button', { name: /Show all/ }).click();
    const rows = await page.locator('.plays-table').first().locator('tbody tr').evaluateAll((all) =>
        all.map((row) => row.className === 'depth-row' ? 'line' : [row.querySelector('.rank').textContent,
            /\d pl(y|ies)/.test(row.querySelector('th').textContent), row.cells[row.cells.length - 1].textContent]));
    const line = rows.indexOf('line');
    assert.ok(line > 1 && line < rows.length - 1, `a line between: ${JSON.stringify(rows)}`);
    rows.slice(0, line).forEach(([rank, shallow, loss], n) => {
        assert.deepEqual([rank, shallow], [String(n + 1), false]);
        assert.match(loss, n === 0 ? /best/ : /0\.\d/);
    });
    for (const row of rows.slice(line + 1).filter((one) => one !== 'line'))
        assert.deepEqual(row, ['', true, '']);
    await page.getByTestId('scores').click();
    await page.locator('.score-grid').waitFor();
    const cell = page.locator('.score-grid button[tabindex="0"]');
    await cell.focus();
    const said = await text(page, '.score-said');
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await text(page, '.score-said'), said);
    // What opens on a phone does so below its button, not under the board that stays.
    await page.getByTestId('scores').click();
    await resize(page, { width: 390, height: 664 });
    const place = () => page.getByTestId('rollout').evaluate((button) => button.getBoundingClientRect().top);
    await page.getByTestId('rollout').evaluate((button) => button.scrollIntoView({ block: 'center' }));
    const high = await place();
    await page.getByTestId('rollout').click();
    await page.getByTestId('rollout-start').waitFor();
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    assert.ok(Math.abs(await place() - high) < 2, `the button went from ${high} to ${await place()}`);
    await resize(page, { width: 1280, height: 800 });
    // The interval shrinks while it runs; cancelled, it leaves what there is.
    await page.locator('.rollout select').selectOption('rollout');
    await page.getByTestId('rollout-start').click();
    const trials = async () => Number(await page.locator('.rollout-table td').last().innerText()
        .catch(() => '0'));
    const some = await until(trials, 'the first trials');
    await until(async () => (await trials()) > some, 'more trials');
    await page.locator('.rollout').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Stopped; this is what there is.').waitFor();
    assert.ok(await trials() >= some);
    await checkAccess(page, 'the position');
    await tablesFit(page, 'the position');
    await page.goto(`${server.url}/p?id=XGID%3Dnonsense`);
    assert.match(await text(page, '.study-notice.error'), /\S/);
    await person.leave();
});

test('a quiz hides its answer until there is one', async () => {
    const person = await Person.enter(browser, server, { viewport: { width: 390, height: 844 } });
    const { page } = person;
    await person.goto(`/p?quiz=1&id=${encodeURIComponent(START)}`);
    const answer = page.getByTestId('quiz-answer');
    assert.ok(await answer.isDisabled());
    assert.equal(await page.getByTestId('candidate').count(), 0);
    await drag(page, 24, 21);
    await drag(page, 24, 23);
    await answer.click();
    await page.getByTestId('candidate').first().waitFor();
    // It was looked at less deeply: no rank, and its loss once the engine compared the two.
    await until(async () => /24\/23 24\/21: Not among the best \d+\.[^]*\u22120\.\d/
        .test(await text(page, '.quiz-out')), 'the loss');
    await page.locator('.quiz-out .explanation').waitFor();
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    await checkAccess(page, 'the quiz on a phone');
    // The cube: both halves of the answer are judged.
    await person.goto('/p?quiz=1&id=XGID%3D-a-A--F-A---eE---c-eaA-A--%3A0%3A0%3A-1%3A00%3A0%3A0%3A0%3A5%3A10');
    await page.locator('input[name=quiz-double][value=yes]').check({ force: true });
    await page.locator('input[name=quiz-take][value=no]').check({ force: true });
    await answer.click();
    await until(async () => /Drop/.test(await text(page, '.quiz-out')), 'the verdict');
    assert.match(await text(page, '.quiz-out'), /Double: best[^]*Drop: [^]*\u22120\.\d/);
    await person.leave();
});

test('on a phone on its side the whole board is in view', async () => {
    const person = await Person.enter(browser, server, { viewport: { width: 844, height: 390 } });
    const { page } = person;
    for (const path of [`/p?id=${encodeURIComponent(START)}`, '/editor',
                        `/p?quiz=1&id=${encodeURIComponent(START)}`]) {
        await person.goto(path);
        const board = page.locator('.board-holder').first();
        await board.waitFor();
        const box = await board.boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= 390 && box.width > 300,
                  `${path}: ${JSON.stringify(box)}`);
    }
    await person.leave();
});

test('a position is set up by hand, by keys and by name', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/editor');
    const id = () => page.getByTestId('editor-id').inputValue();
    await until(async () => (await id()).startsWith('XGID=-b----E'), 'the start');
    await page.getByRole('button', { name: 'Clear' }).click();
    await until(() => page.getByTestId('analyse').isDisabled(), 'a refusal');
    // A tap at the height of a checker sets that many; the topmost one goes by a tap.
    await tapAt(page, 6, 4);
    await tapAt(page, 6, 3);
    await tapAt(page, 5, 1);
    await tapAt(page, 19, 2, { button: 'right' });
    await page.locator('input[name=brush][value="1"]').check({ force: true });
    await tapAt(page, 19, 2);
    await tapAt(page, 20, 1);
    await drag(page, 5, 8);
    await until(async () => (await id()).startsWith('XGID=------C-A----------aa-----:'), 'checkers');
    for (let n = 0; n < 2; n++) await tapAt(page, 13, 5, { button: 'right' });
    await until(async () => (await id()).startsWith('XGID=------C-A----F-----aa-----:'), 'a sixth');
    await page.keyboard.press('u');
    await page.keyboard.press('u');
    // Dice and cube are set on the board.
    await page.getByTestId('board-editdice').click();
    await page.getByTestId('picker').getByRole('button', { name: '3', exact: true }).click();
    await page.getByTestId('picker').getByRole('button', { name: '1', exact: true }).click();
    await page.getByTestId('picker').waitFor({ state: 'hidden' });
    await until(async () => /:31:/.test(await id()), 'the dice');
    await page.getByTestId('board-cube').click();
    await page.getByRole('button', { name: 'Cube at 4' }).click();
    await page.getByTestId('picker').getByRole('button', { name: "Light's" }).click();
    await checkAccess(page, 'the picker of the cube');
    await page.keyboard.press('Escape');
    await until(async () => /:2:1:1:31:/.test(await id()), 'the cube');
    await page.getByTestId('board-editdice').click();
    await page.getByRole('button', { name: 'No dice' }).click();
    await until(async () => /:2:1:1:00:/.test(await id()), 'no dice');
    await page.locator('[data-slot="10"]').focus();
    await page.keyboard.press('4');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('+');
    await until(async () => (await id()).startsWith('XGID=------C-Aad--------aa-----:'), 'keys');
    await page.keyboard.press('u');
    await until(async () => (await id()).startsWith('XGID=------C-A-d--------aa-----:'), 'undo');
    await page.locator('#editor-length').fill('7');
    await page.locator('#editor-length').press('Tab');
    await page.locator('#editor-score-0').fill('2');
    await page.locator('#editor-score-0').press('Tab');
    await until(async () => /:2:0:0:7:/.test(await id()), 'the score');
    // Text in: an error has its column, a good one is on the board.
    await page.getByTestId('editor-id').fill('XGID=-b----E-C---eE-x-c-e----B-:0:0:1:31:0:0:0:7:10');
    await until(async () => /column 21/.test(await text(page, '.study-under .field-error')),
                'the column');
    await page.getByTestId('editor-id').fill('4HPwATDgc/ABMA:cIkKAAAAAAAE');
    await until(async () => /^XGID=-b----E/.test(await page.locator('.copy-field input').first()
        .inputValue()), 'the GNU Backgammon ID');
    await checkAccess(page, 'the editor');
    await page.getByTestId('analyse').click();
    await page.waitForURL(/\/p\?id=XGID/);
    await person.leave();
});

test('a guest becomes somebody, comes back, and is forgotten', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/account');
    const form = (name) => page.getByRole('form', { name });
    await form('Your name').getByLabel('Name that others see').fill('<b>Ann</b>');
    await form('Your name').getByRole('button').click();
    await until(async () => (await text(page, '.who-name')) === '<b>Ann</b>', 'the new name');
    await form('Sign up').getByLabel('Name').fill('Ann of Alea');
    await form('Sign up').getByLabel('Password', { exact: true }).fill('seven checkers on the bar');
    await form('Sign up').getByRole('button').click();
    await page.getByTestId('account-head').getByText('Ann of Alea').waitFor();
    await page.locator('.session-rows li').waitFor();
    await checkAccess(page, 'the account');
    await page.getByTestId('logout').click();
    await form('Log in').getByLabel('Name').fill('Ann of Alea');
    await form('Log in').getByLabel('Password', { exact: true }).fill('eight checkers on the bar');
    const typed = () => form('Log in').getByLabel('Password', { exact: true }).getAttribute('type');
    await form('Log in').getByLabel('Show password').check();
    assert.equal(await typed(), 'text');
    await form('Log in').getByLabel('Show password').uncheck();
    assert.equal(await typed(), 'password');
    await form('Log in').getByRole('button').click();
    await form('Log in').locator('.field-error').waitFor();
    await form('Log in').getByLabel('Password', { exact: true }).fill('seven checkers on the bar');
    await form('Log in').getByRole('button').click();
    await page.getByTestId('account-head').getByText('Ann of Alea').waitFor();
    await page.getByText('Delete the account').first().click();
    await page.locator('#forget-password').fill('seven checkers on the bar');
    await page.getByTestId('forget').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`${server.url}/`);
    const { json } = await person.api('GET', '/api/me');
    assert.ok(json.guest);
    await person.leave();
});

test('pages to read, light and dark, on a phone', async () => {
    const person = await Person.enter(browser, server, { viewport: { width: 390, height: 844 } });
    const { page } = person;
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    /** axe in both themes, which follow the system's. */
    const inBoth = async (what) => {
        const seen = new Set();
        for (const colorScheme of ['dark', 'light']) {
            await page.emulateMedia({ colorScheme });
            await checkAccess(page, `${what} ${colorScheme}`);
            seen.add(await ground());
        }
        assert.equal(seen.size, 2, what);
    };
    for (const where of ['/rules', '/help', '/history', '/account', '/p', '/editor']) {
        await person.goto(where);
        await page.locator('h1').waitFor();
        await inBoth(where);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
                  `${where} is wider than the screen`);
    }
    // The contents first: every rule set is folded, and opens by its name.
    await person.goto('/rules');
    assert.equal(await page.locator('details.preset[open]').count(), 0);
    const last = await page.locator('details.preset').last().boundingBox();
    assert.ok(last.y + last.height <= 2 * 844, `the contents end at ${last.y + last.height}`);
    await page.getByRole('link', { name: 'Vido' }).click();
    await page.locator('#preset-vido .clause').first().waitFor();
    await inView(page, page.locator('#preset-vido > summary'), 'the rule set that was chosen');
    await inBoth('an open rule set');
    await person.goto('/help');
    await person.goto('/rules#preset-vido');
    await page.locator('#preset-vido[open]').waitFor();
    assert.match(await text(page, '#preset-vido .clause'), /7 point match/);
    // Every option has words of its own, not the name it has in files.
    const { json } = await person.api('GET', '/api/rules');
    const told = await page.locator('#preset-vido dt').allTextContents();
    assert.ok(told.length >= json.options.length - 1);
    for (const { name } of json.options)
        assert.ok(!told.includes(name.replaceAll('_', ' ')), `${name} has words`);
    await page.getByTestId('play-vido').click();
    await page.getByRole('dialog').waitFor();
    await person.leave();
});
