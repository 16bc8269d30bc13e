import type { StoredList } from '@/lib/connection/connection';
import type { Deletion } from '@/lib/deletion/deletion';
import type { PageHistory } from '@/lib/page-history/page-history';
import { Privacy } from '@/lib/report/privacy';
import type { QueueView } from '@/lib/submission/queue-view';
import { mayHoldExtras } from '@/lib/url/tracking-parameters';
import type { FirstForm, FirstList } from './first-popup';

interface KeptBeside {
  list: StoredList | undefined;
  queue: QueueView | undefined;
  deletions: readonly Deletion[] | undefined;
  history: PageHistory | undefined;
}

/**
 * Whether a popup opens with more than its first parts show. What is to be seen at once must not push
 * the rest down when it comes.
 */
export function isMoreThanFirst(form: FirstForm, list: FirstList, kept: KeptBeside): boolean {
  const { queue, deletions, history } = kept;
  const url = form.url.value;
  return (
    form.privacy.value === Privacy.Password ||
    // Beside an address of one's own, the page's is offered; beside one with extras, that without.
    url !== (form.pageUrl ?? '') ||
    mayHoldExtras(url) ||
    (queue !== undefined && (queue.shown.length > 0 || queue.count > 0 || queue.pause !== null)) ||
    (deletions !== undefined && deletions.length > 0) ||
    (history !== undefined && history.results.length > 1) ||
    // Another query was answered last: its reports are sifted.
    (kept.list !== undefined && list.shown.value === undefined)
  );
}
