import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { IconButton } from '@/components/ui/icon-button';
import { offersPages } from '@/lib/browser/tabs';
import { useReports } from './reports-page';

/** What can be done with the selected reports. */
export function SelectedBar() {
  const { actions, keeping, selection, sideBySide, many } = useReports();
  const selected = selection.selected.value;
  const [left, right, ...others] = selected;
  return (
    <div class="section-head selected-bar" role="toolbar" aria-label={i18n.t('reports.selection')}>
      <IconButton
        label={i18n.t('reports.clearSelection')}
        outline="M6 6l12 12M18 6L6 18"
        onClick={selection.clear}
      />
      <h2 id="reports-heading" tabIndex={-1}>
        {i18n.t('reports.selected', [countText(selected.length)])}
      </h2>
      {left && right && others.length === 0 && (
        <button type="button" onClick={() => void sideBySide.show(left, right)}>
          {i18n.t('reports.compare')}
        </button>
      )}
      <button type="button" onClick={() => many.ask('change')}>
        {i18n.t('reports.changePrivacy')}
      </button>
      <button type="button" onClick={() => many.ask('update')}>
        {i18n.t('report.update')}
      </button>
      {offersPages(keeping) && (
        <button type="button" onClick={() => actions.onReportAgain(selected)}>
          {i18n.t('reports.reportAgain')}
        </button>
      )}
      <ExportButtons />
      <button type="button" class="danger" onClick={() => many.ask('delete')}>
        {i18n.t('reports.delete')}
      </button>
    </div>
  );
}

/** The ways to take reports along, behind a button: what is selected, or else all that is shown. */
export function ExportButtons() {
  const { exports, ticket, selection, findings } = useReports();
  const isOpen = useSignal(false);
  const selected = selection.selected.value;
  const reports = selected.length > 0 ? selected : findings.shown.value;
  return (
    <>
      <button
        type="button"
        class="export"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {i18n.t('reports.export')}
      </button>
      {isOpen.value && (
        <span class="export-kinds" data-next-focus=".export">
          <button type="button" onClick={exports.save}>
            {i18n.t('reports.exportCsv')}
          </button>
          <button
            type="button"
            disabled={reports.length === 0}
            onClick={() => void ticket.copy(reports)}
          >
            {i18n.t('reports.ticket')}
          </button>
        </span>
      )}
    </>
  );
}
