import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createPresses, type Presses } from '@/components/activity/presses-state';
import { tasksFor } from '@/components/activity/standing';
import { createTaskView } from '@/components/activity/task-view-state';
import { type ArchiveState, createArchiveState } from '@/components/list/archive-state';
import { followBatchDeletions } from '@/components/list/batch-deletions-state';
import { storedSignal } from '@/components/ui/state/stored-signal';
import { archiveItems, archivePrefix } from '@/lib/archive/archive-items';
import type { AwaitedResults } from '@/lib/archive/awaited-result';
import type { StoredList } from '@/lib/archive/stored-list';
import type { BackgroundApi } from '@/lib/background/background-api';
import { watchStored } from '@/lib/browser/storage-changes';
import type { Keeping } from '@/lib/private-windows';
import { batchEntries } from '@/lib/task/batch/batch-entries';
import type { Gate } from '@/lib/task/gate/gate';
import type { Task } from '@/lib/task/task';
import { taskItems } from '@/lib/task/task-items';
import type { TaskOutcome, TaskView } from '@/lib/task/view';

/** What a page that lists reports follows of its connection, and what it has asked for itself. */
export interface FollowedConnection {
  archive: ArchiveState;
  awaited: ReadonlySignal<AwaitedResults | undefined>;
  view: ReadonlySignal<TaskView>;
  gate: ReadonlySignal<Gate | null>;
  outcomes: ReadonlySignal<readonly TaskOutcome[]>;
  /** Ids of the reports that are being deleted. */
  deleting: ReadonlySignal<readonly string[]>;
  /** The tasks of the window, as far as the view shows them. */
  tasks: ReadonlySignal<readonly Task[]>;
  /** Another value after each task that succeeds; null while the gate is closed. */
  success: ReadonlySignal<string | null>;
  presses: Presses;
}

/** Reads what is stored of a connection's reports and tasks, and follows it. Rejects where it cannot be read. */
export async function followConnection(
  id: string,
  keeping: Keeping,
  background: BackgroundApi,
): Promise<FollowedConnection> {
  const [storedView, awaited, ...storedLists] = await Promise.all([
    storedSignal(taskItems.view(id)),
    storedSignal(archiveItems.awaited(id)),
    storedSignal(archiveItems.lists(id)),
    keeping === 'memory' ? storedSignal(archiveItems.privateLists(id)) : signal(undefined),
  ]);
  const archive = createArchiveState({
    lists: computed(() => newestFirst(storedLists.flatMap(({ value }) => value ?? []))),
    readValues: archiveItems.values(id).read,
    watchValues: (onChange) => watchStored(archivePrefix(id), onChange),
  });
  const deletions = followBatchDeletions({
    batches: computed(() => storedView.value?.batches ?? []),
    entries: batchEntries(id),
    watch: watchStored,
  });
  await deletions.read();
  const told = createTaskView({ stored: storedView, ...archive });
  const view = computed(() => ({
    ...told.value,
    deleting: [...told.value.deleting, ...deletions.ids.value],
  }));
  const gate = computed(() => view.value.gate);
  const outcomes = computed(() => view.value.outcomes);
  return {
    ...{ archive, awaited, view, gate, outcomes },
    deleting: computed(() => view.value.deleting),
    tasks: computed(() => tasksFor(keeping, view.value)),
    success: computed(() => (gate.value === null ? (outcomes.value.at(-1)?.id ?? '') : null)),
    presses: createPresses({ background, view, keeping }),
  };
}

function newestFirst(lists: readonly StoredList[]): StoredList[] {
  return lists.toSorted((one, other) => Date.parse(other.readAt) - Date.parse(one.readAt));
}
