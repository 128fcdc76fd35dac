// The worker in which opinions are formed: gets the module and the net, then commands, one after another.
import { Commands } from './run.mjs';

let commands = null;

function obey({ module, net, words, input }, send) {
    if (module) {
        commands = new Commands(module, { net });
        return;
    }
    try {
        const hears = (progress) => send({ progress });
        send(commands.run(words, { input, hears }));
    } catch (error) {
        send({ fault: String(error.message ?? error) });
    }
}

if (typeof process === 'object' && process.versions?.node) {
    const { parentPort } = await import('node:worker_threads');
    parentPort.on('message', (what) => obey(what, (answer) => parentPort.postMessage(answer)));
} else {
    self.onmessage = ({ data }) => obey(data, (answer) => self.postMessage(answer));
}
