import { i18n } from '#i18n';
import { rowsAgeText } from '@/components/export/rows-age';
import { useReports } from './reports-page';

/** Says how current the rows are, and stops or continues their reading. */
export function RowsAgeLine() {
  const { view, hasPlainList, rowsAge, reading } = useReports();
  if (view.value !== 'list' || hasPlainList.value) return null;
  const text = rowsAgeText(rowsAge.value);
  const { status } = reading.now.value;
  const isStopped = status === 'stopped';
  return (
    <p class="rows-age beside compact quiet small">
      <span class="cut" title={text ?? ''}>
        {text}
        {status === 'waiting' && ` · ${i18n.t('reports.readingWaits')}`}
      </span>
      {status !== 'idle' && (
        <button type="button" class="link" onClick={isStopped ? reading.resume : reading.stop}>
          {i18n.t(isStopped ? 'list.showMore' : 'reports.stop')}
        </button>
      )}
    </p>
  );
}
