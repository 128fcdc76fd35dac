// The rule options in players' words. Options not listed here are shown by their name.

const names: { [option: string]: string } = {
    preset: 'Rule set',
    setup: 'Starting position',
    match_length: 'Match to',
    opening: 'The first turn',
    cube: 'Doubling cube',
    cube_limit: 'Highest cube',
    cube_window: 'When to double',
    auto_doubles: 'Automatic doubles, at most',
    beavers: 'Beavers (1: beaver, 2: beaver and raccoon)',
    jacoby: 'Jacoby rule',
    jacoby_activation: 'Jacoby: gammons count once',
    crawford: 'Crawford rule',
    dead_cube: 'Dead cube',
    gammon_def: 'A gammon is',
    backgammon_def: 'A backgammon is',
    dice_usage: 'Dice that must be played',
    double_moves: 'Moves of a double',
    bearoff_high: 'A die above every checker bears off',
    resign: 'Resigning',
    score_keeping: 'The points of a game',
    illegal_play: 'An illegal play',
};

const values: { [value: string]: string } = {
    use_rolloff: 'plays the two dice of the roll-off',
    reroll: 'rolls again',
    before_own_roll: 'before one\u2019s own roll',
    any_time: 'at any time',
    cube_taken: 'a double is taken',
    stakes_raised: 'the stakes are raised',
    allow: 'allowed',
    warn: 'warned of',
    forbid: 'forbidden',
    none_off: 'none off',
    none_off_or_outside_home: 'none off, or not all home',
    none_off_and_bar_or_winner_home: 'none off, one on the bar or in the winner\u2019s home',
    bar_or_winner_home: 'one on the bar or in the winner\u2019s home',
    winner_home: 'one in the winner\u2019s home',
    none_off_and_bar: 'none off, one on the bar',
    max_then_higher: 'as many as possible, else the higher',
    max_any: 'as many as possible',
    may_play_higher_only: 'the higher alone is enough',
    highest: 'from the highest point',
    any_lower: 'from any lower point',
    exact_only: 'nothing',
    winner_gains: 'winner gains',
    loser_pays: 'the loser pays them',
    both: 'one gains, the other pays',
    refuse: 'is refused',
    opponent_option: 'is the opponent\u2019s to allow',
};

/** Players' names of the rule sets that come from no booklet. */
const presets: { [name: string]: string } = {
    money: 'Money game',
    tournament: 'Tournament',
    nackgammon: 'Nackgammon',
    hypergammon: 'Hypergammon',
    longgammon: 'LongGammon',
};

export function capital(text: string): string {
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function presetTitle(preset: { name: string; title: string }): string {
    return presets[preset.name] ?? capital(preset.title);
}

const spaced = (name: string): string => name.replace(/_/g, ' ');

export function optionName(name: string): string {
    return names[name] ?? spaced(name);
}

export function optionText(value: unknown): string {
    if (value === null) return 'no limit';
    if (value === true) return 'yes';
    if (value === false) return 'no';
    return values[String(value)] ?? spaced(String(value));
}
