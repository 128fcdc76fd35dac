// Usage: node make_icons.mjs (from the repository's root, with the packages of tests/web): draws web/icon.svg as
// web/icons/*.png, for a page that is put on a phone's first screen. The maskable one has no corners and its
// picture in the middle four fifths, because phones cut it to their own shape.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { chromium } = createRequire(path.resolve('tests/web/package.json'))('playwright-core');
const icon = readFileSync('web/icon.svg', 'utf8');
const ground = /<rect [^>]*fill="(#[0-9a-f]{6})"/.exec(icon)[1];

const browser = await chromium.launch({ args: ['--no-sandbox'],
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell' });
mkdirSync('web/icons', { recursive: true });
for (const [name, size, share] of [['icon-192', 192, 1], ['icon-512', 512, 1], ['maskable-512', 512, 0.8]]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>html, body { margin: 0; background: ${share < 1 ? ground : 'transparent'} }
        svg { display: block; width: ${size * share}px; margin: ${size * (1 - share) / 2}px }</style>${icon}`);
    writeFileSync(`web/icons/${name}.png`, await page.screenshot({ omitBackground: share === 1 }));
    await page.close();
}
await browser.close();
