// Clubs by page alone: one is founded, another person finds and joins it, the founder announces, makes a
// tournament for members, lets in, bans, hands over; a stranger reads it.
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

const account = (name, options) => Person.account(browser, server, name, options);

const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

/** Founds a club by the page; -> its id. */
async function found({ page, ...person }, name, open = true) {
    await page.goto('/clubs');
    await page.getByTestId('new-club').click();
    await page.getByTestId('club-name').fill(name);
    await page.getByTestId('club-town').fill('Bern');
    if (!open) await page.getByTestId('club-open').uncheck();
    await page.getByTestId('club-found').click();
    await page.waitForURL(/\/club\/\w+$/);
    await page.getByTestId('club-role').waitFor();
    return page.url().split('/').at(-1);
}

const look = async (person, id) => (await person.api('GET', `/api/clubs/${id}`)).json;

test('a club is founded, found, joined, directed and left', async () => {
    const ann = await account('Ann'), bob = await account('Bob', PHONE);
    const id = await found(ann, 'Thursday & <b>co</b>');
    assert.equal(await ann.page.getByRole('heading', { level: 1 }).textContent(), 'Thursday & <b>co</b>');
    assert.match((await ann.api('GET', `/club/${id}`)).text, /og:title" content="Thursday &amp; &lt;b&gt;co&lt;\/b&gt;"/);
    await ann.page.getByTestId('club-announcement').fill('Season begins\n<script>alert(1)</script>');
    await ann.page.getByTestId('club-announce').click();
    await ann.page.getByTestId('club-news').getByText('Season begins').waitFor();
    await ann.page.getByTestId('club-settings').click();
    await ann.page.getByTestId('club-about').fill('Upstairs, at eight.');
    await ann.page.getByTestId('club-save').click();
    await ann.page.getByTestId('club-text').waitFor();
    await checkAccess(ann.page, 'a club as its owner sees it');

    // Its tournament, for members only.
    await ann.page.getByTestId('club-new-cup').click();
    await ann.page.getByTestId('cup-name').fill('Club cup');
    assert.ok(await ann.page.locator('#cup-members').isChecked());
    await ann.page.getByTestId('cup-make').click();
    await ann.page.getByTestId('cup-stage').waitFor();
    const cup = ann.page.url().split('/').at(-1);

    // Bob, on a phone, finds it by its town, is refused by the cup, joins, and enters.
    await bob.goto('/tournaments');
    await bob.page.getByRole('link', { name: 'Clubs' }).click();
    await bob.page.getByTestId('club-search').fill('bern');
    await bob.page.locator('.game-row', { hasText: 'Thursday' }).click();
    await bob.page.getByTestId('club-join').waitFor();
    assert.equal(await bob.page.getByTestId('club-announcement').count(), 0);
    assert.equal(await bob.page.getByTestId('club-settings').count(), 0);
    assert.equal((await bob.api('POST', `/api/tournaments/${cup}/players`, {})).status, 403);
    await bob.page.getByTestId('club-join').click();
    await bob.page.getByTestId('club-role').waitFor();
    assert.equal(await bob.page.getByTestId('club-role').textContent(), 'you: member');
    assert.ok(await bob.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await checkAccess(bob.page, 'a club on a phone');
    await bob.page.getByTestId('club-cups').getByRole('link').click();
    await bob.page.getByTestId('cup-enter').click();
    await until(async () => (await ann.api('GET', `/api/tournaments/${cup}`)).json.entered === 1, 'Bob to have entered');

    // Ann makes Bob a director and hands the club over to him.
    await ann.goto(`/club/${id}`);
    await ann.page.getByText('All members').click();
    await ann.page.getByRole('button', { name: 'Make director: Bob' }).click();
    await until(async () => (await look(bob, id)).me.role === 'director', 'a director');
    await ann.page.getByRole('button', { name: 'Hand the club over: Bob' }).click();
    await ann.page.getByRole('dialog').getByRole('button', { name: 'Hand the club over' }).click();
    await until(async () => (await look(bob, id)).me.role === 'owner', 'the new owner');
    await ann.page.getByText('What was done').click();
    await ann.page.getByTestId('club-log').getByText('Ann handed the club over to Bob').waitFor();
    await ann.page.getByTestId('club-leave').click();
    await ann.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await ann.page.getByTestId('club-join').waitFor();
    for (const person of [ann, bob]) assert.deepEqual(person.complaints, []);
});

test('a ladder is climbed by a match told by both, and one is played by a click', async () => {
    const eva = await account('Eva'), fay = await account('Fay', PHONE);
    const id = await found(eva, 'Climbers');
    await eva.page.getByTestId('club-settings').click();
    await eva.page.getByTestId('club-has-ladder').check();
    await eva.page.getByLabel('Points of a match').fill('1');
    await eva.page.getByTestId('club-save').click();
    await eva.page.getByTestId('ladder-enter').click();
    await eva.page.getByTestId('ladder-leave').waitFor();
    await checkAccess(eva.page, 'a ladder');
    await fay.goto(`/club/${id}`);
    await fay.page.getByTestId('club-join').click();
    await fay.page.getByTestId('ladder-enter').click();
    await fay.page.getByRole('button', { name: 'Challenge Eva' }).click();
    await fay.page.getByTestId('ladder-won-0').click();
    await fay.page.getByText('Fay says: Fay won.').waitFor();
    assert.equal(await fay.page.getByTestId('ladder-won-0').count(), 0);
    assert.ok(await fay.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await eva.goto(`/club/${id}`);
    await eva.page.getByTestId('ladder-won-0').click();
    await until(async () => (await eva.page.getByTestId('ladder-places').innerText()).indexOf('Fay') <
        (await eva.page.getByTestId('ladder-places').innerText()).indexOf('Eva'), 'Fay to be first');
    await eva.page.getByText('What was done').click();
    await eva.page.getByText('Fay won against Eva, says Eva, from place 2 to 1').waitFor();
    // The next is played here: both come to the same game.
    await eva.page.getByRole('button', { name: 'Challenge Fay' }).click();
    await eva.page.getByTestId('ladder-play').click();
    await eva.page.waitForURL(/\/g\/\w+$/);
    await fay.goto(`/club/${id}`);
    await fay.page.getByTestId('ladder-play').click();
    await fay.page.waitForURL(/\/g\/\w+$/);
    assert.equal(fay.page.url(), eva.page.url());
    for (const person of [eva, fay]) assert.deepEqual(person.complaints, []);
});

test('directors let in whom they want', async () => {
    const cid = await account('Cid'), dan = await account('Dan'), guest = await Person.enter(browser, server);
    const id = await found(cid, 'By approval', false);
    await dan.goto(`/club/${id}`);
    await dan.page.getByTestId('club-join').click();
    await dan.page.getByText('you have asked to join').waitFor();
    await cid.goto(`/club/${id}`);
    await cid.page.getByRole('button', { name: 'Let in: Dan' }).click();
    await until(async () => (await look(dan, id)).me.role === 'member', 'Dan to be in');
    await cid.page.getByText('All members').click();
    await cid.page.getByRole('button', { name: 'Ban: Dan' }).click();
    await cid.page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
    await until(async () => (await look(dan, id)).me.role === 'banned', 'Dan to be banned');
    await dan.goto(`/club/${id}`);
    await dan.page.getByText('The club does not let you in.').waitFor();
    await guest.goto(`/club/${id}`);
    await guest.page.getByText('choose a name and a password').waitFor();
    await cid.page.getByTestId('club-settings').click();
    await cid.page.getByTestId('club-remove').click();
    await cid.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await cid.page.getByTestId('club-restore').click();
    await cid.page.getByTestId('club-settings').waitFor();
    for (const person of [cid, dan, guest]) assert.deepEqual(person.complaints, []);
});

test('a page that is open shows what others do, and keeps what is being typed', async () => {
    const lea = await account('Lea'), max = await account('Max', PHONE);
    const id = await found(lea, 'Live club');
    await lea.page.getByTestId('club-settings').click();
    await lea.page.getByTestId('club-has-ladder').check();
    await lea.page.getByTestId('club-save').click();
    await lea.page.getByTestId('ladder-enter').click();
    await max.goto(`/club/${id}`);
    await max.page.getByTestId('club-join').waitFor();
    // Typed, and in the settings, while others change the club.
    await lea.page.getByTestId('club-settings').click();
    await lea.page.getByTestId('club-about').fill('Half a sentence');
    await lea.page.getByText('The rules').click();
    await lea.page.getByTestId('club-announcement').fill('Draft');
    await max.page.getByTestId('club-join').click();
    await lea.page.getByText('2 members').first().waitFor();
    await max.page.getByTestId('ladder-enter').click();
    await lea.page.getByTestId('ladder-places').getByText('Max').waitFor();
    await max.page.getByRole('button', { name: 'Challenge Lea' }).click();
    await lea.page.getByTestId('ladder-open').getByText('Max', { exact: true }).waitFor();
    assert.equal(await lea.page.getByTestId('club-announcement').inputValue(), 'Draft');
    assert.equal(await lea.page.getByTestId('club-about').inputValue(), 'Half a sentence');
    assert.ok(await lea.page.getByTestId('club-about').isVisible());
    assert.ok(await lea.page.getByText('You may challenge members').isVisible());
    assert.equal(await lea.page.evaluate(() => document.activeElement.dataset.testid), 'club-announcement');
    // Announced on one page, read on the other.
    await lea.page.getByTestId('club-announce').click();
    await max.page.getByTestId('club-news').getByText('Draft').waitFor();
    await until(async () => await lea.page.getByTestId('club-announcement').inputValue() === '', 'the field to be empty');
    // The connection breaks: what was missed is there when it is back.
    await max.page.context().setOffline(true);
    await lea.page.getByTestId('club-announcement').fill('Missed');
    await lea.page.getByTestId('club-announce').click();
    await lea.page.getByTestId('club-news').getByText('Missed').waitFor();
    await max.page.context().setOffline(false);
    await max.page.getByTestId('club-news').getByText('Missed').waitFor();
    // Settings that are folded away are not those of before somebody changed them.
    assert.equal((await lea.api('PATCH', `/api/clubs/${id}`, { name: 'Renamed club', open: false })).status, 200);
    await lea.page.getByRole('heading', { level: 1, name: 'Renamed club' }).waitFor();
    await lea.page.getByTestId('club-settings').click();
    assert.equal(await lea.page.locator('#club-name').inputValue(), 'Renamed club');
    assert.equal(await lea.page.locator('#club-open').isChecked(), false);
    assert.deepEqual(lea.complaints, []);
});

test('a match of two teams: named by a director, lined up in secret, played and told', async () => {
    const boss = await account('Boss'), one = await account('Una', PHONE), two = await account('Due');
    const id = await found(boss, 'Team club');
    for (const person of [one, two]) assert.equal((await person.api('POST', `/api/clubs/${id}/members`)).status, 201);
    for (const name of ['Uno', 'Duo']) {
        const other = await account(name);
        assert.equal((await other.api('POST', `/api/clubs/${id}/members`)).status, 201);
        await other.leave();
    }
    // A name that is nobody's is said, and what was typed stays.
    await boss.page.getByTestId('team-new').click();
    await boss.page.locator('#team-name-0').fill('Reds');
    await boss.page.locator('#team-name-1').fill('Blues');
    await boss.page.locator('#team-players-0').fill('una\nNobody');
    await boss.page.locator('#team-players-1').fill('Due\n\nDuo\n');
    await boss.page.locator('#team-boards').fill('2');
    await boss.page.locator('#team-board-hours').fill('72');
    await boss.page.getByTestId('team-make').click();
    await boss.page.getByText('Nobody: no member of this club.').waitFor();
    await boss.page.locator('#team-players-0').fill('Una\nUno');
    await boss.page.getByTestId('team-make').click();
    await boss.page.getByRole('heading', { name: 'Reds and Blues: 0 to 0' }).waitFor();
    await checkAccess(boss.page, 'a match of teams as a director sees it');
    const { teams: [{ team }] } = (await boss.api('GET', `/api/clubs/${id}/teams`)).json;
    // Both captains; what one has chosen and not sent stays when the other gives his.
    await one.goto(`/club/${id}`);
    await two.goto(`/club/${id}`);
    await one.page.getByTestId(`lineup-${team}-0-1`).selectOption('Uno');
    await one.page.getByTestId(`lineup-${team}-0-2`).selectOption('Una');
    await two.page.getByTestId(`lineup-${team}-1`).click();
    await one.page.getByText(/; Reds has given none yet/).waitFor();
    assert.equal(await one.page.getByTestId(`lineup-${team}-0-1`).locator('option:checked').textContent(), 'Uno');
    assert.equal(await one.page.getByTestId('team-' + team).getByText('Board 1').count(), 1);
    await one.page.getByTestId(`lineup-${team}-0`).click();
    await two.page.getByTestId('board-1-won-0').waitFor();
    await one.page.getByText(/Boards are begun until .*; one that is not is nobody's/).waitFor();
    await checkAccess(one.page, 'a match of teams on a phone');
    assert.ok(await one.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    // Board 1 by both captains, who first do not agree; board 2 is begun, and decided by the director.
    await one.page.getByTestId('board-1-won-0').click();
    await two.page.getByText('The captain of Uno: Uno won, the other has 0.').waitFor();
    await two.page.getByTestId(`team-${team}-points-1`).selectOption('3');
    await two.page.getByTestId('board-1-won-0').click();
    await boss.page.getByText(/The captains do not agree/).waitFor();
    await boss.page.getByTestId(`team-${team}-points-1`).selectOption('3');
    await boss.page.getByTestId('board-1-won-0').click();
    await two.page.getByText('Uno won 5 to 3.').waitFor();
    await two.page.getByRole('heading', { name: 'Reds and Blues: 1 to 0, 5 to 3 points' }).waitFor();
    await boss.page.getByTestId('board-2-won-1').click();
    await one.page.getByText('Ended').click();
    await one.page.getByTestId('teams-ended').getByText(/Reds and Blues: .* 1 to 1, 5 to 8 points/).waitFor();
    assert.match(await one.page.getByTestId('teams-ended').textContent(), /Blues won/);
    // The director takes the last result back: the match goes on; nobody wins the board.
    await boss.page.getByTestId('club-teams').getByText('Ended').click();
    assert.equal(await one.page.getByTestId('board-2-undo').count(), 0, 'a captain opens no board');
    await boss.page.getByTestId('board-2-undo').click();
    await boss.page.getByRole('heading', { name: 'Reds and Blues: 1 to 0, 5 to 3 points' }).waitFor();
    await checkAccess(boss.page, 'a board that is open again');
    await boss.page.getByTestId('board-2-nobody').click();
    await boss.page.getByTestId('club-teams').getByText('Ended').click();
    await boss.page.getByTestId('club-teams').getByText('Nobody won it.').waitFor();
    await one.page.getByTestId('teams-ended').getByText(/Reds won, 1 to 0, 5 to 3 points/).waitFor({ state: 'attached' });
    for (const person of [boss, one, two]) await person.leave();
});

test('teams of two clubs: invited by the form, accepted on the other club\'s page, lined up there', async () => {
    const boss = await account('Host'), guest = await account('Visitor', PHONE);
    const id = await found(boss, 'Home club'), other = await found(guest, 'Away club');
    const more = await Promise.all([[id, 'Homer'], [other, 'Awan']].map(async ([club, name]) => {
        const person = await account(name);
        assert.equal((await person.api('POST', `/api/clubs/${club}/members`)).status, 201);
        return person;
    }));
    await boss.goto(`/club/${id}`);
    await boss.page.getByTestId('team-new').click();
    await boss.page.locator('#team-name-0').fill('Reds');
    await boss.page.locator('#team-players-0').fill('Homer\nHost');
    await boss.page.locator('#team-boards').fill('2');
    await boss.page.locator('#team-other').fill('Nowhere');
    await boss.page.getByTestId('team-make').click();
    await boss.page.getByText('Nowhere: no club has this name.').waitFor();
    await boss.page.locator('#team-other').fill('away club');
    await boss.page.getByTestId('team-make').click();
    await boss.page.getByText('Away club has not answered yet.').waitFor();
    const { teams: [{ team }] } = (await boss.api('GET', `/api/clubs/${id}/teams`)).json;
    await guest.goto(`/club/${other}`);
    await guest.page.getByText('Your club is invited.').waitFor();
    await checkAccess(guest.page, 'an invitation on a phone');
    await guest.page.locator(`#team-name-guest-${team}`).fill('Blues');
    await guest.page.locator(`#team-players-guest-${team}`).fill('Visitor\nAwan');
    await guest.page.getByTestId(`team-${team}-accept`).click();
    await guest.page.getByTestId(`lineup-${team}-1`).click();
    await boss.page.getByText(/Reds has given none yet/).waitFor();
    for (const person of [boss, guest, ...more]) await person.leave();
});
