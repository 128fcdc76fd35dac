// A worker of the worker (helpers.mjs): does the long jobs of the server there, one at a time.
//
// It gets { open: { module, net, tables } }, the net packed, the tables as [name, bytes], then { topic, audience, text }; it says
// the same back, or { failed: a sentence }.
import { Door } from '../door.mjs';
import { unpack } from '../packed_net.mjs';
import { MemoryFiles } from './files.mjs';

async function open({ module, net, tables }) {
    const files = new MemoryFiles();
    for (const [name, bytes] of tables) {
        const file = files.open(name, { create: true });
        file.write(bytes, 0);
        file.close();
    }
    const door = await Door.help({ module, files, net: unpack(net),
        write: (fd, bytes) => console.debug(new TextDecoder().decode(bytes)) });
    door.hears = (topic, audience, text) => self.postMessage({ topic, audience, text });
    return door;
}

let door = null;

self.onmessage = async ({ data }) => {
    try {
        if (data.open) door = open(data.open);
        else (await door).tell(data.topic, data.audience, data.text);
    } catch (error) {
        self.postMessage({ failed: error.message });
    }
};
