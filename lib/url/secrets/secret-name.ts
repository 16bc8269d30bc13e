import { isCode } from './random-text';

/** Names whose value is a secret whatever it looks like, written in one word. */
const SECRET =
  /(?:token|secret|passwor[dt]|passwd|passphrase|passcode|signature|authorization|(?:api|access|secret|private|auth)key|(?:php|j)sessid|jsessionid|connectsid|hspreview|previewkey|oobcode)$|^(?:aspsessionid|saml|ppp$)/;
const SECRET_WORDS = new Set(['sig', 'hmac', 'jwt', 'otp', 'totp', 'pwd', 'pw', 'pass']);

/** Names that also stand for a kind or a provider (`auth=google`): words are no secret here. */
const CREDENTIAL =
  /(?:verif(?:y|ication)|confirm(?:ation)?|auth(?:orization)?|activation|login|reset|access|security|invite|recovery|backup|onetime|sms|[2m]fa)code$/;
const CREDENTIAL_WORDS = new Set(['auth', 'access', 'bearer', 'credential', 'credentials']);

/** Names whose value may be a one-time code or another number that somebody has to know. */
const NUMBER_WORDS = new Set([
  ...['verify', 'verification', 'confirm', 'confirmation', 'otp', 'totp', '2fa', 'mfa', 'pin'],
]);

/** Names that mostly stand for something harmless: only a code is a secret here. */
const MAYBE_WORDS = new Set([
  ...['session', 'sessionid', 'sess', 'sessid', 'sid', 'key', 'rlkey', 'resourcekey', 'sign'],
  ...[
    'ticket',
    'nonce',
    'wpnonce',
    'csrf',
    'xsrf',
    'oauth',
    'magic',
    'invite',
    'invitation',
    'join',
  ],
  ...['reset', 'activate', 'activation', 'recover', 'recovery', 'unsubscribe'],
  ...['token', 'secret', 'signature', 'password'],
  ...SECRET_WORDS,
  ...CREDENTIAL_WORDS,
  ...NUMBER_WORDS,
]);

/** Words that stand beside those above in the path of a link that was sent to one person. */
const COMPANION_WORDS = new Set([
  ...['link', 'email', 'mail', 'account', 'user', 'accept', 'new', 'set', 'change', 'forgot'],
  ...['login', 'signin', 'register', 'registration', 'api', 'access', 'code'],
]);

/** Whether a parameter is a secret by its name, its value being plausible for that name. */
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
  // A one-time code nearly always has six digits, which postcodes and status codes have not.
  if (last === 'code' && /^\d{6}$/.test(value)) return true;
  return words.some((word) => MAYBE_WORDS.has(word)) && (isCode(value) || isMadeUp(value));
}

/** Whether a path segment is a secret by the one before it (`reset-password`, `invite`, `verify`). */
export function isAnnouncedSecret(announcement: string, segment: string): boolean {
  const words = wordsOf(announcement);
  const isAnnouncement =
    words.some((word) => MAYBE_WORDS.has(word)) &&
    words.every((word) => MAYBE_WORDS.has(word) || COMPANION_WORDS.has(word));
  if (!isAnnouncement) return false;
  // Boards show what is pinned under its number.
  const isNumber = words.some((word) => word !== 'pin' && NUMBER_WORDS.has(word));
  return isCode(segment) || (isNumber && isShortNumber(segment));
}

/** The words of `access_token`, `accessToken`, `X-Amz-Signature`, `user[password2]`, in lower case. */
function wordsOf(name: string): string[] {
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/);
  return words.map((word) => word.toLowerCase().replace(/(?<=\D)\d+$/, '')).filter(Boolean);
}

function isSwitch(value: string): boolean {
  return /^(?:|[01]|true|false|yes|no|on|off|null|none|undefined)$/i.test(value);
}

/** As long as the numbers are that people are sent, or have to remember. */
function isShortNumber(value: string): boolean {
  return /^\d{4,8}$/.test(value);
}

/** `weekend`, `2-day`: a pass is also a ticket. */
function isPeriod(value: string): boolean {
  return /(?:day|week|month|year|season)/i.test(value);
}

/** `ETH`: on a market's pages a token is a currency. */
function isTicker(value: string): boolean {
  return /^[A-Z]{2,6}$/.test(value);
}

/** A word or a slug of words and small numbers: `google`, `early-bird`, `2-day`. */
function isWords(value: string): boolean {
  const pieces = value.split(/[\s_.,-]+/);
  const isEachPlain = pieces.every((piece) =>
    /^(?:[A-Z]?[a-z]{0,15}|[A-Z]{1,15}|\d{1,4})$/.test(piece),
  );
  return isEachPlain && /[a-z]/i.test(value);
}

/**
 * `abc123`, where a year or a small number would make it the name of a thing, or a word too long to
 * be one.
 */
function isMadeUp(value: string): boolean {
  const isNumbered = /^[a-z]{2,}(?!(?:19|20)\d\d$)\d{3,}$/i.test(value);
  return isNumbered || /^\d*[a-z][a-z\d]{19,}$/i.test(value);
}
