import type { PastResult } from '@/lib/report/past-result';
import type { Rating } from '@/lib/report/rating';

/** The score at which a result without a score is drawn. */
const SCORES_BY_RATING: Record<Rating, number> = { good: 90, decent: 65, bad: 25 };

interface SparklineProps {
  /** Oldest first. */
  results: readonly Pick<PastResult, 'result' | 'score'>[];
  class: string;
  /** In pixels. */
  height: number;
  /** The smallest distance of points from the top and bottom edges, in pixels. */
  margin: number;
  /** The horizontal distance between points, in pixels. */
  step: number;
  /** Whether the chart fills its container. Otherwise, narrow containers hide the oldest points. */
  isStretched?: boolean;
  /** The accessible name and the tooltip; absent if text beside the chart has the same content. */
  words?: { label: string; title: string };
}

export function Sparkline(props: SparklineProps) {
  const { results, height, margin, step, isStretched = false, words } = props;
  const points = results.map(({ result: rating, score }, index) => ({
    x: (index + 0.5) * step,
    y: height - margin - ((score ?? SCORES_BY_RATING[rating]) / 100) * (height - 2 * margin),
    rating,
  }));
  const width = results.length * step;
  return (
    <svg
      class={`sparkline ${props.class}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isStretched ? 'none' : 'xMaxYMid slice'}
      height={isStretched ? undefined : height}
      style={isStretched ? undefined : { maxInlineSize: `${width}px` }}
      role="img"
      aria-label={words?.label}
      aria-hidden={words === undefined}
    >
      {words && <title>{words.title}</title>}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y, rating }) =>
        isStretched ? (
          // A line of length zero with round ends is a round dot even in a stretched chart.
          <path key={x} class={`rating-${rating}`} d={`M${x} ${y}h0`} />
        ) : (
          <circle key={x} class={`rating-${rating}`} cx={x} cy={y} r="2.5" />
        ),
      )}
    </svg>
  );
}
