import { isInstant, isNumber, isRecord } from './stored-shapes';

/** That stored values could not be read, and how many: what pages say about it. */
export interface SetAside {
  count: number;
  /** When the first was found, ISO 8601 in UTC. */
  since: string;
}

/** Where that stands in the store; the values themselves stand below it. */
export const SET_ASIDE_KEY = 'set-aside';

/** One value that could not be read, as a person may look at it: without secrets. */
export interface SetAsideEntry {
  /** When it was found, ISO 8601 in UTC. */
  at: string;
  /** Where it stood. */
  key: string;
  raw: unknown;
}

export function isSetAside(raw: unknown): raw is SetAside {
  return (
    isRecord(raw) &&
    isNumber(raw.count) &&
    Number.isSafeInteger(raw.count) &&
    raw.count > 0 &&
    isInstant(raw.since)
  );
}
