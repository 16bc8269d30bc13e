import { isCode } from './random-text';

/** Matches names, in lower case and without separators, whose value is always a secret. */
const SECRET =
  /(?:token|secret|passwor[dt]|passwd|passphrase|passcode|signature|authorization|(?:api|access|secret|private|auth)key|(?:php|j)sessid|jsessionid|connectsid|hspreview|previewkey|oobcode)$|^(?:aspsessionid|saml|ppp$)/;
/** Last words of such names. */
const SECRET_WORDS = new Set(['sig', 'hmac', 'jwt', 'otp', 'totp', 'pwd', 'pw', 'pass']);

/**
 * Matches names whose value is a secret unless the value consists of words. With words, the name
 * means a kind or a provider (`auth=google`).
 */
const CREDENTIAL =
  /(?:verif(?:y|ication)|confirm(?:ation)?|auth(?:orization)?|activation|login|reset|access|security|invite|recovery|backup|onetime|sms|[2m]fa)code$/;
/** Last words of such names. */
const CREDENTIAL_WORDS = new Set(['auth', 'access', 'bearer', 'credential', 'credentials']);

/** Words of names whose value may be a one-time code or another secret number. */
const NUMBER_WORDS = new Set(
  'verify verification confirm confirmation otp totp 2fa mfa pin'.split(' '),
);

/**
 * Words of names whose value is a secret only if it is a code (`isCode`) or made up (`isMadeUp`).
 */
const MAYBE_WORDS = new Set([
  ...`session sessionid sess sessid sid key rlkey resourcekey sign ticket nonce wpnonce
    csrf xsrf oauth magic invite invitation join reset activate activation recover
    recovery unsubscribe token secret signature password`.split(/\s+/),
  ...SECRET_WORDS,
  ...CREDENTIAL_WORDS,
  ...NUMBER_WORDS,
]);

/** Words that may stand beside the words above in the path of a personal link. */
const COMPANION_WORDS = new Set(
  `link email mail account user accept new set change forgot login signin register
    registration api access code`.split(/\s+/),
);

/** Whether a parameter is a secret: its name suggests a secret, and its value fits the name. */
export function isSecretParameter(name: string, value: string): boolean {
  if (isSwitch(value)) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const joined = words.join('');
  if (SECRET.test(joined) || SECRET_WORDS.has(last)) {
    return !(joined === 'token' && isTicker(value)) && !(last === 'pass' && isPeriod(value));
  }
  if (CREDENTIAL.test(joined) || CREDENTIAL_WORDS.has(last)) return !isWords(value);
  if (words.some((word) => NUMBER_WORDS.has(word)) && isShortNumber(value)) return true;
  // One-time codes mostly have six digits, unlike postcodes and status codes.
  if (last === 'code' && /^\d{6}$/.test(value)) return true;
  return words.some((word) => MAYBE_WORDS.has(word)) && (isCode(value) || isMadeUp(value));
}

/**
 * Whether a path segment is a secret because of the previous segment, such as `invite` or
 * `reset-password`.
 */
export function isSecretAfter(previous: string, segment: string): boolean {
  const words = wordsOf(previous);
  const suggestsSecret =
    words.some((word) => MAYBE_WORDS.has(word)) &&
    words.every((word) => MAYBE_WORDS.has(word) || COMPANION_WORDS.has(word));
  if (!suggestsSecret) return false;
  // On boards, a number after `pin` is the public id of a pinned item.
  const suggestsNumber = words.some((word) => word !== 'pin' && NUMBER_WORDS.has(word));
  return isCode(segment) || isLongCode(segment) || (suggestsNumber && isShortNumber(segment));
}

/**
 * Whether a path segment is at least 20 letters and digits without separators. `isCode` misses
 * base32, because its letters and digits alternate too rarely.
 */
function isLongCode(segment: string): boolean {
  return /\d/.test(segment) && /^[a-z\d]{20,}$/i.test(segment);
}

/** Returns the words of `access_token`, `accessToken` or `user[password2]`, in lower case. */
function wordsOf(name: string): string[] {
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/);
  return words.map((word) => word.toLowerCase().replace(/(?<=\D)\d+$/, '')).filter(Boolean);
}

/** Whether a value only turns something on or off, or is empty. */
function isSwitch(value: string): boolean {
  return /^(?:|[01]|true|false|yes|no|on|off|null|none|undefined)$/i.test(value);
}

/** Whether a value has the length of a one-time code or a PIN. */
function isShortNumber(value: string): boolean {
  return /^\d{4,8}$/.test(value);
}

/** Whether a value is a period, such as `weekend` or `2-day`. The name `pass` can mean a ticket. */
function isPeriod(value: string): boolean {
  return /(?:day|week|month|year|season)/i.test(value);
}

/** Whether a value is a ticker, such as `ETH`. The name `token` can mean a currency. */
function isTicker(value: string): boolean {
  return /^[A-Z]{2,6}$/.test(value);
}

/** Whether a value is a word or a slug of words and small numbers, such as `early-bird`. */
function isWords(value: string): boolean {
  const pieces = value.split(/[\s_.,-]+/);
  const isEachPlain = pieces.every((piece) =>
    /^(?:[A-Z]?[a-z]{0,15}|[A-Z]{1,15}|\d{1,4})$/.test(piece),
  );
  return isEachPlain && /[a-z]/i.test(value);
}

/**
 * Whether a value is made up: letters and a number of at least three digits (`abc123`), except a
 * year; or at least 20 letters and digits.
 */
function isMadeUp(value: string): boolean {
  const isNumbered = /^[a-z]{2,}(?!(?:19|20)\d\d$)\d{3,}$/i.test(value);
  return isNumbered || /^\d*[a-z][a-z\d]{19,}$/i.test(value);
}
