import { hasFailed } from '@/lib/result';
import type { SitemapFetch } from '@/lib/service/sitemap-fetch';
import { withoutUserInfo } from '@/lib/url/typed-address';
import { MOST_ADDRESSES, type UnreadFile } from './found-addresses';
import type { SitemapReader } from './sitemap';
import { twinOrigins } from './twin-origins';

/** The result of a walk, as plain data for messages. */
export interface SitemapFindings {
  /** Addresses of pages as the parser returns them, at most 50,000. */
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
   * - `aborted`: the signal of the caller
   */
  end: 'complete' | 'tooMany' | 'timedOut' | 'aborted';
}

export interface SitemapTools {
  read: SitemapFetch;
  parse: SitemapReader;
  /** Whether files of an origin may be read. The origin has the form of `URL.origin`. */
  isAllowed: (origin: string) => boolean;
  signal: AbortSignal;
  /** Called after each file with the totals so far. */
  onProgress?: (progress: { files: number; addresses: number }) => void;
  /** Returns a signal that aborts after the given time in milliseconds. */
  timeLimit?: (milliseconds: number) => AbortSignal;
}

const DEEPEST = 3;
const AT_A_TIME = 2;
const LONGEST_MS = 300_000;

/** Limit for the lists of origins and unread files. */
const MOST_NAMED = 20;

/** Limit for the characters of all addresses. Browsers limit messages of the worker to 64 MB. */
const MOST_CHARACTERS = 20_000_000;

/**
 * Reads a sitemap, and the files that an index or `robots.txt` names. Reads each file once, level
 * by level, two files at a time. For the address of a home page, reads `/robots.txt`, otherwise
 * `/sitemap.xml`. Never rejects: the findings include the files that were not read.
 */
export async function walkSitemaps(
  start: string,
  { read, parse, isAllowed, signal, onProgress, timeLimit }: SitemapTools,
): Promise<SitemapFindings> {
  const limit = timeLimit?.(LONGEST_MS) ?? AbortSignal.timeout(LONGEST_MS);
  const enough = new AbortController();
  const ended = AbortSignal.any([signal, limit, enough.signal]);
  const addresses: string[] = [];
  const unread: UnreadFile[] = [];
  const forbidden = new Map<string, number>();
  const twins = new Set<string>();
  const known = new Set<string>();
  let files = 0;
  let unreadCount = 0;
  let characters = 0;
  let isCut = false;

  function leaveUnread(file: UnreadFile): void {
    unreadCount += 1;
    if (unread.length < MOST_NAMED) unread.push(file);
  }

  /** Returns the URL without user info; an empty list if the file is known or not allowed. */
  function fileToRead(text: string): string[] {
    const parsed = URL.parse(text);
    const url = parsed && withoutUserInfo(parsed);
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      leaveUnread({ url: url?.href ?? text, problem: 'notAnAddress' });
      return [];
    }
    url.hash = '';
    if (known.has(url.href)) return [];
    if (known.size > MOST_ADDRESSES) {
      isCut = true;
      return [];
    }
    known.add(url.href);
    if (isAllowed(url.origin)) return [url.href];
    if (!forbid(url.origin)) {
      leaveUnread({ url: url.href, failure: { code: 'noPermission', origin: url.origin } });
    }
    return [];
  }

  /** Counts an unread file of a forbidden origin. Returns false if the list of origins is full. */
  function forbid(origin: string): boolean {
    const named = forbidden.get(origin) ?? 0;
    if (named === 0 && forbidden.size === MOST_NAMED) return false;
    forbidden.set(origin, named + 1);
    return true;
  }

  function noteRedirect(from: string, to: string | null): void {
    if (to !== null) forbid(new URL(to).origin);
    else if (twins.size < MOST_NAMED) {
      for (const twin of twinOrigins(new URL(from))) if (!isAllowed(twin)) twins.add(twin);
    }
  }

  /** Reads a file. Returns the URLs of the files that an index names. */
  async function readFile(url: string, level: number): Promise<string[]> {
    const fetched = await read(url, ended);
    const sitemap = hasFailed(fetched) ? null : await parse(fetched.value.bytes, url);
    const failure = hasFailed(fetched) ? fetched.failure : fetched.value.failure();
    if (failure !== null && !ended.aborted) leaveUnread({ url, failure });
    if (failure?.code === 'redirected') noteRedirect(url, failure.to);
    if (sitemap === null) return [];
    const { texts, sitemaps, problem } = sitemap;
    if (failure === null && problem !== null) leaveUnread({ url, problem });
    if (problem === null || texts.length + sitemaps.length > 0) files += 1;
    if (sitemap.isCut) isCut = true;
    for (const address of texts) {
      characters += address.length;
      if (addresses.length === MOST_ADDRESSES || characters > MOST_CHARACTERS) {
        isCut = true;
        enough.abort();
        return [];
      }
      addresses.push(address);
    }
    if (sitemaps.length === 0 || level < DEEPEST) return sitemaps.flatMap(fileToRead);
    leaveUnread({ url, problem: 'tooDeep' });
    return [];
  }

  /** Returns the sitemaps that `robots.txt` names, otherwise `/sitemap.xml`. */
  async function filesOfSite(site: URL): Promise<string[]> {
    const [robots] = fileToRead(new URL('/robots.txt', site).href);
    if (robots === undefined) return [];
    const named = await readFile(robots, 0);
    if (named.length > 0 || forbidden.size > 0 || ended.aborted) return named;
    twins.clear();
    unread.length = 0;
    unreadCount = 0;
    return fileToRead(new URL('/sitemap.xml', site).href);
  }

  const site = URL.parse(start);
  const isSite = site?.pathname === '/' && site.search === '';
  let isUsualPlace = false;
  let level = isSite ? await filesOfSite(site) : fileToRead(start);
  const before = files;
  for (let depth = 0; level.length > 0 && !ended.aborted; depth += 1) {
    const next: string[] = [];
    const waiting = level.values();
    const work = async () => {
      for (const url of waiting) {
        if (addresses.length === MOST_ADDRESSES) enough.abort();
        if (ended.aborted) return;
        next.push(...(await readFile(url, depth)));
        onProgress?.({ files, addresses: addresses.length });
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    level = next;
    if (isSite && depth === 0 && files === before && forbidden.size === 0 && !ended.aborted) {
      level = fileToRead(new URL('/sitemap.xml', site).href);
      isUsualPlace = level.length > 0;
    }
  }
  return {
    addresses,
    files,
    forbidden: [...forbidden].map(([origin, count]) => ({ origin, files: count })),
    twins: [...twins],
    unread,
    unreadCount,
    isUsualPlace: isUsualPlace && files > before,
    end: isCut || enough.signal.aborted ? 'tooMany' : endOf(signal, limit),
  };
}

function endOf(signal: AbortSignal, limit: AbortSignal) {
  if (signal.aborted) return 'aborted';
  return limit.aborted ? 'timedOut' : 'complete';
}
