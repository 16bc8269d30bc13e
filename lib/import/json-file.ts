import { meantAddress } from '@/lib/url/enclosed-address';
import { NEXT_ADDRESS } from '@/lib/url/typed-address';
import type { Sink } from './found-addresses';
import { whyNoPage } from './no-page';
import { isAddress } from './source-url';
import { addressesInProse } from './text-list';

/** Fields with the address of an object's page, the best first. */
const PAGE_FIELDS = [
  ...['target_url', 'targetUrl', 'url_to', 'url', 'URL', 'Url', 'uri', 'href', 'link', 'loc'],
  ...['permalink', 'address', 'Address', 'page', 'page_url', 'pageUrl'],
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

/** Fields without intended pages, at any depth below the field. */
const ASIDE =
  /^(?:content|preview|author)|icon|^(?:images?|cover|avatar|thumbnail|_links|guid|version)$/i;

/** Fields with further pages, in an object that has a page. */
const CHILDREN = /^(?:children|items|pages|tabs|bookmarks)$/i;

const ADDRESS = /^https?:\/\/\S/i;

/**
 * Memory in bytes that Chromium needs for a value and its entry in `open`. The key is the code of
 * the character that begins the value or separates values.
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
  const found = readObjects(values, sink);
  if (!found) readAll(values, sink);
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

/** Whether an object serves as a list: all names are numbers. */
function isNumbered(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name) => /^\d+$/.test(name));
}

/** Adds the pages of listed objects. Returns false if no object has a page. */
function readObjects(values: unknown[], sink: Sink): boolean {
  let hasFound = false;
  let leftOut = 0;
  /** Names of the nested lists and objects in the object that `readObject` read last. */
  const parts: string[] = [];
  /** Number of addresses directly in the object that `readObject` read last. */
  let addresses = 0;
  /** The open lists, the innermost last. JSON may be too deep for recursion. */
  const open = [{ list: values, at: 0, isListed: false }];
  for (let top = open.at(-1); top !== undefined && !sink.isFull(); top = open.at(-1)) {
    const value = top.list[top.at];
    top.at += 1;
    if (top.at > top.list.length) open.pop();
    else if (typeof value === 'string') leftOut += isWebAddress(value) ? 1 : 0;
    else if (Array.isArray(value)) open.push({ list: value, at: 0, isListed: true });
    else if (typeof value === 'object' && value !== null) {
      const object = value as Record<string, unknown>;
      const isPage = readObject(object, top.isListed);
      hasFound ||= isPage;
      leftOut += isPage ? addresses - 1 : addresses;
      if (parts.length === 0) continue;
      const list: unknown[] = [];
      for (const name of parts) {
        if (isPage ? CHILDREN.test(name) : !ASIDE.test(name)) list.push(object[name]);
        else leftOut += countAddresses(object[name]);
      }
      if (list.length === 0) continue;
      open.push({ list, at: 0, isListed: top.isListed || isNumbered(Object.keys(object)) });
    }
  }
  if (hasFound) sink.leaveOut(Math.max(0, leftOut));
  return hasFound;

  /** Adds the page of a listed object. Returns whether the object has a page. */
  function readObject(object: Record<string, unknown>, isListed: boolean): boolean {
    let best = TYPE;
    let page = '';
    let type = '';
    let status = '';
    addresses = 0;
    parts.length = 0;
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
        page = value;
        // The caller subtracts the page from `addresses`.
        if (!isWeb) addresses += 1;
      }
    }
    const isPage = page !== '';
    if (isPage) sink.page(page.trim(), type || status ? whyNoPage(type, status) : undefined);
    return isPage;
  }
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

interface Open {
  values: readonly unknown[];
  /** The names of an object's values; empty for a list. */
  names: readonly string[];
  /** Index of the next value. */
  at: number;
  isAside: boolean;
}

const NO_NAMES: readonly string[] = [];

/** Adds every address in names and strings. Addresses in fields of `ASIDE` count as left out. */
function readAll(values: unknown[], sink: Sink): void {
  const fields = new Set<string>();
  let count = 0;
  let leftOut = 0;
  const open: Open[] = [{ values, names: NO_NAMES, at: 0, isAside: false }];
  for (let top = open.at(-1); top !== undefined && !sink.isFull(); top = open.at(-1)) {
    const { at, isAside: isAround } = top;
    if (at === top.values.length) {
      open.pop();
      continue;
    }
    top.at += 1;
    const value = top.values[at];
    const name = top.names[at];
    const isAside = isAround || (name !== undefined && ASIDE.test(name));
    if (name !== undefined) readString(name, isAside);
    if (typeof value === 'string') readString(value, isAside);
    else if (Array.isArray(value)) open.push({ values: value, names: NO_NAMES, at: 0, isAside });
    else if (typeof value === 'object' && value !== null) {
      const names = Object.keys(value);
      if (fields.size < MOST_FIELDS) for (const each of names) fields.add(each);
      open.push({ values: Object.values(value), names, at: 0, isAside });
    }
  }
  sink.leaveOut(leftOut);
  if (count === leftOut) sink.holdsNone('fields', [...fields]);

  function readString(text: string, isAside: boolean): void {
    for (const address of addressesInString(text)) {
      if (isAside) leftOut += 1;
      else sink.page(address);
      count += 1;
    }
  }
}

/** Returns the string if the string is one address, otherwise the addresses in the string. */
function addressesInString(text: string): Iterable<string> {
  const isOne = /^https?:\/\/[^\s<>"]+$/i.test(text) && !NEXT_ADDRESS.test(text);
  return isOne ? [text] : addressesInProse(text);
}
