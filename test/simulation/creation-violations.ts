import { addressKey } from '@/lib/url/page-key';
import type { Seen } from './batch-violations';
import { isShownAsUnfinished, isUnsure, jobOutcome, mayBeReplaced } from './operation-outcomes';
import type { Row } from './service';
import type { World } from './simulation';
import { excuse } from './tolerated-violations';
import type { Sent } from './worker';

/** The highest age of a baseline at the first request: a minute, and the time to read the list. */
const BASELINE_AGE_MS = 65_000;

/** Returns findings about reports that were not created, or created more often than requested. */
export function creationFindings(
  { service, person, scenario, browser }: World,
  view: Seen,
): string[] {
  const { listsPrivacy, lag } = scenario.traits;
  /** The reports that a lookup cannot distinguish, with the smallest and the largest expected number. */
  const groups = new Map<string, { min: number; max: number; rows: Row[] }>();
  const groupOf = ({ url, privacy }: { url: string; privacy: number }) => {
    const name = addressKey(url) + (listsPrivacy ? ` with privacy ${privacy}` : '');
    const group = groups.get(name) ?? { min: 0, max: 0, rows: [] };
    groups.set(name, group);
    return group;
  };
  for (const one of person.requested) {
    if (one.request.kind !== 'create' || one.isStored === false) continue;
    const group = groupOf(one.request.draft);
    const outcome = jobOutcome(one.request.id, view);
    // The outcome was in memory. A later end of the browser, or *Disconnect*, has removed it.
    const lacksOutcome = outcome === undefined && one.isOutcomePossiblyDropped;
    const mayBeCancelledByPress = one.cancelAttempts.some(({ answer }) => answer !== false);
    const mayBeCancelledByCreation =
      (lacksOutcome || outcome?.status === 'cancelled') && mayBeReplaced(one, person.requested);
    const mayBeCancelled = mayBeCancelledByPress || mayBeCancelledByCreation;
    if (!isUnsure(one) && !mayBeCancelled && !isShownAsUnfinished(one, view)) group.min += 1;
    group.max += 1 + one.retries;
  }
  // Tests of batches check how many reports a paused or cancelled batch creates.
  const isOfBatch = (url: string) => person.batch.includes(url);
  for (const row of service.rows) {
    if (row.draft === undefined) continue;
    if (isOfBatch(row.draft.url)) groupOf(row.draft).max = 1 + person.batchRetries();
    groupOf(row.draft).rows.push(row);
    const isPublished = row.isForeign && row.changes.length > 0 && row.draft.privacy !== 0;
    if (isPublished && listsPrivacy) groupOf({ url: row.draft.url, privacy: 0 }).rows.push(row);
  }

  /** Whether another client's report may have been created after our baseline, so that a lookup finds it. */
  function isConfusable({ draft, isForeign, at }: Row): boolean {
    const page = addressKey(draft?.url ?? '');
    const isFirst = (sent: Sent) => sent.verb === 'create' && addressKey(sent.about) === page;
    // After a worker stop, the request of a stored creation may be missing or late.
    const sentAt = browser.counts.stops > 0 ? 0 : (browser.sent.find(isFirst)?.at ?? 0);
    return isForeign && at > sentAt - BASELINE_AGE_MS - lag * 1000;
  }

  return [...groups].flatMap(([name, { min, max, rows }]) => {
    const own = rows.filter(({ isForeign }) => !isForeign);
    const missing = min - own.length;
    const surplus = own.length - max;
    if (missing > 0) {
      return missing <= rows.filter(isConfusable).length
        ? excuse('a report of another client counts as ours', missing)
        : [`lost: ${own.length} of ${min} reports of ${name}`];
    }
    if (surplus <= 0) return [];
    // The service lists a redirected page under another address, so a lookup may not find the report.
    const changed = own.filter(({ gone, changes }) => gone !== null || changes.length > 0);
    if (scenario.traits.redirectsPages && surplus <= changed.length) {
      return excuse('a report of a redirected page is changed before its lookup', surplus);
    }
    const touched = own.filter(
      ({ gone, changes }) => gone?.isForeign || changes.some((change) => change.isForeign),
    );
    // A person may delete a listed report while its creation is in flight or unverified.
    const deleted = own.filter(({ gone }) => gone !== null);
    if (surplus > touched.length && surplus <= deleted.length) {
      return excuse('a person deletes a report before its lookup', surplus);
    }
    return surplus <= touched.length
      ? excuse('another client deletes or publishes a report before its lookup', surplus)
      : [`doubled: ${own.length} instead of ${max} reports of ${name}`];
  });
}
