// Words to who is away, as people meet them: the switches, an address and its links, a forgotten
// password, and what the worker shows of a push message.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, until } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

let browser, server, post;
const mails = [];

/** A mail server that keeps what it gets. */
function openPost() {
    return new Promise((done) => {
        const listener = createServer((socket) => {
            let text = '', data = false;
            const say = (line) => socket.write(`${line}\r\n`);
            say('220 mail');
            socket.on('error', () => undefined);
            socket.on('data', (bytes) => {
                text += bytes;
                for (let end; (end = text.indexOf(data ? '\r\n.\r\n' : '\r\n')) >= 0;) {
                    const line = text.slice(0, end);
                    text = text.slice(end + (data ? 5 : 2));
                    if (data) {
                        mails.push(line);
                        data = false;
                        say('250 taken');
                    } else if (line === 'DATA') {
                        data = true;
                        say('354 go on');
                    } else {
                        say(line === 'QUIT' ? '221 bye' : '250 ok');
                    }
                }
            });
        });
        listener.listen(0, '127.0.0.1', () => done(listener));
    });
}

before(async () => {
    post = await openPost();
    browser = await openBrowser();
    server = await Server.start('--site', 'http://127.0.0.1', '--mail-from', 'games@example.org',
        '--smtp', `smtp://127.0.0.1:${post.address().port}`);
});
after(async () => {
    await browser?.close();
    await server?.stop();
    post?.close();
});

async function account(name) {
    const person = await Person.enter(browser, server);
    await person.known();
    const { status } = await person.api('POST', '/api/register', { name, password: 'correct horse battery' });
    assert.equal(status, 200);
    await person.goto('/account');
    await person.page.getByTestId('account-head').getByText(name).waitFor();
    return person;
}

const card = (page) => page.getByRole('region', { name: 'Word when I am away' });
const form = (page, name) => page.getByRole('form', { name });

/** The link in the newest of so many e-mails, without its site. */
async function link(count, purpose) {
    await until(() => mails.length >= count, `e-mail ${count}`);
    const found = mails[count - 1].match(/http:\/\/127\.0\.0\.1(\/word#(\w+)=[\w-]+)/);
    assert.equal(found[2], purpose);
    return found[1];
}

test('an address, its switches, a forgotten password', async () => {
    const person = await account('Wanda');
    const { page } = person;
    const words = async () => (await person.api('GET', '/api/word')).json;
    const turn = card(page).getByRole('group', { name: /notification/ }).getByLabel('It is my turn');
    assert.equal(await turn.isChecked(), false);
    await turn.check();
    await until(async () => (await words()).push.kinds.turn, 'the switch to be kept');
    await checkAccess(page, 'the account with words');
    await form(page, 'An address').getByLabel('E-mail address').fill('wanda@example.org');
    await form(page, 'An address').getByLabel('Your password', { exact: true }).fill('correct horse battery');
    await form(page, 'An address').getByRole('button', { name: 'Send the link' }).click();
    await card(page).getByText('wanda@example.org has got a link').waitFor();
    await person.goto(await link(1, 'confirm'));
    assert.equal((await words()).mail.address, null, 'a look confirms nothing');
    await checkAccess(page, 'the page of a link');
    await page.getByRole('button', { name: 'Confirm it' }).click();
    await page.getByText('wanda@example.org is confirmed.').waitFor();
    await person.goto('/account');
    const match = card(page).getByRole('group', { name: /By e-mail/ }).getByLabel(/match of/);
    await match.check();
    await until(async () => (await words()).mail.kinds.match, 'the switch to be kept');
    await page.getByTestId('logout').click();
    await form(page, 'Forgotten password?').getByLabel(/Name/).fill('Wanda');
    await form(page, 'Forgotten password?').getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('a link is on its way').waitFor();
    await person.goto(await link(2, 'recover'));
    await form(page, 'A new password').getByLabel('New password', { exact: true }).fill('another horse, another stable');
    await form(page, 'A new password').getByRole('button', { name: 'Set it' }).click();
    await page.getByTestId('account-head').getByText('Wanda').waitFor();
    await person.goto('/word');
    await page.getByText('a part of it is missing').waitFor();
    await person.leave();
});

/** Chromium without windows has no push service and allows no notification; the worker gets messages from
 *  the debugger, and what it would show and open is written down. */
test('the worker shows a word, and leads to the game', async () => {
    const person = await account('Willy');
    const { page, context } = person;
    await page.getByTestId('this-device').click();
    await page.getByText('The browser does not allow it').waitFor();
    assert.equal((await person.api('GET', '/api/word')).json.push.devices.length, 0);
    const url = await page.evaluate(async () => {
        const script = performance.getEntriesByType('resource').map(({ name }) => name)
            .find((name) => /study_pages-/.test(name));
        const [name] = (await (await fetch(script)).text()).match(/\/assets\/notify_worker-[0-9a-f]+\.js/) ??
            (await Promise.all(performance.getEntriesByType('resource').filter((one) => /\.js$/.test(one.name))
                .map(async (one) => (await (await fetch(one.name)).text())
                    .match(/\/assets\/notify_worker-[0-9a-f]+\.js/)?.[0]))).filter(Boolean);
        await navigator.serviceWorker.register(name);
        return name;
    });
    assert.match(url, /notify_worker/);
    const cdp = await context.newCDPSession(page);
    let registration = '';
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        registration = registrations.find((one) => one.scopeURL.startsWith(server.url))?.registrationId ?? registration;
    });
    await cdp.send('ServiceWorker.enable');
    await until(() => registration && context.serviceWorkers().length, 'the worker');
    const [worker] = context.serviceWorkers();
    await worker.evaluate(() => {
        self.shown = [];
        self.opened = [];
        self.registration.showNotification = async (title, { data }) => { self.shown.push([title, data.url]); };
        self.clients.openWindow = async (where) => { self.opened.push(where); };
    });
    const deliver = async (data, expected) => {
        await cdp.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: registration, data });
        await until(async () => String(await worker.evaluate(() => self.shown.pop())) === String(expected), `${expected}`);
    };
    await deliver('{"kind":"turn","link":"/g/abcdefghijkl"}', ['Your turn', '/g/abcdefghijkl']);
    await deliver('{"kind":"match","link":"/tournament/abcdefghijkl"}', ['Your match starts', '/tournament/abcdefghijkl']);
    await deliver('{"kind":"meeting","link":"/tournament/abcdefghijkl"}', ['When your match is played', '/tournament/abcdefghijkl']);
    await deliver('{"kind":"table","link":"/tables/abcdefghijkl"}', ['Your turn at a table', '/tables/abcdefghijkl']);
    await deliver('{"kind":"challenge","link":"//elsewhere.example/"}', ['A challenge', '/']);
    await deliver('no JSON', ['alea', '/']);
    const click = (where) => worker.evaluate(async (link) => {
        const done = [], event = new Event('notificationclick');
        event.notification = { close() {}, data: { url: link } };
        event.waitUntil = (promise) => done.push(promise);
        self.dispatchEvent(event);
        await Promise.allSettled(done);
        return self.opened;
    }, where);
    assert.deepEqual(await click('/account'), [], 'the tab that shows it is brought forward');
    assert.deepEqual(await click('/g/abcdefghijkl'), [`${server.url}/g/abcdefghijkl`]);
    await person.leave();
});
