import type { Failure } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { isLaterId, isWholeNumber } from '@/lib/report/report-id';

/** Limit of the reports in one reading. */
export const MAX_READ = 20_000;

/** Limit of pages, for a service that lists the same reports without end. */
const MAX_PAGES = MAX_READ / 10;

/** The longest interruption after which a reading continues, in milliseconds. */
const LONGEST_INTERRUPTION_MS = 3600_000;

/** How many times in a row a page is read again because the total has fallen. */
const MAX_REPEATS = 3;

/** The number of restarts after which a reading ignores a falling total. */
const MAX_RESTARTS = 2;

export type ReadingStatus =
  | { name: 'reading' }
  /**
   * A portion of the list is read (see `Reading.portionEnd`), or only private windows are open. The next
   * automatic reading continues.
   */
  | { name: 'resting' }
  /** A person has stopped the reading. */
  | { name: 'stopped' }
  /** A page cannot be read, although the service answers other requests. */
  | { name: 'failed'; failure: Failure };

/**
 * An unfinished reading of all reports. A reading requests the list of all reports, newest first,
 * page after page. Stored as plain data.
 */
export interface Reading {
  status: ReadingStatus;
  /** Request time of the first page, see `History.storedTime`; 0 before the first page. */
  begunAt: number;
  /** Ids of the read reports, without reports that this browser has deleted since. */
  ids: readonly string[];
  /** The number of the last page that counts as read; 0 before the first. */
  page: number;
  /** The number of the next page; null at the end of the list. */
  next: number | null;
  /** The number of rows on `page`. */
  rows: number;
  /** The number of unreadable rows before `page`, and on `page`. */
  unreadable: { before: number; onPage: number };
  /** The number of all reports; null if the service does not send it. */
  total: number | null;
  /** Id of the last report on `page`; null before the first. */
  lastId: string | null;
  /** Whether all ids were whole numbers in descending order. */
  isFalling: boolean;
  /** Whether the last complete reading contains the last report of one of the read pages. */
  hasMetFormer: boolean;
  /** How many rows may have moved from unread pages up to `page` since `page` was read. */
  movedUp: number;
  /** How often in a row `page` was read again because the total has fallen. */
  repeats: number;
  /** How often the reading has restarted with the first page. */
  restarts: number;
  /** The time of the last answer, in milliseconds since the epoch. */
  readAt: number;
  /** Whether neither a person nor an extension page has requested the reading. */
  isAutomatic: boolean;
  /**
   * The number of the last page of a portion. An automatic reading of an old but unchanged list reads only a
   * portion, and then rests until the next automatic reading. Absent if the reading continues to the end of
   * the list.
   */
  portionEnd?: number;
}

/** A page of the list of all reports, newest first. */
export interface ReadPage {
  page: number;
  reports: readonly Pick<Report, 'id'>[];
  unreadable: number;
  total: number | null;
  next: number | null;
  /** See `History.storedTime`. */
  requestedAt: number;
}

export type ReadingEvent =
  | {
      type: 'pageRead';
      page: ReadPage;
      /** `movedUp` at the time of the request. */
      movedUpBefore: number;
      /** Whether a deletion is in flight. Rows may then have moved up already. */
      isDeleting: boolean;
      /** Whether the last complete reading contains the last report of the page. */
      isInFormerReading: boolean;
      now: number;
    }
  | { type: 'deleted'; reportId: string }
  /** Another worker continues the reading. */
  | { type: 'resumed' }
  | { type: 'stopped' }
  /** A resting reading continues with the next portion, because the list is unchanged. */
  | { type: 'portionBegun'; now: number }
  /** A portion is read, or only private windows are open. */
  | { type: 'rested' }
  /** A person or an extension page requests the rest of the reading. */
  | { type: 'continued' }
  | { type: 'failed'; failure: Failure };

export type ReadingStep =
  | { kind: 'read'; page: number }
  | { kind: 'restart' }
  /** All pages are read, or the limit is reached. */
  | { kind: 'complete' };

export const NEW_READING: Reading = {
  status: { name: 'reading' },
  begunAt: 0,
  ids: [],
  page: 0,
  next: 1,
  rows: 0,
  unreadable: { before: 0, onPage: 0 },
  total: null,
  lastId: null,
  isFalling: true,
  hasMetFormer: false,
  movedUp: 0,
  repeats: 0,
  restarts: 0,
  readAt: 0,
  isAutomatic: false,
};

export const NEW_AUTOMATIC_READING: Reading = { ...NEW_READING, isAutomatic: true };

/** Returns the reading after an event. */
export function readingAfter(reading: Reading, event: ReadingEvent): Reading {
  switch (event.type) {
    case 'pageRead':
      return afterPage(reading, event);
    case 'deleted':
      return {
        ...reading,
        ids: reading.ids.filter((id) => id !== event.reportId),
        total: reading.total && reading.total - 1,
        movedUp: reading.movedUp + 1,
      };
    case 'resumed':
      return { ...reading, movedUp: Math.max(reading.movedUp, 1) };
    case 'stopped':
      return { ...reading, status: { name: 'stopped' } };
    case 'portionBegun':
      return withPortion({ ...reading, status: { name: 'reading' }, readAt: event.now });
    case 'rested':
      return { ...reading, status: { name: 'resting' } };
    case 'continued': {
      const { portionEnd: _, ...whole } = reading;
      return { ...whole, status: { name: 'reading' }, isAutomatic: false };
    }
    case 'failed':
      return { ...reading, status: { name: 'failed', failure: event.failure } };
  }
}

