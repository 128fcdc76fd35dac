// A worker of the worker (helpers.mjs): does the long jobs of the server there, one at a time.
//
// It gets { open: { module, net, tables } }, the net packed, the tables as [name, pieces], then
// { topic, audience, text }; it says the same back, or { failed: a sentence }.
import { Door } from '../door.mjs';
import { unpack } from '../packed_net.mjs';
import { HandedFiles, release } from './handed.mjs';

async function open({ module, net, tables }) {
    const lay = (packed, room) => {
        unpack(packed, room);
        release(packed);
    };
    const door = await Door.help({ module, files: new HandedFiles(tables), net, lay,
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
