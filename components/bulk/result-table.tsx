import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { RatingTag } from '@/components/reports/rating-tag';
import { failureMessage } from '@/components/text/failure-message';
import { shortAddresses } from '@/components/text/short-address';
import { Message } from '@/components/ui/message';
import type { BatchResult } from '@/lib/page/batch-result';
import type { BatchEntry } from '@/lib/task/batch-entries';
import { useVirtualRows } from './virtual-rows';

/** What fits into a row of the widest page, in characters. */
const ROOM = 70;

/** What has become of each address that the filter leaves; it is scrolled by the arrow keys. */
export function ResultTable({ result }: { result: BatchResult }) {
  const shown = result.shown.value;
  const entries = result.entries.value;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualRows(scroller, shown.length, 0);
  const [filter, setFilter] = useState(result.filter.value);
  useLayoutEffect(() => {
    if (filter === result.filter.value) return;
    setFilter(result.filter.value);
    virtualizer.scrollToOffset(0);
  });
  return (
    <div
      ref={scroller}
      class="bulk-table result-table"
      role="table"
      aria-label={i18n.t('batch.table')}
      aria-rowcount={shown.length + 1}
      tabIndex={0}
    >
      <div class="bulk-head" role="row" aria-rowindex={1}>
        {(['address', 'state', 'result', 'report'] as const).map((column) => (
          <span key={column} role="columnheader">
            {i18n.t(`batch.column.${column}`)}
          </span>
        ))}
      </div>
      <div
        class="bulk-rows"
        role="rowgroup"
        style={{ blockSize: `${virtualizer.getTotalSize()}px` }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const row = shown[index] ?? -1;
          const entry = entries.get(row);
          return (
            entry && (
              <div
                key={row}
                class="bulk-row"
                role="row"
                aria-rowindex={index + 2}
                style={{ transform: `translateY(${start}px)`, blockSize: `${size}px` }}
              >
                <EntryCells entry={entry} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function EntryCells({ entry }: { entry: BatchEntry }) {
  const { url, state, report, failure } = entry;
  const address = shortAddresses([url], ROOM).get(url);
  const why = failure === null ? null : failureMessage(failure);
  const sentence = state === 'unconfirmed' ? i18n.t('task.choices') : why;
  return (
    <>
      <span role="cell" class="row-address" dir="ltr" title={url}>
        <b>{address?.host}</b>
        <span>{address?.path}</span>
      </span>
      <span role="cell" class={`is-${state}`}>
        {i18n.t(`batch.state.${state}`)}
      </span>
      <span role="cell">{state === 'done' && <RatingTag rating={report?.result ?? null} />}</span>
      <span role="cell" class="entry-report" title={sentence ?? undefined}>
        {sentence === null ? report && `#${report.id}` : <Message text={sentence} />}
      </span>
    </>
  );
}
