import type { FailedCheck } from '@/lib/report/importance';
import { ratingOf } from '@/lib/report/rating';
import { Report, type ReportDetails } from '@/lib/report/report';

/** What the schema gives a field that has a default is in every sample. */
const SAMPLE = Report.parse({
  id: '1',
  url: null,
  result: 'good',
  privacy: 1,
  generatedAt: '2026-11-01T10:00:00.000Z',
  project: null,
});

/** A report as a list has it: finished, good and private where nothing else is said. */
export function sampleReport(id: string, fields: Partial<Report> = {}): Report {
  const { url = `https://host.example/${id}` } = fields;
  return { ...SAMPLE, id, url, fullUrl: url, ...fields };
}

/** The same report with a field that the interface does not name. */
export function sampleDetails(id: string, fields: Partial<Report> = {}): ReportDetails {
  const extraFields = { fields: [{ name: 'score', value: 91 }], isCut: false };
  return { ...sampleReport(id, fields), checks: [], hasMoreChecks: false, extraFields };
}

/** The importance of checks that are not low. */
const IMPORTANCES: Record<string, FailedCheck['importance']> = {
  robots: 'high',
  noindex: 'high',
  title: 'high',
  meta_description: 'high',
  headings: 'high',
  load_time: 'medium',
};

/**
 * A report of a day of November 2026, at eight o'clock unless the day has an hour.
 * @param page host and path; the host is the client
 * @param score null: without a result
 * @param failed names of the failed checks
 */
export function reportOn(
  id: number | string,
  page: string,
  date: number | readonly [day: number, hour: number],
  score: number | null,
  ...failed: string[]
): Report {
  const [day, hour] = typeof date === 'number' ? [date, 8] : date;
  const address = { url: `https://${page}`, project: page.split('/')[0] ?? null };
  if (score === null) {
    return sampleReport(`${id}`, {
      ...address,
      result: null,
      score,
      generatedAt: null,
      failedChecks: null,
    });
  }
  return sampleReport(`${id}`, {
    ...address,
    result: ratingOf(score),
    score,
    generatedAt: new Date(2026, 10, day, hour).toISOString(),
    failedChecks: failed.map((name) => ({ name, importance: IMPORTANCES[name] ?? 'low' })),
  });
}
