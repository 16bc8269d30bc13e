import { jsonOf } from './json-text';
import { isSetAside, SET_ASIDE_KEY, type SetAside, type SetAsideEntry } from './set-aside';
import { NO_CHANGES, type RawStore, type StoreChanges, type Unreadable } from './store-changes';
import { API_KEY } from './store-inspection';
import { isText } from './stored-shapes';

const MOST_ENTRIES = 50;
/** Of JSON, keys included. */
const MOST_CHARACTERS = 1_000_000;

const PREFIX = `${SET_ASIDE_KEY}/`;
const BLANK = '•••';

/** Another version may have kept its key or a password within a value. */
const SECRET_NAME =
  /(?:key|token|secret|password|passwd|credential|bearer|authorization|cookie)s?$/i;

/** A shorter one may be a word that a value needs. */
const SHORTEST_KEY = 8;

/**
 * Keeps what could not be read, under the time and its former key, and counts it. Within the bounds
 * the oldest give way; what is not kept is counted all the same. What was found before under the
 * same key, and is the same, adds nothing: it was found twice because the worker was cut off.
 * @param now ISO 8601 in UTC
 */
export function settingAside(
  store: RawStore,
  unreadable: readonly Unreadable[],
  now: string,
): StoreChanges {
  const before = Object.keys(store).filter(isSetAsideEntry);
  const known = new Set(before.map((key) => `${entryOf(key, null).key} ${jsonOf(store[key])}`));
  const secrets = apiKeys(store);
  const texts = new Map(before.map((key) => [key, jsonOf(store[key]) ?? '']));
  let found = 0;
  for (const { key, raw } of unreadable) {
    const text = withoutSecrets(raw, secrets);
    if (known.has(`${key} ${text}`)) continue;
    found += 1;
    const place = `${PREFIX}${now}/${key}`;
    if (text !== undefined && place.length + text.length <= MOST_CHARACTERS) {
      texts.set(place, text);
    }
  }
  if (found === 0) return NO_CHANGES;

  const kept = withinBounds(texts);
  const added = [...kept].filter((key) => !before.includes(key));
  return {
    set: {
      ...Object.fromEntries(added.map((key) => [key, JSON.parse(texts.get(key) ?? 'null')])),
      [SET_ASIDE_KEY]: counted(store[SET_ASIDE_KEY], before.length, found, now),
    },
    remove: before.filter((key) => !kept.has(key)),
    unreadable: [],
  };
}

/** What was set aside and is still kept, the oldest first. */
export function setAsideEntries(store: RawStore): SetAsideEntry[] {
  return Object.keys(store)
    .filter(isSetAsideEntry)
    .sort()
    .map((key) => entryOf(key, store[key]));
}

/** Whether something that was set aside stands under a key. */
export function isSetAsideEntry(key: string): boolean {
  return key.startsWith(PREFIX);
}

function counted(before: unknown, kept: number, found: number, now: string): SetAside {
  if (!isSetAside(before)) return { count: kept + found, since: now };
  return { count: before.count + found, since: before.since };
}

/** The keys of the newest that have room. */
function withinBounds(texts: ReadonlyMap<string, string>): Set<string> {
  const kept = new Set<string>();
  let characters = 0;
  for (const [key, text] of [...texts].sort(([one], [other]) => (one < other ? 1 : -1))) {
    characters += key.length + text.length;
    if (kept.size === MOST_ENTRIES || characters > MOST_CHARACTERS) break;
    kept.add(key);
  }
  return kept;
}

function entryOf(key: string, raw: unknown): SetAsideEntry {
  const [at = ''] = key.slice(PREFIX.length).split('/', 1);
  return { at, key: key.slice(PREFIX.length + at.length + 1), raw };
}

function apiKeys(store: RawStore): string[] {
  return Object.entries(store).flatMap(([key, raw]) =>
    API_KEY.test(key) && isText(raw) && raw.length >= SHORTEST_KEY ? [raw] : [],
  );
}

/** As JSON, where names or values speak of a secret without it. */
function withoutSecrets(raw: unknown, secrets: readonly string[]): string | undefined {
  const blanked = (text: string) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, BLANK), text);
  return jsonOf(raw, (name, value) => {
    if (SECRET_NAME.test(name) && value !== null) return BLANK;
    if (isText(value)) return blanked(value);
    if (typeof value === 'number') return secrets.includes(String(value)) ? BLANK : value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([inner, held]) => [blanked(inner), held]));
  });
}
