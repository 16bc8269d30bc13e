import type { FailedCheck } from '@/lib/report/importance';
import { ratingOf } from '@/lib/report/rating';
import { Report, type ReportDetails } from '@/lib/report/report';

const SAMPLE = Report.parse({
  id: '1',
  url: null,
  result: 'good',
  privacy: 1,
  generatedAt: '2026-11-01T10:00:00.000Z',
  project: null,
});

/**
 * Returns an id that is not a number. Ascending numbers do not give ascending ids. The ids of all numbers
 * below 10,007 differ, because 7919 and 10,007 are primes.
 */
export function nonNumericId(number: number): string {
  return `r${(number * 7919) % 10_007}`;
}

/**
 * Returns a report with the fields of a list. By default, the report has a result, is rated good, and is
 * private.
 */
export function sampleReport(id: string, fields: Partial<Report> = {}): Report {
  const { url = `https://host.example/${id}` } = fields;
  return { ...SAMPLE, id, url, fullUrl: url, ...fields };
}

/** Returns the details of a report, with one undocumented field. */
export function sampleDetails(id: string, fields: Partial<Report> = {}): ReportDetails {
  const extraFields = { fields: [{ name: 'word_count', value: 910 }], isCut: false };
  return { ...sampleReport(id, fields), checks: [], hasMoreChecks: false, extraFields };
}

/** All other checks have a low importance. */
const IMPORTANCES: Record<string, FailedCheck['importance']> = {
  robots: 'high',
  noindex: 'high',
  title: 'high',
  meta_description: 'high',
  headings: 'high',
  load_time: 'medium',
};

/** Returns a failed check from `title`, or from `title:missing+length` with its kinds of error. */
function failedCheck(text: string): FailedCheck {
  const [name = '', kinds] = text.split(':');
  const check = { name, importance: IMPORTANCES[name] ?? 'low' };
  return kinds === undefined ? check : { ...check, errors: kinds.split('+') };
}

/**
 * Returns a report with its client, score and failed checks.
 * @param page host and path; the host is also the client
 * @param date a day of November 2026, or a day and an hour; the default hour is 8
 * @param score null for a report without a result
 * @param failed failed checks such as `title`, or with kinds of error `title:missing+length`
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
    failedChecks: failed.map(failedCheck),
  });
}
