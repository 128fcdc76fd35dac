// Pages by address. A page module calls registerPage once; the router makes the page when
// its address is entered, hands it a change of address it can take, and ends it.

import { h, replace } from './dom';

export interface PageContext {
    path: string;
    /** The texts matched by the `:name` parts of the pattern; '' for an absent optional part. */
    params: { [name: string]: string };
    query: URLSearchParams;
}

export interface Page {
    title: string;
    element: HTMLElement;
    /** Resolves, also after a failure, once the page has its first content. The page is shown then,
     * so that nothing on it moves, or after `LOST_MS` at the latest. */
    ready?: Promise<unknown>;
    /** Called when the page goes: timers, sockets, keys end here. */
    destroy?(): void;
    /** Another address of the same pattern: true if the page took it over. */
    update?(context: PageContext): boolean;
}

export type PageLoader = (context: PageContext) => Page | Promise<Page>;

interface Route {
    pattern: string;
    parts: string[];
    loader: PageLoader;
}

/** After so long a page that is not ready says that it loads; after so long it is shown as it is. */
const SLOW_MS = 1500;
const LOST_MS = 20000;
const routes: Route[] = [];
let outlet: HTMLElement | null = null;
let current: { route: Route; page: Page } | null = null;
let visit = 0;
let missing: PageLoader | null = null;
let failed: ((error: unknown) => Page) | null = null;
const listeners: ((context: PageContext) => void)[] = [];

/** `'/g/:id'`, `'/m/:id/:game?/:turn?'`: parts ending in `?` may be absent. */
export function registerPage(pattern: string, loader: PageLoader): void {
    routes.push({ pattern, parts: pattern.split('/').filter(Boolean), loader });
}

export function matchPattern(parts: string[], path: string): { [name: string]: string } | null {
    const given = path.split('/').filter(Boolean);
    const params: { [name: string]: string } = {};
    if (given.length > parts.length) return null;
    for (let i = 0; i < parts.length; i++) {
        const part = parts[i]!;
        const value = given[i];
        const optional = part.endsWith('?');
        if (value === undefined && !optional) return null;
        if (part.startsWith(':')) {
            try {
                params[part.slice(1, optional ? -1 : undefined)] = decodeURIComponent(value ?? '');
            } catch {
                return null;
            }
        } else if (part !== value) {
            return null;
        }
    }
    return params;
}

/** Goes to an address of this client. */
export function navigate(url: string, how: { replace?: boolean } = {}): void {
    if (how.replace) history.replaceState(null, '', url);
    else history.pushState(null, '', url);
    void show();
}

/** Changes the address in the bar without making or changing the page. */
export function setAddress(url: string, how: { push?: boolean } = {}): void {
    if (how.push) history.pushState(null, '', url);
    else history.replaceState(null, '', url);
}

export function onNavigate(listener: (context: PageContext) => void): void {
    listeners.push(listener);
}

function leave(): void {
    current?.page.destroy?.();
    current = null;
}

async function show(): Promise<void> {
    const url = new URL(location.href);
    visit += 1;
    const mine = visit;
    let params: { [name: string]: string } = {};
    let route: Route | null = null;
    for (const candidate of routes) {
        const found = matchPattern(candidate.parts, url.pathname);
        if (found) {
            route = candidate;
            params = found;
            break;
        }
    }
    const context = { path: url.pathname, params, query: url.searchParams };
    for (const listener of listeners) listener(context);
    if (current && route === current.route && current.page.update?.(context)) return;
    const loader = route?.loader ?? missing;
    if (!loader || !outlet) return;
    outlet.setAttribute('aria-busy', 'true');
    const where = outlet;
    const slow = window.setTimeout(() => {
        if (mine !== visit) return;
        leave();
        replace(where, h('p', { class: 'quiet', role: 'status' }, 'Loading\u2026'));
    }, SLOW_MS);
    let page: Page;
    try {
        page = await loader(context);
        if (page.ready) await Promise.race([page.ready,
            new Promise((done) => { window.setTimeout(done, LOST_MS); })]);
    } catch (error) {
        if (mine !== visit || !failed) return;
        page = failed(error);
    } finally {
        window.clearTimeout(slow);
    }
    if (mine !== visit) {
        page.destroy?.();
        return;
    }
    leave();
    current = route ? { route, page } : null;
    document.title = page.title === 'alea' ? 'alea' : `${page.title} - alea`;
    replace(outlet, page.element);
    outlet.removeAttribute('aria-busy');
    window.scrollTo(0, 0);
    // Screen readers announce the new page's heading.
    const heading = page.element.querySelector<HTMLElement>('h1');
    if (mine > 1 && heading) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
    }
}

/** Starts the router: pages appear in `where`. */
export function startRouter(where: HTMLElement, notFound: PageLoader,
                            onError: (error: unknown) => Page): void {
    outlet = where;
    missing = notFound;
    failed = onError;
    window.addEventListener('popstate', () => void show());
    document.addEventListener('click', (event) => {
        if (event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        const link = (event.target as Element | null)?.closest?.('a');
        if (!link || link.target || link.hasAttribute('download')) return;
        const href = link.getAttribute('href');
        if (!href || href.startsWith('#')) return;
        const url = new URL(link.href);
        if (url.origin !== location.origin) return;
        if (/^\/(api|assets|health|metrics)(\/|$)/.test(url.pathname)) return;
        event.preventDefault();
        navigate(url.pathname + url.search + url.hash);
    });
    void show();
}
