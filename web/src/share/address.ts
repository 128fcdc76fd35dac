// Addresses that are passed on: they carry the board of their sender, so that the picture of the
// link looks like it.

const USUAL = 'lagoon';

/** The board in force here. */
export const boardName = (): string => document.documentElement.dataset['board'] ?? USUAL;

/** The whole address of `path` on this server. */
export function sharedAddress(path: string): string {
    const board = boardName();
    return `${location.origin}${path}` +
        (board === USUAL ? '' : `${path.includes('?') ? '&' : '?'}board=${board}`);
}
