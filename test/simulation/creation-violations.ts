import { addressKey } from '@/lib/url/page-key';
import {
  hasAnotherCreation,
  isShownAsUnfinished,
  mayBeMissing,
  outcomeOfJob,
} from './operation-outcomes';
import type { RequestedOperation } from './requested-operation';
import type { Row } from './service';
import type { ShownQueueWithEdits, Simulation } from './simulation';
import { tolerate } from './tolerated-violations';

/** The highest age of a baseline at the first request: a minute, and the time to read the list. */
const BASELINE_AGE_MS = 65_000;

/** The reports that a lookup cannot distinguish. */
interface ReportGroup {
  name: string;
  /** The smallest and the largest expected number of reports. */
  min: number;
  max: number;
  rows: Row[];
}

/** Returns a violation for each page with fewer or more created reports than requested. */
export function creationViolations(simulation: Simulation, jobs: ShownQueueWithEdits): string[] {
  return groupsOfReports(simulation, jobs).flatMap((group) => groupViolations(group, simulation));
}

function groupsOfReports(
  { service, person, scenario }: Simulation,
  jobs: ShownQueueWithEdits,
): ReportGroup[] {
  const { listsPrivacy } = scenario.traits;
  const groups = new Map<string, ReportGroup>();
  const groupOf = ({ url, privacy }: { url: string; privacy: number }): ReportGroup => {
    const name = addressKey(url) + (listsPrivacy ? ` with privacy ${privacy}` : '');
    const group = groups.get(name) ?? { name, min: 0, max: 0, rows: [] };
    groups.set(name, group);
    return group;
  };
  for (const operation of person.requested) {
    if (operation.request.kind !== 'create' || operation.isStored === false) continue;
    const group = groupOf(operation.request.draft);
    if (mustBeCreated(operation, person.requested, jobs)) group.min += 1;
    group.max += 1 + operation.retries;
  }
  for (const row of service.rows) {
    if (row.draft === undefined) continue;
    const { url, privacy } = row.draft;
    const group = groupOf(row.draft);
    group.rows.push(row);
    // `min` stays 0: other tests check how many reports a paused or cancelled batch creates.
    if (person.batchUrls.includes(url)) group.max = 1 + person.batchRetries();
    // Another person may have published their own report, which a lookup for privacy 0 then finds.
    const isPublished = row.isByOthers && row.changes.length > 0 && privacy !== 0;
    if (isPublished && listsPrivacy) groupOf({ url, privacy: 0 }).rows.push(row);
  }
  return [...groups.values()];
}

/** Whether a creation must have created a report. */
function mustBeCreated(
  operation: RequestedOperation,
  requested: readonly RequestedOperation[],
  jobs: ShownQueueWithEdits,
): boolean {
  if (mayBeMissing(operation) || isShownAsUnfinished(operation, jobs)) return false;
  if (operation.cancelAttempts.some(({ hadEffect }) => hadEffect !== false)) return false;
  const outcome = outcomeOfJob(operation.request.id, jobs);
  const mayBeCancelled =
    outcome?.status === 'cancelled' ||
    (outcome === undefined && operation.isOutcomePossiblyDropped);
  return !(mayBeCancelled && hasAnotherCreation(operation, requested));
}

function groupViolations({ name, min, max, rows }: ReportGroup, simulation: Simulation): string[] {
  const extensionRows = rows.filter(({ isByOthers }) => !isByOthers);
  const missing = min - extensionRows.length;
  if (missing > 0) {
    const confusable = rows.filter((row) => isConfusable(row, simulation));
    return missing <= confusable.length
      ? tolerate('a report of another person counts as ours', missing)
      : [`lost: ${extensionRows.length} of ${min} reports of ${name}`];
  }
  const surplus = extensionRows.length - max;
  if (surplus <= 0) return [];
  const edited = extensionRows.filter(({ gone, changes }) => gone !== null || changes.length > 0);
  if (simulation.scenario.traits.redirectsPages && surplus <= edited.length) {
    // The service lists a redirected page under another address. If the report was also changed or
    // deleted, a lookup may not find the report.
    return tolerate('a report of a redirected page is changed before its lookup', surplus);
  }
  const editedByOthers = extensionRows.filter(
    ({ gone, changes }) => gone?.isByOthers || changes.some(({ isByOthers }) => isByOthers),
  );
  if (surplus <= editedByOthers.length) {
    return tolerate('another person deletes or publishes a report before its lookup', surplus);
  }
  // A person may delete a listed report while its creation is in flight or unverified.
  const deleted = extensionRows.filter(({ gone }) => gone !== null);
  return surplus <= deleted.length
    ? tolerate('a person deletes a report before its lookup', surplus)
    : [`doubled: ${extensionRows.length} instead of ${max} reports of ${name}`];
}

/** Whether a lookup may find another person's report, because the report is newer than the baseline. */
function isConfusable(
  { draft, isByOthers, createdAt }: Row,
  { browser, scenario }: Simulation,
): boolean {
  const page = addressKey(draft?.url ?? '');
  const firstRequest = browser.sentRequests.find(
    ({ verb, target }) => verb === 'create' && addressKey(target) === page,
  );
  // After a worker stop, `sentRequests` may not have the first request. Then every report may be newer.
  const sentAt = browser.counts.workerStops > 0 ? 0 : (firstRequest?.at ?? 0);
  return isByOthers && createdAt > sentAt - BASELINE_AGE_MS - scenario.traits.lag * 1000;
}
