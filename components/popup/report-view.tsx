import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { shortDate } from '@/components/dates';
import { failureSentence } from '@/components/failure-sentence';
import { Icon } from '@/components/icon';
import { AlertLine, StatusLine } from '@/components/message-lines';
import { PlainFields } from '@/components/plain-fields';
import { PrivacyTag } from '@/components/privacy-tag';
import { RatingTag } from '@/components/rating-tag';
import { reportName } from '@/components/report-name';
import type { OpenReport } from '@/lib/state/opened-report';

/** One report: what the interface names, then whatever else the service said of it. */
export function ReportView({ report, failure, onBack }: OpenReport & { onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isRead = 'more' in report;

  return (
    <article class="report">
      <button type="button" class="plain" onClick={onBack}>
        <Icon name="back" flips />
        {i18n.t('report.back')}
      </button>
      <h2 ref={heading} tabIndex={-1} class="report-url" dir="ltr">
        {reportName(report)}
      </h2>
      <StatusLine>{isRead || failure ? null : i18n.t('report.loading')}</StatusLine>
      <AlertLine>{failure && failureSentence(failure)}</AlertLine>
      <dl class="fields">
        <div>
          <dt>{i18n.t('report.result')}</dt>
          <dd>
            <RatingTag rating={report.result} />
          </dd>
        </div>
        <div>
          <dt>{i18n.t('privacy.label')}</dt>
          <dd>
            {report.privacy === null ? (
              i18n.t('report.notSaid')
            ) : (
              <PrivacyTag privacy={report.privacy} />
            )}
          </dd>
        </div>
        <div>
          <dt>{i18n.t('report.generated')}</dt>
          <dd>
            {report.generatedAt === null ? (
              i18n.t('report.notSaid')
            ) : (
              <time dateTime={report.generatedAt}>{shortDate(report.generatedAt)}</time>
            )}
          </dd>
        </div>
        <div>
          <dt>{i18n.t('report.id')}</dt>
          <dd>
            <bdi>{report.id}</bdi>
          </dd>
        </div>
      </dl>
      {isRead && report.more.length > 0 && (
        <>
          <h3>{i18n.t('report.more')}</h3>
          <PlainFields fields={report.more} />
        </>
      )}
    </article>
  );
}
