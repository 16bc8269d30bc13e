import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { counted, countText, labelled, series } from '@/components/text/language';
import { type CheckEffect, checkEffect, scoreEffect } from '@/lib/report/compare/update-effect';
import type { BatchUpdate } from './table-state';

/**
 * Returns the effect of an update on the filtered check or, if unknown, on the scores. Null if both
 * are unknown. Examples: "Title: fixed on 9, still failing on 4", "Results updated: 7 up, 4 down".
 * @param done number of reports that the service has updated
 */
export function updateSentence(
  { check, updates, mutesOf }: BatchUpdate,
  done: number,
): string | null {
  return (
    (check === null ? null : checkSentence(checkEffect(updates(), check, mutesOf), check, done)) ??
    scoreSentence(updates(), done)
  );
}

type Updates = ReturnType<BatchUpdate['updates']>;

function checkSentence(effect: CheckEffect, check: string, done: number): string | null {
  const { fixed, remaining, appeared, passed, muted } = effect;
  const parts = [
    fixed > 0 && i18n.t('update.fixed', [countText(fixed)]),
    remaining > 0 && i18n.t('update.remaining', [countText(remaining)]),
    appeared > 0 && i18n.t('update.appeared', [countText(appeared)]),
  ];
  const unknown = done - fixed - remaining - appeared - passed - muted;
  return sentence(checkName({ name: check }), parts, unknown);
}

function scoreSentence(updates: Updates, done: number): string | null {
  const { up, down, same } = scoreEffect(updates);
  const parts = [
    up > 0 && i18n.t('update.up', [countText(up)]),
    down > 0 && i18n.t('update.down', [countText(down)]),
    same > 0 && counted('summary.same', same),
  ];
  return sentence(i18n.t('report.updated'), parts, done - up - down - same);
}

/** @param unknown number of reports without a known new result */
function sentence(label: string, parts: (string | false)[], unknown: number): string | null {
  const counts = parts.filter((part) => part !== false);
  if (counts.length === 0) return null;
  const rest = unknown > 0 ? [i18n.t('update.unknown', [countText(unknown)])] : [];
  return labelled(label, series([...counts, ...rest]));
}
