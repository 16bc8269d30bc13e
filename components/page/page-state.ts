import { computed, type ReadonlySignal } from '@preact/signals';
import { createActivity } from '@/components/activity/activity-state';
import { createAsk } from '@/components/activity/ask-state';
import { changesOf } from '@/components/activity/subject';
import type { FormDraft } from '@/components/form/form-draft';
import type { FormPage } from '@/components/form/form-page';
import { createReportForm } from '@/components/form/form-state';
import { createListState } from '@/components/list/list-state';
import { createNewResults } from '@/components/report/new-results-state';
import { createReportState } from '@/components/report/report-state';
import { type PageHistory, withoutReports } from '@/lib/archive/page-history';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { SettingsField } from '@/lib/browser/own-pages';
import type { Connection } from '@/lib/connection/connection';
import type { Keeping } from '@/lib/private-windows';
import { resultBefore } from '@/lib/report/compare/changes';
import { isSuperseded, type PastResult } from '@/lib/report/past-result';
import type { Privacy } from '@/lib/report/privacy';
import { distinctReports, type Report } from '@/lib/report/report';
import { reportLink } from '@/lib/report/report-link';
import type { ReportQuery } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import type { StoredItem } from '@/lib/storage/stored-item';
import type { ArchiveState } from './archive-state';
import { followForm } from './followed-form';
import type { FollowedFront } from './followed-front';
import { createSetPasswords } from './set-passwords';

/** What a page asks of the browser. */
export interface PageActions {
  /** @param field the one that a person is to change there */
  onOpenSettings(field?: SettingsField): void;
  onCopy(text: string): Promise<void>;
  onOpenPage(url: string): void;
  /** Shows a batch of reports that are created. */
  onOpenBatch(id: string): void;
  /** Prints what is open; absent where that is no page. */
  onPrint?(): void;
}

interface PageTools {
  front: FollowedFront;
  connection: Connection;
  background: BackgroundApi;
  archive: ArchiveState;
  actions: PageActions;
  /** How what the page's window asks for is kept. */
  keeping: Keeping;
  /** What the list shows at first, and what is done with each query after it. */
  query: ReportQuery;
  remember(query: ReportQuery): void;
  /** An address of the site whose reports are offered at one press; null for none. */
  siteUrl: string | null;
  /** Whether the page shows the form that creates a report. */
  hasForm: boolean;
  /** The page that the form is about; null where none is known. */
  formPage: FormPage | null;
  /** What the form holds at first, in place of that page. */
  draft?: Pick<FormDraft, 'url' | 'privacy'> | undefined;
  /** Where a half-filled form is remembered; none where it is not. */
  draftItem?: StoredItem<FormDraft> | undefined;
  /** The privacy that new reports begin with. */
  defaultPrivacy: ReadonlySignal<Privacy>;
  /** Where reports have pages of their own; null: where installations have them. */
  linkTemplate: string | null;
}

/** What a page with a list of reports holds once a service is connected. */
export type PageState = ReturnType<typeof createPage>;

