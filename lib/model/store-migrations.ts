import { isPrivacy, type Privacy } from '@/lib/report/privacy';
import {
  changedStore,
  joinedChanges,
  NO_CHANGES,
  type RawStore,
  type StoreChanges,
} from './store-changes';
import { STORE_VERSION } from './store-version';
import { isFailure } from './stored-failure';
import { isRecord, isText, listOf, recordOf } from './stored-shapes';

/**
 * Brings the whole store from one version to the next.
 *
 * It may be repeated, and may meet entries that have the new form already: after it was cut off, and
 * where an older version has worked in between, which writes its own number. It leaves those alone.
 * @param now ISO 8601 in UTC
 */
type Migration = (store: RawStore, now: string) => StoreChanges;

/** The first leads from version 0 to 1, and so on. */
const MIGRATIONS: readonly Migration[] = [eachSubmissionUnderItsOwnKey];

/**
 * Goes through all migrations that a store needs. What is no version of ours counts as 0; one that
 * a later version of the extension wrote needs none.
 * @param version as stored, undefined where none is
 */
export function migrated(store: RawStore, version: unknown, now: string): StoreChanges {
  const from = Number.isInteger(version) && Number(version) >= 0 ? Number(version) : 0;
  return MIGRATIONS.slice(from, STORE_VERSION).reduce(
    (changes, migrate) => joinedChanges(changes, migrate(changedStore(store, changes), now)),
    NO_CHANGES,
  );
}

/** 0 to 1: the list of submissions becomes an entry each, which a queue changes one by one. */
function eachSubmissionUnderItsOwnKey(store: RawStore, now: string): StoreChanges {
  const changes: StoreChanges = { set: {}, remove: [], unreadable: [] };
  for (const [key, raw] of Object.entries(store)) {
    const prefix = /^(connection\/[^/]+\/submission)s$/.exec(key)?.[1];
    if (prefix === undefined) continue;
    changes.remove.push(key);
    if (!Array.isArray(raw)) {
      changes.unreadable.push({ key, raw });
      continue;
    }
    raw.forEach((entry: unknown, index) => {
      const newKey = isOldSubmission(entry) && `${prefix}/${entry.id}`;
      if (newKey === false || newKey in changes.set) {
        changes.unreadable.push({ key: `${key}/${index}`, raw: entry });
      } else if (!(newKey in store)) {
        // One that is there already is further on.
        changes.set[newKey] = withState(entry, index + 1, now);
      }
    });
  }
  return changes;
}

interface OldFacts {
  id: string;
  url: string;
  privacy: Privacy;
  knownIds: string[];
}

type OldSubmission = OldFacts & Record<string, unknown>;

const hasOldFacts = recordOf<OldFacts>({
  id: isText,
  url: isText,
  privacy: isPrivacy,
  knownIds: listOf(isText),
});

function isOldSubmission(raw: unknown): raw is OldSubmission {
  return (
    isRecord(raw) &&
    hasOldFacts(raw) &&
    (raw.state === 'sending' ||
      ((raw.state === 'failed' || raw.state === 'unclear') && isFailure(raw.failure)))
  );
}

function withState(old: OldSubmission, order: number, now: string): object {
  const { id, url, privacy, knownIds, state, failure } = old;
  const kept = {
    id,
    order,
    url,
    privacy,
    isPrivateWindow: false,
    sends: 1,
    knownIds,
    newestKnownId: null,
  };
  switch (state) {
    case 'sending':
      // Whatever stopped the request: the service may have made the report.
      return {
        ...kept,
        state: 'checking',
        checks: 0,
        nextAt: now,
        failure: { code: 'interrupted' },
      };
    case 'unclear':
      return { ...kept, state: 'needs-you', why: 'unclear', failure };
    default:
      return { ...kept, state: 'failed', failure };
  }
}
