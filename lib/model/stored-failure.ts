import type { Failure, FailureCode } from './failure';
import {
  isInstantOrNull,
  isListOf,
  isNumber,
  isRecord,
  isText,
  isTextOrNull,
} from './stored-shapes';

type Parts = Record<string, (raw: unknown) => boolean>;

const WITH_MESSAGE: Parts = { message: isTextOrNull };

/** What belongs to each code: a sentence that is made of less would break the page that shows it. */
const PARTS: Record<FailureCode, Parts> = {
  'not-connected': {},
  'not-stored': {},
  'submissions-waiting': { count: isNumber },
  'no-permission': { origin: isText },
  unreachable: {},
  offline: {},
  'timed-out': { seconds: isNumber },
  interrupted: {},
  redirected: { to: isTextOrNull },
  'key-refused': WITH_MESSAGE,
  'not-allowed': WITH_MESSAGE,
  gone: { ...WITH_MESSAGE, what: (raw) => raw === 'report' || raw === 'interface' },
  invalid: { ...WITH_MESSAGE, fields: (raw) => isListOf(raw, isFieldMessage) },
  'too-many-requests': { ...WITH_MESSAGE, retryAt: isInstantOrNull },
  'protection-page': {},
  'service-down': { ...WITH_MESSAGE, status: isNumber, retryAt: isInstantOrNull },
  refused: { ...WITH_MESSAGE, status: isNumber },
  'unexpected-answer': {
    problem: (raw) =>
      isText(raw) && ['html', 'not-json', 'wrong-shape', 'too-large', 'empty'].includes(raw),
  },
};

/** Guards a failure that was stored, which another version may have named or built differently. */
export function isFailure(raw: unknown): raw is Failure {
  if (!isRecord(raw) || !isText(raw.code) || !Object.hasOwn(PARTS, raw.code)) return false;
  const parts = PARTS[raw.code as FailureCode];
  return Object.entries(parts).every(([name, isPart]) => isPart(raw[name]));
}

function isFieldMessage(raw: unknown): boolean {
  return isRecord(raw) && isText(raw.field) && isListOf(raw.messages, isText);
}
