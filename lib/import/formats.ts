import { withoutInvisibleCharacters } from '@/lib/url/typed-address';
import { type Bytes, fileBytes, isZip, textOf } from './file-text';
import {
  type Choice,
  createFoundAddresses,
  type FoundAddresses,
  type Sink,
  type SinkFor,
} from './found-addresses';
import type { Budget } from './zip-file';

/** Adds the addresses of a text to the sink. Returns false, and adds none, for another format. */
type Reader = (text: string, sink: Sink, choice: Choice) => boolean;

interface Format {
  /** Matches every text in this format, and possibly texts in other formats. */
  start: RegExp;
  loadReader: () => Promise<Reader>;
}

/** `readText` tries the formats in this order. The last reader accepts any text. */
const FORMATS: readonly Format[] = [
  {
    start: /^\[(?:InternetShortcut|Desktop Entry)\]/im,
    loadReader: async () => (await import('./url-file')).readUrlFile,
  },
  {
    start: /<(?:[\w.-]+:)?(?:urlset|sitemapindex)\b|^\s*</,
    loadReader: async () => (await import('./xml-file')).readSitemapOrFeed,
  },
  { start: /^\s*<\?xml/, loadReader: async () => (await import('./xml-file')).readXmlUnlessHtml },
  { start: /^\s*</, loadReader: async () => (await import('./html-file')).readHtml },
  { start: /^\s*</, loadReader: async () => (await import('./xml-file')).readXml },
  { start: /^\s*[[{]/, loadReader: async () => (await import('./json-file')).readJson },
  { start: /./, loadReader: async () => (await import('./table-file')).readTable },
  { start: /^/, loadReader: async () => (await import('./text-list')).readList },
];

/** Number of characters in which `Format.start` searches. */
const START_LENGTH = 100_000;

/** Limit for all unpacked members of one archive: 50 MB. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Limit for the members of one archive, including the members of its workbooks. */
const MAX_MEMBERS = 200;

export async function readText(text: string, sink: Sink, choice: Choice = {}): Promise<void> {
  const trimmed = text.replace(/^[\s\ufeff]+/, '');
  const beginning = withoutInvisibleCharacters(trimmed.slice(0, START_LENGTH));
  for (const { start, loadReader } of FORMATS) {
    if (!start.test(beginning)) continue;
    const readFormat = await loadReader();
    if (readFormat(trimmed, sink, choice)) return;
  }
}

export async function addressesInText(text: string, choice: Choice = {}): Promise<FoundAddresses> {
  const { sinkFor, finish } = createFoundAddresses();
  await readText(text, sinkFor(''), choice);
  return finish();
}

/** Reads texts, archives and workbooks. */
export async function addressesInFiles(
  files: readonly File[],
  choice: Choice = {},
): Promise<FoundAddresses> {
  const { found, sinkFor, finish } = createFoundAddresses();
  for (const file of files) {
    const { name } = file;
    const { bytes, fault } = await fileBytes(file);
    const sitemapCountBefore = found.sitemaps.length;
    if (isZip(bytes)) await readZip({ name, bytes }, sinkFor, choice);
    else await readBytes(bytes, sinkFor(name), choice);
    if (fault !== null) sinkFor(name).addFault(fault);
    if (found.sitemaps.length > sitemapCountBefore) {
      found.unread.push({ url: name, problem: 'isIndex' });
    }
  }
  return finish();
}

async function readBytes(bytes: Bytes, sink: Sink, choice: Choice): Promise<void> {
  const text = textOf(bytes);
  if (text === null) sink.addFault('unknownFormat');
  else await readText(text, sink, choice);
}

/** @param outerBudget the remaining budget of the outer archive; absent for a chosen file */
async function readZip(
  file: { name: string; bytes: Bytes },
  sinkFor: SinkFor,
  choice: Choice,
  outerBudget?: Budget,
): Promise<void> {
  const budget = outerBudget ?? { bytes: MAX_BYTES, members: MAX_MEMBERS };
  const { isPackage, unpack } = await import('./zip-file');
  const { isWorkbook, readWorkbook } = await import('./workbook-file');
  const { members, fault } = unpack(file.bytes, budget);
  if (isWorkbook(members)) {
    readWorkbook(members, sinkFor, choice);
  } else if (isPackage(members)) {
    const isBroken = fault === 'broken' || members.some((member) => member.isBroken);
    sinkFor(file.name).addFault(isBroken ? 'broken' : 'unknownFormat');
  } else if (outerBudget !== undefined) {
    sinkFor(file.name).addFault('isNested');
  } else {
    for (const member of members) {
      if (isZip(member.bytes)) await readZip(member, sinkFor, choice, budget);
      else await readBytes(member.bytes, sinkFor(member.name), choice);
      if (member.isBroken) sinkFor(member.name).addFault('broken');
    }
  }
  if (fault !== null) sinkFor(file.name).addFault(fault);
}
