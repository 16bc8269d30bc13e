import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createFindingsFilter } from '@/components/report/wrong/findings-state';
import type { Report } from '@/lib/report/report';
import { sampleReport } from '../../support/sample-report';

const report = (id: string, result: Report['result'], ...failed: string[]) =>
  sampleReport(id, {
    result,
    failedChecks: failed.map((name) => ({ name, importance: 'low' })),
  });

/** Three pages: two are good, `title` fails on two. */
function open() {
  const reports = signal([
    report('1', 'good', 'title'),
    report('2', 'bad', 'title', 'robots'),
    report('3', 'good'),
  ]);
  const selected = signal<Report[]>([]);
  const filter = createFindingsFilter({ reports, selected });
  const ids = () => filter.shown.value.map(({ id }) => id).join('');
  return { reports, selected, filter, ids };
}

describe('the filter by rating or failed check', () => {
  it('shows reports of a rating or failed check, and all reports at a second press', () => {
    const { filter, ids } = open();
    expect([ids(), filter.isOn.value]).toEqual(['123', false]);
    filter.toggle({ rating: 'good' });
    expect([ids(), filter.isChosen({ rating: 'good' })]).toEqual(['13', true]);
    filter.toggle({ check: 'title' });
    expect(ids()).toBe('12');
    filter.toggle({ check: 'title' });
    expect([ids(), filter.isOn.value]).toEqual(['123', false]);
  });

  it('applies to rows that are read later', () => {
    const { reports, filter, ids } = open();
    filter.toggle({ check: 'robots' });
    reports.value = [...reports.value, report('4', 'bad', 'robots')];
    expect(ids()).toBe('24');
    reports.value = [];
    expect(ids()).toBe('');
  });

  it('counts the selected reports alone if wanted, while any are selected', () => {
    const { selected, filter, reports } = open();
    filter.toggleSelection();
    expect([filter.ofSelection.value, filter.findings.value.pages.length]).toEqual([false, 3]);
    selected.value = reports.value.slice(0, 1);
    expect([filter.ofSelection.value, filter.findings.value.pages.length]).toEqual([true, 1]);
    filter.toggleSelection();
    expect(filter.findings.value.pages).toHaveLength(3);
  });
});
