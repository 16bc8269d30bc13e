import { vi } from 'vitest';
import type { Drafts } from '@/lib/model/drafts';
import type { Outcome } from '@/lib/model/outcome';
import { Privacy } from '@/lib/model/privacy';
import type { ReportDraft } from '@/lib/model/report-draft';
import type { Creation } from '@/lib/model/submission';
import { createReportForm } from '@/lib/state/report-form';
import { holdAnswers } from '../background/held-answers';
import { createMemoryItem } from '../background/memory-item';

/** The address of the page that a form opens on. */
export const PAGE = 'https://host.example/page';

/** A form with default privacy Private, on a background whose answers are held back. */
export function openForm({
  pageUrl = PAGE as string | null,
  drafts = [] as Drafts,
  isPrivateWindow = false,
} = {}) {
  const draftsItem = createMemoryItem<Drafts>(drafts);
  const answers = holdAnswers<Outcome<Creation>>();
  const create = vi.fn((_id: string, _draft: ReportDraft, _isPrivateWindow?: boolean) =>
    answers.call(),
  );
  const discard = vi.fn(async (_: string): Promise<Outcome<boolean>> => ({ value: true }));
  const getReady = vi.fn(async (): Promise<Outcome<null>> => ({ value: null }));
  let ids = 0;
  const newId = () => `new-${++ids}`;
  const defaultPrivacy = Privacy.Private;
  const form = createReportForm({
    pageUrl,
    isPrivateWindow,
    defaultPrivacy,
    drafts,
    draftsItem,
    newId,
    create,
    discard,
    getReady,
  });
  return { form, draftsItem, answers, create, discard, getReady };
}
