import { useLayoutEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { useBulk } from '@/components/batch/batch-model';
import { Address } from '@/components/ui/address';
import { Message } from '@/components/ui/message';
import { useVirtualRows } from '@/components/ui/table/virtual-rows';
import { VirtualTable } from '@/components/ui/table/virtual-table';
import { type Operation, urlOf } from '@/lib/jobs/operation';
import { entryLine } from './entry-line';

const COLUMNS = ['address', 'state', 'reason'] as const;

/** The addresses of a batch that need attention, wait or were cancelled; scrolled by the arrow keys. */
export function ResultTable() {
  const { result } = useBulk();
  const shown = result.shown.value;
  const virtual = useVirtualRows(shown.length);
  useLayoutEffect(() => virtual.scroller.current?.scrollTo(0, 0), [result.filter.value]);
  return (
    <VirtualTable
      rows={virtual}
      class="result-table"
      label={i18n.t('bulk.addresses')}
      columns={COLUMNS.map((column) => i18n.t(`batch.column.${column}`))}
      keyOf={(index) => shown[index]}
      tabIndex={0}
    >
      {(index) => {
        const operation = result.operations.value.get(shown[index] ?? -1);
        return operation && <EntryCells operation={operation} />;
      }}
    </VirtualTable>
  );
}

function EntryCells({ operation }: { operation: Operation }) {
  const { result } = useBulk();
  const url = urlOf(operation.subject) ?? '';
  // Why all wait stands above the table.
  const { word, reason, tone } = entryLine(operation, result.reportOf(operation), null);
  return (
    <>
      <span role="cell" class="address" dir="ltr" title={url}>
        <Address address={url} />
      </span>
      <span role="cell" class={`is-${tone}`}>
        {word}
      </span>
      <span role="cell" class="entry-reason" title={reason ?? ''}>
        {reason && <Message text={reason} />}
      </span>
    </>
  );
}
