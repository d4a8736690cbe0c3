// zip.js — the files of a .zip, by the list at its end, and never more bytes than may be.
// SPDX-License-Identifier: MIT
import { Inflate } from 'fflate';

const MOST = 256 << 20; // unpacked, of all files together
const ENTRIES_MOST = 1000;
const END = 0x06054b50,
    LISTED = 0x02014b50,
    LOCAL = 0x04034b50;

export const isZip = (bytes) =>
    bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

function* listEntries(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const last = Math.max(0, bytes.length - 22 - 65535);
    let end = bytes.length - 22;
    while (end >= last && view.getUint32(end, true) !== END) end--;
    if (end < last) throw new Error('is a damaged .zip');
    const count = view.getUint16(end + 10, true);
    if (count > ENTRIES_MOST) throw new Error(`holds more than ${ENTRIES_MOST} files`);
    let at = view.getUint32(end + 16, true);
    for (let k = 0; k < count; k++) {
        if (view.getUint32(at, true) !== LISTED) throw new Error('is a damaged .zip');
        const [nameSize, extra, comment] = [28, 30, 32].map((o) => view.getUint16(at + o, true));
        const local = view.getUint32(at + 42, true);
        if (view.getUint32(local, true) !== LOCAL) throw new Error('is a damaged .zip');
        const from =
            local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
        yield {
            name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize)),
            locked: (view.getUint16(at + 8, true) & 1) !== 0,
            method: view.getUint16(at + 10, true),
            packed: bytes.subarray(from, from + view.getUint32(at + 20, true)),
        };
        at += 46 + nameSize + extra + comment;
    }
}

/** What the file says of its size is not believed: it is counted while it is unpacked. */
function unpack({ name, locked, method, packed }, room) {
    if (locked) throw new Error(`is locked with a password (${name})`);
    if (method !== 0 && method !== 8) throw new Error(`packs ${name} in a way not known here`);
    const parts = method === 0 ? [packed.slice()] : [];
    let size = packed.length * (method === 0);
    const check = () => {
        if (size > room) throw new Error(`unpacks to more than ${MOST >> 20} MB`);
    };
    check();
    const inflate = new Inflate((part) => {
        parts.push(part);
        size += part.length;
    });
    for (let from = 0; method === 8 && from < packed.length; from += 16384) {
        inflate.push(packed.subarray(from, from + 16384), from + 16384 >= packed.length);
        check();
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    return bytes;
}

/** [{name, bytes}], without folders and what macOS adds. */
export function unzip(bytes) {
    const files = [];
    let room = MOST;
    try {
        for (const entry of listEntries(bytes)) {
            if (entry.name.endsWith('/') || entry.name.startsWith('__MACOSX/')) continue;
            const content = unpack(entry, room);
            room -= content.length;
            files.push({ name: entry.name, bytes: content });
        }
    } catch (error) {
        // A view read past its end, or what fflate says of a stream.
        if (error instanceof RangeError || 'code' in error) throw new Error('is a damaged .zip');
        throw error;
    }
    return files;
}
