// Usage: make page-pictures
// Takes a picture of every page at three sizes from the built program: docs/images/pages.
import { mkdirSync } from 'node:fs';
import { openBrowser, Person } from '../tests/web/lib/browser.mjs';
import { atRest, furnish } from '../tests/web/lib/pages.mjs';
import { Server } from '../tests/web/lib/server.mjs';

const folder = process.argv[2] ?? 'docs/images/pages';
const only = process.argv.slice(3);
const sizes = { laptop: [1280, 720], tablet: [820, 1180], phone: [390, 844] };
mkdirSync(folder, { recursive: true });
const server = await Server.start();
const browser = await openBrowser();
const { person, pages } = await furnish(browser, server);
const storageState = await person.context.storageState();
for (const [size, [width, height]] of Object.entries(sizes)) {
    const visitor = await Person.enter(browser, server, { viewport: { width, height }, storageState,
        colorScheme: process.env.ALEA_MODE ?? 'light',
        hasTouch: size === 'phone', isMobile: size === 'phone' });
    for (const [name, url] of Object.entries(pages)) {
        if (only.length > 0 && !only.includes(name)) continue;
        await visitor.goto(url);
        await atRest(visitor.page);
        await visitor.page.screenshot({ path: `${folder}/${name}-${size}.jpg`, type: 'jpeg',
            quality: 60, animations: 'disabled' });
    }
    await visitor.leave();
}
await browser.close();
await server.stop();
