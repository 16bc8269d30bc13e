import type { Job } from './job';
import { type Creation, type Edit, isCreation, isEdit, type Operation } from './operation';

/** An operation with its place: the job, as it is now, and the number of the operation in it, from 0. */
export interface Entry<One extends Operation = Operation> {
  job: Job;
  index: number;
  operation: One;
}

/** Names an operation among those of all jobs. */
export function entryId({ job, index }: { job: Pick<Job, 'id'>; index: number }): string {
  return `${job.id}-${index}`;
}

export function isCreationEntry(entry: Entry): entry is Entry<Creation> {
  return isCreation(entry.operation);
}

export function isEditEntry(entry: Entry): entry is Entry<Edit> {
  return isEdit(entry.operation);
}
