import { isApiKey } from '@/lib/connection/api-key';
import { isSetAside, SET_ASIDE_KEY } from './set-aside';
import type { RawStore, StoreChanges, Unreadable } from './store-changes';
import { type Guard, listOf } from './stored-shapes';
import {
  isAwaitedResult,
  isConnection,
  isDeletion,
  isPageHistory,
  isPageIndex,
  isPreferences,
  isQueueView,
  isReportQuery,
  isStoredAccount,
  isStoredList,
  isSubmissionOf,
} from './stored-values';

/** How a kind of stored value is told from garbage, and what becomes of garbage in its place. */
interface Kind {
  isValue(raw: unknown, id: string): boolean;
  /** For lists whose entries stand for themselves: the readable ones stay. */
  isEntry?(raw: unknown): boolean;
  /**
   * `person`: someone's own, which nobody else can give again. `service`: a copy of what the
   * service says. `secret`: not to be seen anywhere.
   */
  owner: 'person' | 'service' | 'secret';
}

const SINGLE = new Map<string, Kind>([
  ['connection', { isValue: isConnection, owner: 'person' }],
  ['preferences', { isValue: isPreferences, owner: 'person' }],
  [SET_ASIDE_KEY, { isValue: isSetAside, owner: 'service' }],
]);

const OF_CONNECTION = new Map<string, Kind>([
  ['bearer-key', { isValue: isApiKey, owner: 'secret' }],
  ['query', { isValue: isReportQuery, owner: 'person' }],
  ['submission/', { isValue: isSubmissionOf, owner: 'person' }],
  ['deletions', listKind(isDeletion)],
  ['awaited-results', listKind(isAwaitedResult)],
  ['list', { isValue: isStoredList, owner: 'service' }],
  ['account', { isValue: isStoredAccount, owner: 'service' }],
  ['page/', { isValue: isPageHistory, owner: 'service' }],
  ['page-index', { isValue: isPageIndex, owner: 'service' }],
  // Made anew from the submissions.
  ['queue', { isValue: isQueueView, owner: 'service' }],
]);

/** What belongs to a connection and would be carried out on it. */
const WORK = ['submission/', 'deletions', 'awaited-results'];

/** What belongs to a connection: the name of its kind, and its own where there are many of a kind. */
const PLACE = /^connection\/[^/]+\/(page\/|submission\/|[^/]+$)(.*)/s;

/** An API key by its place in the store. */
export const API_KEY = /^connection\/[^/]*\/bearer-key$/s;

/**
 * Finds all that this version reads and cannot read. It leaves alone what it does not know: that is
 * another version's, and nobody here reads it.
 *
 * With an unreadable connection goes what was to be done on it, since nobody can tell any longer on
 * which service, and the key, which nobody could use or take away any more.
 */
export function inspection(store: RawStore): StoreChanges {
  const changes: StoreChanges = { set: {}, remove: [], unreadable: [] };
  const isConnectionLost = 'connection' in store && !isConnection(store.connection);
  for (const [key, raw] of Object.entries(store)) {
    const [, name = '', id = ''] = PLACE.exec(key) ?? [];
    const kind = name === '' ? SINGLE.get(key) : OF_CONNECTION.get(name);
    if (isConnectionLost && WORK.includes(name)) {
      changes.remove.push(key);
      if (!(kind?.isEntry && isEmptyList(raw))) changes.unreadable.push({ key, raw });
    } else if (kind && !kind.isValue(raw, id)) {
      const { readable, unreadable } = split(key, raw, kind);
      changes.unreadable.push(...unreadable);
      if (readable.length > 0) changes.set[key] = readable;
      else changes.remove.push(key);
    } else if (isConnectionLost && API_KEY.test(key)) {
      changes.remove.push(key);
    }
  }
  return changes;
}

function split(key: string, raw: unknown, { isEntry, owner }: Kind) {
  if (isEntry === undefined || !Array.isArray(raw)) {
    const unreadable: Unreadable[] = [{ key, raw: owner === 'person' ? raw : undefined }];
    return { readable: [], unreadable };
  }
  const entries: unknown[] = raw;
  return {
    readable: entries.filter(isEntry),
    unreadable: entries.flatMap((entry, index) =>
      isEntry(entry) ? [] : [{ key: `${key}/${index}`, raw: entry }],
    ),
  };
}

function isEmptyList(raw: unknown): boolean {
  return Array.isArray(raw) && raw.length === 0;
}

function listKind(isEntry: Guard<unknown>): Kind {
  return { isValue: listOf(isEntry), isEntry, owner: 'person' };
}
