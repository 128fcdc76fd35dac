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
