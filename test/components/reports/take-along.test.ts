import { signal } from '@preact/signals';
import Papa from 'papaparse';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createExports } from '@/components/reports/take-along/export-state';
import { reportsCsv } from '@/components/reports/take-along/reports-csv';
import { createTicketReading } from '@/components/reports/take-along/ticket-state';
import { ticketText } from '@/components/reports/take-along/ticket-text';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportDetails } from '@/lib/report/report';
import { useMessageKeys } from '../../support/message-keys';
import { sampleDetails, sampleReport } from '../../support/sample-report';

beforeEach(() => useMessageKeys({ filled: true }));

const all = ['1', '2', '3'].map((id) => sampleReport(id));
const noLink = () => null;

describe('an exported file', () => {
  it('waits until all rows are read, unless some are selected', () => {
    const [shown, selected] = [signal<Report[]>([]), signal<Report[]>([])];
    const isReadingOn = signal(true);
    const save = vi.fn();
    const exports = createExports({ shown, selected, isReadingOn, save });
    exports.save();
    expect([save.mock.calls.length, exports.isWaiting.value]).toEqual([0, true]);
    shown.value = all;
    isReadingOn.value = false;
    expect(save).toHaveBeenCalledExactlyOnceWith(all);
    expect(exports.isWaiting.value).toBe(false);
    isReadingOn.value = true;
    selected.value = all.slice(0, 1);
    exports.save();
    expect(save).toHaveBeenLastCalledWith(all.slice(0, 1));
  });

  it('holds no formula', () => {
    const reports = [sampleReport('1', { project: '=1+1', failedChecks: [] }), ...all.slice(1)];
    const csv = reportsCsv(reports, noLink);
    expect(csv.startsWith('\ufeff')).toBe(true);
    const { data } = Papa.parse<string[]>(csv.slice(1).trim());
    expect(data.map(({ length }) => length)).toEqual([12, 12, 12, 12]);
    expect(data[1]?.[7]).toBe("'=1+1");
  });
});

describe('a ticket', () => {
  const details = (id: string): Outcome<ReportDetails> => ({ value: sampleDetails(id) });

  it('reads at most twenty reports, and counts the reports that could not be read', async () => {
    const ticket = createTicketReading(async ({ id }) =>
      id === '3' ? { failure: { code: 'unreachable' } } : details(id),
    );
    const many = Array.from({ length: 25 }, (_, at) => sampleReport(`${at}`));
    const { reports, unread, leftOut } = await ticket.read(many);
    expect([reports.length, unread, leftOut]).toEqual([19, 1, 5]);
    expect(ticket.progress.value).toBeNull();
  });

  it('stops reading when a person stops it', async () => {
    const get = vi.fn(async ({ id }: Report) => details(id));
    const ticket = createTicketReading(get);
    const reading = ticket.read(all);
    expect(ticket.progress.value).toEqual({ done: 0, size: 3 });
    ticket.stop();
    await expect(reading).rejects.toThrow();
    expect([get.mock.calls.length, ticket.progress.value]).toEqual([1, null]);
  });

  it('names page, failed checks and their links, with foreign text escaped', () => {
    const report: ReportDetails = {
      ...sampleDetails('1', { fullUrl: 'https://host.example/a_b' }),
      checks: [
        {
          ...{ name: 'my_*check*', isPassed: false, importance: 'high', details: [] },
          value: null,
          reasons: [
            {
              name: 'missing',
              value: {
                fields: [
                  { name: '1', value: 'https://host.example/one.png' },
                  { name: '2', value: 'https://host.example/two.png' },
                  { name: '3', value: 'https://host.example/three.png' },
                ],
              },
            },
          ],
        },
        {
          ...{ name: 'robots', isPassed: true, importance: 'high', details: [] },
          ...{ value: null, reasons: [] },
        },
      ],
    };
    const lines = ticketText([report], noLink).split('\n');
    expect(lines[0]).toBe('## <https://host.example/a_b>');
    expect(lines.find((line) => line.startsWith('- [ ]'))).toContain('\\*check\\*');
    expect(lines).toContain('  - <https://host.example/two.png>');
    expect(lines.join()).not.toContain('robots');
  });
});
