// The long jobs of the server in worker.mjs go to workers of their own, so that it goes on answering: the host's
// side of the module's bus (wasm/server/helper.h). A job that is cancelled ends with its worker, which could not
// hear of it; of a rollout what there was of it stays.

/** Of one person two long jobs run at once (apps/server/jobs). */
const MOST = 2;
/** The server forgets helpers of which it hears nothing for 3.5 s, and takes jobs back after 15 s, ms. */
const ANNOUNCED = 1000;
/** A helper that had nothing to do for so long is let go, ms. */
const IDLE = 60000;

export class Helpers {
    #door;
    #make;
    #most = Math.min(MOST, navigator.hardwareConcurrency || 1);
    #all = new Set(); // { worker, question: { job, kind, hash, front }, partial, since: of its rest }
    #timer;

    /** `make()` promises a Worker of helper.mjs, which has got what it is to open. */
    constructor(door, make) {
        this.#door = door;
        this.#make = make;
        door.hears = (topic, audience, text) => this.#hear(topic, text);
        this.#timer = setInterval(() => this.#tick(), ANNOUNCED);
        this.#tick();
    }

    close() {
        clearInterval(this.#timer);
        this.#door.hears = () => undefined;
        for (const one of [...this.#all]) this.#end(one);
    }

    #tick() {
        this.#door.tell('jobs.workers', '', JSON.stringify({ worker: 'page', room: [0, 0, this.#most] }));
        for (const one of [...this.#all]) {
            if (one.question) this.#answer(one.question, { state: 'running' });
            else if (performance.now() - one.since > IDLE) this.#end(one);
        }
    }

    #answer({ job, hash, front }, more) {
        this.#door.tell('jobs.answers', front, JSON.stringify({ job, hash, ...more }));
    }

    #end(one) {
        this.#all.delete(one);
        one.gone = true;
        one.worker?.terminate();
    }

    #hear(topic, text) {
        if (topic === 'jobs.long') void this.#begin(text);
        if (topic !== 'jobs.cancel') return;
        const { job } = JSON.parse(text);
        const one = [...this.#all].find(({ question }) => question?.job === job);
        if (!one) return;
        this.#end(one);
        const { question, partial } = one;
        // Not from within the module.
        queueMicrotask(() => this.#answer(question, partial && question.kind === 'rollout'
            ? { state: 'done', result: partial } : { state: 'failed', reason: '' }));
    }

    async #begin(text) {
        const question = JSON.parse(text);
        let one = [...this.#all].find((other) => !other.question);
        if (one) {
            Object.assign(one, { question, partial: null });
        } else {
            one = { question, partial: null, worker: null, since: 0, gone: false };
            this.#all.add(one);
            try {
                const worker = await this.#make();
                if (one.gone) {
                    worker.terminate();
                    return;
                }
                one.worker = worker;
                worker.onmessage = ({ data }) => this.#take(one, data);
                worker.onerror = (event) => {
                    event.preventDefault(); // else the page takes it for an error of the server
                    this.#take(one, { failed: true });
                };
            } catch {
                this.#take(one, { failed: true });
                return;
            }
        }
        one.worker.postMessage({ topic: 'jobs.long', audience: '', text });
    }

    #take(one, { failed, topic, audience, text }) {
        if (one.gone) return;
        if (failed) { // the server does it, and what comes after it
            this.#most = 0;
            this.#end(one);
            if (one.question) this.#answer(one.question, { state: 'returned', stays: true });
            return;
        }
        const said = JSON.parse(text);
        if (said.state !== 'running') {
            one.question = null;
            one.since = performance.now();
        } else if (said.partial) {
            one.partial = said.partial;
        }
        this.#door.tell(topic, audience, text);
    }
}
