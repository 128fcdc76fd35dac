// A worker of the worker (helpers.mjs): does the long jobs of the server there, one at a time.
//
// It gets { open: { module, net, tables } }, the net packed, the tables as [name, pieces or blob], then
// { topic, audience, text }; it says the same back, or { failed: a sentence }. Or it gets { make: { module } }, and
// answers { made: the tables }.
import { Door } from '../door.mjs';
import { unpack } from '../packed_net.mjs';
import { MemoryFiles } from './files.mjs';
import { HandedFiles, pieces, release } from './handed.mjs';

const write = (fd, bytes) => console.debug(new TextDecoder().decode(bytes));

async function make({ module }) {
    const files = new MemoryFiles();
    await Door.tables({ module, files, write });
    const made = files.names().map((name) => [name, pieces(files.open(name, { create: false }))]);
    self.postMessage({ made }, made.flatMap(([, content]) => content.map(({ buffer }) => buffer)));
}

async function open({ module, net, tables }) {
    const lay = (packed, room) => {
        unpack(packed, room);
        release(packed);
    };
    const door = await Door.help({ module, files: new HandedFiles(tables), net, lay, write });
    door.hears = (topic, audience, text) => self.postMessage({ topic, audience, text });
    return door;
}

let door = null;

self.onmessage = async ({ data }) => {
    try {
        if (data.make) await make(data.make);
        else if (data.open) door = open(data.open);
        else (await door).tell(data.topic, data.audience, data.text);
    } catch (error) {
        self.postMessage({ failed: error.message });
    }
};
