import { computed, type ReadonlySignal } from '@preact/signals';
import { createFindingsFilter } from '@/components/report/wrong/findings-state';
import type { Report } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { createExports } from '../take-along/export-state';
import { createMany } from './many-state';
import { createSelection } from './selection-state';

/** How rows are sorted. */
export type TableOrder = Pick<ReportQuery, 'sortBy' | 'sort'>;

interface TableTools {
  /** All rows that were read, in their order. */
  reports: ReadonlySignal<readonly Report[]>;
  order: ReadonlySignal<TableOrder>;
  sort(order: TableOrder): void;
  /** Whether other rows are asked for. */
  isReading: ReadonlySignal<boolean>;
  /** Whether more rows are on their way. */
  isReadingOn: ReadonlySignal<boolean>;
  ask: Parameters<typeof createMany>[0]['ask'];
  save(reports: readonly Report[]): void;
}

/** A table of reports: all of them, or those of a batch. */
export function createTable({ reports, order, sort, isReading, ...tools }: TableTools) {
  // What a finding leaves is acted upon, and what is selected may be all that it looks at.
  const findings = createFindingsFilter({
    reports,
    selected: computed(() => selection.all.value),
  });
  const selection = createSelection(reports, findings.shown);
  const { selected } = selection;
  return {
    ...{ order, sort, isReading, selection },
    /** What is wrong in the rows, and the filter by it: its rows are the table's. */
    findings,
    many: createMany({
      ...{ selected, newId: () => crypto.randomUUID() },
      ...{ ask: tools.ask, onAsked: selection.clear },
    }),
    exports: createExports({
      ...{ shown: findings.shown, selected },
      ...{ isReadingOn: tools.isReadingOn, save: tools.save },
    }),
  };
}
