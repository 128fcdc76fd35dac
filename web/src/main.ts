// The client: pages are registered, then the router shows the one of the address. The code of all
// pages but home and a game, the first that most people see, is a file of its own, which the first of
// them loads.

import './board/define';
import { ApiError } from './api';
import { h, keepPresses } from './dom';
import { ask, isLocal } from './local/line';
import { hearCalls } from './home/challenges';
import { registerHome } from './home/page';
import { registerPlay } from './play/page';
import { registerPage, startRouter, type PageLoader } from './router';
import { whoAmI } from './me';
import { errorPage, messagePage, needsServerPage } from './message_page';
import { noticeError } from './notices';
import { startShell } from './shell';

type Pages = typeof import('./study_pages');

/** In the session's storage: the address that was loaded again for it. */
const RELOADED = 'alea-reloaded';

/** Loads the code of these pages. */
async function load(): Promise<Pages> {
    try {
        const pages = await import('./study_pages');
        sessionStorage.removeItem(RELOADED);
        return pages;
    } catch (error) {
        // A browser may remember a file that did not arrive; and a server that was updated has it
        // under another name. Loading the page again helps against both, when the server answers.
        const answer = await ask('/health', { cache: 'no-store' }).catch(() => null);
        if (!answer?.ok) throw new ApiError(0, 'offline', 'The server cannot be reached.');
        const before = sessionStorage.getItem(RELOADED);
        sessionStorage.setItem(RELOADED, location.href);
        if (before === location.href) throw error;
        location.reload();
        return new Promise(() => undefined);
    }
}

const ALONE = 'An account needs a server. Here you are the only player: what you play stays in this browser, and ' +
    'nobody else sees it.';

/** Pages of other people, which a page without a server has not. */
const OTHERS: [RegExp, string][] = [
    [/^\/word/, ALONE],
    [/^\/players?\b/, 'Players, friends and ratings need a server.'],
    [/^\/tournaments?\b/, 'Tournaments need a server.'],
    [/^\/seasons?\b/, 'Leagues need a server.'],
    [/^\/clubs?\b/, 'Clubs need a server.'],
];

/** Requests of these pages need a session, which the first answer creates. */
function add(pattern: string, loader: (pages: Pages) => PageLoader): void {
    const others = isLocal ? OTHERS.find(([pages]) => pages.test(pattern)) : undefined;
    if (others) registerPage(pattern, () => needsServerPage(others[1]));
    else registerPage(pattern, async (context) => {
        const [pages] = await Promise.all([load(), whoAmI()]);
        return loader(pages)(context);
    });
}

function registerPages(): void {
    add('/m/:id/:game?/:turn?', (pages) => pages.matchPage);
    add('/p', (pages) => pages.positionPage);
    add('/editor', (pages) => pages.editorPage);
    add('/history', (pages) => pages.historyPage);
    add('/account', (pages) => isLocal ? () => pages.everythingPage(ALONE) : pages.accountPage);
    add('/word', (pages) => pages.linkPage);
    add('/rules', (pages) => pages.rulesPage);
    add('/help', (pages) => pages.helpPage);
    add('/learn', (pages) => pages.learnPage);
    add('/analyse', (pages) => pages.analysePage);
    add('/train', (pages) => pages.trainPage);
    add('/plan', (pages) => pages.planPage);
    add('/players', (pages) => pages.leaderboardPage);
    add('/player/:name', (pages) => pages.profilePage);
    add('/tournaments', (pages) => pages.tournamentsPage);
    add('/tournaments/new', (pages) => pages.newTournamentPage);
    add('/tournament/:id', (pages) => pages.tournamentPage);
    add('/tournament/:id/print', (pages) => pages.printPage);
    add('/seasons/new', (pages) => pages.newSeasonPage);
    add('/season/:id', (pages) => pages.seasonPage);
    add('/season/:id/print', (pages) => pages.seasonPrintPage);
    add('/clubs', (pages) => pages.clubsPage);
    add('/club/:id', (pages) => pages.clubPage);
    add('/tables', (pages) => pages.tablesPage);
    add('/tables/learn', (pages) => pages.tablesLearnPage);
    add('/tables/:id', (pages) => pages.tablePage);
    add('/chouettes', (pages) => pages.chouettesPage);
    add('/chouette/:id', (pages) => pages.chouettePage);
    add('/openings', (pages) => pages.openingsPage);
}

function start(): void {
    registerHome();
    registerPlay();
    registerPages();
    startRouter(startShell(), () => messagePage('Not found', 'There is no such page.'), errorPage);
    hearCalls();
    keepPresses();
    whoAmI().catch(noticeError);
}

/** Inside of another site: no header, no session, and a browser that may let it keep nothing. */
async function startEmbedded(id: string): Promise<void> {
    const outlet = h('main', { id: 'main' });
    document.documentElement.classList.add('embedded');
    document.body.append(outlet);
    await (await import('./study_pages')).embedTournament(id, outlet);
}

const embedded = /^\/embed\/(\w+)$/.exec(location.pathname);
if (embedded) void startEmbedded(embedded[1]!);
else start();
