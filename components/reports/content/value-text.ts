import { i18n } from '#i18n';
import { shortDate, shortDay } from '@/components/text/dates';
import { language } from '@/components/text/language';
import { readableName } from '@/lib/report/content/name-words';
import { formOf, type ValueForm } from '@/lib/report/content/value-form';
import { type ExtraField, type ExtraValue, isSingle } from '@/lib/report/extra-fields';

/** A value of one kind as people read it: "3.4 sec", "18.2 kB", "Yes". */
export function formText(form: ValueForm): string {
  switch (form.kind) {
    case 'empty':
      return '–';
    case 'boolean':
      return i18n.t(form.value ? 'report.yes' : 'report.no');
    case 'score':
      return numberText(form.value);
    case 'duration':
      return form.seconds < 1
        ? numberText(form.seconds * 1000, 'millisecond')
        : numberText(form.seconds, 'second');
    case 'size':
      return sizeText(form.bytes);
    case 'percentage':
      return numberText(form.value, 'percent');
    case 'moment':
      return shortDate(form.iso);
    case 'day':
      // Noon is on the same day in nearly every time zone.
      return shortDay(`${form.iso}T12:00`);
    case 'address':
      return form.url;
    default:
      return form.text;
  }
}

/**
 * All that can be searched of a single value and its name, in lower case: as shown, and as it came.
 * Of a list or an object it is the name alone.
 */
export function searchText(field: ExtraField): string {
  const before = searchTexts.get(field);
  if (before !== undefined) return before;
  const { name, value } = field;
  const texts = [name, readableName(name)];
  if (isSingle(value)) texts.push(String(value ?? ''), textOf(field));
  const text = texts.join('\n').toLowerCase();
  searchTexts.set(field, text);
  return text;
}

/** Made once, since they are searched with every key. */
const searchTexts = new WeakMap<ExtraField, string>();

function textOf({ name, value }: { name: string; value: ExtraValue }): string {
  return formText(formOf(name, value));
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), SIZES.length - 1);
  const unit = SIZES[step] ?? 'byte';
  return numberText(bytes / 1000 ** step, unit, step === 0 ? 'long' : 'short');
}

/** Making a format takes far longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();

function numberText(value: number, unit?: string, unitDisplay: 'short' | 'long' = 'short'): string {
  const key = `${unit} ${unitDisplay}`;
  let format = formats.get(key);
  if (format === undefined) {
    const style = unit === undefined ? {} : ({ style: 'unit', unit, unitDisplay } as const);
    // As many digits as tell small numbers apart.
    format = new Intl.NumberFormat(language(), { maximumFractionDigits: 2, ...style });
    formats.set(key, format);
  }
  return format.format(value);
}
