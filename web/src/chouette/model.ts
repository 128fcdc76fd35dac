// What a chouette's state says, in words. Pure.

import type { Chouette, ChouetteFacts, CrewPair, CrewSeat } from '../types';

/** "4 of 8 seats taken, gathering". */
export function factsText(one: ChouetteFacts): string {
    const stage = { gathering: 'not begun', playing: `game ${one.games}`, over: 'over' }[one.stage];
    return `${one.players} of ${one.seats}, ${stage}`;
}

export function nameOf(t: Chouette, seat: CrewSeat | null): string {
    return t.taken.find((one) => one.seat === seat)?.name ?? '?';
}

/** "Carla", of an extra "Carla against Dora". */
function pairName(t: Chouette, pair: string): string {
    const [one, other] = pair.split(':');
    return nameOf(t, one!) + (other ? ` against ${nameOf(t, other)}` : '');
}

/** "cube 2, with Ann". */
export function cubeText(t: Chouette, pair: CrewPair): string {
    if (pair.over) return 'out';
    const where = pair.owner ? `with ${nameOf(t, pair.owner)}` : 'in the middle';
    const offer = pair.offered && !pair.answered ? `, ${2 * pair.cube} offered` : '';
    return `${pair.cube}, ${where}${offer}`;
}

/** "+3", "-2", "0". */
export function pointsText(points: number): string {
    return points > 0 ? `+${points}` : String(points);
}

/** "Take the cube of Carla": what a button does that sends the event. */
export function buttonText(t: Chouette, event: string): string {
    const [word, seat, ...rest] = event.split(' ') as [string, string, ...string[]];
    // The last word of an event about a cube says whose; the own is not named.
    const last = rest[rest.length - 1], pair = last && /^[A-J](:[A-J])?$/.test(last) ? last : null;
    const own = !pair || pair === seat ? '' : `: ${pairName(t, pair)}`;
    switch (word) {
    case 'roll': return 'Roll';
    case 'pass': return 'No double';
    case 'begin': return 'Begin the next game';
    case 'double': return `Double${own}`;
    case 'take': return `Take${own}`;
    case 'drop': return `Drop${own}`;
    case 'beaver': return `Beaver${own}`;
    case 'raccoon': return `Raccoon${own}`;
    case 'accept': return `Accept${own}`;
    case 'reject': return `Refuse${own}`;
    case 'resign': return `Resign ${['', 'a single game', 'a gammon', 'a backgammon'][Number(rest[0])]}${own}`;
    case 'partner': return rest[0] === 'yes' ? 'With a partner' : 'No partner';
    case 'automatic': return rest[0] === 'yes' ? 'Automatic double' : 'No automatic double';
    case 'extra': return rest[0] === 'yes' ? 'Buy the extra' : 'No extra';
    case 'admit': return `${rest[1] === 'yes' ? 'Let in' : 'Turn away'} ${nameOf(t, rest[0]!)}`;
    case 'away': return rest[0] ? `Away; ${nameOf(t, rest[0])} decides` : 'Away';
    case 'back': return 'I am back';
    case 'leave': return t.state?.phase === 'between' ? 'Leave' : 'Leave after this game';
    default: return event;
    }
}

/** The buttons in view, and those of the menu. */
export function sorted(may: string[]): { now: string[]; later: string[] } {
    const isLater = (event: string): boolean => /^(resign|away|leave)\b/.test(event);
    return { now: may.filter((event) => !isLater(event)), later: may.filter(isLater) };
}

/** "Ann to play 3-1", "Waiting for Ben": one line above the board. */
export function statusText(t: Chouette): string {
    const state = t.state;
    if (t.stage === 'over') return 'This chouette is over.';
    if (!state) return t.players < 3 ? 'Three players are needed.' : 'Ready to begin.';
    const names = state.waits_for.map((seat) => seat === t.you ? 'you' : nameOf(t, seat)).join(', ');
    const dice = state.dice.length === 2 ? ` ${state.dice[0]}-${state.dice[1]}` : '';
    switch (state.phase) {
    case 'between': return state.game === 0 ? 'The places are thrown for.' : `Game ${state.game} is over.`;
    case 'to_roll': return `To throw: ${names}`;
    case 'to_play': return `To play${dice}: ${names}`;
    case 'answers': return `To answer: ${names}`;
    default: return names ? `Waiting for ${names}` : '';
    }
}

/** What somebody in that seat is: "box", "captain" ... */
export function placeText(t: Chouette, seat: CrewSeat): string {
    const state = t.state, one = t.taken.find((taken) => taken.seat === seat);
    if (!state || !one) return '';
    const place = state.partner === seat ? 'partner' : ['box', 'captain'][state.line.indexOf(seat)] ??
        (one.in ? 'crew' : 'left');
    return [place, one.away ? `away${one.proxy ? `, ${nameOf(t, one.proxy)} decides` : ''}` : '',
        one.leaving ? 'leaves' : ''].filter(Boolean).join(', ');
}
