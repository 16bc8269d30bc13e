import { hasFailed } from '@/lib/result';
import type { SitemapFetch } from '@/lib/service/sitemap-fetch';
import { withoutUserInfo } from '@/lib/url/typed-address';
import { MAX_ADDRESSES, type UnreadFile } from './found-addresses';
import type { SitemapReader } from './sitemap';
import { twinOrigins } from './twin-origins';

/** The result of a walk, as plain data for messages. */
export interface SitemapFindings {
  /** Addresses of pages as `SitemapTools.parse` returns them, at most 50,000. */
  addresses: string[];
  /** Number of files that were read at least in part. */
  files: number;
  /** Origins without permission, at most 20, and the number of unread files on each origin. */
  forbidden: { origin: string; files: number }[];
  /** Origins without permission to which a hidden redirect probably leads. */
  twins: string[];
  /** The first 20 files that were not read, or not to the end. */
  unread: UnreadFile[];
  /** Number of files that were not read, or not to the end. */
  unreadCount: number;
  /** Whether `/sitemap.xml` was read because no file that `robots.txt` names was readable. */
  isUsualPlace: boolean;
  /**
   * Why the walk ended:
   * - `tooMany`: the limit for addresses, characters or files
   * - `timedOut`: the limit of five minutes
   */
  end: 'complete' | 'tooMany' | 'timedOut';
}

export interface SitemapTools {
  read: SitemapFetch;
  parse: SitemapReader;
  /** Whether files of an origin may be read. The origin has the form of `URL.origin`. */
  isAllowed: (origin: string) => boolean;
  /** Returns a signal that aborts after the given time in milliseconds. */
  timeLimit?: (milliseconds: number) => AbortSignal;
}

/** Limit for the levels of indexes below the first file. */
const MAX_DEPTH = 3;

/** Time limit of a walk, in milliseconds. */
const TIME_LIMIT_MS = 300_000;

/** Limit for each list that a person reads: forbidden origins, probable origins, unread files. */
const MAX_NAMED = 20;

/** Limit for the characters of all addresses. Browsers limit a message of the worker to 64 MB. */
const MAX_CHARACTERS = 20_000_000;

/**
 * Reads a sitemap, and the files that an index or `robots.txt` names. Reads each file once, level
 * by level, two files at a time. For the address of a home page, reads `/robots.txt`, otherwise
 * `/sitemap.xml`. Never rejects: the findings include the files that were not read.
 */
export async function walkSitemaps(start: string, tools: SitemapTools): Promise<SitemapFindings> {
  const walk = createWalk(tools);
  const site = URL.parse(start);
  if (site?.pathname === '/' && site.search === '') await readSite(walk, site);
  else await readFiles(walk, newFiles(walk, [start]), 0);
  return findingsOf(walk);
}

/** The state of a walk. */
interface Walk
  extends Pick<SitemapFindings, 'addresses' | 'files' | 'unread' | 'unreadCount' | 'isUsualPlace'> {
  tools: SitemapTools;
  /** Number of unread files by forbidden origin. */
  forbidden: Map<string, number>;
  twins: Set<string>;
  /** URLs of all files that were found, read or not. */
  foundFiles: Set<string>;
  /** Total length of `addresses`. */
  characters: number;
  /** Whether a limit left out addresses or files. */
  isCut: boolean;
  /** Aborted when the findings are full. */
  full: AbortController;
  /** Aborted after five minutes. */
  timeout: AbortSignal;
  /** Aborted when `full` or `timeout` is aborted. */
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

function findingsOf(walk: Walk): SitemapFindings {
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

function endOf({ isCut, timeout }: Walk): SitemapFindings['end'] {
  if (isCut) return 'tooMany';
  return timeout.aborted ? 'timedOut' : 'complete';
}

/** Reads the sitemaps that `robots.txt` names. If none is readable, reads `/sitemap.xml`. */
async function readSite(walk: Walk, site: URL): Promise<void> {
  const usualPlace = new URL('/sitemap.xml', site).href;
  const [robots] = newFiles(walk, [new URL('/robots.txt', site).href]);
  if (robots === undefined) return;
  const namedFiles = await readFile(walk, robots, 0);
  if (namedFiles.length === 0) {
    if (walk.forbidden.size > 0 || walk.ended.aborted) return;
    // `/robots.txt` is optional: an unreadable `/robots.txt` is not reported.
    walk.twins.clear();
    walk.unread = [];
    walk.unreadCount = 0;
    await readFiles(walk, newFiles(walk, [usualPlace]), 0);
    return;
  }
  const filesBefore = walk.files;
  await readFiles(walk, namedFiles, 0);
  if (walk.files > filesBefore || walk.forbidden.size > 0 || walk.ended.aborted) return;
  await readFiles(walk, newFiles(walk, [usualPlace]), 1);
  walk.isUsualPlace = walk.files > filesBefore;
}

/** Reads files, two at a time, and the files that indexes among the files name, level by level. */
async function readFiles(walk: Walk, files: string[], firstDepth: number): Promise<void> {
  let level = files;
  for (let depth = firstDepth; level.length > 0 && !walk.ended.aborted; depth += 1) {
    // Both loops take the next file from the same iterator.
    const remaining = level.values();
    const next: string[] = [];
    const readRemaining = async () => {
      for (const url of remaining) {
        if (walk.addresses.length === MAX_ADDRESSES) stopAtLimit(walk);
        if (walk.ended.aborted) return;
        next.push(...(await readFile(walk, url, depth)));
      }
    };
    await Promise.all([readRemaining(), readRemaining()]);
    level = next;
  }
}

/** Reads a file. Returns the URLs of new files that an index names. */
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

/** Adds addresses of pages. Returns false if the addresses exceed a limit. */
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

/** Returns the URLs of files that are new and allowed, without user info and fragment. */
function newFiles(walk: Walk, addresses: readonly string[]): string[] {
  return addresses.map((address) => newFile(walk, address)).filter((url) => url !== null);
}

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

/** Counts an unread file of a forbidden origin. Returns false if the list of origins is full. */
function addForbidden({ forbidden }: Walk, origin: string): boolean {
  const files = forbidden.get(origin) ?? 0;
  if (files === 0 && forbidden.size === MAX_NAMED) return false;
  forbidden.set(origin, files + 1);
  return true;
}

/** Adds the target of a redirect, or the probable targets if the browser hides the target. */
function addRedirect(walk: Walk, from: string, to: string | null): void {
  if (to !== null) {
    addForbidden(walk, new URL(to).origin);
  } else if (walk.twins.size < MAX_NAMED) {
    for (const twin of twinOrigins(new URL(from))) {
      if (!walk.tools.isAllowed(twin)) walk.twins.add(twin);
    }
  }
}
