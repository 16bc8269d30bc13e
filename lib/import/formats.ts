import { seenText } from '@/lib/url/typed-address';
import { fileBytes, isZip, textOf } from './file-text';
import {
  type Choice,
  createFoundAddresses,
  type FoundAddresses,
  type Sink,
} from './found-addresses';
import type { Budget } from './zip-file';

/** Reads a text into a sink; false where it is not of its format. */
type Reader = (text: string, sink: Sink, choice: Choice) => boolean;

/** How a text may begin that is of a format, and its reader, which is loaded when it is needed. */
interface Format {
  begin: RegExp;
  load: () => Promise<Reader>;
}

/** What texts are told apart by, in this order; the last reads any. */
const FORMATS: readonly Format[] = [
  {
    begin: /^\[(?:InternetShortcut|Desktop Entry)\]/im,
    load: async () => (await import('./url-file')).readUrlFile,
  },
  {
    begin: /<(?:[\w.-]+:)?(?:urlset|sitemapindex)\b|^\s*</,
    load: async () => (await import('./xml-file')).readFeed,
  },
  { begin: /^\s*<\?xml/, load: async () => (await import('./xml-file')).readDeclaredXml },
  { begin: /^\s*</, load: async () => (await import('./html-file')).readHtml },
  { begin: /^\s*</, load: async () => (await import('./xml-file')).readXml },
  { begin: /^\s*[[{]/, load: async () => (await import('./json-file')).readJson },
  { begin: /./, load: async () => (await import('./table-file')).readTable },
  { begin: /^/, load: async () => (await import('./text-list')).readList },
];

/** So much of a text shows what it is. */
const START = 100_000;

/** What may be unpacked of one file. */
const MOST_BYTES = 50 * 1024 * 1024;
const MOST_MEMBERS = 200;

/** Reads a text, which is told apart by how it begins. */
export async function readText(text: string, sink: Sink, choice: Choice = {}): Promise<void> {
  const whole = text.replace(/^[\s\ufeff]+/, '');
  const start = seenText(whole.slice(0, START));
  for (const { begin, load } of FORMATS) {
    if (begin.test(start) && (await load())(whole, sink, choice)) return;
  }
}

/** The addresses in a text that was pasted, typed or dropped. */
export async function addressesInText(text: string, choice: Choice = {}): Promise<FoundAddresses> {
  const { sinkFor, finish } = createFoundAddresses();
  await readText(text, sinkFor(''), choice);
  return finish();
}

/** The addresses in files that a person has chosen, whatever their names; archives and workbooks with all that is in them. */
export async function addressesInFiles(
  files: readonly File[],
  choice: Choice = {},
): Promise<FoundAddresses> {
  const { found, sinkFor, finish } = createFoundAddresses();
  for (const file of files) {
    const { bytes, fault } = await fileBytes(file);
    const sink = sinkFor(file.name);
    const sitemaps = found.sitemaps.length;
    if (isZip(bytes)) await readZip(bytes, file.name);
    else await readBytes(bytes, file.name);
    if (fault !== null) sink.fault(fault);
    if (found.sitemaps.length > sitemaps) found.unread.push({ url: file.name, problem: 'isIndex' });
  }
  return finish();

  async function readBytes(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<void> {
    const text = textOf(bytes);
    if (text === null) sinkFor(name).fault('unknownFormat');
    else await readText(text, sinkFor(name), choice);
  }

  async function readZip(bytes: Uint8Array<ArrayBuffer>, name: string, budget?: Budget) {
    const left = budget ?? { bytes: MOST_BYTES, members: MOST_MEMBERS };
    const { unpack } = await import('./zip-file');
    const { isWorkbook, readWorkbook } = await import('./workbook-file');
    const { members, fault } = unpack(bytes, left);
    if (isWorkbook(members)) readWorkbook(members, sinkFor, choice);
    else if (budget !== undefined) sinkFor(name).fault('isNested');
    else {
      for (const member of members) {
        if (isZip(member.bytes)) await readZip(member.bytes, member.name, left);
        else await readBytes(member.bytes, member.name);
        if (member.isBroken) sinkFor(member.name).fault('broken');
      }
    }
    if (fault !== null) sinkFor(name).fault(fault);
  }
}
