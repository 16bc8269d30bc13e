import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { dayInYear, shortDate } from '@/components/text/dates';
import { datesApart } from '@/components/text/dates-apart';
import { ratingLabel, resultLabel } from '@/components/text/labels';
import { countText, labelled, series } from '@/components/text/language';
import { Icon } from '@/components/ui/icon';
import { CurveLine, curvePoints } from '@/components/ui/report/sparkline';
import { type CheckChanges, checkChanges } from '@/lib/report/compare/changes';
import type { FailedCheck } from '@/lib/report/importance';
import type { PageMute } from '@/lib/report/mutes';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { hasChecks, verdictOf } from '@/lib/report/verdict';
import { checkName } from './content/check-names';

/** The number of past results that fit side by side. */
const MAX_SHOWN = 6;

const ICONS = { failing: 'cross', fixed: 'tick', muted: 'minus' } as const;

interface WhatChangedProps {
  report: Report;
  /** The result with which the report is compared. */
  base: PastResult;
  /** The differences of the failed checks; null if the failed checks of one result are unknown. */
  changes: CheckChanges | null;
}

/**
 * New failures, fixed checks and new muted checks since the base. The list below has the checks that still
 * fail.
 */
export function WhatChanged({ report, base, changes }: WhatChangedProps) {
  const { pastOf, mutesOf, onCompare } = usePage();
  const lists = [
    { kind: 'failing', label: i18n.t('past.appeared'), checks: changes?.appeared ?? [] },
    { kind: 'fixed', label: i18n.t('past.fixed'), checks: changes?.fixed ?? [] },
    { kind: 'muted', label: i18n.t('intended.label'), checks: changes?.appearedMuted ?? [] },
  ] as const;
  const shown = lists.filter(({ checks }) => checks.length > 0);
  return (
    <section class="what-changed border-above border-below stack" aria-label={i18n.t('past.label')}>
      <p class="cluster spread">
        <b>{sinceText(report, base)}</b>
        {onCompare && hasChecks(base) && (
          <button
            type="button"
            class="compact small on-screen"
            onClick={() => onCompare(report, base)}
          >
            {i18n.t('reports.compareBefore')}
          </button>
        )}
      </p>
      <PastResults report={report} past={pastOf(report)} mutes={mutesOf(report)} />
      {shown.length > 0 && (
        <dl class="changed-checks small">
          {shown.map(({ kind, label, checks }) => (
            <div key={kind} class={`is-${kind}`}>
              <dt class="beside tight quiet">
                <Icon name={ICONS[kind]} />
                {label}
              </dt>
              <dd>
                <bdi>{checkNames(checks)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface PastResultsProps {
  report: Report;
  /** Oldest first. */
  past: readonly PastResult[];
  mutes: readonly PageMute[];
}

/** The results of a page up to a report, as a line chart and as a list. */
function PastResults({ report, past, mutes }: PastResultsProps) {
  const until = report.generatedAt ?? '';
  const shown = past.filter(({ generatedAt }) => generatedAt <= until).slice(-MAX_SHOWN);
  const pressed = useSignal<PastResult | null>(null);
  useEffect(() => {
    pressed.value = null;
  }, [report.id, report.generatedAt, pressed]);
  if (shown.length < 2) return null;
  const dates = datesApart(shown.map(({ generatedAt }) => generatedAt));
  const isPressed = (one: PastResult) => one.generatedAt === pressed.value?.generatedAt;
  return (
    <div class="past-results">
      <PastCurve results={shown} />
      <ul aria-label={i18n.t('past.results')}>
        {shown.map((one, at) => (
          <li key={one.generatedAt}>
            <button
              type="button"
              class="bare compact small"
              aria-pressed={isPressed(one)}
              title={shortDate(one.generatedAt)}
              onClick={() => {
                pressed.value = isPressed(one) ? null : one;
              }}
            >
              <span class={`strong rating-${one.result}`}>
                <span class="visually-hidden">{resultLabel(one)} </span>
                <span aria-hidden="true">{one.score === null ? '·' : countText(one.score)}</span>
              </span>{' '}
              <span>{dates[at]}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="failed-then small" aria-live="polite">
        {pressed.value && failedChecksText(pressed.value, mutes)}
      </p>
    </div>
  );
}

/** The size of the curve before it is stretched to the width of the report. */
const CURVE = { height: 40, margin: 8, step: 100 };

/** Hidden from screen readers, because the list below the curve has the same content. */
function PastCurve({ results }: { results: readonly PastResult[] }) {
  const points = curvePoints(results, CURVE);
  return (
    <svg
      class="sparkline past-line"
      viewBox={`0 0 ${results.length * CURVE.step} ${CURVE.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <CurveLine points={points} />
      {points.map(({ x, y, rating }) => (
        // A line of length zero with round ends is a round dot even in a stretched chart.
        <path key={x} class={`rating-${rating}`} d={`M${x} ${y}h0`} />
      ))}
    </svg>
  );
}

/** Returns a sentence that names the failed checks of a past result. */
function failedChecksText(past: PastResult, mutes: readonly PageMute[]): string {
  const date = shortDate(past.generatedAt);
  const { failing } = verdictOf(past, mutes);
  if (failing === null) return i18n.t('past.unknownThen', [date]);
  if (failing.length === 0) return i18n.t('past.noneFailedThen', [date]);
  return labelled(i18n.t('past.failedThen', [date]), checkNames(failing));
}

/** Returns the change since the base, for example "Since Nov 13: 62 → 74". */
function sinceText(report: Report, before: PastResult): string {
  const areScores = report.score !== null && before.score !== null;
  const text = ({ score, result }: Pick<Report, 'score' | 'result'>) =>
    areScores && score !== null ? countText(score) : ratingLabel(result);
  return i18n.t('past.since', [dayInYear(before.generatedAt), text(before), text(report)]);
}

/** Compares the failed checks; null if the failed checks of one result are unknown. */
export function changesSince(
  report: Report,
  before: PastResult,
  mutes: readonly PageMute[],
): CheckChanges | null {
  return checkChanges(verdictOf(before, mutes), verdictOf(report, mutes));
}

function checkNames(checks: readonly FailedCheck[]): string {
  return series(checks.map((check) => checkName(check)));
}
