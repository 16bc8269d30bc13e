import type { ExtraField } from '@/lib/report/extra-fields';
import { readableName } from './name-words';
import { formOf } from './value-form';

/** A number that the service calls a score. */
export interface Score {
  /** For people, such as `Performance score`. */
  label: string;
  rawName: string;
  value: number;
}

/** Takes the first score out of the outermost fields; null where there is none. */
export function takeScore(fields: readonly ExtraField[]): {
  score: Score | null;
  rest: readonly ExtraField[];
} {
  for (const field of fields) {
    const form = formOf(field.name, field.value);
    if (form.kind !== 'score') continue;
    const score = { label: readableName(field.name), rawName: field.name, value: form.value };
    return { score, rest: fields.filter((other) => other !== field) };
  }
  return { score: null, rest: fields };
}
