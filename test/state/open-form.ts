import { vi } from 'vitest';
import type { Drafts } from '@/lib/model/drafts';
import type { Outcome } from '@/lib/model/outcome';
import { Privacy } from '@/lib/model/privacy';
import type { Report } from '@/lib/model/report';
import type { ReportDraft } from '@/lib/model/report-draft';
import { createReportForm } from '@/lib/state/report-form';
import { holdAnswers } from '../background/held-answers';
import { createMemoryItem } from '../background/memory-item';

/** The address of the page that a form opens on. */
export const PAGE = 'https://host.example/page';

/** A form with default privacy Private, on a background whose answers are held back. */
export function openForm({ pageUrl = PAGE as string | null, drafts = [] as Drafts } = {}) {
  const draftsItem = createMemoryItem<Drafts>(drafts);
  const answers = holdAnswers<Outcome<Report | null>>();
  const create = vi.fn((_: ReportDraft) => answers.call());
  const defaultPrivacy = Privacy.Private;
  const form = createReportForm({ pageUrl, defaultPrivacy, drafts, draftsItem, create });
  return { form, draftsItem, answers, create };
}
