import { i18n } from '#i18n';
import { PrivacyTag } from '@/components/reports/privacy-tag';
import { RatingTag } from '@/components/reports/rating-tag';
import { shortDay } from '@/components/text/dates';
import { Icon } from '@/components/ui/icon';
import type { PageHistory } from '@/lib/page-history/page-history';
import type { Report } from '@/lib/report/report';
import { RatingHistory } from './rating-history';

interface ThisPageProps {
  history: PageHistory | undefined;
  onOpen: (report: Report) => void;
}

/** What is known here of the page in front, without asking anybody. */
export function ThisPage({ history, onOpen }: ThisPageProps) {
  const newest = history?.reports[0];
  if (history === undefined || newest === undefined) return null;
  return (
    <section class="this-page" aria-label={i18n.t('page.label')}>
      <button type="button" class="row" onClick={() => onOpen(newest)}>
        <span class="row-facts">
          <strong>{i18n.t('page.reported')}</strong>
          <RatingTag rating={newest.result} />
          {newest.privacy !== null && <PrivacyTag privacy={newest.privacy} />}
          {newest.generatedAt !== null && (
            <time dateTime={newest.generatedAt}>{shortDay(newest.generatedAt)}</time>
          )}
        </span>
        <Icon outline="M9 5l7 7-7 7" flips />
      </button>
      {history.results.length > 1 && <RatingHistory results={history.results} />}
    </section>
  );
}
