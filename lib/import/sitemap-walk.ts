import { hasFailed } from '@/lib/result';
import type { SitemapFetch } from '@/lib/service/sitemap-fetch';
import { withoutUserInfo } from '@/lib/url/typed-address';
import { MAX_ADDRESSES, type UnreadFile } from './found-addresses';
import type { SitemapReader } from './sitemap';
import { twinOrigins } from './twin-origins';

/** The addresses in the sitemaps of a site, and the files that were not read. */
export interface SitemapContents {
  /** Addresses of pages, at most 50,000. */
  addresses: string[];
  /** Number of files that were read at least in part. */
  files: number;
  /** At most `MAX_NAMED` origins without permission, with their numbers of unread files. */
  forbidden: { origin: string; files: number }[];
  /** Probable origins of hidden redirect targets. See `twinOrigins`. At most `MAX_NAMED`. */
  twins: string[];
  /** The first `MAX_NAMED` files that were not read completely. */
  unread: UnreadFile[];
  /** Number of all files that were not read completely. */
  unreadCount: number;
  /** Whether `/sitemap.xml` was read, because `/robots.txt` names no readable sitemap. */
  isUsualPlace: boolean;
  /** `tooMany`: a limit for addresses, characters or files. `timedOut`: `TIME_LIMIT_MS`. */
  end: 'complete' | 'tooMany' | 'timedOut';
}

export interface SitemapTools {
  read: SitemapFetch;
  parse: SitemapReader;
  /** Whether the extension may read files of an origin (`URL.origin`). */
  isAllowed: (origin: string) => boolean;
  timeLimit?: (milliseconds: number) => AbortSignal;
}

/** Levels of indexes below the first file. */
const MAX_DEPTH = 3;

const TIME_LIMIT_MS = 300_000;

/** Limit for each of `forbidden`, `twins` and `unread`, which a person reads. */
const MAX_NAMED = 20;

/** Limit for all addresses together, because messages may have at most 64 MB. */
const MAX_CHARACTERS = 20_000_000;

/**
 * Reads a sitemap and the files that it names, two at a time. For a home page, reads the sitemaps
 * of its site. Never rejects: `unread` contains the failures.
 */
export async function walkSitemaps(start: string, tools: SitemapTools): Promise<SitemapContents> {
  const walk = createWalk(tools);
  const site = URL.parse(start);
  if (site?.pathname === '/' && site.search === '') await readSite(walk, site);
  else await readFiles(walk, newFiles(walk, [start]), 0);
  return contentsOf(walk);
}

interface Walk
  extends Pick<SitemapContents, 'addresses' | 'files' | 'unread' | 'unreadCount' | 'isUsualPlace'> {
  tools: SitemapTools;
  /** Number of unread files by forbidden origin. */
  forbidden: Map<string, number>;
  twins: Set<string>;
  /** URLs of all files, including files that are not read yet. */
  foundFiles: Set<string>;
  /** Total length of `addresses`. */
  characters: number;
  /** Whether addresses or files are missing because of a limit. */
  isCut: boolean;
  /** Aborts at a limit. */
  full: AbortController;
  /** Aborts after `TIME_LIMIT_MS`. */
  timeout: AbortSignal;
  /** Aborts with `full` or `timeout`. */
  ended: AbortSignal;
}

function createWalk(tools: SitemapTools): Walk {
  const full = new AbortController();
  const timeout = tools.timeLimit?.(TIME_LIMIT_MS) ?? AbortSignal.timeout(TIME_LIMIT_MS);
  return {
    tools,
    addresses: [],
    files: 0,
    forbidden: new Map(),
    twins: new Set(),
    unread: [],
    unreadCount: 0,
    isUsualPlace: false,
    foundFiles: new Set(),
    characters: 0,
    isCut: false,
    full,
    timeout,
    ended: AbortSignal.any([timeout, full.signal]),
  };
}

function contentsOf(walk: Walk): SitemapContents {
  return {
    addresses: walk.addresses,
    files: walk.files,
    forbidden: [...walk.forbidden].map(([origin, files]) => ({ origin, files })),
    twins: [...walk.twins],
    unread: walk.unread,
    unreadCount: walk.unreadCount,
    isUsualPlace: walk.isUsualPlace,
    end: endOf(walk),
  };
}

function endOf({ isCut, timeout }: Walk): SitemapContents['end'] {
  if (isCut) return 'tooMany';
  return timeout.aborted ? 'timedOut' : 'complete';
}

