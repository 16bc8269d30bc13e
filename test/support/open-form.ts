import { signal } from '@preact/signals';
import type { FormDraft } from '@/components/form/form-draft';
import { createReportForm } from '@/components/form/form-state';
import { createPageJobs } from '@/components/queue/page-jobs';
import { statusOf } from '@/components/queue/page-operation';
import { Privacy } from '@/lib/report/privacy';
import { trustedItem } from '@/lib/storage/stored-values';
import { createLocks } from './empty-browser';
import { openJobs } from './stored-jobs';
import { testKernel } from './test-kernel';

export const PAGE = 'https://host.example/page';

export const draftItem = trustedItem<FormDraft>('session', 'connection/a/draft', {
  exclusively: createLocks(),
});

/** Reads the draft after all pending writes: an update waits for earlier updates. */
export const lastDraft = () => draftItem.update((draft) => draft);

export function openForm({
  pageUrl = PAGE as string | null,
  draft = undefined as FormDraft | undefined,
  defaultPrivacy = Privacy.Private as Privacy,
} = {}) {
  const stored = openJobs();
  const { queue, connectionId, background } = stored;
  const kernel = testKernel({ queue, connectionId, background });
  const jobs = createPageJobs(kernel);
  const form = createReportForm(kernel, {
    draft,
    jobs,
    draftItem,
    defaultPrivacy: signal(defaultPrivacy),
    page: { url: pageUrl, isUrlTooLong: false, isAwaited: false },
  });
  const requestedCreations = () =>
    background.createJob.mock.calls.flatMap(([, { subjects }]) => subjects);
  const status = () => statusOf(queue.value, form.jobId.value ?? '');
  const { createJob } = background;
  return { form, jobs, stored, requestedCreations, status, createJob };
}
