import { isCode } from './random-text';

/** Matches names (in lower case, without separators) whose value is always a secret. */
const SECRET =
  /(?:token|secret|passwor[dt]|passwd|passphrase|passcode|signature|authorization|(?:api|access|secret|private|auth)key|(?:php|j)sessid|jsessionid|connectsid|hspreview|previewkey|oobcode)$|^(?:aspsessionid|saml|ppp$)/;
const SECRET_WORDS = new Set(['sig', 'hmac', 'jwt', 'otp', 'totp', 'pwd', 'pw', 'pass']);

/** Matches names whose value is a secret, unless it consists of words (`auth=google`). */
const CREDENTIAL =
  /(?:verif(?:y|ication)|confirm(?:ation)?|auth(?:orization)?|activation|login|reset|access|security|invite|recovery|backup|onetime|sms|[2m]fa)code$/;
const CREDENTIAL_WORDS = new Set(['auth', 'access', 'bearer', 'credential', 'credentials']);

/** Words of names whose value may be a one-time code or another secret number. */
const NUMBER_WORDS = new Set(
  'verify verification confirm confirmation otp totp 2fa mfa pin'.split(' '),
);

/** Words of names whose value is a secret only if the value is a code or made up. */
const MAYBE_WORDS = new Set([
  ...`session sessionid sess sessid sid key rlkey resourcekey sign ticket nonce wpnonce
    csrf xsrf oauth magic invite invitation join reset activate activation recover
    recovery unsubscribe token secret signature password`.split(/\s+/),
  ...SECRET_WORDS,
  ...CREDENTIAL_WORDS,
  ...NUMBER_WORDS,
]);

/** Words that may appear beside the words above in the path of a personal link. */
const COMPANION_WORDS = new Set(
  `link email mail account user accept new set change forgot login signin register
    registration api access code`.split(/\s+/),
);

/** Whether the name suggests a secret, and the value fits the name. */
export function isSecretParameter(name: string, value: string): boolean {
  if (isSwitch(value)) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const joined = words.join('');
  if (SECRET.test(joined) || SECRET_WORDS.has(last)) {
    const isCurrency = joined === 'token' && isTicker(value);
    const isTicket = last === 'pass' && isPeriod(value);
    return !isCurrency && !isTicket;
  }
  if (CREDENTIAL.test(joined) || CREDENTIAL_WORDS.has(last)) return !isWords(value);
  if (words.some((word) => NUMBER_WORDS.has(word)) && isShortNumber(value)) return true;
  // One-time codes mostly have six digits, unlike postcodes and status codes.
  if (last === 'code' && /^\d{6}$/.test(value)) return true;
  return words.some((word) => MAYBE_WORDS.has(word)) && (isCode(value) || isMadeUp(value));
}

/** Whether a path segment is a secret after a segment such as `invite` or `reset-password`. */
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

// The letters and digits of base32 alternate too rarely for `isCode`.
function isLongCode(segment: string): boolean {
  return /\d/.test(segment) && /^[a-z\d]{20,}$/i.test(segment);
}

/** Returns the words of `access_token`, `accessToken` or `user[password2]`, in lower case. */
function wordsOf(name: string): string[] {
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/);
  return words.map((word) => word.toLowerCase().replace(/(?<=\D)\d+$/, '')).filter(Boolean);
}

function isSwitch(value: string): boolean {
  return /^(?:|[01]|true|false|yes|no|on|off|null|none|undefined)$/i.test(value);
}

/** Whether a value can be a one-time code or a PIN. */
function isShortNumber(value: string): boolean {
  return /^\d{4,8}$/.test(value);
}

/** Whether a value is a period, such as `weekend` or `2-day`. */
function isPeriod(value: string): boolean {
  return /(?:day|week|month|year|season)/i.test(value);
}

/** Whether a value is a ticker, such as `ETH`. */
function isTicker(value: string): boolean {
  return /^[A-Z]{2,6}$/.test(value);
}

/** Whether a value consists of words and small numbers, such as `early-bird`. */
function isWords(value: string): boolean {
  const pieces = value.split(/[\s_.,-]+/);
  const isEachPlain = pieces.every((piece) =>
    /^(?:[A-Z]?[a-z]{0,15}|[A-Z]{1,15}|\d{1,4})$/.test(piece),
  );
  return isEachPlain && /[a-z]/i.test(value);
}

/** Whether a value is a numbered name (`abc123`, no year), or at least 20 letters and digits. */
function isMadeUp(value: string): boolean {
  const isNumbered = /^[a-z]{2,}(?!(?:19|20)\d\d$)\d{3,}$/i.test(value);
  return isNumbered || /^\d*[a-z][a-z\d]{19,}$/i.test(value);
}
