import { Report, type ReportDetails } from '@/lib/report/report';

/** A report as a list has it: finished, good and private where nothing else is said. */
export function sampleReport(id: string, fields: Partial<Report> = {}): Report {
  return Report.parse({
    id,
    url: `https://host.example/${id}`,
    result: 'good',
    privacy: 1,
    generatedAt: '2026-11-01T10:00:00.000Z',
    hasExactTime: true,
    project: null,
    link: null,
    ...fields,
  });
}

/** The same report with a field that the interface does not name. */
export function sampleDetails(id: string, fields: Partial<Report> = {}): ReportDetails {
  const extraFields = { fields: [{ name: 'score', value: 91 }], isCut: false };
  return { ...sampleReport(id, fields), extraFields };
}
