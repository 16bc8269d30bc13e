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
