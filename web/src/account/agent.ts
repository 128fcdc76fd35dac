// What a browser is called.

/** "Firefox on Linux" out of what a browser calls itself. */
export function agentText(agent: string): string {
    const browser = /Edg\//.test(agent) ? 'Edge' : /Firefox\//.test(agent) ? 'Firefox'
        : /(Chrome|Chromium)\//.test(agent) ? 'Chrome' : /Safari\//.test(agent) ? 'Safari' : '';
    const system = /Android/.test(agent) ? 'Android' : /iPhone|iPad/.test(agent) ? 'iOS'
        : /Windows/.test(agent) ? 'Windows' : /Mac OS X/.test(agent) ? 'macOS'
        : /Linux/.test(agent) ? 'Linux' : '';
    if (!browser) return agent.slice(0, 60) || 'unknown program';
    return system ? `${browser} on ${system}` : browser;
}
