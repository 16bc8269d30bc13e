import { z } from '@/lib/schema';
import { BatchLine } from '@/lib/task/batch/batch';
import { Gate } from '@/lib/task/gate/gate';
import { Task } from './task';

/** How many tasks there are of each kind that go on by themselves, and how many are stuck. */
export const TaskCounts = z.object({
  create: z.number(),
  change: z.number(),
  /** Those that can still be undone are among them. */
  delete: z.number(),
  /** Of any kind. */
  stuck: z.number(),
});
export type TaskCounts = z.infer<typeof TaskCounts>;

/** All that pages see of the tasks: its size does not grow with their number. */
export const TaskView = z.object({
  /** Without those of private windows, for the badge; batches are counted in lines of their own. */
  ordinary: TaskCounts,
  all: TaskCounts,
  /** Null while it is open. */
  gate: z.nullable(Gate),
  /** The batches, the newest first. */
  batches: z.array(BatchLine),
  /** The newest, then those that need a person, those in flight, and the others, newest first. */
  tasks: z.array(Task),
  /** Ids of the reports that are about to be deleted, each singly, so that no list shows them. */
  deleting: z.array(z.string()),
});
export type TaskView = z.infer<typeof TaskView>;

const NONE: TaskCounts = { create: 0, change: 0, delete: 0, stuck: 0 };

/** What pages see of tasks where there are none. */
export const EMPTY_TASK_VIEW: TaskView = {
  ordinary: NONE,
  all: NONE,
  gate: null,
  batches: [],
  tasks: [],
  deleting: [],
};
