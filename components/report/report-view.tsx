import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { ReportContent } from '@/components/report/content/report-content';
import { reportText } from '@/components/report/content/report-text';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { PublishingConsent } from '@/components/ui/report/publishing-consent';
import { groupChecks } from '@/lib/report/content/check-groups';
import type { PastResult } from '@/lib/report/past-result';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { OpenReport } from './open-report';
import { WhatChanged } from './past/what-changed';
import { ReportButtons } from './report-buttons';
import { ReportChangeForm } from './report-change-form';
import { ReportFacts } from './report-facts';
import { ReportHeading } from './report-heading';
import type { ReportState } from './report-state';

interface ReportViewProps {
  open: OpenReport;
  verbs: ReportState;
  /** The report's own address on the service, null where none is wanted. */
  link: string | null;
  /** What is told of the report's changes. */
  activity: ComponentChildren;
  onCopy: (text: string) => Promise<void>;
  /** Told what has come of copying, as a sentence. */
  onTell: (sentence: string) => void;
  onOpenPage: (url: string) => void;
  onRemove: (report: Report) => void;
  /** How the page stood before, oldest first. */
  pastResults: readonly PastResult[];
}

/** One report: what the interface names, what can be done, and whatever else the service said. */
export function ReportView(props: ReportViewProps) {
  const { open, verbs, link, onCopy, onTell, onOpenPage, onRemove } = props;
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
      <WhatChanged report={report} past={props.pastResults} />
      <div class="report-controls">
        <ReportButtons
          report={report}
          link={link}
          verbs={isGone ? null : verbs}
          toText={() => reportText(report, link)}
          onCopy={onCopy}
          onCopied={onTell}
          onOpenPage={onOpenPage}
          onRemove={onRemove}
        />
        {!isGone && (
          <ReportChangeForm report={report} verbs={verbs} onCopy={onCopy} onCopied={onTell} />
        )}
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
      {props.activity}
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
