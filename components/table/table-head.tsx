import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { useReports } from '@/components/reports/reports-page';
import { counted, countText } from '@/components/text/language';
import { IconButton } from '@/components/ui/icon';
import { MenuButton, type MenuItem } from '@/components/ui/menu';
import { canShowExtensionPages } from '@/lib/browser/extension-pages';
import { BatchDialog } from './batch-dialog';

interface TableHeadProps {
  /** The number of pages in the table, as a text. */
  count: string | null;
  /** Further buttons while nothing is selected. */
  children?: ComponentChildren;
}

/** The head of the table, with the actions on the selected reports or on all. */
export function TableHead({ count, children }: TableHeadProps) {
  const { selection } = useReports().table.value;
  if (selection.selected.value.length > 0) {
    return (
      <>
        <SelectedBar />
        <BatchDialog />
      </>
    );
  }
  return (
    <div class="section-head border-above cluster compact">
      <h2 id="reports-heading" tabIndex={-1}>
        {i18n.t('reports.title')}
      </h2>
      <small class="page-count grow quiet">{count}</small>
      <ExportButton />
      {children}
    </div>
  );
}

function SelectedBar() {
  const { compare, isPrivate, table } = useReports();
  const { selection, batchActions } = table.value;
  const selected = selection.selected.value;
  const [left, right, ...others] = selected;
  return (
    <div
      class="section-head border-above cluster selected-bar compact"
      role="toolbar"
      aria-label={i18n.t('reports.selection')}
    >
      <IconButton label={i18n.t('reports.clearSelection')} icon="cross" onClick={selection.clear} />
      <h2 id="reports-heading" class="grow" tabIndex={-1}>
        {i18n.t('reports.selected', [countText(selected.length)])}
      </h2>
      {left && right && others.length === 0 && (
        <button type="button" onClick={() => compare(left, right)}>
          {i18n.t('reports.compare')}
        </button>
      )}
      <button type="button" onClick={() => batchActions.requireConfirmation('change')}>
        {i18n.t('reports.changePrivacy')}
      </button>
      <button type="button" onClick={() => batchActions.requireConfirmation('update')}>
        {i18n.t('report.update')}
      </button>
      {canShowExtensionPages(isPrivate) && (
        <button type="button" onClick={() => batchActions.requireConfirmation('again')}>
          {i18n.t('reports.reportAgain')}
        </button>
      )}
      <ExportButton />
      <button
        type="button"
        class="danger"
        onClick={() => batchActions.requireConfirmation('delete')}
      >
        {i18n.t('reports.delete')}
      </button>
    </div>
  );
}

/** The menu that exports the selected reports or, without a selection, all shown reports. */
function ExportButton() {
  const { exports, table } = useReports();
  const isEmpty = table.value.rowsToExport.value.length === 0;
  const ofOneClient: MenuItem[] = [
    {
      label: i18n.t('reports.copySummary'),
      isBusy: () => exports.isBusy('summary'),
      onChoose: () => exports.copySummary(),
    },
    {
      label: i18n.t('report.copyText'),
      isBusy: () => exports.isBusy('reports'),
      onChoose: () => exports.copyReports(),
    },
  ];
  const items: MenuItem[] = [
    // A text goes to one client, and must not name pages of another client.
    ...(exports.clients.value.length === 1 ? ofOneClient : []),
    {
      label: i18n.t('reports.downloadCsv'),
      isBusy: () => exports.isBusy('file'),
      onChoose: () => exports.save(),
    },
    {
      label: i18n.t('reports.downloadXlsx'),
      isBusy: () => exports.isBusy('workbook'),
      onChoose: () => exports.saveWorkbook(),
    },
    {
      label: i18n.t('reports.print'),
      isBusy: () => exports.isBusy('print'),
      onChoose: () => exports.print(),
    },
  ];
  return <MenuButton label={i18n.t('reports.export')} items={items} disabled={isEmpty} />;
}

/** Returns the number of shown pages: "12 of 20 pages". */
export function countMessage(shown: number, all: number): string {
  return shown === all
    ? counted('reports.pages', all)
    : counted('reports.pagesOf', all, countText(shown));
}
