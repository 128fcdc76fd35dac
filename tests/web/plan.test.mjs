// The study plan in the page: made from matches brought in, three things with a board each, trained
// from there; an empty desk says what to do.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, until } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

const BASE = readFileSync(new URL('../golden/formats/base.mat', import.meta.url));
let browser, server;
before(async () => {
    server = await Server.start();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

/** Matches of Player 2 that differ in how they end. */
function folder(count) {
    const path = join(server.folder, `plan${count}`), lines = String(BASE).split('\n');
    mkdirSync(path, { recursive: true });
    for (let n = 0; n < count; n++)
        writeFileSync(join(path, `${n}.mat`), `${lines.slice(0, lines.length - 3 * n).join('\n')}\n`);
    return path;
}

async function fill(person, count) {
    await person.goto('/analyse');
    await person.page.getByTestId('desk-folder').setInputFiles(folder(count));
    await until(async () => /match(es)? added/.test(
        await person.page.getByTestId('desk-added').textContent().catch(() => '')), 'matches added');
    await until(async (seen) => seen((await person.api('GET', '/api/desk')).json.unanalysed) === 0, 'the analysis');
    await person.api('PATCH', '/api/desk', { me: 'Player 2' });
}

test('a plan names what to study, and its positions are trained', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await fill(person, 12);
    await person.goto('/train');
    await page.getByTestId('plan-link').click();
    await page.getByTestId('plan-make').click();
    const things = page.getByTestId('plan-thing');
    await things.first().waitFor();
    const { plan } = (await person.api('GET', '/api/desk/plan')).json;
    assert.equal(await things.count(), plan.things.length);
    assert.match(await page.getByTestId('plan-head').textContent(), /^Player 2: 12 matches, \d+ decisions counted, PR /);
    const first = things.first();
    assert.match(await first.textContent(), new RegExp(`1\\. ${plan.things[0].name}`));
    assert.match(await first.textContent(), /of match-winning chance a match to recover\./);
    assert.match(await first.getByTestId('plan-progress').textContent(), /^No decision of this kind since then\./);
    assert.equal(await first.getByTestId('board').count(), 1);
    await checkAccess(page, 'the study plan');
    await first.getByTestId('plan-train').click();
    await page.waitForURL(/\/train\?plan=1$/);
    await page.getByTestId('train-choice').first().waitFor();
    const asked = (await person.api('GET', '/api/desk/train?plan=1')).json.card;
    assert.equal(asked.id, plan.things[0].positions[0].id);
    await page.keyboard.press('1');
    await page.getByTestId('train-next').waitFor();
    await person.goto('/plan');
    await things.first().waitFor();
    assert.match(await things.first().textContent(), new RegExp(`1 of ${plan.things[0].positions.length} asked`));
    await page.getByText('All decisions', { exact: true }).click();
    assert.equal(await page.locator('table tbody tr').count(), plan.families.length);

    // Times are those of a server's games; these came from files.
    assert.equal(await page.getByTestId('plan-haste').count(), 0);
    await page.route('**/api/desk/plan*', async (route) => {
        const answer = await (await route.fetch()).json();
        answer.plan.haste = [{ kind: 'play', decisions: 212, usual_ms: 6400, quick: 53, errors: 31, hasty: 9,
            loss: 0.412 }];
        await route.fulfill({ json: answer });
    });
    await person.goto('/plan');
    assert.equal(await page.getByTestId('plan-haste').locator('li').textContent(),
        'Plays: 9 of 31 errors took less than half of your usual 6.4 seconds and cost 0.412; 25% of all 212 plays do.');
    await person.leave();
});

test('too few decisions and an empty desk say so', async () => {
    const person = await Person.enter(browser, server);
    await person.goto('/plan');
    await person.page.getByTestId('plan-empty').waitFor();
    await fill(person, 1);
    await person.goto('/plan');
    await person.page.getByTestId('plan-make').click();
    assert.match(await person.page.getByTestId('plan-missing').textContent(), /: \d+ more are needed\./);
    await person.leave();
});
