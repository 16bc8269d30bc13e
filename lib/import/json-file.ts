import { originalAddress } from '@/lib/url/enclosed-address';
import { NEXT_ADDRESS } from '@/lib/url/typed-address';
import { MAX_ADDRESSES, type Sink } from './found-addresses';
import { findNonPageReason } from './non-page';
import { isAddress } from './source-url';
import { addressesInProse } from './text-list';

/**
 * Names of fields with the address of the page that a tool has tested, the best first. Lighthouse and
 * PageSpeed write these fields.
 */
const TESTED_PAGE_FIELDS = ['finalDisplayedUrl', 'finalUrl', 'mainDocumentUrl', 'requestedUrl'];

/** Names of the fields in which a JSON object gives the address of its page, the best first. */
const PAGE_FIELDS = [
  'target_url',
  'targetUrl',
  'url_to',
  'url',
  'URL',
  'Url',
  'uri',
  'href',
  'link',
  'loc',
  'permalink',
  'address',
  'Address',
  'page',
  'page_url',
  'pageUrl',
  ...TESTED_PAGE_FIELDS,
];

/** Names of fields with the path of an object's page. */
const PATH_FIELDS = ['path', 'pagePath', 'page_path'];

const TYPE_FIELDS = ['contentType', 'content_type', 'Content Type', 'mimeType', 'mimetype'];
const STATUS_FIELDS = ['statusCode', 'status_code', 'Status Code', 'status'];

/** The content of a field. A number means a page's address, and is an index in `PAGE_FIELDS`. */
type FieldContent = 'type' | 'status' | 'path' | number;

const FIELD_CONTENTS = new Map<string, FieldContent>([
  ...PAGE_FIELDS.map((name, rank) => [name, rank] as const),
  ...PATH_FIELDS.map((name) => [name, 'path'] as const),
  ...TYPE_FIELDS.map((name) => [name, 'type'] as const),
  ...STATUS_FIELDS.map((name) => [name, 'status'] as const),
]);

/** Matches the names of fields without addresses of pages, also in nested values. */
const IGNORED_FIELD =
  /^(?:content|preview|author)|icon|^(?:images?|cover|avatar|thumbnail|_links|guid|version)$/i;

/** Matches fields with further objects, which have their own pages. */
const CHILDREN_FIELD = /^(?:children|items|pages|tabs|bookmarks)$/i;

const ADDRESS = /^https?:\/\/\S/i;

const PATH = /^\/(?![/\\])\S*$/;

/**
 * Memory of a parsed value in Chromium, in bytes, including its entry in `OpenObjects` or
 * `OpenValues`. The key is the code of a character that begins or separates values.
 */
const MEMORY_BY_CHARACTER: Record<number, number> = {
  [','.charCodeAt(0)]: 24,
  [':'.charCodeAt(0)]: 24,
  ['['.charCodeAt(0)]: 100,
  ['{'.charCodeAt(0)]: 120,
  ['\n'.charCodeAt(0)]: 40,
  ['\r'.charCodeAt(0)]: 40,
};

// In bytes. The memory limit is the base and a share for each character, up to the maximum.
const BASE_MEMORY = 40_000_000;
const MEMORY_PER_CHARACTER = 4;
const MAX_MEMORY = 250_000_000;

/** Limit for the field names that are reported if a file contains no address. */
const MAX_FIELDS = 10_000;

/**
 * Reads JSON or JSON Lines. Adds the pages that the file names, or every address if the file names no
 * page. Returns false for any other text.
 */
export function readJson(text: string, sink: Sink): boolean {
  if (needsTooMuchMemory(text)) {
    sink.addFault('tooLarge');
    return true;
  }
  const parsed = parse(text);
  if (parsed === null) return false;
  const { values, isCut } = parsed;
  if (isCut) sink.addFault('broken');
  const hasPages = addPages(values, sink);
  if (!hasPages) addAllAddresses(values, sink);
  return true;
}

/**
 * Whether parsing a text may need too much memory. `JSON.parse` itself has no limit. The estimate may be too
 * high, because it also counts the characters of `MEMORY_BY_CHARACTER` within strings.
 */
function needsTooMuchMemory(text: string): boolean {
  const limit = Math.min(MAX_MEMORY, BASE_MEMORY + MEMORY_PER_CHARACTER * text.length);
  let memory = 0;
  for (let index = 0; index < text.length && memory <= limit; index += 1) {
    memory += MEMORY_BY_CHARACTER[text.charCodeAt(index)] ?? 0;
  }
  return memory > limit;
}

