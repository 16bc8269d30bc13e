import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { Deletion } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { createOpenedReport } from '@/lib/report/page/opened-report';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import { holdAnswers } from './held-answers';
import { sampleDetails, sampleReport } from './sample-report';

/** A place for reports, on a background whose answers are held back. */
export function openNothing() {
  const gets = holdAnswers<Outcome<ReportDetails>>();
  const updates = holdAnswers<Outcome<ReportDetails | null>>();
  const get = vi.fn((_: Report) => gets.call());
  const update = vi.fn((_: Report, _change: ReportChange) => updates.call());
  const awaited = signal<readonly ResultPoll[]>([]);
  const listed = signal<readonly Report[]>([]);
  const deletions = signal<readonly Deletion[]>([]);
  const tellFailure = vi.fn((_: Report, _failure: Failure) => {});
  const opened = createOpenedReport({
    ...{ background: { get, update }, awaited, listed, deletions, tellFailure },
  });
  return { opened, tellFailure, gets, updates, get, update, awaited, listed, deletions };
}

/** The same with the report 1 open, and read. */
export async function openOne(fields: Partial<Report> = {}) {
  const place = openNothing();
  const showing = place.opened.show(sampleReport('1', fields));
  place.gets.answer(0, { value: sampleDetails('1', fields) });
  await showing;
  return place;
}
