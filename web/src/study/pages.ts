// The pages that this part of the client adds to the router.

import { registerPage } from '../router';
import { accountPage } from '../account/page';
import { editorPage } from '../editor/page';
import { helpPage } from '../help/page';
import { historyPage } from '../history/page';
import { matchPage } from '../match/page';
import { positionPage } from '../position/page';
import { rulesPage } from '../rules/page';

export function registerStudyPages(): void {
    registerPage('/m/:id/:game?/:turn?', matchPage);
    registerPage('/p', positionPage);
    registerPage('/editor', editorPage);
    registerPage('/history', historyPage);
    registerPage('/account', accountPage);
    registerPage('/rules', rulesPage);
    registerPage('/help', helpPage);
}