interface ParsedJson {
  /** `[value]` for JSON, `[[value, …]]` for JSON Lines. */
  values: unknown[];
  /** Whether the last line is incomplete. `values` lacks this line. */
  isCut: boolean;
}

/** Returns null for a text that is not JSON. */
function parse(text: string): ParsedJson | null {
  const value = parseValue(text);
  if (value !== undefined) return { values: [value], isCut: false };
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return null;
  const values: unknown[] = [];
  for (const line of lines) {
    const value = parseValue(line);
    const isCut = value === undefined && values.length > 0 && values.length === lines.length - 1;
    if (isCut && /^\s*[[{]/.test(line)) return { values: [values], isCut: true };
    if (value === undefined) return null;
    values.push(value);
  }
  return { values: [values], isCut: false };
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An entry of the stack in `addPages`. JSON may be too deep for recursion. */
interface OpenObjects {
  values: readonly unknown[];
  nextIndex: number;
  /** Whether the values are the items of a list. */
  isList: boolean;
}

/**
 * Adds the page of the whole file or of a tool's result; otherwise the page of each object in a list. If
 * there are no addresses, adds the path of each object in a list. Returns false if there are no pages.
 */
function addPages(values: readonly unknown[], sink: Sink): boolean {
  let hasPages = false;
  let leftOut = 0;
  const paths: Pick<ObjectContent, 'path' | 'nonPageReason'>[] = [];
  const stack: OpenObjects[] = [{ values, nextIndex: 0, isList: false }];
  for (let top = stack.at(-1); top !== undefined && !sink.isFull(); top = stack.at(-1)) {
    if (top.nextIndex === top.values.length) {
      stack.pop();
      continue;
    }
    const value = top.values[top.nextIndex];
    top.nextIndex += 1;
    if (typeof value === 'string') {
      leftOut += isWebAddress(value) ? 1 : 0;
    } else if (Array.isArray(value)) {
      stack.push({ values: value, nextIndex: 0, isList: true });
    } else if (isObject(value)) {
      const isWholeFile = top.values === values;
      const content = readObject(value, top.isList || isWholeFile);
      const { page, path, nonPageReason, addressCount, nestedNames } = content;
      leftOut += addressCount;
      if (page !== '') {
        hasPages = true;
        // `addressCount` includes the page.
        leftOut -= 1;
        sink.addPage(page, nonPageReason);
      } else if (path !== '' && top.isList && paths.length <= MAX_ADDRESSES) {
        paths.push({ path, nonPageReason });
      }
      const children: unknown[] = [];
      for (const name of nestedNames) {
        const isChild =
          page === ''
            ? !IGNORED_FIELD.test(name) || hasContentUrl(name, value[name])
            : CHILDREN_FIELD.test(name);
        if (isChild) children.push(value[name]);
        else leftOut += countAddresses(value[name]);
      }
      if (children.length === 0) continue;
      const isList = top.isList || isNumbered(value);
      stack.push({ values: children, nextIndex: 0, isList });
    }
  }
  if (!hasPages) for (const { path, nonPageReason } of paths) sink.addPage(path, nonPageReason);
  if (!hasPages && paths.length === 0) return false;
  sink.countLeftOut(Math.max(0, leftOut));
  return true;
}

/** Whether a field contains the page of a bookmark in Karakeep, instead of a text. */
function hasContentUrl(name: string, value: unknown): boolean {
  return name === 'content' && isObject(value) && typeof value.url === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether all names are numbers, so that the object represents a list. */
function isNumbered(object: object): boolean {
  return Object.keys(object).every((name) => /^\d+$/.test(name));
}

interface ObjectContent {
  /** The address of the object's page; empty if absent. */
  page: string;
  /** The path of the object's page; empty if absent. */
  path: string;
  /** The result of `findNonPageReason`. */
  nonPageReason: string | null | undefined;
  /** Number of addresses among the direct values, including `page`. */
  addressCount: number;
  /** Names of the fields with lists and objects. */
  nestedNames: string[];
}

/**
 * @param isItem whether the object is in a list, or is the whole file. Another object has a page only if the
 *   object has one of `TESTED_PAGE_FIELDS`.
 */
function readObject(object: Readonly<Record<string, unknown>>, isItem: boolean): ObjectContent {
  let bestRank = PAGE_FIELDS.length;
  let page = '';
  let path = '';
  let type = '';
  let status = '';
  let addressCount = 0;
  const nestedNames: string[] = [];
  for (const name in object) {
    const value = object[name];
    if (typeof value === 'object' && value !== null) nestedNames.push(name);
    const hasScheme = typeof value === 'string' && isWebAddress(value);
    if (hasScheme) addressCount += 1;
    const hasContent = isItem || TESTED_PAGE_FIELDS.includes(name);
    const content = hasContent ? FIELD_CONTENTS.get(name) : undefined;
    if (content === 'path') {
      if (typeof value === 'string' && PATH.test(value)) path ||= value;
    } else if (content === 'status') {
      status = typeof value === 'object' ? '' : String(value);
    } else if (content === 'type') {
      if (typeof value === 'string') type = value;
    } else if (content !== undefined && content < bestRank && typeof value === 'string') {
      if (!hasScheme && !isAddress(originalAddress(value))) continue;
      if (!hasScheme) addressCount += 1;
      bestRank = content;
      page = value.trim();
    }
  }
  const nonPageReason = type || status ? findNonPageReason(type, status) : undefined;
  return { page, path, nonPageReason, addressCount, nestedNames };
}

function isWebAddress(text: string): boolean {
  return text.startsWith('http') && ADDRESS.test(text);
}

/** Limit for the recursion of `countAddresses`. */
const MAX_COUNTED_LEVELS = 20;

function countAddresses(value: unknown, levels = MAX_COUNTED_LEVELS): number {
  if (typeof value === 'string') return isWebAddress(value) ? 1 : 0;
  if (typeof value !== 'object' || value === null || levels === 0) return 0;
  let count = 0;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) count += countAddresses(part, levels - 1);
  return count;
}

/** An entry of the stack in `addAllAddresses`. */
interface OpenValues {
  values: readonly unknown[];
  /** The names of an object's values; empty for a list. */
  names: readonly string[];
  nextIndex: number;
  /** Whether the values are in a field that `IGNORED_FIELD` matches. */
  isIgnored: boolean;
}

const NO_NAMES: readonly string[] = [];

/** Adds every address in names and strings, except in ignored fields. */
function addAllAddresses(values: readonly unknown[], sink: Sink): void {
  const fields = new Set<string>();
  let added = 0;
  let leftOut = 0;
  const stack: OpenValues[] = [{ values, names: NO_NAMES, nextIndex: 0, isIgnored: false }];
  for (let top = stack.at(-1); top !== undefined && !sink.isFull(); top = stack.at(-1)) {
    if (top.nextIndex === top.values.length) {
      stack.pop();
      continue;
    }
    const value = top.values[top.nextIndex];
    const name = top.names[top.nextIndex];
    top.nextIndex += 1;
    const isIgnored = top.isIgnored || (name !== undefined && IGNORED_FIELD.test(name));
    const target = isIgnored ? null : sink;
    let count = 0;
    if (name !== undefined) count += addAddresses(name, target);
    if (typeof value === 'string') {
      count += addAddresses(value, target);
    } else if (Array.isArray(value)) {
      stack.push({ values: value, names: NO_NAMES, nextIndex: 0, isIgnored });
    } else if (isObject(value)) {
      const names = Object.keys(value);
      if (fields.size < MAX_FIELDS) for (const field of names) fields.add(field);
      stack.push({ values: Object.values(value), names, nextIndex: 0, isIgnored });
    }
    if (isIgnored) leftOut += count;
    else added += count;
  }
  sink.countLeftOut(leftOut);
  if (added === 0) sink.addSourceWithoutAddresses('fields', [...fields]);
}

/** Adds the addresses, unless `sink` is null. Returns the number of addresses. */
function addAddresses(text: string, sink: Sink | null): number {
  let count = 0;
  for (const address of addressesInString(text)) {
    sink?.addPage(address);
    count += 1;
  }
  return count;
}

function addressesInString(text: string): Iterable<string> {
  const isSingleAddress = /^https?:\/\/[^\s<>"]+$/i.test(text) && !NEXT_ADDRESS.test(text);
  return isSingleAddress ? [text] : addressesInProse(text);
}
