// My part of the dice: random words of this browser, and those the person chose.

const most = 64;

/** 1 to 64 printable characters without `|`: own words, a blank, 20 random hex digits. */
export function contribution(own: string): string {
    const bytes = crypto.getRandomValues(new Uint8Array(10));
    const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const words = own.replace(/[^ -~]/g, '').replace(/\|/g, '').trim()
        .slice(0, most - random.length - 1).trim();
    return words ? `${words} ${random}` : random;
}

/** The words of this game, the same after the page was loaded again. */
export function wordsOf(game: string, own: string): string {
    const name = `alea-words-${game}`;
    const kept = remembered.get(game) ?? sessionStorage.getItem(name);
    const words = kept ?? contribution(own);
    remembered.set(game, words);
    if (!kept) sessionStorage.setItem(name, words);
    return words;
}
const remembered = new Map<string, string>();

/** The hash that binds the words before they are revealed (docs/dice.md). */
export async function wordsHash(sealed: string, words: string): Promise<string> {
    const bytes = new TextEncoder().encode(`alea-words-1\n${sealed}\n${words}\n`);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
