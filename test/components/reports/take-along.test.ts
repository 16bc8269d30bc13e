import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reportText } from '@/components/report/content/report-text';
import { createExports } from '@/components/reports/take-along/export-state';
import { createTicket } from '@/components/reports/take-along/ticket';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportDetails } from '@/lib/report/report';
import { useMessageKeys } from '../../support/message-keys';
import { sampleDetails, sampleReport } from '../../support/sample-report';

beforeEach(() => useMessageKeys({ filled: true }));

const all = ['1', '2', '3'].map((id) => sampleReport(id));

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
});

describe('a ticket', () => {
  const details = (id: string): Outcome<ReportDetails> => ({ value: sampleDetails(id) });

  /** A ticket whose text and sentences are kept. */
  function openTicket(get: (report: Report) => Promise<Outcome<ReportDetails>>) {
    const texts: string[] = [];
    const tell = vi.fn();
    const copyLater = async (text: Promise<string>) => void texts.push(await text);
    const linkOf = ({ id }: Report) => `https://service.example/${id}`;
    return { texts, tell, ticket: createTicket({ get, linkOf, copyLater, tell }) };
  }

  it('is the texts of at most twenty reports, and says how many are left out or could not be read', async () => {
    const { texts, tell, ticket } = openTicket(async ({ id }) =>
      id === '3' ? { failure: { code: 'unreachable' } } : details(id),
    );
    await ticket.copy(Array.from({ length: 25 }, (_, at) => sampleReport(`${at}`)));
    const kept = Array.from({ length: 20 }, (_, at) => `${at}`).filter((id) => id !== '3');
    expect(texts).toEqual([
      kept.map((id) => reportText(sampleDetails(id), `https://service.example/${id}`)).join('\n\n'),
    ]);
    expect(tell).toHaveBeenLastCalledWith('reports_ticketCut 20 list_unreadable 1');
    expect(ticket.progress.value).toBeNull();
  });

  it('stops reading when a person stops it, and says nothing', async () => {
    const get = vi.fn(async ({ id }: Report) => details(id));
    const { texts, tell, ticket } = openTicket(get);
    const copying = ticket.copy(all);
    expect(ticket.progress.value).toEqual({ done: 0, size: 3 });
    ticket.stop();
    await copying;
    expect([get.mock.calls.length, ticket.progress.value, texts]).toEqual([1, null, []]);
    expect(tell).toHaveBeenCalledExactlyOnceWith(null);
  });
});
