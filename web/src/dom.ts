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
