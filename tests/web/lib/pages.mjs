// One of every page, with something on it: a person with an account, an analysed match, a desk
// and an unfinished game.
import { readFileSync } from 'node:fs';
import { Person, until } from './browser.mjs';

const MATCH = readFileSync(new URL('../../../bench/match7.mat', import.meta.url));
const POSITION = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10';

/** Fills the server; answers the person, and the address of every page by its name. */
export async function furnish(browser, server) {
    const person = await Person.enter(browser, server);
    await person.known();
    const done = async (method, path, body) => {
        const answer = await person.api(method, path, body);
        if (answer.status > 201) throw new Error(`${method} ${path}: ${answer.text}`);
        return answer.json;
    };
    await done('POST', '/api/register', { name: 'Lasse', password: 'correct horse battery' });
    const { match, job } = await (await person.context.request.post('/api/matches?name=match7.mat', { data: MATCH })).json();
    const game = await done('POST', '/api/games', { opponent: 'machine', level: 'beginner',
        tutor: false, clock: null, rated: false, seat: 0, spectators: true, preset: 'tournament',
        options: { match_length: 5 } });
    await until(async (seen) => {
        const now = (await person.api('GET', `/api/jobs/${job}`)).json;
        seen(now.done);
        return now.status === 'done';
    }, 'the analysis');
    const cup = await done('POST', '/api/tournaments', { plan: { name: 'Thursday', kind: 'single' }, text: 'Upstairs.' });
    for (const name of ['Ann', 'Bob', 'Cid', 'Dan'])
        await done('POST', `/api/tournaments/${cup.tournament}/players`, { name });
    await done('POST', `/api/tournaments/${cup.tournament}/start`, {});
    const club = await done('POST', '/api/clubs', { name: 'Thursday club', town: 'Bern', text: 'Upstairs at eight.',
        ladder: { reach: 3 } });
    await done('POST', `/api/clubs/${club.club}/ladder`, { on: true });
    await done('POST', `/api/clubs/${club.club}/news`, { text: 'The season begins.' });
    const season = await done('POST', '/api/seasons', { name: 'Autumn', divisions: 2, moves: 1, club: club.club,
        plan: { lengths: [7] } });
    for (const { facts } of season.divisions) {
        for (const name of ['Ann', 'Bob', 'Cid', 'Dan'])
            await done('POST', `/api/tournaments/${facts.tournament}/players`, { name });
        await done('POST', `/api/tournaments/${facts.tournament}/start`, {});
    }
    const table = await done('POST', '/api/tables', { game: 'plakoto' });
    const crew = await done('POST', '/api/chouettes', { machines: ['beginner', 'beginner'] });
    await done('POST', `/api/chouettes/${crew.chouette}/commands`, { do: 'start' });
    return { person, pages: {
        home: '/', game: game.url, analyse: '/analyse', match: `/m/${match}`,
        position: `/p?id=${encodeURIComponent(POSITION)}`, editor: '/editor', train: '/train',
        history: '/history', players: '/players', profile: '/player/Lasse', learn: '/learn',
        openings: '/openings', rules: '/rules', help: '/help', account: '/account', link: '/word#confirm=x',
        tournaments: '/tournaments', new_tournament: '/tournaments/new', tournament: `/tournament/${cup.tournament}`,
        new_season: '/seasons/new', season: `/season/${season.season}`, season_print: `/season/${season.season}/print`,
        tables: '/tables', family_learn: '/tables/learn?game=tavli', table: `/tables/${table.table}`,
        chouettes: '/chouettes', chouette: `/chouette/${crew.chouette}`,
        clubs: '/clubs', club: `/club/${club.club}`,
        tournament_print: `/tournament/${cup.tournament}/print?what=cards` } };
}

/** Waits until a page asks for nothing and nothing on it changes or moves. */
export async function atRest(page) {
    await page.waitForLoadState('networkidle');
    await page.evaluate(async () => {
        await document.fonts.ready;
        // A frame, and the time of three.
        const frame = () => new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 50)); });
        const form = () => `${document.documentElement.outerHTML.length} ` +
            `${document.documentElement.scrollHeight}`;
        for (let before = '', still = 0; still < 3; still++) {
            await frame();
            const now = form();
            if (now !== before || document.querySelector('main[aria-busy]')) still = 0;
            before = now;
        }
    });
}
