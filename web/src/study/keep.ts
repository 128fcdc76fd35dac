// What outlives a part of a page that is made anew: what somebody types, the focus, what is folded open.

type Field = HTMLTextAreaElement | HTMLInputElement;
const TYPED = 'textarea, input[type="text"], input[type="number"]';

/** What names an element of both the old and the new part; '' where nothing does. */
function markOf(element: Element): string {
    return element.getAttribute('data-match') ?? element.getAttribute('data-testid') ??
        element.getAttribute('aria-label') ?? element.id;
}

/** What a fold says, but for numbers, which change. */
const foldOf = (summary: Element): string => summary.textContent?.replace(/\d+/, '') ?? '';

/** Remembers it now; the result puts it back after the change. What is inside of `not` (a selector) is not kept. */
export function keep(within: Element, not = '#none'): () => void {
    const now = <E extends Element>(selector: string): E[] => [...within.querySelectorAll<E>(selector)];
    const all = <E extends Element>(selector: string): E[] => now<E>(selector).filter((one) => !one.closest(not));
    const typed = all<Field>(TYPED).filter((field) => field.value !== field.defaultValue)
        .map((field) => [markOf(field), field.value] as const);
    const chosen = all<HTMLSelectElement>('select').filter((one) => [...one.options].some((option) =>
        option.defaultSelected && !option.selected)).map((one) => [markOf(one), one.value] as const);
    const checked = all<HTMLInputElement>('input[type="checkbox"]').map((box) => [markOf(box), box.checked] as const);
    const focused = within.contains(document.activeElement) ? markOf(document.activeElement!) : '';
    const open = all('details[open] > summary').map(foldOf);
    return () => {
        for (const field of now<Field>(TYPED)) {
            const old = typed.find(([mark]) => mark && mark === markOf(field));
            if (old) field.value = old[1];
        }
        for (const one of now<HTMLSelectElement>('select')) {
            const old = chosen.find(([mark]) => mark && mark === markOf(one));
            if (old && [...one.options].some((option) => option.value === old[1])) one.value = old[1];
        }
        for (const box of now<HTMLInputElement>('input[type="checkbox"]')) {
            const old = checked.find(([mark]) => mark && mark === markOf(box));
            if (old && old[1] !== box.checked) box.click();
        }
        for (const one of now('details > summary'))
            if (open.includes(foldOf(one))) one.parentElement!.setAttribute('open', '');
        if (focused) now<HTMLElement>('button, a, textarea, input, select, summary').find((one) => markOf(one) === focused)
            ?.focus({ preventScroll: true });
    };
}
