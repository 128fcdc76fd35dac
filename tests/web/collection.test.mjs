// One place for one's matches: a guest plays a match to 1, gives it up, finds it in the list once,
// also after its .mat is imported; renames, tags, searches and deletes it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, resize, until } from './lib/browser.mjs';
import { Mouse, playOn, wanted } from './lib/player.mjs';
import { Server } from './lib/server.mjs';

let browser, server;
before(async () => {
    server = await Server.start();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

/** The whole of it lies inside the window. */
async function inView(page, locator, what) {
    const box = await locator.boundingBox();
    const size = page.viewportSize();
    assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width &&
        box.y + box.height <= size.height, `${what} is in view: ${JSON.stringify(box)}`);
}

/** A finished match to 1 of this person against a machine, given up after three plays. */
async function playOne(person) {
    const game = await person.newGame({ opponent: 'machine', level: 'beginner', options: { match_length: 1 } });
    const hand = new Mouse(person);
    const resign = person.page.getByTestId('resign');
    await playOn([hand], game, async () => hand.turns > 2 && await resign.isVisible(), 'three plays');
    await resign.click();
    await person.page.getByTestId('resign-confirm').click();
    await until(async () => await wanted(person.page) === 'over', 'the end of the match');
    return game;
}

const rows = (page) => page.getByTestId('collection-match');
const listed = (page, number) => until(async () =>
    await page.locator('.match-list [aria-busy]').count() === 0 && await rows(page).count() === number,
`${number} matches in the list`);

async function search(page, text, number) {
    await page.getByTestId('collection-search').fill(text);
    await listed(page, number);
}

test('a match that was played stands in the list, once', async () => {
    const person = await Person.enter(browser, server,
        { viewport: { width: 1280, height: 720 }, reducedMotion: 'no-preference' });
    const { page } = person;
    const game = await playOne(person);
    // The list is older than the end of the analysis, whichever is faster here.
    await page.route('**/api/desk', async (route) => {
        await until(async () => (await person.api('GET', `/api/matches/${game}/analysis`)).status === 200,
            'the analysis');
        await route.continue();
    }, { times: 1 });
    await person.goto('/history');
    await listed(page, 1);
    const today = await page.evaluate(() => new Date().toISOString().slice(0, 10));
    await until(async () => (await rows(page).first().textContent()).includes(today) &&
        /PR \d/.test(await rows(page).first().textContent()), 'its date and its PR');
    await checkAccess(page, 'the list of matches');

    const mat = (await person.api('GET', `/api/matches/${game}/file?format=mat`)).text;
    const sgf = (await person.api('GET', `/api/matches/${game}/file?format=sgf`)).text;
    await page.getByTestId('match-file').setInputFiles([
        { name: 'same.mat', mimeType: 'text/plain', buffer: Buffer.from(mat) },
        { name: 'same.sgf', mimeType: 'text/plain', buffer: Buffer.from(sgf) }]);
    await until(async () => /^0 matches added, 2 known already\.$/.test(
        await page.getByTestId('collection-added').textContent().catch(() => '')), 'two known files');
    await listed(page, 1);
    // One file opens its page; the list has it once all the same.
    await page.getByTestId('match-file').setInputFiles({ name: 'same.mat', mimeType: 'text/plain',
        buffer: Buffer.from(mat) });
    await page.waitForURL(/\/m\/[a-z2-7]{12}\/1\/1$/);
    await person.goto('/history');
    await listed(page, 1);
    assert.equal(await rows(page).first().getByRole('link').getAttribute('href'), `/m/${game}`);

    await resize(page, { width: 390, height: 664 });
    await page.getByTestId('collection-change').scrollIntoViewIfNeeded();
    await inView(page, page.getByTestId('collection-change'), 'the button to change it');
    await page.getByTestId('collection-change').click();
    await page.getByTestId('match-title').fill('My first');
    await page.getByTestId('match-tags').fill('club, first');
    await page.getByTestId('match-note').fill('played too fast');
    await inView(page, page.getByTestId('match-save'), 'Save');
    await page.getByTestId('match-save').click();
    await until(async () => /My first[^]*club[^]*first[^]*too fast/.test(
        await rows(page).first().textContent()), 'title, tags and note');
    await search(page, 'tag=club', 1);
    await search(page, 'tag=none', 0);
    await search(page, 'too fast', 1);
    await search(page, 'first length=1', 1);
    await search(page, 'length=7', 0);
    await page.getByTestId('collection-search').fill('nonsense=1');
    await page.locator('.match-list .study-notice').waitFor();
    await search(page, '', 1);

    await page.getByTestId('collection-delete').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await listed(page, 0);
    await page.reload();
    await listed(page, 0);

    // It lies in the bin, and comes back with its title.
    const bin = page.getByTestId('desk-bin');
    await bin.getByText('Bin', { exact: true }).click();
    assert.match(await page.getByTestId('bin-match').textContent(), /My first.*30 days left/);
    await inView(page, page.getByTestId('bin-restore'), 'Restore');
    await page.getByTestId('bin-restore').click();
    await listed(page, 1);
    await bin.getByText('Empty. A deleted match stays here for 30 days.').waitFor();
    assert.match(await rows(page).first().textContent(), /My first/);
    await page.getByTestId('collection-delete').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByTestId('bin-match').waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/bin.png` });
    await page.getByTestId('bin-empty').click();
    await page.getByRole('button', { name: 'Empty', exact: true }).click();
    await page.getByTestId('bin-match').waitFor({ state: 'detached' });
    await person.leave();
});

test('a player with two names becomes one', async () => {
    const person = await Person.enter(browser, server,
        { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' });
    const { page } = person;
    const lines = readFileSync(new URL('../golden/formats/base.mat', import.meta.url), 'utf8').split('\n');
    await person.goto('/history');
    await page.getByTestId('match-file').setInputFiles(['Anna Meyer', 'A. Meyer'].map((name, i) => ({
        name: `${i}.mat`, mimeType: 'text/plain',
        buffer: Buffer.from(`${lines.slice(0, -8 * (i + 1)).join('\n').replace(/Player 2/g, name)}\n`) })));
    await listed(page, 2);
    await page.getByTestId('desk-people').getByText('Players with several names').click();
    await page.getByTestId('alias-join').click();
    await page.getByText('A. Meyer is Anna Meyer').waitFor();
    await checkAccess(page, 'players with several names');
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/people.png` });
    await page.getByTestId('alias-undo').click();
    await page.getByTestId('alias-join').waitFor();
    // By hand, and a circle is refused with its reason.
    await page.getByLabel('The name in files').fill('Player 1');
    await page.getByLabel('is', { exact: true }).fill('Anna Meyer');
    await page.getByTestId('alias-set').click();
    await page.getByText('Player 1 is Anna Meyer').waitFor();
    await page.getByLabel('The name in files').fill('Anna Meyer');
    await page.getByLabel('is', { exact: true }).fill('Player 1');
    await page.getByTestId('alias-set').click();
    await page.getByText(/is "Anna Meyer" already/).waitFor();
    await person.leave();
});

