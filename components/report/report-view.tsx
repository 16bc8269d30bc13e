import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { StarButton } from '@/components/app/star-button';
import { usePage } from '@/components/page/page-context';
import { QueueLines } from '@/components/queue/queue-region';
import { ReportContent } from '@/components/report/content/report-content';
import { shortDate } from '@/components/text/dates';
import { failedLabel } from '@/components/text/labels';
import { counted, countText } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { LargeResult } from '@/components/ui/report/rating-tag';
import { timeAgo } from '@/components/ui/state/time-ago';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { verdictOf } from '@/lib/report/verdict';
import type { OpenReport } from './open-report';
import { ReportButtons } from './report-buttons';
import { ReportChangeForm, ReportPrivacy } from './report-change-form';
import { ReportHeading } from './report-heading';
import { changesSince, WhatChanged } from './what-changed';

/** The open report: result, changes, actions and checks. */
export function ReportView({ open }: { open: OpenReport }) {
  const { reportState, baseOf, mutesOf } = usePage();
  const { report, earlier, failure, isGone, isReading } = open;
  const isHistoryRead = useIsHistoryRead(report);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const details = 'extraFields' in report ? report : null;
  const content = details ?? earlier;
  const passed = details?.checks.filter(({ isPassed }) => isPassed).length ?? 0;
  const mutes = mutesOf(report);
  const { counts: failing, muted } = verdictOf(report, mutes);
  const counts = [
    ...(failing ? [failedLabel(failing)] : []),
    ...(failing && passed > 0 ? [i18n.t('report.passedCount', [countText(passed)])] : []),
    ...(muted.length > 0 ? [counted('intended.count', muted.length)] : []),
  ];
  const base = baseOf(report);
  const changes = base && changesSince(report, base, mutes);
  return (
    <article class="report stack whole-on-paper">
      <ReportHeading report={report} innerRef={heading} />
      <ReportFacts open={open} />
      {!isGone && <ReportChangeForm />}
      {counts.length > 0 && <p class="quiet">{counts.join(' · ')}</p>}
      {isHistoryRead && (
        <>
          {base && <WhatChanged report={report} base={base} changes={changes} />}
          <ReportButtons open={open} />
        </>
      )}
      <AlertLine>{failure && failureMessage(failure)}</AlertLine>
      {failure && !isGone && (
        <div class="cluster">
          <button type="button" onClick={reportState.readAgain}>
            {i18n.t('report.tryAgain')}
          </button>
        </div>
      )}
      <StatusLine>{isHistoryRead && isReading && i18n.t('report.reading')}</StatusLine>
      <div class="queue on-screen">
        <QueueLines />
      </div>
      {earlier?.generatedAt && (
        <p class="quiet">{i18n.t('report.checksOf', [shortDate(earlier.generatedAt)])}</p>
      )}
      {content && (
        <ReportContent
          report={content}
          mutes={mutes}
          appeared={new Set(earlier ? [] : changes?.appeared.map(({ name }) => name))}
        />
      )}
    </article>
  );
}

/**
 * Whether the history of the report's page was read, or could not be read. Earlier, the view does not show
 * what is below the changes, because the changes would move the buttons.
 */
function useIsHistoryRead(report: Report): boolean {
  const { history } = usePage();
  const isRead = useRef(false);
  isRead.current ||= history.isRead(referTo(report).page);
  return isRead.current;
}

/** A report's result; at the end of the line its age and privacy. */
function ReportFacts({ open: { report, isGone } }: { open: OpenReport }) {
  const { generatedAt } = report;
  return (
    <div class="facts cluster spread">
      <LargeResult report={report} />
      <div class="quiet">
        <span class="beside">
          {generatedAt !== null && (
            <time class="dated-on-paper" dateTime={generatedAt} title={shortDate(generatedAt)}>
              {timeAgo(generatedAt)}
            </time>
          )}
          <StarButton page={referTo(report).page} />
        </span>
        {!isGone && <ReportPrivacy report={report} />}
      </div>
    </div>
  );
}
