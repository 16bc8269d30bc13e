import { counted, countText, language } from '@/components/text/language';
import type { ExtraValue } from '@/lib/report/extra-fields';

/** What a check counts or measures. */
type Unit = 'bytes' | 'seconds' | 'percent' | 'words' | 'characters' | 'number';

/** The units of the checks that are known; other services do not say theirs. */
const UNITS: Record<Unit, readonly string[]> = {
  bytes: ['page_size', 'text_compression'],
  seconds: ['load_time'],
  percent: ['text_html_ratio'],
  words: ['content_length'],
  characters: [],
  number: ['dom_size', 'http_requests', 'in_page_links'],
};

/** What a check measures; null where that is not known. */
export function unitOf(check: string): Unit | null {
  const found = Object.entries(UNITS).find(([, checks]) => checks.includes(check));
  return found ? (found[0] as Unit) : null;
}

/** The number that a value is, as number or text; null where it is none. */
export function numberOf(value: ExtraValue | undefined): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
}

/** A number with its unit, as people write them: "48.2 kB", "312 words". */
export function amountText(value: number, unit: Unit): string {
  if (unit === 'seconds') return measured(value, 'second', 2);
  if (unit === 'percent') return measured(value, 'percent', 1);
  if (unit !== 'bytes')
    return unit === 'number' ? countText(value) : counted(`checks.${unit}`, value);
  if (value < 1000) return measured(value, 'byte', 0);
  return value < 1e6 ? measured(value / 1000, 'kilobyte', 1) : measured(value / 1e6, 'megabyte', 1);
}

function measured(value: number, unit: string, maximumFractionDigits: number): string {
  // English has no short form of bytes for several.
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const;
  return value.toLocaleString(language(), format);
}
