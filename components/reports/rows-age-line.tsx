import { i18n } from '#i18n';
import { rowsAgeText } from '@/components/export/rows-age';
import { useReports } from './reports-page';

/** Says how current the rows are, and stops or continues their reading. */
export function RowsAgeLine() {
  const { view, hasPlainList, rowsAge, readingOn } = useReports();
  if (view.value !== 'list' || hasPlainList.value) return null;
  const text = rowsAgeText(rowsAge.value);
  const canStop = readingOn.canStop.value;
  return (
    <p class="rows-age beside compact quiet small">
      <span class="cut" title={text ?? ''}>
        {text}
        {readingOn.isWaiting.value && ` · ${i18n.t('reports.readingWaits')}`}
      </span>
      {(canStop || readingOn.isStopped.value) && (
        <button type="button" class="link" onClick={canStop ? readingOn.stop : readingOn.goOn}>
          {i18n.t(canStop ? 'reports.stop' : 'list.showMore')}
        </button>
      )}
    </p>
  );
}
