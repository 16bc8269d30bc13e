import { i18n } from '#i18n';
import { countText, series } from '@/components/text/language';
import { curveHeights } from '@/lib/report/compare/curve-heights';
import { CURVE_WEEKS, type Curve } from '@/lib/report/compare/weekly-scores';
import { ratingOf } from '@/lib/report/rating';

/** In pixels. */
const WIDTH = 72;
const HEIGHT = 20;
const MARGIN = 3;

/** The averages of eight weeks, scaled to their own range. The part without a result is dotted. */
export function ClientCurve({ curve }: { curve: Curve }) {
  const known = curve.averages.flatMap((score, at) => (score === null ? [] : { at, score }));
  const scores = known.map(({ score }) => score);
  const heights = curveHeights(scores);
  const points = known.map(({ at, score }, index) => ({
    at,
    score,
    x: MARGIN + (at / (CURVE_WEEKS - 1)) * (WIDTH - 2 * MARGIN),
    y: HEIGHT - MARGIN - (heights[index] ?? 0) * (HEIGHT - 2 * MARGIN),
  }));
  const measured = points.filter(({ at }) => at <= curve.lastMeasured);
  const rest = points.filter(({ at }) => at >= curve.lastMeasured);
  const end = measured.at(-1);
  const label = i18n.t('clients.curve', [series(scores.map((score) => countText(score)))]);
  return (
    <svg
      class="sparkline client-curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <polyline points={lineThrough(measured)} />
      {rest.length > 1 && <polyline class="not-measured" points={lineThrough(rest)} />}
      {end && <circle class={`rating-${ratingOf(end.score)}`} cx={end.x} cy={end.y} r="2.5" />}
    </svg>
  );
}

function lineThrough(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}
