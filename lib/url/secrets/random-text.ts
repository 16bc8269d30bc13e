const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Matches two JSON objects in base64url, and the separator before the signature. */
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{6,}[.~]eyJ[\w-]{6,}[.~]/;

/** Matches public ids of database objects, Facebook posts and published files. */
const PUBLIC_ID = /^(?:[\da-f]{24}|pfbid\w+|sha256-[\da-f]+)$/i;

/**
 * Whether a text contains a JSON Web Token, or a random word of at least 24 characters. Ignores
 * UUIDs, object ids, numbers, and slugs with a short code at the end, which are public.
 */
export function isUnguessable(text: string): boolean {
  if (hasJsonWebToken(text)) return true;
  const longWords = text.replaceAll(UUID, ' ').match(/[\w~-]{24,}/g) ?? [];
  return longWords.some(
    (word) => !PUBLIC_ID.test(word) && randomLength(word) >= Math.min(20, word.length * 0.6),
  );
}

/** Whether a text contains a JSON Web Token; `~` may replace the dots. */
export function hasJsonWebToken(text: string): boolean {
  return JSON_WEB_TOKEN.test(text);
}

/**
 * Whether a text is a code rather than words, a number, a date or a name with a number. A code can
 * be public.
 */
export function isCode(text: string): boolean {
  return isUnguessable(text) || randomLength(text) >= 6;
}

/** Returns the total length of the pieces that look random. */
function randomLength(text: string): number {
  const pieces = text.match(/[a-z\d]+/gi) ?? [];
  return pieces.filter(isRandomPiece).join('').length;
}

// Names such as `iphone15pro` and `CanvasRenderingContext2D` have fewer alternations.
function isRandomPiece(piece: string): boolean {
  return /\d/.test(piece) && alternations(piece) >= Math.max(2, piece.length / 5);
}

/** Counts changes between letters and digits, and from lower to upper case (two in `aB3`). */
export function alternations(text: string): number {
  return text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[a-zA-Z])/g)?.length ?? 0;
}
