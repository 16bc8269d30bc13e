import { signal } from '@preact/signals';
import type { FormDrafts } from '@/lib/page/form-drafts';
import { createReportForm } from '@/lib/page/report-form';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { createMemoryItem } from './memory-item';
import { countedIds, createMemoryTasks } from './memory-tasks';

/** The address of the page that a form opens on. */
export const PAGE = 'https://host.example/page';

/** A form, with default privacy Private unless said otherwise, on a background that stores tasks. */
export function openForm({
  pageUrl = PAGE as string | null,
  drafts = [] as FormDrafts,
  isAboutPage = true,
  privateWindow = false,
  tabToken = undefined as string | undefined,
  defaultPrivacy = Privacy.Private as Privacy,
  draftsItem = createMemoryItem<FormDrafts>(drafts),
} = {}) {
  const tasks = createMemoryTasks();
  const listed = signal<readonly Report[]>([]);
  const form = createReportForm({
    ...{ pageUrl, isAboutPage, privateWindow, tabToken, defaultPrivacy, drafts, listed },
    draftsItem: privateWindow ? null : draftsItem,
    view: tasks.view,
    newId: countedIds(),
    background: tasks.background,
  });
  /** What was asked for, in order. */
  const drafted = () =>
    tasks.background.add.mock.calls.flatMap(([[task]]) =>
      task?.kind === 'create' ? [task.draft] : [],
    );
  return { form, draftsItem, tasks, listed, drafted, ...tasks.background };
}
