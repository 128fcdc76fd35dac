// Building elements. Text only ever becomes text nodes and attributes: nothing here, and
// nothing in this client, parses a string as HTML.

export type Child = Node | string | number | null | undefined | false | Child[];

export interface Props {
    class?: string;
    on?: { [type: string]: (event: any) => void };
    [attribute: string]: unknown;
}

function fill(element: Element, props: Props | null, children: Child[]): void {
    for (const [name, value] of Object.entries(props ?? {})) {
        if (value === undefined || value === null || value === false) continue;
        if (name === 'on') {
            const handlers = value as NonNullable<Props['on']>;
            for (const type of Object.keys(handlers))
                element.addEventListener(type, handlers[type]!);
        } else if (name === 'value' && 'value' in element) {
            (element as HTMLInputElement).value = String(value);
        } else if (name === 'checked') {
            (element as HTMLInputElement).checked = value === true;
        } else {
            element.setAttribute(name, value === true ? '' : String(value));
        }
    }
    add(element, children);
}

/** Appends children, leaving out null, undefined and false. */
export function add(parent: Node, children: Child[]): void {
    for (const child of children) {
        if (child === null || child === undefined || child === false) continue;
        if (Array.isArray(child)) add(parent, child);
        else parent.appendChild(child instanceof Node ? child
                                                       : document.createTextNode(String(child)));
    }
}

/** An HTML element: `h('button', {class: 'main', on: {click}}, 'Roll')`. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K, props: Props | null = null, ...children: Child[]): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    fill(element, props, children);
    return element;
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
    tag: K, props: Props | null = null, ...children: Child[]): SVGElementTagNameMap[K] {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    fill(element, props, children);
    return element;
}

/** Replaces all children. */
export function replace(parent: Element, ...children: Child[]): void {
    parent.textContent = '';
    add(parent, children);
}

/** Sets the text if it differs, so that live regions and the layout are left alone. */
export function setText(element: Element, text: string): void {
    if (element.textContent !== text) element.textContent = text;
}

let serial = 0;
/** An id that no other element of the page has. */
export function uniqueId(prefix: string): string {
    serial += 1;
    return `${prefix}-${serial}`;
}

// ---- a page that is drawn anew under a hand ----

// What is pressed before and let go after that is another element for the browser, which then clicks nothing. Where the
// same one stands under the mouse again, it is clicked. A finger needs no help: what it taps is looked for when it is
// lifted.

const pressable = 'button, a[href]';

/** Equal for what a person takes for the same: of two rows with the same button, their text tells which is which. */
function looks(element: Element): string {
    const row = element.closest('li, tr, article, fieldset, [role="group"]');
    return `${element.outerHTML}\n${row?.textContent ?? ''}`;
}

/** From now on, for all of the document. */
export function keepPresses(): void {
    let pressed: { element: Element; looks: string } | null = null;
    document.addEventListener('pointerdown', (event) => {
        const element = event.pointerType === 'mouse' && event.button === 0 && event.target instanceof Element
            ? event.target.closest(pressable) : null;
        pressed = element && { element, looks: looks(element) };
    }, true);
    document.addEventListener('pointerup', (event) => {
        const before = pressed;
        pressed = null;
        if (!before || before.element.isConnected) return;
        const now = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(pressable);
        if (now && looks(now) === before.looks) now.click();
    }, true);
}