/** Reads the sitemaps in `/robots.txt`. If none is readable, reads `/sitemap.xml`. */
async function readSite(walk: Walk, site: URL): Promise<void> {
  const usualPlace = new URL('/sitemap.xml', site).href;
  const [robots] = newFiles(walk, [new URL('/robots.txt', site).href]);
  if (robots === undefined) return;
  const namedFiles = await readFile(walk, robots, 0);
  if (namedFiles.length === 0) {
    if (walk.forbidden.size > 0 || walk.ended.aborted) return;
    // The contents omit an unreadable `/robots.txt`, because the file is optional.
    walk.twins.clear();
    walk.unread = [];
    walk.unreadCount = 0;
    await readFiles(walk, newFiles(walk, [usualPlace]), 0);
    return;
  }
  const fileCountBefore = walk.files;
  await readFiles(walk, namedFiles, 0);
  if (walk.files > fileCountBefore || walk.forbidden.size > 0 || walk.ended.aborted) return;
  await readFiles(walk, newFiles(walk, [usualPlace]), 1);
  walk.isUsualPlace = walk.files > fileCountBefore;
}

/** Reads files, and then, level by level, the files that these files name. */
async function readFiles(walk: Walk, files: string[], firstDepth: number): Promise<void> {
  let level = files;
  for (let depth = firstDepth; level.length > 0 && !walk.ended.aborted; depth += 1) {
    // Two calls of `readRemaining` share this iterator, so that two files load at a time.
    const remaining = level.values();
    const nextLevel: string[] = [];
    const readRemaining = async () => {
      for (const url of remaining) {
        if (walk.addresses.length === MAX_ADDRESSES) stopAtLimit(walk);
        if (walk.ended.aborted) return;
        nextLevel.push(...(await readFile(walk, url, depth)));
      }
    };
    await Promise.all([readRemaining(), readRemaining()]);
    level = nextLevel;
  }
}

/** Adds the addresses in a file. Returns the URLs of new files that the file names. */
async function readFile(walk: Walk, url: string, depth: number): Promise<string[]> {
  const { tools, ended } = walk;
  const fetched = await tools.read(url, ended);
  const sitemap = hasFailed(fetched) ? null : await tools.parse(fetched.value.bytes, url);
  const failure = hasFailed(fetched) ? fetched.failure : fetched.value.failure();
  if (failure !== null && !ended.aborted) addUnread(walk, { url, failure });
  if (failure?.code === 'redirected') addRedirect(walk, url, failure.to);
  if (sitemap === null) return [];
  const { texts, sitemaps, isCut, problem } = sitemap;
  if (failure === null && problem !== null) addUnread(walk, { url, problem });
  if (problem === null || texts.length + sitemaps.length > 0) walk.files += 1;
  if (isCut) walk.isCut = true;
  if (!addAddresses(walk, texts)) return [];
  if (sitemaps.length === 0 || depth < MAX_DEPTH) return newFiles(walk, sitemaps);
  addUnread(walk, { url, problem: 'tooDeep' });
  return [];
}

/** Adds addresses of pages. Returns false if the walk reaches a limit. */
function addAddresses(walk: Walk, addresses: readonly string[]): boolean {
  for (const address of addresses) {
    walk.characters += address.length;
    if (walk.addresses.length === MAX_ADDRESSES || walk.characters > MAX_CHARACTERS) {
      stopAtLimit(walk);
      return false;
    }
    walk.addresses.push(address);
  }
  return true;
}

function stopAtLimit(walk: Walk): void {
  walk.isCut = true;
  walk.full.abort();
}

function newFiles(walk: Walk, addresses: readonly string[]): string[] {
  return addresses.map((address) => newFile(walk, address)).filter((url) => url !== null);
}

/** Returns the URL without user info and fragment; null for a known or forbidden file. */
function newFile(walk: Walk, address: string): string | null {
  const parsed = URL.parse(address);
  const url = parsed && withoutUserInfo(parsed);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    addUnread(walk, { url: url?.href ?? address, problem: 'notAnAddress' });
    return null;
  }
  url.hash = '';
  if (walk.foundFiles.has(url.href)) return null;
  if (walk.foundFiles.size > MAX_ADDRESSES) {
    walk.isCut = true;
    return null;
  }
  walk.foundFiles.add(url.href);
  if (walk.tools.isAllowed(url.origin)) return url.href;
  if (!addForbidden(walk, url.origin)) {
    addUnread(walk, { url: url.href, failure: { code: 'noPermission', origin: url.origin } });
  }
  return null;
}

function addUnread(walk: Walk, file: UnreadFile): void {
  walk.unreadCount += 1;
  if (walk.unread.length < MAX_NAMED) walk.unread.push(file);
}

/** Counts an unread file of an origin. Returns false if `forbidden` is full. */
function addForbidden({ forbidden }: Walk, origin: string): boolean {
  const files = forbidden.get(origin) ?? 0;
  if (files === 0 && forbidden.size === MAX_NAMED) return false;
  forbidden.set(origin, files + 1);
  return true;
}

/** @param to null if the browser hides the target of the redirect */
function addRedirect(walk: Walk, from: string, to: string | null): void {
  if (to !== null) {
    addForbidden(walk, new URL(to).origin);
  } else if (walk.twins.size < MAX_NAMED) {
    for (const twin of twinOrigins(new URL(from))) {
      if (!walk.tools.isAllowed(twin)) walk.twins.add(twin);
    }
  }
}
