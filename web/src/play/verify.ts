// Dice recomputed in the browser, as docs/dice.md says: nothing of this is the server's.

export interface DiceJournal {
    commitment: string;
    seed: string;
    game: string;
    /** The players' words, as they enter the hashed message. */
    words: string;
    rolls: [number, number][];
}

export interface Verdict {
    ok: boolean;
    checked: number;
    /** A sentence for people. */
    text: string;
    /** The first roll that differs, counted from 0. */
    wrongAt?: number;
}

const encoder = new TextEncoder();

export function fromHex(hex: string): Uint8Array | null {
    if (!/^([0-9a-f]{2})*$/.test(hex)) return null;
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 of the seed, as it was shown before the first throw. */
export async function commitmentOf(seed: Uint8Array): Promise<string> {
    return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', seed)));
}

/** Throws the dice of one seed. */
export class Thrower {
    private constructor(private readonly key: CryptoKey, private readonly game: string,
                        private readonly words: string) {}

    static async make(seed: Uint8Array, game: string, words: string): Promise<Thrower> {
        const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' },
                                                  false, ['sign']);
        return new Thrower(key, game, words);
    }

    /** Roll number `index`, counted from 0 over the whole match. */
    async roll(index: number | bigint): Promise<[number, number]> {
        const dice: number[] = [];
        for (let block = 0; dice.length < 2; block++) {
            const message = `alea-dice-1\n${this.game}\n${this.words}\n${index}\n${block}\n`;
            const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', this.key,
                                                                  encoder.encode(message)));
            for (const byte of bytes)
                // 252 is 42 times 6: each face has as many byte values as another.
                if (byte < 252 && dice.length < 2) dice.push((byte % 6) + 1);
        }
        return [dice[0]!, dice[1]!];
    }
}

/** Checks the seal and every roll. */
export async function verifyDice(journal: DiceJournal): Promise<Verdict> {
    const seed = fromHex(journal.seed);
    if (!seed || seed.length !== 32)
        return { ok: false, checked: 0, text: 'The seed is not 32 bytes in hexadecimal.' };
    if (await commitmentOf(seed) !== journal.commitment)
        return { ok: false, checked: 0,
                 text: 'The seed does not fit the seal that was shown before the first roll.' };
    const thrower = await Thrower.make(seed, journal.game, journal.words);
    for (let i = 0; i < journal.rolls.length; i++) {
        const [a, b] = await thrower.roll(i);
        const seen = journal.rolls[i]!;
        if (a !== seen[0] || b !== seen[1])
            return { ok: false, checked: i, wrongAt: i,
                     text: `Roll ${i + 1} was ${seen[0]} ${seen[1]}, but the seed gives ` +
                         `${a} ${b}.` };
    }
    return { ok: true, checked: journal.rolls.length,
             text: `The dice check out: ${journal.rolls.length === 1 ? 'the one roll follows'
                 : `all ${journal.rolls.length} rolls follow`} from the seed that ` +
                 'was sealed before the first of them.' };
}

/** Reads what /api/games/ID/dice gives: a journal, one JSON object per line. */
export function readJournal(text: string): DiceJournal | string {
    const tags: { [name: string]: string } = {};
    const rolls: [number, number][] = [];
    for (const line of text.split('\n')) {
        if (!line.trim()) continue;
        let object: { [name: string]: unknown };
        try {
            object = JSON.parse(line) as { [name: string]: unknown };
        } catch {
            return 'The file is not a journal: a line is not JSON.';
        }
        const header = object.tags;
        if (header && typeof header === 'object')
            for (const [name, value] of Object.entries(header)) tags[name] = String(value);
        if (typeof object.tag === 'string') tags[object.tag] = String(object.value);
        if (object.event === 'opening')
            rolls.push([Number(object.A), Number(object.B)]);
        else if (object.event === 'roll' || object.event === 'cocked') {
            if (Array.isArray(object.dice))
                rolls.push([Number(object.dice[0]), Number(object.dice[1])]);
        }
    }
    if (!tags.dice_commitment || !tags.dice_game) return 'These dice were not sealed.';
    if (!tags.dice_seed) return 'The seed has not been opened yet.';
    return { commitment: tags.dice_commitment, seed: tags.dice_seed, game: tags.dice_game,
             words: tags.dice_stir ?? '', rolls };
}
