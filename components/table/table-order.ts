import type { PageRow } from '@/lib/report/compare/findings';
import { comparedOf, newChecks } from '@/lib/report/compare/page-change';
import type { Rating } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { verdictOf } from '@/lib/report/verdict';

export interface TableRow {
  report: Report;
  page: PageRow;
}

export interface TableOrder {
  column: SortedColumn;
  isAscending: boolean;
}

export type SortedColumn = 'address' | 'result' | 'change' | 'failed' | 'date';

/** Sort keys of ratings without a score. */
const LEVELS: Record<Rating, number> = { good: 90, decent: 65, bad: 25 };

/** Returns the rows in an order. Rows without a sort key are last in both directions. */
export function sortedRows(
  rows: readonly TableRow[],
  { column, isAscending }: TableOrder,
): TableRow[] {
  const keyed = rows.map((row) => ({ row, key: KEYS[column](row) }));
  return keyed
    .sort(({ key: one }, { key: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      const order = one < other ? -1 : Number(one > other);
      return isAscending ? order : -order;
    })
    .map(({ row }) => row);
}

const KEYS: Record<SortedColumn, (row: TableRow) => string | number | null> = {
  address: ({ report }) => report.url?.toLowerCase() ?? null,
  result: ({ report: { result, score } }) => score ?? (result && LEVELS[result]),
  change: changeKey,
  failed({ report, page }) {
    const { counts } = verdictOf(report, page.mutes);
    return counts && (counts.high * 100 + counts.medium) * 100 + counts.low;
  },
  date: ({ report }) => report.generatedAt,
};

/** The score's difference, less a hundredth for each new check. */
function changeKey({ page: { change } }: TableRow): number | null {
  const compared = comparedOf(change);
  if (compared === null) return null;
  return (compared.difference ?? 0) - newChecks(compared).length / 100;
}