/** The match as files that two other programs have judged, each at another depth. */
function judgedTwice(first = 0) {
    const folder = mkdtempSync(`${tmpdir()}/alea-judged-`);
    const files = [['GNU Backgammon', first], ['eXtreme Gammon', 1]].map(([program, plies]) => {
        const path = `${folder}/${program}.sgf`;
        execFileSync(process.env.ALEA, ['analyse', new URL('../golden/formats/base.mat', import.meta.url).pathname,
            '--ply', String(plies), '--sgf', path]);
        return { name: `${program}.sgf`, mimeType: 'text/plain',
                 buffer: Buffer.from(readFileSync(path, 'utf8').replaceAll('AP[alea', `AP[${program}`)) };
    });
    rmSync(folder, { recursive: true });
    return files;
}

test('a match that a program has judged shows its figures', async () => {
    const person = await Person.enter(browser, server,
        { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' });
    const { page } = person;
    await person.goto('/analyse');
    const opened = page.waitForURL(/\/m\//);
    await page.getByTestId('match-file').setInputFiles(judgedTwice(2)[0]);
    await opened;
    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.waitFor();
    assert.match(await totals.textContent(), /Judged by GNU Backgammon in the file \(\d+\)\./);
    const shown = await totals.locator('.rating-pr').allTextContents();
    const filed = await totals.getByRole('row', { name: /PR by GNU Backgammon/ }).getByRole('cell').allTextContents();
    assert.deepEqual(shown.map((text) => text.replace('PR ', '')), filed);
    await page.getByTestId('judge').first().getByText('Judged by GNU Backgammon, ').waitFor();
    assert.equal(await page.getByTestId('filed').count(), 0);
    await checkAccess(page, 'a match with its own analysis');
    await person.leave();
});

test('whose analysis counts is chosen for a match and for the desk', async () => {
    const person = await Person.enter(browser, server,
        { viewport: { width: 390, height: 664 }, reducedMotion: 'no-preference' });
    const { page } = person;
    await person.goto('/history');
    await page.getByTestId('match-file').setInputFiles(judgedTwice());
    await page.getByTestId('collection-added').waitFor();
    await listed(page, 1);
    const text = async () => await rows(page).first().textContent();
    await until(async () => /PR \d/.test(await text()), 'the PR');
    await page.reload();
    const costliest = page.getByTestId('costliest').getByTestId('desk-decision');
    await costliest.first().waitFor();
    assert.ok(await costliest.count() <= 3 && await costliest.locator('alea-board').count() === await costliest.count(),
              'boards of the costliest decisions');
    const first = await text();
    await page.getByTestId('collection-change').click();
    await page.getByTestId('match-figures').selectOption('eXtreme Gammon');
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/figures.png` });
    await checkAccess(page, 'the change of a match');
    await inView(page, page.getByTestId('match-save'), 'Save');
    await page.getByTestId('match-save').click();
    const pr = (line) => /PR [\d.]+/.exec(line)?.[0];
    await until(async () => /analysis by eXtreme Gammon/.test(await text()) && pr(await text()) !== pr(first),
        'another PR');
    await page.getByTestId('collection-change').click();
    await page.getByTestId('match-figures').selectOption('desk');
    await page.getByTestId('match-save').click();
    await until(async () => await text() === first, 'as before');
    // The desk as a whole, and what it says follows.
    await person.goto('/analyse');
    const summary = page.getByTestId('desk-figures').getByLabel('Summary');
    const before = await summary.textContent();
    await page.getByTestId('desk-choice').selectOption('eXtreme Gammon');
    await until(async () => await summary.textContent() !== before, 'other figures');
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/choice.png`, fullPage: true });
    await page.reload();
    assert.equal(await page.getByTestId('desk-choice').inputValue(), 'eXtreme Gammon');
    await person.leave();
});

test('a desk goes from one account to another as a file', async () => {
    const giver = await Person.enter(browser, server);
    await giver.goto('/history');
    await giver.page.getByTestId('match-file').setInputFiles(judgedTwice());
    await giver.page.getByTestId('collection-added').waitFor();
    await listed(giver.page, 1);
    await giver.page.getByText('Move your desk').click();
    const [download] = await Promise.all([giver.page.waitForEvent('download'),
                                          giver.page.getByTestId('desk-download').click()]);
    const path = await download.path();
    const bytes = readFileSync(path);
    assert.equal(bytes.subarray(0, 15).toString(), 'SQLite format 3');
    await giver.leave();

    const person = await Person.enter(browser, server,
        { viewport: { width: 390, height: 664 }, reducedMotion: 'no-preference' });
    const { page } = person;
    await person.goto('/history');
    await page.getByText('Move your desk').click();
    const give = (name, buffer) => page.getByTestId('desk-other').setInputFiles(
        { name, mimeType: 'application/octet-stream', buffer });
    await give('wrong.db', Buffer.from('no desk'));
    await page.getByText('the file: is not a desk file').waitFor();
    await give('study.db', bytes);
    await page.getByTestId('exchange-review').getByText('1 new match, 0 here already').waitFor();
    await page.getByTestId('exchange-merge').scrollIntoViewIfNeeded();
    await inView(page, page.getByTestId('exchange-merge'), 'Merge');
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/exchange.png` });
    await checkAccess(page, 'a desk before it is merged');
    await listed(page, 0);
    await page.getByTestId('exchange-merge').click();
    // The server has made cards of the match by then, or not yet.
    await page.getByTestId('exchange-merged').getByText(/^1 match and \d+ cards added, 0 here already/).waitFor();
    await listed(page, 1);
    await give('study.db', bytes);
    await page.getByTestId('exchange-review').getByText('0 new matches, 1 here already').waitFor();
    await person.leave();
});

test('a match of a folder opens on its page', async () => {
    const player = await Person.enter(browser, server);
    const game = await playOne(player);
    const mat = (await player.api('GET', `/api/matches/${game}/file?format=mat`)).text;
    await player.leave();
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/history');
    await page.getByTestId('match-file').setInputFiles([
        { name: 'a.mat', mimeType: 'text/plain', buffer: Buffer.from(mat) },
        { name: 'b.mat', mimeType: 'text/plain', buffer: Buffer.from(mat) }]);
    await page.getByTestId('collection-added').waitFor();
    await listed(page, 1);
    await rows(page).first().getByRole('link').click();
    await page.waitForURL(/\/m\/[a-z2-7]{12}/);
    await person.goto('/history');
    await listed(page, 1);
    assert.match(await rows(page).first().getByRole('link').getAttribute('href'), /^\/m\/[a-z2-7]{12}$/);
    await person.leave();
});

test('what is not analysed has a button beside it', async () => {
    const person = await Person.enter(browser, server, { viewport: { width: 390, height: 664 } });
    const { page } = person;
    // The server leaves it unanalysed: the job is cancelled before the page is opened.
    await person.goto('/');
    await person.named();
    const mat = ' 1 point match\n\n Game 1\n Ann : 0          Bob : 0\n' +
        '  1) 31: 8/5 6/5              64: 24/14\n  2) 62: 24/18 13/11\n      Wins 1 point and the match\n';
    const made = await page.evaluate(async (body) => (await fetch('/api/matches', { method: 'POST',
        body })).json(), mat);
    await person.api('DELETE', `/api/jobs/${made.job}`);
    const { json } = await person.api('GET', `/api/matches/${made.match}`);
    await page.route('**/api/matches/*', async (route) => {
        const answer = await route.fetch();
        const match = await answer.json();
        await route.fulfill({ response: answer, json: match.games
            ? { ...match, analysed: false } : match });
    });
    assert.equal(json.games[0].turns.length, 3);
    await person.goto(`/m/${made.match}`);
    const button = page.getByTestId('analyse-now');
    await button.scrollIntoViewIfNeeded();
    await inView(page, button, 'Analyse');
    await page.unroute('**/api/matches/*');
    await button.click();
    await until(async () => await button.count() === 0 || /already/.test(
        await page.locator('.tools-card').textContent()), 'the analysis');
    await person.leave();
});
