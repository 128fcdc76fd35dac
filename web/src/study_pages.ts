// The pages that are not the first to be seen, one file of their own: loaded with the first of them.

export { accountPage } from './account/page';
export { everythingPage } from './account/everything';
export { linkPage } from './account/link';
export { analysePage } from './analyse/page';
export { leaderboardPage } from './players/leaderboard';
export { profilePage } from './players/profile';
export { clubsPage } from './clubs/list';
export { clubPage } from './clubs/page';
export { editorPage } from './editor/page';
export { helpPage } from './help/page';
export { historyPage } from './history/page';
export { learnPage } from './learn/page';
export { matchPage } from './match/page';
export { openingsPage } from './openings/page';
export { positionPage } from './position/page';
export { rulesPage } from './rules/page';
export { tablesPage } from './tables/list';
export { tablePage } from './tables/page';
export { embedTournament } from './tournament/embed';
export { tournamentsPage } from './tournament/list';
export { newTournamentPage } from './tournament/make';
export { tournamentPage } from './tournament/page';
export { printPage } from './tournament/print';
export { newSeasonPage, seasonPage, seasonPrintPage } from './tournament/season';
export { trainPage } from './train/page';
export { planPage } from './train/plan';
