// The long jobs of the server in worker.mjs go to workers of their own, so that it goes on answering: the host's
// side of the module's bus (wasm/server/helper.h). A job that is cancelled ends with its worker, which could not
// hear of it; of a rollout what there was of it stays. Two helpers share an analysis where no other job needs one of
// them: each judges half of the match, and one puts the halves together.

/** Of one person two long jobs run at once (apps/server/jobs). */
const MOST = 2;
/** The server forgets helpers of which it hears nothing for 3.5 s, and takes jobs back after 15 s, ms. */
const ANNOUNCED = 1000;
/** A helper that had nothing to do for so long is let go, ms. */
const IDLE = 60000;
/** A question of so many characters (some two games) is worth the start of a second helper. */
const LONG = 10000;

export class Helpers {
    #door;
    #make;
    #most = Math.min(MOST, navigator.hardwareConcurrency || 1);
    // { worker, question: { job, kind, hash, front }, partial, since: of its rest,
    //   half: null or { which, parts, done }, of which two have the same parts and done }
    #all = new Set();
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
        if (topic === 'jobs.long') this.#begin(text);
        if (topic !== 'jobs.cancel') return;
        const { job } = JSON.parse(text);
        const [one, other] = this.#of(job);
        if (!one) return;
        this.#end(one);
        if (other) this.#end(other);
        const { question, partial } = one;
        // Not from within the module.
        queueMicrotask(() => this.#answer(question, partial && question.kind === 'rollout'
            ? { state: 'done', result: partial } : { state: 'failed', reason: '' }));
    }

    /** Those that do the job. */
    #of(job) {
        return [...this.#all].filter(({ question }) => question?.job === job);
    }

    #begin(text) {
        const question = JSON.parse(text);
        const busy = [...this.#all].filter((one) => one.question).length;
        if (question.kind !== 'analysis' || text.length < LONG || this.#most - busy < 2) {
            void this.#give(question, null, text);
            return;
        }
        const parts = [null, null], done = [0, 0];
        for (const which of [0, 1])
            void this.#give(question, { which, parts, done }, JSON.stringify({ ...question, share: [which, 2] }));
    }

    /** Has a helper that has nothing to do, or a new one, do it. */
    async #give(question, half, text) {
        let one = [...this.#all].find((other) => !other.question);
        if (one) {
            Object.assign(one, { question, half, partial: null });
        } else {
            one = { question, half, partial: null, worker: null, since: 0, gone: false };
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
            for (const each of one.question ? this.#of(one.question.job) : []) this.#end(each);
            this.#end(one);
            if (one.question) this.#answer(one.question, { state: 'returned', stays: true });
            return;
        }
        const said = JSON.parse(text);
        if (one.half) {
            this.#join(one, said, { topic, audience });
            return;
        }
        if (said.state !== 'running') this.#rest(one);
        else if (said.partial) one.partial = said.partial;
        this.#door.tell(topic, audience, text);
    }

    #rest(one) {
        Object.assign(one, { question: null, half: null, since: performance.now() });
    }

    /** What one says of its half. */
    #join(one, said, { topic, audience }) {
        const { question, half: { which, parts, done } } = one, others = this.#of(question.job).filter((other) => other !== one);
        if (said.state === 'done') {
            parts[which] = said.answer.part;
            if (others.length > 0) {
                this.#rest(one);
                return;
            }
            one.half = null;
            one.worker.postMessage({ topic: 'jobs.long', audience: '',
                text: JSON.stringify({ ...question, parts }) });
        } else if (said.state === 'running') {
            if (!said.of) return;
            done[which] = Math.max(0, said.done - which * Math.floor(said.of / 2));
            this.#door.tell(topic, audience, JSON.stringify({ ...said, done: done[0] + done[1] }));
        } else { // what one cannot do the other need not do
            for (const other of others) this.#end(other);
            this.#rest(one);
            this.#door.tell(topic, audience, JSON.stringify(said));
        }
    }
}
