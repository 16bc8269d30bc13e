import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { updateAlert, updateStatus } from '@/components/activity/update-messages';
import { changeKept, reasonToWait } from '@/components/activity/waiting-messages';
import { ReportContent } from '@/components/report/content/report-content';
import { reportText } from '@/components/report/content/report-text';
import { failureMessage } from '@/components/text/failure-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { PublishingConsent } from '@/components/ui/publishing-consent';
import { groupChecks } from '@/lib/report/content/check-groups';
import type { PastResult } from '@/lib/report/past-result';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ResultState } from './new-results-state';
import { isWaiting, type OpenReport } from './open-report';
import { WhatChanged } from './past/what-changed';
import { ReportButtons } from './report-buttons';
import { ReportChangeForm } from './report-change-form';
import { ReportFacts } from './report-facts';
import { ReportHeading } from './report-heading';
import type { OpenedReport } from './report-state';

interface ReportViewProps {
  open: OpenReport;
  /** What Save changes would send; null when nothing was changed. */
  change: ReportChange | null;
  newResult: ResultState;
  verbs: OpenedReport;
  /** The report's own address on the service, null where it is not known. */
  link: string | null;
  onCopy: (text: string) => Promise<void>;
  onOpenPage: (url: string) => void;
  onRemove: (report: Report) => void;
  onSetUpLinks: () => void;
  /** How the page stood before, oldest first. */
  pastResults: readonly PastResult[];
}

/** One report: what the interface names, what can be done, and whatever else the service said. */
export function ReportView(props: ReportViewProps) {
  const { open, change, newResult, verbs, link, onCopy, onOpenPage, onRemove } = props;
  const { report, failure } = open;
  const risks = verbs.risks.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const copied = useSignal<string | null>(null);
  const onCopied = (sentence: string) => {
    copied.value = sentence;
  };
  useEffect(() => heading.current?.focus(), []);
  const status = statusSentence(open, change, newResult);
  const alert = alertSentence(open, newResult);
  // Only what comes next is news.
  useLayoutEffect(() => {
    copied.value = null;
  }, [status, alert, open.activity, risks, open.lacksPassword, copied]);
  const details = 'extraFields' in report ? report : null;
  const checks = details?.checks;
  const groups = useMemo(() => groupChecks(checks ?? []), [checks]);
  const isGone = failure?.code === 'gone';
  return (
    <article class="report">
      <ReportHeading report={report} innerRef={heading} />
      <ReportFacts report={report} />
      <WhatChanged report={report} past={props.pastResults} />
      <div class="report-controls">
        <ReportButtons
          report={report}
          link={link}
          verbs={isGone ? null : verbs}
          toText={() => reportText(report, link, groups)}
          onCopy={onCopy}
          onCopied={onCopied}
          onOpenPage={onOpenPage}
          onRemove={onRemove}
          onSetUpLinks={props.onSetUpLinks}
        />
        {!isGone && (
          <ReportChangeForm
            open={open}
            change={change}
            verbs={verbs}
            onCopy={onCopy}
            onCopied={onCopied}
          />
        )}
      </div>
      <AlertLine>{alert}</AlertLine>
      {open.isUnread && (
        <div class="buttons">
          <button type="button" onClick={verbs.readAgain}>
            {i18n.t('report.tryAgain')}
          </button>
        </div>
      )}
      <StatusLine>{copied.value ?? status}</StatusLine>
      {risks && (
        <PublishingConsent
          risks={risks}
          onMakePrivate={() => verbs.choosePrivacy(Privacy.Private)}
          onPublish={() => void verbs.publishAnyway()}
          onCancel={verbs.withdraw}
        />
      )}
      {details && <ReportContent report={details} groups={groups} />}
    </article>
  );
}

/** What waits, in the words of the messages. */
const WAITING = { waiting: 'change', updateWaiting: 'update', bothWaiting: 'both' } as const;

function alertSentence({ activity, failure, privacy }: OpenReport, newResult: ResultState) {
  if (failure === null) return updateAlert(newResult);
  if (isWaiting(activity)) return reasonToWait(failure);
  const shown = privacy === Privacy.Password ? ['privacy', 'password'] : ['privacy'];
  return failureMessage(failure, shown);
}

function statusSentence(
  { activity, failure }: OpenReport,
  change: ReportChange | null,
  newResult: ResultState,
) {
  if (isWaiting(activity)) {
    // It would read as if what is chosen now were saved.
    const isOther = change !== null && activity !== 'updateWaiting';
    return isOther ? null : failure && changeKept(failure, WAITING[activity]);
  }
  if (activity !== null && activity !== 'asked') return i18n.t(`report.${activity}`);
  return newResult || activity === 'asked' ? updateStatus(newResult) : null;
}
