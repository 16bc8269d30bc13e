import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { Deletion } from '@/lib/deletion/deletion';
import type { Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { FormDrafts } from '@/lib/submission/form-drafts';
import { createReportForm } from '@/lib/submission/page/report-form';
import type { QueueView } from '@/lib/submission/queue-view';
import type { ReportDraft } from '@/lib/submission/report-draft';
import type { Creation, FinishedSubmission } from '@/lib/submission/submission';
import { holdAnswers } from './held-answers';
import { createMemoryItem } from './memory-item';

/** The address of the page that a form opens on. */
export const PAGE = 'https://host.example/page';

/** A form, with default privacy Private unless said otherwise, on a background whose answers are held back. */
export function openForm({
  pageUrl = PAGE as string | null,
  drafts = [] as FormDrafts,
  isAboutPage = true,
  isPrivateWindow = false,
  tabToken = undefined as string | undefined,
  defaultPrivacy = Privacy.Private as Privacy,
  draftsItem = createMemoryItem<FormDrafts>(drafts),
} = {}) {
  const answers = holdAnswers<Outcome<Creation>>();
  const create = vi.fn((_id: string, _draft: ReportDraft, _isPrivateWindow?: boolean) =>
    answers.call(),
  );
  const discard = vi.fn(async (_: string): Promise<Outcome<boolean>> => ({ value: true }));
  const queue = signal<QueueView | undefined>(undefined);
  const finished = signal<FinishedSubmission[] | undefined>(undefined);
  const listed = signal<readonly Report[]>([]);
  let ids = 0;
  const newId = () => `new-${++ids}`;
  const deletions = signal<readonly Deletion[]>([]);
  const form = createReportForm({
    pageUrl,
    isAboutPage,
    isPrivateWindow,
    tabToken,
    defaultPrivacy,
    drafts,
    draftsItem,
    deletions,
    newId,
    queue,
    finished,
    listed,
    background: { create, discard },
  });
  return {
    ...{ form, draftsItem, deletions, answers, create, discard },
    ...{ queue, finished, listed },
  };
}
