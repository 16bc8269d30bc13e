import { entryId, isCreationEntry, isEditEntry } from '@/lib/jobs/entry';
import { allAttempted, entriesOf, isOperation, pageOfCreation } from '@/lib/jobs/jobs-state';
import { isFinished, isIn, isUndecided } from '@/lib/jobs/operation';
import type { Creation, Entry, JobsState } from '@/lib/jobs/types';

/** Returns the violated limits of a state, as sentences. */
export function stateFindings(state: JobsState): string[] {
  return [...limitFindings(state), ...countFindings(state)];
}

function limitFindings({ jobs, requests }: JobsState): string[] {
  const inFlight = [...requests.values()].map(({ entry }) => entry);
  const creations = inFlight.filter(isCreationEntry);
  const edits = inFlight.filter(isEditEntry);
  const unfinished = [...allAttempted(jobs)].filter(
    (entry): entry is Entry<Creation> =>
      isCreationEntry(entry) &&
      (isIn(entry.operation, 'sending') || isIn(entry.operation, 'unverified')),
  );
  const unique = new Map([...creations, ...unfinished].map((one) => [entryId(one), one]));
  const withoutRequest = [...allAttempted(jobs)].filter(
    (entry) =>
      isIn(entry.operation, 'sending') &&
      !isUndecided(entry.operation) &&
      !requests.has(entryId(entry)),
  );
  return [
    ...(edits.length > 2 ? ['more than two edits are in flight'] : []),
    ...(creations.length > 3 ? ['more than three creations are in flight'] : []),
    ...(creations.filter(({ job }) => job.isBatch).length > 2
      ? ['more than two creations of batches are in flight']
      : []),
    ...(hasDuplicate(edits.map(({ operation }) => operation.subject.report.id))
      ? ['two edits of a report are in flight']
      : []),
    ...(hasDuplicate([...unique.values()].map(pageOfCreation))
      ? ['two creations of a page are unfinished']
      : []),
    ...withoutRequest.map((entry) => `${entryId(entry)} is sending without a request`),
  ];
}

function hasDuplicate(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length;
}

function countFindings({ jobs }: JobsState): string[] {
  return [...jobs.values()].flatMap(({ header, counts, chunks }) => {
    if (chunks === null) return [];
    const names = chunks.flat().flatMap((slot) => (isOperation(slot) ? slot.status.name : []));
    const wrong = Object.entries(counts).filter(
      ([name, count]) => names.filter((one) => one === name).length !== count,
    );
    return wrong.map(([name]) => `${header.id} has a wrong count of ${name}`);
  });
}

/** Returns the unfinished operations of a state, as sentences. To be called after all work has ended. */
export function waitingFindings({ jobs }: JobsState): string[] {
  const open = [...jobs.values()].filter(({ header }) => !header.isPaused).flatMap(entriesOf);
  return open.flatMap((entry) => {
    const { operation } = entry;
    const isEnded = isFinished(operation) || isIn(operation, 'needsAttention');
    return isEnded ? [] : `${entryId(entry)} stays ${operation.status.name}`;
  });
}
