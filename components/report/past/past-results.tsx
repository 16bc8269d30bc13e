import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { dayInYear, shortDate } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { countText, labelled } from '@/components/text/language';
import type { PastResult } from '@/lib/report/past-result';
import type { Rating } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { checkNames } from './past-words';

/** As many as fit beside each other. */
const MOST_SHOWN = 6;

/** Where ratings without a score stand among the scores. */
const LEVELS: Record<Rating, number> = { good: 90, decent: 65, bad: 25 };

/** The drawing is so high, and its points stay so far away from its edges, in pixels. */
const [HEIGHT, MARGIN] = [40, 8];
/** So much of the width belongs to one result. */
const STEP = 100;

interface PastResultsProps {
  report: Report;
  /** Oldest first. */
  past: readonly PastResult[];
}

/** How a page has stood over time, up to a report: dots in a line, and the results as a list. */
export function PastResults({ report, past }: PastResultsProps) {
  const until = report.generatedAt ?? '';
  const shown = past.filter(({ generatedAt }) => generatedAt <= until).slice(-MOST_SHOWN);
  const pressed = useSignal<PastResult | null>(null);
  useEffect(() => {
    pressed.value = null;
  }, [report.id, report.generatedAt, pressed]);
  if (shown.length < 2) return null;
  const isPressed = (one: PastResult) => one.generatedAt === pressed.value?.generatedAt;
  return (
    <div class="past-results">
      <Line results={shown} />
      <ul aria-label={i18n.t('past.results')}>
        {shown.map((one) => (
          <li key={one.generatedAt}>
            <button
              type="button"
              aria-pressed={isPressed(one)}
              title={shortDate(one.generatedAt)}
              onClick={() => {
                pressed.value = isPressed(one) ? null : one;
              }}
            >
              <span class={`rating-${one.result}`}>
                <span class="unseen">{resultLabel(one)} </span>
                <span aria-hidden="true">{one.score === null ? '·' : countText(one.score)}</span>
              </span>{' '}
              <span>{dayInYear(one.generatedAt)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="failed-then" aria-live="polite">
        {pressed.value && failedThen(pressed.value)}
      </p>
    </div>
  );
}

/** Which checks failed at a date, as a sentence. */
function failedThen({ failedChecks, generatedAt }: PastResult): string {
  const day = dayInYear(generatedAt);
  if (failedChecks === null) return i18n.t('past.unknownThen', [day]);
  if (failedChecks.length === 0) return i18n.t('past.noneFailedThen', [day]);
  return labelled(i18n.t('past.failedThen', [day]), checkNames(failedChecks));
}

/** The list below says the same. */
function Line({ results }: { results: readonly PastResult[] }) {
  const points = results.map(({ result, score }, index) => ({
    x: (index + 0.5) * STEP,
    y: HEIGHT - MARGIN - ((score ?? LEVELS[result]) / 100) * (HEIGHT - 2 * MARGIN),
    result,
  }));
  return (
    <svg
      class="past-line"
      viewBox={`0 0 ${results.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y, result }) => (
        // A line without a length whose ends are round: it stays a dot however wide the drawing is.
        <path key={x} class={`rating-${result}`} d={`M${x} ${y}h0`} />
      ))}
    </svg>
  );
}
