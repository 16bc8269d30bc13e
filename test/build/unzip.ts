import { inflateRawSync } from 'node:zlib';

/** Size of the end record of an archive without a comment, in bytes. */
const END_RECORD_SIZE = 22;
/** Size of an entry of the directory before its name, in bytes. */
const ENTRY_SIZE = 46;
/** Size of the header before a file's data, without the name, in bytes. */
const HEADER_SIZE = 30;

/** Returns the files of a ZIP archive without a comment, by path. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const endRecord = archive.length - END_RECORD_SIZE;
  const short = (offset: number) => archive.readUInt16LE(offset);
  const long = (offset: number) => archive.readUInt32LE(offset);
  let entry = long(endRecord + 16);
  for (let left = short(endRecord + 10); left > 0; left -= 1) {
    const isUncompressed = short(entry + 10) === 0;
    const dataSize = long(entry + 20);
    const nameEnd = entry + ENTRY_SIZE + short(entry + 28);
    const path = archive.toString('utf8', entry + ENTRY_SIZE, nameEnd);
    const header = long(entry + 42);
    const dataStart = header + HEADER_SIZE + short(header + 26) + short(header + 28);
    const data = archive.subarray(dataStart, dataStart + dataSize);
    if (!path.endsWith('/')) files.set(path, isUncompressed ? data : inflateRawSync(data));
    entry = nameEnd + short(entry + 30) + short(entry + 32);
  }
  return files;
}
