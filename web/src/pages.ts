// The pages that this part of the client adds to the router.

import { registerPage, type PageLoader } from './router';
import { whoAmI } from './me';
import { accountPage } from './account/page';
import { analysePage } from './analyse/page';
import { leaderboardPage } from './club/leaderboard';
import { profilePage } from './club/profile';
import { editorPage } from './editor/page';
import { helpPage } from './help/page';
import { historyPage } from './history/page';
import { learnPage } from './learn/page';
import { matchPage } from './match/page';
import { openingsPage } from './openings/page';
import { positionPage } from './position/page';
import { rulesPage } from './rules/page';
import { trainPage } from './train/page';
import { planPage } from './train/plan';

/** Requests of these pages need a session, which the first answer creates. */
function add(pattern: string, loader: PageLoader): void {
    registerPage(pattern, async (context) => {
        await whoAmI();
        return loader(context);
    });
}

export function registerPages(): void {
    add('/m/:id/:game?/:turn?', matchPage);
    add('/p', positionPage);
    add('/editor', editorPage);
    add('/history', historyPage);
    add('/account', accountPage);
    add('/rules', rulesPage);
    add('/help', helpPage);
    add('/learn', learnPage);
    add('/analyse', analysePage);
    add('/train', trainPage);
    add('/plan', planPage);
    add('/players', leaderboardPage);
    add('/player/:name', profilePage);
    add('/openings', openingsPage);
}
