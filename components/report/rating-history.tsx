import { shortDay } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { counted, labelled } from '@/components/text/language';
import type { PastResult } from '@/lib/report/past-result';
import type { Rating } from '@/lib/report/rating';

/** Heights of ratings without a score on a grid whose top is good, in pixels. */
const LEVELS: Record<Rating, number> = { good: 3, decent: 8, bad: 13 };
/** The height of the score 0, and how many scores are a pixel. */
const [LOWEST, SCORES] = [13, 10];
const STEP = 7;
const MARGIN = 3;
/** As many as fit beside each other. */
const MOST_SHOWN = 7;

/** How a page's rating has developed, oldest to newest, as a line and in words. */
export function RatingHistory({ results }: { results: readonly PastResult[] }) {
  const shown = results.slice(-MOST_SHOWN);
  const points = shown.map(({ result, score }, index) => ({
    x: MARGIN + index * STEP,
    y: score === null ? LEVELS[result] : LOWEST - score / SCORES,
    result,
  }));
  const width = MARGIN * 2 + (shown.length - 1) * STEP;
  const words = shown
    .map((past) => `${resultLabel(past)} (${shortDay(past.generatedAt)})`)
    .join(', ');
  return (
    <svg
      class="rating-history"
      role="img"
      aria-label={labelled(counted('page.ratings', shown.length), words)}
      viewBox={`0 0 ${width} 16`}
      height="16"
      // The oldest go where there is no room for all.
      preserveAspectRatio="xMaxYMid slice"
      style={{ maxInlineSize: `${width}px` }}
    >
      <title>{words}</title>
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y, result }) => (
        <circle key={x} class={`rating-${result}`} cx={x} cy={y} r="2.5" />
      ))}
    </svg>
  );
}
