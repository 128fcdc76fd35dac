// The long jobs of the server in worker.mjs go to workers of their own, so that it goes on answering: the host's
// side of the module's bus (wasm/server/helper.h). A job that is cancelled ends with its worker, which could not
// hear of it; of a rollout what there was of it stays. Two helpers share an analysis or a rollout where no other job
// needs one of them: each judges half of the match, and one puts the halves together; or each does half of the trials,
// which the server adds. Where one breaks, the other does its half too. There are never more than there are processors:
// another job takes one of the two that share, whose half waits for the first that has time.

/** Of one person two long jobs run at once (apps/server/jobs). */
const MOST = 2;
/** The server forgets helpers of which it hears nothing for 3.5 s, and takes jobs back after 15 s, ms. */
const ANNOUNCED = 1000;
/** A helper that had nothing to do for so long is let go, ms. */
const IDLE = 60000;
/** An analysis of so many characters (some two games) is worth the start of a second helper. */
const LONG = 10000;

export class Helpers {
    #door;
    #make;
    #most = Math.min(MOST, navigator.hardwareConcurrency || 1);
    // { worker, question: { job, kind, hash, front }, partial, since: of its rest,
    //   half: null or { which, of: { parts, done, left: halves that nobody does } }, two with the same `of` }
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
        this.#resume();
        const { question, half, partial } = one, parts = half?.of.parts.filter(Boolean);
        const kept = parts?.length ? { parts } : partial && { result: partial };
        // Not from within the module.
        queueMicrotask(() => this.#answer(question, kept && question.kind === 'rollout'
            ? { state: 'done', ...kept } : { state: 'failed', reason: '' }));
    }

    /** Those that do the job. */
    #of(job) {
        return [...this.#all].filter(({ question }) => question?.job === job);
    }

    #begin(text) {
        const question = JSON.parse(text);
        const busy = [...this.#all].filter((one) => one.question).length;
        if (busy >= this.#most) this.#free();
        const isLong = question.kind === 'rollout' || (question.kind === 'analysis' && text.length >= LONG);
        if (!isLong || this.#most - busy < 2) {
            void this.#give(question, null);
            return;
        }
        const of = { parts: [null, null], done: [0, 0], left: [] };
        for (const which of [0, 1]) void this.#give(question, { which, of });
    }

    /** Ends the one of two that share which has done less. */
    #free() {
        const [one] = [...this.#all].filter(({ question, half }) => half && this.#of(question.job).length > 1)
            .sort((a, b) => a.half.of.done[a.half.which] - b.half.of.done[b.half.which]);
        if (!one) return;
        one.half.of.left.push(one.half.which);
        this.#end(one);
    }

    /** A half that waits is done by one that has nothing to do. */
    #resume() {
        const one = [...this.#all].find(({ half }) => half?.of.left.length);
        if (one) void this.#give(one.question, { which: one.half.of.left.pop(), of: one.half.of });
    }

    #ask(one, more) {
        one.worker.postMessage({ topic: 'jobs.long', audience: '', text: JSON.stringify({ ...one.question, ...more }) });
    }

    /** Has a helper that has nothing to do, or a new one, do it. */
    async #give(question, half) {
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
        this.#ask(one, half && { share: [half.which, 2] });
    }

    #take(one, { failed, topic, audience, text }) {
        if (one.gone) return;
        if (failed) {
            this.#fail(one);
            return;
        }
        const said = JSON.parse(text);
        if (one.half) {
            this.#join(one, said, { topic, audience });
            return;
        }
        if (said.state !== 'running') this.#rest(one);
        else if (said.partial) one.partial = said.partial;
        this.#door.tell(topic, audience, text); // and perhaps it gives the next job at once
        if (!one.gone && !one.question) this.#resume();
    }

    /** One is broken. Another that is whole does its half; else the server does the job, and what comes after it. */
    #fail(one) {
        const { question, half } = one;
        this.#end(one);
        const other = half && [...this.#all].find((each) => !each.question || each.question.job === question.job);
        this.#most = other ? 1 : 0;
        if (other?.question) half.of.left.push(half.which);
        else if (other) void this.#give(question, half);
        else if (question) this.#answer(question, { state: 'returned', stays: true });
    }

    #rest(one) {
        Object.assign(one, { question: null, half: null, since: performance.now() });
    }

    /** What one says of its half. */
    #join(one, said, { topic, audience }) {
        const { question, half: { which, of } } = one, others = this.#of(question.job).filter((other) => other !== one);
        const adds = question.kind === 'rollout';
        if (said.state === 'done') {
            of.parts[which] = adds ? said.result : said.answer.part;
            const left = of.left.pop();
            if (left !== undefined) {
                one.half = { which: left, of };
                this.#ask(one, { share: [left, 2] });
            } else if (others.length > 0 || adds) {
                this.#rest(one);
                if (others.length === 0) this.#answer(question, { state: 'done', parts: of.parts });
            } else {
                one.half = null;
                this.#ask(one, { parts: of.parts });
            }
        } else if (said.state === 'running') {
            const done = Math.max(0, said.done - which * Math.floor(said.of / 2));
            if (!said.of || done < of.done[which]) return; // so far it was done before by one that broke
            of.done[which] = done;
            if (adds && said.partial) of.parts[which] = said.partial;
            const parts = adds ? { parts: of.parts.filter(Boolean), partial: undefined } : null;
            this.#door.tell(topic, audience, JSON.stringify({ ...said, ...parts, done: of.done[0] + of.done[1] }));
        } else { // what one cannot do the other need not do
            for (const other of others) this.#end(other);
            this.#rest(one);
            this.#door.tell(topic, audience, JSON.stringify(said));
        }
    }
}
