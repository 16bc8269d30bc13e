import { isCreation, isEdit } from './operation';
import type { Creation, Edit, Entry, Job } from './types';

/** Returns an id of an operation that is unique among all jobs. */
export function entryId({ job, index }: { job: Pick<Job, 'id'>; index: number }): string {
  return `${job.id}-${index}`;
}

export function isCreationEntry(entry: Entry): entry is Entry<Creation> {
  return isCreation(entry.operation);
}

export function isEditEntry(entry: Entry): entry is Entry<Edit> {
  return isEdit(entry.operation);
}
