// What a club's state says, in words. Pure.

import { plural } from '../study/format';
import type { ClubFacts, ClubLine, ClubRole, TournamentFacts } from '../types';

export const ROLE_TEXT: { [role in ClubRole]: string } = {
    owner: 'owner', director: 'director', member: 'member', applied: 'has asked to join', banned: 'banned', gone: '',
};

/** "Bern, 12 members, open to everybody". */
export function factsText(club: ClubFacts): string {
    return [club.town, plural(club.members, 'member'), club.open ? 'open to everybody' : 'directors let in',
        club.removed ? 'removed' : ''].filter(Boolean).join(', ');
}

export function cupText(t: TournamentFacts): string {
    const stage = { entry: 'open for entries', running: 'running', over: 'over', removed: 'removed' }[t.stage];
    return [plural(t.entered, 'player'), stage, t.members_only && t.stage === 'entry' ? 'for members' : '']
        .filter(Boolean).join(', ');
}

/** "Ann let Bob in": what somebody did. */
export function lineText(line: ClubLine): string {
    const by = line.by ?? 'The server', [a, b] = line.about, [before, after] = line.rank;
    const moved = before && after && before !== after ? `, from place ${before} to ${after}` : '';
    switch (line.what) {
    case 'founded': return `${by} founded the club`;
    case 'described': return `${by} changed what is said of the club`;
    case 'removed': return `${by} removed the club`;
    case 'restored': return `${by} put the club back`;
    case 'joined': return `${by} joined`;
    case 'applied': return `${by} asked to join`;
    case 'left': return `${by} left`;
    case 'let_in': return `${by} let ${a} in`;
    case 'declined': return `${by} did not let ${a} in`;
    case 'expelled': return `${by} removed ${a} from the club`;
    case 'banned': return `${by} banned ${a}`;
    case 'unbanned': return `${by} lifted the ban of ${a}`;
    case 'appointed': return `${by} made ${a} a director`;
    case 'dismissed': return a === by ? `${by} is no longer a director` : `${by} made ${a} a member again`;
    case 'handed_over': return `${by} handed the club over to ${a}`;
    case 'announced': return `${by} announced something`;
    case 'took_back': return `${by} took an announcement back`;
    case 'entered': return `${by} entered the ladder at place ${after}`;
    case 'quit': return `${by} left the ladder`;
    case 'idle': return `${a} left the ladder, because he has not played`;
    case 'challenged': return `${by} challenged ${a}`;
    case 'game': return `${by} began the game with ${a}`;
    case 'told': return `${by} said that ${a} won`;
    case 'won': return `${a} won against ${b}${line.by ? `, says ${line.by}` : ''}${moved}`;
    case 'no_result': return `The game of ${a} and ${b} ended without a winner`;
    case 'called_off': return `${by} called off the match of ${a} and ${b}`;
    case 'lapsed': return `The match of ${a} and ${b} was not played`;
    case 'teams': return `${by} made a match of the teams of ${a} and ${b}`;
    case 'lined_up': return `${by} gave the line-up of ${a}'s team`;
    case 'board_won': return `${a} won his board against ${b}${line.by ? `, says ${line.by}` : ''}`;
    case 'board_off': return `The board of ${a} and ${b} is nobody's${line.by ? `, says ${line.by}` : ': it was not played in time'}`;
    case 'board_open': return `${by} opened the board of ${a} and ${b} again`;
    case 'teams_invited': return `${by} invited another club to a match with the team of ${a}`;
    case 'teams_accepted': return `another club accepted: the teams of ${a} and ${b} meet`;
    case 'teams_declined': return `another club declined a match with the team of ${a}`;
    case 'teams_off': return `${by} called off the match of the teams of ${a} and ${b}`;
    default: return `${by}: ${line.what}${a ? ` ${a}` : ''}${b ? ` and ${b}` : ''}${moved}`;
    }
}
