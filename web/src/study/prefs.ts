// Choices of a reader of studies; kept in this browser.

import { DEFAULT_LIMITS } from './marks';
import type { Limits } from './marks';

const KEY = 'alea-study';

interface Prefs { limits: Limits }

function load(): Prefs {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Prefs> | null;
        const limits = kept?.limits;
        if (Array.isArray(limits) && limits.length === 3 &&
            limits.every((n) => typeof n === 'number' && n > 0) &&
            limits[0]! < limits[1]! && limits[1]! < limits[2]!)
            return { limits: limits as Limits };
    } catch {
        // Nothing kept, or nothing readable: the defaults.
    }
    return { limits: DEFAULT_LIMITS };
}

export const prefs: Prefs = load();

export function keepLimits(limits: Limits): void {
    prefs.limits = limits;
    try {
        localStorage.setItem(KEY, JSON.stringify(prefs));
    } catch {
        // Lasts as long as the page.
    }
}
