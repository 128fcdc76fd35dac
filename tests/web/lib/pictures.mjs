// Pictures of the board beside stored ones, compared in the browser itself. Text is hidden
// and a few pixels may differ: fonts and anti-aliasing are the machine's own affair.
// ALEA_PICTURES=new stores what is seen.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../pictures');

/** The share of pixels that differ clearly, of two pictures of one size; 1 if they have not. */
async function difference(page, a, b) {
    return page.evaluate(async ([first, second]) => {
        const pixels = async (base64) => {
            const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
            const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
            const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
            const context = canvas.getContext('2d');
            context.drawImage(bitmap, 0, 0);
            return context.getImageData(0, 0, bitmap.width, bitmap.height);
        };
        const [x, y] = [await pixels(first), await pixels(second)];
        if (x.width !== y.width || x.height !== y.height) return 1;
        let differing = 0;
        for (let i = 0; i < x.data.length; i += 4) {
            const far = Math.max(Math.abs(x.data[i] - y.data[i]),
                Math.abs(x.data[i + 1] - y.data[i + 1]), Math.abs(x.data[i + 2] - y.data[i + 2]));
            if (far > 48) differing++;
        }
        return differing / (x.data.length / 4);
    }, [a.toString('base64'), b.toString('base64')]);
}

export async function checkPicture(page, locator, name, most = 0.01) {
    const file = join(folder, `${name}.jpeg`);
    const seen = await locator.screenshot({ animations: 'disabled', scale: 'css',
        type: 'jpeg', quality: 75 });
    if (process.env.ALEA_PICTURES === 'new') {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, seen);
        return;
    }
    assert.ok(existsSync(file), `${file} is missing`);
    const share = await difference(page, readFileSync(file), seen);
    if (share > most) {
        const kept = join(process.env.ALEA_BUILD ?? 'build', `${name}.seen.jpeg`);
        writeFileSync(kept, seen);
        assert.fail(`${name}: ${(100 * share).toFixed(1)} % of the pixels differ; see ${kept}`);
    }
    return share;
}
export { difference };
