import { i18n } from '#i18n';
import type { PartRead } from '@/components/export/client-pages';
import { partReadText } from '@/components/export/client-summary';
import { timeInYear } from '@/components/text/dates';
import { countText } from '@/components/text/language';

/** How current and complete the rows of *All reports* are. */
export interface RowsAge {
  /** End of the last complete reading, ISO 8601; null if there is none. */
  completeAt: string | null;
  /** A later reading that has not ended; null if there is none. */
  unfinished: UnfinishedReading | null;
  /** How many reports were read; null for all. Texts use `unfinished` first. */
  partRead: PartRead | null;
}

interface UnfinishedReading extends PartRead {
  /** Whether the reading is in progress. */
  isOn: boolean;
}

/** Returns "As of Nov 26, 18:40 · updating 300 of 980"; null while nothing is known. */
export function rowsAgeText({ completeAt, unfinished, partRead }: RowsAge): string | null {
  if (completeAt === null) return partReadText(unfinished ?? partRead);
  const later = unfinished === null ? partReadText(partRead) : unfinishedText(unfinished);
  return [asOfText(completeAt), later].filter(Boolean).join(' · ');
}

/** Returns the age of stored rows for a document; null without a complete reading. */
export function storedAgeText({ completeAt, unfinished }: RowsAge): string | null {
  if (completeAt === null) return null;
  const ended = unfinished && { ...unfinished, isOn: false };
  return rowsAgeText({ completeAt, unfinished: ended, partRead: null });
}

function asOfText(completeAt: string): string {
  return i18n.t('reports.knownAsOf', [timeInYear(completeAt)]);
}

function unfinishedText({ isOn, read, total }: UnfinishedReading): string {
  const count = countText(read);
  if (total === null) {
    return i18n.t(isOn ? 'reports.updatingWithoutTotal' : 'reports.readSinceWithoutTotal', [count]);
  }
  return i18n.t(isOn ? 'reports.updating' : 'reports.readSince', [count, countText(total)]);
}
