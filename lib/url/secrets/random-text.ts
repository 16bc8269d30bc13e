const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Matches a JSON Web Token: two objects in base64url, and a signature, which may be empty. */
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{6,}[.~]eyJ[\w-]{6,}[.~]/;

/** Matches object ids of databases, posts on Facebook, and digests of published files. */
const PUBLIC_ID = /^(?:[\da-f]{24}|pfbid\w+|sha256-[\da-f]+)$/i;

/**
 * Whether a text contains a value that nobody can guess: a JSON Web Token, or at least 24 random
 * characters. Public identifiers do not count: UUIDs, object ids, numbers, and slugs that end in a
 * short code.
 */
export function isUnguessable(text: string): boolean {
  if (hasJsonWebToken(text)) return true;
  const runs = text.replaceAll(UUID, ' ').match(/[\w~-]{24,}/g) ?? [];
  return runs.some(
    (run) => !PUBLIC_ID.test(run) && randomLength(run) >= Math.min(20, run.length * 0.6),
  );
}

/** Whether a text contains a JSON Web Token; `~` may replace the dots. */
export function hasJsonWebToken(text: string): boolean {
  return JSON_WEB_TOKEN.test(text);
}

/**
 * Whether a text is a code, and not words, a number, a date or a name with a number. A code is a
 * secret only if its name suggests a key, a session or an invitation.
 */
export function isCode(text: string): boolean {
  return isUnguessable(text) || randomLength(text) >= 6;
}

/** Returns the number of characters in pieces that look random. */
function randomLength(text: string): number {
  const pieces = text.match(/[a-z\d]+/gi) ?? [];
  return pieces.filter(isRandomPiece).join('').length;
}

/**
 * Whether a piece looks random: letters, digits and case alternate at least every fifth character.
 * Names such as `iphone15pro` and `CanvasRenderingContext2D` alternate less.
 */
function isRandomPiece(piece: string): boolean {
  return /\d/.test(piece) && alternations(piece) >= Math.max(2, piece.length / 5);
}

/**
 * Returns how often letters and digits, or lower case and upper case, alternate in a text. A capital
 * before a small letter does not count.
 */
export function alternations(text: string): number {
  return text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[a-zA-Z])/g)?.length ?? 0;
}
