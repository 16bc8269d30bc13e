import { ratingLabel, resultLabel } from '@/components/text/labels';
import { countText } from '@/components/text/language';
import type { Rating } from '@/lib/report/rating';
import type { ShownResult } from '@/lib/report/report';

export function RatingTag({ report }: { report: ShownResult }) {
  const rating = report.result;
  return (
    <span class={`rating with-icon strong rating-${rating ?? 'none'}`}>
      {RatingShape({ rating })}
      {resultLabel(report)}
    </span>
  );
}

/** Shows the score or, without a score, the rating. */
export function LargeResult({
  report,
}: {
  report: Omit<ShownResult, 'failed'> & Partial<ShownResult>;
}) {
  const { result, score } = report;
  return (
    <span class={`large-result cluster strong rating-${result ?? 'none'}`}>
      <RatingShape rating={result} />
      <b class={score === null ? 'is-word' : ''}>
        {score === null ? resultLabel(report) : countText(score)}
      </b>
      {score !== null && result !== null && <span>{ratingLabel(result)}</span>}
    </span>
  );
}

/** Draw the word of the rating beside the shape, which has no accessible name. */
export function RatingShape({ rating }: { rating: Rating | null }) {
  return (
    <svg class={`rating-shape rating-${rating ?? 'none'}`} viewBox="0 0 12 12" aria-hidden="true">
      <path d={SHAPES[rating ?? 'none']} />
    </svg>
  );
}

/** A disc, a triangle, a square and a ring, on a 12-pixel grid. */
const SHAPES = {
  good: 'M6 1a5 5 0 1 0 0 10 5 5 0 0 0 0-10',
  decent: 'M6 1 11.5 11H.5z',
  bad: 'M1.5 1.5h9v9h-9z',
  none: 'M6 1a5 5 0 1 0 0 10 5 5 0 0 0 0-10m0 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
};
