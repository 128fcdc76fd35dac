// Engine work: requested over HTTP, followed on the socket if it is up, else by polling.

import { ApiError, get, post, remove } from '../api';
import { theSocket } from '../socket';
import type { Job } from '../types';

const SETTLED = ['done', 'failed', 'cancelled'];
const ASK_EVERY_MS = 700;
// With the socket up, messages arrive by themselves; polling covers a message lost with a broken
// connection.
const ASK_SELDOM_MS = 3000;

export interface Running<T> {
    /** The finished job; rejects with an ApiError where it failed or could not be asked. */
    readonly result: Promise<Job<T>>;
    /** Ends the work; `result` then gives what there is. */
    cancel(): void;
    /** Stops listening; the work goes on. */
    leave(): void;
}

type Progress<T> = (job: Job<T>) => void;

export function settled(job: Job): boolean {
    return SETTLED.includes(job.status);
}

/** Follows a job that exists already. */
export function followJob<T>(id: string, onProgress: Progress<T> = () => {}): Running<T> {
    let over = false;
    let timer = 0;
    let settle: (job: Job<T>) => void = () => {};
    let fail: (error: unknown) => void = () => {};
    const result = new Promise<Job<T>>((resolve, reject) => {
        settle = resolve;
        fail = reject;
    });
    const socket = theSocket();
    const end = (): void => {
        over = true;
        window.clearTimeout(timer);
        unheard();
    };
    const take = (job: Job<T>): void => {
        if (over) return;
        if (!settled(job)) {
            onProgress(job);
            return;
        }
        end();
        if (job.status === 'failed')
            fail(new ApiError(0, job.error?.code ?? 'failed',
                              job.error?.message ?? 'The work could not be done.',
                              job.error?.line, job.error?.column));
        else settle(job);
    };
    const ask = async (): Promise<void> => {
        try {
            take(await get<Job<T>>(`/api/jobs/${encodeURIComponent(id)}`));
        } catch (error) {
            // Unreachable for a moment is no reason to give up.
            if (!(error instanceof ApiError) || error.code !== 'offline') {
                if (!over) {
                    end();
                    fail(error);
                }
            }
        }
        if (!over) timer = window.setTimeout(ask, socket.link === 'online' ? ASK_SELDOM_MS
                                                                           : ASK_EVERY_MS);
    };
    const unheard = socket.onJob((job) => {
        if (job.job === id) take(job as Job<T>);
    });
    void ask();
    return {
        result,
        cancel: () => void remove(`/api/jobs/${encodeURIComponent(id)}`).catch(() => {}),
        leave: end,
    };
}

/** Asks for work and follows it. */
export function startJob<T>(path: string, body: object, onProgress: Progress<T> = () => {}):
    Running<T> {
    let inner: Running<T> | null = null;
    let wanted: 'go' | 'cancel' | 'leave' = 'go';
    const result = post<{ job: string }>(path, body).then((answer) => {
        inner = followJob<T>(answer.job, onProgress);
        if (wanted === 'cancel') inner.cancel();
        if (wanted === 'leave') inner.leave();
        return inner.result;
    });
    // A page that was left no longer waits for the answer.
    result.catch(() => {});
    return {
        result,
        cancel: () => {
            wanted = 'cancel';
            inner?.cancel();
        },
        leave: () => {
            wanted = 'leave';
            inner?.leave();
        },
    };
}

export const runJob = <T>(kind: string, body: object, onProgress?: Progress<T>): Running<T> =>
    startJob<T>('/api/jobs', { kind, ...body }, onProgress);
