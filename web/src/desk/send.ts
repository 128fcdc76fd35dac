// Files on their way to the desk: those of a dropped folder found, and sent many at a time.

import { ApiError, upload } from '../api';
import type { DeskAdded, DeskFileHead } from '../types';

export interface Named { name: string; file: File }

const BATCH_FILES = 200;
const BATCH_BYTES = 4 * 1024 * 1024;
const FILE_BYTES = 10 * 1024 * 1024 - 4096;

/** The files chosen in a dialog; those of a folder keep their path in it. */
export function named(files: Iterable<File>): Named[] {
    return [...files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
    const reader = folder.createReader();
    const all: FileSystemEntry[] = [];
    return new Promise((resolve, reject) => {
        // A browser hands over a hundred at a time.
        const more = (): void => reader.readEntries((some) => {
            if (some.length === 0) return resolve(all);
            all.push(...some);
            more();
        }, reject);
        more();
    });
}

async function collect(entry: FileSystemEntry, into: Named[]): Promise<void> {
    if (entry.isFile) {
        const file = await new Promise<File>((resolve, reject) =>
            (entry as FileSystemFileEntry).file(resolve, reject));
        into.push({ name: entry.fullPath.replace(/^\//, ''), file });
        return;
    }
    for (const each of await entriesOf(entry as FileSystemDirectoryEntry)) await collect(each, into);
}

/** The entries of a drop; they must be taken while the event is handled. */
export function dropped(data: DataTransfer | null): FileSystemEntry[] {
    return [...data?.items ?? []].map((item) => item.webkitGetAsEntry?.() ?? null)
        .filter((entry): entry is FileSystemEntry => entry !== null);
}

export async function filesOf(entries: FileSystemEntry[]): Promise<Named[]> {
    const all: Named[] = [];
    for (const entry of entries) await collect(entry, all);
    return all;
}

/** From this number of files on they go to the desk together; a single one opens its page. */
const MANY = 2;

/** Where several files, or a folder, are brought in. */
export function manyFiles(add: (files: Named[]) => void): { least: number;
    files(files: File[]): void; drop(event: DragEvent): boolean } {
    return {
        least: MANY,
        files: (files) => add(named(files)),
        drop: (event) => {
            const entries = dropped(event.dataTransfer);
            if (entries.length < MANY && !entries.some((entry) => entry.isDirectory)) return false;
            void filesOf(entries).then(add);
            return true;
        },
    };
}

/** Parts of at most this many files and bytes, in order. */
export function batches(files: Named[]): Named[][] {
    const out: Named[][] = [];
    let bytes = 0;
    for (const each of files) {
        const last = out[out.length - 1];
        if (!last || last.length === BATCH_FILES || bytes + each.file.size > BATCH_BYTES) {
            out.push([each]);
            bytes = each.file.size;
        } else {
            last.push(each);
            bytes += each.file.size;
        }
    }
    return out;
}

/** Waits where the server is busy with others. */
async function sendBatch(batch: Named[]): Promise<DeskAdded> {
    const parts: BlobPart[] = [];
    for (const { name, file } of batch) {
        const head: DeskFileHead = { name, size: file.size };
        parts.push(`${JSON.stringify(head)}\n`, file);
    }
    for (;;) {
        try {
            return await upload<DeskAdded>('/api/desk/matches?many=1', new Blob(parts));
        } catch (error) {
            const wait = error instanceof ApiError && /^(queue_full|busy|too_often|too_many)$/
                .test(error.code) ? error.retryAfter ?? 3 : 0;
            if (!wait || wait > 60) throw error;
            await new Promise((wake) => setTimeout(wake, wait * 1000));
        }
    }
}

/** Sends them all; `progress` gets the number done. Names that start with a dot are left out. */
export async function sendToDesk(files: Named[], progress: (done: number, of: number) => void):
    Promise<DeskAdded> {
    const sum: DeskAdded = { added: 0, positions: 0, updated: 0, known: 0, refused: 0, files: [] };
    const sent = files.filter(({ name, file }) => file.size > 0 && file.size <= FILE_BYTES &&
        !/(^|\/)\./.test(name));
    let done = 0;
    progress(0, sent.length);
    for (const batch of batches(sent)) {
        // The server bounds the work of a request: the rest goes with the next one.
        for (let rest = batch; rest.length > 0;) {
            const answer = await sendBatch(rest);
            for (const key of ['added', 'positions', 'updated', 'known', 'refused'] as const) sum[key] += answer[key];
            sum.files.push(...answer.files.filter((file) => file.error));
            const read = answer.stopped?.files || rest.length;
            done += read;
            rest = rest.slice(read);
            progress(done, sent.length);
        }
    }
    for (const { name, file } of files)
        if (file.size > FILE_BYTES) {
            sum.refused += 1;
            sum.files.push({ name, error: { code: 'too_large', message: 'has more than 10 MB' } });
        }
    return sum;
}
