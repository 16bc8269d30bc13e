import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';
import { EMPTY_TASK_VIEW, TaskView } from '@/lib/task/task-view';

/** All that pages see of what was asked for and is not over: its size does not grow with their number. */
export const View = z.extend(TaskView, {
  /** Of the connection. */
  connectionId: z.string(),
  /** Ids of the reports whose new result is awaited. */
  awaited: z.array(z.string()),
});
export type View = z.infer<typeof View>;

/** In memory, and written anew by the worker when the browser starts. */
export const viewItem = storedItem('session', 'view', View);

/** What pages see where nothing was asked for. */
export const EMPTY_VIEW: View = { ...EMPTY_TASK_VIEW, connectionId: '', awaited: [] };

/** The gate of a connection as pages were shown it last. */
export function shownGate(view: View | undefined, connectionId: string): View['gate'] {
  return view?.connectionId === connectionId ? view.gate : null;
}
