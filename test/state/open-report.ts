import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { AwaitedResult } from '@/lib/model/awaited-result';
import type { Outcome } from '@/lib/model/outcome';
import type { Report, ReportDetails } from '@/lib/model/report';
import type { ReportChange } from '@/lib/model/report-change';
import { createOpenedReport } from '@/lib/state/opened-report';
import { holdAnswers } from '../background/held-answers';
import { sampleDetails, sampleReport } from '../model/sample-report';

/** A place for reports, on a background whose answers are held back. */
export function openNothing() {
  const gets = holdAnswers<Outcome<ReportDetails>>();
  const updates = holdAnswers<Outcome<ReportDetails | null>>();
  const get = vi.fn((_: Report) => gets.call());
  const update = vi.fn((_: Report, _change: ReportChange) => updates.call());
  const awaited = signal<readonly AwaitedResult[]>([]);
  const opened = createOpenedReport({ get, update, awaited });
  return { opened, gets, updates, get, update, awaited };
}

/** The same with the report 1 open, and read. */
export async function openOne(fields: Partial<Report> = {}) {
  const place = openNothing();
  const showing = place.opened.show(sampleReport('1', fields));
  place.gets.answer(0, { value: sampleDetails('1', fields) });
  await showing;
  return place;
}
