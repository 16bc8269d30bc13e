import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { Address } from '@/components/ui/address';
import { Message } from '@/components/ui/message';
import { RatingTag } from '@/components/ui/report/rating-tag';
import { useVirtualRows } from '@/components/ui/table/virtual-rows';
import { VirtualTable } from '@/components/ui/table/virtual-table';
import type { Report } from '@/lib/report/report';
import type { BatchEntry } from '@/lib/task/batch/batch-entries';
import { entryLine } from './entry-line';
import type { BatchResult } from './result-state';

export interface ResultTableProps {
  result: BatchResult;
  /** Where a report opens on the service; null where no link is wanted. */
  linkOf: (report: Report) => string | null;
}

const COLUMNS = ['address', 'state', 'result', 'report'] as const;

/** Of a report that the service did not show. */
const NOT_SHOWN = { result: null, score: null, failed: null };

/** What has become of each address that the filter leaves; it is scrolled by the arrow keys. */
export function ResultTable({ result, linkOf }: ResultTableProps) {
  const shown = result.shown.value;
  const virtual = useVirtualRows(shown.length);
  useLayoutEffect(() => virtual.scroller.current?.scrollTo(0, 0), [result.filter.value]);
  return (
    <VirtualTable
      rows={virtual}
      class="result-table"
      label={i18n.t('batch.table')}
      columns={COLUMNS.map((column) => i18n.t(`batch.column.${column}`))}
      keyOf={(index) => shown[index]}
      tabIndex={0}
    >
      {(index) => {
        const entry = result.entries.value.get(shown[index] ?? -1);
        return entry && <EntryCells entry={entry} linkOf={linkOf} />;
      }}
    </VirtualTable>
  );
}

interface EntryCellsProps extends Pick<ResultTableProps, 'linkOf'> {
  entry: BatchEntry;
}

function EntryCells({ entry, linkOf }: EntryCellsProps) {
  const { url, state, report } = entry;
  // Why all wait stands above the table.
  const { word, reason } = entryLine(entry, null);
  return (
    <>
      <span role="cell" class="address" dir="ltr" title={url}>
        <Address address={url} />
      </span>
      <span role="cell" class={`is-${state}`}>
        {word}
      </span>
      {reason === null ? (
        <>
          <span role="cell">{state === 'done' && <RatingTag report={report ?? NOT_SHOWN} />}</span>
          <span role="cell" class="entry-report">
            {report && <ReportId id={report.id} link={linkOf(report)} />}
          </span>
        </>
      ) : (
        <span role="cell" aria-colspan={2} class="entry-report is-reason" title={reason}>
          <Message text={reason} />
        </span>
      )}
    </>
  );
}

function ReportId({ id, link }: { id: string; link: string | null }) {
  if (link === null) return <>#{id}</>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      #{id}
    </a>
  );
}
