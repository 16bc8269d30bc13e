import { computed, type ReadonlySignal } from '@preact/signals';
import type { FormPage } from '@/components/form/form-page';
import { createArchiveState } from '@/components/page/archive-state';
import type { FollowedFront } from '@/components/page/followed-front';
import { createPage } from '@/components/page/page-state';
import { listedRows, reportsCsv } from '@/components/report/reports-csv';
import { createFindingsFilter } from '@/components/report/wrong/findings-state';
import { createSideBySide } from '@/components/reports/comparison/side-by-side-state';
import { createMany } from '@/components/reports/many-state';
import { createReadingOn } from '@/components/reports/reading-on-state';
import type { ReportsPage } from '@/components/reports/reports-page';
import { createRowHistory } from '@/components/reports/row-history-state';
import { createSelection } from '@/components/reports/selection-state';
import { createExports } from '@/components/reports/take-along/export-state';
import { createTicket } from '@/components/reports/take-along/ticket';
import { archiveItems, archivePrefix } from '@/lib/archive/archive-items';
import type { BackgroundApi } from '@/lib/background/background-api';
import { copyLater } from '@/lib/browser/clipboard';
import { watchStored } from '@/lib/browser/storage-changes';
import type { Connection } from '@/lib/connection/connection';
import type { Keeping } from '@/lib/private-windows';
import type { Privacy } from '@/lib/report/privacy';
import { NEWEST_QUERY } from '@/lib/report/report-query';

interface Given {
  front: FollowedFront;
  connection: Connection;
  background: BackgroundApi;
  /** Where reports have addresses of their own. */
  linkTemplate: string | null;
  /** The host whose reports are offered at one press; null where no page is in front. */
  site: string | null;
  /** How what the page's window asks for is kept. */
  keeping: Keeping;
  /** The privacy that new reports begin with. */
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** Whether the page stands beside the tabs: then it has the form. */
  isPanel: boolean;
  /** What the form is about at first; null where the page in front is not known. */
  formPage: FormPage | null;
  saveCsv(csv: string, name: string): void;
}

/** Makes what the page of all reports holds for a connection. */
export function createReportsPage({
  front,
  connection,
  background,
  keeping,
  site,
  isPanel,
  formPage,
  defaultPrivacy,
  linkTemplate,
  saveCsv,
}: Given): ReportsPage {
  const archive = createArchiveState({
    readValues: archiveItems.values(connection.id).read,
    watchValues: (onChange) => watchStored(archivePrefix(connection.id), onChange),
  });
  const model = createPage({
    ...{ front, connection, background, keeping, formPage, defaultPrivacy, linkTemplate },
    query: NEWEST_QUERY,
    remember() {},
    siteUrl: site === null ? null : `https://${site}/`,
  });
  const { list, activity, linkOf } = model;
  const readingOn = createReadingOn(list);
  const read = computed(() => list.shown.value?.reports ?? []);
  // What a finding leaves is acted upon, and what is selected may be all that it looks at.
  const findings = createFindingsFilter({
    reports: read,
    selected: computed(() => selection.all.value),
  });
  const selection = createSelection(read, findings.shown);
  const history = createRowHistory(archive);
  return {
    ...model,
    ...{ readingOn, history, findings, selection },
    form: isPanel ? model.form : null,
    many: createMany({
      ...{ selected: selection.selected, newId: () => crypto.randomUUID() },
      ask: activity.batches.ask,
      onAsked: selection.clear,
    }),
    exports: createExports({
      shown: findings.shown,
      selected: selection.selected,
      isReadingOn: readingOn.isOn,
      save: (reports) => saveCsv(reportsCsv(listedRows(reports), linkOf), 'reports'),
    }),
    ticket: createTicket({ get: background.get, linkOf, copyLater, tell: activity.tell }),
    sideBySide: createSideBySide({ get: background.get, pastOf: history.of }),
  };
}
