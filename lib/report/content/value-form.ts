import type { ExtraValue } from '@/lib/report/extra-fields';
import { hasUserInfo } from '@/lib/url/typed-address';
import { nameWords, readableName, splitUnit } from './name-words';

/** What a single value is, as far as its own form or its name leave no doubt. */
export type ValueForm =
  | { kind: 'empty' }
  | { kind: 'boolean'; value: boolean }
  /** A number that a name calls a score, on a scale that nobody has told. */
  | { kind: 'score'; value: number }
  | { kind: 'duration'; seconds: number }
  | { kind: 'size'; bytes: number }
  | { kind: 'percentage'; value: number }
  /** A moment as ISO 8601. */
  | { kind: 'moment'; iso: string }
  /** A day without a time, as `YYYY-MM-DD`. */
  | { kind: 'day'; iso: string }
  /** An address that may be opened. */
  | { kind: 'address'; url: string }
  | { kind: 'text'; text: string };

/** Units at the end of names; how many of the form's own unit one of them is. */
const UNITS: Record<string, (amount: number) => ValueForm> = {
  ms: (amount) => ({ kind: 'duration', seconds: amount / 1000 }),
  millis: (amount) => ({ kind: 'duration', seconds: amount / 1000 }),
  milliseconds: (amount) => ({ kind: 'duration', seconds: amount / 1000 }),
  sec: (amount) => ({ kind: 'duration', seconds: amount }),
  secs: (amount) => ({ kind: 'duration', seconds: amount }),
  seconds: (amount) => ({ kind: 'duration', seconds: amount }),
  bytes: (amount) => ({ kind: 'size', bytes: amount }),
  kb: (amount) => ({ kind: 'size', bytes: amount * 1000 }),
  mb: (amount) => ({ kind: 'size', bytes: amount * 1_000_000 }),
  percent: (value) => ({ kind: 'percentage', value }),
  percentage: (value) => ({ kind: 'percentage', value }),
  pct: (value) => ({ kind: 'percentage', value }),
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;
/** The years 2001 to 2128 in seconds, and in milliseconds. */
const EPOCH_SECONDS = [1e9, 5e9] as const;
const EPOCH_MS = [1e12, 5e12] as const;
const WEB_ADDRESS = /^https?:\/\/[^\s/\\]\S*$/i;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** What a value is. A list or object is text here, unless it is empty. */
export function formOf(name: string, value: ExtraValue): ValueForm {
  switch (typeof value) {
    case 'boolean':
      return { kind: 'boolean', value };
    case 'number':
      return numberForm(name, value) ?? { kind: 'text', text: String(value) };
    case 'string':
      return textForm(name, value);
    default:
      return isEmpty(value) ? { kind: 'empty' } : { kind: 'text', text: '' };
  }
}

/** Whether there is nothing to see of a value. */
export function isEmpty(value: ExtraValue): boolean {
  if (value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  return (Array.isArray(value) ? value : value.fields).length === 0;
}

/** A field's name for people, without the unit that its value is shown with. */
export function labelOf(name: string, value: ExtraValue): string {
  const { kind } = formOf(name, value);
  const showsUnit = kind === 'duration' || kind === 'size' || kind === 'percentage';
  return (showsUnit && splitUnit(name)?.rest) || readableName(name);
}

/** Whether a name is a score's: `score`, `performance_score`. */
function isScoreName(name: string): boolean {
  return nameWords(name).at(-1) === 'score';
}

function numberForm(name: string, value: number): ValueForm | null {
  if (isScoreName(name)) return { kind: 'score', value };
  const unit = splitUnit(name)?.unit ?? '';
  if (value >= 0 && Object.hasOwn(UNITS, unit)) return UNITS[unit]?.(value) ?? null;
  const words = nameWords(name);
  const isMoment = words.at(-1) === 'timestamp' || (words.at(-1) === 'at' && words.length > 1);
  return isMoment ? epochForm(value) : null;
}

function epochForm(value: number): ValueForm | null {
  const isIn = ([first, end]: readonly [number, number]) => value >= first && value < end;
  const milliseconds = isIn(EPOCH_SECONDS) ? value * 1000 : isIn(EPOCH_MS) ? value : null;
  return milliseconds === null
    ? null
    : { kind: 'moment', iso: new Date(milliseconds).toISOString() };
}

function textForm(name: string, text: string): ValueForm {
  if (text.trim() === '') return { kind: 'empty' };
  const known =
    (NUMBER.test(text) && numberForm(name, Number(text))) || dateForm(text) || addressForm(text);
  return known || { kind: 'text', text };
}

/** A moment without a time zone is taken for UTC, as the documented dates are. */
function dateForm(text: string): ValueForm | null {
  if (DAY.test(text)) return isDate(`${text}T00:00Z`) ? { kind: 'day', iso: text } : null;
  const [, day, time, zone = 'Z'] = MOMENT.exec(text) ?? [];
  if (day === undefined) return null;
  const iso = `${day}T${time}${zone}`;
  return isDate(iso) ? { kind: 'moment', iso: new Date(iso).toISOString() } : null;
}

/** Whether it is in the calendar: browsers take the 30th of February for the 2nd of March. */
function isDate(iso: string): boolean {
  const day = iso.slice(0, 10);
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(Date.parse(iso)) && date.toISOString().startsWith(day);
}

/** Addresses with user info can pretend to lead to another host: they stay text. */
function addressForm(text: string): ValueForm | null {
  if (!WEB_ADDRESS.test(text)) return null;
  const url = URL.parse(text);
  return url !== null && !hasUserInfo(url) ? { kind: 'address', url: text } : null;
}
