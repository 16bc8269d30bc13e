import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { Icon } from '@/components/icon';
import { AlertLine } from '@/components/message-lines';
import { quoted } from '@/components/quoting';
import { reportName } from '@/components/report-name';
import { SetAsideLine } from '@/components/set-aside-line';
import type { AwaitedResult } from '@/lib/model/awaited-result';
import type { PageHistory } from '@/lib/model/page-history';
import { Privacy } from '@/lib/model/privacy';
import type { Report } from '@/lib/model/report';
import type { SetAside } from '@/lib/model/set-aside';
import type { OpenedReport } from '@/lib/state/opened-report';
import type { ReportDeletions } from '@/lib/state/report-deletions';
import type { ReportForm } from '@/lib/state/report-form';
import type { ReportList } from '@/lib/state/report-list';
import type { ReportSubmissions } from '@/lib/state/report-submissions';
import { usePopupKeys } from './keyboard';
import { areLaterPartsHere, areLaterPartsMissing, Later } from './later';
import { Logo } from './logo';
import { NewReport } from './new-report';
import { ReportsSection } from './reports-section';
import { ThisPage } from './this-page';

/** What the popup holds once a service is connected. */
export interface ConnectedPopup {
  form: ReportForm;
  submissions: ReportSubmissions;
  list: ReportList;
  opened: OpenedReport;
  history: ReadonlySignal<PageHistory | undefined>;
  deletions: ReportDeletions;
  awaited: ReadonlySignal<readonly AwaitedResult[]>;
}

/** What the popup asks of the browser and the background. */
export interface PopupActions {
  onOpenSettings: () => void;
  onCopy: (text: string) => Promise<void>;
  onOpenPage: (url: string) => void;
}

interface PopupProps extends PopupActions {
  /** Null: no service is connected. */
  connected: ConnectedPopup | null;
  setAside: ReadonlySignal<SetAside | undefined>;
}

/** The whole popup. */
export function Popup({ connected, setAside, ...actions }: PopupProps) {
  return (
    <>
      <header class="bar">
        <Logo />
        <h1>{i18n.t('popup.title')}</h1>
        <button
          type="button"
          class="icon-button"
          aria-label={i18n.t('popup.settings')}
          title={i18n.t('popup.settings')}
          onClick={actions.onOpenSettings}
        >
          <Icon name="gear" />
        </button>
      </header>
      <AlertLine>{areLaterPartsMissing.value && i18n.t('popup.partsMissing')}</AlertLine>
      {connected === null ? (
        <ConnectFirst onConnect={actions.onOpenSettings} />
      ) : (
        <ConnectedMain {...connected} {...actions} />
      )}
      <SetAsideLine count={setAside.value?.count ?? 0} hint={i18n.t('setAside.hint')} />
    </>
  );
}

/** Whether the popup opens with parts that come later otherwise. */
export function showsMoreThanUsual({ form, submissions, deletions }: ConnectedPopup): boolean {
  return (
    form.privacy.value === Privacy.Password ||
    submissions.shown.value.length > 0 ||
    submissions.more.value > 0 ||
    submissions.pause.value !== null ||
    deletions.pending.value.length > 0
  );
}

function ConnectedMain(props: ConnectedPopup & PopupActions) {
  const { form, submissions, list, opened, history, deletions, awaited, onCopy, onOpenPage } =
    props;
  const open = opened.open.value;
  usePopupKeys(open === null ? null : opened.close);
  const main = useRef<HTMLElement>(null);
  const left = useRef<{ id: string; scroll: number } | null>(null);

  useLayoutEffect(() => {
    if (open !== null || left.current === null) return;
    // Back to where the list was: its position, and the row that was opened.
    document.documentElement.scrollTop = left.current.scroll;
    const row = main.current?.querySelector<HTMLElement>(
      `[data-report="${CSS.escape(left.current.id)}"]`,
    );
    (row ?? main.current?.querySelector<HTMLElement>('.deletion button'))?.focus();
    left.current = null;
  }, [open]);

  function show(report: Report): void {
    left.current = { id: report.id, scroll: document.documentElement.scrollTop };
    void opened.show(report);
  }

  if (open !== null && areLaterPartsHere.value) {
    return (
      <main>
        <Later>
          {({ ReportView }) => (
            <ReportView
              open={open}
              change={opened.change.value}
              awaited={awaited.value.find(({ report }) => report.id === open.report.id)}
              verbs={opened}
              onCopy={onCopy}
              onOpenPage={onOpenPage}
              onRemove={(report) => {
                void deletions.remove(report);
                opened.close();
              }}
            />
          )}
        </Later>
      </main>
    );
  }
  const sent = form.shownSubmission.value;
  const latest = deletions.pending.value.findLast(({ state }) => state === 'waiting');
  return (
    <main ref={main}>
      <ThisPage history={history.value} onOpen={show} />
      <NewReport
        form={form}
        notice={
          latest
            ? i18n.t('list.deleted', [quoted(reportName(latest.report))])
            : list.isFresh.value
              ? i18n.t('list.refreshed')
              : null
        }
        onCopy={onCopy}
      />
      <Later>{({ SubmissionLines }) => <SubmissionLines submissions={submissions} />}</Later>
      <ReportsSection
        list={list}
        deletions={deletions}
        awaited={awaited.value}
        saidCode={sent?.state === 'failed' ? sent.failure.code : null}
        onOpen={show}
      />
    </main>
  );
}

function ConnectFirst({ onConnect }: { onConnect: () => void }) {
  return (
    <main class="connect-first">
      <p>{i18n.t('popup.connectFirst')}</p>
      <button type="button" class="primary" onClick={onConnect}>
        {i18n.t('popup.connect')}
      </button>
    </main>
  );
}
