import type { Failure, FailureCode, FieldMessage } from '@/lib/failure';
import {
  type Guard,
  isInstant,
  isNumber,
  isRecord,
  isText,
  listOf,
  oneOf,
  orNull,
  recordOf,
} from './stored-shapes';

type Guards = { [Code in FailureCode]: Guard<Omit<Failure & { code: Code }, 'code'>> };

const withMessage = { message: orNull(isText) };
const withStatus = { ...withMessage, status: isNumber };
const isWithMessage = recordOf(withMessage);
const isFieldMessage = recordOf<FieldMessage>({ field: isText, messages: listOf(isText) });

/** What belongs to each code: a sentence that is made of less would break the page that shows it. */
const GUARDS: Guards = {
  'not-connected': isRecord,
  'not-stored': isRecord,
  'submissions-waiting': recordOf({ count: isNumber }),
  'no-permission': recordOf({ origin: isText }),
  unreachable: isRecord,
  offline: isRecord,
  'timed-out': recordOf({ seconds: isNumber }),
  interrupted: isRecord,
  redirected: recordOf({ to: orNull(isText) }),
  'key-refused': isWithMessage,
  'not-allowed': isWithMessage,
  gone: recordOf({ ...withMessage, what: oneOf(['report', 'interface']) }),
  invalid: recordOf({ ...withMessage, fields: listOf(isFieldMessage) }),
  'too-many-requests': recordOf({ ...withMessage, retryAt: orNull(isInstant) }),
  'protection-page': isRecord,
  'service-down': recordOf({ ...withStatus, retryAt: orNull(isInstant) }),
  refused: recordOf(withStatus),
  'unexpected-answer': recordOf({
    problem: oneOf(['html', 'not-json', 'wrong-shape', 'too-large', 'empty']),
  }),
};

/** Guards a failure that was stored, which another version may have named or built differently. */
export function isFailure(raw: unknown): raw is Failure {
  if (!isRecord(raw) || !isText(raw.code) || !Object.hasOwn(GUARDS, raw.code)) return false;
  return GUARDS[raw.code as FailureCode](raw);
}
