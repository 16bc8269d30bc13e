import { z } from '@/lib/schema';

/** One value that the interface does not document, ready to be shown as labelled text. */
export const ExtraField = z.object({
  /** The names on the way to the value, outermost first; array items count from 1. */
  path: z.array(z.string()),
  text: z.string(),
});
export type ExtraField = z.infer<typeof ExtraField>;

/** Bounds, so that a hostile answer can fill neither a page nor the store. */
const MOST_FIELDS = 200;
const DEEPEST = 6;
const LONGEST_TEXT = 10_000;
const LONGEST_NAME = 200;
const MOST_TEXT = 100_000;

/**
 * Flattens an object from JSON into labelled texts, in its own order, leaving `except` out. Three
 * dots stand for what goes beyond the bounds.
 */
export function toExtraFields(object: object, except: readonly string[] = []): ExtraField[] {
  const fields: ExtraField[] = [];
  const entries = Object.entries(object).filter(([name]) => !except.includes(name));
  for (const [name, value] of entries) addFields(fields, [name], value);
  let room = MOST_TEXT;
  return fields.map(({ path, text }) => {
    if (text.length > room) return { path, text: '…' };
    room -= text.length;
    return { path, text };
  });
}

function addFields(fields: ExtraField[], path: string[], value: unknown): void {
  if (fields.length >= MOST_FIELDS) return;
  const isNested = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isNested || path.length >= DEEPEST) {
    fields.push({ path: path.map((name) => name.slice(0, LONGEST_NAME)), text: plainText(value) });
    return;
  }
  const isList = Array.isArray(value);
  for (const [name, item] of Object.entries(value)) {
    if (fields.length >= MOST_FIELDS) return;
    addFields(fields, [...path, isList ? String(Number(name) + 1) : name], item);
  }
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return shortened(value);
  if (value === null) return '–';
  if (typeof value !== 'object') return String(value);
  return Object.keys(value).length === 0 ? '–' : '…';
}

function shortened(text: string): string {
  // Half a surrogate pair would show as a broken character.
  return text.length > LONGEST_TEXT
    ? `${text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '')}…`
    : text;
}
