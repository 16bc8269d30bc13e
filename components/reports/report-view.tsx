import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { ExtraFieldList } from '@/components/reports/extra-field-list';
import { copyMessage } from '@/components/text/copy-message';
import { failureMessage } from '@/components/text/failure-message';
import { isWebAddress, reportName } from '@/components/text/report-name';
import { riskMessages } from '@/components/text/risk-messages';
import { Icon } from '@/components/ui/icon';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import type { OpenedReport, OpenReport } from '@/lib/report/page/opened-report';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import { ReportChangeForm } from './report-change-form';
import { ReportFacts } from './report-facts';

interface ReportViewProps {
  open: OpenReport;
  /** What Save changes would send; null when nothing was changed. */
  change: ReportChange | null;
  /** There while a new result is awaited, or after it did not come. */
  awaited: ResultPoll | undefined;
  verbs: OpenedReport;
  onCopy: (text: string) => Promise<void>;
  onOpenPage: (url: string) => void;
  onRemove: (report: Report) => void;
}

/** Longer addresses scroll, also by keyboard. */
const LONG_URL = 300;

/** One report: what the interface names, what can be done, and whatever else the service said. */
export function ReportView(props: ReportViewProps) {
  const { open, change, awaited, verbs, onCopy, onOpenPage, onRemove } = props;
  const { report, failure } = open;
  const heading = useRef<HTMLHeadingElement>(null);
  const copied = useSignal<string | null>(null);
  useEffect(() => heading.current?.focus(), []);
  const { url } = report;
  const name = reportName(report);
  const isGone = failure?.code === 'gone';

  return (
    <article class="report">
      <button type="button" class="plain" onClick={verbs.close}>
        <Icon outline="M15 5l-7 7 7 7" flips />
        {i18n.t('report.back')}
      </button>
      <h2 ref={heading} tabIndex={name.length > LONG_URL ? 0 : -1} class="report-url" dir="ltr">
        {name}
      </h2>
      {url !== null && (
        <div class="buttons">
          <button
            type="button"
            onClick={async () => {
              copied.value = await copyMessage(onCopy(url), i18n.t('report.urlCopied'));
            }}
          >
            {i18n.t('report.copyUrl')}
          </button>
          {isWebAddress(url) && (
            <button type="button" onClick={() => onOpenPage(url)}>
              {i18n.t('report.openPage')}
            </button>
          )}
        </div>
      )}
      <ReportFacts report={report} />
      <StatusLine>{copied.value ?? statusSentence(open, awaited)}</StatusLine>
      <AlertLine>{alertSentence(open, awaited)}</AlertLine>
      {!isGone && (
        <>
          <ReportChangeForm open={open} change={change} verbs={verbs} />
          <div class="buttons">
            <button
              type="button"
              aria-disabled={open.activity === 'updating'}
              onClick={() => void verbs.updateResults()}
            >
              {i18n.t('report.update')}
            </button>
            <button type="button" class="danger" onClick={() => onRemove(report)}>
              {i18n.t('report.delete')}
            </button>
          </div>
        </>
      )}
      {'extraFields' in report && report.extraFields.length > 0 && (
        <>
          <h3>{i18n.t('report.more')}</h3>
          <ExtraFieldList fields={report.extraFields} />
        </>
      )}
    </article>
  );
}

function alertSentence({ failure, held }: OpenReport, awaited: ResultPoll | undefined) {
  if (failure) return failureMessage(failure, ['password']);
  if (held.length > 0) return riskMessages(held, i18n.t('report.save'));
  return awaited?.nextAt === null && i18n.t('report.gaveUp');
}

function statusSentence({ activity }: OpenReport, awaited: ResultPoll | undefined) {
  if (activity !== null && activity !== 'asked') return i18n.t(`report.${activity}`);
  if (awaited) return awaited.nextAt === null ? null : i18n.t('report.awaited');
  return activity === 'asked' ? i18n.t('report.updated') : null;
}
