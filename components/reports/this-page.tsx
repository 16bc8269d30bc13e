import { i18n } from '#i18n';
import { PrivacyTag } from '@/components/reports/privacy-tag';
import { RatingTag } from '@/components/reports/rating-tag';
import { relativeTime, shortDate } from '@/components/text/dates';
import { Icon } from '@/components/ui/icon';
import type { PageHistory } from '@/lib/list/page-history';
import type { Report } from '@/lib/report/report';
import { RatingHistory } from './rating-history';

interface ThisPageProps {
  history: PageHistory | undefined;
  onOpen: (report: Report) => void;
}

/** What is known here of the page in front, without asking anybody: its newest report opens. */
export function ThisPage({ history, onOpen }: ThisPageProps) {
  const newest = history?.reports[0];
  if (history === undefined || newest === undefined) return null;
  const { result, privacy, generatedAt } = newest;
  const hasCurve = history.results.length > 1;
  return (
    <section class="this-page" aria-labelledby="this-page">
      <button type="button" onClick={() => onOpen(newest)}>
        <b id="this-page">{i18n.t('page.label')}</b>
        <RatingTag rating={result} />
        {generatedAt !== null && (
          <time dateTime={generatedAt} title={shortDate(generatedAt)}>
            {i18n.t('page.checked', [relativeTime(generatedAt)])}
          </time>
        )}
        {privacy !== null && <PrivacyTag privacy={privacy} isPictureAlone={hasCurve} />}
        {hasCurve && <RatingHistory results={history.results} />}
        <Icon outline="M9 5l7 7-7 7" flips />
      </button>
    </section>
  );
}
