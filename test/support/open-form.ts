import { signal } from '@preact/signals';
import { createAsk } from '@/components/activity/ask-state';
import { standingOf } from '@/components/activity/subject';
import { FormDraft } from '@/components/form/form-draft';
import { createReportForm } from '@/components/form/form-state';
import { Privacy } from '@/lib/report/privacy';
import { storedItem } from '@/lib/storage/stored-values';
import { createLocks } from './empty-browser';
import { countedIds, createPageTasks } from './page-tasks';

/** The address of the page that a form opens on. */
export const PAGE = 'https://host.example/page';

/** The form that was half-filled last, in any window. */
export const draftItem = storedItem('session', 'draft', FormDraft, createLocks());

/** The same once all that has happened is stored. */
export const lastDraft = () => draftItem.update((draft) => draft);

/** A form, with default privacy Private unless said otherwise, on a background that stores tasks. */
export function openForm({
  pageUrl = PAGE as string | null,
  draft = undefined as FormDraft | undefined,
  defaultPrivacy = Privacy.Private as Privacy,
} = {}) {
  const tasks = createPageTasks();
  const { view } = tasks;
  const asking = createAsk(tasks.background, view);
  const form = createReportForm({
    ...{ keeping: 'disk', draft, asking, view, draftItem },
    defaultPrivacy: signal(defaultPrivacy),
    page: { url: pageUrl, isUrlTooLong: false, isAwaited: false },
    newId: countedIds(),
  });
  /** What was asked for, in order. */
  const drafted = () =>
    tasks.background.add.mock.calls.flatMap(([[task]]) =>
      task?.kind === 'create' ? [task.draft] : [],
    );
  /** How the last press stands. */
  const standing = () => standingOf(view.value, form.pressId.value ?? '');
  return { form, asking, tasks, drafted, standing, ...tasks.background };
}
