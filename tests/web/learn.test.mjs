// Learning to play: every lesson opens, tries are answered by the rules, on the board and typed.
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

const trial = (page, index) => page.getByTestId('trial').nth(index);
const said = (page, index, pattern) => until(async () =>
    pattern.test(await trial(page, index).getByTestId('said').innerText()), `${index}: ${pattern}`);
const type = async (page, index, text) => {
    await trial(page, index).getByTestId('typed').fill(text);
    await trial(page, index).getByTestId('check').click();
};

test('a lesson answers typed plays', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/learn?lesson=roll');
    assert.match(await page.getByTestId('lesson-title').innerText(), /Playing a roll/);
    await type(page, 0, '8/3');
    await said(page, 0, /No die/);
    await type(page, 0, '24/20');
    await said(page, 0, /not the one asked for/);
    await type(page, 0, '8/5 6/5');
    await said(page, 0, /^Right\. .*hold the point/);
    await trial(page, 1).getByTestId('show').click();
    await said(page, 1, /The answer: 24\/13/);
    await checkAccess(page, 'a lesson');
    await page.getByTestId('next-lesson').click();
    await until(async () => /Blots/.test(await page.getByTestId('lesson-title').innerText()),
                'the next lesson');
    await person.leave();
});

test('a lesson answers the board', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/learn?lesson=roll');
    await trial(page, 0).getByTestId('check').scrollIntoViewIfNeeded();
    const at = async (slot) => {
        const box = await trial(page, 0).locator(`[data-slot="${slot}"]`).boundingBox();
        return [box.x + box.width / 2, box.y + box.height - 14];
    };
    for (const [from, to] of [[8, 5], [6, 5]]) {
        await page.mouse.move(...await at(from));
        await page.mouse.down();
        await page.mouse.move(...await at(to), { steps: 6 });
        await page.mouse.up();
    }
    await trial(page, 0).getByTestId('check').click();
    await said(page, 0, /^Right\./);
    await person.leave();
});

test('questions, rulebooks, words and history', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/learn?lesson=setup');
    await type(page, 0, '4');
    await said(page, 0, /^No\./);
    await type(page, 0, '5');
    await said(page, 0, /^Right\./);
    // The booklet's own words answer under its rules.
    await page.getByTestId('lesson-portfolio').click();
    await until(async () => /Portfolio/.test(await page.getByTestId('lesson-title').innerText()),
                'the rulebook');
    await type(page, 1, '24/23');
    await said(page, 1, /highest count die/);
    await type(page, 1, '13/7');
    await said(page, 1, /^Right\./);
    await page.locator('details summary').first().click();
    assert.match(await page.getByTestId('terms').innerText(), /coup classique/);
    await page.locator('details summary').last().click();
    assert.match(await page.getByTestId('history').innerText(), /Wuzurgmihr/);
    // Every lesson and rulebook opens; a name that is none is the first lesson.
    const names = await page.locator('nav[aria-label="Lessons"] a').evaluateAll((links) =>
        links.map((link) => link.getAttribute('href')));
    assert.equal(names.length, 20);
    for (const href of names) {
        await person.goto(href);
        await trial(page, 0).waitFor();
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), href);
    }
    await person.goto('/learn?lesson=poker');
    assert.match(await page.getByTestId('lesson-title').innerText(), /aim/);
    await checkAccess(page, 'the first lesson');
    await person.leave();
});
