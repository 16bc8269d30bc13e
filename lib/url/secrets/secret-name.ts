import { isCode } from './random-text';

/** Matches names whose value is always a secret, in lower case and without separators. */
const SECRET_NAME =
  /(?:token|secret|passwor[dt]|passwd|passphrase|passcode|signature|authorization|(?:api|access|secret|private|auth)key|(?:php|j)sessid|jsessionid|connectsid|hspreview|previewkey|oobcode)$|^(?:aspsessionid|saml|ppp$)/;
const SECRET_WORDS = new Set(['sig', 'hmac', 'jwt', 'otp', 'totp', 'pwd', 'pw', 'pass']);

/** Matches names whose value is a secret unless the value consists of words (`auth=google`). */
const CREDENTIAL_NAME =
  /(?:verif(?:y|ication)|confirm(?:ation)?|auth(?:orization)?|activation|login|reset|access|security|invite|recovery|backup|onetime|sms|[2m]fa)code$/;
const CREDENTIAL_WORDS = new Set(['auth', 'access', 'bearer', 'credential', 'credentials']);

/** Words of names whose value may be a one-time code or a PIN. */
const NUMBER_WORDS = new Set(
  'verify verification confirm confirmation otp totp 2fa mfa pin'.split(' '),
);

/** Words of names whose value is a secret if the value looks generated. */
const AMBIGUOUS_WORDS = new Set([
  ...`session sessionid sess sessid sid key rlkey resourcekey sign ticket nonce wpnonce
    csrf xsrf oauth magic invite invitation join reset activate activation recover
    recovery unsubscribe token secret signature password`.split(/\s+/),
  ...SECRET_WORDS,
  ...CREDENTIAL_WORDS,
  ...NUMBER_WORDS,
]);

/** Words that may accompany `AMBIGUOUS_WORDS` in the path of a personal link. */
const COMPANION_WORDS = new Set(
  `link email mail account user accept new set change forgot login signin register
    registration api access code`.split(/\s+/),
);

/** Whether the name of a parameter suggests a secret, and the value can be one. */
export function isSecretParameter(name: string, value: string): boolean {
  if (isBooleanOrEmpty(value)) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const joined = words.join('');
  if (SECRET_NAME.test(joined) || SECRET_WORDS.has(last)) {
    const isCryptocurrency = joined === 'token' && isTickerSymbol(value);
    const isTravelPass = last === 'pass' && isPeriod(value);
    return !isCryptocurrency && !isTravelPass;
  }
  if (CREDENTIAL_NAME.test(joined) || CREDENTIAL_WORDS.has(last)) return !consistsOfWords(value);
  if (words.some((word) => NUMBER_WORDS.has(word)) && isShortNumber(value)) return true;
  // Most one-time codes have six digits. Most postcodes and status codes have fewer.
  if (last === 'code' && /^\d{6}$/.test(value)) return true;
  const isAmbiguous = words.some((word) => AMBIGUOUS_WORDS.has(word));
  return isAmbiguous && (isCode(value) || looksGenerated(value));
}

/** Whether a path segment is a secret after a segment such as `invite` or `reset-password`. */
export function isSecretAfter(previous: string, segment: string): boolean {
  const words = wordsOf(previous);
  const suggestsSecret =
    words.some((word) => AMBIGUOUS_WORDS.has(word)) &&
    words.every((word) => AMBIGUOUS_WORDS.has(word) || COMPANION_WORDS.has(word));
  if (!suggestsSecret) return false;
  // A number after `pin` is the public id of an item on a pinboard.
  const suggestsNumber = words.some((word) => word !== 'pin' && NUMBER_WORDS.has(word));
  return isCode(segment) || isBase32(segment) || (suggestsNumber && isShortNumber(segment));
}

// `isCode` recognises no base32, whose letters and digits alternate rarely.
function isBase32(segment: string): boolean {
  return /\d/.test(segment) && /^[a-z\d]{20,}$/i.test(segment);
}

/** Splits names such as `access_token`, `accessToken`, `user[password2]` into lower-case words. */
function wordsOf(name: string): string[] {
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/);
  return words.map((word) => word.toLowerCase().replace(/(?<=\D)\d+$/, '')).filter(Boolean);
}

function isBooleanOrEmpty(value: string): boolean {
  return /^(?:|[01]|true|false|yes|no|on|off|null|none|undefined)$/i.test(value);
}

/** Whether a value can be a one-time code or a PIN. */
function isShortNumber(value: string): boolean {
  return /^\d{4,8}$/.test(value);
}

/** Whether a value names a period, such as `weekend` or `2-day`. */
function isPeriod(value: string): boolean {
  return /(?:day|week|month|year|season)/i.test(value);
}

/** Whether a value can be the symbol of a currency or share, such as `ETH`. */
function isTickerSymbol(value: string): boolean {
  return /^[A-Z]{2,6}$/.test(value);
}

/** Whether a value consists of words and small numbers, such as `early-bird`. */
function consistsOfWords(value: string): boolean {
  const pieces = value.split(/[\s_.,-]+/);
  const isEachWordOrNumber = pieces.every((piece) =>
    /^(?:[A-Z]?[a-z]{0,15}|[A-Z]{1,15}|\d{1,4})$/.test(piece),
  );
  return isEachWordOrNumber && /[a-z]/i.test(value);
}

/** Whether a value looks like a code: letters and a number that is not a year, or 20 letters and digits. */
function looksGenerated(value: string): boolean {
  const isLettersWithNumber = /^[a-z]{2,}(?!(?:19|20)\d\d$)\d{3,}$/i.test(value);
  return isLettersWithNumber || /^\d*[a-z][a-z\d]{19,}$/i.test(value);
}
