import { hrefOf, withoutReferences } from './html-links';

/** The address of a page, or of another sitemap. */
export type XmlAddress = string | { sitemap: string };

const SITEMAP = ['url', 'sitemap'];

/**
 * The elements that stand for a page or a file, by the first element: RSS 1.0 begins with RDF, and what is
 * pasted of a sitemap may be a part of it.
 */
const ENTRIES = new Map([
  ...['urlset', 'sitemapindex', ...SITEMAP].map((root) => [root, SITEMAP] as const),
  ['rss', ['item']],
  ['RDF', ['item']],
  ['feed', ['entry']],
]);

interface Tag {
  /** What stands between the former tag and this one. */
  before: string;
  prefix: string;
  name: string;
  /** Its attributes, and the slash of an empty element. */
  rest: string;
  isEnd: boolean;
}

/** What stands for a page or a file, as far as it is read. */
interface Entry {
  tag: Tag;
  /** How many elements within it are open. */
  depth: number;
  /** The address that a feed names, and what may stand in for it; empty where it has none. */
  first: string;
  second: string;
}

/** Whether a text is a sitemap, an index of sitemaps or a feed (RSS or Atom), by its first element. */
export function isSitemapXml(text: string): boolean {
  const { value: first } = tagsOf(text).next();
  if (first === undefined || !ENTRIES.has(first.name)) return false;
  // Browsers put a sentence above the XML that they show.
  return text.trimStart().startsWith('<') || /\s(?:xmlns|version)\b/.test(first.rest);
}

/**
 * The addresses in a sitemap or a feed, in their order: each `loc` directly in an entry, and the link of
 * each entry of a feed. Its XML need not be valid, no entity of its own is expanded, and nothing that it
 * names is fetched.
 * @returns whether it goes to its end
 */
export function* addressesInXml(text: string): Generator<XmlAddress, boolean> {
  let root: Tag | undefined;
  let entry: Entry | null = null;
  /** What the text up to the next tag is for the entry. */
  let named: 'loc' | 'first' | 'second' | null = null;
  let isWhole = false;
  for (const tag of tagsOf(text)) {
    root ??= tag;
    if (entry !== null && named !== null) {
      const address = textOf(tag.before);
      if (named !== 'loc') entry[named] ||= address;
      else if (address !== '') yield entry.tag.name === 'url' ? address : { sitemap: address };
    }
    named = null;
    const isEmpty = tag.rest.endsWith('/');
    if (tag.name === root.name && (tag.isEnd || isEmpty)) isWhole = true;
    if (ENTRIES.get(root.name)?.includes(tag.name)) {
      const address: string = entry?.first || entry?.second || '';
      if (address !== '') yield address;
      entry = tag.isEnd || isEmpty ? null : { tag, depth: 0, first: '', second: '' };
    } else if (entry !== null && tag.isEnd) {
      entry.depth = Math.max(0, entry.depth - 1);
    } else if (entry !== null) {
      const isOwn = entry.depth === 0 && tag.prefix === entry.tag.prefix;
      if (!isEmpty) entry.depth += 1;
      if (!isOwn) continue;
      if (entry.tag.name !== 'entry') named = isEmpty ? null : nameIn(entry.tag, tag);
      else if (tag.name === 'link') noteLink(entry, tag);
    }
  }
  return isWhole;
}

/** What an element's text is for its entry, null where that is no address of it. */
function nameIn(entry: Tag, { name, rest }: Tag) {
  if (entry.name !== 'item') return name === 'loc' ? 'loc' : null;
  if (name === 'link') return 'first';
  const isAddress = name === 'guid' && !/\sispermalink\s*=\s*["']false/i.test(rest);
  return isAddress ? 'second' : null;
}

/** A link of Atom leads to the page, or to the entry itself, or to something else. */
function noteLink(entry: Entry, { rest }: Tag): void {
  const [, rel = 'alternate'] = /\srel\s*=\s*["']([^"']*)/i.exec(rest) ?? [];
  if (/^alternate$/i.test(rel)) entry.first ||= hrefOf(`link${rest}`) ?? '';
  if (/^self$/i.test(rel)) entry.second ||= hrefOf(`link${rest}`) ?? '';
}

/** The text of an element, where CDATA may stand. */
function textOf(written: string): string {
  const text = written.replaceAll('<![CDATA[', '').replaceAll(']]>', '');
  return withoutReferences(text).trim();
}

/** A tag by its prefix, its name and the rest. Declarations and instructions are none. */
const TAG = /<!--|<!\[CDATA\[|<(\/?)(?:([^\s<>/:!?]*):)?([^\s<>/:!?]+)(?![^\s<>/])([^<>]*)>/g;

/** The tags of a text one by one. Comments and CDATA hold none, unless nothing ends them. */
function* tagsOf(text: string): Generator<Tag, undefined> {
  const next = new RegExp(TAG);
  const endless = new Set<string>();
  let from = 0;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [begin, slash, prefix = '', name, rest = ''] = found;
    if (name !== undefined) {
      yield { before: text.slice(from, found.index), prefix, name, rest, isEnd: slash !== '' };
      from = next.lastIndex;
    } else if (!endless.has(begin)) {
      const end = text.indexOf(begin === '<!--' ? '-->' : ']]>', next.lastIndex);
      if (end < 0) endless.add(begin);
      else next.lastIndex = end;
    }
  }
}
