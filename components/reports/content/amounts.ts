import { counted, countText, language } from '@/components/text/language';
import type { ExtraValue } from '@/lib/report/extra-fields';

/** What a check counts or measures. */
type Unit = 'bytes' | 'seconds' | 'percent' | 'words' | 'characters' | 'number';

/** The units of the checks that are known; other services do not say theirs. */
const UNITS = new Map<string, Unit>([
  ['page_size', 'bytes'],
  ['text_compression', 'bytes'],
  ['load_time', 'seconds'],
  ['text_html_ratio', 'percent'],
  ['content_length', 'words'],
  ['dom_size', 'number'],
  ['http_requests', 'number'],
  ['in_page_links', 'number'],
]);

/** What a check measures; null where that is not known. */
export function unitOf(check: string): Unit | null {
  return UNITS.get(check) ?? null;
}

/** The number that a value is, as number or text; null where it is none. */
export function numberOf(value: ExtraValue | undefined): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
}

/** A number with its unit, as people write them: "48.2 kB", "312 words". */
export function amountText(value: number, unit: Unit): string {
  if (unit === 'bytes') return bytesText(value);
  if (unit === 'seconds') return measured(value, 'second', 2);
  if (unit === 'percent') return measured(value, 'percent', 1);
  return unit === 'number' ? countText(value) : counted(`checks.${unit}`, value);
}

function bytesText(bytes: number): string {
  if (bytes < 1000) return measured(bytes, 'byte', 0);
  return bytes < 1e6 ? measured(bytes / 1000, 'kilobyte', 1) : measured(bytes / 1e6, 'megabyte', 1);
}

function measured(value: number, unit: string, maximumFractionDigits: number): string {
  // English has no short form of bytes for several.
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits } as const;
  return value.toLocaleString(language(), format);
}
