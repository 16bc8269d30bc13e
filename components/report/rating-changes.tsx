import { i18n } from '#i18n';
import { dayInYear } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import type { PastResult } from '@/lib/archive/page-history';

const MOST_SHOWN = 5;

/** When the rating of a page has changed, the latest first. */
export function RatingChanges({ results }: { results: readonly PastResult[] }) {
  const changes = results.flatMap((now, index) => {
    const before = results[index - 1];
    return before && before.result !== now.result ? [{ now, before }] : [];
  });
  if (changes.length === 0) return null;
  return (
    <ul class="rating-changes" aria-label={i18n.t('report.ratingChanges')}>
      {changes
        .slice(-MOST_SHOWN)
        .reverse()
        .map(({ now, before }) => (
          <li key={now.generatedAt}>
            {i18n.t('report.ratingChange', [
              resultLabel(now),
              resultLabel(before),
              dayInYear(before.generatedAt),
            ])}
          </li>
        ))}
    </ul>
  );
}