/**
 * The number of pages in a portion, after the first page. An automatic reading sends at most five requests:
 * for the first page, for a page that is read again, and for a portion.
 */
const PORTION_PAGES = 3;

/** Returns the reading limited to the next portion. */
export function withPortion(reading: Reading): Reading {
  return { ...reading, portionEnd: Math.max(reading.page, 1) + PORTION_PAGES };
}

/** Whether the next automatic reading continues with a portion of this reading. */
export function hasNextPortion({ status, portionEnd }: Reading): boolean {
  return status.name === 'resting' || (status.name === 'failed' && portionEnd !== undefined);
}

/** Whether all pages of the portion are read. */
export function isPortionRead({ page, portionEnd, movedUp }: Reading): boolean {
  return portionEnd !== undefined && page >= portionEnd && movedUp === 0;
}

function afterPage(reading: Reading, event: Extract<ReadingEvent, { type: 'pageRead' }>): Reading {
  const { page, movedUpBefore, isDeleting, now } = event;
  const isRepeated = page.page === reading.page;
  const fallenBy =
    reading.total === null || page.total === null || reading.restarts >= MAX_RESTARTS
      ? 0
      : Math.max(0, reading.total - page.total);
  // A repeated page shows the rows that have moved up to this page, but not to earlier pages.
  const isMissingRows = isRepeated ? fallenBy > reading.rows : reading.page > 0 && fallenBy > 0;
  // A total that falls with each answer must not cause endless repeats. Restarts have their own limit.
  const mayRepeat = isRepeated || fallenBy > reading.rows || reading.repeats < MAX_REPEATS;
  // The rows that may have moved up to `reading.page` during the request.
  const movedUpDuring =
    reading.movedUp - movedUpBefore + (isMissingRows && mayRepeat ? fallenBy : 0);
  const movedUp = Math.max(movedUpDuring, isDeleting ? 1 : 0);
  const known = new Set(reading.ids);
  const read: Reading = {
    ...reading,
    begunAt: reading.begunAt || page.requestedAt,
    ids: [...reading.ids, ...page.reports.flatMap(({ id }) => (known.has(id) ? [] : id))],
    total: page.total ?? reading.total,
    readAt: now,
    movedUp,
  };
  // Unread rows may have moved up to `reading.page`, so the next step reads that page again.
  if (!isRepeated && reading.page > 0 && movedUp > 0)
    return { ...read, repeats: reading.repeats + 1 };
  return withPosition(read, event);
}

/** Sets the last page that counts as read. */
function withPosition(
  reading: Reading,
  { page, isInFormerReading }: Extract<ReadingEvent, { type: 'pageRead' }>,
): Reading {
  const isRepeated = page.page === reading.page;
  const { before, onPage } = reading.unreadable;
  const lastId = page.reports.at(-1)?.id ?? reading.lastId;
  return {
    ...reading,
    page: page.page,
    next: page.next,
    rows: page.reports.length + page.unreadable,
    unreadable: { before: isRepeated ? before : before + onPage, onPage: page.unreadable },
    lastId,
    isFalling: reading.isFalling && isFalling(page.reports, isRepeated ? null : reading.lastId),
    hasMetFormer: reading.hasMetFormer || isInFormerReading,
    repeats: isRepeated ? reading.repeats : 0,
  };
}

/**
 * Whether ids are in descending order, and the last id is lower than all ids of the previous page.
 * The first rows may repeat rows of the previous page, because new reports move rows down.
 * @param before the last id of the previous page; null for none
 */
function isFalling(rows: readonly Pick<Report, 'id'>[], before: string | null): boolean {
  const ids = rows.map(({ id }) => id);
  const fallsBelow = (id: string, other: string | undefined | null) =>
    other == null || isLaterId(other, id);
  return (
    ids.every((id, at) => isWholeNumber(id) && fallsBelow(id, ids[at - 1])) &&
    fallsBelow(ids.at(-1) ?? '', before)
  );
}

/** Returns the next step of a reading. Ignores its status. */
export function nextStep(reading: Reading, now: number): ReadingStep {
  const { page, next, movedUp, rows, ids } = reading;
  if (page === 0) return { kind: 'read', page: 1 };
  if (isInterrupted(reading, now)) return { kind: 'restart' };
  if (next === null) return { kind: 'complete' };
  if (movedUp > rows) return { kind: 'restart' };
  if (movedUp > 0) return { kind: 'read', page };
  const isAtLimit = ids.length >= MAX_READ || page >= MAX_PAGES;
  return isAtLimit ? { kind: 'complete' } : { kind: 'read', page: next };
}

/** Returns a reading that restarts with the first page. A portion restarts as a portion. */
export function restartedReading({ restarts, isAutomatic, portionEnd }: Reading): Reading {
  const restarted = { ...NEW_READING, restarts: restarts + 1, isAutomatic };
  return portionEnd === undefined ? restarted : withPortion(restarted);
}

/** Whether the reading restarts because the last answer is too old. */
export function isInterrupted({ page, readAt }: Reading, now: number): boolean {
  return page > 0 && now - readAt > LONGEST_INTERRUPTION_MS;
}
