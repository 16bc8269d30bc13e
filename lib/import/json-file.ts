import { meantAddress } from '@/lib/url/enclosed-address';
import { NEXT_ADDRESS } from '@/lib/url/typed-address';
import type { Sink } from './found-addresses';
import { whyNoPage } from './no-page';
import { isAddress } from './source-url';
import { addressesInProse } from './text-list';

/** The fields that hold the page of an object; the first that does counts. */
const PAGE_FIELDS = [
  ...['target_url', 'targetUrl', 'url_to', 'url', 'URL', 'Url', 'uri', 'href', 'link', 'loc'],
  ...['permalink', 'address', 'Address', 'page', 'page_url', 'pageUrl'],
];
const TYPE_FIELDS = ['contentType', 'content_type', 'Content Type', 'mimeType', 'mimetype'];
const STATUS_FIELDS = ['statusCode', 'status_code', 'Status Code', 'status'];

/** What no page is meant by, with all that it holds. */
const ASIDE =
  /^(?:content|preview|author)|icon|^(?:images?|cover|avatar|thumbnail|_links|guid|version)$/i;

/** What an object that is a page itself may hold further pages in. */
const CHILDREN = /^(?:children|items|pages|tabs|bookmarks)$/i;

const ADDRESS = /^https?:\/\/\S/i;

/** So many names of fields are looked at. */
const MOST_FIELDS = 10_000;

/**
 * Reads JSON, or lines of JSON: a row for each object of a list that has a field with a known name, or where
 * there is none, every address.
 * @returns false where a text is neither
 */
export function readJson(text: string, sink: Sink): boolean {
  const values = parsed(text);
  if (values === null) return false;
  const found = readObjects(values, sink);
  if (!found) readAll(values, sink);
  return true;
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

/** What is still to be looked at, the next one last: JSON may be too deep for calls within calls. */
interface Open {
  value: unknown;
  /** Whether it is of a list, or within an object of one. */
  isListed: boolean;
  isAside: boolean;
}

/** Whether an object stands for a list: its names are numbers. */
function isNumbered(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name) => /^\d+$/.test(name));
}

function readObjects(values: unknown[], sink: Sink): boolean {
  let hasFound = false;
  let leftOut = 0;
  const open: Open[] = [{ value: values, isListed: false, isAside: false }];
  for (let next = open.pop(); next !== undefined && !sink.isFull(); next = open.pop()) {
    const { value, isListed, isAside } = next;
    if (typeof value === 'string') {
      if (ADDRESS.test(value)) leftOut += 1;
    } else if (Array.isArray(value)) {
      const isList = value !== values;
      for (let at = value.length - 1; at >= 0; at -= 1) {
        open.push({ value: value[at], isListed: isListed || isList, isAside });
      }
    } else if (typeof value === 'object' && value !== null) {
      const object = value as Record<string, unknown>;
      const field = isListed && !isAside ? pageField(object) : undefined;
      const names = Object.keys(object);
      if (field !== undefined) {
        hasFound = true;
        sink.page(String(object[field]).trim(), pageFacts(object));
        for (let at = names.length - 1; at >= 0; at -= 1) {
          const name = names[at] ?? '';
          const part = object[name];
          if (name === field) continue;
          if (typeof part === 'string') {
            if (part.startsWith('http') && ADDRESS.test(part)) leftOut += 1;
          } else if (typeof part === 'object' && part !== null) {
            open.push({ value: part, isListed: true, isAside: !CHILDREN.test(name) });
          }
        }
        continue;
      }
      const areListed = isListed || isNumbered(names);
      for (let at = names.length - 1; at >= 0; at -= 1) {
        const name = names[at] ?? '';
        open.push({
          value: object[name],
          isListed: areListed,
          isAside: isAside || ASIDE.test(name),
        });
      }
    }
  }
  if (hasFound) sink.leaveOut(leftOut);
  return hasFound;
}

/** The field of an object that holds the address of a page. */
function pageField(object: Record<string, unknown>): string | undefined {
  return PAGE_FIELDS.find((name) => {
    const value = object[name];
    return typeof value === 'string' && (ADDRESS.test(value) || isAddress(meantAddress(value)));
  });
}

function pageFacts(object: Record<string, unknown>): string | null | undefined {
  const first = (fields: readonly string[]) => fields.map((field) => object[field]).find(Boolean);
  const [type, status] = [first(TYPE_FIELDS), first(STATUS_FIELDS)];
  if (type === undefined && status === undefined) return undefined;
  return whyNoPage(typeof type === 'string' ? type : '', String(status ?? ''));
}

/** Every address in names and strings, except in what no page is meant by. */
function readAll(values: unknown[], sink: Sink): void {
  const fields = new Set<string>();
  let count = 0;
  let leftOut = 0;
  const open: Open[] = [{ value: values, isListed: false, isAside: false }];
  for (let next = open.pop(); next !== undefined && !sink.isFull(); next = open.pop()) {
    const { value, isAside } = next;
    if (typeof value === 'string') {
      for (const address of addressesInString(value)) {
        if (isAside) leftOut += 1;
        else sink.page(address);
        count += 1;
      }
    } else if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      const parts = Object.entries(value);
      if (!isList && fields.size < MOST_FIELDS) for (const [name] of parts) fields.add(name);
      for (const [name, part] of parts.reverse()) {
        const isPartAside = isAside || (!isList && ASIDE.test(name));
        open.push({ value: part, isListed: false, isAside: isPartAside });
        if (isList) continue;
        open.push({ value: name, isListed: false, isAside: isPartAside });
      }
    }
  }
  sink.leaveOut(leftOut);
  if (count === leftOut) sink.holdsNone('fields', [...fields]);
}

/** A string of JSON is an address, whatever it holds, or a text with some. */
function addressesInString(text: string): Iterable<string> {
  const isOne = /^https?:\/\/[^\s<>"]+$/i.test(text) && !NEXT_ADDRESS.test(text);
  return isOne ? [text] : addressesInProse(text);
}
