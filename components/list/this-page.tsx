import { i18n } from '#i18n';
import { RatingHistory } from '@/components/report/rating-history';
import { relativeTime, shortDate } from '@/components/text/dates';
import { IconButton } from '@/components/ui/icon-button';
import { PrivacyTag } from '@/components/ui/report/privacy-tag';
import { RatingTag } from '@/components/ui/report/rating-tag';
import type { PageHistory } from '@/lib/archive/page-history';
import type { Report } from '@/lib/report/report';

/** Two arrows in a circle: the one arrow is that of the list. */
const UPDATE = 'M4 12a8 8 0 0 1 14-5.3L20 9m0-5v5h-5M20 12a8 8 0 0 1-14 5.3L4 15m0 5v-5h5';

interface ThisPageProps {
  history: PageHistory | undefined;
  /** Whether new results of a report are on their way. */
  isUpdating: (reportId: string) => boolean;
  /** Whether new results can be asked for here. */
  mayUpdate: boolean;
  onOpen: (report: Report) => void;
  onUpdate: (report: Report) => void;
}

/** What is known here of the page in front, without asking anybody: its newest report, to be opened or updated. */
export function ThisPage({ history, isUpdating, mayUpdate, onOpen, onUpdate }: ThisPageProps) {
  const newest = history?.reports[0];
  if (history === undefined || newest === undefined) return null;
  const { id, privacy, generatedAt } = newest;
  const hasCurve = history.results.length > 1;
  return (
    <section class="this-page" aria-labelledby="this-page">
      <button type="button" class="opens" onClick={() => onOpen(newest)}>
        <b id="this-page">{i18n.t('page.label')}</b>
        <RatingTag report={newest} />
        {generatedAt !== null && (
          <time dateTime={generatedAt} title={shortDate(generatedAt)}>
            {i18n.t('page.checked', [relativeTime(generatedAt)])}
          </time>
        )}
        {privacy !== null && <PrivacyTag privacy={privacy} isPictureAlone={hasCurve} />}
        {hasCurve && <RatingHistory results={history.results} />}
      </button>
      {mayUpdate && (
        <IconButton
          label={i18n.t('report.update')}
          outline={UPDATE}
          isTurning={isUpdating(id)}
          onClick={() => onUpdate(newest)}
        />
      )}
    </section>
  );
}
