// Parses the text typed into the fields of a desk.

/** Splits the text of a search: terms of the desk, with the rest replaced by blanks so that columns
 * stay, and words that names, titles, tags or notes contain. `flags` are the terms without a
 * value. */
export function splitSearch(text: string, flags: readonly string[] = []): { q: string; text: string } {
    const words = text.match(/(?:"[^"]*"|[^\s"])+|\s+/g) ?? [];
    const isTerm = (word: string): boolean =>
        /[=<>]/.test(word) || word === 'not' || word.startsWith('@') || flags.includes(word);
    const joins = (word: string): boolean => word === 'or' || word === '(' || word === ')';
    const any = words.some(isTerm);
    const kept = words.map((word) => isTerm(word) || (any && joins(word)));
    return { q: words.map((word, i) => kept[i] ? word : ' '.repeat([...word].length)).join('').trimEnd(),
             text: words.filter((word, i) => !kept[i] && word.trim() !== '').join(' ').replace(/"/g, '') };
}

/** "a, b" -> ["a", "b"], each once. */
export function splitTags(text: string): string[] {
    return [...new Set(text.split(',').map((tag) => tag.trim()).filter(Boolean))];
}
