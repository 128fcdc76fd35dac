// The server's interface over HTTP (docs/api.md), typed, and the one way to call it.

import { ask, LocalFault } from './local/line';

/** A refusal by the server, or a failure to reach it (`code` is 'offline'). */
export class ApiError extends Error {
    constructor(readonly status: number, readonly code: string, text: string,
                readonly line?: number, readonly column?: number,
                readonly retryAfter?: number, readonly id?: string) {
        super(text);
    }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function failure(response: Response): Promise<ApiError> {
    let code = `http_${response.status}`;
    let text = `The server answered ${response.status}.`;
    let line: number | undefined;
    let column: number | undefined;
    let id: string | undefined;
    try {
        const body = (await response.json()) as { error?: { [name: string]: unknown } };
        const error = body.error;
        if (error) {
            if (typeof error.code === 'string') code = error.code;
            if (typeof error.message === 'string') text = error.message;
            if (typeof error.line === 'number') line = error.line;
            if (typeof error.column === 'number') column = error.column;
            if (typeof error.id === 'string') id = error.id;
        }
    } catch {
        // Not the server's JSON (a proxy's page): the status is all there is.
    }
    const after = Number(response.headers.get('Retry-After'));
    return new ApiError(response.status, code, text, line, column,
                        after > 0 ? after : undefined, id);
}

async function request(method: Method, path: string, body?: BodyInit,
                       type?: string): Promise<Response> {
    let response: Response;
    try {
        response = await ask(path, {
            method,
            body,
            headers: type ? { 'Content-Type': type } : undefined,
            credentials: 'same-origin',
            cache: 'no-store',
        });
    } catch (error) {
        if (error instanceof LocalFault) throw new ApiError(0, 'local', error.message);
        throw new ApiError(0, 'offline', 'The server cannot be reached.');
    }
    if (!response.ok) throw await failure(response);
    return response;
}

/** Calls the server; `T` is what docs/api.md says the answer is. */
export async function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const response = body === undefined
        ? await request(method, path)
        : await request(method, path, JSON.stringify(body), 'application/json');
    const text = await response.text();
    return (text ? JSON.parse(text) : {}) as T;
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> =>
    call<T>('POST', path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> =>
    call<T>('PATCH', path, body);
export const remove = <T>(path: string, body?: unknown): Promise<T> =>
    call<T>('DELETE', path, body);

/** Sends a file as it is. */
export async function upload<T>(path: string, file: Blob): Promise<T> {
    const response = await request('POST', path, file, 'application/octet-stream');
    return (await response.json()) as T;
}

/** A file as it is. */
export async function getBlob(path: string): Promise<Blob> {
    return (await request('GET', path)).blob();
}

/** A file or picture as text. */
export async function getText(path: string): Promise<string> {
    return (await request('GET', path)).text();
}

const kept = new Map<string, Promise<unknown>>();
/** Like get, but asks once: for what does not change while the page is open. */
export function getOnce<T>(path: string): Promise<T> {
    let answer = kept.get(path);
    if (!answer) {
        answer = get<T>(path);
        kept.set(path, answer);
        answer.catch(() => kept.delete(path));
    }
    return answer as Promise<T>;
}
