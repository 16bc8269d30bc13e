import type { PastResult } from '@/lib/report/past-result';
import type { Rating } from '@/lib/report/rating';

/** Where ratings without a score stand among the scores. */
const LEVELS: Record<Rating, number> = { good: 90, decent: 65, bad: 25 };

interface SparklineProps {
  /** Oldest first. */
  results: readonly Pick<PastResult, 'result' | 'score'>[];
  class: string;
  /** In pixels: how high it is, how far its points stay away from its edges, and how far from each other. */
  height: number;
  margin: number;
  step: number;
  /** Takes the width that there is. Otherwise the oldest points go where there is no room for all. */
  isStretched?: boolean;
  /** What it says in words; absent where the same stands beside it. */
  words?: { label: string; title: string };
}

/** Results as dots of their colours in a line. */
export function Sparkline(props: SparklineProps) {
  const { results, height, margin, step, isStretched = false, words } = props;
  const points = results.map(({ result, score }, index) => ({
    x: (index + 0.5) * step,
    y: height - margin - ((score ?? LEVELS[result]) / 100) * (height - 2 * margin),
    result,
  }));
  const width = results.length * step;
  return (
    <svg
      class={`sparkline ${props.class}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isStretched ? 'none' : 'xMaxYMid slice'}
      {...(!isStretched && { height, style: { maxInlineSize: `${width}px` } })}
      role="img"
      aria-label={words?.label}
      aria-hidden={words === undefined}
    >
      {words && <title>{words.title}</title>}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y, result }) =>
        isStretched ? (
          // A line without a length whose ends are round: it stays a dot however wide the drawing is.
          <path key={x} class={`rating-${result}`} d={`M${x} ${y}h0`} />
        ) : (
          <circle key={x} class={`rating-${result}`} cx={x} cy={y} r="2.5" />
        ),
      )}
    </svg>
  );
}
