import { originalAddress } from '@/lib/url/enclosed-address';
import { NEXT_ADDRESS } from '@/lib/url/typed-address';
import type { Sink } from './found-addresses';
import { whyNoPage } from './no-page';
import { isAddress } from './source-url';
import { addressesInProse } from './text-list';

/** Fields with the address of an object's page, the best first. */
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
];
const TYPE_FIELDS = ['contentType', 'content_type', 'Content Type', 'mimeType', 'mimetype'];
const STATUS_FIELDS = ['statusCode', 'status_code', 'Status Code', 'status'];

/**
 * What a field contains: a media type, a status, or an address, by its rank. Rank 0 is the best.
 */
type FieldContent = 'type' | 'status' | number;

const FIELD_CONTENTS = new Map<string, FieldContent>([
  ...PAGE_FIELDS.map((name, rank) => [name, rank] as const),
  ...TYPE_FIELDS.map((name) => [name, 'type'] as const),
  ...STATUS_FIELDS.map((name) => [name, 'status'] as const),
]);

/** Matches fields whose values, at any depth, are no pages to report, such as images. */
const IGNORED_FIELD =
  /^(?:content|preview|author)|icon|^(?:images?|cover|avatar|thumbnail|_links|guid|version)$/i;

/** Matches fields with further pages, in an object that has a page. */
const CHILDREN_FIELD = /^(?:children|items|pages|tabs|bookmarks)$/i;

const ADDRESS = /^https?:\/\/\S/i;

/**
 * Memory in bytes that Chromium needs for a value and its entry in `OpenObjects` or `OpenValues`.
 * The key is the code of the character that begins the value or separates values.
 */
const MEMORY_BY_CHARACTER: Record<number, number> = {
  [','.charCodeAt(0)]: 24,
  [':'.charCodeAt(0)]: 24,
  ['['.charCodeAt(0)]: 100,
  ['{'.charCodeAt(0)]: 120,
  ['\n'.charCodeAt(0)]: 40,
  ['\r'.charCodeAt(0)]: 40,
};

/** Memory limit in bytes: a base and a share for each character, up to a maximum. */
const BASE_MEMORY = 40_000_000;
const MEMORY_PER_CHARACTER = 4;
const MAX_MEMORY = 250_000_000;

/** Limit for the field names that are reported if a file contains no address. */
const MAX_FIELDS = 10_000;

/**
 * Reads JSON or JSON Lines. Adds the page of each listed object that has a field of `PAGE_FIELDS`.
 * Without such an object, adds every address.
 * @returns false if the text is neither JSON nor JSON Lines
 */
export function readJson(text: string, sink: Sink): boolean {
  if (needsTooMuchMemory(text)) {
    sink.fault('tooLarge');
    return true;
  }
  const values = parsed(text);
  if (values === null) return false;
  if (!readObjects(values, sink)) readAll(values, sink);
  return true;
}

/**
 * Whether the values of a text would need too much memory. `JSON.parse` has no limit. Characters
 * within strings count too.
 */
function needsTooMuchMemory(text: string): boolean {
  const limit = Math.min(MAX_MEMORY, BASE_MEMORY + MEMORY_PER_CHARACTER * text.length);
  let memory = 0;
  for (let at = 0; at < text.length && memory <= limit; at += 1) {
    memory += MEMORY_BY_CHARACTER[text.charCodeAt(at)] ?? 0;
  }
  return memory > limit;
}

function parsed(text: string): unknown[] | null {
  try {
    return [JSON.parse(text)];
  } catch {
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
    if (lines.length < 2) return null;
    try {
      return [lines.map((line) => JSON.parse(line))];
    } catch {
      return null;
    }
  }
}

/** A list or an object on the stack of `readObjects`. JSON may be too deep for recursion. */
interface OpenObjects {
  values: readonly unknown[];
  /** Index of the next value. */
  at: number;
  /** Whether the values are the items of a list. */
  isListed: boolean;
}

