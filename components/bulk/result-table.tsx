import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { RatingTag } from '@/components/reports/rating-tag';
import { failureMessage } from '@/components/text/failure-message';
import { shortAddresses } from '@/components/text/short-address';
import { Message } from '@/components/ui/message';
import type { BatchResult } from '@/lib/page/batch-result';
import type { BatchEntry } from '@/lib/task/batch-entries';
import { useVirtualRows } from './virtual-rows';
import { VirtualTable } from './virtual-table';

/** What fits into a row of the widest page, in characters. */
const ROOM = 70;

const COLUMNS = ['address', 'state', 'result', 'report'] as const;

/** What has become of each address that the filter leaves; it is scrolled by the arrow keys. */
export function ResultTable({ result }: { result: BatchResult }) {
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
        return entry && <EntryCells entry={entry} />;
      }}
    </VirtualTable>
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
