import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { PrivacyTag } from '@/components/reports/privacy-tag';
import { RatingTag } from '@/components/reports/rating-tag';
import { shortDate } from '@/components/text/dates';
import type { Report } from '@/lib/report/report';

/** The fields of a report that the interface documents. */
export function ReportFacts({ report }: { report: Report }) {
  const { id, result, privacy, generatedAt, project } = report;
  return (
    <dl class="fields">
      <Fact label={i18n.t('list.result')}>
        <RatingTag rating={result} />
      </Fact>
      <Fact label={i18n.t('privacy.label')}>
        {privacy === null ? i18n.t('report.notSaid') : <PrivacyTag privacy={privacy} />}
      </Fact>
      <Fact label={i18n.t('sort.generated_at')}>
        {generatedAt === null ? (
          i18n.t('report.notSaid')
        ) : (
          <time dateTime={generatedAt}>{shortDate(generatedAt)}</time>
        )}
      </Fact>
      {project !== null && (
        <Fact label={i18n.t('list.project')}>
          <bdi>{project}</bdi>
        </Fact>
      )}
      <Fact label={i18n.t('report.id')}>
        <bdi>{id}</bdi>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
