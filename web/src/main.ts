// The client: pages are registered, then the router shows the one of the address.

import './board/board';
import { hearCalls } from './home/challenges';
import { registerHome } from './home/page';
import { registerPlay } from './play/page';
import { startRouter } from './router';
import { whoAmI } from './me';
import { errorPage, messagePage } from './message_page';
import { noticeError } from './notices';
import { startShell } from './shell';
import { registerPages } from './pages';

registerHome();
registerPlay();
registerPages();

const outlet = startShell();
startRouter(outlet, () => messagePage('Not found', 'There is no such page.'), errorPage);
hearCalls();
whoAmI().catch(noticeError);