/** Makes it of what is stored, and of what the page's window is. */
export function createPage(tools: PageTools) {
  const { front, connection, archive, actions, keeping, hasForm } = tools;
  const { formPage, draft, draftItem, defaultPrivacy } = tools;
  const { view, tasks, deleting, awaited, newest, outcomes, success } = front;
  const passwords = createSetPasswords(() => view.value.outcomes);
  const background = askedFrom(tools.background, keeping, passwords.remember);
  const newId = () => crypto.randomUUID();
  const asking = createAsk(background, view);
  const list = createListState({
    ...{ background, newest, outcomes, deleting, success, pageUrl: tools.siteUrl },
    ...{ query: tools.query, remember: tools.remember },
  });
  const listed = computed(() =>
    distinctReports([...list.rows.value, ...(newest.value?.reports ?? [])]),
  );
  const results = createNewResults({
    awaited,
    outcomes: () => view.value.outcomes,
    reportOf: (id) => listed.value.find((report) => report.id === id),
  });
  const form = createReportForm({
    ...{ asking, view, keeping, newId, defaultPrivacy, draft, draftItem },
    page: formPage,
  });
  const reportState = createReportState({
    ...{ background, asking, view, newId, results, listed, isOlder },
  });
  const activity = createActivity({
    ...{ background, asking, view, listed },
    openId: computed(() => reportState.open.value?.report.id),
    awaitedOf: results.stateOf,
    formPage: form.pageKey,
    onDoubt: () => void list.refresh(),
  });

  /** What is known of the page of a key, without the reports that are being deleted. */
  function historyOf(page: string): PageHistory | undefined {
    const history = archive.historyOf(page);
    return history && withoutReports(history, deleting.value);
  }

  /** The results that a report's page has had, oldest first. */
  function pastOf(report: Report): readonly PastResult[] {
    return archive.historyOf(referTo(report).page)?.results ?? [];
  }

  /** Whether another report shows a later result of a report's page. */
  async function isOlder(report: Report): Promise<boolean> {
    const { page } = referTo(report);
    await archive.read(page);
    return isSuperseded(report, historyOf(page)?.results ?? []);
  }

  /** Shows a report in place of the list. */
  function show(report: Report): void {
    // That no new result has come is no news any more.
    results.forget(report.id);
    void reportState.show(report);
  }

  /**
   * Asks for new results of a report. A question that comes before that is asked where the report is shown.
   * @param open shows it
   */
  async function update(report: Report, open: (report: Report) => void = show): Promise<void> {
    if (await isOlder(report)) {
      open(report);
      await reportState.updateResults();
    } else {
      await asking.ask({ id: newId(), kind: 'change', report, change: { results: 1 } });
    }
  }

  return {
    /** The service's base URL. */
    service: connection.baseUrl,
    ...{
      background,
      actions,
      keeping,
      hasForm,
      list,
      results,
      form,
      reportState,
      activity,
      historyOf,
    },
    pastOf,
    /** The password of a report, or of a batch, where it was entered on this page; null where it is not known. */
    passwordOf: passwords.of,
    passwordOfBatch: passwords.ofBatch,
    /** The earlier result that says what has changed with a report; null where there is none. */
    baseOf: (report: Report): PastResult | null => resultBefore(report, pastOf(report)),
    /** Puts a report beside that result; null where the page has no room for both. */
    onCompare: null as ((report: Report, base: PastResult) => void) | null,
    /** Makes a report's page ready to be reported once more, with the same privacy. */
    reportAnew({ url, fullUrl, privacy }: Report): void {
      reportState.close();
      if (url !== null) form.fill({ url: fullUrl ?? url, ...(privacy !== null && { privacy }) });
    },
    /** The report that was created last; null for none. */
    createdId: followForm({ form, list, reportState, activity }),
    /** Whether new results of a report are on their way. */
    isUpdating: (id: string): boolean =>
      results.stateOf(id) === 'awaited' ||
      changesOf(tasks.value, id).some(
        ({ work, standing }) => work.change.results === 1 && standing.name !== 'stuck',
      ),
    show,
    /** Goes back, as from a report to the list. */
    back: reportState.close,
    update,
    remove: (report: Report): void => void asking.ask({ id: newId(), kind: 'delete', report }),
    /** The report's own address on the service, null where none is wanted. */
    linkOf: (report: Report): string | null =>
      reportLink(report, tools.linkTemplate, connection.baseUrl),
  };
}

/**
 * The background, as a window asks it: what a private window asks for is kept so.
 * @param remember called with each password that is set
 */
function askedFrom(
  background: BackgroundApi,
  keeping: Keeping,
  remember: (id: string, password: string | undefined) => void,
): BackgroundApi {
  const own: Pick<BackgroundApi, 'add' | 'addBatch'> = {
    add(tasks) {
      for (const task of tasks) {
        if (task.kind === 'create') remember(task.id, task.draft.password);
        if (task.kind === 'change') remember(task.id, task.change.password);
      }
      return background.add(tasks.map((task) => ({ ...task, keeping })));
    },
    addBatch(batch) {
      if (batch.kind === 'create') remember(batch.id, batch.password);
      return background.addBatch({ ...batch, keeping });
    },
  };
  return Object.assign(Object.create(background), own);
}