/** Adds the pages of listed objects. Returns false if no object has a page. */
function readObjects(values: readonly unknown[], sink: Sink): boolean {
  let hasPages = false;
  let leftOut = 0;
  const stack: OpenObjects[] = [{ values, at: 0, isListed: false }];
  for (let top = stack.at(-1); top !== undefined && !sink.isFull(); top = stack.at(-1)) {
    if (top.at === top.values.length) {
      stack.pop();
      continue;
    }
    const value = top.values[top.at];
    top.at += 1;
    if (typeof value === 'string') {
      leftOut += isWebAddress(value) ? 1 : 0;
    } else if (Array.isArray(value)) {
      stack.push({ values: value, at: 0, isListed: true });
    } else if (isObject(value)) {
      const { page, noPage, addresses, parts } = readObject(value, top.isListed);
      leftOut += addresses;
      if (page !== '') {
        hasPages = true;
        // `addresses` counts the page too.
        leftOut -= 1;
        sink.page(page, noPage);
      }
      if (parts.length === 0) continue;
      const children: unknown[] = [];
      for (const name of parts) {
        const isChild = page === '' ? !IGNORED_FIELD.test(name) : CHILDREN_FIELD.test(name);
        if (isChild) children.push(value[name]);
        else leftOut += countAddresses(value[name]);
      }
      if (children.length === 0) continue;
      stack.push({ values: children, at: 0, isListed: top.isListed || isNumbered(value) });
    }
  }
  if (hasPages) sink.leaveOut(Math.max(0, leftOut));
  return hasPages;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether an object serves as a list: all names are numbers. */
function isNumbered(object: object): boolean {
  return Object.keys(object).every((name) => /^\d+$/.test(name));
}

interface ObjectContent {
  /** The address of the object's page; empty if absent. */
  page: string;
  /** Why the address is no page, see `whyNoPage`. */
  noPage: string | null | undefined;
  /** Number of addresses directly in the object, including `page`. */
  addresses: number;
  /** Names of the nested lists and objects. */
  parts: string[];
}

/** Reads the values directly in an object. Only a listed object has a page. */
function readObject(object: Readonly<Record<string, unknown>>, isListed: boolean): ObjectContent {
  let bestRank = PAGE_FIELDS.length;
  let page = '';
  let type = '';
  let status = '';
  let addresses = 0;
  const parts: string[] = [];
  for (const name in object) {
    const value = object[name];
    if (typeof value === 'object' && value !== null) parts.push(name);
    const isWeb = typeof value === 'string' && isWebAddress(value);
    if (isWeb) addresses += 1;
    const content = isListed ? FIELD_CONTENTS.get(name) : undefined;
    if (content === undefined) continue;
    if (content === 'status') status = typeof value === 'object' ? '' : String(value);
    else if (typeof value !== 'string') continue;
    else if (content === 'type') type = value;
    else if (content < bestRank && (isWeb || isAddress(originalAddress(value)))) {
      bestRank = content;
      page = value.trim();
      if (!isWeb) addresses += 1;
    }
  }
  const noPage = type || status ? whyNoPage(type, status) : undefined;
  return { page, noPage, addresses, parts };
}

function isWebAddress(text: string): boolean {
  return text.startsWith('http') && ADDRESS.test(text);
}

/** Limit for the levels that `countAddresses` reads, because very deep recursion fails. */
const COUNTED_LEVELS = 20;

/** Counts the strings that are addresses in a value, down to a depth of `levels`. */
function countAddresses(value: unknown, levels = COUNTED_LEVELS): number {
  if (typeof value === 'string') return isWebAddress(value) ? 1 : 0;
  if (typeof value !== 'object' || value === null || levels === 0) return 0;
  let count = 0;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) count += countAddresses(part, levels - 1);
  return count;
}

/** A list or an object on the stack of `readAll`, whose names are read too. */
interface OpenValues {
  values: readonly unknown[];
  /** The names of an object's values; empty for a list. */
  names: readonly string[];
  /** Index of the next value. */
  at: number;
  /** Whether a field of `IGNORED_FIELD` contains the values. */
  isIgnored: boolean;
}

const NO_NAMES: readonly string[] = [];

/** Adds every address in names and strings. Addresses in ignored fields count as left out. */
function readAll(values: readonly unknown[], sink: Sink): void {
  const fields = new Set<string>();
  let added = 0;
  let leftOut = 0;
  const stack: OpenValues[] = [{ values, names: NO_NAMES, at: 0, isIgnored: false }];
  for (let top = stack.at(-1); top !== undefined && !sink.isFull(); top = stack.at(-1)) {
    if (top.at === top.values.length) {
      stack.pop();
      continue;
    }
    const value = top.values[top.at];
    const name = top.names[top.at];
    top.at += 1;
    const isIgnored = top.isIgnored || (name !== undefined && IGNORED_FIELD.test(name));
    const target = isIgnored ? null : sink;
    let count = 0;
    if (name !== undefined) count += addAddresses(name, target);
    if (typeof value === 'string') {
      count += addAddresses(value, target);
    } else if (Array.isArray(value)) {
      stack.push({ values: value, names: NO_NAMES, at: 0, isIgnored });
    } else if (isObject(value)) {
      const names = Object.keys(value);
      if (fields.size < MAX_FIELDS) for (const each of names) fields.add(each);
      stack.push({ values: Object.values(value), names, at: 0, isIgnored });
    }
    if (isIgnored) leftOut += count;
    else added += count;
  }
  sink.leaveOut(leftOut);
  if (added === 0) sink.noAddresses('fields', [...fields]);
}

/** Adds the addresses in a string, unless `sink` is null. Returns the number of addresses. */
function addAddresses(text: string, sink: Sink | null): number {
  let count = 0;
  for (const address of addressesInString(text)) {
    sink?.page(address);
    count += 1;
  }
  return count;
}

/** Returns the string if the string is one address, otherwise the addresses in the string. */
function addressesInString(text: string): Iterable<string> {
  const isOne = /^https?:\/\/[^\s<>"]+$/i.test(text) && !NEXT_ADDRESS.test(text);
  return isOne ? [text] : addressesInProse(text);
}
