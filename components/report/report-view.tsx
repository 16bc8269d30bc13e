import { useEffect, useMemo, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { ActivityLines } from '@/components/activity/activity-lines';
import { usePage } from '@/components/page/page-context';
import { ReportContent } from '@/components/report/content/report-content';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { PublishingConsent } from '@/components/ui/report/publishing-consent';
import { groupChecks } from '@/lib/report/content/check-groups';
import { Privacy } from '@/lib/report/privacy';
import type { OpenReport } from './open-report';
import { WhatChanged } from './past/what-changed';
import { ReportButtons } from './report-buttons';
import { ReportChangeForm } from './report-change-form';
import { ReportFacts } from './report-facts';
import { ReportHeading } from './report-heading';

/** One report: what the interface names, what can be done, and whatever else the service said. */
export function ReportView({ open }: { open: OpenReport }) {
  const { reportState: verbs, pastOf } = usePage();
  const { report, failure, isGone, isReading } = open;
  const risks = verbs.risks.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const details = 'extraFields' in report ? report : null;
  const checks = details?.checks;
  const groups = useMemo(() => groupChecks(checks ?? []), [checks]);
  return (
    <article class="report">
      <ReportHeading report={report} innerRef={heading} />
      <ReportFacts report={report} />
      <WhatChanged report={report} past={pastOf(report)} />
      <div class="report-controls">
        <ReportButtons open={open} />
        {!isGone && <ReportChangeForm report={report} />}
      </div>
      <AlertLine>{failure && failureMessage(failure)}</AlertLine>
      {failure && !isGone && (
        <div class="buttons">
          <button type="button" onClick={verbs.readAgain}>
            {i18n.t('report.tryAgain')}
          </button>
        </div>
      )}
      <StatusLine>{isReading && i18n.t('report.reading')}</StatusLine>
      <div class="activity">
        <ActivityLines />
      </div>
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
