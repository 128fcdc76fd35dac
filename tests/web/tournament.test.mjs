// Tournaments by page alone: a director makes one and enters sixteen by name, two players tell a
// result on phones, a bracket is read, a tournament is removed and put back.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { checkAccess, counted, openBrowser, Person, until } from './lib/browser.mjs';
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

const account = (name, options) => Person.account(browser, server, name, options);

const names = (count) => Array.from({ length: count }, (_, n) => `Player ${n + 1}`);

/** Makes a tournament by the form; -> its id. */
async function make(director, kind, name, lengths = '5') {
    const { page } = director;
    await director.goto('/tournaments');
    await page.getByTestId('new-tournament').click();
    await page.getByTestId('cup-name').fill(name);
    await page.locator('.choice', { has: page.getByTestId(`cup-kind-${kind}`) }).click();
    await page.getByTestId('cup-lengths').fill(lengths);
    await page.getByTestId('cup-make').click();
    await page.waitForURL(/\/tournament\/\w+$/);
    await page.getByTestId('cup-stage').waitFor();
    return page.url().split('/').at(-1);
}

async function enterNames(page, list) {
    await page.getByTestId('cup-names').fill(list.join('\n'));
    await page.getByTestId('cup-enter-names').click();
}

const look = async (person, id) => (await person.api('GET', `/api/tournaments/${id}`)).json;

/** The first of the open matches is won by its first player. */
async function decide(page, points = null) {
    await page.locator('button.cup-box.open').first().click();
    const dialog = page.getByTestId('cup-report');
    if (points) for (const [side, value] of points.entries()) await dialog.locator('.cup-points').nth(side)
        .fill(String(value));
    await dialog.getByTestId('cup-won-0').click();
    await dialog.waitFor({ state: 'detached' });
}

