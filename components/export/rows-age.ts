import { i18n } from '#i18n';
import { timeInYear } from '@/components/text/dates';
import { countText, type Words } from '@/components/text/language';
import type { PartRead } from './client-pages';

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
export function rowsAgeText(
  { completeAt, unfinished, partRead }: RowsAge,
  words: Words = i18n,
): string | null {
  if (completeAt === null) return partReadText(unfinished ?? partRead, words);
  const later =
    unfinished === null ? partReadText(partRead, words) : unfinishedText(unfinished, words);
  return [asOfText(completeAt, words), later].filter(Boolean).join(' · ');
}

/** Returns the age of stored rows for a document; null without a complete reading. */
export function storedAgeText(
  { completeAt, unfinished }: RowsAge,
  words: Words = i18n,
): string | null {
  if (completeAt === null) return null;
  const ended = unfinished && { ...unfinished, isOn: false };
  return rowsAgeText({ completeAt, unfinished: ended, partRead: null }, words);
}

function asOfText(completeAt: string, words: Words): string {
  return words.t('reports.knownAsOf', [timeInYear(completeAt, new Date(), words)]);
}

function unfinishedText({ isOn, read, total }: UnfinishedReading, words: Words): string {
  const count = countText(read, words);
  if (total === null) {
    return words.t(isOn ? 'reports.updatingWithoutTotal' : 'reports.readSinceWithoutTotal', [
      count,
    ]);
  }
  const numbers: [string, string] = [count, countText(total, words)];
  return words.t(isOn ? 'reports.updating' : 'reports.readSince', numbers);
}

/** Returns a sentence that not all reports were read; null if all were read. */
export function partReadText(partRead: PartRead | null, words: Words = i18n): string | null {
  if (partRead === null) return null;
  const { read, total } = partRead;
  return total === null
    ? words.t('summary.readFirst', [countText(read, words)])
    : words.t('summary.readOf', [countText(read, words), countText(total, words)]);
}
