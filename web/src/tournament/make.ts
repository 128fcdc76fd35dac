// /tournaments/new: what a tournament is called and how it is played.

import { post } from '../api';
import { h, replace } from '../dom';
import { navigate, type Page, type PageContext } from '../router';
import { errorText, notice } from '../study/words';
import type { Tournament, TournamentKind } from '../types';
import { KIND_ABOUT, KIND_TEXT, readLengths } from './model';

const KINDS: TournamentKind[] = ['swiss', 'single', 'double', 'league', 'groups', 'arena'];

function field(id: string, text: string, input: HTMLElement, hint = ''): HTMLElement {
    input.id = id;
    input.dataset['testid'] = id;
    return h('div', { class: 'field-row stacked' }, h('label', { for: id }, text), input,
        hint ? h('p', { class: 'hint' }, hint) : null);
}

function choice(values: [string, string][], chosen: string): HTMLSelectElement {
    return h('select', null, values.map(([value, text]) =>
        h('option', { value, selected: value === chosen }, text)));
}

export function newTournamentPage(context: PageContext): Page {
    const club = context.query.get('club');
    const name = h('input', { type: 'text', maxlength: 32, required: true, autocomplete: 'off' });
    const lengths = h('input', { type: 'text', value: '5', inputmode: 'numeric', autocomplete: 'off' });
    const rounds = h('input', { type: 'number', min: 0, max: 255, value: 0 });
    const consolation = choice([['none', 'none'], ['first', 'for losers of the first round'],
        ['progressive', 'for everybody who loses']], 'none');
    const seeding = choice([['random', 'by lot, with a published seed'], ['rating', 'by rating'],
        ['order', 'in order of entry']], 'random');
    const minutes = h('input', { type: 'number', min: 1, max: 1440, value: 90, required: true });
    const noShow = h('input', { type: 'number', min: 0, max: 60, value: 3, required: true });
    const cycles = choice([['1', 'once'], ['2', 'twice']], '1');
    const groupSize = h('input', { type: 'number', min: 3, max: 16, value: 4, required: true });
    const advance = h('input', { type: 'number', min: 1, max: 15, value: 2, required: true });
    const rest = h('input', { type: 'checkbox', class: 'switch', id: 'cup-rest', 'data-testid': 'cup-rest' });
    const clock = choice([['none', 'no clock'], ['delay', 'delay'], ['fischer', 'Fischer']], 'delay');
    const most = h('input', { type: 'number', min: 2, max: 256, value: 256 });
    const starts = h('input', { type: 'datetime-local' });
    const deadline = h('input', { type: 'number', min: 0, max: 2160, value: 0 });
    const week = h('input', { type: 'number', min: 0, max: 90, value: 0, required: true });
    const nobody = choice([['wait', 'you decide'], ['none', 'both lose it']], 'wait');
    const byClock = h('input', { type: 'checkbox', class: 'switch', id: 'cup-by-clock' });
    const late = h('input', { type: 'checkbox', class: 'switch', id: 'cup-late-entry' });
    const text = h('textarea', { rows: 3, maxlength: 2000, placeholder: 'Place, prizes, fee, dinner' });
    const online = h('input', { type: 'checkbox', class: 'switch', id: 'cup-online', checked: true });
    const automatic = h('input', { type: 'checkbox', class: 'switch', id: 'cup-automatic', checked: true });
    const onlyMembers = h('input', { type: 'checkbox', class: 'switch', id: 'cup-members', checked: true });
    const about = h('p', { class: 'hint', 'data-testid': 'cup-about' });
    const out = h('div', { role: 'status' });
    const only: [TournamentKind[], HTMLElement][] = [
        [['swiss'], field('cup-rounds', 'Rounds', rounds, '0: as many as the players need to find one winner.')],
        [['swiss'], h('div', { class: 'field-row' }, h('label', { for: 'cup-automatic' },
            'The next round is paired as soon as one is decided'), automatic)],
        [['single'], field('cup-consolation', 'Consolation', consolation)],
        [['groups'], field('cup-group-size', 'Players of a group at most', groupSize)],
        [['groups'], field('cup-advance', 'Of each group go on', advance)],
        [['groups'], h('div', { class: 'field-row' }, h('label', { for: 'cup-rest' },
            'The others play a consolation, a knock-out of their own'), rest)],
        [['league', 'groups'], field('cup-cycles', 'Everybody meets everybody', cycles)],
        [['league'], field('cup-week', 'Days of a round', week, '0: no end. Round 1 ends so many days after the start, '
            + 'round 2 after twice as many. Two who agree on a time may play sooner or later.')],
        [['single', 'double', 'league', 'groups'], h('div', { class: 'field-row' }, h('label', { for: 'cup-late-entry' },
            'Players may enter late themselves', h('span', { class: 'hint block' }, 'Into a free bye of round 1, or '
                + 'until round 2 begins. You can enter somebody then in any case.')), late)],
        [['arena'], field('cup-minutes', 'Minutes', minutes,
            'From the start to the last pairs; a match that is being played then counts.')],
        [['arena'], field('cup-no-show', 'Minutes to come to a game', noShow, '0: no end. A player who is late loses '
            + 'the match and pauses until he says that he is back.')],
    ];
    const lengthsHint = h('p', { class: 'hint' });
    const lengthsField = field('cup-lengths', 'Points of a match', lengths);
    lengthsField.append(lengthsHint);
    let kind: TournamentKind = 'swiss';
    const show = (): void => {
        about.textContent = KIND_ABOUT[kind];
        lengthsHint.textContent = kind === 'arena' ? 'All matches are of this length.' : kind === 'groups'
            ? 'Several: the first for the groups, the others for the knock-out, round by round: 3, 5, 7.'
            : 'Several, round by round: 5, 5, 7.';
        for (const [kinds, element] of only) element.hidden = !kinds.includes(kind);
    };
    const hasEnd = (): boolean => kind === 'league' && Number(week.value) > 0
        || Number(deadline.value) > 0 && !(kind === 'arena' && Number(noShow.value));
    const send = async (event: Event): Promise<void> => {
        event.preventDefault();
        const list = readLengths(lengths.value);
        if (!list) {
            replace(out, notice('The length of a match is 1 to 64 points: "5", or "5, 5, 7" round by round.'));
            lengths.focus();
            return;
        }
        button.disabled = true;
        try {
            const made = await post<Tournament>('/api/tournaments', {
                plan: { name: name.value.trim(), kind, lengths: list, seeding: seeding.value, clock: clock.value,
                    players_most: Number(most.value), online: online.checked, by_clock: byClock.checked,
                    deadline_h: (kind === 'arena' && Number(noShow.value)) || (kind === 'league' && Number(week.value))
                        ? 0 : Number(deadline.value),
                    ...(hasEnd() ? { nobody: nobody.value } : {}), late: late.checked,
                    ...(kind === 'swiss' ? { rounds: Number(rounds.value), automatic: automatic.checked } : {}),
                    ...(kind === 'single' ? { consolation: consolation.value } : {}),
                    ...(kind === 'arena' ? { minutes: Number(minutes.value), no_show: Number(noShow.value) } : {}),
                    ...(kind === 'league' ? { week_h: 24 * Number(week.value) } : {}),
                    ...(kind === 'groups' ? { group_size: Number(groupSize.value), advance: Number(advance.value),
                        consolation: rest.checked ? 'rest' : 'none' } : {}),
                    ...(kind === 'league' || kind === 'groups' ? { cycles: Number(cycles.value) } : {}) },
                text: text.value, starts: starts.value ? new Date(starts.value).getTime() : null,
                ...(club ? { club, members_only: onlyMembers.checked } : {}) });
            navigate(`/tournament/${made.tournament}`);
        } catch (error) {
            button.disabled = false;
            replace(out, notice(errorText(error)));
        }
    };
    const button = h('button', { type: 'submit', class: 'button main', 'data-testid': 'cup-make' },
        'Make the tournament');
    show();
    return { title: 'New tournament', element: h('div', { class: 'narrow stack compact-page' },
        h('h1', null, 'New tournament'),
        h('form', { class: 'stack', 'aria-label': 'New tournament', on: { submit: (event) => void send(event) } },
            field('cup-name', 'Name', name),
            club ? h('div', { class: 'field-row' }, h('label', { for: 'cup-members' },
                'For members of the club only', h('span', { class: 'hint block' },
                    'All directors of the club direct it.')), onlyMembers) : null,
            h('fieldset', { class: 'choice-set' }, h('legend', null, 'Form'),
                h('div', { class: 'choices' }, KINDS.map((one) => h('label', { class: 'choice' },
                    h('input', { type: 'radio', name: 'cup-kind', value: one, checked: one === kind,
                        'data-testid': `cup-kind-${one}`, on: { change: () => {
                            kind = one;
                            show();
                        } } }), h('span', null, KIND_TEXT[one])))), about),
            lengthsField,
            only.map(([, element]) => element),
            h('details', null, h('summary', null, 'Draw, clock, start, text'),
                h('div', { class: 'stack' },
                    field('cup-seeding', 'The draw', seeding),
                    h('div', { class: 'field-row' }, h('label', { for: 'cup-online' },
                        'Players with accounts play here', h('span', { class: 'hint block' },
                            'Off: every match is at a real board.')), online),
                    field('cup-clock', 'Clock of games here', clock),
                    field('cup-most', 'Players at most', most),
                    field('cup-starts', 'Starts', starts),
                    h('div', { class: 'field-row' }, h('label', { for: 'cup-by-clock' },
                        'Drawn then by itself', h('span', { class: 'hint block' },
                            'If there are two players by then; otherwise as soon as there are.')), byClock),
                    field('cup-deadline', 'Hours to play a match', deadline, '0: no end. After it a result that one '
                        + 'of the two has told stands; else a player who came to the game alone wins; else '
                        + 'you decide.'),
                    field('cup-nobody', 'A match nobody came to by then', nobody),
                    field('cup-text', 'What players should know', text))),
            out, h('div', { class: 'row' }, button))) };
}
