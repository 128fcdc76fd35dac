// Somebody at a chouette.

/** What the server has of it. */
export const look = async (person, id) => (await person.api('GET', `/api/chouettes/${id}`)).json;

/** Presses what is first to be pressed, if anything; a play is the first legal one of the tree. */
export async function actAt(person, id) {
    const state = await look(person, id);
    if (state.tree) {
        const moves = [];
        for (let at = 0; state.tree.nodes[at].moves.length > 0;) {
            const move = state.tree.nodes[at].moves[0];
            moves.push(move.slice(0, 2));
            at = move[4];
        }
        const board = person.page.locator('alea-board');
        await board.evaluate((element, wanted) => element.load(wanted), moves);
        await person.page.getByTestId('crew-done').click({ timeout: 2000 }).catch(() => undefined);
        return;
    }
    const button = person.page.locator('.crew-buttons > button').filter({ hasText: /^(Roll|No double|Drop|Begin)/ }).first();
    if (await button.isVisible().catch(() => false)) await button.click({ timeout: 2000 }).catch(() => undefined);
}
