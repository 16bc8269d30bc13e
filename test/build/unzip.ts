import { inflateRawSync } from 'node:zlib';

/** Size of the last record of an archive without a comment, in bytes. */
const END = 22;

/** Returns the files of a ZIP archive without a comment, by path. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.length - END;
  const short = (at: number) => archive.readUInt16LE(at);
  const long = (at: number) => archive.readUInt32LE(at);
  let at = long(end + 16);
  for (let left = short(end + 10); left > 0; left -= 1) {
    const nameEnd = at + 46 + short(at + 28);
    const path = archive.toString('utf8', at + 46, nameEnd);
    const header = long(at + 42);
    const begin = header + 30 + short(header + 26) + short(header + 28);
    const data = archive.subarray(begin, begin + long(at + 20));
    const isStored = short(at + 10) === 0;
    if (!path.endsWith('/')) files.set(path, isStored ? data : inflateRawSync(data));
    at = nameEnd + short(at + 30) + short(at + 32);
  }
  return files;
}
