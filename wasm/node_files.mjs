// The files of a module in node: those below a folder. What another host offers has the same functions; an
// error has the `code` of node.
import fs from 'node:fs';
import path from 'node:path';

export class NodeFiles {
    constructor(folder) {
        this.folder = path.resolve(folder);
    }

    place(name) {
        const place = path.resolve(this.folder, name.replace(/^\/+/, ''));
        if (place !== this.folder && !place.startsWith(this.folder.replace(/\/*$/, '/')))
            throw Object.assign(new Error(`${name} is elsewhere`), { code: 'ENOENT' });
        return place;
    }

    /** A file; made where `create` says so, made empty by `empty`. */
    open(name, { create, exclusive, empty, write }) {
        const { O_RDWR, O_RDONLY, O_CREAT, O_EXCL, O_TRUNC } = fs.constants;
        const fd = fs.openSync(this.place(name), (write ? O_RDWR : O_RDONLY) | (create ? O_CREAT : 0) |
            (exclusive ? O_EXCL : 0) | (empty ? O_TRUNC : 0), 0o600);
        const about = fs.fstatSync(fd);
        if (about.isDirectory()) {
            fs.closeSync(fd);
            throw Object.assign(new Error(`${name} is a folder`), { code: 'EINVAL' });
        }
        return {
            id: about.ino,
            size: () => fs.fstatSync(fd).size,
            read: (bytes, at) => fs.readSync(fd, bytes, 0, bytes.length, at),
            write: (bytes, at) => fs.writeSync(fd, bytes, 0, bytes.length, at),
            truncate: (size) => fs.ftruncateSync(fd, size),
            sync: () => fs.fsyncSync(fd),
            close: () => fs.closeSync(fd),
        };
    }

    about(name) {
        const about = fs.statSync(this.place(name));
        return { isFolder: about.isDirectory(), size: about.size, id: about.ino };
    }

    remove(name) {
        fs.unlinkSync(this.place(name));
    }

    rename(from, to) {
        fs.renameSync(this.place(from), this.place(to));
    }
}