test('a director enters sixteen by name and plays a Swiss tournament to its end', async () => {
    const ann = await account('Ann'), { page } = ann;
    const id = await make(ann, 'swiss', 'Thursday <b>evening</b>', '5, 7');
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Thursday <b>evening</b>');
    // A link to it says its name, as text.
    const link = (await ann.api('GET', `/tournament/${id}`)).text;
    assert.match(link, /og:title" content="Thursday &lt;b&gt;evening&lt;\/b&gt;"/);
    await enterNames(page, [...names(15), 'Player 3', 'Magnus, 1810']);
    // The one that was there already stays in the field, with the reason.
    const refused = page.locator('.study-notice');
    await refused.waitFor();
    assert.match(await refused.textContent(), /^Player 3: /);
    assert.equal(await page.getByTestId('cup-names').inputValue(), 'Player 3');
    assert.match(await page.getByTestId('cup-players').textContent(), /Magnus \(1810\)/);
    await checkAccess(page, 'entries of a tournament');
    await page.getByTestId('cup-names').fill('');
    await page.getByTestId('cup-start').click();
    await page.getByTestId('cup-rounds-card').waitFor();
    assert.equal(await page.locator('.cup-box.open').count(), 8);
    await checkAccess(page, 'a round');

    await decide(page, [5, 2]);
    await page.locator('.cup-row .hidden-text', { hasText: 'won 5 to 2' }).waitFor({ state: 'attached' });
    // Taken back, told again with points that say the opposite of the button.
    await page.locator('button.cup-box', { has: page.locator('.won') }).first().click();
    await page.getByTestId('cup-undo').click();
    await until(async () => (await look(ann, id)).matches.every((match) => match.outcome === null), 'taken back');
    await until(async () => await page.locator('.cup-box.open').count() === 8, 'the page to say so');
    await page.locator('button.cup-box.open').first().click();
    await page.getByTestId('cup-report').locator('.cup-points').first().fill('2');
    await page.getByTestId('cup-report').locator('.cup-points').nth(1).fill('5');
    await page.getByTestId('cup-won-0').click();
    await page.getByTestId('cup-report').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');

    // Four rounds, each paired as soon as the one before is decided; the API reports two of them.
    for (let round = 1; round <= 4; round++) {
        await until(async () => await page.locator('button.cup-box.open').count() === 8, `round ${round}`);
        if (round === 2 || round === 3) {
            const open = (await look(ann, id)).matches.filter((match) => match.outcome === null);
            assert.equal(open.length, 8);
            for (const [n, { match, players: [winner] }] of open.entries()) {
                const { status } = await ann.api('POST', `/api/tournaments/${id}/matches/${match}/result`, { winner });
                assert.equal(status, 200);
                if (n < 7) await until(async () => await page.locator('.cup-box.open').count() === 7 - n, 'the row');
            }
            continue;
        }
        for (let n = 0; n < 8; n++) {
            await decide(page);
            await until(async () => (await look(ann, id)).matches.filter((match) => match.outcome).length ===
                8 * (round - 1) + n + 1, 'the result to stand');
            if (n < 7) await until(async () => await page.locator('.cup-box.open').count() === 7 - n, 'the row');
        }
    }
    await page.getByTestId('cup-winner').waitFor();
    const { standings, players, stage } = await look(ann, id);
    assert.equal(stage, 'over');
    assert.equal(standings[0].won, 4);
    assert.match(await page.getByTestId('cup-winner').textContent(), new RegExp(`^${players[standings[0].player].name} wins`));
    assert.equal(await page.getByTestId('cup-table').locator('tbody tr').count(), 16);
    // Round 2 again, at its own address.
    await page.locator('.choice', { hasText: 'Round 2' }).click();
    await page.reload();
    assert.ok(await page.locator('.choice', { hasText: 'Round 2' }).getByRole('radio').isChecked());
    assert.match(await page.locator('.cup-seed').textContent(), /SHA-256 was shown before/);
    await page.getByText('What was done').click();
    await page.getByTestId('cup-log').getByText('Ann: made the tournament').waitFor();
    assert.match(await page.getByTestId('cup-log').textContent(), /Ann: took back the result of (Magnus|Player \d+) and (Magnus|Player \d+)/);
    await ann.leave();
});

test('groups: made by the form, their tables, then the knock-out with the best of each', async () => {
    const gil = await account('Gil'), { page } = gil;
    await gil.goto('/tournaments/new');
    await page.locator('.choice', { has: page.getByTestId('cup-kind-groups') }).click();
    await page.getByTestId('cup-group-size').fill('3');
    await page.getByTestId('cup-advance').fill('1');
    await page.getByTestId('cup-rest').check();
    await page.getByTestId('cup-name').fill('Two groups');
    await page.getByTestId('cup-lengths').fill('1, 3');
    await page.getByTestId('cup-make').click();
    await page.waitForURL(/\/tournament\/\w+$/);
    const id = page.url().split('/').at(-1);
    await enterNames(page, names(6));
    await until(async () => (await look(gil, id)).entered === 6, 'six entries');
    await page.getByTestId('cup-start').click();
    await page.getByTestId('cup-groups').waitFor();
    assert.deepEqual(await page.locator('.cup-group h3').allTextContents(), ['Group A', 'Group B']);
    assert.equal(await page.locator('.cup-group tbody tr').count(), 6);
    await checkAccess(page, 'groups');
    for (let n = 1; n <= 6; n++) {
        // Two matches a round: the next round is shown when one is played.
        await page.locator('button.cup-box.open').first().waitFor();
        await decide(page);
        await until(async () => (await look(gil, id)).matches.filter((match) => match.outcome).length === n, 'the result');
        await page.waitForFunction((left) => document.querySelectorAll('.cup-group tbody tr').length === 6
            && [...document.querySelectorAll('.cup-group tbody tr td:nth-child(3)')]
                .reduce((sum, cell) => sum + Number(cell.textContent), 0) === left, n);
    }
    const { groups, players, matches } = await look(gil, id);
    const final = page.getByTestId('bracket-main').locator('.cup-box.open');
    await final.waitFor();
    for (const table of groups) assert.ok((await final.textContent()).includes(players[table[0].player].name));
    assert.equal(matches.find((match) => match.part === 'main').length, 3);
    await final.click();
    await page.getByTestId('cup-report').getByTestId('cup-won-0').click();
    await page.getByTestId('cup-winner').waitFor();
    // The other four play a consolation.
    for (let n = 8; n <= 10; n++) {
        await page.getByTestId('bracket-second').locator('.cup-box.open').first().click();
        await page.getByTestId('cup-report').getByTestId('cup-won-0').click();
        await until(async () => (await look(gil, id)).matches.filter((match) => match.outcome).length === n, 'the result');
    }
    await page.getByTestId('cup-winner').filter({ hasText: /Consolation: Player/ }).waitFor();
    assert.equal(await page.getByTestId('cup-table').locator('tbody tr').count(), 6);
    // On paper the tables of the groups stand before the table; in another site, before the bracket.
    await gil.goto(`/tournament/${id}/print?what=table`);
    await page.getByRole('region', { name: 'Group B' }).waitFor();
    await gil.goto(`/embed/${id}`);
    await page.getByTestId('cup-groups').waitFor();
    await gil.leave();
});

test('late entries: by the director into a bye, by a player himself where the tournament says so', async () => {
    const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
    const hal = await account('Halvar'), ina = await account('Inge', phone), { page } = hal;
    const cup = await make(hal, 'single', 'Late cup');
    await enterNames(page, names(3));
    await page.getByTestId('cup-start').filter({ hasText: '3 players' }).click();
    await page.getByTestId('bracket-main').waitFor();
    await ina.goto(`/tournament/${cup}`);
    await ina.page.getByTestId('cup-stage').waitFor();
    assert.equal(await ina.page.getByTestId('cup-enter').count(), 0);
    await page.getByTestId('cup-late').locator('summary').click();
    await page.getByTestId('cup-names').fill('Tardy');
    await checkAccess(page, 'a late entry');
    await page.getByTestId('cup-enter-names').click();
    await until(async () => (await look(hal, cup)).players.length === 4, 'the late entry');
    // Nobody can come any more: the last bye is taken.
    await page.getByTestId('cup-late').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.cup-box.open').count(), 2);

    await hal.goto('/tournaments/new');
    await page.getByTestId('cup-name').fill('Late league');
    await page.locator('.choice', { has: page.getByTestId('cup-kind-league') }).click();
    await page.locator('#cup-late-entry').click();
    await page.getByTestId('cup-make').click();
    await page.waitForURL(/\/tournament\/\w+$/);
    const league = page.url().split('/').at(-1);
    await page.getByTestId('cup-stage').waitFor();
    await enterNames(page, names(3));
    await page.getByTestId('cup-start').filter({ hasText: '3 players' }).click();
    await page.getByTestId('cup-rounds-card').waitFor();
    await ina.goto(`/tournament/${league}`);
    await ina.page.getByText('Enter late', { exact: true }).tap();
    await ina.page.getByTestId('cup-mine').waitFor();
    await checkAccess(ina.page, 'who has come late');
    const { me, matches } = await look(ina, league);
    assert.ok(matches[me.match].round === 1 && matches.length === 6);
    await hal.leave();
    await ina.leave();
});

test('two players tell the result on their phones; the director decides what they dispute', async () => {
    const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
    const cid = await account('Cid'), dan = await account('Dan', phone), eve = await account('Eve', phone);
    const id = await make(cid, 'league', 'League night');
    // What the director is writing outlives the entries of others, and so does the focus.
    await cid.page.getByText('Text', { exact: true }).click();
    await cid.page.getByLabel('What players should know').fill('Bring a board');
    await cid.page.getByTestId('cup-names').pressSequentially('Half a na');
    for (const person of [dan, eve]) {
        await person.goto('/tournaments');
        await person.page.getByRole('link', { name: /League night/ }).click();
        await person.page.getByTestId('cup-enter').tap();
        await person.page.getByTestId('cup-withdraw').waitFor();
    }
    await cid.page.getByTestId('cup-start').waitFor();
    await cid.page.keyboard.type('me');
    assert.equal(await cid.page.getByTestId('cup-names').inputValue(), 'Half a name');
    assert.equal(await cid.page.getByLabel('What players should know').inputValue(), 'Bring a board');
    await cid.page.getByTestId('cup-start').click();
    await dan.page.getByTestId('cup-mine').waitFor();
    assert.match(await dan.page.getByTestId('cup-mine').textContent(), /Your match: Eve/);
    await checkAccess(dan.page, 'one’s match on a phone');
    const tell = async (person, winner) => {
        await person.page.getByTestId('cup-tell').tap();
        await person.page.getByTestId('cup-report').getByRole('button', { name: `${winner} won` }).tap();
        await person.page.getByTestId('cup-report').waitFor({ state: 'detached' });
    };
    await eve.page.getByTestId('cup-mine').waitFor();
    // Both come to one game by a click each.
    await dan.page.getByTestId('cup-play').tap();
    await dan.page.waitForURL(/\/g\/\w+/);
    const game = dan.page.url();
    await eve.page.getByTestId('cup-play').tap();
    await eve.page.waitForURL(/\/g\/\w+/);
    assert.equal(eve.page.url(), game);
    for (const person of [dan, eve]) {
        await person.goto(`/tournament/${id}`);
        await person.page.getByTestId('cup-tell').waitFor();
    }
    await tell(dan, 'Dan');
    assert.match(await dan.page.getByTestId('cup-mine').textContent(), /one player has told the result/);
    await tell(eve, 'Eve');
    assert.match(await eve.page.getByTestId('cup-mine').textContent(), /do not agree/);
    await cid.page.locator('.cup-box.disputed').click();
    await cid.page.getByTestId('cup-report').getByRole('button', { name: 'Eve won' }).click();
    await eve.page.getByTestId('cup-winner').waitFor();
    assert.match(await eve.page.getByTestId('cup-winner').textContent(), /^Eve wins\./);
    // Nothing hangs out of the phone.
    assert.ok(await dan.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await Promise.all([cid, dan, eve].map((person) => person.leave()));
});

test('a knock-out as a bracket; removed and put back; a guest learns what to do', async () => {
    const fay = await account('Fay'), { page } = fay;
    const id = await make(fay, 'single', 'Cup');
    await enterNames(page, names(6));
    await until(async () => (await look(fay, id)).entered === 6, 'six players');
    await page.getByTestId('cup-start').click();
    const bracket = page.getByTestId('bracket-main');
    await bracket.waitFor();
    assert.deepEqual(await bracket.getByRole('heading').allTextContents(), ['Quarter-finals', 'Semi-finals', 'Final']);
    assert.equal(await bracket.locator('.cup-box').count(), 7);
    await checkAccess(page, 'a bracket');
    for (let left = 5; left > 0; left--) {
        await until(async () => await bracket.locator('button.cup-box.open').count() > 0, 'an open match');
        await decide(page);
        await until(async () => (await look(fay, id)).matches.filter((match) => match.outcome === 'played').length ===
            6 - left, 'the result');
    }
    await page.getByTestId('cup-winner').waitFor();
    await page.getByTestId('cup-remove').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByTestId('cup-restore').waitFor();
    assert.equal(await page.getByTestId('cup-stage').textContent(), 'removed');
    await page.getByTestId('cup-restore').click();
    await until(async () => await page.getByTestId('cup-stage').textContent() === 'over', 'put back');

    const guest = await Person.enter(browser, server);
    await guest.goto('/tournaments');
    await guest.page.getByRole('link', { name: /^Cup/ }).waitFor();
    assert.equal(await guest.page.getByTestId('new-tournament').count(), 0);
    await guest.page.getByRole('link', { name: 'choose a name and a password' }).waitFor();
    await checkAccess(guest.page, 'the list of tournaments');
    await guest.page.getByRole('link', { name: /^Cup/ }).click();
    await guest.page.getByTestId('cup-winner').waitFor();
    assert.equal(await guest.page.locator('button.cup-box').count(), 0);
    await Promise.all([fay, guest].map((person) => person.leave()));
});

test('cards, pairings, score sheets and the table on paper', async () => {
    const ann = await account('Anna'), { page } = ann;
    const id = await make(ann, 'swiss', 'Friday', '5');
    await enterNames(page, names(9));
    await page.getByTestId('cup-start').waitFor();
    await page.getByTestId('cup-print-cards').click();
    const sheets = page.getByTestId('paper').locator('.paper-sheet');
    await counted(sheets, 9, 'cards of those who have entered');
    await ann.goto(`/tournament/${id}`);
    await page.getByTestId('cup-start').click();
    await page.getByTestId('cup-print-sheets').click();
    await counted(sheets, 4, 'score sheets: one has a bye');
    assert.match(await sheets.first().innerText(), /Match to 5\./);
    assert.equal(await sheets.first().locator('tbody tr').count(), 9);
    await checkAccess(page, 'score sheets');
    await page.getByTestId('paper-pairings').check();
    await counted(sheets, 1, 'the round');
    assert.equal(await sheets.locator('tbody tr').count(), 5);
    assert.match(page.url(), /print\?what=pairings$/);
    await ann.goto('/tournaments');
    await page.getByText('In your calendar').click();
    const calendar = await page.getByLabel('Address', { exact: true }).inputValue();
    assert.match(await (await fetch(calendar)).text(), /^BEGIN:VCALENDAR\r\n/);
    await ann.goto(`/tournament/${id}/print?what=pairings`);
    await page.getByTestId('paper-table').check();
    await page.getByTestId('paper').getByText('Buchholz').waitFor();
    await page.getByTestId('paper-cards').check();
    await counted(sheets, 9, 'cards');
    assert.match(await sheets.first().innerText(), /\/tournament\//);
    // Printed there is paper alone, four cards a page.
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('header').first().isVisible(), false);
    assert.equal(await page.getByTestId('paper-print').isVisible(), false);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    assert.equal(Number(/\/Type\s*\/Pages[^>]*?\/Count (\d+)/.exec(pdf)?.[1]), 3);
    await ann.leave();
});

test('a tournament inside of another site, live, without a cookie', async () => {
    const ann = await account('Anja'), { page } = ann;
    const id = await make(ann, 'single', 'On "our" site', '3');
    await enterNames(page, names(4));
    await page.getByTestId('cup-start').click();
    await page.getByTestId('bracket-main').waitFor();
    await page.getByText('On your own site').click();
    const line = await page.getByLabel('HTML', { exact: true }).inputValue();
    const site = createServer((_, answer) => {
        answer.setHeader('content-type', 'text/html');
        answer.end(`<!doctype html><title>Club</title>${line}`);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const context = await browser.newContext({ viewport: { width: 390, height: 664 } });
    const visitor = await context.newPage();
    await visitor.clock.install();
    await visitor.goto(`http://localhost:${site.address().port}/`);
    const frame = visitor.frameLocator('iframe');
    await frame.getByTestId('bracket-main').waitFor();
    assert.equal(await visitor.locator('iframe').getAttribute('title'), 'On "our" site');
    assert.equal(await frame.locator('button').count(), 0);
    const { matches } = await look(ann, id);
    await ann.api('POST', `/api/tournaments/${id}/matches/0/result`, { winner: matches[0].players[0], score: [3, 1] });
    await visitor.clock.runFor(21000);
    await frame.locator('.cup-player.won').first().waitFor();
    assert.equal((await context.cookies()).length, 0);
    // The page with the buttons is shown by no other site.
    const policy = async (path) => (await fetch(server.url + path)).headers.get('content-security-policy');
    assert.match(await policy(`/embed/${id}`), /frame-ancestors \*$/);
    for (const path of [`/tournament/${id}`, `/tournament/${id}/print`, '/', '/nowhere', `/embed/${id}/more`])
        assert.match(await policy(path), /frame-ancestors 'none'$/);
    await frame.locator('body').evaluate(() => { history.replaceState(null, '', '/embed/aaaaaaaaaaaa'); location.reload(); });
    await frame.getByText('There is no such tournament').waitFor();
    await context.close();
    site.close();
    await ann.leave();
});

test('an arena: paired by itself, played, paused, ended', async () => {
    const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
    const gus = await account('Gus'), hal = await account('Hal', phone), { page } = gus;
    await gus.goto('/tournaments/new');
    await page.locator('.choice', { has: page.getByTestId('cup-kind-arena') }).click();
    await page.getByTestId('cup-minutes').waitFor();
    assert.match(await page.getByTestId('cup-about').textContent(), /comes and goes at will/);
    await checkAccess(page, 'the form of an arena');
    const id = await make(gus, 'arena', 'Evening', '3');
    await enterNames(page, names(3));
    await hal.goto(`/tournament/${id}`);
    await hal.page.getByTestId('cup-enter').tap();
    await until(async () => (await look(gus, id)).entered === 4, 'four players');
    await page.getByTestId('cup-start').click();
    // The first pairs come at once, without a click.
    await until(async () => await page.locator('.cup-box.open').count() === 2, 'two matches');
    await hal.page.getByTestId('cup-mine').waitFor();
    assert.match(await page.locator('.page-lead').textContent(), /pairs until \d/);
    await page.getByText('How it is played').click();
    await page.getByText('from the third in a row on 2').waitFor();
    await checkAccess(page, 'an arena');
    assert.match(await hal.page.getByTestId('cup-waits').textContent(), /After this match you are paired again/);
    await hal.page.getByTestId('cup-pause').tap();
    await until(async () => (await look(gus, id)).players[3].paused, 'the pause');
    const { matches } = await look(gus, id);
    for (const [n, match] of matches.entries()) {
        await page.locator(`[data-match="${match.match}"]`).click();
        await page.getByTestId('cup-won-0').click();
        await page.getByTestId('cup-report').waitFor({ state: 'detached' });
        await until(async () => (await look(gus, id)).matches[n].outcome === 'played', 'the result');
    }
    await hal.page.getByText('You pause: nobody is paired with you.').waitFor();
    // Two of the others are paired anew; then he is back, and the fourth is for him.
    await until(async () => (await look(gus, id)).matches.length === 3, 'the next pair');
    assert.ok(!(await look(gus, id)).matches[2].players.includes(3));
    await hal.page.getByTestId('cup-pause').tap();
    await hal.page.getByTestId('cup-mine').waitFor();
    await checkAccess(hal.page, 'an arena on a phone');
    assert.ok(await hal.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    // Ended early: what is being played counts.
    await page.getByTestId('cup-close').click();
    await until(async () => (await look(gus, id)).ends <= Date.now(), 'the end');
    for (const match of [2, 3]) {
        await page.locator(`[data-match="${match}"]`).click();
        await page.getByTestId('cup-won-1').click();
        await page.getByTestId('cup-report').waitFor({ state: 'detached' });
    }
    await until(async () => await page.getByTestId('cup-stage').textContent() === 'over', 'over');
    assert.equal(await page.getByTestId('cup-table').locator('tbody tr').count(), 4);
    assert.match(await page.getByTestId('cup-table').locator('thead').textContent(), /PointsIn a rowWonPlayed/);
    await Promise.all([gus, hal].map((person) => person.leave()));
});

test('drawn by the clock; matches that were not played in time', async () => {
    const ida = await account('Ida'), { page } = ida;
    await ida.goto('/tournaments/new');
    await page.getByTestId('cup-name').fill('By the clock');
    await page.locator('.choice', { has: page.getByTestId('cup-kind-single') }).click();
    await page.getByText('Draw, clock, start, text').click();
    await page.getByTestId('cup-starts').fill('2001-01-01T20:00');
    await page.locator('label[for="cup-by-clock"]').click();
    await page.getByTestId('cup-deadline').fill('1');
    await checkAccess(page, 'the form with a start by itself');
    await page.getByTestId('cup-make').click();
    await page.getByText(/within a year/).waitFor();
    await page.getByTestId('cup-starts').fill(new Date(Date.now() - 86400000).toISOString().slice(0, 16));
    await page.getByTestId('cup-make').click();
    await page.waitForURL(/\/tournament\/\w+$/);
    await page.getByText('starts as soon as there are two players').waitFor();
    await enterNames(page, ['Jo', 'Kim']);
    // The second entry begins it.
    await page.getByTestId('bracket-main').waitFor();
    const id = page.url().split('/').at(-1);
    await until(async () => (await look(ida, id)).stage === 'running', 'the draw');
    assert.equal(await page.getByTestId('cup-overdue').count(), 0);
    assert.match(await page.locator('.cup-box .hidden-text').last().textContent(), /to be played, 5 points, by /);
    await page.clock.setFixedTime(Date.now() + 2 * 3600000);
    await page.reload();
    const late = await page.getByTestId('cup-overdue').textContent();
    assert.ok(late.includes('Not played in time: decide it.') && late.includes('Jo') && late.includes('Kim'), late);
    await checkAccess(page, 'a match that was not played in time');
    await page.getByTestId('cup-overdue').getByRole('button').first().click();
    await page.getByTestId('cup-report').waitFor();
    await ida.leave();
});
