import type { Job } from './job';
import { type Creation, type Edit, isCreation, isEdit, type Operation } from './operation';

/** An operation with its current job, and its index in the job. */
export interface Entry<One extends Operation = Operation> {
  job: Job;
  index: number;
  operation: One;
}

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
