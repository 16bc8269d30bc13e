import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { StoredView } from '@/lib/task/view';

/** What pages see of the tasks; in memory, and written anew by the worker when the browser starts. */
export const viewItem = (connectionId: string) =>
  storedItem('session', keyOf(connectionId, 'task-view'), StoredView);
