import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { IconButton } from '@/components/ui/icon-button';
import { offersPages } from '@/lib/browser/own-pages';
import { useReports } from '../reports-page';
import { ManyQuestion } from './many-question';

interface TableHeadProps {
  /** How many reports the table has. */
  count: ComponentChildren;
  /** What else can be done while none is selected. */
  children?: ComponentChildren;
}

/** The head of the table: what can be done with the reports that are selected, or else with all. */
export function TableHead({ count, children }: TableHeadProps) {
  const { selection } = useReports().table.value;
  if (selection.selected.value.length > 0) {
    return (
      <>
        <SelectedBar />
        <ManyQuestion />
      </>
    );
  }
  return (
    <div class="section-head">
      <h2 id="reports-heading" tabIndex={-1}>
        {i18n.t('reports.title')}
      </h2>
      {typeof count === 'string' ? <small class="count">{count}</small> : count}
      <ExportButtons />
      {children}
    </div>
  );
}

function SelectedBar() {
  const { keeping, places, reportAgain, table } = useReports();
  const { selection, many } = table.value;
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
        <button type="button" onClick={() => places.compare({ left, right, before: null })}>
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
        <button type="button" onClick={() => reportAgain(selected)}>
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
function ExportButtons() {
  const { ticket, table } = useReports();
  const { exports, selection, findings } = table.value;
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
