import { NEW_READING, type Reading, readingAfter } from '@/lib/history/reading';

/**
 * Returns an ended reading of one page.
 * @param begunAt the request time of the page
 * @param total a number above the number of ids means that the reading ended early
 */
export function endedReading(begunAt: number, ids: readonly string[], total = ids.length): Reading {
  return readingAfter(NEW_READING, {
    type: 'pageRead',
    page: {
      page: 1,
      reports: ids.map((id) => ({ id })),
      unreadable: 0,
      total,
      next: ids.length < total ? 2 : null,
      requestedAt: begunAt,
    },
    movedUpBefore: 0,
    isDeleting: false,
    isInFormerReading: false,
    now: begunAt,
  });
}
