import { isServiceWide } from '@/lib/failure';
import type { Report } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import { withEndedOperations } from './answers';
import { entryId, isCreationEntry } from './entry';
import { allAttempted, claimsOf, pageOfCreation } from './jobs-state';
import { createdReport, isAbsent } from './lookup';
import { createdReportOf, isIn, isUnverifiable } from './operation';
import * as steps from './steps';
import type {
  ChangedOperation,
  Changes,
  Creation,
  Entry,
  JobsState,
  LookupLists,
  Moment,
  UndecidedEdit,
  UnverifiedCreation,
} from './types';

/**
 * Returns the creations that a list finishes, because the list shows their reports. While a
 * creation of the same page is in flight, a listed report may be the report of that creation.
 * @param listed newest first
 */
export function changesOfList(state: JobsState, listed: readonly Report[]): Changes {
  const attempted = [...allAttempted(state.jobs)].filter(isCreationEntry);
  const inFlight = new Set(
    attempted.filter(({ operation }) => isIn(operation, 'sending')).map(pageOfCreation),
  );
  const isClaimed = claimsOf(state);
  const found = new Set<string>();
  const operations: ChangedOperation[] = [];
  for (const entry of attempted) {
    const { operation } = entry;
    const isSought = isIn(operation, 'unverified') || isUnverifiable(operation);
    if (!isSought || inFlight.has(pageOfCreation(entry))) continue;
    const report = createdReport(operation, listed, (id) => found.has(id) || isClaimed(id));
    if (report === null) continue;
    found.add(report.id);
    operations.push({
      ...entry,
      operation: steps.asDone(operation, createdReportOf(report)),
      report,
    });
  }
  return { operations };
}

/** Returns the changes after a lookup that has not found the report. */
export function changesOfLookup(
  state: JobsState,
  entry: Entry<UnverifiedCreation>,
  lists: LookupLists,
  { now }: Moment,
): Changes {
  const outcome = outcomeOf(state, entry.operation, lists);
  return {
    operations: [{ ...entry, operation: steps.afterLookup(entry.operation, outcome, now) }],
  };
}

function outcomeOf(
  state: JobsState,
  operation: UnverifiedCreation,
  { own, newest }: LookupLists,
): steps.LookupOutcome {
  if (hasFailed(own) && isServiceWide(own.failure)) return 'failed';
  if (newest === null) return 'inconclusive';
  if (hasFailed(newest)) return 'noNewestList';
  return isAbsent(operation, newest.value, claimsOf(state)) ? 'absent' : 'inconclusive';
}

/** Returns the changes after the read of an undecided edit's report. */
export function changesOfCheck(
  { jobs }: JobsState,
  entry: Entry<UndecidedEdit>,
  read: Result<Report>,
): Changes {
  const operation = steps.afterCheck(entry.operation, read);
  if (operation === entry.operation) return {};
  const isShown = isIn(operation, 'done') && !hasFailed(read);
  const report = isShown ? read.value : null;
  return { operations: withEndedOperations(jobs, { ...entry, operation, report }) };
}

/**
 * Removes the baselines of unverifiable creations of the same page. After a new request, lists do
 * not show which creation made a report.
 */
export function supersededBy({ jobs }: JobsState, entry: Entry<Creation>): ChangedOperation[] {
  const page = pageOfCreation(entry);
  return [...allAttempted(jobs)].flatMap((other) => {
    const isOlder =
      isCreationEntry(other) &&
      entryId(other) !== entryId(entry) &&
      isUnverifiable(other.operation) &&
      pageOfCreation(other) === page;
    return isOlder ? [{ ...other, operation: { ...other.operation, baseline: null } }] : [];
  });
}
