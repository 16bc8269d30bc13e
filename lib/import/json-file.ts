import { meantAddress } from '@/lib/url/enclosed-address';
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

/** Meanings of fields besides the indexes of `PAGE_FIELDS`. */
const TYPE = 100;
const STATUS = 101;
const MEANINGS = new Map<string, number>([
  ...PAGE_FIELDS.map((name, at) => [name, at] as const),
  ...TYPE_FIELDS.map((name) => [name, TYPE] as const),
  ...STATUS_FIELDS.map((name) => [name, STATUS] as const),
]);

/** Fields whose values, at any depth, contain no intended pages. */
const ASIDE =
  /^(?:content|preview|author)|icon|^(?:images?|cover|avatar|thumbnail|_links|guid|version)$/i;

/** Fields with further pages, in an object that has a page. */
const CHILDREN = /^(?:children|items|pages|tabs|bookmarks)$/i;

const ADDRESS = /^https?:\/\/\S/i;

/**
 * Memory in bytes that Chromium needs for a value and its entry in a list of open values. The key
 * is the code of the character that begins the value or separates values.
 */
const COSTS: Record<number, number> = {
  [','.charCodeAt(0)]: 24,
  [':'.charCodeAt(0)]: 24,
  ['['.charCodeAt(0)]: 100,
  ['{'.charCodeAt(0)]: 120,
  ['\n'.charCodeAt(0)]: 40,
  ['\r'.charCodeAt(0)]: 40,
};

/** Memory limit in bytes: a base and a share for each character, up to a maximum. */
const FREE_MEMORY = 40_000_000;
const MEMORY_PER_CHARACTER = 4;
const MOST_MEMORY = 250_000_000;

const MOST_FIELDS = 10_000;

/**
 * Reads JSON or JSON Lines. Adds the page of each listed object that has a field of `PAGE_FIELDS`.
 * Without such an object, adds every address.
 * @returns false if the text is neither JSON nor JSON Lines
 */
export function readJson(text: string, sink: Sink): boolean {
  if (isTooCostly(text)) {
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
function isTooCostly(text: string): boolean {
  const most = Math.min(MOST_MEMORY, FREE_MEMORY + MEMORY_PER_CHARACTER * text.length);
  let memory = 0;
  for (let at = 0; at < text.length && memory <= most; at += 1) {
    memory += COSTS[text.charCodeAt(at)] ?? 0;
  }
  return memory > most;
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

/** A list or an object whose values are being read. JSON may be too deep for recursion. */
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
  const open: OpenObjects[] = [{ values, at: 0, isListed: false }];
  for (let top = open.at(-1); top !== undefined && !sink.isFull(); top = open.at(-1)) {
    if (top.at === top.values.length) {
      open.pop();
      continue;
    }
    const value = top.values[top.at];
    top.at += 1;
    if (typeof value === 'string') {
      leftOut += isWebAddress(value) ? 1 : 0;
    } else if (Array.isArray(value)) {
      open.push({ values: value, at: 0, isListed: true });
    } else if (isObject(value)) {
      const { page, noPage, addresses, parts } = readObject(value, top.isListed);
      leftOut += addresses;
      if (page !== '') {
        hasPages = true;
        leftOut -= 1;
        sink.page(page, noPage);
      }
      if (parts.length === 0) continue;
      const children: unknown[] = [];
      for (const name of parts) {
        const isChild = page === '' ? !ASIDE.test(name) : CHILDREN.test(name);
        if (isChild) children.push(value[name]);
        else leftOut += countAddresses(value[name]);
      }
      if (children.length === 0) continue;
      open.push({ values: children, at: 0, isListed: top.isListed || isNumbered(value) });
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
  let best = TYPE;
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
    const meaning = isListed ? MEANINGS.get(name) : undefined;
    if (meaning === undefined) continue;
    if (meaning === STATUS) status = typeof value === 'object' ? '' : String(value);
    else if (typeof value !== 'string') continue;
    else if (meaning === TYPE) type = value;
    else if (meaning < best && (isWeb || isAddress(meantAddress(value)))) {
      best = meaning;
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

/** Counts the strings that are addresses in a value, down to a depth of `levels`. */
function countAddresses(value: unknown, levels = 20): number {
  if (typeof value === 'string') return isWebAddress(value) ? 1 : 0;
  if (typeof value !== 'object' || value === null || levels === 0) return 0;
  let count = 0;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) count += countAddresses(part, levels - 1);
  return count;
}

/** A list or an object whose names and values are being read. */
interface OpenValues {
  values: readonly unknown[];
  /** The names of an object's values; empty for a list. */
  names: readonly string[];
  /** Index of the next value. */
  at: number;
  /** Whether a field of `ASIDE` contains the values. */
  isAside: boolean;
}

const NO_NAMES: readonly string[] = [];

/** Adds every address in names and strings. Addresses in fields of `ASIDE` count as left out. */
function readAll(values: readonly unknown[], sink: Sink): void {
  const fields = new Set<string>();
  let added = 0;
  let leftOut = 0;
  const open: OpenValues[] = [{ values, names: NO_NAMES, at: 0, isAside: false }];
  for (let top = open.at(-1); top !== undefined && !sink.isFull(); top = open.at(-1)) {
    if (top.at === top.values.length) {
      open.pop();
      continue;
    }
    const value = top.values[top.at];
    const name = top.names[top.at];
    top.at += 1;
    const isAside = top.isAside || (name !== undefined && ASIDE.test(name));
    const target = isAside ? null : sink;
    let count = 0;
    if (name !== undefined) count += addAddresses(name, target);
    if (typeof value === 'string') {
      count += addAddresses(value, target);
    } else if (Array.isArray(value)) {
      open.push({ values: value, names: NO_NAMES, at: 0, isAside });
    } else if (isObject(value)) {
      const names = Object.keys(value);
      if (fields.size < MOST_FIELDS) for (const each of names) fields.add(each);
      open.push({ values: Object.values(value), names, at: 0, isAside });
    }
    if (isAside) leftOut += count;
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
