import { seenText } from '@/lib/url/typed-address';
import { fileBytes, isZip, textOf } from './file-text';
import {
  type Choice,
  createFoundAddresses,
  type FoundAddresses,
  type Sink,
} from './found-addresses';
import type { Budget } from './zip-file';

/** Reads a text into a sink. Returns false if the text has another format. */
type Reader = (text: string, sink: Sink, choice: Choice) => boolean;

interface Format {
  /** Matches the start of texts that may have the format. */
  begin: RegExp;
  load: () => Promise<Reader>;
}

/** The formats in the order of detection. The last reader reads any text. */
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

/** Characters at the start of a text that show its format. */
const START = 100_000;

/** Limits for unpacking one archive. The sitemap protocol has the same limit in bytes. */
const MOST_BYTES = 50 * 1024 * 1024;
const MOST_MEMBERS = 200;

/** Reads a text. The start of the text determines the format. */
export async function readText(text: string, sink: Sink, choice: Choice = {}): Promise<void> {
  const whole = text.replace(/^[\s\ufeff]+/, '');
  const start = seenText(whole.slice(0, START));
  for (const { begin, load } of FORMATS) {
    if (begin.test(start) && (await load())(whole, sink, choice)) return;
  }
}

/** Returns the addresses in a pasted, typed or dropped text. */
export async function addressesInText(text: string, choice: Choice = {}): Promise<FoundAddresses> {
  const { sinkFor, finish } = createFoundAddresses();
  await readText(text, sinkFor(''), choice);
  return finish();
}

/** Returns the addresses in chosen files, including archive members and sheets of workbooks. */
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
