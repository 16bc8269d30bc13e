import { signal } from '@preact/signals';
import { FormDraft } from '@/components/form/form-draft';
import { createReportForm } from '@/components/form/form-state';
import { createPageJobs } from '@/components/queue/page-jobs';
import { statusOf } from '@/components/queue/page-operation';
import { Privacy } from '@/lib/report/privacy';
import { storedItem } from '@/lib/storage/stored-values';
import { createLocks } from './empty-browser';
import { countedIds, openJobs } from './stored-jobs';

/** The address of the page that a form opens on. */
export const PAGE = 'https://host.example/page';

/** The form that was half-filled last, in any window. */
export const draftItem = storedItem('session', 'draft', FormDraft, {
  exclusively: createLocks(),
});

/** The same once all that has happened is stored. */
export const lastDraft = () => draftItem.update((draft) => draft);

/** A form, with default privacy Private unless said otherwise, on a background that stores jobs. */
export function openForm({
  pageUrl = PAGE as string | null,
  draft = undefined as FormDraft | undefined,
  defaultPrivacy = Privacy.Private as Privacy,
} = {}) {
  const stored = openJobs();
  const { queue, connectionId, background } = stored;
  const jobs = createPageJobs(background, connectionId, queue, false);
  const form = createReportForm({
    ...{ draft, jobs, queue, draftItem },
    defaultPrivacy: signal(defaultPrivacy),
    page: { url: pageUrl, isUrlTooLong: false, isAwaited: false },
    newId: countedIds(),
  });
  /** The creations that were requested, in order. */
  const requested = () => background.createJob.mock.calls.flatMap(([, { subjects }]) => subjects);
  /** How the last press stands. */
  const status = () => statusOf(queue.value, form.pressId.value ?? '');
  return { form, jobs, stored, requested, status, ...background };
}
