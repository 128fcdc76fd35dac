// A league by page alone: two agree on their phones when they meet, though older matches wait.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, until } from './lib/browser.mjs';
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

const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

const account = (name, options) => Person.account(browser, server, name, options);

const look = async (person, id) => (await person.api('GET', `/api/tournaments/${id}`)).json;

/** The text of a field for date and time, `hours` from now. */
function inHours(hours) {
    const time = new Date(Date.now() + hours * 3600000);
    return new Date(time - time.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

test('two agree when they meet, and a director sets a time', async () => {
    const cid = await account('Cid'), dan = await account('Dan', PHONE), eve = await account('Eve', PHONE);
    const { json: made } = await cid.api('POST', '/api/tournaments', { plan: { name: 'By appointment', kind: 'league',
        lengths: [1], seeding: 'order', deadline_h: 168, online: true } });
    const id = made.tournament;
    for (const person of [dan, eve]) assert.equal((await person.api('POST', `/api/tournaments/${id}/players`, {})).status, 201);
    for (const name of ['Fay', 'Gus']) await cid.api('POST', `/api/tournaments/${id}/players`, { name });
    await cid.api('POST', `/api/tournaments/${id}/start`, {});
    const { matches } = await look(dan, id);
    const match = matches.find((one) => one.players.includes(0) && one.players.includes(1));
    assert.ok(!match.open);
    const round = `/tournament/${id}?round=${match.round}`;
    for (const person of [dan, eve]) await person.goto(round);
    await dan.page.getByTestId(`cup-time-${match.match}`).tap();
    await dan.page.getByTestId('cup-meeting').waitFor();
    await dan.page.getByTestId('cup-propose').tap();
    await dan.page.getByText('Give a day and a time.').waitFor();
    await dan.page.getByTestId('cup-meets').fill(inHours(24 * 60));
    await dan.page.getByTestId('cup-propose').tap();
    await dan.page.getByText('at most 14 days after').waitFor();
    await dan.page.getByTestId('cup-meets').fill(inHours(30));
    await checkAccess(dan.page, 'a time to propose');
    await dan.page.getByTestId('cup-propose').tap();
    await dan.page.getByText(/You propose /).first().waitFor();
    await eve.page.getByText(/Dan proposes /).first().waitFor();
    await eve.page.getByTestId(`cup-time-${match.match}`).filter({ hasText: 'Answer' }).tap();
    await checkAccess(eve.page, 'a time to agree to');
    await eve.page.getByTestId('cup-agree').tap();
    // Both see it first among their matches, and can play it now.
    for (const [person, other] of [[dan, 'Eve'], [eve, 'Dan']]) {
        const mine = person.page.getByTestId('cup-mine');
        await mine.filter({ hasText: `Your match: ${other}` }).filter({ hasText: /On .*\d/ }).waitFor();
        assert.match(await mine.first().textContent(), new RegExp(`Your match: ${other}`));
        assert.equal(await mine.count(), 2);
        await checkAccess(person.page, 'two matches of one');
    }
    await dan.page.getByTestId('cup-mine').first().getByRole('button', { name: /^Time of/ }).tap();
    await dan.page.getByTestId('cup-call-off').tap();
    await until(async () => (await look(dan, id)).matches[match.match].meeting === null, 'called off');
    await cid.goto(round);
    await cid.page.getByTestId(`cup-time-${match.match}`).click();
    await cid.page.getByTestId('cup-meets').fill(inHours(2));
    await cid.page.getByTestId('cup-propose').filter({ hasText: 'Set' }).click();
    await eve.page.getByTestId('cup-mine').filter({ hasText: 'Your match: Dan' }).filter({ hasText: /On .*\d/ }).waitFor();
    await cid.page.getByText('What was done').click();
    await cid.page.getByTestId('cup-log').getByText(/Eve: agreed on a time for/).waitFor();
    await cid.page.getByTestId('cup-log').getByText(/Cid: set a time for/).waitFor();
    await cid.goto(`/tournament/${id}/print?what=pairings`);
    await cid.page.getByTestId('paper').getByText('When').first().waitFor();
    await eve.page.getByTestId('cup-mine').first().getByTestId('cup-play').tap();
    await eve.page.waitForURL(/\/g\/\w+/);
    for (const person of [cid, dan, eve]) await person.leave();
});

test('a league whose rounds have a week each', async () => {
    const dora = await account('Wenda', PHONE), { page } = dora;
    await dora.goto('/tournaments/new');
    await page.getByTestId('cup-name').fill('By weeks');
    await page.locator('.choice', { has: page.getByTestId('cup-kind-league') }).tap();
    await page.getByTestId('cup-week').fill('7');
    await page.getByTestId('cup-make').tap();
    await page.getByTestId('tournament').waitFor();
    const id = new URL(page.url()).pathname.split('/').pop();
    assert.equal((await look(dora, id)).plan.week_h, 168);
    for (const name of ['A', 'B', 'C', 'D']) await dora.api('POST', `/api/tournaments/${id}/players`, { name });
    await dora.api('POST', `/api/tournaments/${id}/start`, {});
    await dora.goto(`/tournament/${id}?round=3`);
    const { started } = await look(dora, id);
    const day = String(new Date(started + 3 * 7 * 86400000).getDate());
    await page.getByTestId('cup-until').filter({ hasText: new RegExp(`To be played until .*\\b${day}\\b`) }).waitFor();
    await checkAccess(page, 'the week of a round');
    await dora.leave();
});

/** Draws a division and decides all its matches: of two the one who entered first wins. */
async function playAll(director, id) {
    await director.api('POST', `/api/tournaments/${id}/start`, {});
    for (;;) {
        const { matches, stage } = await look(director, id);
        if (stage === 'over') return;
        for (const { match, players } of matches.filter((one) => one.open)) {
            const { status, text } = await director.api('POST', `/api/tournaments/${id}/matches/${match}/result`,
                { winner: Math.min(...players), points: 0 });
            assert.ok(status < 300, text);
        }
    }
}

test('a season of two divisions, and the next one', async () => {
    const dora = await account('Dora', PHONE), { page } = dora;
    await dora.goto('/tournaments');
    await page.getByTestId('new-season').tap();
    await page.getByTestId('season-name').fill('Autumn');
    await page.getByTestId('season-lengths').fill('nine');
    await page.getByTestId('season-make').tap();
    await page.getByText('The length of a match is 1 to 64 points').waitFor();
    await page.getByTestId('season-lengths').fill('5');
    await checkAccess(page, 'a new season');
    await page.getByTestId('season-make').tap();
    await page.getByTestId('season').waitFor();
    const id = page.url().split('/').at(-1), path = `/api/seasons/${id}`;
    const { json: { divisions } } = await dora.api('GET', path);
    for (const [n, names] of [['Ann', 'Bea', 'Cleo', 'Dirk'], ['Emil', 'Fred', 'Gerd', 'Hugo']].entries())
        for (const name of names) await dora.api('POST', `/api/tournaments/${divisions[n].facts.tournament}/players`, { name });
    // Seen at once, and by who has no account.
    await page.getByTestId('division-2').getByText('Hugo').waitFor();
    const guest = await Person.enter(browser, server, PHONE);
    await guest.goto(`/season/${id}`);
    assert.equal(await guest.page.getByTestId('season-next').count(), 0);
    for (const { facts } of divisions) await playAll(dora, facts.tournament);
    for (const who of [page, guest.page]) {
        await who.getByTestId('division-1').getByRole('row', { name: /Dirk.*goes down/ }).waitFor();
        await who.getByTestId('division-2').getByRole('row', { name: /Emil.*goes up/ }).waitFor();
        assert.equal(await who.getByText(/goes (up|down)/).count(), 2);
    }
    await checkAccess(page, 'a season');
    assert.equal(await guest.page.getByTestId('season-next').count(), 0);
    await page.getByTestId('season-next').tap();
    await page.waitForURL((url) => url.pathname !== `/season/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Autumn 2' }).waitFor();
    await page.getByTestId('division-1').getByText('Emil').waitFor();
    await page.getByTestId('division-2').getByText('Dirk').waitFor();
    await page.getByRole('link', { name: 'The season before' }).tap();
    await page.getByRole('link', { name: 'The next season' }).waitFor();
    assert.equal(await page.getByTestId('season-next').count(), 0);
    await page.getByTestId('season-paper').tap();
    await page.locator('.paper-sheet').first().getByRole('row', { name: /^1 Ann/ }).waitFor();
    assert.equal(await page.locator('.paper-sheet').count(), 2);
    await dora.goto('/tournaments');
    await page.getByTestId('seasons').getByRole('link', { name: 'Autumn 2' }).waitFor();
    assert.equal(await page.getByTestId('seasons').getByRole('link').count(), 2);
    await dora.leave();
    await guest.leave();
});
