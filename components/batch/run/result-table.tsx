import { i18n } from '#i18n';
import { useBulk } from '@/components/batch/batch-model';
import { Address } from '@/components/ui/address';
import { Message } from '@/components/ui/message';
import { VirtualTable } from '@/components/ui/table/virtual-table';
import { type Operation, urlOf } from '@/lib/jobs/operation';
import { entryLine } from './entry-line';

const COLUMNS = ['address', 'state', 'reason'] as const;

/** The addresses of a batch that need attention, wait or were cancelled. */
export function ResultTable() {
  const { result } = useBulk();
  const shown = result.shown.value;
  return (
    <VirtualTable
      class="result-table"
      label={i18n.t('bulk.addresses')}
      columns={COLUMNS.map((column) => ({
        class: `cell-${column}`,
        head: i18n.t(`batch.column.${column}`),
      }))}
      rows={shown}
      start={result.filter.value}
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
      <td class="cell-address" title={url}>
        <span class="address" dir="ltr">
          <Address address={url} />
        </span>
      </td>
      <td class={`cell-state is-${tone}`}>{word}</td>
      <td class="cell-reason" title={reason ?? ''}>
        <span>{reason && <Message text={reason} />}</span>
      </td>
    </>
  );
}
